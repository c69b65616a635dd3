"""Rulebook, Completing Tasks.

A tile may lie in these displays more than once: only colours and tasks matter here.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.grid import FIRST_CELL, Cell, neighbours
from domain.games.nova_luna.events import TaskCompleted
from tests.domain.games.nova_luna.naive import fulfilled
from tests.domain.games.nova_luna.table import (
    BLUE,
    RED,
    TILES,
    TURQUOISE,
    YELLOW,
    Table,
    rules_with_tokens_to_place,
)

# The tiles with tasks that appear below.
RED_ASKS_3_BLUE_OR_1_BLUE = "NL47"
RED_ASKS_2_BLUE_OR_1_YELLOW = "NL48"
TURQUOISE_ASKS_4_TURQUOISE = "NL02"
TURQUOISE_ASKS_RED_YELLOW_TURQUOISE = "NL06"


def test_the_tiles_below_are_what_their_names_say() -> None:
    assert TILES[RED_ASKS_3_BLUE_OR_1_BLUE].tasks == ({"blue": 3}, {"blue": 1})
    assert TILES[RED_ASKS_2_BLUE_OR_1_YELLOW].tasks == ({"blue": 2}, {"yellow": 1})
    assert TILES[TURQUOISE_ASKS_4_TURQUOISE].tasks == ({"turquoise": 4},)
    assert TILES[TURQUOISE_ASKS_RED_YELLOW_TURQUOISE].tasks == ({"red": 1, "yellow": 1, "turquoise": 1},)


# When a task is fulfilled


def test_a_neighbour_of_the_colour_fulfils_a_task() -> None:
    """Rulebook: "if the colors of the adjacent tiles match the colors and frequency required"."""
    table = Table()
    table.lay((0, 0), RED_ASKS_3_BLUE_OR_1_BLUE)
    (done,) = table.lay((1, 0), BLUE)
    assert done == TaskCompleted(
        seat=0,
        tile=RED_ASKS_3_BLUE_OR_1_BLUE,
        cell=(0, 0),
        task=1,
        counted=(("blue", ((1, 0),)),),
        tokens_left=19,
    )


def test_a_task_is_fulfilled_at_once_when_its_tile_comes_last() -> None:
    table = Table()
    table.lay((0, 0), BLUE)
    assert [done.cell for done in table.lay((0, 1), RED_ASKS_3_BLUE_OR_1_BLUE)] == [(0, 1)]


def test_a_diagonal_neighbour_does_not_count() -> None:
    """Rulebook, Neighborhood Rules: "diagonal adjacency is not allowed"."""
    assert not Table().lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): TURQUOISE, (1, 1): BLUE})


def test_another_colour_does_not_count() -> None:
    assert not Table().lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): YELLOW})


def test_a_task_of_several_colours_needs_each_of_them() -> None:
    table = Table()
    assert not table.lay_all(
        {(0, 0): TURQUOISE_ASKS_RED_YELLOW_TURQUOISE, (1, 0): RED, (-1, 0): YELLOW, (0, 1): BLUE}
    )
    assert len(table.lay((0, -1), TURQUOISE)) == 1


def test_connected_tiles_of_a_colour_count_together() -> None:
    """Rulebook, Color Doubling: "counted together if at least one is adjacent to the task's tile"."""
    table = Table()
    table.lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): BLUE, (2, 0): BLUE})
    (done,) = table.lay((2, 1), BLUE)
    assert (done.task, done.counted) == (0, (("blue", ((1, 0), (2, 0), (2, 1))),))


def test_a_tile_that_joins_two_groups_makes_both_count() -> None:
    """Rulebook, Color Doubling: the new tile need not touch the task's tile."""
    table = Table()
    table.lay_all(
        {(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): BLUE, (0, 1): YELLOW, (0, 2): RED, (1, 2): BLUE}
    )
    (done,) = table.lay((1, 1), BLUE)
    assert (done.cell, done.task) == ((0, 0), 0)


