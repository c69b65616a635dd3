"""The stores: where logs are kept, on SQLite or PostgreSQL, by one variable.

The persistence library (`eventsourcing`) is the seam: its recorders write and read stored events; this
module turns our URL into its environment, gives it a mapper that keeps our bytes as they are, and says
in our words what can go wrong.
"""

from __future__ import annotations

import sqlite3
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from functools import wraps
from pathlib import Path
from typing import Any, NamedTuple, ParamSpec, TypeVar, cast
from urllib.parse import SplitResult, parse_qs, unquote, urlsplit
from uuid import UUID

import msgspec
import psycopg
from eventsourcing.application import Application
from eventsourcing.persistence import (
    ApplicationRecorder,
    ConnectionPoolClosedError,
    IntegrityError,
    InterfaceError,
    JSONTranscoder,
    Mapper,
    OperationalError,
    PersistenceError,
    StoredEvent,
    Transcoder,
)
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from eventsourcing.sqlite import (
    SQLiteApplicationRecorder,
    SQLiteConnection,
    SQLiteConnectionPool,
    SQLiteCursor,
    SQLiteDatastore,
    SQLiteFactory,
)
from eventsourcing.utils import Environment
from psycopg import Cursor, sql
from psycopg.rows import DictRow
from psycopg_pool import PoolTimeout
from sqlalchemy import URL, Engine, create_engine, event
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as QueueTimeout
from sqlalchemy.pool import ConnectionPoolEntry

from domain import configuration, origins
from domain.codec import CODEC
from domain.configuration import InvalidConfiguration
from domain.games.registry import UnknownComponents, keep, offer, rules_for
from domain.games.rules import AnyRules, InvalidComponents, Refusal
from domain.log import Line, Recorded, parse_line
from domain.match_events import MatchCreated
from domain.origins import Origin, Statement
from domain.refusals import StoreUnavailable

DATABASE_VARIABLE = "FAIRTABLE_DATABASE"
DATA_VARIABLE = "FAIRTABLE_DATA"
COMPONENTS_VARIABLE = "FAIRTABLE_COMPONENTS"
LOCK_TIMEOUT_SECONDS = 10
CONNECT_TIMEOUT_SECONDS = 3
"""How long somebody who asks waits for a database that is away."""

_THROW_AWAY = "THROW_AWAY"
"""In the library's environment: this store need not survive a crash."""

RECONNECT_ATTEMPTS = 10
RECONNECT_PAUSE_SECONDS = 0.05

PAGE = 500
KNOWN_ORIGINS = 10_000


class InvalidDatabase(InvalidConfiguration):
    """The database URL is not one that can be used."""


class VersionConflict(Exception):
    """Somebody else has recorded this version of the match already."""


def data_folder() -> Path:
    """Where the server keeps what is its own. Raises `InvalidConfiguration`."""
    return Path(configuration.read().data)


def database_url() -> str:
    """The configured database: by default SQLite in the data folder. Raises `InvalidConfiguration`."""
    settings = configuration.read()
    return settings.database or f"sqlite:///{Path(settings.data) / 'fairtable.db'}"


def offer_component_sets() -> list[AnyRules]:
    """Offer the component sets in the configured folder, if any: each `.json` file holds one, of any game.
    Raises `InvalidComponents`, `InvalidConfiguration`."""
    folder = configuration.read().components
    if not folder:
        return []
    if not Path(folder).is_dir():
        raise InvalidComponents(f"{COMPONENTS_VARIABLE} must name a folder of component sets, not {folder!r}")
    return [_offer_component_set(file) for file in sorted(Path(folder).glob("*.json"))]


def _offer_component_set(file: Path) -> AnyRules:
    try:
        return offer(msgspec.json.decode(file.read_bytes(), type=dict[str, Any]))
    except (OSError, msgspec.MsgspecError, Refusal) as error:
        raise InvalidComponents(f"{file}: {error}") from error


