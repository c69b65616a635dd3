"""A seat's park: its tiles, and the cells where a next one may lie.

The open cells are kept up to date as tiles are laid, so that they need not be searched for at every turn:
what a tile closes stays closed, because tiles never leave a park.
"""

from __future__ import annotations

from collections.abc import Container
from typing import Final, Literal

import msgspec

from domain.games.grid import Cell, neighbours

Axis = Literal["horizontal", "vertical"]

AXES: Final[tuple[Axis, Axis]] = ("horizontal", "vertical")

SIDES: Final = ("from_left", "from_right", "from_above", "from_below")
"""The sides from which a tile may come: its arrows point the other way, as it travels."""

LONGEST_RUN = 5
"""How many tiles may lie directly next to each other in a line (rulebook, Release Animals, Caution)."""


class Park(msgspec.Struct):
    """What a seat has laid out."""

    tiles: dict[Cell, str] = {}
    """Tile ids by cell, in the order in which they were laid."""
    frontier: dict[Cell, None] = {}
    """The empty cells next to a tile, whether or not a tile may lie there: a set that keeps its order."""
    openings: dict[str, dict[Cell, None]] = msgspec.field(default_factory=lambda: {s: {} for s in SIDES})
    """By side the cells of the frontier that a tile from that side reaches, and where it may lie."""
    rows: dict[int, tuple[int, int]] = {}
    """For each row with tiles its leftmost and its rightmost tile's x."""
    columns: dict[int, tuple[int, int]] = {}
    """For each column with tiles its lowest and its highest tile's y."""

    def place(self, cell: Cell, tile: str) -> None:
        """Lay a tile: it opens the cells around it, and closes those behind it and at runs' ends."""
        x, y = cell
        self.tiles[cell] = tile
        self.frontier.pop(cell, None)
        self._stretch(x, y)
        self._close_behind(x, y)
        for near in neighbours(cell):
            if near not in self.tiles and near not in self.frontier:
                self.frontier[near] = None
                for side in self.open_sides(near):
                    self.openings[side][near] = None
        self._close_at_runs(cell)

    def open_sides(self, cell: Cell) -> list[str]:
        """The sides from which no tile of its row or column lies in the way to an empty cell."""
        x, y = cell
        left, right = self.rows.get(y, (x, x))
        low, high = self.columns.get(x, (y, y))
        sides = []
        if x <= left:
            sides.append("from_left")
        if x >= right:
            sides.append("from_right")
        if y >= high:
            sides.append("from_above")
        if y <= low:
            sides.append("from_below")
        return sides

    def _stretch(self, x: int, y: int) -> None:
        left, right = self.rows.get(y, (x, x))
        self.rows[y] = min(left, x), max(right, x)
        low, high = self.columns.get(x, (y, y))
        self.columns[x] = min(low, y), max(high, y)

    def _close_behind(self, x: int, y: int) -> None:
        """A tile on (x, y) lies in the way of what comes from beyond it, and takes the cell itself."""
        from_left, from_right, from_above, from_below = (self.openings[side] for side in SIDES)
        for cell in [cell for cell in from_left if cell[1] == y and cell[0] >= x]:
            del from_left[cell]
        for cell in [cell for cell in from_right if cell[1] == y and cell[0] <= x]:
            del from_right[cell]
        for cell in [cell for cell in from_above if cell[0] == x and cell[1] <= y]:
            del from_above[cell]
        for cell in [cell for cell in from_below if cell[0] == x and cell[1] >= y]:
            del from_below[cell]

    def _close_at_runs(self, cell: Cell) -> None:
        """Where a tile at either end of the new tile's runs would make one of more than five."""
        for axis in AXES:
            cells = run(self.tiles, cell, axis)
            for end, beyond in ends(cells, axis):
                if len(cells) == LONGEST_RUN or (
                    beyond in self.tiles and len(run(self.tiles, end, axis)) > LONGEST_RUN
                ):
                    for open_cells in self.openings.values():
                        open_cells.pop(end, None)


def run(tiles: Container[Cell], cell: Cell, axis: Axis) -> list[Cell]:
    """The unbroken line of tiles through a cell, from left to right or from bottom to top. The cell itself
    belongs to it whether or not a tile lies there yet."""
    x, y = cell
    cells = [cell]
    if axis == "horizontal":
        while (before := (x - 1, y)) in tiles:
            cells.insert(0, before)
            x -= 1
        x = cell[0]
        while (after := (x + 1, y)) in tiles:
            cells.append(after)
            x += 1
    else:
        while (before := (x, y - 1)) in tiles:
            cells.insert(0, before)
            y -= 1
        y = cell[1]
        while (after := (x, y + 1)) in tiles:
            cells.append(after)
            y += 1
    return cells


def ends(cells: list[Cell], axis: Axis) -> tuple[tuple[Cell, Cell], tuple[Cell, Cell]]:
    """The cells right before and right after a run, each with the one beyond it."""
    (x, y), (to_x, to_y) = cells[0], cells[-1]
    if axis == "horizontal":
        return ((x - 1, y), (x - 2, y)), ((to_x + 1, y), (to_x + 2, y))
    return ((x, y - 1), (x, y - 2)), ((x, to_y + 1), (x, to_y + 2))
