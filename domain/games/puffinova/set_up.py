"""Setting up: what happens before the first turn."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.puffinova.box import Box
from domain.games.puffinova.components import CONSTRUCTION, EXPLOSION, EXPLOSION_DEPTH, EXPLOSIONS_A_PILE
from domain.games.puffinova.events import (
    BuildingBuilt,
    BuildingChosen,
    CardsShuffled,
    ConstructionOffered,
    ConstructionShuffled,
    DiscardStarted,
    PilesPrepared,
    RowsFilled,
    StartingSeatDrawn,
    TurnBegan,
)
from domain.games.puffinova.moves import PILES, ChooseBuilding
from domain.games.puffinova.options import chosen_decks
from domain.games.puffinova.refusals import CardNotOffered
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import Chance, Event, Seat

BUILDINGS_OFFERED = 3
"""How many Construction cards a seat chooses from (rulebook, Shorter Game Variant)."""


def set_up(state: PuffiNovaState, box: Box, chance: Chance) -> Iterator[Event]:
    """Shuffle and lay out the cards, then offer buildings or begin (rulebook, Setup)."""
    decks = chosen_decks(len(state.players), state.options)
    cards = [card.id for card in box.cards.values() if card.deck in decks]
    yield CardsShuffled(tuple(chance.shuffle(CardsShuffled, cards)))
    yield DiscardStarted(tuple(state.deck[: box.discard_start]))
    yield _rows_filled(state, box)
    yield _piles_prepared(state, chance)
    if state.options.variant == "experienced_family":
        yield from _offer_buildings(state, box, chance)
    else:
        yield from begin(state, chance)


def _rows_filled(state: PuffiNovaState, box: Box) -> RowsFilled:
    """Left column first, row by row (rulebook, Setup 5)."""
    places = [(column, row) for column in PILES for row in range(1, len(state.rows[column]) + 1)]
    width = box.cards_per_row
    return RowsFilled(
        tuple(
            (column, row, tuple(state.deck[first : first + width]))
            for first, (column, row) in zip(range(0, len(state.deck), width), places, strict=False)
        )
    )


def _piles_prepared(state: PuffiNovaState, chance: Chance) -> PilesPrepared:
    """The upper half, with the odd card, is the left pile (rulebook, Setup 6 and 7)."""
    half = (len(state.deck) + 1) // 2
    left = _with_explosions(state.deck[:half], chance)
    right = _with_explosions(state.deck[half:], chance)
    return PilesPrepared(len(left), len(right), left, right)


def _with_explosions(pile: list[str], chance: Chance) -> tuple[str, ...]:
    """Two explosions shuffled into the bottom ten cards."""
    top, bottom = pile[:-EXPLOSION_DEPTH], pile[-EXPLOSION_DEPTH:]
    return (*top, *chance.shuffle(PilesPrepared, [*bottom, *[EXPLOSION] * EXPLOSIONS_A_PILE]))


def _offer_buildings(state: PuffiNovaState, box: Box, chance: Chance) -> Iterator[Event]:
    """Three Construction cards for each seat to choose from (rulebook, Shorter Game Variant)."""
    cards = [card.id for card in box.cards.values() if card.deck == CONSTRUCTION]
    yield ConstructionShuffled(tuple(chance.shuffle(ConstructionShuffled, cards)))
    for seat in state.seats:
        yield ConstructionOffered(seat, tuple(state.construction[:BUILDINGS_OFFERED]))


def choose_building(
    state: PuffiNovaState, seat: Seat, move: ChooseBuilding, box: Box, chance: Chance
) -> Iterator[Event]:
    """Keep the choice until the last is in, then build all of them and begin (ruling 19)."""
    offer = state.players[seat].offer
    if move.card not in offer:
        raise CardNotOffered(move.card, offer)
    yield BuildingChosen(seat, move.card)
    if not state.owing:
        for builder, card in sorted(state.chosen.items()):
            yield BuildingBuilt(builder, card)
        yield from begin(state, chance)


def begin(state: PuffiNovaState, chance: Chance) -> Iterator[Event]:
    """Draw who starts (ruling 17), and begin its turn."""
    seat = chance.below(StartingSeatDrawn, len(state.players))
    yield StartingSeatDrawn(seat)
    yield TurnBegan(seat)