class Followed(NamedTuple):
    """A stored event with its position among those of all matches. Its bytes are read when asked for.
    `imported` tells that its match was not played here: it counts in nobody's results."""

    position: int
    match: UUID
    version: int
    type: str
    stored: bytes
    imported: bool = False

    @property
    def line(self) -> Line:
        """The event's line: enough for who asks no more than when, and by whom. Raises `LogError`."""
        return parse_line(self.stored.partition(b"\n")[0])

    @property
    def recorded(self) -> Recorded:
        """The event with all its secrets. Raises `LogError`."""
        return CODEC.decode(self.stored)


class MatchLogs:
    """The logs of all matches, in one store."""

    def __init__(self, url: str, *, create_tables: bool = False, throw_away: bool = False) -> None:
        """Raises `InvalidDatabase`, and `InvalidComponents` for the sets that are configured: who
        opens the logs can read matches played with those. `create_tables` is for the migrate step alone:
        servers that start together and all create tables get into each other's way. A `throw_away` store
        is not synced to the disk at each commit (on SQLite), and need not survive a crash."""
        offer_component_sets()
        environment = library_environment(url) | {"CREATE_TABLE": "y" if create_tables else "n"}
        if throw_away:
            environment[_THROW_AWAY] = "y"
        with _store_errors():
            self._application = _Application(environment)
            self._notes = table_engine(url)
            self._known_imported: dict[UUID, bool] = {}
            if create_tables:
                origins.METADATA.create_all(self._notes)
        self._recorder = cast(_Recorder, self._application.recorder)

    def append(self, events: Sequence[Recorded], origin: Origin | None = None) -> None:
        """Store the events of one command, all or none. Raises `VersionConflict`, `StoreUnavailable`.

        `origin` goes with the whole log of a match that was played elsewhere, and is noted in the same
        transaction.

        The store's key (match, version) lets one of several writers win; that the version before exists
        follows from the aggregate having been read from this same store. On PostgreSQL the library
        retries a broken connection, and may then meet its own insert, already committed: so a conflict
        does not yet mean that somebody else was faster.
        """
        beside = {} if origin is None else {"beside": origins.note(origin, self._notes.dialect.name)}
        with _store_errors():
            try:
                self._recorder.insert_events([_to_stored(event) for event in events], **beside)
            except IntegrityError as error:
                raise VersionConflict from error

    def read(
        self, match: UUID, *, after: int = 0, until: int | None = None, limit: int | None = None
    ) -> list[Recorded]:
        """The events of a match in order, with all their secrets. Raises `StoreUnavailable`, `LogError`."""
        with _store_errors():
            stored = self._recorder.select_events(match, gt=after or None, lte=until, limit=limit)
        events = [CODEC.decode(event.state) for event in stored]
        if events and not after:
            self._know_components(events[0])
        return events

    def follow(self, after: int, limit: int = PAGE, *, types: Sequence[str] = ()) -> list[Followed]:
        """What was stored after a position, in order, over all matches; of some types, or of all."""
        with _store_errors():
            page = self._recorder.select_notifications(start=after + 1, limit=limit, topics=types)
            matches = {_uuid(entry.originator_id) for entry in page}
            imported = self._imported(matches) if matches else set()
        return [
            Followed(n.id, match, n.originator_version, n.topic, n.state, match in imported)
            for n in page
            for match in [_uuid(n.originator_id)]
        ]

    def origin(self, match: UUID) -> Origin | None:
        """Where a match came from; None for one that was played here. Raises `StoreUnavailable`."""
        with _store_errors(), self._notes.connect() as connection:
            return origins.origin_of(connection, match)

    def origin_by(self, command: str) -> Origin | None:
        """What a command has imported; None for one that has not. Raises `StoreUnavailable`."""
        with _store_errors(), self._notes.connect() as connection:
            return origins.origin_by(connection, command)

    def _imported(self, matches: Collection[UUID]) -> set[UUID]:
        """Which of these matches, whose events have been read, were imported.

        Asked once for each: where a match comes from is noted with its first event or never.
        """
        known = {match: self._known_imported.get(match) for match in matches}
        if asked := [match for match, imported in known.items() if imported is None]:
            with self._notes.connect() as connection:
                found = origins.imported(connection, asked)
            fresh = {match: match in found for match in asked}
            if len(self._known_imported) > KNOWN_ORIGINS:
                self._known_imported.clear()
            self._known_imported.update(fresh)
            known |= fresh
        return {match for match, imported in known.items() if imported}

    def _know_components(self, first: Recorded) -> None:
        """Whoever reads a match must be able to rebuild it, in any process: one that was imported may have
        been played with components that came with it and are nowhere else."""
        created = first.event
        if not isinstance(created, MatchCreated):
            return
        try:
            rules_for(created.game, created.digest)
        except UnknownComponents:
            if (origin := self.origin(first.match)) is not None:
                keep(msgspec.json.decode(origin.header)["components"])

    def position(self, match: UUID, version: int) -> int:
        """The position of a stored event. Raises `StoreUnavailable`, `KeyError` where there is none."""
        with _store_errors():
            found = self._recorder.position_of(match, version)
        if found is None:
            raise KeyError(f"match {match} has no event {version}")
        return found

    def newest_position(self) -> int:
        """The position of the newest stored event, 0 where there is none."""
        with _store_errors():
            return self._recorder.max_notification_id() or 0

    def matches(self) -> Iterator[UUID]:
        """The ids of all matches, the oldest first."""
        position = 0
        while page := self.follow(position, types=[_CREATION]):
            yield from (entry.match for entry in page)
            position = page[-1].position

    def close(self) -> None:
        """Give the connections back."""
        self._application.close()
        self._notes.dispose()


