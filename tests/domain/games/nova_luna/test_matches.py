"""Whole matches: what holds at each event, whatever is played."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.nova_luna.display import Group
from domain.games.nova_luna.events import EVENTS
from domain.games.nova_luna.moves import Refill, Take
from domain.games.nova_luna.state import NovaLunaOptions, NovaLunaState
from domain.games.rules import Event, IllegalMove, Move
from tests.domain.games.nova_luna.naive import fulfilled
from tests.domain.games.nova_luna.random_play import consequences, legal, random_match
from tests.domain.games.nova_luna.table import RULES, TILES, rules_with_tokens_to_place

any_match = given(
    seats=st.integers(2, 4),
    options=st.sampled_from([NovaLunaOptions("standard"), NovaLunaOptions("first_game")]),
    seed=st.integers(0, 10**6),
)


@settings(deadline=None, derandomize=True, max_examples=20)
@any_match
def test_invariants_hold_at_each_event_and_every_match_ends(
    seats: int, options: NovaLunaOptions, seed: int
) -> None:
    for state, _ in random_match(seats, options, seed):
        RULES.invariants(state)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert sorted(seat for (seat,) in outcome.ranking) == list(range(seats))
    ((winner,), *_) = outcome.ranking
    assert state.tokens[winner] == min(state.tokens)


@settings(deadline=None, derandomize=True, max_examples=40)
@any_match
def test_completed_tasks_are_those_of_a_naive_reading(
    seats: int, options: NovaLunaOptions, seed: int
) -> None:
    """The bookkeeping of groups against the wording of the rules, before every move."""

    def compare(state: NovaLunaState) -> None:
        for display in state.displays:
            lying = {cell: TILES[tile] for cell, tile in display.tiles.items()}
            completed = {
                (cell, index)
                for cell, tile in lying.items()
                for index in range(len(tile.tasks))
                if index not in display.open_tasks.get(cell, {})
            }
            assert completed == fulfilled(lying)

    for _ in random_match(seats, options, seed, compare):
        pass


@settings(deadline=None, derandomize=True, max_examples=20)
@any_match
def test_a_match_rebuilt_from_its_stored_events_equals_it_at_every_version(
    seats: int, options: NovaLunaOptions, seed: int
) -> None:
    rebuilt = RULES.new_state(seats, options)
    for state, event in random_match(seats, options, seed):
        stored = msgspec.json.encode(event)
        RULES.evolve(rebuilt, msgspec.json.decode(stored, type=EVENTS[f"nova_luna.{type(event).__name__}"]))
        assert rebuilt == state


@settings(deadline=None, derandomize=True, max_examples=20)
@any_match
def test_every_listed_move_is_accepted_and_others_are_refused(
    seats: int, options: NovaLunaOptions, seed: int
) -> None:
    random = Random(seed)

    def try_moves(state: NovaLunaState) -> None:
        listed = legal(state)
        assert len(listed) == len(set(listed))
        for move in listed:
            assert isinstance(next(consequences(state, move)), Event)
        others: list[Move] = [
            Take(random.randrange(-2, 15), (random.randrange(-6, 7), random.randrange(-6, 7)))
            for _ in range(10)
        ]
        for move in {Refill(), *others}.difference(listed):
            with pytest.raises(IllegalMove):
                next(consequences(state, move))

    for _ in random_match(seats, options, seed, try_moves):
        pass


def test_event_names() -> None:
    assert {name: kind.__name__ for name, kind in EVENTS.items()} == {
        name: name.removeprefix("nova_luna.") for name in EVENTS
    }


def test_both_ways_to_end_are_reached_by_random_play() -> None:
    ends = set()
    for seed in range(30):
        *_, (state, _) = random_match(2 + seed % 3, NovaLunaOptions("first_game"), seed)
        outcome = RULES.outcome(state)
        ends.add(outcome and outcome.reason)
    assert ends == {"all_tokens_placed", "tiles_exhausted"}


def _walk_away(state: NovaLunaState) -> None:
    """Farther than the printed times allow (ruling 9)."""
    state.distances = [0, 8]
    state.stacks = {0: [0], 8: [1]}


def _cut_off(state: NovaLunaState) -> None:
    """A tile is not in the group of its neighbours any more."""
    groups = state.displays[0].groups
    cell, group = next((cell, group) for cell, group in groups.items() if len(group.cells) > 1)
    groups[cell] = Group(group.colour, (cell,))


def _swap_groups(state: NovaLunaState) -> None:
    """A tile is in another group of its colour."""
    groups = state.displays[0].groups
    cell, other = next(
        (cell, other)
        for cell, group in groups.items()
        for other in groups.values()
        if other.colour == group.colour and other is not group
    )
    groups[cell] = other


def _recolour(state: NovaLunaState) -> None:
    groups = state.displays[0].groups
    groups[0, 0] = Group("mauve", groups[0, 0].cells)


CHANGES: list[tuple[Callable[[NovaLunaState], Any], str]] = [
    (lambda state: state.supply.pop(), r"each tile is somewhere, once; .* \{'NL\d\d': -1\}"),
    (lambda state: state.supply.append(state.supply[0]), r"each tile is somewhere, once; .*: 1\}"),
    (lambda state: state.wheel.__setitem__(state.meeple, state.supply.pop()), "on the meeple's space"),
    (
        lambda state: state.tokens.__setitem__(0, state.tokens[0] - 1),
        r"seat 0: \d+ completed, \d+ tokens left",
    ),
    (lambda state: state.tokens.__setitem__(0, -1), "seat 0 has -1 tokens left"),
    (lambda state: state.stacks.popitem(), "a token is missing"),
    (lambda state: state.stacks.__setitem__(98, []), "an empty stack"),
    (lambda state: state.distances.__setitem__(0, 99), "does not match"),
    (_walk_away, "too far apart"),
    (lambda state: state.displays[0].frontier.popitem(), "the frontier is not"),
    (lambda state: state.displays[0].groups.popitem(), "not every tile, or more than a tile, has a group"),
    (lambda state: state.displays[0].open_tasks.__setitem__((0, 0), {}), "a tile without open tasks"),
    (_cut_off, r"the group of .* is \[.*\], not"),
    (_swap_groups, "is not in its group"),
    (_recolour, "the group of .* is .*, not mauve"),
    (lambda state: state.displays[0].place((50, 50), TILES[state.supply.pop()]), "this display falls apart"),
]


@pytest.mark.parametrize(("change", "sentence"), CHANGES)
def test_invariants_notice_what_is_wrong(change: Callable[[NovaLunaState], Any], sentence: str) -> None:
    """A check that never fails would prove nothing."""
    for state, _ in random_match(2, NovaLunaOptions(), 5):
        if state.decision == 30:
            break
    RULES.invariants(state)
    change(state)
    with pytest.raises(AssertionError, match=sentence):
        RULES.invariants(state)


def test_a_smaller_set_has_its_own_rules() -> None:
    assert rules_with_tokens_to_place(5).new_state(3, NovaLunaOptions("first_game")).tokens == [5, 5, 5]
