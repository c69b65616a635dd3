"""Rulebook, Release Animals into the Wild: where a tile may be placed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games.grid import Cell, neighbours
from domain.games.pura_vida.components import Tile
from domain.games.pura_vida.events import TilePlaced
from domain.games.pura_vida.park import SIDES, Park
from domain.games.pura_vida.placing import checked_entry_side, entry_side, legal_cells, openings_in
from domain.games.pura_vida.refusals import (
    CellOccupied,
    NoContactAhead,
    NoFreeArrow,
    NotAdjacent,
    RunTooLong,
)
from domain.games.rules import IllegalMove
from domain.refusals import InvalidMove
from tests.domain.games.pura_vida import naive
from tests.domain.games.pura_vida.table import RULES, Table, of_class
from tests.domain.table import Table as MatchTable

CASES = json.loads((Path(__file__).parent / "examples" / "pura_vida_placement.json").read_bytes())["cases"]


def a_park(*cells: Cell) -> Park:
    park = Park()
    for cell in cells:
        park.place(cell, "PV01")
    return park


def a_tile(*enters: str) -> Tile:
    return Tile("PV02", "frog", "volcano", enters)


def legal(park: Park, *enters: str, contact: str = "any") -> set[Cell]:
    return set(legal_cells(openings_in(park, contact), enters))


@pytest.mark.parametrize(("contact", "expected"), [("any", "legal_cells"), ("ahead", "legal_cells_ahead")])
@pytest.mark.parametrize("case", CASES)
def test_worked_examples(case: dict[str, Any], contact: str, expected: str) -> None:
    """Under either value of the option: every legal cell is, and every other one around is refused."""
    park = a_park(*(tuple(cell) for cell in case["park"]))
    tile = a_tile(*case["enters"])
    cells = {tuple(cell) for cell in case[expected]}
    assert legal(park, *tile.enters, contact=contact) == cells
    for cell in ((x, y) for x in range(-7, 8) for y in range(-7, 8)):
        if cell in cells:
            assert checked_entry_side(park, tile, cell, contact) in tile.enters
        else:
            assert entry_side(park, tile, cell, contact) is None
            with pytest.raises(IllegalMove):
                checked_entry_side(park, tile, cell, contact)


def test_examples_from_another_hand_agree_with_the_naive_reading() -> None:
    """So that what is checked against the naive reading elsewhere is checked against the examples."""
    for case in CASES:
        park, tile = {tuple(cell) for cell in case["park"]}, a_tile(*case["enters"])
        around = [(x, y) for x in range(-7, 8) for y in range(-7, 8)]
        for contact, expected in (("any", "legal_cells"), ("ahead", "legal_cells_ahead")):
            allowed = [list(cell) for cell in around if naive.allowed(park, cell, tile, contact)]
            assert sorted(allowed) == case[expected]


# Next to a tile


def test_new_tiles_lie_horizontally_or_vertically_next_to_tiles_of_the_park() -> None:
    """Rulebook: "You must always place new tiles horizontally or vertically next to tiles …"."""
    assert legal(a_park((0, 0), (1, 0)), *SIDES) == {(0, 1), (1, 1), (2, 0), (1, -1), (0, -1), (-1, 0)}


def test_a_park_is_the_seats_own() -> None:
    table = Table(["PV01", "PV02"])
    table.release(1, (1, 0))
    assert table.cells() == {(1, 0), (-1, 0), (0, 1), (0, -1)}


@pytest.mark.parametrize(
    ("cell", "refusal", "sentence"),
    [
        ((1, 1), NotAdjacent, r"\(1, 1\) is next to none"),
        ((10**6, 0), NotAdjacent, r"\(1000000, 0\) is next to none"),
        ((0, 0), CellOccupied, r"on \(0, 0\) lies PV75 already"),
    ],
)
def test_no_tile_lies_elsewhere(cell: Cell, refusal: type[Exception], sentence: str) -> None:
    with pytest.raises(refusal, match=sentence):
        Table(["PV01"]).release(1, cell)


def test_cells_that_are_refused_are_not_remembered() -> None:
    """Whoever tries ever other cells must not make the server grow."""
    table = Table(["PV01"])
    remembered = neighbours.cache_info().currsize
    for x in range(10**6, 10**6 + 50):
        with pytest.raises(NotAdjacent):
            table.release(1, (x, 0))
    assert neighbours.cache_info().currsize == remembered


# Arrows


@pytest.mark.parametrize(
    ("side", "cells"),
    [
        ("from_left", {(-1, 0), (0, 1), (0, -1)}),
        ("from_right", {(1, 0), (0, 1), (0, -1)}),
        ("from_above", {(-1, 0), (1, 0), (0, 1)}),
        ("from_below", {(-1, 0), (1, 0), (0, -1)}),
    ],
)
def test_an_arrow_tells_from_which_side_a_tile_comes(side: str, cells: set[Cell]) -> None:
    """Rulebook: "The arrows on the tiles show the direction from which … you must place your tile"; "This
    snake has a right-pointing arrow. Therefore you must insert it from the left"."""
    assert legal(a_park((0, 0)), side) == cells


