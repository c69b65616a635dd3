"""What a seat may answer, listed in a fixed order."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.puffinova.box import Box
from domain.games.puffinova.launching import legal_launches
from domain.games.puffinova.moves import (
    PILES,
    Accept,
    CallHome,
    ChooseBuilding,
    Decline,
    Discard,
    DiscardSecretly,
    DrawFrom,
    EmergencyLanding,
    PassCard,
)
from domain.games.puffinova.payments import canonical_plays
from domain.games.puffinova.state import Kind, PuffiNovaState, effect_under_way
from domain.games.puffinova.turns import a_ship_is_out
from domain.games.rules import Move, Seat

MOST_MOVES = 500
"""How many moves are listed at most; where payments make more, `canonical_plays` says which are left out."""


def legal_moves(state: PuffiNovaState, seat: Seat, box: Box) -> Iterator[Move]:
    """The moves of a seat; none when it owes no answer now."""
    if state.kind is None or seat not in state.awaited_seats():
        return iter(())
    return iter(_LISTS[state.kind](state, seat, box))


def _choose_building(state: PuffiNovaState, seat: Seat, box: Box) -> list[Move]:
    return [ChooseBuilding(card) for card in state.players[seat].offer]


def _turn(state: PuffiNovaState, seat: Seat, box: Box) -> list[Move]:
    """The landing first, then the main actions (rulebook, Turn Structure)."""
    player = state.players[seat]
    moves: list[Move] = list(legal_launches(state, player, box))
    if a_ship_is_out(state, seat, box):
        moves.append(CallHome())
        if not state.landed and player.diamonds >= box.emergency_cost:
            moves.insert(0, EmergencyLanding())
    hand = [box.cards[card] for card in player.hand]
    moves += canonical_plays(hand, box.resources, MOST_MOVES - len(moves))
    return moves


def _draw(state: PuffiNovaState, seat: Seat, box: Box) -> list[Move]:
    return [DrawFrom(pile) for pile in PILES if state.piles[pile]]


def _discard(state: PuffiNovaState, seat: Seat, box: Box) -> list[Move]:
    return [Discard(card) for card in state.players[seat].hand]


def _discard_all(state: PuffiNovaState, seat: Seat, box: Box) -> list[Move]:
    return [DiscardSecretly(card) for card in state.players[seat].hand]


def _pass_right(state: PuffiNovaState, seat: Seat, box: Box) -> list[Move]:
    return [PassCard(card) for card in state.players[seat].hand]


def _buddy(state: PuffiNovaState, seat: Seat, box: Box) -> list[Move]:
    if effect_under_way(state, box).do == "draw_card":
        accepts: list[Move] = [Accept(pile) for pile in PILES if state.piles[pile]]
    else:
        accepts = [Accept()]
    return [*accepts, Decline()]


_LISTS: Mapping[Kind, Callable[[PuffiNovaState, Seat, Box], list[Move]]] = {
    "choose_building": _choose_building,
    "turn": _turn,
    "draw": _draw,
    "discard": _discard,
    "discard_all": _discard_all,
    "pass_right": _pass_right,
    "buddy": _buddy,
}
