"""Matches of random moves, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import Event, Move, Seat, play_out
from tests.domain.games.chance_doubles import SeededChance
from tests.domain.games.puffinova.table import RULES

OPTIONS = (
    PuffiNovaOptions(),
    PuffiNovaOptions(variant="family_only", empty_area_ranks=False),
    PuffiNovaOptions(variant="experienced_family"),
)
"""Options that go with every number of seats."""


def opening(seats: int, seed: int, options: PuffiNovaOptions | None = None) -> PuffiNovaState:
    """A match right after its set-up."""
    state = RULES.new_state(seats, options or PuffiNovaOptions())
    for _ in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        pass
    return state


def answers(state: PuffiNovaState) -> list[tuple[Seat, Move]]:
    """Every legal move of every seat that owes an answer."""
    return [(seat, move) for seat in state.awaited_seats() for move in RULES.legal_moves(state, seat)]


def random_match(
    seats: int,
    options: PuffiNovaOptions,
    seed: int,
    before_move: Callable[[PuffiNovaState], object] = id,
) -> Iterator[tuple[PuffiNovaState, Event]]:
    """A match of random moves: each event, with the state that it led to."""
    random, chance = Random(seed), SeededChance(seed)
    state = RULES.new_state(seats, options)
    for event in play_out(RULES, state, RULES.set_up(state, chance)):
        yield state, event
    while possible := answers(state):
        before_move(state)
        seat, move = random.choice(possible)
        for event in play_out(RULES, state, RULES.decide(state, seat, move, chance)):
            yield state, event
