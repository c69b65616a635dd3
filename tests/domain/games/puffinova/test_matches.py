"""Whole matches: what holds at each event, whatever is played."""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Stream
from domain.games.canonical import canonical
from domain.games.puffinova.components import DECK_SIZES, FAMILY_DECKS
from domain.games.puffinova.events import (
    EVENTS,
    CardDiscarded,
    CardDrawn,
    CardPaid,
    CardPassed,
    CardPlayed,
    CardsTaken,
    DiamondsMoved,
    DiscardStarted,
)
from domain.games.puffinova.options import PuffiNovaOptions, decks_taken
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import AUDITOR, SPECTATOR, Event
from tests.domain.games.puffinova import naive
from tests.domain.games.puffinova.random_play import answers, random_match
from tests.domain.games.puffinova.redeal import redeal
from tests.domain.games.puffinova.table import RULES


@st.composite
def tables(draw: st.DrawFn) -> tuple[int, PuffiNovaOptions, int]:
    """A number of seats, any options that go with it, a seed."""
    seats = draw(st.integers(2, 5))
    variant = draw(st.sampled_from(["standard", "family_only", "experienced_family"]))
    offered = list(DECK_SIZES if variant == "standard" else FAMILY_DECKS)
    options = PuffiNovaOptions(variant=variant, empty_area_ranks=draw(st.booleans()))  # type: ignore[arg-type]
    decks = draw(st.permutations(offered))[: decks_taken(seats, options)]
    return seats, msgspec.structs.replace(options, decks=tuple(decks)), draw(st.integers(0, 10**6))


@settings(max_examples=25)
@given(tables())
def test_invariants_hold_at_each_event_and_every_match_ends(table: tuple[int, PuffiNovaOptions, int]) -> None:
    """All cards, diamonds and ships accounted for, with every choice of decks and every variant."""
    seats, options, seed = table
    RULES.check_options(seats, options)
    for state, _ in random_match(seats, options, seed):
        RULES.invariants(state)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(seats))
    assert state.explosions_out() == 3


@settings(max_examples=25)
@given(tables())
def test_a_match_rebuilt_from_its_stored_events_equals_it_at_every_version(
    table: tuple[int, PuffiNovaOptions, int],
) -> None:
    seats, options, seed = table
    rebuilt = RULES.new_state(seats, options)
    for state, event in random_match(seats, options, seed):
        stored = msgspec.json.encode(event)
        RULES.evolve(rebuilt, msgspec.json.decode(stored, type=EVENTS[f"puffinova.{type(event).__name__}"]))
        assert rebuilt == state


@settings(max_examples=25)
@given(tables())
def test_hands_areas_discards_and_diamonds_are_what_the_events_add_up_to(
    table: tuple[int, PuffiNovaOptions, int],
) -> None:
    """Counted from the events alone, without the state."""
    seats, options, seed = table
    hands: list[Counter[str]] = [Counter() for _ in range(seats)]
    boards: list[list[tuple[str, str]]] = [[] for _ in range(seats)]
    discard: list[str] = []
    diamonds: Counter[Any] = Counter()
    for state, event in random_match(seats, options, seed):  # noqa: B007 - what is left at the end
        match event:
            case DiscardStarted(cards=cards):
                discard += cards
            case CardsTaken(seat=seat, cards=cards):
                hands[seat].update(cards)
            case CardDrawn(seat=seat, card=card):
                hands[seat][card] += 1
            case CardPaid(seat=seat, cards=cards):
                hands[seat].subtract(cards)
                discard += cards
            case CardPlayed(seat=seat, card=card, area=area, owner=owner):
                hands[seat][card] -= 1
                boards[owner].append((area, card))
            case CardPassed(from_seat=giver, to_seat=taker, card=card):
                hands[giver][card] -= 1
                hands[taker][card] += 1
            case CardDiscarded(seat=seat, card=card):
                hands[seat][card] -= 1
                discard.append(card)
            case DiamondsMoved():
                diamonds[event.from_] -= event.count
                diamonds[event.to] += event.count
    assert discard == state.discard
    assert 65 + diamonds["supply"] == state.supply
    for seat, player in enumerate(state.players):
        assert +hands[seat] == Counter(player.hand)
        assert diamonds[seat] == player.diamonds
        for where, lying in player.areas.items():
            played = [card for area, card in boards[seat] if area == where]
            free = [card for card in lying if card not in played]
            assert lying == free + played
            assert len(free) == (where == "galactic_city" and options.variant == "experienced_family")


