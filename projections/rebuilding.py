"""Filling a read model anew from the logs, while everybody goes on reading and writing the old one."""

from __future__ import annotations

from collections.abc import Callable

from sqlalchemy import Connection, Engine, delete, insert, select

from domain.storage import PAGE, MatchLogs
from projections.projection import Projection
from projections.store import Key, advance, lock_position, remove_position, set_position, transaction

Progress = Callable[[int, int], None]
"""Told how far a rebuild has come: a position, and the newest one there is."""


class RebuildOvertaken(Exception):
    """Another rebuild of the same projection was begun meanwhile; that one goes on."""


def rebuild(logs: MatchLogs, engine: Engine, projection: Projection, progress: Progress | None) -> int:
    """Fill shadow tables from the first event on, then put their rows in place of the live ones.

    Returns the position that the rows stand for. When it fails or is killed, the live rows are as they
    were; the next rebuild begins from the start. Raises `RebuildOvertaken`, `StoreUnavailable`, and what
    the projection raises for an event that it cannot apply.
    """
    work = _Rebuild(logs, engine, projection)
    work.begin()
    while (seen := work.fill()) > 0:
        if progress is not None:
            progress(work.position, logs.newest_position())
        if seen < PAGE:
            break
    return work.swap()


class _Rebuild:
    def __init__(self, logs: MatchLogs, engine: Engine, projection: Projection) -> None:
        self._logs = logs
        self._engine = engine
        self._live = projection
        self._shadow = projection.shadow()
        self._key: Key = (f"{projection.name}/rebuild", projection.version)
        self.position = 0

    def begin(self) -> None:
        """Start with empty shadow tables, whatever an earlier rebuild has left."""
        with transaction(self._engine) as connection:
            set_position(connection, self._key, 0)
            self._drop(connection)
            for table in self._live.tables:
                self._shadow.table(table).create(connection)

    def fill(self) -> int:
        """Apply one page to the shadow tables; how many events it had."""
        page = self._logs.follow(self.position)
        if page:
            with transaction(self._engine) as connection:
                if not advance(connection, self._key, self.position, page[-1].position):
                    raise _overtaken(self._live)
                self._shadow.apply(connection, self._shadow.wanted(page))
            self.position = page[-1].position
        return len(page)

    def swap(self) -> int:
        """Put the shadow's rows in place of the live ones, in one transaction.

        The live position is locked first, so the live runner waits, and whatever it has applied since is
        applied to the shadow too. Afterwards the runner finds its position moved and reads it anew. Rows
        are copied rather than tables renamed: readers go on seeing the old rows until the commit, and
        never wait for a lock on a table.
        """
        with transaction(self._engine) as connection:
            live = lock_position(connection, self._live.key)
            if not remove_position(connection, self._key, self.position):
                raise _overtaken(self._live)
            while self.position < live and (page := self._logs.follow(self.position)):
                self._shadow.apply(connection, self._shadow.wanted(page))
                self.position = page[-1].position
            for table in self._live.tables:
                shadow = self._shadow.table(table)
                connection.execute(delete(table))
                connection.execute(insert(table).from_select(list(table.columns.keys()), select(shadow)))
            set_position(connection, self._live.key, self.position)
            self._drop(connection)
        return self.position

    def _drop(self, connection: Connection) -> None:
        for table in self._live.tables:
            self._shadow.table(table).drop(connection, checkfirst=True)


def _overtaken(projection: Projection) -> RebuildOvertaken:
    return RebuildOvertaken(f"another rebuild of {projection.name} was begun meanwhile")
