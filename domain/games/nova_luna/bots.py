"""A player made of code for Nova Luna. It sees what a person in its seat would see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.grid import Cell
from domain.games.nova_luna.components import Task, Tile, Tiles
from domain.games.nova_luna.display import Display
from domain.games.nova_luna.moves import Refill, Take
from domain.games.nova_luna.scoring import newly_fulfilled, touched_by
from domain.games.rules import Move, Picker

# What a greedy bot values, in common units.
_COMPLETED = 60
_PROGRESS = 10  # for each tile that counts towards an open task and is still needed
_TIME = 8  # for each space that the token has to walk


class GreedyBot:
    """Looks one tile ahead: tasks completed at once, then progress on open ones, for little time."""

    def __init__(self, tiles: Tiles) -> None:
        self._tiles = tiles

    def choose(self, view: Mapping[str, Any], legal_moves: Sequence[Move], picker: Picker) -> Move:
        """The most valuable move; among equals the picker decides.

        Fills the wheel, where it may, when no tile in reach is worth its time.
        """
        display = display_seen(view["seats"][view["turn"]], self._tiles)
        takes = [move for move in legal_moves if isinstance(move, Take)]
        values = [self._value(display, self._tiles[view["wheel"][take.space]], take.cell) for take in takes]
        best = max(values, default=0)
        if best <= 0 and any(isinstance(move, Refill) for move in legal_moves):
            return Refill()
        best_takes = [take for take, value in zip(takes, values, strict=True) if value == best]
        return best_takes[picker.below(len(best_takes))]

    def _value(self, display: Display, tile: Tile, cell: Cell) -> int:
        after = what_if(display, cell, tile)
        completed = len(newly_fulfilled(after, cell))
        progress = sum(
            _progress(after, near) - (_progress(display, near) if near != cell else 0)
            for near in touched_by(after, cell)
        )
        return _COMPLETED * completed + _PROGRESS * progress - _TIME * tile.time


def display_seen(seat: Mapping[str, Any], tiles: Tiles) -> Display:
    """A seat's display, put together again from a view of it."""
    display = Display()
    for lying in seat["display"]:
        x, y = lying["cell"]
        display.place((x, y), tiles[lying["tile"]])
        for task, completed in enumerate(seat["tasks"][lying["tile"]]):
            if completed:
                display.complete((x, y), task)
    return display


def what_if(display: Display, cell: Cell, tile: Tile) -> Display:
    """A display as it would be with one tile more; the given one stays as it is."""
    after = Display(
        display.tiles.copy(), display.frontier.copy(), display.groups.copy(), display.open_tasks.copy()
    )
    after.place(cell, tile)
    return after


def _progress(display: Display, cell: Cell) -> int:
    """How many tiles around one count towards its open tasks, beyond what a task needs not counted."""
    counts = display.neighbourhood(cell)
    return sum(_useful(counts, task) for task in display.open_tasks[cell].values())


def _useful(counts: Mapping[str, int], task: Task) -> int:
    return sum(min(counts.get(colour, 0), needed) for colour, needed in task.items())
