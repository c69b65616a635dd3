"""How many sequences of answers there are, a few answers deep: integers that no bug survives.

Where several seats are asked at once, their answers count in every order.
"""

from __future__ import annotations

import copy
from random import Random

import pytest

from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import play_out
from tests.domain.games.chance_doubles import SeededChance
from tests.domain.games.puffinova.random_play import answers, opening
from tests.domain.games.puffinova.table import RULES


def sequences(state: PuffiNovaState, depth: int) -> int:
    """The number of different sequences of `depth` answers."""
    possible = answers(state)
    if depth == 1:
        return len(possible)
    count = 0
    for seat, move in possible:
        after = copy.deepcopy(state)
        for _ in play_out(RULES, after, RULES.decide(after, seat, move, SeededChance(0))):
            pass
        count += sequences(after, depth - 1)
    return count


@pytest.mark.parametrize(
    ("seats", "seed", "depth", "count"), [(2, 1, 3, 1632), (3, 2, 2, 480), (4, 3, 2, 896)]
)
def test_sequences_from_the_opening(seats: int, seed: int, depth: int, count: int) -> None:
    """With empty hands, 4 ships to 4 rows, then 4 to 3; the third answer was counted apart for each way
    to it. With three seats 4 ships to 6 rows, then to 5; with four to 8, then to 7."""
    assert sequences(opening(seats, seed), depth) == count


def test_sequences_while_buildings_are_chosen() -> None:
    """Three seats with three cards each, in every order, then a first turn: 6 · 27 · 24 with rows free."""
    state = opening(3, 4, PuffiNovaOptions(variant="experienced_family"))
    assert sequences(state, 3) == 6 * 27
    assert sequences(state, 4) == 6 * 27 * 24


@pytest.mark.parametrize(
    ("seats", "seed", "decks", "kind", "count"),
    [
        (2, 1, ("friend", "lightning"), "draw", 4),
        (3, 2, ("friend", "lightning", "construction"), "pass_right", 8),
        (3, 5, ("friend", "lightning", "construction"), "discard_all", 50),
        (4, 3, ("friend", "insects", "lightning", "construction"), "buddy", 4),
        (5, 3, ("friend", "insects", "lightning", "construction", "nordic"), "turn", 303),
    ],
)
def test_sequences_from_the_middle_of_a_match(
    seats: int, seed: int, decks: tuple[str, ...], kind: str, count: int
) -> None:
    """From the first decision of a kind after 30 answers."""
    random, chance = Random(seed), SeededChance(seed)
    state = opening(seats, seed, PuffiNovaOptions(decks=decks))  # type: ignore[arg-type]
    for made in range(200):
        if made >= 30 and state.kind == kind:
            break
        seat, move = random.choice(answers(state))
        for _ in play_out(RULES, state, RULES.decide(state, seat, move, chance)):
            pass
    assert state.kind == kind
    assert sequences(state, 2) == count
