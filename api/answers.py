"""Responses, as bytes that are sent unchanged."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

import msgspec
from flask import Response, request

from api.context import services
from api.freshness import position_of
from api.idempotency import REPLAYED_HEADER
from api.narration import Narrator
from api.viewing import etag, looking
from domain.service import Accepted

JSON = "application/json"
NDJSON = "application/x-ndjson"


def json_answer(value: Any, status: HTTPStatus = HTTPStatus.OK) -> Response:
    """Plain values as JSON."""
    return Response(msgspec.json.encode(value), status=status, content_type=JSON)


def kept_nowhere(response: Response) -> Response:
    """With a secret in it, or something that concerns the caller alone: no cache keeps it."""
    response.headers["Cache-Control"] = "no-store"
    return response


def tagged(response: Response, tag: str) -> Response:
    """With an entity tag; different callers see different things."""
    response.set_etag(tag)
    response.vary.update(("Authorization", "Cookie"))
    return response


def not_modified(tag: str) -> Response | None:
    """The answer for a caller that has this already; None where it has not."""
    if request.if_none_match.contains_weak(tag):
        return tagged(Response(status=HTTPStatus.NOT_MODIFIED), tag)
    return None


def command_answer(accepted: Accepted, status: HTTPStatus = HTTPStatus.CREATED) -> Response:
    """What a command led to, as its giver may see it, with the server's receipt."""
    receipt = services().notary.checkpoint(accepted.match, accepted.version, accepted.root)
    with looking(accepted.match, None, "a command's events") as look:
        narrator = Narrator.of(look.match, look.viewer)
    body = b"".join(
        (
            b'{"match":"%s","version":%d,"replayed":' % (str(accepted.match).encode(), accepted.version),
            b"true" if accepted.replayed else b"false",
            b',"events":',
            narrator.json(accepted.events),
            b',"position":"%s","receipt":' % position_of(accepted).encode(),
            msgspec.json.encode(receipt),
            b"}",
        )
    )
    response = Response(body, status=status, content_type=JSON)
    if accepted.replayed:
        response.headers[REPLAYED_HEADER] = "true"
    return tagged(response, etag(accepted.version, narrator.viewer))
