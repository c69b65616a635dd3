"""The grid that tile games share."""

from __future__ import annotations

from domain.games.grid import (
    FIRST_CELL,
    bordering,
    cell_text,
    connected,
    drawn,
    neighbours,
    reading_order,
    region,
)


def test_neighbours_touch_horizontally_or_vertically() -> None:
    assert set(neighbours((2, -1))) == {(1, -1), (3, -1), (2, 0), (2, -2)}


def test_bordering_cells_are_empty_and_next_to_a_tile() -> None:
    assert bordering({(0, 0), (1, 0)}) == {(0, 1), (1, 1), (2, 0), (1, -1), (0, -1), (-1, 0)}


def test_the_first_tile_borders_on_nothing() -> None:
    assert bordering(()) == {FIRST_CELL}


def test_connected() -> None:
    assert connected([])
    assert connected([(0, 0), (0, 1), (1, 1)])
    assert not connected([(0, 0), (1, 1)])


def test_a_region_goes_as_far_as_one_can_walk() -> None:
    assert region((0, 0), [(0, 0), (0, 1), (1, 1), (2, 0), (3, 0)]) == {(0, 0), (0, 1), (1, 1)}


def test_reading_order_is_top_row_first() -> None:
    assert sorted([(0, 0), (1, 1), (0, 1), (-3, 0)], key=reading_order) == [(0, 1), (1, 1), (-3, 0), (0, 0)]


def test_a_cell_in_a_text() -> None:
    assert cell_text((1, -2)) == cell_text([1, -2]) == "(1, -2)"


def test_a_drawn_layout() -> None:
    assert [line.rstrip() for line in drawn({(-1, 0): ("NL01", "T1"), (0, 1): ("NL18", "B1 oo")})] == [
        "  x     -1       0",
        "   1          NL18",
        "              B1 oo",
        "   0  NL01",
        "      T1",
    ]


def test_a_wide_layout_is_drawn_in_pieces_that_fit_100_columns() -> None:
    lines = list(drawn({(x, 0): ("ABCDEF", "") for x in range(30)}))
    assert max(map(len, lines)) <= 100
    assert sum(line.count("ABCDEF") for line in lines) == 30
