"""A watcher: follows a match's stream to its end as one reader, and checks that it is complete."""

from __future__ import annotations

import hashlib
import threading
import time
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import httpx
import msgspec

from scripts.loading.failures import BrokenPromise

SILENCE_SECONDS: Final = 40
"""Keep-alives come more often than this."""

_LINE: Final = b'{"line":'
_OPENED: Final = b',"opened":'


class Frame(NamedTuple):
    """A message of the stream."""

    event: str
    id: str
    data: bytes


class Seen(NamedTuple):
    """What a reader had of a match in the end: how many events, the hash over their lines, and what it could
    open."""

    events: int
    digest: str
    openings: frozenset[tuple[int, str]]


class Watcher(threading.Thread):
    """A reader, in a thread of its own."""

    def __init__(self, url: str, path: str, headers: Mapping[str, str], deadline: float) -> None:
        """Watches until the match's end, or until a time of the monotonic clock."""
        super().__init__(daemon=True)
        self._url = url
        self._path = path
        self._headers = dict(headers)
        self._deadline = deadline
        self._last_id = "0"
        self._version = 0
        self._hash = hashlib.sha256()
        self._openings: set[tuple[int, str]] = set()
        self.connections = 0
        self.lags: list[float] = []
        """Seconds from an event's time in its line, when its command arrived, to its own arrival here."""
        self.error: str | None = None
        self._ended = False
        self._since = datetime.now(UTC)
        """When the newest connection was there. What happened before arrives late without any fault."""

    def run(self) -> None:
        """Watch, coming back when the stream is cut."""
        try:
            with httpx.Client(base_url=self._url, timeout=SILENCE_SECONDS) as http:
                while not self._ended and time.monotonic() < self._deadline:
                    self._connect(http)
        except (BrokenPromise, httpx.HTTPError) as error:
            self.error = f"{type(error).__name__}: {error}"

    def seen(self) -> Seen:
        """What it had. Raises `BrokenPromise` where that is not the whole match."""
        if self.error is not None:
            raise BrokenPromise(f"a stream broke after event {self._version}: {self.error}")
        if not self._ended:
            raise BrokenPromise(f"a stream did not come to its end; it stands at event {self._version}")
        return Seen(self._version, self._hash.hexdigest(), frozenset(self._openings))

    def _connect(self, http: httpx.Client) -> None:
        self.connections += 1
        headers = {**self._headers, "Last-Event-ID": self._last_id}
        with http.stream("GET", f"{self._path}/stream", headers=headers) as answer:
            if answer.status_code != httpx.codes.OK:
                raise BrokenPromise(f"a stream was answered with {answer.status_code}")
            for frame in _frames(answer.iter_raw()):
                self._last_id = frame.id or self._last_id
                self._take(frame)

    def _take(self, frame: Frame) -> None:
        match frame.event:
            case "table":
                self._since = datetime.now(UTC)
            case "event":
                self._take_event(frame)
            case "opened":
                self._take_openings(msgspec.json.decode(frame.data))
            case "end":
                self._ended = True

    def _take_event(self, frame: Frame) -> None:
        told = msgspec.json.decode(frame.data)
        line = told["line"]
        if line["version"] != self._version + 1 or frame.id != str(line["version"]):
            raise BrokenPromise(f"after event {self._version} came event {line['version']} as {frame.id}")
        self._version = line["version"]
        if (at := datetime.fromisoformat(line["at"])) > self._since:
            self.lags.append((datetime.now(UTC) - at).total_seconds())
        self._hash.update(frame.data[len(_LINE) : frame.data.index(_OPENED)] + b"\n")
        self._take_openings(told)

    def _take_openings(self, told: Any) -> None:
        self._openings |= {(opening["version"], opening["field"]) for opening in told["opened"]}


def _frames(chunks: Iterator[bytes]) -> Iterator[Frame]:
    kept = b""
    for chunk in chunks:
        *blocks, kept = (kept + chunk).split(b"\n\n")
        for block in blocks:
            fields = dict(line.split(b": ", 1) for line in block.split(b"\n") if not line.startswith(b":"))
            if b"event" in fields:
                yield Frame(fields[b"event"].decode(), fields.get(b"id", b"").decode(), fields[b"data"])
