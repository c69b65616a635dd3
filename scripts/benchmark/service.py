"""The service with its stores: commands a second, beside bare INSERT and COMMIT of the same bytes.

Every thread plays matches of its own. A command is what the API does for a move, without HTTP: read the
decision and the legal moves, pick one, hand it in.
"""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Protocol
from uuid import uuid4

import msgspec
import psycopg

from domain.chance import Stream
from domain.commands import BeReady, CreateMatch, MakeMove, Person, TakeSeat
from domain.log import Recorded
from domain.sealing import SECRET_BYTES
from domain.service import MatchService
from domain.storage import MatchLogs
from domain.tables import migrate
from scripts.benchmark.figures import Figure, run_threads
from tests.postgres import kept_server

GAME = "nova_luna"
SEATS = 2
THREADS = (1, 8, 32)


def measure(seconds: float, _yardstick: float) -> Iterator[Figure]:
    """Both stores at each number of threads."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(kept_server())
        stores: dict[str, tuple[str, Callable[[], _Bare]]] = {
            "SQLite": (f"sqlite:///{folder / 'bench.db'}", lambda: _SqliteInsert(folder / "bare.db")),
            "PostgreSQL": (server.url(), lambda: _PostgresInsert(server.url())),
        }
        for name, (url, bare) in stores.items():
            migrate(url)
            for threads in THREADS:
                yield from _measure_store(name, url, bare, threads, seconds)


def _measure_store(
    name: str, url: str, bare: Callable[[], _Bare], threads: int, seconds: float
) -> Iterator[Figure]:
    logs = MatchLogs(url)
    service = MatchService(logs)
    players = [_Player(service, number) for number in range(threads)]
    commands, latencies = run_threads([player.command for player in players], seconds)
    page = players[0].last_events
    logs.close()
    with ExitStack() as stack:
        inserts = [stack.enter_context(closing(bare())) for _ in range(threads)]
        floor, _ = run_threads([lambda insert=insert: insert(page) for insert in inserts], seconds)  # type: ignore[misc]
    note = f"p50 {latencies[0]:.1f} ms, p99 {latencies[1]:.1f} ms; bare inserts {floor:,.0f}/s"
    yield Figure(
        "service",
        f"{name}, {threads} thread{'s' if threads > 1 else ''}",
        commands,
        "commands/s",
        floor / commands,
        note,
    )


class _Player:
    """Plays all seats of one match after another."""

    def __init__(self, service: MatchService, number: int) -> None:
        self._service = service
        self._stream = Stream(b"player %d" % number)
        self._players = [Person(f"player-{number}-{seat}") for seat in range(SEATS)]
        self.last_events: list[bytes] = []
        self._open_table()

    def command(self) -> None:
        """Make one move; when the match is over, open the next table first."""
        move = self._choose()
        if move is None:
            self._open_table()
            move = self._choose()
        if move is not None:
            self._keep(self._service.handle(self._match, move).events)

    def _choose(self) -> MakeMove | None:
        with self._service.reading(self._match) as match:
            decision = None if match.over else match.rules.awaiting(match.state)
            if decision is None:
                return None
            legal = list(match.rules.legal_moves(match.state, decision.seats[0]))
        move = msgspec.to_builtins(legal[self._stream.below(len(legal))])
        player = self._players[decision.seats[0]]
        return MakeMove(id=uuid4().hex, actor=player, decision=decision.number, move=move)

    def _open_table(self) -> None:
        opening = CreateMatch(
            id=uuid4().hex,
            actor=self._players[0],
            game=GAME,
            seats=SEATS,
            options={},
            bots={},
            secret=bytes(SECRET_BYTES),
        )
        self._match = self._service.create(opening).match
        for player in self._players:
            sit = TakeSeat(id=uuid4().hex, actor=player, entropy=bytes(SECRET_BYTES))
            self._service.handle(self._match, sit)
        for player in self._players:
            self._keep(self._service.handle(self._match, BeReady(id=uuid4().hex, actor=player)).events)

    def _keep(self, events: list[Recorded]) -> None:
        self.last_events = [event.stored for event in events]


class _Bare(Protocol):
    """Stores a page of bytes in a transaction of its own, and nothing else."""

    def __call__(self, page: list[bytes]) -> None: ...

    def close(self) -> None: ...


class _SqliteInsert:
    """Bare inserts into SQLite, synced at each commit as the logs are."""

    def __init__(self, path: Path) -> None:
        self._connection = sqlite3.connect(path, isolation_level=None, check_same_thread=False, timeout=30)
        self._connection.execute("PRAGMA journal_mode=WAL")
        self._connection.execute("PRAGMA synchronous=FULL")
        self._connection.execute("CREATE TABLE IF NOT EXISTS bare (id INTEGER PRIMARY KEY, state BLOB)")

    def __call__(self, page: list[bytes]) -> None:
        self._connection.execute("BEGIN IMMEDIATE")
        self._connection.executemany("INSERT INTO bare (state) VALUES (?)", [(state,) for state in page])
        self._connection.execute("COMMIT")

    def close(self) -> None:
        self._connection.close()


class _PostgresInsert:
    """Bare inserts into PostgreSQL."""

    def __init__(self, url: str) -> None:
        self._connection = psycopg.connect(url)
        with self._connection.transaction():
            # Taken by one of several connections that start together; the others wait.
            self._connection.execute("SELECT pg_advisory_xact_lock(1)")
            self._connection.execute(
                "CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, state bytea)"
            )

    def __call__(self, page: list[bytes]) -> None:
        with self._connection.transaction(), self._connection.cursor() as cursor:
            cursor.executemany("INSERT INTO bare (state) VALUES (%s)", [(state,) for state in page])

    def close(self) -> None:
        self._connection.close()
