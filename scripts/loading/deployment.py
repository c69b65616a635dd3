"""A deployment to be loaded: PostgreSQL, servers, and the projections in a process of their own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from typing import Final

import httpx

from scripts.loading.failures import CannotRun
from tests.postgres import PostgresUnavailable, kept_server

START_SECONDS: Final = 30
STOP_SECONDS: Final = 5


@contextmanager
def deployed(workers: int, streams: int) -> Iterator[str]:
    """The address of a server with as many worker processes, on a PostgreSQL of its own that is thrown away
    afterwards; each worker takes so many streams. Raises `CannotRun`."""
    with ExitStack() as stack:
        try:
            database = stack.enter_context(stack.enter_context(kept_server()).fresh_database())
        except PostgresUnavailable as error:
            raise CannotRun(str(error)) from error
        port = _free_port()
        environment = {
            **os.environ,
            "FAIRTABLE_DATABASE": database,
            "FAIRTABLE_PORT": str(port),
            "FAIRTABLE_WORKERS": str(workers),
            "FAIRTABLE_MAX_STREAMS": str(streams),
            "FAIRTABLE_PROJECTIONS": "false",
            # All players come from one address.
            "FAIRTABLE_REQUEST_LIMIT": "0",
            "FAIRTABLE_REGISTRATION_LIMIT": "0",
        }
        subprocess.run(_command("migrate"), env=environment, check=True, stdout=subprocess.DEVNULL)
        stack.enter_context(_running(_command("projections", "run"), environment))
        server = stack.enter_context(_running(_command("serve"), environment))
        url = f"http://127.0.0.1:{port}"
        _wait_until_ready(server, url)
        yield url


def _command(*arguments: str) -> Sequence[str]:
    return [sys.executable, "-m", "api.cli", *arguments]


@contextmanager
def _running(command: Sequence[str], environment: dict[str, str]) -> Iterator[subprocess.Popen[bytes]]:
    process = subprocess.Popen(command, env=environment, stdout=subprocess.DEVNULL, start_new_session=True)
    try:
        yield process
    finally:
        process.send_signal(signal.SIGTERM)
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def _wait_until_ready(server: subprocess.Popen[bytes], url: str) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with suppress(httpx.TransportError):
            if httpx.get(f"{url}/health/ready").status_code == httpx.codes.OK:
                return
        time.sleep(0.1)
    raise CannotRun("the server did not start")
