"""The contract of the stores (DESIGN, section 5), kept by SQLite and PostgreSQL alike."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable
from pathlib import Path
from uuid import UUID

import psycopg
import pytest
from eventsourcing.persistence import IntegrityError, PersistenceError
from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from domain import storage
from domain.commands import CreateMatch
from domain.log import GENESIS, LogError, Recorded, leaf
from domain.match import Match
from domain.refusals import StoreUnavailable
from domain.service import MatchService
from domain.simulation import Simulation
from domain.storage import (
    DATA_VARIABLE,
    DATABASE_VARIABLE,
    InvalidDatabase,
    MatchLogs,
    VersionConflict,
    database_url,
    table_engine,
)
from domain.tables import METADATA, NotMigrated, check_migrated, migrate, transaction
from tests.domain.stores import GAME, creation, gone, once_it_answers, open_table, opened, sit

UNKNOWN = UUID(int=1)


def opening(request: CreateMatch | None = None) -> list[Recorded]:
    """The events by which a table is opened, not yet stored."""
    request = request or creation(bots={1: "random"})
    return Match(UUID(hex=request.id)).handle(request, "2026-01-01T00:00:00.000Z")


# Appending and reading


def test_what_is_read_is_what_was_appended_byte_for_byte(logs: MatchLogs) -> None:
    events = opening()
    logs.append(events)
    read = logs.read(events[0].match)
    assert [event.stored for event in read] == [event.stored for event in events]
    assert [event.version for event in read] == [1, 2]


def test_the_position_of_an_event_can_be_looked_up(logs: MatchLogs) -> None:
    for _ in range(2):
        events = opening()
        logs.append(events)
    found = [logs.position(event.match, event.version) for event in events]
    assert found == [entry.position for entry in logs.follow(0) if entry.match == events[0].match]
    for match, version in ((events[0].match, 3), (UNKNOWN, 1)):
        with pytest.raises(KeyError, match=f"{match} has no event {version}"):
            logs.position(match, version)


def test_the_stored_bytes_are_the_chained_line_and_its_private_part(logs: MatchLogs) -> None:
    first, second = opening()
    logs.append([first, second])
    first, second = logs.read(first.match)
    assert first.stored == first.line + b"\n" + first.private
    assert f'"prev":"{GENESIS}"'.encode() in first.line
    assert f'"prev":"{leaf(first.line)}"'.encode() in second.line


def test_a_part_of_a_log_is_read_by_versions(logs: MatchLogs) -> None:
    match = next(Simulation(logs, GAME, 2, 1).play(1))
    versions = [event.version for event in logs.read(match)]
    assert versions == list(range(1, len(versions) + 1))
    assert [event.version for event in logs.read(match, after=3, until=6)] == [4, 5, 6]
    assert [event.version for event in logs.read(match, after=3, limit=2)] == [4, 5]
    assert logs.read(match, after=len(versions)) == []


def test_a_match_that_is_not_there_has_no_events(logs: MatchLogs) -> None:
    assert logs.read(UNKNOWN) == []
    assert logs.follow(0) == []
    assert logs.newest_position() == 0
    assert list(logs.matches()) == []


def test_a_version_is_recorded_once(logs: MatchLogs) -> None:
    first, second = opening()
    logs.append([first])
    with pytest.raises(VersionConflict):
        logs.append([first])
    logs.append([second])
    with pytest.raises(VersionConflict):
        logs.append([second])


def test_a_conflict_stores_none_of_a_command_s_events(logs: MatchLogs) -> None:
    first, second = opening()
    logs.append([second])
    with pytest.raises(VersionConflict):
        logs.append([first, second])
    assert [event.version for event in logs.read(first.match)] == [2]


def test_bytes_that_are_no_event_are_named_as_such(logs: MatchLogs, engine: Engine) -> None:
    events = opening()
    logs.append(events)
    table = "stored_events" if engine.dialect.name == "sqlite" else "matches_events"
    with engine.begin() as connection:
        connection.execute(text(f"UPDATE {table} SET state = :state"), {"state": b"no line\n{}"})  # noqa: S608
    with pytest.raises(LogError):
        logs.read(events[0].match)


# Following


def test_following_gives_what_was_stored_over_all_matches_in_order(logs: MatchLogs) -> None:
    one, two = opening(), opening()
    logs.append(one[:1])
    logs.append(two)
    logs.append(one[1:])
    page = logs.follow(0)
    assert [(entry.match, entry.version) for entry in page] == [
        (one[0].match, 1),
        (two[0].match, 1),
        (two[0].match, 2),
        (one[0].match, 2),
    ]
    positions = [entry.position for entry in page]
    assert positions == sorted(set(positions))
    assert logs.newest_position() == positions[-1]
    assert logs.follow(positions[1]) == page[2:]
    assert logs.follow(positions[0], limit=2) == page[1:3]
    assert logs.follow(positions[-1]) == []
    assert list(logs.matches()) == [one[0].match, two[0].match]


def test_what_is_followed_carries_the_event(logs: MatchLogs) -> None:
    events = opening()
    logs.append(events)
    for entry, event in zip(logs.follow(0), events, strict=True):
        assert (entry.type, entry.stored) == (event.type, event.stored)
        assert (entry.line.at, entry.line.by) == (event.at, event.by)
        assert entry.recorded.event == event.event


def test_matches_are_listed_beyond_a_page(logs: MatchLogs, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(MatchLogs.follow, "__defaults__", (3,))
    matches = [opening() for _ in range(4)]
    for events in matches:
        logs.append(events)
    assert list(logs.matches()) == [events[0].match for events in matches]


def test_who_follows_beside_several_writers_misses_nothing(logs: MatchLogs) -> None:
    """Positions become visible in their order: what lies before a position that has been seen is final."""

    def write() -> None:
        for _ in range(15):
            logs.append(opening())

    writers = [threading.Thread(target=write) for _ in range(4)]
    for writer in writers:
        writer.start()
    seen: list[int] = []
    while any(writer.is_alive() for writer in writers):
        seen += [entry.position for entry in logs.follow(seen[-1] if seen else 0, limit=7)]
    while page := logs.follow(seen[-1]):
        seen += [entry.position for entry in page]
    assert len(seen) == 4 * 15 * 2
    assert seen == [entry.position for entry in logs.follow(0)]


def test_another_process_s_events_are_followed(logs: MatchLogs, migrated: str) -> None:
    with opened(migrated) as other:
        other.append(opening())
    assert len(logs.follow(0)) == 2


# SQLite's own


@pytest.fixture
def sqlite_file(tmp_path: Path) -> Path:
    return tmp_path / "fairtable.db"


@pytest.fixture
def sqlite_url(sqlite_file: Path) -> str:
    url = f"sqlite:///{sqlite_file}"
    migrate(url)
    return url


def test_positions_are_never_reused_on_sqlite(sqlite_url: str, sqlite_file: Path) -> None:
    """Who had followed up to the deleted ones would miss what came in their place."""
    with opened(sqlite_url) as logs:
        logs.append(opening())
        deleted = logs.newest_position()
        connection = sqlite3.connect(sqlite_file)
        connection.execute("DELETE FROM stored_events")
        connection.commit()
        connection.execute("VACUUM")
        connection.close()
        logs.append(opening())
        assert [entry.position for entry in logs.follow(deleted)] == [deleted + 1, deleted + 2]


@pytest.mark.parametrize("commit", [False, True])
def test_sqlite_logs_survive_a_loss_of_power(sqlite_url: str, commit: bool) -> None:
    with opened(sqlite_url) as logs:
        recorder = logs._recorder
        assert isinstance(recorder, storage._SqliteRecorder)
        with recorder.datastore.transaction(commit=commit) as cursor:
            cursor.execute("PRAGMA synchronous")
            assert cursor.fetchone()[0] == 2  # FULL
            cursor.execute("PRAGMA journal_mode")
            assert cursor.fetchone()[0] == "wal"


def test_sqlite_tables_survive_a_loss_of_power(sqlite_url: str) -> None:
    engine = table_engine(sqlite_url)
    with engine.connect() as connection:
        assert connection.execute(text("PRAGMA synchronous")).scalar() == 2  # FULL
        assert connection.execute(text("PRAGMA journal_mode")).scalar() == "wal"
    engine.dispose()


def test_a_sqlite_file_may_have_any_name(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'my match%20logs — ü?#.db'}"
    migrate(url)
    with opened(url) as logs:
        logs.append(opening())
        assert len(logs.follow(0)) == 2
    engine = table_engine(url)
    check_migrated(engine)
    engine.dispose()
    assert [path.name for path in tmp_path.iterdir()] == ["my match%20logs — ü?#.db"]


# PostgreSQL's own


def test_postgresql_speaks_utf_8(fresh_postgres_database: str) -> None:
    migrate(fresh_postgres_database)
    engine = table_engine(fresh_postgres_database)
    name = "Zoë 🌙 李"
    with transaction(engine) as connection:
        assert connection.execute(text("SHOW client_encoding")).scalar() == "UTF8"
        players = METADATA.tables["players"]
        connection.execute(players.insert().values(id="1", name=name, created_at=""))
        assert connection.execute(players.select()).one().name == name
    engine.dispose()


def test_a_postgresql_that_restarts_is_found_again(fresh_postgres_database: str) -> None:
    """All pooled connections are dead then; the pools must not hand out one after the other."""
    migrate(fresh_postgres_database)
    engine = table_engine(fresh_postgres_database)
    with opened(fresh_postgres_database) as logs:
        events = opening()
        logs.append(events[:1])
        check_migrated(engine)
        with gone(fresh_postgres_database):
            pass
        logs.append(events[1:])
        check_migrated(engine)
        assert len(logs.read(events[0].match)) == 2
    engine.dispose()


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits long for a database that is not there."""
    monkeypatch.setattr(storage, "CONNECT_TIMEOUT_SECONDS", 1)


