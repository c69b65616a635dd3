"""Moves: what the caller may answer, and answering."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

import msgspec
from flask import Response, request
from marshmallow import ValidationError

from api.answers import command_answer, json_answer, tagged
from api.auth import principal, requires
from api.context import services
from api.idempotency import required_command_id
from api.openapi import PREFIX, ApiBlueprint, invalid_request
from api.problems import InvalidPrecondition
from api.routing import command
from api.schemas import responses
from api.schemas.games import MOVES
from api.schemas.requests import MoveWanted
from api.viewing import Look, etag, looking
from domain.commands import MakeMove, Person
from domain.refusals import NotSeated

blueprint = ApiBlueprint("moves", __name__, url_prefix=f"{PREFIX}/matches", description="Playing")

IF_MATCH: Final[dict[str, Any]] = {
    "in": "header",
    "name": "If-Match",
    "required": False,
    "schema": {"type": "string"},
    "description": "the table's entity tag, or its version in quotes; at another version the move is refused",
}

MANY_MOVES: Final = 500
"""As many moves as a game lists at most."""


@blueprint.route("/<uuid:match_id>/moves")
@requires("play")
@blueprint.response(HTTPStatus.OK, responses.LegalMoves)
def list_moves(match_id: UUID) -> Response:
    """The open decision and the caller's legal moves"""
    with looking(match_id, None, "the legal moves") as look:
        if look.seat is None:
            raise NotSeated("you do not sit at this table")
        body = {"match": str(match_id), "version": look.match.version, **_owed(look, look.seat)}
        return tagged(json_answer(body), etag(look.match.version, look.viewer))


@command(blueprint, "/<uuid:match_id>/moves", MoveWanted, parameters=(IF_MATCH,))
def make_move(body: dict[str, Any], match_id: UUID) -> Response:
    """Answer a decision

    A move names the decision that it answers, so that it is never taken for an answer to another one. Where
    it is refused, the problem says why. `If-Match` with the table's `ETag`, or with its version in quotes,
    refuses a move that was made for an older table (412).
    """
    with services().service.reading(match_id) as match:
        moves = MOVES[match.rules.name]
    accepted = services().service.handle(
        match_id,
        MakeMove(
            id=required_command_id(),
            actor=Person(principal().player),
            decision=body["decision"],
            move=_checked(moves, body["move"]),
            if_version=_expected_version(),
        ),
    )
    return command_answer(accepted)


def _owed(look: Look, seat: int) -> dict[str, Any]:
    """The decision that a seat owes an answer to, with the moves open to it; or why there is none."""
    match = look.match
    decision = match.rules.awaiting(match.state) if match.status == "running" else None
    if decision is None:
        return _nothing_owed("the match is over" if match.over else "the match has not started yet")
    if not match.seats[seat].is_person:
        return _nothing_owed("a bot plays on at your seat")
    if seat not in decision.seats:
        others = " and ".join(f"seat {other}" for other in decision.seats)
        return _nothing_owed(f"the match waits for {others}")
    moves = list(match.rules.legal_moves(match.state, seat))
    owed: dict[str, Any] = {
        "decision": decision.number,
        "kind": decision.kind,
        "moves": msgspec.to_builtins(moves),
    }
    if len(moves) >= MANY_MOVES:
        owed["note"] = "not all are listed: every move that the rules allow is accepted"
    return owed


def _nothing_owed(why: str) -> dict[str, Any]:
    return {"decision": None, "kind": None, "moves": [], "note": why}


def _checked(moves: Any, move: dict[str, Any]) -> dict[str, Any]:
    try:
        checked: dict[str, Any] = moves().load(move)
    except ValidationError as error:
        raise invalid_request(error.messages, "#/move") from None
    return checked


_TAG = re.compile(r'"(\d{1,10})(?:\.\w+)?"')


def _expected_version() -> int | None:
    sent = request.headers.get("If-Match", "").strip()
    if sent in ("", "*"):
        return None
    tag = _TAG.fullmatch(sent)
    if tag is None:
        raise InvalidPrecondition('If-Match takes one entity tag, like "12" or "12.0"')
    return int(tag[1])