def test_a_tile_comes_from_the_outside() -> None:
    """Rulebook: "so that it is coming from the outside": no tile lies in its way, near or far."""
    park = a_park((0, 0), (0, 1), (1, 1), (2, 1), (3, 1), (3, 0))
    assert (2, 0) not in legal(park, "from_left")  # behind (0, 0), two cells away
    assert (2, 0) not in legal(park, "from_right")
    assert (2, 0) not in legal(park, "from_above")
    assert (2, 0) in legal(park, "from_below")
    assert (4, 0) not in legal(park, "from_left")


def test_a_cell_closed_on_all_sides_takes_no_tile() -> None:
    """A hole in the park can be reached from nowhere outside."""
    park = a_park((0, 0), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1))
    assert (1, 1) not in legal(park, *SIDES)
    with pytest.raises(NoFreeArrow, match=r"\(1, 1\) is free from no side"):
        checked_entry_side(park, a_tile(*SIDES), (1, 1), "any")


def test_with_several_arrows_any_of_them_may_be_chosen() -> None:
    """Rulebook: "If there are multiple arrows on the tile, you may choose any of these directions"."""
    park = a_park((0, 0), (1, 0), (1, 1))
    both = legal(park, "from_left", "from_above")
    assert both == legal(park, "from_left") | legal(park, "from_above")


def test_the_first_arrow_that_fits_is_recorded() -> None:
    """Rules, Placement 2: in the order of `enters`. PV05 enters from below and from above."""
    table = Table(["PV05", "PV05", "PV05"], rules=RULES)
    events = [*table.release(1, (1, 0)), *table.rest(), *table.release(2, (0, 1)), *table.release(3, (0, -1))]
    sides = [placed.entered_from for placed in of_class(TilePlaced, events)]
    assert sides == ["from_below", "from_above", "from_below"]


def test_a_tile_without_a_free_arrow_is_refused_with_what_would_be_free() -> None:
    """Rulebook: "You cannot place the tile on the red spaces, because these are only accessible from other
    sides"."""
    sentence = r"arrows of PV01 let it come only from left; \(1, 0\) is free only from right, above, below"
    with pytest.raises(NoFreeArrow, match=sentence):
        Table(["PV01"], rules=RULES).release(1, (1, 0))


def test_a_tile_cannot_be_rotated() -> None:
    """Rulebook, Important: "You are not allowed to rotate the tile!"; nor is the arrow a part of a move."""
    table = MatchTable("pura_vida", 2)
    (seat,) = table.owing()
    for field in ("rotation", "entered_from"):
        with pytest.raises(InvalidMove, match=f"unknown field `{field}`"):
            table.move(seat, {"type": "release", "space": 1, "cell": [1, 0], field: "from_left"})


@pytest.mark.parametrize(
    "move",
    [
        {"type": "release"},
        {"type": "release", "space": 1},
        {"type": "release", "cell": [1, 0]},
        {"type": "release", "space": "1", "cell": [1, 0]},
        {"type": "release", "space": True, "cell": [1, 0]},
        {"type": "release", "space": 1.0, "cell": [1, 0]},
        {"type": "release", "space": 1, "cell": [1]},
        {"type": "release", "space": 1, "cell": [1, 0, 0]},
        {"type": "release", "space": 1, "cell": None},
        {"type": "rest", "place": 1},
        {"type": "take", "space": 1, "cell": [1, 0]},
        {"space": 1, "cell": [1, 0]},
        {},
    ],
)
def test_what_is_no_move_is_refused_and_nothing_happens(move: dict[str, Any]) -> None:
    table = MatchTable("pura_vida", 2)
    (seat,) = table.owing()
    version = table.match.version
    with pytest.raises(InvalidMove, match="this is no move of Pura Vida"):
        table.move(seat, move)
    assert table.match.version == version


