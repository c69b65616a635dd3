"""Rulebook, Biodiversity."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from domain.games.grid import Cell
from domain.games.pura_vida.components import Tile
from domain.games.pura_vida.events import BiodiversityScored
from domain.games.pura_vida.scoring import criterion_met, scored_runs
from tests.domain.games.pura_vida import naive
from tests.domain.games.pura_vida.table import Table, a, of_class

CASES = json.loads((Path(__file__).parent / "examples" / "pura_vida_scoring.json").read_bytes())["cases"]


def scores_of(park: dict[Cell, Tile], placed: Cell) -> list[dict[str, Any]]:
    """In the form of the examples."""
    lying = {cell: tile.id for cell, tile in park.items()}
    return [
        {
            "axis": one.axis,
            "criterion": one.criterion,
            "points": one.points,
            "cells": list(map(list, one.cells)),
        }
        for one in scored_runs(lying, placed, {tile.id: tile for tile in park.values()})
    ]


def case_park(case: dict[str, Any]) -> dict[Cell, Tile]:
    return {
        (x, y): Tile(f"T{number}", animal, habitat, ())
        for number, (x, y, animal, habitat) in enumerate(case["park"])
    }


@pytest.mark.parametrize("case", CASES)
def test_worked_examples(case: dict[str, Any]) -> None:
    x, y = case["placed"]
    assert scores_of(case_park(case), (x, y)) == case["scores"]


@pytest.mark.parametrize("case", CASES)
def test_examples_from_another_hand_agree_with_the_naive_reading(case: dict[str, Any]) -> None:
    x, y = case["placed"]
    assert [
        {"axis": axis, "criterion": criterion, "points": points, "cells": list(map(list, cells))}
        for axis, criterion, cells, points in naive.scores(case_park(case), (x, y))
    ] == case["scores"]


def tiles(*shown: tuple[str, str]) -> list[Tile]:
    return [Tile(f"T{number}", animal, habitat, ()) for number, (animal, habitat) in enumerate(shown)]


ANIMALS = ["frog", "snake", "sloth", "toucan", "butterfly"]
HABITATS = ["volcano", "savannah", "mangrove", "rainforest", "cloud_forest"]


@pytest.mark.parametrize(
    ("criterion", "animals", "habitats", "points"),
    [
        ("A", ANIMALS, ["volcano"] * 5, {1: 0, 2: 0, 3: 2, 4: 2, 5: 3}),
        ("B", ["frog"] * 5, HABITATS, {1: 0, 2: 0, 3: 2, 4: 2, 5: 3}),
        ("C", ANIMALS, HABITATS, {1: 0, 2: 0, 3: 1, 4: 1, 5: 2}),
    ],
)
def test_points(criterion: str, animals: list[str], habitats: list[str], points: dict[int, int]) -> None:
    """Rulebook, Criteria A, B, C: 2/2/3, 2/2/3 and 1/1/2 points for 3/4/5 tiles; fewer score nothing."""
    shown = tiles(*zip(animals, habitats, strict=True))
    for length, expected in points.items():
        park = {(x, 0): tile for x, tile in enumerate(shown[:length])}
        scored = scores_of(park, (0, 0))
        assert sum(one["points"] for one in scored) == expected
        assert [one["criterion"] for one in scored] == ([criterion] if expected else [])


@pytest.mark.parametrize(
    "shown",
    [
        tiles(("frog", "volcano"), ("frog", "volcano"), ("frog", "volcano")),
        tiles(("frog", "volcano"), ("snake", "volcano"), ("frog", "volcano")),
        tiles(("frog", "volcano"), ("frog", "savannah"), ("frog", "volcano")),
        tiles(("frog", "volcano"), ("snake", "savannah"), ("sloth", "savannah")),
        tiles(("frog", "volcano"), ("frog", "savannah"), ("snake", "mangrove")),
    ],
)
def test_what_meets_no_criterion(shown: list[Tile]) -> None:
    assert criterion_met(shown) is None


def test_the_rulebooks_butterflies_score_2_and_then_2_again() -> None:
    """Rulebook, Biodiversity, Example; ruling 8: a run that grows scores again by its new length. (The
    shared examples have it horizontally; here it is a column.)"""
    table = Table([a("butterfly", "savannah"), "PV01", a("butterfly", "mangrove")])
    table.lay({(0, 1): "PV61", (1, 1): a("butterfly", "volcano"), (1, 2): a("butterfly", "rainforest")})
    assert of_class(BiodiversityScored, table.release(1, (1, 3))) == [
        BiodiversityScored(0, "B", "vertical", ((1, 1), (1, 2), (1, 3)), 2, 2)
    ]
    table.rest()
    assert of_class(BiodiversityScored, table.release(3, (1, 4))) == [
        BiodiversityScored(0, "B", "vertical", ((1, 1), (1, 2), (1, 3), (1, 4)), 2, 4)
    ]


def test_a_run_of_five_that_meets_no_criterion_scores_nothing() -> None:
    """Rulebook, Biodiversity: "You receive zero points for adding the butterfly here because the 5 tiles do
    not meet any biodiversity criteria"; a part of the run would have."""
    park = {
        (x, 0): tile
        for x, tile in enumerate(
            tiles(
                ("butterfly", "rainforest"),
                ("butterfly", "volcano"),
                ("butterfly", "savannah"),
                ("frog", "volcano"),
                ("toucan", "mangrove"),
            )
        )
    }
    assert scores_of(park, (2, 0)) == []
    assert criterion_met([park[x, 0] for x in range(3)]) == "B"


