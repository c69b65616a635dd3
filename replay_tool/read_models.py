"""Read models filled anew from the logs, beside those that a server keeps: whatever differs is named."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Engine, Table, create_engine, select

from domain.storage import MatchLogs
from projections.projection import Projection
from projections.rebuilding import rebuild
from projections.standard import standard_projections
from projections.store import METADATA, check_migrated, positions, projection_engine, transaction
from replay_tool.sources import Unreadable

Key = tuple[Any, ...]
Row = Mapping[str, Any]
Progress = Callable[[str, int, int], None]
"""Told which projection is filled, up to which position, and the one it is to be filled to."""


class RowDifference(msgspec.Struct, frozen=True):
    """A row that is not what the logs make of it: its table and key, and for each column that differs what
    is stored and what is due. A row that is missing has nothing stored, one too many has nothing due."""

    table: str
    key: dict[str, Any]
    stored: dict[str, Any] | None
    due: dict[str, Any] | None


class ReadModelReport(msgspec.Struct, frozen=True):
    """A read model against the logs: up to which position it was compared, how far behind the newest that
    is, how many rows it should have, and the rows that differ. `not_compared` tells why there is no more."""

    projection: str
    version: int
    position: int
    lag: int
    rows: int
    differences: tuple[RowDifference, ...]
    not_compared: str | None = None


@contextmanager
def read_models(url: str) -> Iterator[ReadModels]:
    """The read models of a server's database. Raises `Unreadable`, `NotMigrated`, `StoreUnavailable`."""
    engine = projection_engine(url)
    file = engine.url.database
    if engine.dialect.name == "sqlite" and file is not None and not Path(file).is_file():
        raise Unreadable(f"there are no read models at {file}")
    try:
        check_migrated(engine)
        with closing(MatchLogs(url)) as logs:
            yield ReadModels(logs, engine)
    finally:
        engine.dispose()


class ReadModels:
    """The read models of one database."""

    def __init__(self, logs: MatchLogs, engine: Engine) -> None:
        self._logs = logs
        self._engine = engine
        self._projections = standard_projections(logs)

    def check(self, match: UUID | None = None, progress: Progress | None = None) -> Iterator[ReadModelReport]:
        """Fill each read model anew in memory, up to where the stored one has come to, and compare: the rows
        of one match, or all. Raises `StoreUnavailable`, and what a projection raises for an event that it
        cannot apply."""
        for projection in self._projections:
            yield self._check(projection, match, progress)

    def write(self) -> None:
        """Fill the stored ones anew, while a server goes on. Raises as `projections.rebuilding.rebuild`."""
        for projection in self._projections:
            rebuild(self._logs, self._engine, projection, None)

    def _check(
        self, projection: Projection, match: UUID | None, progress: Progress | None
    ) -> ReadModelReport:
        position, stored = self._stored(projection, match)
        newest = self._logs.newest_position()
        tables = _compared_tables(projection, match)
        due = self._due(projection, position, match, progress)
        return ReadModelReport(
            projection=projection.name,
            version=projection.version,
            position=position,
            lag=newest - position,
            rows=sum(len(due[table]) for table in tables),
            differences=tuple(_differences(tables, stored, due)),
            not_compared=None if tables else "it counts over all matches, so one alone cannot be compared",
        )

    def _stored(
        self, projection: Projection, match: UUID | None
    ) -> tuple[int, Mapping[Table, dict[Key, Row]]]:
        """What is stored, with the position it stands for, in one snapshot: a server may go on writing."""
        with transaction(_with_snapshots(self._engine)) as connection:
            position = positions(connection).get(projection.key, 0)
            return position, _rows(connection, projection, match)

    def _due(
        self, projection: Projection, until: int, match: UUID | None, progress: Progress | None
    ) -> Mapping[Table, dict[Key, Row]]:
        scratch = create_engine("sqlite://")
        METADATA.create_all(scratch)
        position = 0
        with scratch.begin() as connection:
            while position < until and (page := self._logs.follow(position)):
                position = page[-1].position
                known = [each for each in page if each.position <= until and match in (None, each.match)]
                if wanted := projection.wanted(known):
                    projection.apply(connection, wanted)
                if progress is not None:
                    progress(projection.name, min(position, until), until)
            return _rows(connection, projection, match)


def _with_snapshots(engine: Engine) -> Engine:
    """SQLite's transactions see one state; PostgreSQL's must be told to."""
    if engine.dialect.name == "postgresql":
        return engine.execution_options(isolation_level="REPEATABLE READ")
    return engine


def _compared_tables(projection: Projection, match: UUID | None) -> list[Table]:
    return [table for table in projection.tables if match is None or "match" in table.columns]


def _rows(
    connection: Connection, projection: Projection, match: UUID | None
) -> Mapping[Table, dict[Key, Row]]:
    found: dict[Table, dict[Key, Row]] = {}
    for table in _compared_tables(projection, match):
        query = select(table) if match is None else select(table).where(table.c.match == str(match))
        names = [str(column.name) for column in table.primary_key]
        found[table] = {
            tuple(row[name] for name in names): {str(name): value for name, value in row.items()}
            for row in connection.execute(query).mappings()
        }
    return found


def _differences(
    tables: Sequence[Table], stored: Mapping[Table, dict[Key, Row]], due: Mapping[Table, dict[Key, Row]]
) -> Iterator[RowDifference]:
    for table in tables:
        names = [str(column.name) for column in table.primary_key]
        for key in sorted(stored[table].keys() | due[table].keys(), key=repr):
            one, other = stored[table].get(key), due[table].get(key)
            if one != other:
                yield RowDifference(
                    str(table.name), dict(zip(names, key, strict=True)), *_different_columns(one, other)
                )


def _different_columns(
    stored: Row | None, due: Row | None
) -> tuple[dict[str, Any] | None, dict[str, Any] | None]:
    if stored is None or due is None:
        return (None if stored is None else dict(stored)), (None if due is None else dict(due))
    names = [name for name in due if stored[name] != due[name]]
    return {name: stored[name] for name in names}, {name: due[name] for name in names}
