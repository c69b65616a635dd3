"""Real processes: shutdown with streams open, several on one database, and a database that restarts."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import httpx
import pytest

from api.context import migrate
from tests.api.caller import API
from tests.api.live.follower import FOR_EVER, Follower, eventually
from tests.api.live.reader import versions
from tests.api.served import NewProgram, Program, Served, serving
from tests.domain.stores import gone


@pytest.fixture
def postgres_database(fresh_postgres_database: str) -> str:
    """The URL of a migrated PostgreSQL database of this test's own."""
    migrate(fresh_postgres_database)
    return fresh_postgres_database


def follow(served: Served, program: Program, **more: Any) -> Follower:
    """Somebody who follows a program's match with its token, from the first event on."""
    follower = Follower(served.url, program.table, program.http.headers["Authorization"], **more)
    follower.start()
    return follower


def deaf(served: Served, table: str) -> socket.socket:
    """A connection to a stream of which nothing is ever read."""
    connection = socket.create_connection(("127.0.0.1", int(served.url.rpartition(":")[2])))
    connection.sendall(f"GET {table}/stream?after=0 HTTP/1.1\r\nHost: here\r\n\r\n".encode())
    return connection


def test_sigterm_ends_streams_and_waits_within_three_seconds(database: str, new_program: NewProgram) -> None:
    with serving(database) as served:
        program = new_program(served.url)
        followers = [follow(served, program) for _ in range(20)]
        waiting = threading.Thread(target=wait_for_change, args=(program,))
        waiting.start()
        with deaf(served, program.table):
            eventually(lambda: all(follower.had("event") for follower in followers))
            assert served.stop(signal.SIGTERM) < 3
        for follower in followers:
            follower.leave()
            follower.join(FOR_EVER)
            assert (follower.frames[-1].event, follower.frames[-1].data) == ("bye", {"reason": "shutdown"})
        waiting.join(FOR_EVER)
        assert served.process.returncode == 0
        assert len(served.said().splitlines()) == 1


def wait_for_change(program: Program) -> None:
    """Poll the table with patience, until the server goes."""
    with suppress(httpx.TransportError), httpx.Client(base_url=program.http.base_url, timeout=40) as http:
        while True:
            tag = http.get(program.table).headers["ETag"]
            http.get(program.table, headers={"If-None-Match": tag, "Prefer": "wait=30"})


def test_processes_on_one_database_see_each_other_s_moves(
    postgres_database: str, new_program: NewProgram
) -> None:
    """By streams and by waiting requests at the one, while moves are made at the other."""
    with serving(postgres_database) as one, serving(postgres_database) as other:
        program = new_program(one.url)
        follower = follow(other, program)
        eventually(lambda: follower.had("table"))
        owed: dict[str, Any] = {"decision": None}
        while owed["decision"] is None:
            owed = program.http.get(f"{program.table}/moves").json()
        elsewhere = httpx.Client(base_url=other.url, timeout=FOR_EVER, headers=program.http.headers)
        tag = elsewhere.get(program.table).headers["ETag"]
        answers: list[httpx.Response] = []
        headers = {"If-None-Match": tag, "Prefer": "wait=30"}
        waiting = threading.Thread(
            target=lambda: answers.append(elsewhere.get(program.table, headers=headers))
        )
        waiting.start()
        move = {"decision": owed["decision"], "move": owed["moves"][0]}
        made = program.http.post(f"{program.table}/moves", json=move, headers={"Idempotency-Key": "move"})
        version = made.json()["version"]
        eventually(lambda: version in versions(list(follower.frames)))
        waiting.join(FOR_EVER)
        elsewhere.close()
        assert answers[0].status_code == 200
        assert answers[0].json()["version"] > int(tag.strip('"').partition(".")[0])
        follower.leave()


def test_streams_are_complete_at_several_workers(postgres_database: str, new_program: NewProgram) -> None:
    with serving(postgres_database, "--workers", "2") as served:
        program = new_program(served.url)
        followers = [follow(served, program) for _ in range(4)]
        followers.append(Follower(served.url, program.table))
        followers[-1].start()
        program.play()
        newest = program.http.get(program.table).json()["version"]
        for follower in followers:
            follower.join(FOR_EVER)
            assert versions(follower.frames) == list(range(1, newest + 1))


