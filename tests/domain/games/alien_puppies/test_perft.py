"""How many sequences of answers there are from known positions: integers that no bug survives.

Where several seats owe an answer, they are counted in every order. A sequence branches in what is answered
alone: chance is the same each time.
"""

from __future__ import annotations

from copy import deepcopy

import pytest

from domain.games.alien_puppies.state import AlienPuppiesState
from domain.games.rules import play_out
from tests.domain.games.alien_puppies.random_play import after_moves, opening, owing
from tests.domain.games.alien_puppies.table import RULES
from tests.domain.games.chance_doubles import SeededChance


def sequences(state: AlienPuppiesState, depth: int) -> int:
    """The number of different sequences of `depth` answers."""
    answers = [(seat, move) for seat in owing(state) for move in RULES.legal_moves(state, seat)]
    if depth == 1:
        return len(answers)
    count = 0
    for seat, move in answers:
        after = deepcopy(state)
        for _ in play_out(RULES, after, RULES.decide(after, seat, move, SeededChance(1))):
            pass
        count += sequences(after, depth - 1)
    return count


@pytest.mark.parametrize(("seats", "seed", "count"), [(2, 1, 660), (3, 2, 124), (4, 3, 229)])
def test_sequences_from_the_opening(seats: int, seed: int, count: int) -> None:
    assert sequences(opening(seats, seed), 4) == count


@pytest.mark.parametrize(
    ("kind", "seats", "seed", "moves", "count"),
    [
        ("turn", 2, 2, 13, 24),
        ("take_from_discard", 2, 2, 34, 24),
        ("arrange", 2, 2, 55, 36),
        ("power", 2, 2, 97, 48),
        ("defend", 2, 2, 99, 4828),
        ("house_rule", 2, 2, 107, 36),
        ("discard", 2, 2, 119, 80),
        ("second_draw", 2, 7, 86, 27),
        ("take_from_top", 2, 10, 90, 24),
        ("window", 3, 1, 38, 32),
        ("discard", 3, 1, 193, 48),  # several seats at once
    ],
)
def test_sequences_from_the_middle_of_a_match(
    kind: str, seats: int, seed: int, moves: int, count: int
) -> None:
    state = after_moves(seats, seed, moves)
    assert state.question is not None
    assert state.question.kind == kind
    assert sequences(state, 3) == count
