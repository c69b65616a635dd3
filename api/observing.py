"""Observing requests: each is counted, timed and written down."""

from __future__ import annotations

import re
import time
from typing import Final
from uuid import UUID, uuid4

from flask import Flask, Response, g, request
from structlog import contextvars

from api.auth import caller
from api.journal import journal
from api.metrics import REQUESTS

REQUEST_ID_HEADER: Final = "X-Request-Id"

_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
_REQUEST_ID = re.compile(r"[0-9A-Za-z._-]{1,64}")

_requests = journal("fairtable.requests")


def install(app: Flask) -> None:
    """Observe every request of an application. To be installed first, so that nothing comes before it and
    nothing after."""
    app.before_request(_begin)
    app.after_request(_end)
    app.teardown_request(lambda _error: contextvars.clear_contextvars())


def _begin() -> None:
    g.started = time.perf_counter()
    g.request_id = _request_id()
    contextvars.bind_contextvars(request_id=g.request_id)


def _request_id() -> str:
    """The id that came with the request, when it is one that can be repeated safely; else a new one."""
    sent = request.headers.get(REQUEST_ID_HEADER, "")
    return sent if _REQUEST_ID.fullmatch(sent) else uuid4().hex


def _end(response: Response) -> Response:
    seconds = time.perf_counter() - g.started
    method = request.method if request.method in _METHODS else "other"
    # The route's template, never the address: that one would make endless series, and may hold anything.
    route = "none" if request.url_rule is None else request.url_rule.rule
    REQUESTS.labels(method, route, response.status_code).observe(seconds)
    response.headers[REQUEST_ID_HEADER] = g.request_id
    found = caller()
    _requests.info(
        "request",
        method=method,
        route=route,
        status=response.status_code,
        milliseconds=round(seconds * 1000, 2),
        **({} if found is None else {"player": found.player}),
        **_match_of_request(),
    )
    return response


def _match_of_request() -> dict[str, str]:
    match = (request.view_args or {}).get("match_id")
    return {"match": str(match)} if isinstance(match, UUID) else {}
