"""Stand-ins for chance: what a game draws in a test is given, or follows from a small seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, TypeVar

from domain.games.rules import Event

T = TypeVar("T")


class SeededChance:
    """Draws that look random and are the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def shuffle(self, event: type[Event], items: Sequence[T]) -> list[T]:
        """The items in another order."""
        return self._random.sample(items, len(items))

    def below(self, event: type[Event], limit: int) -> int:
        """An integer from 0 up to, but not including, `limit`."""
        return self._random.randrange(limit)


class ScriptedChance:
    """Draws laid down in the test, one list for each class of event; each is used once, in order.

    The result of a shuffle may be given in part, from the top; the other items follow as they come.
    """

    def __init__(self, draws: Mapping[type[Event], Sequence[Any]]) -> None:
        self._draws = {event: list(results) for event, results in draws.items()}

    def shuffle(self, event: type[Event], items: Sequence[T]) -> list[T]:
        """The order laid down for this event."""
        top = list(self._next(event))
        rest = list(items)
        for item in top:
            rest.remove(item)
        return top + rest

    def below(self, event: type[Event], limit: int) -> int:
        """The integer laid down for this event."""
        result = int(self._next(event))
        assert 0 <= result < limit, f"{result} is not below {limit}"
        return result

    def _next(self, event: type[Event]) -> Any:
        assert self._draws.get(event), f"no draw is laid down for {event.__name__}"
        return self._draws[event].pop(0)


class NoChance:
    """For moves whose consequences are certain: any draw is a mistake."""

    def shuffle(self, event: type[Event], items: Sequence[T]) -> list[T]:
        """Never called."""
        raise AssertionError(f"{event.__name__} was not expected to shuffle")

    def below(self, event: type[Event], limit: int) -> int:
        """Never called."""
        raise AssertionError(f"{event.__name__} was not expected to draw")


class SeededPicker:
    """A bot's own chance, the same for the same seed."""

    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def below(self, limit: int) -> int:
        """An integer from 0 up to, but not including, `limit`."""
        return self._random.randrange(limit)