@pytest.mark.usefixtures("impatient")
def test_a_postgresql_that_is_away_is_unavailable_until_it_is_back(fresh_postgres_database: str) -> None:
    migrate(fresh_postgres_database)
    engine = table_engine(fresh_postgres_database)
    with opened(fresh_postgres_database) as logs:
        with gone(fresh_postgres_database):
            with pytest.raises(StoreUnavailable, match="does not answer"):
                logs.append(opening())
            with pytest.raises(StoreUnavailable), transaction(engine) as connection:
                connection.execute(text("SELECT 1"))
        once_it_answers(lambda: logs.append(opening()))
        assert len(logs.follow(0)) == 2
        check_migrated(engine)
    engine.dispose()


# A database that does not answer

CALLS: dict[str, Callable[[MatchLogs], object]] = {
    "append": lambda logs: logs.append(opening()),
    "read": lambda logs: logs.read(UNKNOWN),
    "follow": lambda logs: logs.follow(0),
    "origin": lambda logs: logs.origin(UNKNOWN),
    "origin_by": lambda logs: logs.origin_by("0" * 32),
    "position": lambda logs: logs.position(UNKNOWN, 1),
    "newest_position": lambda logs: logs.newest_position(),
    "matches": lambda logs: list(logs.matches()),
}