# Runs of at most five


@pytest.mark.parametrize("axis", ["horizontally", "vertically"])
def test_never_more_than_five_tiles_lie_directly_next_to_each_other(axis: str) -> None:
    """Rulebook, Caution."""

    def turned(x: int, y: int) -> Cell:
        return (x, y) if axis == "horizontally" else (y, x)

    park = a_park(*(turned(x, 0) for x in range(5)))
    assert turned(5, 0) not in legal(park, *SIDES)
    assert turned(-1, 0) not in legal(park, *SIDES)
    assert turned(4, 1) in legal(park, *SIDES)
    with pytest.raises(RunTooLong, match=f"at most 5 tiles .* it would be 6, {axis}"):
        checked_entry_side(park, a_tile(*SIDES), turned(5, 0), "any")


def test_a_tile_that_closes_a_gap_counts_with_both_neighbours() -> None:
    park = a_park((0, 0), (1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (4, 0), (5, 0))
    assert (3, 0) not in legal(park, *SIDES)
    with pytest.raises(RunTooLong, match=r"with one on \(3, 0\) it would be 6"):
        checked_entry_side(park, a_tile(*SIDES), (3, 0), "any")


def test_a_gap_that_makes_five_may_be_closed() -> None:
    park = a_park((1, 0), (2, 0), (2, 1), (3, 1), (4, 1), (4, 0), (5, 0))
    assert (3, 0) in legal(park, "from_below")


def test_there_is_no_limit_to_the_number_of_tiles() -> None:
    """Rulebook, Caution: "There is no limit to the number of tiles you can place"."""
    staircase = [(step // 2 + step % 2, step // 2) for step in range(70)]
    assert legal(a_park(*staircase), *SIDES)


# Contact


def test_contact_on_any_side_is_enough() -> None:
    """Ruling 9: a tile from the left may stop above the park, although nothing lies right of it."""
    assert (0, 1) in legal(a_park((0, 0)), "from_left")


def test_contact_ahead_pushes_the_tile_against_the_park() -> None:
    """Ruling 9, under `contact: ahead`."""
    assert legal(a_park((0, 0)), "from_left", contact="ahead") == {(-1, 0)}
    with pytest.raises(NoContactAhead, match=r"PV02 coming from left meets none at \(0, 1\)"):
        checked_entry_side(a_park((0, 0)), a_tile("from_left"), (0, 1), "ahead")


def test_the_same_arrow_must_be_free_and_meet_a_tile() -> None:
    """Ruling 9: it does not help that one arrow is free and another would meet a tile."""
    park = a_park((0, 0), (0, 1), (1, 1), (2, 1))
    tile = a_tile("from_below", "from_right")
    assert entry_side(park, tile, (1, 0), "ahead") == "from_below"
    assert entry_side(park, a_tile("from_right"), (1, 0), "ahead") == "from_right"
    assert entry_side(park, a_tile("from_left", "from_right"), (3, 0), "ahead") is None


def test_the_option_holds_for_moves() -> None:
    cells = {contact: Table(["PV01"], contact=contact, rules=RULES).cells() for contact in ("any", "ahead")}
    assert cells == {"any": {(-1, 0), (0, 1), (0, -1)}, "ahead": {(-1, 0)}}


# How many moves are listed


def test_a_turn_in_a_huge_park_lists_500_moves_at_most_and_takes_the_others_too() -> None:
    """Ruling 13."""
    table = Table([f"PV{number:02}" for number in range(1, 13)])
    table.lay({(step // 2 + step % 2, step // 2): "PV40" for step in range(1, 60)})
    listed = table.legal()
    assert 450 < len(listed) <= 500
    assert table.spaces() == set(range(1, 13))
    unlisted = set(legal(table.state.parks[0], *SIDES)) - table.cells()
    table.release(1, min(unlisted))
