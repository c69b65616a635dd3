"""What happens in a match, as it happens."""

from __future__ import annotations

import re
import socket
import sys
from collections.abc import Callable, Iterator
from http import HTTPStatus
from typing import Any, Final, NamedTuple
from uuid import UUID

from flask import Response, current_app, request

from api.answers import NDJSON
from api.auth import assume, caller, open_to_all
from api.context import services
from api.live.frames import SSE, Frame, as_ndjson, as_sse
from api.live.stream import END_SUFFIX, Stream
from api.openapi import PREFIX, ApiBlueprint
from api.problems import InvalidLastEventId
from api.schemas.requests import StreamQuery

blueprint = ApiBlueprint("live", __name__, url_prefix=f"{PREFIX}/matches", description="As it happens")

LAST_EVENT_ID: Final[dict[str, Any]] = {
    "in": "header",
    "name": "Last-Event-ID",
    "required": False,
    "schema": {"type": "string"},
    "description": "the `id` of the last event that was received: the stream goes on after it. Browsers send "
    "it by themselves",
    "example": "17",
}

UNACKNOWLEDGED_MILLISECONDS: Final = 30_000
"""After how long a reader counts as gone that takes nothing of what it is sent. Left alone, the kernel would
try for a quarter of an hour, or for ever where the reader is there but does not read."""


@blueprint.route("/<uuid:match_id>/stream")
@open_to_all
@blueprint.doc(parameters=[LAST_EVENT_ID])
@blueprint.arguments(StreamQuery, location="query")
@blueprint.response(HTTPStatus.OK, {"type": "string"}, content_type=SSE, description="Server-Sent Events")
@blueprint.alt_response(
    HTTPStatus.OK,
    schema={"type": "string"},
    content_type=NDJSON,
    description="The same as JSON lines, with Accept: application/x-ndjson",
    success=True,
)
@blueprint.alt_response(
    HTTPStatus.NO_CONTENT, description="The caller has had the stream's end already", success=True
)
def stream_match(query: dict[str, Any], match_id: UUID) -> Response:
    """The match as it happens

    Server-Sent Events, or JSON lines of the form `{"event", "id", "data"}`:

    - `table`, first: the table as `GET` on the match gives it, as it is when the stream begins.
    - `event`: what `GET …/events` gives: the line as it is stored, what the caller may open of it, and both
      in words. Its `id` is the event's version. Each version comes once, in order.
    - `opened`: when the match is over, what may be opened then of the events before.
    - `end`: nothing more will happen. Do not come back.
    - `bye`: the server ends this stream for the `reason` it tells. Come back with `Last-Event-ID`, and
      nothing is lost.

    When nothing happens, a comment (in JSON lines an empty line) comes every 15 seconds. A reader that falls
    far behind is sent round with `bye`. Too many readers get 503.
    """
    resumed = _last_event()
    if resumed is not None and resumed.ended:
        return Response(status=HTTPStatus.NO_CONTENT)  # This is how a browser learns not to come back.
    subscription = services().hub.subscribe(match_id)
    try:
        after = query["after"] if resumed is None else resumed.version
        response = _streaming(Stream(subscription, query["viewer"], after))
    except BaseException:
        subscription.close()
        raise
    response.call_on_close(subscription.close)
    _give_up_on_vanished_readers()
    return response


def _streaming(stream: Stream) -> Response:
    media = request.accept_mimetypes.best_match([SSE, NDJSON], SSE)
    write = as_ndjson if media == NDJSON else as_sse
    response = Response(_written(stream, write), content_type=media)
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"  # nginx would hold back what it takes for too little
    response.vary.update(("Accept", "Authorization", "Cookie"))
    return response


def _written(stream: Stream, write: Callable[[Frame | None], bytes]) -> Iterator[bytes]:
    """The frames as bytes. Each is made in a context of its own with the caller in it: a stream outlives its
    request by far, and two streams may well take turns in one thread."""
    app, who = current_app._get_current_object(), caller()  # type: ignore[attr-defined]
    frames = stream.frames()

    def generate() -> Iterator[bytes]:
        while True:
            with app.app_context():
                assume(who)
                try:
                    frame = next(frames)
                except StopIteration:
                    return
            yield write(frame)

    return generate()


class _Resumed(NamedTuple):
    """What a reader has had: the events up to a version, and maybe the end."""

    version: int
    ended: bool


_LINUX = sys.platform == "linux"
_EVENT_ID = re.compile(rf"([0-9]{{1,10}})({END_SUFFIX})?")


def _last_event() -> _Resumed | None:
    sent = request.headers.get("Last-Event-ID", "").strip()
    if not sent:
        return None
    found = _EVENT_ID.fullmatch(sent)
    if found is None:
        raise InvalidLastEventId("Last-Event-ID takes the id of an event of this stream, like 17")
    return _Resumed(int(found[1]), ended=found[2] is not None)


def _give_up_on_vanished_readers() -> None:
    """Have the kernel break the connection when the reader takes nothing any more: its thread, which may
    wait in the middle of sending, is free then."""
    connection = request.environ.get("gunicorn.socket")
    if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6) and _LINUX:
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, UNACKNOWLEDGED_MILLISECONDS)
