"""How many sequences of moves there are, three moves deep: integers that no bug survives.

They agree with a second, naive implementation of the rules that was written for this purpose alone.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from domain.games.nova_luna.state import NovaLunaState
from domain.games.rules import play_out
from tests.domain.games.nova_luna.random_play import consequences, legal, opening
from tests.domain.games.nova_luna.table import RULES


def sequences(state: NovaLunaState, depth: int) -> int:
    """The number of different sequences of `depth` moves."""
    moves = legal(state)
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = deepcopy(state)
        for _ in play_out(RULES, after, consequences(after, move)):
            pass
        count += sequences(after, depth - 1)
    return count


@pytest.mark.parametrize(("seats", "seed", "count"), [(2, 1, 108), (3, 2, 27), (4, 3, 27)])
def test_sequences_from_the_opening(seats: int, seed: int, count: int) -> None:
    assert sequences(opening(seats, seed), 3) == count


@pytest.mark.parametrize(
    ("seats", "seed", "moves", "count"),
    [
        (2, 1, 17, 50544),
        (3, 2, 19, 11814),
        (4, 3, 31, 11814),  # two tiles on the wheel: it may be filled
        (4, 8, 64, 34580),  # near the end: two tiles on the wheel, two in the supply
    ],
)
def test_sequences_from_the_middle_of_a_match(seats: int, seed: int, moves: int, count: int) -> None:
    state = opening(seats, seed)
    random = Random(seed)
    for _ in range(moves):
        for _ in play_out(RULES, state, consequences(state, random.choice(legal(state)))):
            pass
    assert sequences(state, 3) == count
