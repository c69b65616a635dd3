"""Whole matches: what holds at each event, whatever is played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.pura_vida.components import printed_components
from domain.games.pura_vida.events import EVENTS, BiodiversityScored, TilePlaced
from domain.games.pura_vida.moves import Release, Rest
from domain.games.pura_vida.rules import PuraVida
from domain.games.pura_vida.state import PuraVidaOptions, PuraVidaState
from domain.games.rules import SPECTATOR, Event, IllegalMove, Move, play_out
from tests.domain.games.chance_doubles import NoChance, SeededChance, SeededPicker
from tests.domain.games.pura_vida import naive
from tests.domain.games.pura_vida.random_play import consequences, legal, random_match
from tests.domain.games.pura_vida.table import RULES, TILES

any_match = given(
    seats=st.integers(2, 4),
    options=st.sampled_from([PuraVidaOptions("any"), PuraVidaOptions("ahead")]),
    seed=st.integers(0, 10**6),
)


@settings(deadline=None, derandomize=True, max_examples=20)
@any_match
def test_invariants_hold_at_each_event_and_every_match_ends(
    seats: int, options: PuraVidaOptions, seed: int
) -> None:
    for state, _ in random_match(seats, options, seed):
        RULES.invariants(state)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(seats))
    assert {outcome.scores[seat] for seat in outcome.ranking[0]} == {max(outcome.scores)}


@settings(deadline=None, derandomize=True, max_examples=20)
@any_match
def test_all_seventy_five_tiles_are_accounted_for(seats: int, options: PuraVidaOptions, seed: int) -> None:
    """At each event every tile lies in the supply, on the path, in a park, in a hand or in the box."""
    for state, _ in random_match(seats, options, seed):
        there = Counter([*state.supply, *state.path.values(), *state.removed])
        for park in state.parks:
            there.update(park.tiles.values())
        there.update([state.taken] if state.taken else [])
        assert there == Counter(list(TILES))


@settings(deadline=None, derandomize=True, max_examples=5)
@any_match
def test_legal_moves_are_those_of_a_naive_reading(seats: int, options: PuraVidaOptions, seed: int) -> None:
    """The bookkeeping of open cells against the wording of the rules, before every move."""

    def compare(state: PuraVidaState) -> None:
        listed = [(move.space, move.cell) if isinstance(move, Release) else () for move in legal(state)]
        assert sorted(listed) == sorted(naive.legal_moves(RULES.view(state, SPECTATOR), TILES))

    for _ in random_match(seats, options, seed, compare):
        pass


@settings(deadline=None, derandomize=True, max_examples=30)
@any_match
def test_scores_are_those_of_a_naive_reading(seats: int, options: PuraVidaOptions, seed: int) -> None:
    """Every placement of a match, counted from scratch."""
    expected: list[Any] = []
    total = [0] * seats
    for state, event in random_match(seats, options, seed):
        if isinstance(event, TilePlaced):
            assert not expected
            lying = {cell: TILES[tile] for cell, tile in state.parks[event.seat].tiles.items()}
            expected = list(naive.scores(lying, event.cell))
        elif isinstance(event, BiodiversityScored):
            total[event.seat] += event.points
            assert expected.pop(0) == (event.axis, event.criterion, list(event.cells), event.points)
            assert event.total == total[event.seat]
    assert not expected
    assert state.scores == total


@settings(deadline=None, derandomize=True, max_examples=20)
@any_match
def test_a_match_rebuilt_from_its_stored_events_equals_it_at_every_version(
    seats: int, options: PuraVidaOptions, seed: int
) -> None:
    rebuilt = RULES.new_state(seats, options)
    for state, event in random_match(seats, options, seed):
        stored = msgspec.json.encode(event)
        RULES.evolve(rebuilt, msgspec.json.decode(stored, type=EVENTS[f"pura_vida.{type(event).__name__}"]))
        assert rebuilt == state
        assert legal(rebuilt) == legal(state)


@settings(deadline=None, derandomize=True, max_examples=20)
@any_match
def test_every_listed_move_is_accepted_and_others_are_refused(
    seats: int, options: PuraVidaOptions, seed: int
) -> None:
    random = Random(seed)

    def try_moves(state: PuraVidaState) -> None:
        listed = legal(state)
        assert len(listed) == len(set(listed))
        for move in listed:
            assert isinstance(next(consequences(state, move)), Event)
        others: list[Move] = [
            Release(random.randrange(-2, 15), (random.randrange(-6, 7), random.randrange(-6, 7)))
            for _ in range(10)
        ]
        for move in set(others).difference(listed):
            with pytest.raises(IllegalMove):
                next(consequences(state, move))

    for _ in random_match(seats, options, seed, try_moves):
        pass


def test_every_kind_of_move_event_and_criterion_occurs() -> None:
    """In a few matches of greedy bots, among them every way to end."""
    kinds: set[type[Event]] = set()
    moves: set[type[Move]] = set()
    criteria: Counter[tuple[str, str, int]] = Counter()
    reasons = set()
    for seed in range(12):
        options = PuraVidaOptions("ahead" if seed % 2 else "any")
        state = RULES.new_state(2 + seed % 3, options)
        picker = SeededPicker(seed)
        coming = RULES.set_up(state, SeededChance(seed))
        while True:
            for event in play_out(RULES, state, coming):
                kinds.add(type(event))
                if isinstance(event, BiodiversityScored):
                    criteria[event.criterion, event.axis, len(event.cells)] += 1
            seat = state.turn
            if seat is None:
                break
            bot = RULES.bots["random" if seed < 3 else "greedy"]
            move = bot.choose(RULES.view(state, seat), legal(state), picker)
            moves.add(type(move))
            coming = RULES.decide(state, seat, move, NoChance())
        outcome = RULES.outcome(state)
        reasons.add(outcome and outcome.reason)
    assert kinds == set(RULES.events.values())
    assert moves == {Release, Rest}
    assert reasons == {"twenty_points", "path_not_refilled"}
    assert {criterion for criterion, _, _ in criteria} == {"A", "B", "C"}
    assert {axis for _, axis, _ in criteria} == {"horizontal", "vertical"}
    assert {length for _, _, length in criteria} == {3, 4, 5}


@pytest.mark.parametrize(("seats", "rounds"), [(2, 6), (3, 6), (4, 5)])
def test_the_most_rounds_a_match_can_have(seats: int, rounds: int) -> None:
    """Ruling 11. Here everybody always rests."""
    state = RULES.new_state(seats, PuraVidaOptions())
    coming = RULES.set_up(state, SeededChance(1))
    while list(play_out(RULES, state, coming)) and state.turn is not None:
        coming = RULES.decide(state, state.turn, Rest(), NoChance())
    assert state.round == rounds
    assert state.scores == [0] * seats


def _other(state: PuraVidaState) -> int:
    return 1 - (state.turn or 0)


def _a_last_action_for_one_that_rests(state: PuraVidaState) -> None:
    state.resting.append(_other(state))
    state.last_actions = [0, 1]


def _six_in_a_row(state: PuraVidaState) -> None:
    x, y = max(state.parks[0].tiles, key=lambda cell: cell[1])
    for step in range(6):
        state.parks[0].place((x + step, y + 1), state.supply.pop())


CHANGES: list[tuple[Callable[[PuraVidaState], Any], str]] = [
    (lambda state: state.supply.pop(), "each tile is somewhere, once"),
    (lambda state: state.supply.append(state.supply[0]), "each tile is somewhere, once"),
    (lambda state: state.scores.__setitem__(0, 19), "points stand on the track"),
    (lambda state: state.positions.__setitem__(0, 13), "the ranger of seat 0 stands on 13"),
    (lambda state: state.positions.__setitem__(0, next(iter(state.path))), "lies a tile"),
    (lambda state: state.resting.extend([_other(state)] * 2), "a ranger rests twice"),
    (lambda state: state.resting.append(state.turn or 0), "which rests"),
    (_a_last_action_for_one_that_rests, "of whom"),
    (lambda state: setattr(state, "last_actions", [_other(state)]), "has had its last"),
    (lambda state: state.parks[0].frontier.popitem(), "the frontier is not"),
    (lambda state: state.parks[0].openings["from_left"].popitem(), "from_left one reaches"),
    (lambda state: state.parks[0].place((50, 50), state.supply.pop()), "this park falls apart"),
    (_six_in_a_row, "6 tiles lie next to each other, horizontally"),
]


@pytest.mark.parametrize(("change", "sentence"), CHANGES)
def test_invariants_notice_what_is_wrong(change: Callable[[PuraVidaState], Any], sentence: str) -> None:
    """A check that never fails would prove nothing."""
    for state, _ in random_match(2, PuraVidaOptions(), 5):
        if state.decision == 12:
            break
    RULES.invariants(state)
    change(state)
    with pytest.raises(AssertionError, match=sentence):
        RULES.invariants(state)


def test_another_set_has_its_own_rules() -> None:
    rules = PuraVida(printed_components() | {"path_spaces": 6})
    state = rules.new_state(2, PuraVidaOptions())
    for _ in play_out(rules, state, rules.set_up(state, SeededChance(1))):
        pass
    assert list(state.path) == [1, 2, 3, 4, 5, 6]
