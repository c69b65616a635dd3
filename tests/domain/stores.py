"""Real stores for tests: everything that touches a database runs on SQLite and on PostgreSQL alike."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any
from uuid import UUID, uuid4

import msgspec
import psycopg
import pytest
from psycopg import sql
from sqlalchemy import Engine, make_url

from domain.chance import Stream
from domain.commands import Actor, BeReady, CreateMatch, MakeMove, Person, TakeSeat
from domain.games.nova_luna.rules import NovaLuna
from domain.games.nova_luna.state import NovaLunaState
from domain.games.rules import Move, Outcome, Seat
from domain.log import Recorded, timestamp
from domain.origins import Origin
from domain.refusals import StoreUnavailable
from domain.sealing import SECRET_BYTES, entropy_commitment, hm
from domain.service import Accepted, MatchService
from domain.simulation import Simulation
from domain.storage import MatchLogs, VersionConflict, table_engine
from domain.tables import migrate
from tests.postgres import Server

GAME = "nova_luna"
STORES = ("sqlite", "postgresql")


# Fixtures


@pytest.fixture(params=STORES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of an empty database, once on each store."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'fairtable.db'}"
    url: str = request.getfixturevalue("fresh_postgres_database")
    return url


@pytest.fixture(scope="session")
def kept_postgres_database(postgres_server: Server) -> Iterator[str]:
    """The URL of a PostgreSQL database with all its tables, which tests empty and use one after another:
    quicker than a fresh one for each."""
    with postgres_server.fresh_database() as url:
        migrate(url)
        yield url


@pytest.fixture(params=STORES)
def migrated(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a database with all its tables, empty, once on each store."""
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path / 'fairtable.db'}"
        migrate(url)
    else:
        url = request.getfixturevalue("kept_postgres_database")
        empty(url)
    return url


@pytest.fixture
def logs(migrated: str) -> Iterator[MatchLogs]:
    """The logs of a migrated database."""
    with opened(migrated) as logs:
        yield logs


@pytest.fixture
def engine(migrated: str) -> Iterator[Engine]:
    """The ordinary tables of a migrated database."""
    engine = table_engine(migrated)
    yield engine
    engine.dispose()


@pytest.fixture
def clock() -> Clock:
    """A clock that stands still until it is moved."""
    return Clock()


@pytest.fixture
def service(logs: MatchLogs, clock: Clock) -> MatchService:
    """The write side on that database."""
    return MatchService(logs, clock)


# Doubles


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self._now = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> str:
        return timestamp(self._now)

    def pass_seconds(self, seconds: float) -> None:
        """Let time go on."""
        self._now += timedelta(seconds=seconds)


class InterruptedLogs(MatchLogs):
    """Logs in whose `append` something happens once, before the events are stored or after."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self.before: Callable[[], None] | None = None
        self.after: Callable[[], None] | None = None

    def append(self, events: Sequence[Recorded], origin: Origin | None = None) -> None:
        """Store, with what the test has put before or behind it."""
        if (before := self.before) is not None:
            self.before = None
            before()
        super().append(events, origin)
        if (after := self.after) is not None:
            self.after = None
            after()


def raising(error: BaseException) -> Callable[[], None]:
    """Something that fails when it happens."""

    def fail() -> None:
        raise error

    return fail


def conflict() -> None:
    """What the store says of an insert that is there already, be it our own."""
    raise VersionConflict


@contextmanager
def opened(url: str) -> Iterator[MatchLogs]:
    """Logs that are closed afterwards."""
    logs = MatchLogs(url)
    try:
        yield logs
    finally:
        logs.close()


@contextmanager
def interrupted(url: str) -> Iterator[InterruptedLogs]:
    """Logs with hooks, closed afterwards."""
    logs = InterruptedLogs(url)
    try:
        yield logs
    finally:
        logs.close()


def empty(url: str) -> None:
    """Take everything out of a PostgreSQL database's tables, and let its numbers begin at 1 again."""
    with psycopg.connect(url) as connection:
        found = connection.execute("SELECT tablename FROM pg_tables WHERE schemaname = 'public'").fetchall()
        tables = sql.SQL(", ").join(sql.Identifier(name) for (name,) in found)
        connection.execute(sql.SQL("TRUNCATE {} RESTART IDENTITY").format(tables))


@contextmanager
def gone(url: str) -> Iterator[None]:
    """For the time of the context the database is gone: its connections are cut and it takes no new ones.

    To a client this is a PostgreSQL server that restarts; the other databases of the tests go on.
    """
    name = make_url(url).database
    assert name is not None
    other = make_url(url).set(database="postgres").render_as_string(hide_password=False)
    with psycopg.connect(other, autocommit=True) as connection:
        allow = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")
        connection.execute(allow.format(sql.Identifier(name), sql.Literal(False)))
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [name]
        )
        try:
            yield
        finally:
            connection.execute(allow.format(sql.Identifier(name), sql.Literal(True)))