@pytest.fixture(params=CALLS)
def call(request: pytest.FixtureRequest) -> Callable[[MatchLogs], object]:
    """Each of what one may ask of the logs."""
    return CALLS[request.param]


def test_every_way_into_the_logs_is_called_here() -> None:
    public = {name for name in vars(MatchLogs) if not name.startswith("_")}
    assert public - {"close"} == CALLS.keys()


def test_a_library_error_never_comes_through(
    logs: MatchLogs, call: Callable[[MatchLogs], object], monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*args: object, **kwargs: object) -> None:
        raise PersistenceError("disk I/O error")

    def fail_otherwise(*args: object, **kwargs: object) -> None:
        raise OperationalError("SELECT 1", {}, Exception("disk I/O error"))

    recorder = (
        "insert_events",
        "select_events",
        "select_notifications",
        "max_notification_id",
        "position_of",
    )
    for method in recorder:
        monkeypatch.setattr(logs._recorder, method, fail)
    monkeypatch.setattr(logs._notes, "connect", fail_otherwise)
    with pytest.raises(StoreUnavailable):
        call(logs)


@pytest.mark.parametrize("name", sorted(CALLS.keys() - {"origin", "origin_by"}))
def test_a_closed_store_is_unavailable(migrated: str, name: str) -> None:
    """What is beside the logs has a pool that opens again when somebody asks after the end."""
    logs = MatchLogs(migrated)
    logs.close()
    with pytest.raises(StoreUnavailable):
        CALLS[name](logs)


def test_a_store_without_tables_is_unavailable(database: str, call: Callable[[MatchLogs], object]) -> None:
    with opened(database) as logs, pytest.raises(StoreUnavailable):
        call(logs)


def test_a_file_that_is_no_database_is_unavailable(
    tmp_path: Path, call: Callable[[MatchLogs], object]
) -> None:
    path = tmp_path / "fairtable.db"
    path.write_bytes(b"certainly not an SQLite file " * 100)
    url = f"sqlite:///{path}"
    with opened(url) as logs, pytest.raises(StoreUnavailable):
        call(logs)
    with pytest.raises(StoreUnavailable):
        migrate(url)


