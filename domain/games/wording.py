"""Small pieces of English that the games' texts share."""

from __future__ import annotations

from collections.abc import Iterable


def listed(items: Iterable[object]) -> str:
    """“3, 4 and 7”."""
    *others, last = map(str, items)
    return f"{', '.join(others)} and {last}" if others else last


def counted(number: int, thing: str) -> str:
    """“1 tile”, “3 tiles”."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"
