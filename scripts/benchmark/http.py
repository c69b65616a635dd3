"""The whole way: programs that play over HTTP, with a stream open for each match, on both stores.

A move is what a program needs for it: the legal moves, asked for by whoever may be next, and the answer. The
programs run on the same machine and take their part of it.
"""

from __future__ import annotations

import json
import tempfile
import threading
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from http.client import HTTPConnection, HTTPException
from itertools import count
from pathlib import Path
from typing import Any

from api.context import migrate
from domain.chance import Stream
from scripts.benchmark.figures import Figure, run_threads
from scripts.benchmark.serving import serving
from tests.postgres import kept_server

API = "/api/v1"
GAME = "nova_luna"
SEATS = 2
MATCHES = (1, 8, 32)


def measure(seconds: float, _yardstick: float) -> Iterator[Figure]:
    """Both stores at each number of matches."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        server = stack.enter_context(kept_server())
        postgres = stack.enter_context(server.fresh_database())
        for name, url in (("SQLite", f"sqlite:///{folder / 'bench.db'}"), ("PostgreSQL", postgres)):
            migrate(url)
            with serving(url) as port:
                for matches in MATCHES:
                    yield _measure_matches(name, port, matches, seconds)


def _measure_matches(store: str, port: int, matches: int, seconds: float) -> Figure:
    tables = [_Table(port, number) for number in range(matches)]
    for table in tables:
        table.begin()
    moves, (median, slowest) = run_threads([table.move for table in tables], seconds)
    for table in tables:
        table.close()
    frames = sum(table.watched for table in tables)
    return Figure(
        "http",
        f"{store}, {matches} match{'es' if matches > 1 else ''}",
        moves,
        "moves/s",
        None,
        f"p50 {median:.1f} ms, p99 {slowest:.1f} ms; one stream a match, {frames} frames meanwhile",
    )


class _Program:
    """Somebody with a token and a connection."""

    def __init__(self, port: int, name: str) -> None:
        self.port = port
        self._connection = HTTPConnection("127.0.0.1", port, timeout=30)
        self._keys = count()
        self._headers = {"Content-Type": "application/json"}
        token = self.ask("POST", f"{API}/players", {"name": name})["token"]["token"]
        self._headers["Authorization"] = f"Bearer {token}"

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer, decoded."""
        headers = {**self._headers, "Idempotency-Key": str(next(self._keys))}
        self._connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self._connection.getresponse()
        content = answer.read()
        if answer.status >= 400:
            raise RuntimeError(f"{method} {path} was answered with {answer.status}: {content!r}")
        return json.loads(content)

    def close(self) -> None:
        self._connection.close()


class _Table:
    """Two programs that play one match after another, and somebody who watches."""

    def __init__(self, port: int, number: int) -> None:
        self._players = [_Program(port, f"player {number} {seat}") for seat in range(SEATS)]
        self._stream = Stream(b"table %d" % number)
        self._next = 0
        self._watcher: _Watcher | None = None
        self.watched = 0

    def begin(self) -> None:
        """Open a table, sit down, get ready, watch."""
        self._stop_watching()
        opened = self._players[0].ask("POST", f"{API}/matches", {"game": GAME, "seats": SEATS})
        self._path = f"{API}/matches/{opened['match']}"
        for what in ("seats", "ready"):
            for player in self._players:
                player.ask("POST", f"{self._path}/{what}", {})
        self._watcher = _Watcher(self._players[0].port, self._path)

    def move(self) -> None:
        """Make one move; when the match is over, open the next table first."""
        for _ in range(SEATS + 1):
            player = self._players[self._next]
            owed = player.ask("GET", f"{self._path}/moves")
            if owed["decision"] is not None:
                move = owed["moves"][self._stream.below(len(owed["moves"]))]
                answer = {"decision": owed["decision"], "move": move}
                player.ask("POST", f"{self._path}/moves", answer)
                return
            if owed["note"] == "the match is over":
                self.begin()
            else:
                self._next = (self._next + 1) % SEATS

    def close(self) -> None:
        self._stop_watching()
        for player in self._players:
            player.close()

    def _stop_watching(self) -> None:
        if self._watcher is not None:
            self.watched += self._watcher.close()


class _Watcher(threading.Thread):
    """A spectator's stream, read as it comes."""

    def __init__(self, port: int, path: str) -> None:
        super().__init__(daemon=True)
        self._frames = 0
        self._connection = HTTPConnection("127.0.0.1", port, timeout=60)
        self._connection.request("GET", f"{path}/stream")
        self._answer = self._connection.getresponse()
        self._socket = self._connection.sock
        self.start()

    def run(self) -> None:
        """Count what comes."""
        with suppress(OSError, HTTPException, ValueError, AttributeError):
            while line := self._answer.readline():
                self._frames += line.startswith(b"event:")

    def close(self) -> int:
        """Stop; how many frames there were."""
        with suppress(OSError):
            if self._socket is not None:
                self._socket.shutdown(2)
        self.join(5)
        self._connection.close()
        return self._frames
