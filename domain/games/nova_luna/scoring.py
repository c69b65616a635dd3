"""Which tasks a display fulfils, and who is ahead: pure functions."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from domain.games.grid import Cell, neighbours, reading_order
from domain.games.nova_luna.components import Task
from domain.games.nova_luna.display import Display
from domain.games.rules import Seat


class OpenTask(NamedTuple):
    """A task of the tile on `cell` that has no token yet."""

    cell: Cell
    task: int
    needs: Task


def satisfies(counts: Mapping[str, int], task: Task) -> bool:
    """Whether a neighbourhood has at least what a task asks for (ruling 8)."""
    for colour, needed in task.items():  # noqa: SIM110 - asked several times a move, and all() takes twice as long
        if counts.get(colour, 0) < needed:
            return False
    return True


def newly_fulfilled(display: Display, placed: Cell) -> list[OpenTask]:
    """The open tasks that are fulfilled now that a tile lies on `placed`, in reading order (ruling 4).

    Only where the counts have changed: on the new tile itself, and on tiles in or next to its group.
    """
    return _fulfilled_on(display, touched_by(display, placed))


def fulfilled_but_open(display: Display) -> list[OpenTask]:
    """All open tasks of a display that are fulfilled, in reading order."""
    return _fulfilled_on(display, display.open_tasks)


def touched_by(display: Display, placed: Cell) -> Collection[Cell]:
    """The cells with open tasks whose neighbourhood the tile on `placed` has changed: its own, and those next
    to a tile of its group, to which the others of the group belong."""
    group = display.groups[placed].cells
    return display.open_tasks.keys() & {placed}.union(*map(neighbours, group))


def _fulfilled_on(display: Display, cells: Collection[Cell]) -> list[OpenTask]:
    found = [
        OpenTask(cell, task, needs)
        for cell in cells
        for counts in (display.neighbourhood(cell),)
        for task, needs in display.open_tasks[cell].items()
        if satisfies(counts, needs)
    ]
    if len(found) > 1:
        found.sort(key=lambda one: (reading_order(one.cell), one.task))
    return found


def ranking(tokens: Sequence[int], moving_order: Sequence[Seat]) -> tuple[tuple[Seat, ...], ...]:
    """Fewest tokens left first; among equals the one who would have moved sooner.

    Rulebook, End of Game and Scoring; ruling 13. Nobody shares a place: the moving order never ties.
    """
    soonest_first = sorted(moving_order, key=lambda seat: tokens[seat])
    return tuple((seat,) for seat in soonest_first)
