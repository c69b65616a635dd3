"""Long polling: an answer that waits until there is something new to tell (`Prefer: wait`, RFC 7240)."""

from __future__ import annotations

import time
from collections.abc import Callable
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from flask import Response, request
from werkzeug.http import parse_dict_header

from api.context import services
from api.live.hub import Cut

LONGEST_WAIT: Final = 30
"""In seconds. Proxies cut off what takes much longer."""

PREFER: Final[dict[str, Any]] = {
    "in": "header",
    "name": "Prefer",
    "required": False,
    "schema": {"type": "string"},
    "description": "`wait=20`, together with `If-None-Match`: where nothing has changed, wait up to 20 "
    f"seconds for something that does ({LONGEST_WAIT} at most)",
    "example": "wait=20",
}
"""The header as the OpenAPI document describes it."""


def answered_when_changed(match_id: UUID, answer: Callable[[], Response]) -> Response:
    """What `answer` gives as soon as it is no "not modified", or when the caller's patience is over.

    Raises `TooManyReaders`: who waits holds a thread of the server, as a stream does.
    """
    response = answer()
    seconds = preferred_wait()
    if seconds == 0 or response.status_code != HTTPStatus.NOT_MODIFIED:
        return response
    deadline = time.monotonic() + seconds
    with services().hub.subscribe(match_id) as subscription:
        response = answer()  # Something may have happened before we listened.
        while response.status_code == HTTPStatus.NOT_MODIFIED:
            heard = subscription.take(deadline - time.monotonic())
            if heard is None or isinstance(heard, Cut):
                break
            response = answer()
    response.headers["Preference-Applied"] = f"wait={seconds}"
    return response


def preferred_wait() -> int:
    """How many seconds the caller is ready to wait. A preference that cannot be read is ignored, as RFC 7240
    has it."""
    preferences = parse_dict_header(request.headers.get("Prefer", ""))
    seconds = (preferences.get("wait") or "").partition(";")[0].strip()
    return min(int(seconds), LONGEST_WAIT) if seconds.isascii() and seconds.isdigit() else 0