class Stubborn:
    """Plays a program's match on through everything: what fails is sent again, with the same key."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._keys = 0
        self.statuses: set[int] = set()
        """What it was answered with, but for success."""
        self.moves = 0

    def play(self) -> None:
        """Play to the end."""
        table = self._program.table
        while True:
            owed = self._ask("GET", f"{table}/moves").json()
            if owed["decision"] is not None:
                self._keys += 1
                move = {"decision": owed["decision"], "move": owed["moves"][0]}
                headers = {"Idempotency-Key": f"stubborn-{self._keys}"}
                self._ask("POST", f"{table}/moves", json=move, headers=headers)
                self.moves += 1
            elif owed.get("note") == "the match is over":
                return

    def _ask(self, method: str, path: str, **more: Any) -> httpx.Response:
        deadline = time.monotonic() + FOR_EVER
        while time.monotonic() < deadline:
            answer = self._program.http.request(method, path, **more)
            if answer.is_success:
                return answer
            self.statuses.add(answer.status_code)
            time.sleep(0.1)
        pytest.fail(f"{method} {path} is answered with {answer.status_code}: {answer.text}")


def test_a_database_that_restarts_under_load(postgres_database: str, new_program: NewProgram) -> None:
    """Meanwhile the answer is 503; then everything goes on by itself, streams too, and nothing is missing."""
    with serving(postgres_database, "--workers", "2") as served:
        programs = [new_program(served.url) for _ in range(3)]
        for program in programs:
            program.http.timeout = httpx.Timeout(FOR_EVER)
        players = [Stubborn(program) for program in programs]
        followers = [follow(served, program) for program in programs]
        followers += [Follower(served.url, program.table) for program in programs]
        for follower in followers[len(programs) :]:
            follower.start()
        threads = [threading.Thread(target=player.play) for player in players]
        for thread in threads:
            thread.start()
        eventually(lambda: all(player.moves > 2 for player in players))
        with gone(postgres_database):
            eventually(lambda: all(503 in player.statuses for player in players))
            refused = httpx.get(f"{served.url}/health/ready", timeout=FOR_EVER)
            assert refused.status_code == 503
            late = Follower(served.url, programs[0].table)
            late.start()
            eventually(lambda: late.refused)
        for thread in threads:
            thread.join(2 * FOR_EVER)
            assert not thread.is_alive()
        assert all(player.statuses == {503} for player in players)
        for follower, program in zip([*followers, late], [*programs, *programs, programs[0]], strict=True):
            newest = program.http.get(program.table).json()["version"]
            follower.join(FOR_EVER)
            assert versions(follower.frames) == list(range(1, newest + 1))
            assert follower.frames[-1].event == "end"


# Projections in a process of their own


@contextmanager
def projecting(database: str) -> Iterator[subprocess.Popen[str]]:
    """`fairtable projections run`."""
    process = subprocess.Popen(
        [sys.executable, "-m", "api.cli", "projections", "run"],
        env={**os.environ, "FAIRTABLE_DATABASE": database},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "The projections follow the matches.\n"
        yield process
        process.kill()


def test_projections_in_a_process_of_their_own(postgres_database: str, new_program: NewProgram) -> None:
    with serving(postgres_database, FAIRTABLE_PROJECTIONS="false") as served:
        program = new_program(served.url)

        def listed(position: str) -> httpx.Response:
            return program.http.get(f"{API}/matches", params={"after_position": position})

        def open_table(key: str) -> str:
            body = {"game": "nova_luna", "seats": 2}
            opened = program.http.post(f"{API}/matches", json=body, headers={"Idempotency-Key": key}).json()
            position: str = opened["position"]
            return position

        with projecting(postgres_database) as process:
            assert len(listed(open_table("one")).json()["matches"]) == 2
            process.send_signal(signal.SIGTERM)
            assert process.wait(FOR_EVER) == 0
        position = open_table("two")
        behind = listed(position)
        assert (behind.status_code, behind.json()["type"]) == (503, "/problems/read-model-behind")
        with projecting(postgres_database):
            assert len(listed(position).json()["matches"]) == 3
