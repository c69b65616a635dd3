"""The ordinary tables beside the logs: what no log holds, and must be backed up with them.

Names are here and not in logs, so that they can be changed and erased.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    inspect,
)
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from domain import origins
from domain.refusals import StoreUnavailable
from domain.storage import MatchLogs, table_engine

METADATA = MetaData()

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", String, primary_key=True),
    Column("name", String, nullable=False),
    Column("created_at", String, nullable=False),
)

TOKENS = Table(
    "tokens",
    METADATA,
    Column("id", String, primary_key=True),
    Column("digest", String, nullable=False),
    Column("player", String, nullable=False, index=True),
    Column("scopes", String, nullable=False),
    Column("created_at", String, nullable=False),
    Column("revoked_at", String),
)

SESSIONS = Table(
    "sessions",
    METADATA,
    Column("digest", String, primary_key=True),
    Column("player", String, nullable=False, index=True),
    Column("created_at", String, nullable=False),
    Column("expires_at", String, nullable=False, index=True),
)

LINKS = Table(
    "links",
    METADATA,
    Column("digest", String, primary_key=True),
    Column("player", String, nullable=False),
    Column("expires_at", String, nullable=False, index=True),
)

AUDIT_READS = Table(
    "audit_reads",
    METADATA,
    Column("id", Integer, primary_key=True, autoincrement=True),
    Column("match", String, nullable=False, index=True),
    Column("player", String, nullable=False),
    Column("at", String, nullable=False),
    Column("what", String, nullable=False),
)

SIGNING_KEYS = Table(
    "signing_keys",
    METADATA,
    Column("vkey", String, primary_key=True),
    Column("since", String, nullable=False),
)

HEADS = Table(
    "heads",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("match", String, nullable=False, unique=True),
    Column("root", String, nullable=False),
    Column("size", Integer, nullable=False),
    Column("checkpoint", String, nullable=False),
)

WORKER_POSITION = Table(
    "worker_position",
    METADATA,
    Column("worker", String, primary_key=True),
    Column("position", BigInteger, nullable=False),
)

WORKER_DUE = Table(
    "worker_due",
    METADATA,
    Column("match", String, primary_key=True),
    Column("at", String, nullable=False),
)

AUDITS = Table(
    "audits",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=True),
    Column("id", String, nullable=False, unique=True),
    Column("match", String, nullable=False, index=True),
    Column("player", String, nullable=False),
    Column("accept_older_rules", Boolean, nullable=False),
    Column("thorough", Boolean, nullable=False),
    Column("status", String, nullable=False, index=True),
    Column("requested_at", String, nullable=False),
    Column("started_at", String),
    Column("finished_at", String),
    Column("done", Integer, nullable=False),
    Column("total", Integer, nullable=False),
    Column("report", String),
    Column("error", String),
    Column("claimed_by", String),
    Column("claimed_until", String),
)


class NotMigrated(Exception):
    """The database lacks tables that this version of the server needs."""


def migrate(url: str) -> None:
    """Create what the database lacks: the logs and the tables beside them. Safe to repeat.

    A step of its own, not part of a server's start: several servers that start together and all create
    tables get into each other's way on PostgreSQL. Raises `InvalidDatabase`, `StoreUnavailable`.
    """
    MatchLogs(url, create_tables=True).close()
    engine = table_engine(url)
    with transaction(engine) as connection:
        METADATA.create_all(connection)
    engine.dispose()


def check_migrated(engine: Engine) -> None:
    """Raises `NotMigrated`, `StoreUnavailable`."""
    with transaction(engine) as connection:
        wanted = METADATA.tables.keys() | origins.METADATA.tables.keys()
        missing = wanted - set(inspect(connection).get_table_names())
    if missing:
        raise NotMigrated(f"the database lacks {', '.join(sorted(missing))}; run: fairtable migrate")


@contextmanager
def transaction(engine: Engine) -> Iterator[Connection]:
    """A transaction on the ordinary tables, committed at the end. Raises `StoreUnavailable`."""
    try:
        with engine.begin() as connection:
            yield connection
    except (DBAPIError, PoolTimeout) as error:
        raise StoreUnavailable("the database does not answer; nothing is lost, please try again") from error


def insert_into(connection: Connection, table: Table) -> sqlite.Insert | postgresql.Insert:
    """An insert that can say what is to be done about rows whose key is there already."""
    return sqlite.insert(table) if connection.dialect.name == "sqlite" else postgresql.insert(table)
