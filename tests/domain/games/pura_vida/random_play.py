"""Matches of random moves, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from domain.games.pura_vida.state import PuraVidaOptions, PuraVidaState
from domain.games.rules import Event, Move, play_out
from tests.domain.games.chance_doubles import NoChance, SeededChance
from tests.domain.games.pura_vida.table import RULES


def opening(seats: int, seed: int, options: PuraVidaOptions | None = None) -> PuraVidaState:
    """A match right after its set-up."""
    state = RULES.new_state(seats, options or PuraVidaOptions())
    for _ in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        pass
    return state


def legal(state: PuraVidaState) -> list[Move]:
    """The moves of the seat whose turn it is."""
    return [] if state.turn is None else list(RULES.legal_moves(state, state.turn))


def consequences(state: PuraVidaState, move: Move) -> Iterator[Event]:
    """What would follow from a move of the seat whose turn it is."""
    assert state.turn is not None
    return RULES.decide(state, state.turn, move, NoChance())


def random_match(
    seats: int, options: PuraVidaOptions, seed: int, before_move: Callable[[PuraVidaState], object] = id
) -> Iterator[tuple[PuraVidaState, Event]]:
    """A match of random moves: each event, with the state that it led to."""
    random = Random(seed)
    state = RULES.new_state(seats, options)
    for event in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        yield state, event
    while moves := legal(state):
        before_move(state)
        for event in play_out(RULES, state, consequences(state, random.choice(moves))):
            yield state, event
