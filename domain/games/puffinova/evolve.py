"""What each event changes: the only code that touches a state. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.puffinova.box import Box
from domain.games.puffinova.events import (
    AreaScored,
    BuddyAnswered,
    BuildingBuilt,
    BuildingChosen,
    CardDiscarded,
    CardDrawn,
    CardPaid,
    CardPassed,
    CardPlayed,
    CardsShuffled,
    CardsTaken,
    ConstructionOffered,
    ConstructionShuffled,
    DiamondsMoved,
    DiscardChosen,
    DiscardStarted,
    EffectBegan,
    ExplosionDrawn,
    ExtraTurnGranted,
    FinalScored,
    Holder,
    PassChosen,
    PilesPrepared,
    RowRefilled,
    RowsFilled,
    ShipLaunched,
    ShipsCalledHome,
    StartingSeatDrawn,
    TurnBegan,
    TurnSkipped,
)
from domain.games.puffinova.moves import PILES
from domain.games.puffinova.state import GALACTIC_CITY, Kind, PuffiNovaState, effect_under_way
from domain.games.rules import Event, Seat

_ASKED_BY: Mapping[tuple[str, str], Kind] = {
    ("lightning", "draw_card"): "draw",
    ("lightning", "discard_card"): "discard",
    ("mandatory", "discard_card"): "discard_all",
    ("mandatory", "pass_card_right"): "pass_right",
    ("buddy", "draw_card"): "buddy",
    ("buddy", "take_diamond"): "buddy",
}
"""The decision that an effect opens for the seats that it asks."""


# The open decision


def _open(state: PuffiNovaState, kind: Kind, seats: tuple[Seat, ...]) -> None:
    state.kind = kind
    state.owing = list(seats)
    state.decision += 1


def _close(state: PuffiNovaState) -> None:
    state.kind = None
    state.owing = []


def _answered_in_secret(state: PuffiNovaState, seat: Seat, card: str) -> None:
    """Keeps an answer until the last is in. A seat that was not asked has but one (ruling 21)."""
    state.chosen[seat] = card
    if seat in state.owing:
        state.owing.remove(seat)
        if not state.owing:
            state.kind = None


# Set-up


def _cards_shuffled(state: PuffiNovaState, event: CardsShuffled, box: Box) -> None:
    state.deck = list(event.order)


def _discard_started(state: PuffiNovaState, event: DiscardStarted, box: Box) -> None:
    state.discard = list(event.cards)
    del state.deck[: len(event.cards)]


def _rows_filled(state: PuffiNovaState, event: RowsFilled, box: Box) -> None:
    for column, row, cards in event.rows:
        state.rows[column][row - 1].spaces = list(cards)
        del state.deck[: len(cards)]


def _piles_prepared(state: PuffiNovaState, event: PilesPrepared, box: Box) -> None:
    state.piles = {"left": list(event.left), "right": list(event.right)}
    state.explosions = dict.fromkeys(PILES, 0)
    state.deck = []


def _construction_shuffled(state: PuffiNovaState, event: ConstructionShuffled, box: Box) -> None:
    state.construction = list(event.order)


def _construction_offered(state: PuffiNovaState, event: ConstructionOffered, box: Box) -> None:
    state.players[event.seat].offer = list(event.cards)
    del state.construction[: len(event.cards)]
    if event.seat == state.seats[-1]:
        _open(state, "choose_building", tuple(state.seats))


def _building_chosen(state: PuffiNovaState, event: BuildingChosen, box: Box) -> None:
    _answered_in_secret(state, event.seat, event.card)


def _building_built(state: PuffiNovaState, event: BuildingBuilt, box: Box) -> None:
    del state.chosen[event.seat]
    player = state.players[event.seat]
    player.offer.remove(event.card)
    player.areas[GALACTIC_CITY].append(event.card)


def _starting_seat_drawn(state: PuffiNovaState, event: StartingSeatDrawn, box: Box) -> None:
    state.starting_seat = event.seat


# Turns


def _turn_began(state: PuffiNovaState, event: TurnBegan, box: Box) -> None:
    if event.seat == state.turn:  # With two players or more, nobody else's turn comes in between.
        state.extra_turns -= 1
    state.turn = event.seat
    state.landed = False
    state.turns += 1
    _open(state, "turn", (event.seat,))


def _turn_skipped(state: PuffiNovaState, event: TurnSkipped, box: Box) -> None:
    if state.kind == "turn":
        # The seat has landed, and now can do nothing: the decision that the landing opened is nobody's,
        # and the next one takes its number.
        state.decision -= 1
        _close(state)
        return
    if event.seat == state.turn:
        state.extra_turns -= 1
    state.turn = event.seat


def _ships_called_home(state: PuffiNovaState, event: ShipsCalledHome, box: Box) -> None:
    home = {*state.players[event.seat].ships, *event.ships}
    state.players[event.seat].ships = [ship for ship in box.ships if ship in home]
    for column in PILES:
        for row in state.rows[column]:
            if row.queue:
                row.queue = [standing for standing in row.queue if standing[0] != event.seat]
    if event.emergency:
        state.landed = True
        state.landings += 1
        _open(state, "turn", (event.seat,))
    else:
        state.homecomings += 1
        _close(state)


# Launching


def _ship_launched(state: PuffiNovaState, event: ShipLaunched, box: Box) -> None:
    state.players[event.seat].ships.remove(event.ship)
    state.rows[event.column][event.row - 1].queue.append((event.seat, event.ship))
    state.launches += 1
    state.queued += event.queued
    _close(state)


def _cards_taken(state: PuffiNovaState, event: CardsTaken, box: Box) -> None:
    spaces = state.rows[event.column][event.row - 1].spaces
    for card in event.cards:
        spaces[spaces.index(card)] = None
    state.players[event.seat].hand.extend(event.cards)


def _row_refilled(state: PuffiNovaState, event: RowRefilled, box: Box) -> None:
    state.piles[event.pile].pop(0)
    state.rows[event.column][event.row - 1].spaces[event.space - 1] = event.card


def _explosion_drawn(state: PuffiNovaState, event: ExplosionDrawn, box: Box) -> None:
    state.piles[event.pile].pop(0)
    state.explosions[event.pile] += 1
    if state.over() or (state.kind == "draw" and not state.can_draw()):
        _close(state)


# Cards


def _card_paid(state: PuffiNovaState, event: CardPaid, box: Box) -> None:
    hand = state.players[event.seat].hand
    for card in event.cards:
        hand.remove(card)
    state.discard.extend(event.cards)
    state.payment = list(event.cards)
    _close(state)


def _card_played(state: PuffiNovaState, event: CardPlayed, box: Box) -> None:
    state.players[event.seat].hand.remove(event.card)
    state.players[event.owner].areas[event.area].append(event.card)
    state.played = event.card


def _diamonds_moved(state: PuffiNovaState, event: DiamondsMoved, box: Box) -> None:
    _add_diamonds(state, event.from_, -event.count)
    _add_diamonds(state, event.to, event.count)


def _add_diamonds(state: PuffiNovaState, holder: Holder, count: int) -> None:
    """The supply may owe diamonds (ruling 15)."""
    if holder == "supply":
        state.supply += count
    else:
        state.players[holder].diamonds += count


# Effects


def _effect_began(state: PuffiNovaState, event: EffectBegan, box: Box) -> None:
    if event.seats:
        _open(state, _ASKED_BY[event.kind, event.do], event.seats)
    if state.kind == "draw":
        state.draws_left = effect_under_way(state, box).count


def _card_drawn(state: PuffiNovaState, event: CardDrawn, box: Box) -> None:
    state.piles[event.pile].pop(0)
    state.players[event.seat].hand.append(event.card)
    if state.kind == "draw":
        state.draws_left -= 1
        if state.draws_left and state.can_draw():
            _open(state, "draw", (event.seat,))
        else:
            _close(state)


def _buddy_answered(state: PuffiNovaState, event: BuddyAnswered, box: Box) -> None:
    still_to_ask = tuple(seat for seat in state.owing if seat != event.seat)
    if still_to_ask:
        _open(state, "buddy", still_to_ask)
    else:
        _close(state)


def _card_chosen(state: PuffiNovaState, event: PassChosen | DiscardChosen, box: Box) -> None:
    _answered_in_secret(state, event.seat, event.card)


def _card_passed(state: PuffiNovaState, event: CardPassed, box: Box) -> None:
    del state.chosen[event.from_seat]
    state.players[event.from_seat].hand.remove(event.card)
    state.players[event.to_seat].hand.append(event.card)


def _card_discarded(state: PuffiNovaState, event: CardDiscarded, box: Box) -> None:
    state.chosen.pop(event.seat, None)
    state.players[event.seat].hand.remove(event.card)
    state.discard.append(event.card)
    if state.kind == "discard":
        _close(state)


def _extra_turn_granted(state: PuffiNovaState, event: ExtraTurnGranted, box: Box) -> None:
    state.extra_turns += 1


# The end


def _area_scored(state: PuffiNovaState, event: AreaScored, box: Box) -> None:
    state.area_stars[event.area] = list(event.stars)


def _final_scored(state: PuffiNovaState, event: FinalScored, box: Box) -> None:
    state.scorepad.append(event)


EVOLVE: Mapping[type[Event], Callable[[PuffiNovaState, Any, Box], None]] = {
    CardsShuffled: _cards_shuffled,
    DiscardStarted: _discard_started,
    RowsFilled: _rows_filled,
    PilesPrepared: _piles_prepared,
    ConstructionShuffled: _construction_shuffled,
    ConstructionOffered: _construction_offered,
    BuildingChosen: _building_chosen,
    BuildingBuilt: _building_built,
    StartingSeatDrawn: _starting_seat_drawn,
    TurnBegan: _turn_began,
    TurnSkipped: _turn_skipped,
    ShipLaunched: _ship_launched,
    CardsTaken: _cards_taken,
    RowRefilled: _row_refilled,
    ExplosionDrawn: _explosion_drawn,
    ShipsCalledHome: _ships_called_home,
    CardPaid: _card_paid,
    CardPlayed: _card_played,
    DiamondsMoved: _diamonds_moved,
    EffectBegan: _effect_began,
    CardDrawn: _card_drawn,
    BuddyAnswered: _buddy_answered,
    PassChosen: _card_chosen,
    CardPassed: _card_passed,
    DiscardChosen: _card_chosen,
    CardDiscarded: _card_discarded,
    ExtraTurnGranted: _extra_turn_granted,
    AreaScored: _area_scored,
    FinalScored: _final_scored,
}
"""How to apply an event of each class."""
