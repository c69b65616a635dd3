"""Real server processes, and programs that play at them."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from tempfile import TemporaryFile
from typing import IO, Any

import httpx
import pytest

from tests.api.caller import API

START_SECONDS = 20


class Served:
    """A server process and its address."""

    def __init__(self, process: subprocess.Popen[bytes], port: int, output: IO[bytes]) -> None:
        self.process = process
        self.url = f"http://127.0.0.1:{port}"
        self._output = output

    def said(self) -> str:
        """What it has printed and logged so far."""
        self._output.seek(0)
        return self._output.read().decode()

    def stop(self, sign: signal.Signals) -> float:
        """End it by a signal: a kill for all its processes, others for the first. How long that took."""
        started = time.monotonic()
        if sign == signal.SIGKILL:
            os.killpg(self.process.pid, sign)
        else:
            self.process.send_signal(sign)
        self.process.wait(15)
        return time.monotonic() - started


@contextmanager
def serving(database: str, *options: str, **settings: str) -> Iterator[Served]:
    """`fairtable serve` on a free port, with settings by their names in the environment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    # A file, since a pipe that nobody reads would in the end bring the server to a stop.
    with TemporaryFile("a+b") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", "api.cli", "serve", "--port", str(port), *options],
            env={**os.environ, "FAIRTABLE_DATABASE": database, **settings},
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        served = Served(process, port, output)
        try:
            _wait_until_ready(served)
            yield served
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait(15)


def _wait_until_ready(served: Served) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and served.process.poll() is None:
        with suppress(httpx.TransportError):
            if httpx.get(f"{served.url}/health/ready").status_code == 200:
                return
        time.sleep(0.05)
    served.process.kill()
    pytest.fail(f"the server did not start: {served.said()}")


class Program:
    """A program that plays against bots, and remembers the newest version that was acknowledged to it."""

    def __init__(self, http: httpx.Client) -> None:
        self.http = http
        self.keys = 0
        token = self._post(f"{API}/players", {"name": "Program"})["token"]["token"]
        self.http.headers["Authorization"] = f"Bearer {token}"
        self.acknowledged = 0
        body = {"game": "nova_luna", "seats": 2, "bots": [{"seat": 1, "bot": "random"}]}
        self.match = self._post(f"{API}/matches", body)["match"]
        self.table = f"{API}/matches/{self.match}"
        self._post(f"{self.table}/seats", {})
        self._post(f"{self.table}/ready", {})

    def play(self) -> None:
        """Play until the match, or the server, ends."""
        while True:
            try:
                owed = self.http.get(f"{self.table}/moves").json()
                if owed["decision"] is not None:
                    move = {"decision": owed["decision"], "move": owed["moves"][0]}
                    self.acknowledged = self._post(f"{self.table}/moves", move)["version"]
                elif owed.get("note") == "the match is over":
                    return
            except httpx.TransportError:
                return

    def waits_for_lobby(self, status: str) -> bool:
        """Whether the lobby comes to know of a status of the match."""
        deadline = time.monotonic() + 5
        while time.monotonic() < deadline:
            listed = self.http.get(f"{API}/matches", params={"status": status}).json()["matches"]
            if self.match in [match["match"] for match in listed]:
                return True
            time.sleep(0.05)
        return False

    def _post(self, path: str, body: Any) -> Any:
        self.keys += 1
        answer = self.http.post(path, json=body, headers={"Idempotency-Key": f"{self.keys}"})
        assert answer.status_code == 201, answer.text
        return answer.json()


NewProgram = Callable[[str], Program]