def once_it_answers(ask: Callable[[], object], attempts: int = 20) -> None:
    """Ask again, as a client does, while the database is on its way back."""
    for _ in range(attempts):
        try:
            ask()
        except StoreUnavailable:
            continue
        return
    pytest.fail("the database has not come back")


# Play


def command() -> str:
    """A fresh command id."""
    return uuid4().hex


def person(seat: Seat) -> Person:
    """The person who sits, or may sit, on a seat."""
    return Person(f"player-{seat}")


def entropy(seat: Seat) -> bytes:
    """What a seat's client has drawn."""
    return hm(b"entropy", b"%d" % seat)


def creation(
    seats: int = 2,
    *,
    bots: Mapping[Seat, str] | None = None,
    options: Mapping[str, Any] | None = None,
    **more: Any,
) -> CreateMatch:
    """The command that opens a table of Nova Luna."""
    given: dict[str, Any] = {"id": command(), "actor": person(0), "secret": bytes(SECRET_BYTES)} | more
    return CreateMatch(game=GAME, seats=seats, options=options or {}, bots=bots or {}, **given)


def open_table(service: MatchService, seats: int = 2, **more: Any) -> UUID:
    """Open a table; nobody sits but the bots."""
    return service.create(creation(seats, **more)).match


def sit(service: MatchService, match: UUID, seat: Seat, **more: Any) -> Accepted:
    """A person takes the seat, committed to an entropy of its own."""
    fields: dict[str, Any] = {"id": command(), "actor": person(seat)} | more
    commitment = entropy_commitment(match, seat, entropy(seat))
    return service.handle(match, TakeSeat(seat=seat, entropy_commitment=commitment, **fields))


def get_ready(service: MatchService, match: UUID, seat: Seat, **more: Any) -> Accepted:
    """The person on a seat reveals its entropy."""
    fields: dict[str, Any] = {"id": command(), "actor": person(seat)} | more
    return service.handle(match, BeReady(entropy=entropy(seat), **fields))


def start(
    service: MatchService, seats: int = 2, *, bots: Mapping[Seat, str] | None = None, **more: Any
) -> UUID:
    """A match that runs, with persons on all seats that have no bot."""
    match = open_table(service, seats, bots=bots, **more)
    persons = [seat for seat in range(seats) if seat not in (bots or {})]
    for seat in persons:
        sit(service, match, seat)
    for seat in persons:
        get_ready(service, match, seat)
    return match


def owed(service: MatchService, match: UUID) -> tuple[int, Seat] | None:
    """The open decision's number and a seat that owes an answer; None when nothing is owed."""
    with service.reading(match) as current:
        decision = current.rules.awaiting(current.state) if current.status == "running" else None
        return None if decision is None else (decision.number, decision.seats[0])


def moves_of(service: MatchService, match: UUID, seat: Seat) -> list[Move]:
    """What a seat may answer now."""
    with service.reading(match) as current:
        return list(current.rules.legal_moves(current.state, seat))


def answer(
    service: MatchService,
    match: UUID,
    choose: Callable[[Sequence[Move]], Move] = lambda moves: moves[0],
    *,
    actor: Actor | None = None,
) -> MakeMove:
    """The command by which the seat that owes an answer gives one, not yet handed in."""
    due = owed(service, match)
    assert due is not None, "nothing is owed"
    decision, seat = due
    move = msgspec.to_builtins(choose(moves_of(service, match, seat)))
    return MakeMove(id=command(), actor=actor or person(seat), decision=decision, move=move, seat=seat)


def play_to_the_end(service: MatchService, match: UUID, seed: bytes = b"1") -> None:
    """Random moves of persons until nothing is owed any more."""
    picker = Stream(hm(seed, b"picker"))
    while owed(service, match) is not None:
        service.handle(match, answer(service, match, lambda moves: moves[picker.below(len(moves))]))


@cache
def played(seats: int, matches: int, seed: int = 1) -> Sequence[Sequence[Recorded]]:
    """The logs of whole matches, some three hundred events each, played once for all tests."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/fairtable.db"
        migrate(url)
        with opened(url) as logs:
            return [logs.read(match) for match in Simulation(logs, GAME, seats, seed).play(matches)]


def append_played(logs: MatchLogs, seats: int = 2, matches: int = 1, seed: int = 1) -> list[UUID]:
    """Put whole matches into logs, one after the other."""
    found = played(seats, matches, seed)
    for events in found:
        logs.append(events)
    return [events[0].match for events in found]


def decree(monkeypatch: pytest.MonkeyPatch, outcome: Outcome) -> None:
    """From now on every match of Nova Luna ends with this outcome after its next move."""

    def decreed(rules: NovaLuna, state: NovaLunaState) -> Outcome:
        return outcome

    monkeypatch.setattr(NovaLuna, "outcome", decreed)