def test_a_group_that_touches_a_tile_twice_counts_once() -> None:
    """Rules, Tasks: "each tile once"."""
    table = Table()
    table.lay_all({(0, 0): BLUE, (0, 1): BLUE})
    assert {(done.cell, done.task) for done in table.lay((1, 0), RED_ASKS_3_BLUE_OR_1_BLUE)} == {((1, 0), 1)}
    (done,) = table.lay((1, 1), BLUE)
    assert done.counted == (("blue", ((0, 0), (0, 1), (1, 1))),)


def test_two_groups_of_a_colour_around_a_tile_add_up() -> None:
    table = Table()
    assert table.lay_all({(0, 0): BLUE, (1, 0): RED_ASKS_2_BLUE_OR_1_YELLOW, (2, 0): BLUE}) == {((1, 0), 0)}


def test_a_group_that_touches_no_side_does_not_count() -> None:
    assert not Table().lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): RED, (2, 0): BLUE, (3, 0): BLUE})


def test_a_tile_never_counts_for_its_own_task() -> None:
    """Rulebook, Restriction: four turquoise tiles besides the one that asks for them."""
    table = Table()
    three_more: dict[Cell, str] = {(x, 0): TURQUOISE for x in (1, 2, 3)}
    assert not table.lay_all({(0, 0): TURQUOISE_ASKS_4_TURQUOISE, **three_more})
    (done,) = table.lay((4, 0), TURQUOISE)
    assert done.counted == (("turquoise", ((1, 0), (2, 0), (3, 0), (4, 0))),)


def test_a_tile_connects_nothing_for_its_own_task_but_all_of_its_group_counts() -> None:
    """Rules, Tasks: the display is taken without the tile; groups on different sides of it all count."""
    table = Table()
    table.lay_all({(0, 0): TURQUOISE, (0, 1): TURQUOISE, (1, 0): TURQUOISE_ASKS_4_TURQUOISE})
    assert not table.lay((2, 0), TURQUOISE)
    assert [done.cell for done in table.lay((3, 0), TURQUOISE)] == [(1, 0)]


def test_one_neighbour_serves_any_number_of_tasks() -> None:
    """Rules, Tasks: of one tile, and of several."""
    table = Table()
    table.lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): YELLOW, (1, -1): RED_ASKS_3_BLUE_OR_1_BLUE})
    assert {done.cell for done in table.lay((0, -1), BLUE)} == {(0, 0), (1, -1)}


def test_more_than_asked_for_does_no_harm() -> None:
    """Ruling 8: at least, not exactly."""
    display: dict[Cell, str] = {(0, 0): BLUE, (0, 1): BLUE, (0, 2): BLUE, (0, 3): BLUE}
    assert Table().lay_all({**display, (1, 0): RED_ASKS_3_BLUE_OR_1_BLUE}) == {((1, 0), 0), ((1, 0), 1)}


def test_of_all_that_lies_around_only_the_colours_asked_for_are_recorded() -> None:
    table = Table()
    table.lay_all({(0, 0): YELLOW, (1, 0): BLUE, (1, 1): BLUE, (-1, 0): RED, (-1, 1): RED})
    done = table.lay((0, 1), RED_ASKS_2_BLUE_OR_1_YELLOW)
    assert [one.counted for one in done] == [(("blue", ((1, 0), (1, 1))),), (("yellow", ((0, 0),)),)]


def test_the_recorded_colours_are_sorted() -> None:
    table = Table()
    table.lay_all({(0, 0): YELLOW, (1, 0): RED, (1, 1): RED, (-1, 0): TURQUOISE, (-1, 1): TURQUOISE})
    (done,) = table.lay((0, 1), TURQUOISE_ASKS_RED_YELLOW_TURQUOISE)
    assert done.counted == (
        ("red", ((1, 0), (1, 1))),
        ("turquoise", ((-1, 0), (-1, 1))),
        ("yellow", ((0, 0),)),
    )


def test_a_tile_without_tasks_completes_nothing() -> None:
    assert not Table().lay_all({(0, 0): RED, (1, 0): RED, (0, 1): BLUE})


# Tokens


