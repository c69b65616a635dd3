"""Rulebook, Game Flow and Placing Tiles and the Moon Track."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.grid import Cell, neighbours
from domain.games.nova_luna.events import MoonAdvanced, TilePlaced
from domain.games.nova_luna.moves import Take
from domain.games.nova_luna.refusals import CellOccupied, FirstTileElsewhere, NotAdjacent
from domain.refusals import InvalidMove
from tests.domain.games.chance_doubles import NoChance
from tests.domain.games.nova_luna.table import BLUE, RED, TURQUOISE, YELLOW, Table, of_class
from tests.domain.table import Table as MatchTable

# Placing


def test_the_first_tile_lies_in_front_of_its_player() -> None:
    """Rulebook, Placing: "place your first tile in front of you"; rules, turn 4: at (0, 0)."""
    table = Table({1: RED})
    assert table.legal() == [Take(1, (0, 0))]
    assert of_class(TilePlaced, table.take(1)) == [TilePlaced(0, RED, (0, 0))]


def test_every_other_tile_lies_horizontally_or_vertically_next_to_one() -> None:
    """Rulebook, Placing: "horizontally or vertically adjacent to a tile already in your display"."""
    table = Table()
    table.lay_all({(0, 0): BLUE, (1, 0): RED})
    free = set(table.state.displays[0].frontier)
    assert free == {(0, 1), (1, 1), (2, 0), (1, -1), (0, -1), (-1, 0)}


def test_a_display_is_the_seats_own() -> None:
    table = Table()
    table.lay((0, 0), BLUE, seat=0)
    assert list(table.state.displays[1].frontier) == [(0, 0)]


@pytest.mark.parametrize(
    ("cell", "refusal", "sentence"),
    [
        ((1, 1), NotAdjacent, r"\(1, 1\) is next to none"),
        ((10**6, 0), NotAdjacent, r"\(1000000, 0\) is next to none"),
        ((0, 0), CellOccupied, r"on \(0, 0\) lies NL18 already"),
    ],
)
def test_no_tile_lies_elsewhere(cell: Cell, refusal: type[Exception], sentence: str) -> None:
    """Rulebook, Completing Tasks: diagonals are no neighbours."""
    table = Table({2: RED})
    table.lay((0, 0), BLUE)
    with pytest.raises(refusal, match=sentence):
        table.take(2, cell, seat=0)


def test_cells_that_are_refused_are_not_remembered() -> None:
    """Whoever tries ever other cells must not make the server grow."""
    table = Table({2: RED})
    table.lay((0, 0), BLUE)
    remembered = neighbours.cache_info().currsize
    for x in range(10**6, 10**6 + 50):
        with pytest.raises(NotAdjacent):
            table.take(2, (x, 0), seat=0)
    assert neighbours.cache_info().currsize == remembered


def test_the_first_tile_lies_nowhere_else() -> None:
    with pytest.raises(FirstTileElsewhere, match=r"goes on \(0, 0\), not on \(3, 4\)"):
        Table({1: RED}).take(1, (3, 4))


def test_rotation_is_no_part_of_a_move() -> None:
    """Rulebook, Placing: "You may rotate them as you wish"; ruling 6: no rule could see it."""
    table = MatchTable("nova_luna", 2)
    (seat,) = table.owing()
    with pytest.raises(InvalidMove, match="unknown field `rotation`"):
        table.move(seat, {"type": "take", "space": 1, "cell": [0, 0], "rotation": 90})


@pytest.mark.parametrize(
    "move",
    [
        {"type": "take"},
        {"type": "take", "space": 1},
        {"type": "take", "cell": [0, 0]},
        {"type": "take", "space": "1", "cell": [0, 0]},
        {"type": "take", "space": True, "cell": [0, 0]},
        {"type": "take", "space": 1.0, "cell": [0, 0]},
        {"type": "take", "space": 1, "cell": [0]},
        {"type": "take", "space": 1, "cell": [0, 0, 0]},
        {"type": "take", "space": 1, "cell": None},
        {"type": "refill", "space": 1},
        {"type": "Take", "space": 1, "cell": [0, 0]},
        {"space": 1, "cell": [0, 0]},
        {},
    ],
)
def test_what_is_no_move_is_refused_and_nothing_happens(move: dict[str, Any]) -> None:
    table = MatchTable("nova_luna", 2)
    (seat,) = table.owing()
    version = table.match.version
    with pytest.raises(InvalidMove, match="this is no move of Nova Luna"):
        table.move(seat, move)
    assert table.match.version == version


# The moon track


def test_the_token_walks_as_far_as_the_number_on_the_tile() -> None:
    """Rulebook, Placing: "you must move your token forward on the moon track by that number"."""
    table = Table({1: "NL17"})
    assert of_class(MoonAdvanced, table.take(1)) == [MoonAdvanced(0, 7, 7, ())]
    assert table.state.distances == [7, 0]


def test_a_token_that_arrives_lies_on_top() -> None:
    """Rulebook, Placing: "if the space is occupied, place your token on top of the existing ones"."""
    table = Table({1: TURQUOISE, 2: BLUE, 3: RED, 4: YELLOW}, stack=(2, 1, 0))
    assert of_class(MoonAdvanced, table.take(1)) == [MoonAdvanced(0, 1, 1, ())]
    assert of_class(MoonAdvanced, table.take(2)) == [MoonAdvanced(1, 1, 1, (0,))]
    assert of_class(MoonAdvanced, table.take(3)) == [MoonAdvanced(2, 1, 1, (0, 1))]
    assert table.state.stacks == {1: [0, 1, 2]}


def test_the_seat_furthest_back_moves() -> None:
    """Rulebook, Game Flow: "it is always the turn of the player whose token is furthest back"."""
    table = Table({1: "NL17", 2: "NL02"}, stack=(2, 1, 0))
    for seat, distance in enumerate([12, 9, 11]):
        table.walk(seat, distance)
    assert table.state.seat_to_move() == 1


def test_of_those_on_one_space_the_top_one_moves() -> None:
    """Rulebook, Game Flow: "the player whose token is at the top of the stack takes their turn"."""
    table = Table({1: RED}, stack=(2, 1, 0))
    for seat in (0, 2, 1):
        table.walk(seat, 5)
    assert table.state.seat_to_move() == 1


def test_a_seat_that_stays_behind_moves_again() -> None:
    """Rulebook, Game Flow: no clockwise order."""
    table = Table({1: RED, 2: BLUE, 3: YELLOW})
    table.walk(1, 3)
    table.take(1)
    assert table.state.seat_to_move() == 0


def test_who_has_walked_past_the_new_moon_is_not_behind() -> None:
    """Ruling 1: distances are not taken modulo the track of 24 spaces."""
    table = Table({1: RED})
    table.walk(0, 25)
    table.walk(1, 23)
    assert table.state.seat_to_move() == 1


def test_every_walk_opens_the_next_decision() -> None:
    table = Table({1: TURQUOISE, 2: BLUE, 3: RED, 4: YELLOW})
    numbers = []
    for space in (1, 2, 3):
        decision = table.rules.awaiting(table.state)
        assert decision is not None
        numbers.append(decision.number)
        table.take(space, table.legal()[0].cell)  # type: ignore[attr-defined]
    assert numbers == [1, 2, 3]


def test_nobody_owes_a_move_in_the_middle_of_a_turn() -> None:
    table = Table({1: TURQUOISE, 2: BLUE})
    consequences = table.rules.decide(table.state, 0, Take(1, (0, 0)), NoChance())
    table.happen(next(consequences))
    assert table.rules.awaiting(table.state) is None
    assert table.legal() == []


def test_only_the_seat_to_move_has_moves() -> None:
    table = Table({1: TURQUOISE})
    assert list(table.rules.legal_moves(table.state, 1)) == []
