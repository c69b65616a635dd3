"""Servers to be measured: real processes on a database of their own."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPConnection

START_SECONDS = 30
STOP_SECONDS = 5


@contextmanager
def serving(database: str) -> Iterator[int]:
    """A server on a migrated database; its port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    environment = {
        **os.environ,
        "FAIRTABLE_DATABASE": database,
        "FAIRTABLE_PORT": str(port),
        # All players come from one address.
        "FAIRTABLE_REQUEST_LIMIT": "0",
        "FAIRTABLE_REGISTRATION_LIMIT": "0",
    }
    command = [sys.executable, "-m", "api.cli", "serve"]
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
    ) as process:
        try:
            _wait_until_ready(process, port)
            yield port
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)


def _wait_until_ready(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and process.poll() is None:
        with suppress(OSError):
            connection = HTTPConnection("127.0.0.1", port, timeout=2)
            connection.request("GET", "/health/ready")
            if connection.getresponse().status == 200:
                connection.close()
                return
        time.sleep(0.02)
    raise RuntimeError("the server did not start")