def test_a_folder_that_is_not_there_is_unavailable(
    tmp_path: Path, call: Callable[[MatchLogs], object]
) -> None:
    url = f"sqlite:///{tmp_path / 'missing' / 'fairtable.db'}"
    with opened(url) as logs, pytest.raises(StoreUnavailable):
        call(logs)
    with pytest.raises(StoreUnavailable):
        migrate(url)


@pytest.mark.usefixtures("impatient")
def test_a_postgresql_that_was_never_there_is_unavailable(tmp_path: Path) -> None:
    url = f"postgresql://postgres@/nowhere?host={tmp_path}"
    with pytest.raises(StoreUnavailable):
        MatchLogs(url)
    with pytest.raises(StoreUnavailable):
        migrate(url)
    engine = table_engine(url)
    with pytest.raises(StoreUnavailable):
        check_migrated(engine)
    with pytest.raises(StoreUnavailable), transaction(engine):
        pass
    engine.dispose()


def test_an_integrity_error_is_a_conflict(logs: MatchLogs, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*args: object) -> None:
        raise IntegrityError

    monkeypatch.setattr(logs._recorder, "insert_events", fail)
    with pytest.raises(VersionConflict):
        logs.append(opening())


# Configuration


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("mysql://localhost/fairtable", "must begin with sqlite:/// or postgresql://, not 'mysql'"),
        ("fairtable.db", "must begin with"),
        ("", "must begin with"),
        ("sqlite://", "must name a file"),
        ("sqlite:///", "must name a file"),
        ("sqlite:fairtable.db", "must name a file"),
        ("postgresql://localhost", "must name a database"),
        ("postgresql://localhost:port/fairtable", "port"),
        ("postgresql://[::1/fairtable", "URL"),
        ("postgresql://localhost/fairtable?sslmode=require", "sslmode"),
    ],
)
def test_an_invalid_url_is_refused_with_a_sentence(url: str, sentence: str) -> None:
    for use in (MatchLogs, table_engine, migrate):
        with pytest.raises(InvalidDatabase, match="FAIRTABLE_DATABASE") as refused:
            use(url)
        assert sentence in str(refused.value)


def test_a_refusal_does_not_repeat_the_password() -> None:
    with pytest.raises(InvalidDatabase) as refused:
        MatchLogs("postgresql://fairtable:hunter2@localhost:port/fairtable")
    assert "hunter2" not in str(refused.value)


def test_postgresql_urls_are_understood_as_libpq_does() -> None:
    environment = storage.library_environment("postgresql://me%40home:p%2Fw@db.example:5433/fair%20table")
    assert environment["POSTGRES_USER"] == "me@home"
    assert environment["POSTGRES_PASSWORD"] == "p/w"
    assert environment["POSTGRES_HOST"] == "db.example"
    assert environment["POSTGRES_PORT"] == "5433"
    assert environment["POSTGRES_DBNAME"] == "fair table"


def test_the_database_comes_from_the_environment(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(DATABASE_VARIABLE, "postgresql://db/fairtable")
    assert database_url() == "postgresql://db/fairtable"
    monkeypatch.setenv(DATABASE_VARIABLE, "")
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path))
    assert database_url() == f"sqlite:///{tmp_path / 'fairtable.db'}"
    monkeypatch.delenv(DATA_VARIABLE)
    assert database_url() == "sqlite:///data/fairtable.db"


# Migration


def test_a_database_that_was_not_migrated_is_named_with_what_to_do(database: str) -> None:
    engine = table_engine(database)
    with pytest.raises(NotMigrated, match=r"lacks .*players.*; run: fairtable migrate"):
        check_migrated(engine)
    migrate(database)
    check_migrated(engine)
    engine.dispose()


def test_a_database_that_lacks_one_table_is_not_migrated(database: str) -> None:
    migrate(database)
    engine = table_engine(database)
    with engine.begin() as connection:
        METADATA.tables["worker_due"].drop(connection)
    with pytest.raises(NotMigrated, match="lacks worker_due;"):
        check_migrated(engine)
    migrate(database)
    check_migrated(engine)
    engine.dispose()


def test_migration_may_be_repeated_and_keeps_what_is_there(migrated: str, service: MatchService) -> None:
    match = open_table(service)
    sit(service, match, 0)
    migrate(migrated)
    assert len(service.logs.read(match)) == 2


def test_logs_are_not_created_by_a_server_that_starts(fresh_postgres_database: str) -> None:
    """Servers that start together and all create tables get into each other's way."""
    with opened(fresh_postgres_database), psycopg.connect(fresh_postgres_database) as connection:
        tables = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
    assert tables == []