@settings(max_examples=40)
@given(tables())
def test_stars_are_what_a_recount_finds(table: tuple[int, PuffiNovaOptions, int]) -> None:
    """The rulebook's final scoring, once more and straight from the component file."""
    seats, options, seed = table
    *_, (state, _) = random_match(seats, options, seed)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert state.turn is not None
    assert list(outcome.scores) == naive.stars(
        [player.areas for player in state.players],
        [player.diamonds for player in state.players],
        state.turn,
        options.empty_area_ranks,
    )
    for pad in state.scorepad:
        assert sum(source.stars for source in pad.detail) == pad.total


@settings(max_examples=10)
@given(tables())
def test_every_listed_move_is_accepted_and_each_refusal_comes_first(
    table: tuple[int, PuffiNovaOptions, int],
) -> None:
    random = Random(table[2])

    def try_moves(state: PuffiNovaState) -> None:
        possible = answers(state)
        assert 0 < len(possible) <= 500 * len(state.awaited_seats())
        assert len({(seat, canonical(move)) for seat, move in possible}) == len(possible)
        for seat, move in random.sample(possible, min(5, len(possible))):
            assert isinstance(next(RULES.decide(copy.deepcopy(state), seat, move, AnyChance())), Event)

    for _ in random_match(*table, try_moves):
        pass


class AnyChance:
    """Leaves everything as it is."""

    def shuffle(self, event: type[Event], items: Any) -> Any:
        return list(items)

    def below(self, event: type[Event], limit: int) -> int:
        return 0


@settings(max_examples=20)
@given(tables(), st.integers(0, 200), st.integers(0, 10**6))
def test_dealing_again_what_a_viewer_cannot_see_changes_nothing_for_it(
    table: tuple[int, PuffiNovaOptions, int], events: int, deal: int
) -> None:
    """With every variant: also while buildings are chosen, and while cards are chosen in secret."""
    for number, (state, _) in enumerate(random_match(*table)):
        if number % 80 == events % 80 and state.piles:
            for viewer in (*state.seats, SPECTATOR, AUDITOR):
                other = copy.deepcopy(state)
                redeal(other, viewer, Stream(b"%d" % deal))
                RULES.invariants(other)
                assert canonical(RULES.view(other, viewer)) == canonical(RULES.view(state, viewer))
                assert RULES.awaiting(other) == RULES.awaiting(state)
                if isinstance(viewer, int):
                    assert list(RULES.legal_moves(other, viewer)) == list(RULES.legal_moves(state, viewer))


@settings(max_examples=5)
@given(tables())
def test_views_are_plain_json_at_every_event(table: tuple[int, PuffiNovaOptions, int]) -> None:
    for state, _ in random_match(*table):
        for viewer in (0, SPECTATOR, AUDITOR):
            view = RULES.view(state, viewer)
            assert msgspec.json.decode(canonical(view)) == view


def test_event_names() -> None:
    assert {name: kind.__name__ for name, kind in EVENTS.items()} == {
        name: name.removeprefix("puffinova.") for name in EVENTS
    }


def broken(change: Callable[[PuffiNovaState], Any]) -> PuffiNovaState:
    for state, _ in random_match(3, PuffiNovaOptions(), 5):
        if state.decision == 30 and state.kind == "turn":
            break
    RULES.invariants(state)
    change(state)
    return state


@pytest.mark.parametrize(
    "change",
    [
        lambda state: state.piles["left"].pop(),
        lambda state: state.piles["left"].append("diamond_explosion"),
        lambda state: state.discard.append(state.discard[0]),
        lambda state: setattr(state, "supply", state.supply + 1),
        lambda state: setattr(state.players[0], "diamonds", -1),
        lambda state: state.players[0].ships.clear(),
        lambda state: state.rows["left"][0].queue.append((0, "ark")),
        lambda state: state.explosions.update(left=4),
        lambda state: setattr(state, "kind", None),
        lambda state: setattr(state, "owing", []),
        lambda state: setattr(state, "owing", [(state.turn + 1) % 3]),
        lambda state: setattr(state, "owing", state.owing * 2),
        lambda state: setattr(state, "extra_turns", -1),
        lambda state: state.chosen.update({0: "IN99"}),
        lambda state: state.players[state.turn].hand.append("IN99"),
    ],
)
def test_invariants_notice_what_is_wrong(change: Callable[[PuffiNovaState], Any]) -> None:
    """A check that never fails would prove nothing."""
    with pytest.raises(AssertionError):
        RULES.invariants(broken(change))
