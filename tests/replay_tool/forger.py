"""The dishonest operator: has the database, the secret and all programs, rewrites a log as he likes and
makes everything that can be computed fit again."""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from domain.games.canonical import canonical
from domain.log import GENESIS, SECRET, Author, Recorded, leaf
from domain.match_file import header
from domain.sealing import salt, salt_key, seal


@dataclass
class Draft:
    """An event as the operator may write it: `data` with all secrets in it, and which of them get sealed."""

    at: str
    by: Author
    type: str
    data: dict[str, Any]
    sealed: list[str] = field(default_factory=list)


class Forger:
    """A log to be rewritten. `events[0]` is event 1."""

    def __init__(self, recorded: Sequence[Recorded]) -> None:
        self.match = recorded[0].match
        self.secret = recorded[0].secret
        self.header: dict[str, Any] = msgspec.to_builtins(header(recorded[0]))
        self.events = [_draft(event) for event in recorded]

    def event(self, version: int) -> Draft:
        """The event with this version."""
        return self.events[version - 1]

    def find(self, type_ending: str, nth: int = 1, where: Callable[[Draft], bool] = lambda _: True) -> int:
        """The version of the n-th event whose type ends so."""
        found = (
            n for n, draft in enumerate(self.events, 1) if draft.type.endswith(type_ending) and where(draft)
        )
        return [version for version, _ in zip(found, range(nth), strict=False)][-1]

    def remove(self, version: int) -> None:
        """Leave an event out."""
        del self.events[version - 1]

    def insert(self, version: int, draft: Draft) -> None:
        """Put an event in, so that it gets this version."""
        self.events.insert(version - 1, draft)

    def copy(self, version: int) -> Draft:
        """An event like another."""
        return copy.deepcopy(self.event(version))

    def file(self) -> bytes:
        """The match file, sealed and chained anew, with everything open."""
        lines = [canonical(self.header)]
        for line, openings, _ in self._written():
            lines.append(line)
            if openings:
                lines.append(canonical({"opened": openings}))
        return b"".join(line + b"\n" for line in lines)

    def stored(self) -> list[bytes]:
        """The events as a database keeps them."""
        return [line + b"\n" + canonical(private) for line, _, private in self._written()]

    def _written(self) -> Iterable[tuple[bytes, list[dict[str, Any]], dict[str, Any]]]:
        prev = GENESIS
        for version, draft in enumerate(self.events, start=1):
            line, openings, private = self._write(version, draft, prev)
            prev = leaf(line)
            yield line, openings, private

    def _write(
        self, version: int, draft: Draft, prev: str
    ) -> tuple[bytes, list[dict[str, Any]], dict[str, Any]]:
        data = copy.deepcopy(draft.data)
        openings = []
        private: dict[str, Any] = {SECRET: self.secret.hex()} if version == 1 else {}
        for path in sorted(draft.sealed):
            holder, key = _holder(data, path)
            grain = salt(salt_key(self.secret), version, path)
            private[path] = holder[key]
            openings.append({"version": version, "field": path, "value": holder[key], "salt": grain.hex()})
            holder[key] = {"sealed": seal(self.match, version, path, grain, holder[key])}
        envelope = {
            "at": draft.at,
            "by": draft.by,
            "data": data,
            "match": str(self.match),
            "prev": prev,
            "type": draft.type,
            "version": version,
        }
        return canonical(envelope), openings, private


def _draft(recorded: Recorded) -> Draft:
    data = msgspec.json.decode(msgspec.json.decode(recorded.line, type=dict[str, msgspec.Raw])["data"])
    for path, value in recorded.sealed_values.items():
        holder, key = _holder(data, path)
        holder[key] = copy.deepcopy(value)
    return Draft(recorded.at, recorded.by, recorded.type, data, list(recorded.sealed_values))


def _holder(data: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    *parents, key = path.split(".")
    for parent in parents:
        data = data[parent]
    return data, key


def swap(values: list[Any], first: int, second: int) -> list[Any]:
    """The values with two of them exchanged."""
    changed = list(values)
    changed[first], changed[second] = changed[second], changed[first]
    return changed
