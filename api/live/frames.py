"""What a stream consists of, and how it is written: as Server-Sent Events, or as JSON lines."""

from __future__ import annotations

from typing import Final, NamedTuple

SSE: Final = "text/event-stream"
RECONNECT_MILLISECONDS: Final = 2000
"""How long a browser waits before it comes back."""


class Frame(NamedTuple):
    """One message of a stream. `data` is JSON on one line; `id` is what a reader sends back as
    `Last-Event-ID`, None where the message is nothing to come back to."""

    event: str
    data: bytes
    id: str | None = None


KEEP_ALIVE: Final = None
"""In place of a frame: nothing has happened, but the connection shall see some bytes."""


def as_sse(frame: Frame | None) -> bytes:
    """Server-Sent Events, as the HTML standard has them."""
    if frame is None:
        return b": nothing new\n\n"
    lines = [f"event: {frame.event}".encode(), b"data: " + frame.data]
    if frame.id is not None:
        lines.insert(0, f"id: {frame.id}".encode())
    if frame.event == "table":
        lines.insert(0, b"retry: %d" % RECONNECT_MILLISECONDS)
    return b"\n".join(lines) + b"\n\n"


def as_ndjson(frame: Frame | None) -> bytes:
    """One JSON object a line; an empty line where nothing has happened."""
    if frame is None:
        return b"\n"
    identity = b"null" if frame.id is None else b'"%s"' % frame.id.encode()
    return b'{"event":"%s","id":%s,"data":%s}\n' % (frame.event.encode(), identity, frame.data)
