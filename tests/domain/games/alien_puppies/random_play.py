"""Matches of random moves, the same for the same seed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

from domain.games.alien_puppies.state import AlienPuppiesOptions, AlienPuppiesState
from domain.games.rules import Event, Move, Seat, play_out
from tests.domain.games.alien_puppies.table import RULES
from tests.domain.games.chance_doubles import SeededChance


def opening(seats: int, seed: int, options: AlienPuppiesOptions | None = None) -> AlienPuppiesState:
    """A match right after its set-up."""
    state = RULES.new_state(seats, options or AlienPuppiesOptions())
    for _ in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        pass
    return state


def owing(state: AlienPuppiesState) -> tuple[Seat, ...]:
    """The seats that owe an answer."""
    decision = RULES.awaiting(state)
    return () if decision is None else decision.seats


def random_match(
    seats: int,
    seed: int,
    options: AlienPuppiesOptions | None = None,
    before_move: Callable[[AlienPuppiesState, Seat, Move], object] | None = None,
) -> Iterator[tuple[AlienPuppiesState, Event]]:
    """A match of random moves, answers in any order: each event, with the state that it led to."""
    random, chance = Random(seed), SeededChance(seed)
    state = RULES.new_state(seats, options or AlienPuppiesOptions())
    for event in play_out(RULES, state, RULES.set_up(state, chance)):
        yield state, event
    while asked := owing(state):
        seat = random.choice(asked)
        move = random.choice(list(RULES.legal_moves(state, seat)))
        if before_move is not None:
            before_move(state, seat, move)
        for event in play_out(RULES, state, RULES.decide(state, seat, move, chance)):
            yield state, event


def after_moves(seats: int, seed: int, moves: int) -> AlienPuppiesState:
    """A random match after so many answers."""
    state, random, chance = opening(seats, seed), Random(seed), SeededChance(seed)
    for _ in range(moves):
        seat = random.choice(owing(state))
        move = random.choice(list(RULES.legal_moves(state, seat)))
        for _ in play_out(RULES, state, RULES.decide(state, seat, move, chance)):
            pass
    return state
