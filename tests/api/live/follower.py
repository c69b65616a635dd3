"""A reader over the network that never gives up: cut off or refused, it comes back with its last id."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress

import httpx

from tests.api.live.reader import LAST, Received, frames_of

FOR_EVER = 30
"""Seconds that are never waited for when all goes well."""


def eventually(happened: Callable[[], object]) -> None:
    """Wait until something is so."""
    deadline = time.monotonic() + FOR_EVER
    while not happened():
        assert time.monotonic() < deadline, "it did not happen"
        time.sleep(0.01)


class Follower(threading.Thread):
    """Follows a match in a thread of its own, to the end or until it is told to leave."""

    def __init__(self, url: str, table: str, token: str | None = None, after: int = 0) -> None:
        super().__init__(daemon=True)
        self._address = f"{url}{table}/stream"
        self._headers = {} if token is None else {"Authorization": token}
        self._last_id = str(after)
        self._left = threading.Event()
        self.frames: list[Received] = []
        self.connections = 0
        self.refused: list[int] = []
        """The statuses that it was refused with."""

    def run(self) -> None:
        """Follow."""
        with httpx.Client(timeout=FOR_EVER) as http:
            while not self._left.is_set() and not self.had("end"):
                with suppress(httpx.TransportError):
                    self._connect(http)
                self._left.wait(0.05)

    def had(self, event: str) -> bool:
        """Whether a frame of this kind has come."""
        return any(frame.event == event for frame in list(self.frames))

    def leave(self) -> None:
        """Do not come back any more."""
        self._left.set()

    def _connect(self, http: httpx.Client) -> None:
        headers = {**self._headers, "Last-Event-ID": self._last_id}
        with http.stream("GET", self._address, headers=headers) as answer:
            if answer.status_code != httpx.codes.OK:
                self.refused.append(answer.status_code)
                return
            self.connections += 1
            for frame in frames_of(answer.iter_raw()):
                self._last_id = frame.id or self._last_id
                self.frames.append(frame)
                if frame.event in LAST:
                    return
