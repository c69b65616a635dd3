"""Over simulated matches everything occurs that the game knows: moves, events, effects, hourglasses, ends."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TypeVar

from domain.games.puffinova.components import PRINTED_EFFECTS, Hourglass
from domain.games.puffinova.events import (
    EVENTS,
    BuddyAnswered,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    DiamondsMoved,
    EffectBegan,
    ExplosionDrawn,
    FinalScored,
    RowRefilled,
    ShipLaunched,
)
from domain.games.puffinova.moves import MOVES, Accept, DrawFrom, Launch
from domain.games.puffinova.options import Deck, PuffiNovaOptions
from domain.games.puffinova.state import AREAS, LAST_EXPLOSION
from domain.games.rules import Event, Move, play_out
from tests.domain.games.chance_doubles import SeededChance, SeededPicker
from tests.domain.games.puffinova.table import BOX, RULES

ThingT = TypeVar("ThingT", bound=Move | Event)

DECKS: tuple[Deck, ...] = ("friend", "lightning", "construction", "insects", "nordic")
OTHER_DECKS: tuple[Deck, ...] = ("construction", "friend", "domestic", "lightning", "insects")

MATCHES = [
    (seats, options, bot, seed)
    for seats in RULES.seats
    for options in (
        PuffiNovaOptions(decks=DECKS[:seats]),
        PuffiNovaOptions(decks=OTHER_DECKS[:seats]),
        PuffiNovaOptions(variant="experienced_family", empty_area_ranks=False),
    )
    for bot in ("random", "greedy")
    for seed in range(7)
]


def played(seats: int, options: PuffiNovaOptions, bot: str, seed: int) -> Iterator[Move | Event]:
    """A match by one kind of bot: its moves and what they led to."""
    chance, picker = SeededChance(seed), SeededPicker(seed)
    state = RULES.new_state(seats, options)
    yield from play_out(RULES, state, RULES.set_up(state, chance))
    while decision := RULES.awaiting(state):
        seat = decision.seats[picker.below(len(decision.seats))]
        legal = list(RULES.legal_moves(state, seat))
        move = RULES.bots[bot].choose(RULES.view(state, seat), legal, picker)
        yield move
        yield from play_out(RULES, state, RULES.decide(state, seat, move, chance))


@cache
def all_that_happened() -> tuple[Move | Event, ...]:
    return tuple(thing for match in MATCHES for thing in played(*match))


def happened(kind: type[ThingT]) -> Iterator[ThingT]:
    return (thing for thing in all_that_happened() if isinstance(thing, kind))


def test_every_move_is_made() -> None:
    assert {type(thing) for thing in happened(Move)} == set(MOVES.values())


def test_every_event_happens() -> None:
    assert {type(thing) for thing in happened(Event)} == set(EVENTS.values())


def test_every_effect_strikes() -> None:
    assert {(effect.kind, effect.do) for effect in happened(EffectBegan)} == set(PRINTED_EFFECTS)


def test_every_hourglass_gives_stars() -> None:
    scored = {
        type(BOX.cards[source.of].hourglass)
        for pad in happened(FinalScored)
        for source in pad.detail
        if source.line == "city" and source.stars
    }
    assert scored >= set(Hourglass.__subclasses__())


def test_cards_go_everywhere() -> None:
    assert {(event.area, event.owner == event.seat) for event in happened(CardPlayed)} == {
        *((area, True) for area in AREAS),
        *((area, False) for area in AREAS[:3]),
    }


def test_diamonds_move_for_every_reason() -> None:
    assert {event.reason for event in happened(DiamondsMoved)} == {
        "card",
        "queue",
        "emergency_landing",
        "take_diamond",
        "give_diamond_to_neighbours",
        "pass_card_right",
        "discard_card",
    }


def test_explosions_come_wherever_a_card_is_drawn_and_end_matches_there() -> None:
    """While a row is refilled, by a player's effect and by a buddy's."""
    found = set()
    asked_by: Move | Event | None = None
    for thing in all_that_happened():
        if isinstance(thing, Move):
            asked_by = thing
        elif isinstance(thing, ExplosionDrawn):
            found.add((type(asked_by), thing.count == LAST_EXPLOSION))
    assert found == {(move, last) for move in (Launch, DrawFrom, Accept) for last in (True, False)}


def test_short_piles_are_refilled_both_ways() -> None:
    assert {move.refill for move in happened(Launch)} == {None, "own", "other"}
    assert {event.pile == event.column for event in happened(RowRefilled)} == {True, False}
    assert {event.queued for event in happened(ShipLaunched)} == {True, False}


def test_buddies_accept_and_decline_and_all_kinds_of_cards_are_drawn_and_discarded() -> None:
    assert {(event.accepted, event.pile) for event in happened(BuddyAnswered)} == {
        (True, "left"),
        (True, "right"),
        (True, None),
        (False, None),
    }
    assert {event.pile for event in happened(CardDrawn)} == {"left", "right"}
    assert list(happened(CardDiscarded))
