"""A seat's display: its tiles, the connected groups of one colour, and the tasks still open.

Groups are kept up to date as tiles are laid, so that what counts around a tile is read off its four
neighbours instead of being searched for again on every turn.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from domain.games.grid import FIRST_CELL, Cell, neighbours
from domain.games.nova_luna.components import Task, Tile


class Group(msgspec.Struct, frozen=True, gc=False):
    """Tiles of one colour connected horizontally or vertically, as many as there are.

    Never changed: laying a tile makes one new group of it and those it joins, so displays may share groups.
    """

    colour: str
    cells: tuple[Cell, ...]


class Display(msgspec.Struct):
    """What lies in front of a seat."""

    tiles: dict[Cell, str] = {}
    """Tile ids by cell, in the order in which they were laid."""
    frontier: dict[Cell, None] = msgspec.field(default_factory=lambda: {FIRST_CELL: None})
    """The cells where the next tile may lie: a set that keeps its order."""
    groups: dict[Cell, Group] = {}
    """For every tile's cell the group that the tile belongs to."""
    open_tasks: dict[Cell, dict[int, Task]] = {}
    """For every tile with tasks still open those tasks, by their index on the tile."""

    def place(self, cell: Cell, tile: Tile) -> None:
        """Lay a tile: it joins the groups of its colour next to it."""
        self.tiles[cell] = tile.id
        self.frontier.pop(cell, None)
        joined: tuple[Cell, ...] = (cell,)
        for neighbour in neighbours(cell):
            group = self.groups.get(neighbour)
            if group is None:
                self.frontier[neighbour] = None
            elif group.colour == tile.colour and neighbour not in joined:
                joined += group.cells
        grown = Group(tile.colour, joined)
        for member in joined:
            self.groups[member] = grown
        if tile.tasks:
            self.open_tasks[cell] = dict(enumerate(tile.tasks))

    def complete(self, cell: Cell, task: int) -> None:
        """Close a task; closed tasks stay closed."""
        still_open = self.open_tasks[cell]
        del still_open[task]
        if not still_open:
            del self.open_tasks[cell]

    def groups_next_to(self, cell: Cell) -> Iterable[Group]:
        """The groups with a tile next to the one on `cell`, each once; its own among them if not alone."""
        groups = self.groups
        return {id(groups[near]): groups[near] for near in neighbours(cell) if near in groups}.values()

    def neighbourhood(self, cell: Cell) -> dict[str, int]:
        """How many tiles of each colour count for the tile on `cell` (rulebook, Color Doubling).

        Of the tile's own colour all its group counts but itself (rulebook, Restriction).
        """
        own = self.groups[cell]
        counts: dict[str, int] = {}
        for group in self.groups_next_to(cell):
            size = len(group.cells) - (group is own)
            counts[group.colour] = counts.get(group.colour, 0) + size
        return counts

    def counting_cells(self, cell: Cell, colour: str) -> tuple[Cell, ...]:
        """The cells of the tiles that `neighbourhood` counts, sorted."""
        near = (group.cells for group in self.groups_next_to(cell) if group.colour == colour)
        return tuple(sorted(member for cells in near for member in cells if member != cell))
