"""gunicorn's worker, whose own refusals are problems like all others.

What is no HTTP at all, or more of it than is taken, never reaches the application: gunicorn answers it.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Any, Final

import msgspec
from gunicorn import util
from gunicorn.http.errors import (  # type: ignore[attr-defined]  # the stubs lag behind
    ExpectationFailed,
    InvalidResponseHeader,
    InvalidResponseHeaderName,
    LimitRequestHeaders,
    LimitRequestLine,
    ParseException,
    UnsupportedTransferCoding,
)
from gunicorn.workers.gthread import ThreadWorker

from api.problems import PROBLEM_TYPE

_log = logging.getLogger(__name__)

_OUR_FAULT: Final = (InvalidResponseHeader, InvalidResponseHeaderName)

_STATUSES: Final[dict[type[Exception], HTTPStatus]] = {
    LimitRequestLine: HTTPStatus.REQUEST_URI_TOO_LONG,
    LimitRequestHeaders: HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE,
    ExpectationFailed: HTTPStatus.EXPECTATION_FAILED,
    UnsupportedTransferCoding: HTTPStatus.NOT_IMPLEMENTED,
}

_DETAILS: Final = {
    HTTPStatus.BAD_REQUEST: "This is no HTTP request that this server takes.",
    HTTPStatus.REQUEST_URI_TOO_LONG: "The address is too long.",
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE: "There are too many headers, or too long ones.",
    HTTPStatus.EXPECTATION_FAILED: "Expect takes nothing but 100-continue.",
    HTTPStatus.NOT_IMPLEMENTED: "This transfer coding is not known here.",
    HTTPStatus.INTERNAL_SERVER_ERROR: "The server failed; please try again with the same idempotency key.",
}


class ProblemWorker(ThreadWorker):
    """Answers what gunicorn refuses, without a word of what was sent."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Send a problem instead of gunicorn's page."""
        status = status_of(exc)
        if status == HTTPStatus.INTERNAL_SERVER_ERROR:
            _log.error("a request failed before it reached the application", exc_info=exc)
        else:
            _log.info("refused by HTTP: %s", type(exc).__name__)
        try:
            util.write_nonblock(client, answer(status))
        except OSError:
            _log.debug("nobody waits for the refusal")


def status_of(error: BaseException) -> HTTPStatus:
    """How a request is refused that gunicorn could not read."""
    if not isinstance(error, ParseException) or isinstance(error, _OUR_FAULT):
        return HTTPStatus.INTERNAL_SERVER_ERROR
    return _STATUSES.get(type(error), HTTPStatus.BAD_REQUEST)


def answer(status: HTTPStatus) -> bytes:
    """A problem as a whole HTTP answer, after which the connection is closed."""
    problem = {
        "type": "/problems/bad-request" if status == HTTPStatus.BAD_REQUEST else "about:blank",
        "title": status.phrase,
        "status": status.value,
        "detail": _DETAILS[status],
    }
    body = msgspec.json.encode(problem)
    head = (
        f"HTTP/1.1 {status.value} {status.phrase}\r\nConnection: close\r\nContent-Type: {PROBLEM_TYPE}\r\n"
        f"Content-Length: {len(body)}\r\nX-Content-Type-Options: nosniff\r\n\r\n"
    )
    return head.encode() + body
