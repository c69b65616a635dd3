"""Readers of matches in which nothing happens: very many, and all of them in one thread here."""

from __future__ import annotations

import selectors
import socket
import threading
import time
from typing import Final
from urllib.parse import urlsplit

from scripts.loading.failures import BrokenPromise

AT_ONCE: Final = 25
"""So many connect at the same time."""

OPEN_SECONDS: Final = 60


class IdleStreams(threading.Thread):
    """Open streams of one match, and what has come on each."""

    def __init__(self, url: str, path: str, count: int) -> None:
        super().__init__(daemon=True)
        self._address = (urlsplit(url).hostname or "", urlsplit(url).port or 80)
        self._request = (
            f"GET {path}/stream HTTP/1.1\r\nHost: {self._address[0]}\r\nAccept: text/event-stream\r\n\r\n"
        ).encode()
        self._count = count
        self._selector = selectors.DefaultSelector()
        self._received: dict[socket.socket, int] = {}
        self._comments = 0
        self._closed = 0
        self._stopped = threading.Event()

    def run(self) -> None:
        """Read what comes."""
        while not self._stopped.is_set():
            for key, _ in self._selector.select(0.2):
                self._read(key.fileobj)  # type: ignore[arg-type]

    def open(self) -> None:
        """Open them all, and wait until each has had the table. Raises `BrokenPromise`."""
        self.start()
        deadline = time.monotonic() + OPEN_SECONDS
        for number in range(1, self._count + 1):
            connection = socket.create_connection(self._address)
            self._received[connection] = 0
            connection.sendall(self._request)
            connection.setblocking(False)
            self._selector.register(connection, selectors.EVENT_READ)
            while number - self._told() >= AT_ONCE and time.monotonic() < deadline:
                time.sleep(0.005)
        while self._told() < self._count and time.monotonic() < deadline:
            time.sleep(0.05)
        if self._told() < self._count:
            raise BrokenPromise(f"of {self._count} idle streams only {self._told()} have begun")

    def check(self) -> int:
        """How many comments kept them alive until now. Raises `BrokenPromise` where one was closed."""
        if self._closed:
            raise BrokenPromise(f"{self._closed} of {self._count} idle streams were closed")
        return self._comments

    def close(self) -> None:
        """Close them all."""
        self._stopped.set()
        self.join()
        for connection in self._received:
            connection.close()

    def _told(self) -> int:
        return sum(received > 0 for received in list(self._received.values()))

    def _read(self, connection: socket.socket) -> None:
        chunk = connection.recv(65536)
        if not chunk or (self._received[connection] == 0 and b" 200 " not in chunk[:20]):
            self._selector.unregister(connection)
            self._closed += 1
            return
        self._received[connection] += len(chunk)
        self._comments += chunk.count(b": nothing new")
