"""The grid on which a display grows."""

from __future__ import annotations

from functools import cache

Cell = tuple[int, int]
"""A place in a display, (x, y); y grows upwards."""

FIRST_CELL: Cell = (0, 0)
"""Where the first tile of every display lies."""


@cache  # a display of a whole tile set stays within a few dozen cells of its first one
def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells horizontally and vertically next to a cell; diagonals do not count."""
    x, y = cell
    return (x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)


def reading_order(cell: Cell) -> Cell:
    """Sorts cells as a page is read: top row first, from left to right."""
    x, y = cell
    return -y, x
