"""How many sequences of moves there are, a few moves deep: integers that no bug survives.

They agree with counts over the moves that `naive.py` lists, which shares no code with the rules.
"""

from __future__ import annotations

from copy import deepcopy
from random import Random

import pytest

from domain.games.pura_vida.state import PuraVidaOptions, PuraVidaState
from domain.games.rules import play_out
from tests.domain.games.pura_vida.random_play import consequences, legal, opening
from tests.domain.games.pura_vida.table import RULES


def sequences(state: PuraVidaState, depth: int) -> int:
    """The number of different sequences of `depth` moves, those that end the match sooner not counted."""
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


@pytest.mark.parametrize(
    ("seats", "seed", "contact", "count"),
    [(2, 1, "any", 46276), (2, 1, "ahead", 3918), (3, 5, "any", 57088), (4, 6, "ahead", 4999)],
)
def test_sequences_from_the_opening(seats: int, seed: int, contact: str, count: int) -> None:
    options = PuraVidaOptions(contact=contact)  # type: ignore[arg-type]
    assert sequences(opening(seats, seed, options), 3) == count


@pytest.mark.parametrize(
    ("seats", "seed", "moves", "depth", "count"),
    [
        (2, 1, 30, 2, 2376),
        (2, 4, 20, 3, 31621),
        (3, 2, 40, 3, 131),
        (3, 5, 25, 2, 34),
        (4, 3, 52, 4, 242),  # in the last round: matches end on the way
    ],
)
def test_sequences_from_the_middle_of_a_match(
    seats: int, seed: int, moves: int, depth: int, count: int
) -> None:
    state = opening(seats, seed)
    random = Random(seed)
    for _ in range(moves):
        for _ in play_out(RULES, state, consequences(state, random.choice(legal(state)))):
            pass
    assert sequences(state, depth) == count