def test_every_task_takes_one_token_and_stays_completed() -> None:
    """Rules, turn 6: "completed tasks stay completed"; none is paid twice."""
    table = Table()
    table.lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): BLUE})
    assert table.state.tokens == [19, 20]
    assert not table.lay((-1, 0), BLUE)
    assert table.state.tokens == [19, 20]


def test_tasks_are_checked_after_the_token_has_walked() -> None:
    """Rules, turn 5 and 6."""
    table = Table({2: BLUE})
    table.lay((0, 0), RED_ASKS_3_BLUE_OR_1_BLUE)
    names = [type(event).__name__ for event in table.take(2, (0, 1), seat=0)]
    assert names == ["TileTaken", "TilePlaced", "MoonAdvanced", "TaskCompleted"]


# Four tiles around (0, 0), (2, 0), (1, 1) and (1, -1), each of which waits for a blue one at (1, 0).
AROUND: dict[Cell, str] = {
    (0, 0): RED_ASKS_3_BLUE_OR_1_BLUE,
    (0, 1): YELLOW,
    (1, 1): RED_ASKS_3_BLUE_OR_1_BLUE,
    (2, 1): YELLOW,
    (2, 0): RED_ASKS_3_BLUE_OR_1_BLUE,
    (2, -1): YELLOW,
    (1, -1): RED_ASKS_3_BLUE_OR_1_BLUE,
}


def test_several_tasks_are_completed_in_reading_order() -> None:
    """Ruling 4: top row first, left to right."""
    table = Table()
    table.lay_all(AROUND)
    done = table.lay((1, 0), BLUE)
    assert [one.cell for one in done] == [(1, 1), (0, 0), (2, 0), (1, -1)]
    assert [one.tokens_left for one in done] == [19, 18, 17, 16]


def test_tasks_of_one_tile_are_completed_in_their_order() -> None:
    """Ruling 4: then task order."""
    table = Table()
    table.lay_all({(0, 0): BLUE, (0, 1): BLUE, (0, 2): BLUE})
    assert [done.task for done in table.lay((1, 0), RED_ASKS_3_BLUE_OR_1_BLUE)] == [0, 1]


def test_with_more_tasks_than_tokens_the_first_in_reading_order_get_one() -> None:
    """Ruling 4: with k tokens left, k are placed, and the match is won."""
    table = Table(rules=rules_with_tokens_to_place(3))
    table.lay_all(AROUND)
    done = table.lay((1, 0), BLUE)
    assert [one.cell for one in done] == [(1, 1), (0, 0), (2, 0)]
    assert table.state.tokens[0] == 0
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.ranking) == ("all_tokens_placed", ((0,), (1,)))


# Examples counted by other means


class Case(msgspec.Struct):
    """A display [x, y, tile], and the tasks [x, y, index] that it fulfils."""

    display: list[tuple[int, int, str]]
    fulfilled: list[tuple[int, int, int]]

    def tiles(self) -> dict[Cell, str]:
        """The display in an order in which it can be laid."""
        tiles = {(x, y): tile for x, y, tile in self.display}
        order = [FIRST_CELL]
        for cell in order:
            order += [near for near in neighbours(cell) if near in tiles and near not in order]
        return {cell: tiles[cell] for cell in order}

    def tasks(self) -> set[tuple[Cell, int]]:
        """The fulfilled tasks."""
        return {((x, y), index) for x, y, index in self.fulfilled}


EXAMPLES: Any = msgspec.json.decode(
    Path(__file__).with_name("examples").joinpath("nova_luna_tasks.json").read_bytes()
)
CASES = msgspec.convert(EXAMPLES["cases"], list[Case])


@pytest.mark.parametrize("case", CASES)
def test_example_laid_tile_by_tile(case: Case) -> None:
    assert len(case.tiles()) == len(case.display)
    assert Table().lay_all(case.tiles()) == case.tasks()


@pytest.mark.parametrize("case", CASES)
def test_examples_from_another_hand_agree_with_the_naive_reading(case: Case) -> None:
    """So that what is checked against the naive reading elsewhere is checked against the examples."""
    assert fulfilled({cell: TILES[tile] for cell, tile in case.tiles().items()}) == case.tasks()
