"""Readers of streams, as programs are: frames in, and back again with the id of the last one."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from werkzeug.test import TestResponse

from tests.api.caller import Caller

LAST = ("end", "bye")


class Received(NamedTuple):
    """A frame as a reader has it; a comment has no event."""

    event: str | None
    id: str | None
    data: Any
    text: str


def frames_of(chunks: Iterable[bytes]) -> Iterator[Received]:
    """The frames of Server-Sent Events, however they are cut into chunks."""
    kept = b""
    for chunk in chunks:
        *blocks, kept = (kept + chunk).split(b"\n\n")
        for block in blocks:
            yield _frame(block.decode())


def _frame(block: str) -> Received:
    fields = dict(line.split(": ", 1) for line in block.split("\n") if not line.startswith(":"))
    data = fields.get("data", "")
    return Received(fields.get("event"), fields.get("id"), json.loads(data) if data else None, data)


class Reader:
    """Reads a stream in the test's own thread: what is not asked for stays unread, and is not even made.

    Gone and come back, it goes on with the id of the last frame that had one.
    """

    def __init__(self, caller: Caller, table: str, query: str = "") -> None:
        self.caller = caller
        self.address = f"{table}/stream{query}"
        self.last_id: str | None = None
        self.answer: TestResponse
        self._frames: Iterator[Received]
        self.connect()

    def connect(self) -> None:
        """Open the stream, after what has been had."""
        headers = {} if self.last_id is None else {"Last-Event-ID": self.last_id}
        self.answer = self.caller.get(self.address, **headers)
        assert self.answer.status_code == 200, self.answer.text
        self._frames = frames_of(self.answer.iter_encoded())

    def next(self) -> Received:
        """The next frame; `StopIteration` when the stream has ended."""
        frame = next(self._frames)
        self.last_id = frame.id or self.last_id
        return frame

    def available(self) -> list[Received]:
        """All frames up to a comment, or to the end. (Comments come at once where the test says so.)"""
        found = []
        while (frame := next(self._frames, None)) is not None and frame.event is not None:
            self.last_id = frame.id or self.last_id
            found.append(frame)
        return found

    def leave(self) -> None:
        """Break the connection."""
        self.answer.close()


def versions(frames: Iterable[Received]) -> list[int]:
    """The versions of the events among frames; each is also the frame's id."""
    events = [frame for frame in frames if frame.event == "event"]
    assert all(frame.id == str(frame.data["line"]["version"]) for frame in events)
    return [frame.data["line"]["version"] for frame in events]