def test_all_tiles_directly_next_to_each_other_count() -> None:
    """Rulebook, Biodiversity, Important: a run is never cut to make it fit; here three tiles and the one
    beyond them in the same line."""
    shown = tiles(("frog", "volcano"), ("frog", "savannah"), ("frog", "mangrove"), ("snake", "mangrove"))
    park = {(x, 0): tile for x, tile in enumerate(shown)}
    assert scores_of(park, (0, 0)) == []


def test_a_gap_ends_a_run() -> None:
    shown = tiles(("frog", "volcano"), ("frog", "savannah"), ("frog", "mangrove"), ("snake", "mangrove"))
    park = dict(zip([(0, 0), (1, 0), (2, 0), (4, 0)], shown, strict=True))
    assert [one["criterion"] for one in scores_of(park, (1, 0))] == ["B"]


def test_both_axes_score_at_once_the_horizontal_one_first() -> None:
    """Rulebook, Biodiversity, Note: "You can also fulfil two criteria simultaneously"."""
    table = Table([a("snake", "volcano")])
    table.lay(
        {
            (0, 1): a("snake", "savannah"),
            (1, 1): a("snake", "mangrove"),
            (2, 0): a("frog", "savannah"),
            (2, -1): a("sloth", "rainforest"),
        }
    )
    scored = of_class(BiodiversityScored, table.release(1, (2, 1)))
    assert scored == [
        BiodiversityScored(0, "B", "horizontal", ((0, 1), (1, 1), (2, 1)), 2, 2),
        BiodiversityScored(0, "C", "vertical", ((2, -1), (2, 0), (2, 1)), 1, 3),
    ]
    assert table.state.scores == [3, 0]
    assert table.state.points_by_criterion == {"B": 2, "C": 1}


def test_a_tile_placed_in_the_middle_joins_both_sides() -> None:
    """Both sides of a gap belong to the run."""
    shown = tiles(("frog", "volcano"), ("snake", "volcano"), ("sloth", "volcano"), ("toucan", "volcano"))
    park = {(x, 0): tile for x, tile in enumerate(shown)}
    assert scores_of(park, (2, 0)) == [
        {"axis": "horizontal", "criterion": "A", "points": 2, "cells": [[0, 0], [1, 0], [2, 0], [3, 0]]}
    ]


def test_only_runs_through_the_placed_tile_score() -> None:
    """Rulebook, Biodiversity: "check whether the tile you just played fulfils biodiversity criteria"."""
    shown = tiles(("frog", "volcano"), ("snake", "volcano"), ("sloth", "volcano"), ("toucan", "mangrove"))
    park = dict(zip([(0, 0), (1, 0), (2, 0), (1, 1)], shown, strict=True))
    assert scores_of(park, (1, 1)) == []


def test_points_are_not_capped() -> None:
    """Ruling 5."""
    table = Table([a("snake", "volcano")])
    table.give_points(0, 19)
    table.lay({(0, 1): "PV61", (1, 1): a("snake", "savannah"), (1, 2): a("snake", "mangrove")})
    table.release(1, (1, 3))
    assert table.state.scores[0] == 21
