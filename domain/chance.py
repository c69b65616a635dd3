"""Chance that anyone can check afterwards: every shuffle and pick follows from the match's secret and
from what each person gave to it (DESIGN, section 4).

Nobody can steer it: the server has committed to its secret before any entropy is known, and nobody sees
another's entropy before committing to an own.
"""

from __future__ import annotations

import struct
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar
from uuid import UUID

from domain.games.rules import Event
from domain.sealing import hm, lp, u32

T = TypeVar("T")

Draw = dict[str, Any]
"""A draw on record: `label`, `n`, what was drawn from (`of` a list, or `below` a limit), `result`."""

_WORDS = struct.Struct(">8I")
_TWO_TO_32 = 1 << 32


def chance_key(match: UUID, secret: bytes, entropies: Sequence[bytes]) -> bytes:
    """The key of all draws of a match; entropies in the order of the seats that gave one."""
    return hm(secret, lp("fairtable/chance/1") + lp(str(match)) + b"".join(entropies))


def bot_key(match: UUID, secret: bytes, decision: int, seat: int) -> bytes:
    """The key of a bot's own choices at one decision, apart from the match's draws: whoever asks the bot
    again, after a crash or in another process, gets the same answer."""
    return hm(secret, lp("fairtable/bot/1") + lp(str(match)) + u32(decision) + u32(seat))


class Stream:
    """Uniform integers from a key: block i is HM(key, u64 i), read four bytes at a time."""

    __slots__ = ("_block", "_key", "_words")

    def __init__(self, key: bytes) -> None:
        self._key = key
        self._block = 0
        self._words: list[int] = []

    def below(self, limit: int) -> int:
        """A uniform integer from 0 up to, but not including, `limit` (at most 2^32).

        Words from the last, incomplete multiple of `limit` are rejected: taking them would favour the
        small numbers.
        """
        bound = _TWO_TO_32 - _TWO_TO_32 % limit
        while (word := self._word()) >= bound:
            pass
        return word % limit

    def shuffle(self, items: Sequence[T]) -> list[T]:
        """The items in a uniformly random order (Fisher–Yates from the end)."""
        result = list(items)
        for i in range(len(result) - 1, 0, -1):
            j = self.below(i + 1)
            result[i], result[j] = result[j], result[i]
        return result

    def _word(self) -> int:
        if not self._words:
            block = hm(self._key, self._block.to_bytes(8, "big"))
            self._words = list(reversed(_WORDS.unpack(block)))
            self._block += 1
        return self._words.pop()


def stream(key: bytes, label: str, n: int) -> Stream:
    """The stream of the draw with this label that leads to the n-th event of its name."""
    return Stream(hm(key, lp(label) + u32(n)))


class DerivedChance:
    """A match's `Chance`: derives each draw, and keeps it until the event it leads to is recorded."""

    def __init__(self, key: bytes, recorded: Mapping[str, int]) -> None:
        """`recorded` tells how many events of each class name the match has so far; it is read at each
        draw, never changed."""
        self._key = key
        self._recorded = recorded
        self._pending: dict[str, list[Draw]] = {}

    def shuffle(self, event: type[Event], items: Sequence[T]) -> list[T]:
        """See `domain.games.rules.Chance`."""
        label, n = self._next(event)
        result = stream(self._key, label, n).shuffle(items)
        self._keep(event, {"label": label, "n": n, "of": list(items), "result": result})
        return result

    def below(self, event: type[Event], limit: int) -> int:
        """See `domain.games.rules.Chance`."""
        label, n = self._next(event)
        result = stream(self._key, label, n).below(limit)
        self._keep(event, {"label": label, "n": n, "below": limit, "result": result})
        return result

    def take_draws(self, event: type[Event]) -> list[Draw]:
        """The draws made for the event that is being recorded, no longer kept."""
        return self._pending.pop(event.__name__, [])

    def _next(self, event: type[Event]) -> tuple[str, int]:
        name = event.__name__
        earlier = len(self._pending.get(name, ()))
        label = f"{name}/{earlier + 1}" if earlier else name
        return label, self._recorded.get(name, 0) + 1

    def _keep(self, event: type[Event], draw: Draw) -> None:
        self._pending.setdefault(event.__name__, []).append(draw)


def redraw(key: bytes, draw: Mapping[str, Any]) -> Any:
    """What a draw on record should have come out as."""
    source = stream(key, draw["label"], draw["n"])
    return source.shuffle(draw["of"]) if "of" in draw else source.below(draw["below"])
