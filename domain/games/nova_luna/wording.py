"""Small pieces of English that refusals and sentences share."""

from __future__ import annotations

from collections.abc import Iterable

from domain.games.nova_luna.cells import Cell
from domain.games.nova_luna.components import Task


def listed(items: Iterable[object]) -> str:
    """“3, 4 and 7”."""
    *others, last = map(str, items)
    return f"{', '.join(others)} and {last}" if others else last


def counted(number: int, thing: str) -> str:
    """“1 tile”, “3 tiles”."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def task_text(task: Task) -> str:
    """“2 red, 1 blue”."""
    return ", ".join(f"{needed} {colour}" for colour, needed in task.items())


def cell_text(cell: Cell | list[int]) -> str:
    """“(1, -2)”."""
    x, y = cell
    return f"({x}, {y})"