_CREATION = "match.MatchCreated"


def table_engine(url: str) -> Engine:
    """Access to the ordinary tables beside the logs, in the same database. Raises `InvalidDatabase`."""
    parts = _parts(url)
    if parts.scheme == "sqlite":
        return _sqlite_engine(url)
    return create_engine(
        "postgresql+psycopg" + url[len(parts.scheme) :],
        pool_pre_ping=True,
        hide_parameters=True,  # Errors are logged, and what a statement was given may be a secret.
        connect_args={"connect_timeout": CONNECT_TIMEOUT_SECONDS},
    )


def sqlite_file(url: str) -> Path | None:
    """The file of an SQLite database; None for another store. Raises `InvalidDatabase`."""
    return Path(_sqlite_path(url)) if _parts(url).scheme == "sqlite" else None


def _sqlite_engine(url: str) -> Engine:
    address = URL.create("sqlite", database=_sqlite_path(url))
    engine = create_engine(address, hide_parameters=True, connect_args={"timeout": LOCK_TIMEOUT_SECONDS})
    event.listen(engine, "connect", _configure_sqlite)
    return engine


def library_environment(url: str) -> dict[str, str]:
    """A database URL as the persistence library's environment. Raises `InvalidDatabase`."""
    parts = _parts(url)
    if parts.scheme == "sqlite":
        return {
            "PERSISTENCE_MODULE": f"{__name__}:_SqliteFactory",
            "SQLITE_DBNAME": _sqlite_path(url),
            "SQLITE_LOCK_TIMEOUT": str(LOCK_TIMEOUT_SECONDS),
        }
    query = {key: values[-1] for key, values in parse_qs(parts.query).items()}
    return {
        "PERSISTENCE_MODULE": f"{__name__}:_PostgresFactory",
        "POSTGRES_DBNAME": unquote(parts.path.lstrip("/")),
        "POSTGRES_HOST": query.get("host", unquote(parts.hostname or "")),
        "POSTGRES_PORT": query.get("port", str(parts.port or 5432)),
        "POSTGRES_USER": query.get("user", unquote(parts.username or "")),
        "POSTGRES_PASSWORD": query.get("password", unquote(parts.password or "")),
        # The wait for a pooled connection, not for a new one.
        "POSTGRES_CONNECT_TIMEOUT": str(CONNECT_TIMEOUT_SECONDS),
    }


def _parts(url: str) -> SplitResult:
    """A database URL in its parts. Raises `InvalidDatabase`, with nothing in it that may be a password."""
    try:
        parts = urlsplit(url)
        _ = parts.port
    except ValueError:
        raise InvalidDatabase(
            f"{DATABASE_VARIABLE} is no valid URL: the port must be a number, and : / @ [ ] in a user or "
            "password are written %3A %2F %40 %5B %5D"
        ) from None
    if parts.scheme == "sqlite":
        _sqlite_path(url)
    elif parts.scheme in ("postgresql", "postgres"):
        _check_postgres(parts)
    else:
        raise InvalidDatabase(
            f"{DATABASE_VARIABLE} must begin with sqlite:/// or postgresql://, not {parts.scheme!r}"
        )
    return parts


