"""Where logs came from that were not written here.

A match that was imported is stored like any other, byte for byte; nothing in its log can say that it was
played elsewhere. That is noted beside it, in the transaction that stores the log: there is no moment, and
no crash, after which one of the two is there without the other.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final, NamedTuple
from uuid import UUID

from sqlalchemy import Column, Connection, Dialect, Insert, MetaData, String, Table, select
from sqlalchemy.dialects import postgresql, sqlite

METADATA: Final = MetaData()

IMPORTED: Final = Table(
    "imported",
    METADATA,
    Column("match", String, primary_key=True),
    Column("header", String, nullable=False),
    Column("at", String, nullable=False),
    Column("by", String, nullable=False),
    Column("command", String, nullable=False, index=True),
)


class Origin(NamedTuple):
    """Where a log came from: the header line of its file, with the component set and the other server's
    signatures; when it was imported, by whom (a player's id, or "admin"), and by which command."""

    match: UUID
    header: bytes
    at: str
    by: str
    command: str


Statement = tuple[str, dict[str, Any]]
"""SQL with its parameters, for a database driver."""

_DIALECTS: Final[dict[str, Dialect]] = {
    "sqlite": sqlite.dialect(paramstyle="named"),
    "postgresql": postgresql.dialect(paramstyle="pyformat"),  # type: ignore[no-untyped-call]
}


def note(origin: Origin, dialect: str) -> Statement:
    """The statement that notes an origin, to be executed in the transaction that stores the log.

    It never fails over its own key. Where a note is there already, so is the log, and storing that one fails:
    one kind of error for one kind of conflict.
    """
    values = origin._asdict() | {"match": str(origin.match), "header": origin.header.decode()}
    insert: Insert
    if dialect == "sqlite":
        insert = sqlite.insert(IMPORTED).values(values).on_conflict_do_nothing()
    else:
        insert = postgresql.insert(IMPORTED).values(values).on_conflict_do_nothing()
    compiled = insert.compile(dialect=_DIALECTS[dialect])
    return str(compiled), dict(compiled.params)


def imported(connection: Connection, matches: Collection[UUID]) -> set[UUID]:
    """Which of these matches were imported."""
    query = select(IMPORTED.c.match).where(IMPORTED.c.match.in_(map(str, matches)))
    return {UUID(match) for match in connection.execute(query).scalars()}


def origin_of(connection: Connection, match: UUID) -> Origin | None:
    """Where a match came from; None for one that was played here."""
    return _first(connection, IMPORTED.c.match == str(match))


def origin_by(connection: Connection, command: str) -> Origin | None:
    """What a command has imported; None for one that has not."""
    return _first(connection, IMPORTED.c.command == command)


def _first(connection: Connection, where: Any) -> Origin | None:
    row = connection.execute(select(IMPORTED).where(where)).mappings().first()
    if row is None:
        return None
    return Origin(UUID(row["match"]), row["header"].encode(), row["at"], row["by"], row["command"])
