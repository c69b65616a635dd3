"""Where two logs part, and what follows: two files, or a match and what the newest rules would make of it."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

import msgspec

from domain.games.canonical import canonical
from replay_tool.sources import Source
from replay_tool.viewing import LogEntry, check_complete, log_entries

SHOWN = 20
"""How many differing events are listed where nothing else is said."""

_ABSENT = msgspec.UNSET
_HEADER_FIELDS = ("match", "game", "rules", "seats", "options", "digest", "keys", "checkpoints")


class Field(msgspec.Struct, frozen=True, omit_defaults=True):
    """Something that is not the same on both sides; a side that lacks it is left out."""

    name: str
    left: Any = _ABSENT
    right: Any = _ABSENT


class Pair(msgspec.Struct, frozen=True):
    """An event of one side and what stands in its place on the other, if anything does."""

    left: LogEntry | None
    right: LogEntry | None
    fields: tuple[Field, ...] = ()


class Side(msgspec.Struct, frozen=True):
    """One of the two logs: its name, how many events it has, and how it ends, in a sentence."""

    name: str
    events: int
    ending: str


class Comparison(msgspec.Struct, frozen=True):
    """Two logs side by side. `common` is how many events from the first are the same; `parting` the first
    that is not; `differing` counts all that differ, of which `following` lists some, in order. `refused` are
    commands that only one side could carry out."""

    left: Side
    right: Side
    header: tuple[Field, ...]
    common: int
    parting: Pair | None
    differing: int
    following: tuple[Pair, ...]
    refused: tuple[Field, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether nothing differs."""
        return not (self.header or self.differing or self.refused)


def compare(left: Source, right: Source, *, ignored: Collection[str] = (), limit: int = SHOWN) -> Comparison:
    """Compare two logs by what their events say and open; `ignored` names data that may differ.

    What the chain adds is left out: it differs everywhere after the first difference. Raises `Unreadable`.
    """
    sides = [_Facts(source, ignored) for source in (left, right)]
    pairs = list(_pairs(*sides))
    return Comparison(
        left=sides[0].side,
        right=sides[1].side,
        header=tuple(_header_fields(left, right)),
        common=_common(sides[0].keys, sides[1].keys),
        parting=pairs[0] if pairs else None,
        differing=len(pairs),
        following=tuple(pairs[1 : limit + 1]),
    )


class _Facts:
    """What the events of one side say: who, when and what, with all that is opened in its place."""

    def __init__(self, source: Source, ignored: Collection[str]) -> None:
        if source.header is None or not source.events:
            check_complete(source)
        self.entries = list(log_entries(source, None))
        self.facts = [_facts_of(source, index, ignored) for index in range(len(source.events))]
        self.keys = [canonical(facts) for facts in self.facts]
        ending = self.entries[-1].sentence if source.finished else "it is not over"
        self.side = Side(source.name, len(source.events), ending)


def _facts_of(source: Source, index: int, ignored: Collection[str]) -> dict[str, Any]:
    event = source.events[index]
    data: Any = msgspec.json.decode(event.line.data)
    facts = {"type": event.line.type, "by": event.line.by, "at": event.line.at}
    if not isinstance(data, dict):
        return {**facts, "data": data}
    flat = dict(_flat(data, ""))
    for opening in event.openings:
        flat[opening.field] = "(erased)" if opening.erased else opening.value
    return facts | {name: value for name, value in flat.items() if name not in ignored}


def _flat(data: Mapping[str, Any], prefix: str) -> Iterator[tuple[str, Any]]:
    """The values by dotted path, as openings name them."""
    for key, value in data.items():
        if isinstance(value, dict) and value and value.keys() != {"sealed"}:
            yield from _flat(value, f"{prefix}{key}.")
        else:
            yield prefix + key, value


def _common(left: Sequence[bytes], right: Sequence[bytes]) -> int:
    same = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        same += 1
    return same


def _pairs(left: _Facts, right: _Facts) -> Iterator[Pair]:
    """All that differs, in order; what was put in or left out does not make all after it differ."""
    start = _common(left.keys, right.keys)
    matcher = SequenceMatcher(None, left.keys[start:], right.keys[start:], autojunk=False)
    for how, from_left, to_left, from_right, to_right in matcher.get_opcodes():
        if how == "equal":
            continue
        for step in range(max(to_left - from_left, to_right - from_right)):
            at_left, at_right = start + from_left + step, start + from_right + step
            yield _pair(
                left, at_left if at_left < start + to_left else None,
                right, at_right if at_right < start + to_right else None,
            )  # fmt: skip


def _pair(left: _Facts, at_left: int | None, right: _Facts, at_right: int | None) -> Pair:
    if at_left is None or at_right is None:
        return Pair(
            None if at_left is None else left.entries[at_left],
            None if at_right is None else right.entries[at_right],
        )
    fields = _different(left.facts[at_left], right.facts[at_right])
    return Pair(left.entries[at_left], right.entries[at_right], tuple(fields))


def _different(left: Mapping[str, Any], right: Mapping[str, Any]) -> Iterator[Field]:
    for name in sorted(left.keys() | right.keys()):
        one, other = left.get(name, _ABSENT), right.get(name, _ABSENT)
        if one is _ABSENT or other is _ABSENT or canonical(one) != canonical(other):
            yield Field(name, one, other)


def _header_fields(left: Source, right: Source) -> Iterator[Field]:
    if left.header is None or right.header is None:
        return
    for name in _HEADER_FIELDS:
        one, other = getattr(left.header, name), getattr(right.header, name)
        if canonical(one) != canonical(other):
            yield Field(name, one, other)
