"""Where read models are kept: tables that can be thrown away and filled again from the logs.

On SQLite they are in a file of their own beside that of the logs: SQLite lets one transaction write to a
file at a time, and projections must not make moves wait. On PostgreSQL they are in the same database,
their names prefixed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sqlalchemy import (
    URL,
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    create_engine,
    delete,
    event,
    inspect,
    select,
    update,
)
from sqlalchemy.exc import InterfaceError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from domain.refusals import StoreUnavailable
from domain.storage import LOCK_TIMEOUT_SECONDS, sqlite_file, table_engine
from domain.tables import NotMigrated, insert_into

METADATA = MetaData()
"""The tables of all read models."""

POSITIONS = Table(
    "projection_positions",
    METADATA,
    Column("projection", String, primary_key=True),
    Column("version", Integer, primary_key=True),
    Column("position", BigInteger, nullable=False),
)
"""Up to which position each projection has seen the events of all matches."""

Key = tuple[str, int]
"""A projection's name and version, under which its position is kept."""


def projection_engine(url: str) -> Engine:
    """Access to the read models of a database. Raises `InvalidDatabase`."""
    file = sqlite_file(url)
    if file is None:
        return table_engine(url)
    address = URL.create("sqlite", database=str(file.with_name(f"{file.stem}.projections{file.suffix}")))
    engine = create_engine(address, connect_args={"timeout": LOCK_TIMEOUT_SECONDS})
    event.listen(engine, "connect", _configure_sqlite)
    event.listen(engine, "begin", _begin_sqlite)
    return engine


def _configure_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    # Python's module begins no transaction before DDL and before reads; we begin ours ourselves.
    connection.isolation_level = None
    connection.execute("PRAGMA journal_mode=WAL")
    # After a loss of power the file may be some transactions behind, never broken; rows and position are
    # behind together, so the projections go on from there.
    connection.execute("PRAGMA synchronous=NORMAL")


def _begin_sqlite(connection: Connection) -> None:
    # Deferred, so that readers never wait. Whoever writes must therefore write first: a transaction that
    # has read already cannot write any more once somebody else has written.
    connection.exec_driver_sql("BEGIN")


def migrate(url: str) -> None:
    """Create what is missing of the read models' tables, empty. Safe to repeat.

    Raises `InvalidDatabase`, `StoreUnavailable`.
    """
    engine = projection_engine(url)
    with transaction(engine) as connection:
        METADATA.create_all(connection)
    engine.dispose()


def check_migrated(engine: Engine, tables: Iterable[Table] = METADATA.tables.values()) -> None:
    """Raises `NotMigrated`, `StoreUnavailable`."""
    with transaction(engine) as connection:
        missing = {table.name for table in tables} - set(inspect(connection).get_table_names())
    if missing:
        raise NotMigrated(f"the database lacks {', '.join(sorted(missing))}; run: fairtable migrate")


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction on the read models, committed at the end. Raises `StoreUnavailable`.

    Other errors of the database come through: they are the statement's fault, and would come again.
    """
    try:
        with engine.begin() as connection:
            yield connection
    except (OperationalError, InterfaceError, PoolTimeout) as error:
        raise StoreUnavailable("the database does not answer; nothing is lost, please try again") from error


# Positions


def positions(connection: Connection) -> Mapping[Key, int]:
    """How far each projection has come, as far as any has."""
    return {(row.projection, row.version): row.position for row in connection.execute(select(POSITIONS))}


def set_position(connection: Connection, key: Key, position: int) -> None:
    """Put a projection to a position, wherever it was."""
    upsert(connection, POSITIONS, [{"projection": key[0], "version": key[1], "position": position}])


def lock_position(connection: Connection, key: Key) -> int:
    """How far a projection has come; nobody else moves it until the end of the transaction."""
    found = connection.execute(
        update(POSITIONS)
        .where(_is(key))
        .values(position=POSITIONS.c.position)
        .returning(POSITIONS.c.position)
    ).scalar()
    if found is not None:
        return int(found)
    set_position(connection, key, 0)
    return 0


def advance(connection: Connection, key: Key, expected: int, position: int) -> bool:
    """Move a projection from where it is expected to be; False where it is somewhere else.

    The first statement of each transaction that fills a read model. The race: two runners have read the
    same page. On PostgreSQL the second waits here for the row that the first has locked, on SQLite for the
    file's write lock; when the first has committed, the row's position is no longer the expected one, and
    the second must not apply the page again. When the first was killed instead, its rows are gone together
    with its position, and the second goes ahead.
    """
    moved = connection.execute(
        update(POSITIONS).where(_is(key), POSITIONS.c.position == expected).values(position=position)
    )
    return moved.rowcount == 1


def remove_position(connection: Connection, key: Key, expected: int) -> bool:
    """Forget the position of what is no longer filled; False where it is not the expected one."""
    gone = connection.execute(delete(POSITIONS).where(_is(key), POSITIONS.c.position == expected))
    return gone.rowcount == 1


def _is(key: Key) -> Any:
    return (POSITIONS.c.projection == key[0]) & (POSITIONS.c.version == key[1])


# Rows


def upsert(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Insert rows, each in place of the one with its key where there is one."""
    if not rows:
        return
    new = insert_into(connection, table)
    values = {column.name: new.excluded[column.name] for column in table.columns if not column.primary_key}
    connection.execute(new.on_conflict_do_update(index_elements=table.primary_key, set_=values), rows)


def count(connection: Connection, table: Table, rows: Sequence[Mapping[str, Any]]) -> None:
    """Add each row's `count` to that of the row with its key."""
    if not rows:
        return
    new = insert_into(connection, table)
    total = {"count": table.c["count"] + new.excluded["count"]}
    connection.execute(new.on_conflict_do_update(index_elements=table.primary_key, set_=total), rows)
