"""A walk through a match, event by event, forwards and back."""

from __future__ import annotations

import msgspec

from domain.games.rules import Viewer
from domain.match import Match
from replay_tool.sources import Source
from replay_tool.viewing import (
    LogEntry,
    Table,
    check_version,
    log_entries,
    rebuild,
    table_of,
    take_further,
)

RECENT = 4
"""How many earlier events are told again at each stop."""


class Stop(msgspec.Struct, frozen=True):
    """Where a walk stands: the event that has just happened, those right before it, and the table after
    it."""

    event: LogEntry
    before: tuple[LogEntry, ...]
    table: Table


class Walkthrough:
    """Stands at an event of a source and shows it with somebody's eyes.

    Forwards it applies the events in between; back it rebuilds from the first, which for a match of some
    hundred events takes milliseconds.
    """

    def __init__(self, source: Source, viewer: Viewer | None, version: int = 1) -> None:
        """Raises `Unreadable`."""
        self._source = source
        self._match: Match = rebuild(source, version)
        self.viewer = viewer
        self.look_as(viewer)

    @property
    def version(self) -> int:
        """The event that has just happened."""
        return self._match.version

    @property
    def last(self) -> int:
        """The last event there is."""
        return len(self._source.events)

    def go(self, version: int) -> None:
        """Go to an event; beyond the ends, to the first or the last one."""
        aim = min(max(version, 1), self.last)
        if aim < self.version:
            self._match = rebuild(self._source, aim)
        else:
            take_further(self._match, self._source, aim)

    def look_as(self, viewer: Viewer | None) -> None:
        """Look with other eyes from now on. Raises `Unreadable` where there is no such seat."""
        table_of(self._match, self._source, viewer)
        self._entries = list(log_entries(self._source, viewer))
        self.viewer = viewer

    def stop(self) -> Stop:
        """What is to be seen here."""
        check_version(self._source, self.version)
        place = self.version - 1
        return Stop(
            event=self._entries[place],
            before=tuple(self._entries[max(0, place - RECENT) : place]),
            table=table_of(self._match, self._source, self.viewer),
        )
