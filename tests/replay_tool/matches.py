"""Matches for the replay tool's tests, played without a store, and ways to check them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from domain import match_file
from domain.commands import Command, CreateMatch, TakeSeat
from domain.games.rules import AUDITOR, Viewer
from domain.log import Recorded
from domain.sealing import salt_key
from replay_tool.audit import audit
from replay_tool.findings import Report
from replay_tool.sources import from_bytes
from replay_tool.verify import verify
from tests.domain.table import MATCH, Table

GAME = "nova_luna"


class NamedTable(Table):
    """A table whose match is named after the command that created it, as the service does."""

    def give(self, kind: type[Command], *, command: str | None = None, **more: Any) -> list[Recorded]:
        return super().give(kind, command=MATCH.hex if kind is CreateMatch else command, **more)


class EntropyByServerTable(NamedTable):
    """A table whose persons have no entropy of their own: the server draws it for them."""

    def sit_down(self) -> None:
        for seat in self.persons:
            self.give(TakeSeat, actor=self.player(seat), seat=seat, entropy=self.entropy(seat))


def table(seats: int = 2, **more: Any) -> NamedTable:
    """A table, by default of two and just begun."""
    return NamedTable(GAME, seats, **more)


@cache
def finished_match(seats: int = 2) -> tuple[Recorded, ...]:
    """A match played to its end."""
    played = table(seats)
    played.play_to_the_end()
    return tuple(played.events)


def running_match() -> NamedTable:
    """A match after a few moves."""
    played = table()
    for _ in range(6):
        played.random_move()
    return played


def file_of(events: Sequence[Recorded], viewer: Viewer = AUDITOR) -> bytes:
    """The match file for a viewer."""
    return b"".join(match_file.write(events, viewer, salt_key(events[0].secret)))


def verified(content: bytes) -> Report:
    """What `verify` says of a file."""
    return verify(from_bytes("test", content))


def audited(content: bytes, **more: Any) -> Report:
    """What `audit` says of a file."""
    return audit(from_bytes("test", content), **more)


def places(report: Report) -> list[tuple[str, int]]:
    """What was found and where."""
    return [(finding.code, finding.version) for finding in report.findings]


def first(report: Report) -> tuple[str, int] | None:
    """What was found first and where."""
    found = report.first_failure
    return None if found is None else (found.code, found.version)