def _sqlite_path(url: str) -> str:
    path = url.removeprefix("sqlite:///")
    if path == url or not path:
        raise InvalidDatabase(f"{DATABASE_VARIABLE} must name a file: sqlite:///path/to/file.db")
    return path


def _check_postgres(parts: SplitResult) -> None:
    if not parts.path.strip("/"):
        raise InvalidDatabase(f"{DATABASE_VARIABLE} must name a database: postgresql://user@host/database")
    if others := parse_qs(parts.query).keys() - {"host", "port", "user", "password"}:
        # The persistence library would ignore them in silence: bad for sslmode, say.
        raise InvalidDatabase(
            f"{DATABASE_VARIABLE} takes no {', '.join(sorted(others))}; libpq's own variables (PGSSLMODE, "
            "PGOPTIONS and so on) do"
        )


@contextmanager
def _store_errors() -> Iterator[None]:
    try:
        yield
    except (
        PersistenceError,
        ConnectionPoolClosedError,
        psycopg.Error,
        sqlite3.Error,
        DBAPIError,
        QueueTimeout,
    ) as error:
        raise StoreUnavailable("the database does not answer; nothing is lost, please try again") from error


def _uuid(match: UUID | str) -> UUID:
    return match if isinstance(match, UUID) else UUID(match)


def _to_stored(event: Recorded) -> StoredEvent:
    return StoredEvent(event.originator_id, event.originator_version, event.type, event.stored)


class _Recorder(ApplicationRecorder, ABC):
    """What both stores' recorders can do beyond the library's."""

    @abstractmethod
    def position_of(self, match: UUID, version: int) -> int | None:
        """The position of an event; None where there is none."""


class _Mapper(Mapper[UUID]):
    """Keeps our bytes: what is stored is what is hashed."""

    def to_stored_event(self, domain_event: Any) -> StoredEvent:
        return _to_stored(domain_event)

    def to_domain_event(self, stored_event: StoredEvent) -> Any:
        return CODEC.decode(stored_event.state)


class _Application(Application[UUID]):
    name = "matches"

    def construct_transcoder(self) -> Transcoder:
        return JSONTranscoder()

    def construct_mapper(self) -> Mapper[UUID]:
        return _Mapper(transcoder=self.construct_transcoder())


def _configure_sqlite(connection: Any, _entry: ConnectionPoolEntry) -> None:
    # WAL lets readers go on beside the writer. FULL syncs at each commit, so that what was acknowledged
    # survives a loss of power, not only of the process.
    connection.execute("PRAGMA journal_mode=WAL")
    connection.execute("PRAGMA synchronous=FULL")


class _SqliteRecorder(SQLiteApplicationRecorder, _Recorder):
    """With positions that are never reused: the library's implicit row ids are, after the newest rows have
    been deleted, and whoever follows the log would then miss what took their place."""

    def __init__(self, datastore: SQLiteDatastore, events_table_name: str = "stored_events") -> None:
        super().__init__(datastore, events_table_name)
        self.insert_events_statement = (
            f"INSERT INTO {events_table_name} "  # noqa: S608 - the library's own table name
            "(originator_id, originator_version, topic, state) VALUES (?, ?, ?, ?)"
        )

    def construct_create_table_statements(self) -> list[str]:
        return [
            f"CREATE TABLE IF NOT EXISTS {self.events_table_name} ("
            "rowid INTEGER PRIMARY KEY AUTOINCREMENT, "
            "originator_id TEXT NOT NULL, "
            "originator_version INTEGER NOT NULL, "
            "topic TEXT NOT NULL, "
            "state BLOB NOT NULL, "
            "UNIQUE (originator_id, originator_version))"
        ]

    def position_of(self, match: UUID, version: int) -> int | None:
        query = (
            f"SELECT rowid FROM {self.events_table_name} "  # noqa: S608 - the library's own table name
            "WHERE originator_id = ? AND originator_version = ?"
        )
        with self.datastore.transaction(commit=False) as cursor:
            cursor.execute(query, (match.hex, version))
            row = cursor.fetchone()
        return None if row is None else int(row["rowid"])

    def _insert_events(
        self,
        c: SQLiteCursor,
        stored_events: Sequence[StoredEvent],
        *,
        beside: Statement | None = None,
        **kwargs: Any,
    ) -> Sequence[int] | None:
        if beside is not None:
            c.execute(*beside)
        return super()._insert_events(c, stored_events, **kwargs)


