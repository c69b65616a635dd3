"""A real server process: what it acknowledges is there after any end of it."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from uuid import UUID

import httpx
import pytest

from api.app import MAX_BODY_BYTES
from api.context import migrate
from domain import match_file
from domain.service import MatchService
from domain.storage import MatchLogs
from tests.api.caller import API
from tests.api.served import NewProgram, Served, serving


def test_a_program_plays_a_match_against_a_bot_to_its_end(database: str, new_program: NewProgram) -> None:
    with serving(database) as served:
        program = new_program(served.url)
        program.play()
        exported = program.http.get(f"{program.table}/export")
        assert program.waits_for_lobby("ended")
        assert match_file.read(exported.content).finished
        assert served.stop(signal.SIGTERM) < 3
        assert served.process.returncode == 0
        said = served.said()
    assert said.startswith("Fairtable listens on ")
    assert len(said.splitlines()) == 1, said


def test_several_workers_on_postgresql(fresh_postgres_database: str, new_program: NewProgram) -> None:
    migrate(fresh_postgres_database)
    with serving(fresh_postgres_database, "--workers", "2") as served:
        programs = [new_program(served.url) for _ in range(3)]
        threads = [threading.Thread(target=program.play) for program in programs]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(30)
        for program in programs:
            assert program.http.get(program.table).json()["status"] == "ended"
        assert served.stop(signal.SIGTERM) < 3
        assert len(served.said().splitlines()) == 1


def test_a_database_that_the_command_has_migrated_can_be_served(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/new.db"
    migrate_command = [sys.executable, "-m", "api.cli", "migrate"]
    subprocess.run(migrate_command, env={**os.environ, "FAIRTABLE_DATABASE": database}, check=True)
    with serving(database) as served:
        assert served.stop(signal.SIGTERM) < 3
        assert served.process.returncode == 0


def test_oversized_bodies_over_the_wire(database: str) -> None:
    def stream() -> Iterator[bytes]:
        yield b'{"name": "' + b"x" * MAX_BODY_BYTES
        yield b'"}'

    with serving(database) as served:
        for body in (b'{"name": "' + b"x" * MAX_BODY_BYTES + b'"}', stream()):
            answer = httpx.post(
                f"{served.url}{API}/players", content=body, headers={"Content-Type": "application/json"}
            )
            assert answer.status_code == 413
            assert answer.json()["type"] == "/problems/body-too-large"


@pytest.mark.parametrize(
    ("header", "body"),
    [
        ("Content-Length: 12", b"{}"),
        ("Content-Length: 12", b""),
        ("Transfer-Encoding: chunked", b"zz\r\n{}\r\n0\r\n\r\n"),
        ("Transfer-Encoding: chunked", b"2\r\n{}"),
    ],
)
def test_a_body_that_does_not_come_whole_is_none(
    database: str, new_program: NewProgram, header: str, body: bytes
) -> None:
    """What did come could be read as a command: that of an empty body, say."""
    with serving(database) as served:
        program = new_program(served.url)
        before = program.http.get(program.table).json()["version"]
        head = (
            f"POST {program.table}/resign HTTP/1.1\r\nHost: here\r\nConnection: close\r\n"
            f"Authorization: {program.http.headers['Authorization']}\r\nIdempotency-Key: broken\r\n"
            f"Content-Type: application/json\r\n{header}\r\n\r\n"
        )
        address = httpx.URL(served.url)
        with socket.create_connection((address.host, address.port or 80)) as connection:
            connection.sendall(head.encode() + body)
            connection.shutdown(socket.SHUT_WR)
            answer = b"".join(iter(lambda: connection.recv(65536), b""))
        assert answer.startswith(b"HTTP/1.1 400 "), answer
        assert b'"/problems/bad-request"' in answer
        assert program.http.get(program.table).json()["version"] == before
        assert "Traceback" not in served.said()


@pytest.fixture(scope="module")
def whole_server(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """One server for what changes nothing in it."""
    folder = shutil.copytree(migrated, tmp_path_factory.mktemp("served"), dirs_exist_ok=True)
    with serving(f"sqlite:///{folder}/fairtable.db") as served:
        yield served


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"NONSENSE\r\n\r\n", 400),
        (b"GET / HTTP/9.9\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: here\r\nX-Bad: a\x01b\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: here\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
        (b"GET /" + b"a" * 5000 + b" HTTP/1.1\r\nHost: here\r\n\r\n", 414),
        (b"GET / HTTP/1.1\r\nHost: here\r\nX-Long: " + b"a" * 9000 + b"\r\n\r\n", 431),
        (b"POST / HTTP/1.1\r\nHost: here\r\nTransfer-Encoding: magic\r\n\r\n", 501),
    ],
)
def test_what_is_no_http_is_refused_as_a_problem(
    whole_server: Served, request_bytes: bytes, status: int
) -> None:
    address = httpx.URL(whole_server.url)
    with socket.create_connection((address.host, address.port or 80)) as connection:
        connection.sendall(request_bytes)
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    head, _, body = answer.partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 %d " % status), answer
    assert b"Content-Type: application/problem+json" in head
    told = json.loads(body)
    assert (told["status"], told["detail"][-1:]) == (status, ".")
    assert b"magic" not in body


@pytest.mark.parametrize("sign", [signal.SIGTERM, signal.SIGKILL])
def test_no_acknowledged_move_is_lost(database: str, sign: signal.Signals, new_program: NewProgram) -> None:
    with serving(database) as served:
        programs = [new_program(served.url) for _ in range(3)]
        threads = [threading.Thread(target=program.play) for program in programs]
        for thread in threads:
            thread.start()
        deadline = time.monotonic() + 10
        while time.monotonic() < deadline and not all(program.acknowledged > 20 for program in programs):
            time.sleep(0.01)
        assert served.stop(sign) < 3
        for thread in threads:
            thread.join(15)
    logs = MatchLogs(database)
    service = MatchService(logs)
    for program in programs:
        with service.reading(UUID(program.match)) as match:
            assert match.version >= program.acknowledged > 20
    logs.close()
    with serving(database) as served:
        for program in programs:
            table = httpx.get(f"{served.url}{program.table}").json()
            assert table["version"] >= program.acknowledged


def test_a_program_goes_on_after_a_restart(database: str, new_program: NewProgram) -> None:
    """The worker of the new process answers what the bots owed when the old one was killed."""
    with serving(database) as served:
        program = new_program(served.url)
        served.stop(signal.SIGKILL)
    with serving(database) as served:
        program.http.base_url = httpx.URL(served.url)
        program.play()
        assert program.http.get(program.table).json()["status"] == "ended"


def test_two_servers_share_a_database(database: str, new_program: NewProgram) -> None:
    """Racing for one version, each of two moves of one player is made or told to be late."""
    with serving(database) as one, serving(database) as other:
        program = new_program(one.url)
        owed: dict[str, Any] = {"decision": None}
        while owed["decision"] is None:
            owed = program.http.get(f"{program.table}/moves").json()
        answers: list[httpx.Response] = []

        def send(url: str, number: int) -> None:
            answers.append(
                httpx.post(
                    f"{url}{program.table}/moves",
                    json={"decision": owed["decision"], "move": owed["moves"][number]},
                    headers={
                        "Authorization": program.http.headers["Authorization"],
                        "Idempotency-Key": f"race-{number}",
                    },
                )
            )

        racers = [
            threading.Thread(target=send, args=(served.url, number))
            for number, served in enumerate((one, other))
        ]
        for racer in racers:
            racer.start()
        for racer in racers:
            racer.join()
    assert sorted(answer.status_code for answer in answers) == [201, 409]
    late = next(answer for answer in answers if answer.status_code == 409)
    assert late.json()["type"] in ("/problems/decision-closed", "/problems/not-your-turn")
