"""The grid on which tiles are laid out in front of a seat: what games that grow such a layout share."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache

Cell = tuple[int, int]
"""A place in a layout, (x, y); x grows to the right, y grows upwards."""

FIRST_CELL: Cell = (0, 0)
"""Where the first tile of every layout lies."""


@cache  # never asked about cells from outside: those in and around layouts are few
def neighbours(cell: Cell) -> tuple[Cell, Cell, Cell, Cell]:
    """The cells horizontally and vertically next to a cell; diagonals do not count."""
    x, y = cell
    return (x, y + 1), (x + 1, y), (x, y - 1), (x - 1, y)


def bordering(cells: Collection[Cell]) -> set[Cell]:
    """The empty cells next to these, or, next to none, the first cell: where the next tile may lie."""
    return {near for cell in cells for near in neighbours(cell)}.difference(cells) if cells else {FIRST_CELL}


def connected(cells: Collection[Cell]) -> bool:
    """Whether one can walk between any two of these cells without leaving them."""
    return not cells or len(region(next(iter(cells)), cells)) == len(cells)


def region(start: Cell, cells: Collection[Cell]) -> set[Cell]:
    """The cells to which one can walk from one of them without leaving them."""
    seen = {start}
    to_visit = [start]
    while to_visit:
        for near in neighbours(to_visit.pop()):
            if near in cells and near not in seen:
                seen.add(near)
                to_visit.append(near)
    return seen


# In a text


def reading_order(cell: Cell) -> Cell:
    """Sorts cells as a page is read: top row first, from left to right."""
    x, y = cell
    return -y, x


def cell_text(cell: Iterable[int]) -> str:
    """“(1, -2)”."""
    x, y = cell
    return f"({x}, {y})"


_WIDTH = 100
_CELL_WIDTH = 8
_COLUMNS_A_ROW = (_WIDTH - 6) // _CELL_WIDTH


def drawn(labels: Mapping[Cell, Sequence[str]]) -> Iterator[str]:
    """A layout for a terminal of 100 columns: every tile's two short lines at its place, below the numbers
    of the columns and after those of the rows. Wide ones come in several pieces."""
    columns = range(min(x for x, _ in labels), max(x for x, _ in labels) + 1)
    for start in range(0, len(columns), _COLUMNS_A_ROW):
        yield from _drawn(columns[start : start + _COLUMNS_A_ROW], labels)


def _drawn(columns: range, labels: Mapping[Cell, Sequence[str]]) -> Iterator[str]:
    rows = range(max(y for _, y in labels), min(y for _, y in labels) - 1, -1)
    yield "  x   " + "".join(f"{x:>4}".ljust(_CELL_WIDTH) for x in columns)
    for y in rows:
        for line, margin in enumerate((f"{y:>4}  ", " " * 6)):
            yield margin + "".join(labels.get((x, y), ("", ""))[line].ljust(_CELL_WIDTH) for x in columns)