class _SqlitePool(SQLiteConnectionPool):
    synchronous = "FULL"

    def _create_connection(self) -> SQLiteConnection:
        connection = super()._create_connection()
        with connection.cursor() as cursor:
            cursor.execute(f"PRAGMA synchronous={self.synchronous}")
        return connection


class _ThrowAwayPool(_SqlitePool):
    synchronous = "OFF"


class _SqliteFactory(SQLiteFactory):
    application_recorder_class = _SqliteRecorder

    def __init__(self, env: Environment | dict[str, str] | None) -> None:
        super().__init__(env)
        pool = _ThrowAwayPool if self.env.get(_THROW_AWAY) else _SqlitePool
        self.datastore.pool = pool(
            db_name=self.datastore.pool.db_name, lock_timeout=self.datastore.pool.lock_timeout
        )


P = ParamSpec("P")
T = TypeVar("T")


def _persistently(method: Callable[P, T]) -> Callable[P, T]:
    """A recorder's method with other retries than the library's.

    A connection that breaks is no reason to give up: after a restart of the database all that the pool
    holds are broken. But when there has been none to be had for the whole wait, nobody waits again; with
    the library's ten attempts a thread of the server would stand still for half a minute.
    """
    once: Callable[P, T] = getattr(method, "__wrapped__", method)

    @wraps(once)
    def persistent(*args: P.args, **kwargs: P.kwargs) -> T:
        for _ in range(RECONNECT_ATTEMPTS - 1):
            try:
                return once(*args, **kwargs)
            except (InterfaceError, OperationalError) as error:
                if isinstance(error.__cause__, PoolTimeout):
                    raise
                time.sleep(RECONNECT_PAUSE_SECONDS)
        return once(*args, **kwargs)

    return persistent


class _PostgresRecorder(PostgresApplicationRecorder, _Recorder):
    insert_events = _persistently(PostgresApplicationRecorder.insert_events)
    select_events = _persistently(PostgresApplicationRecorder.select_events)
    select_notifications = _persistently(PostgresApplicationRecorder.select_notifications)
    max_notification_id = _persistently(PostgresApplicationRecorder.max_notification_id)

    def _insert_events(
        self,
        curs: Cursor[DictRow],
        stored_events: Sequence[StoredEvent],
        *,
        beside: Statement | None = None,
        **kwargs: Any,
    ) -> None:
        if beside is not None:
            curs.execute(beside[0].encode(), beside[1])
        super()._insert_events(curs, stored_events, **kwargs)

    @_persistently
    def position_of(self, match: UUID, version: int) -> int | None:
        query = sql.SQL(
            "SELECT notification_id FROM {}.{} WHERE originator_id = %s AND originator_version = %s"
        ).format(sql.Identifier(self.datastore.schema), sql.Identifier(self.events_table_name))
        with self.datastore.get_connection() as connection, connection.cursor() as cursor:
            cursor.execute(query, (match, version), prepare=True)
            row = cursor.fetchone()
        return None if row is None else int(row["notification_id"])


class _PostgresFactory(PostgresFactory):
    application_recorder_class = _PostgresRecorder

    def __init__(self, env: Environment | dict[str, str] | None) -> None:
        super().__init__(env)
        # The pool looks for a database that is away at ever longer intervals; who gives up soon begins
        # anew with short ones when somebody asks, and finds it seconds after it has come back.
        self.datastore.pool.reconnect_timeout = CONNECT_TIMEOUT_SECONDS
