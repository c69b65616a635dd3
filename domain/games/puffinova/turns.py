"""Whose turn it is, and the ships' ways home."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.puffinova.box import Box
from domain.games.puffinova.events import DiamondsMoved, ShipsCalledHome, TurnBegan, TurnSkipped
from domain.games.puffinova.moves import CallHome, EmergencyLanding
from domain.games.puffinova.payments import can_pay
from domain.games.puffinova.refusals import LandedAlready, NoShipOut, TooFewDiamonds
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import Chance, Event, Seat


def next_turn(state: PuffiNovaState, box: Box) -> Iterator[Event]:
    """The turn of the next seat that can do anything: the same one if it has an extra turn (ruling 13),
    else clockwise. Seats that can do nothing are skipped (ruling 16)."""
    while True:
        seat = _next_seat(state)
        if can_act(state, seat, box):
            yield TurnBegan(seat)
            return
        yield TurnSkipped(seat)


def _next_seat(state: PuffiNovaState) -> Seat:
    if state.turn is None:
        raise ValueError("no turn has begun yet")
    return state.turn if state.extra_turns else state.left_neighbour(state.turn)


def can_act(state: PuffiNovaState, seat: Seat, box: Box) -> bool:
    """Whether a seat has any main action, or a landing to make."""
    if a_ship_is_out(state, seat, box):
        return True  # It can be called home.
    player = state.players[seat]
    if player.diamonds >= box.queue_cost or _a_row_is_free(state):
        return True
    hand = [box.cards[card] for card in player.hand]
    return any(can_pay(card, hand, box.resources) for card in hand)


def a_ship_is_out(state: PuffiNovaState, seat: Seat, box: Box) -> bool:
    """Whether a seat has a ship to bring home (ruling 3)."""
    return len(state.players[seat].ships) < len(box.ships_by_players[len(state.players)])


def _a_row_is_free(state: PuffiNovaState) -> bool:
    return any(not row.queue for rows in state.rows.values() for row in rows)


def emergency_landing(
    state: PuffiNovaState, seat: Seat, move: EmergencyLanding, box: Box, chance: Chance
) -> Iterator[Event]:
    """Pay, and all ships come home; then the turn goes on (rulebook, Emergency Landing; ruling 3)."""
    if state.landed:
        raise LandedAlready
    ships = _ships_out(state, seat)
    diamonds = state.players[seat].diamonds
    if diamonds < box.emergency_cost:
        raise TooFewDiamonds("an emergency landing", box.emergency_cost, diamonds)
    if box.emergency_cost:
        yield DiamondsMoved(seat, "supply", box.emergency_cost, "emergency_landing")
    yield ShipsCalledHome(seat, ships, emergency=True)
    if not can_act(state, seat, box):
        yield TurnSkipped(seat)


def call_home(state: PuffiNovaState, seat: Seat, move: CallHome, box: Box, chance: Chance) -> Iterator[Event]:
    """All own ships come home (rulebook, Call all your Spaceships back home; rulings 3 and 6)."""
    yield ShipsCalledHome(seat, _ships_out(state, seat), emergency=False)


def _ships_out(state: PuffiNovaState, seat: Seat) -> tuple[str, ...]:
    ships = state.ships_out(seat)
    if not ships:
        raise NoShipOut
    return tuple(ships)
