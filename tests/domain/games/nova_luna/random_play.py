"""Matches of random moves, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from domain.games.nova_luna.state import NovaLunaOptions, NovaLunaState
from domain.games.rules import Event, Move, play_out
from tests.domain.games.chance_doubles import NoChance, SeededChance
from tests.domain.games.nova_luna.table import RULES


def opening(seats: int, seed: int, options: NovaLunaOptions | None = None) -> NovaLunaState:
    """A match right after its set-up."""
    state = RULES.new_state(seats, options or NovaLunaOptions())
    for _ in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        pass
    return state


def legal(state: NovaLunaState) -> list[Move]:
    """The moves of whoever is to move."""
    decision = RULES.awaiting(state)
    return list(RULES.legal_moves(state, decision.seats[0])) if decision else []


def consequences(state: NovaLunaState, move: Move) -> Iterator[Event]:
    """What would follow from a move of the seat to move."""
    decision = RULES.awaiting(state)
    assert decision is not None
    return RULES.decide(state, decision.seats[0], move, NoChance())


def random_match(
    seats: int, options: NovaLunaOptions, seed: int, before_move: Callable[[NovaLunaState], object] = id
) -> Iterator[tuple[NovaLunaState, Event]]:
    """A match of random moves: each event, with the state that it led to."""
    random = Random(seed)
    state = RULES.new_state(seats, options)
    for event in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        yield state, event
    while moves := legal(state):
        before_move(state)
        for event in play_out(RULES, state, consequences(state, random.choice(moves))):
            yield state, event
