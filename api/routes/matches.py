"""Matches: opening tables, the lobby, and the table as the caller may see it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

from flask import Response, request

from api.answers import command_answer, json_answer, not_modified, tagged
from api.auth import open_to_all, principal, public
from api.components import chosen_set
from api.context import services
from api.freshness import wait_until_seen
from api.idempotency import required_command_id
from api.live.polling import PREFER, answered_when_changed
from api.openapi import PREFIX, ApiBlueprint
from api.routing import command
from api.schemas import responses
from api.schemas.requests import MatchesQuery, NewMatch, TableQuery
from api.table import lobby_match, seen_table
from api.viewing import etag, looking
from domain.commands import CreateMatch, Person
from domain.sealing import SECRET_BYTES
from projections.lobby import LobbyProjection

blueprint = ApiBlueprint("matches", __name__, url_prefix=f"{PREFIX}/matches", description="Tables")


@command(blueprint, "", NewMatch)
def create_match(body: dict[str, Any]) -> Response:
    """Open a table

    Nobody is seated but the bots asked for; who wants to play takes a seat.
    """
    accepted = services().service.create(
        CreateMatch(
            id=required_command_id(),
            actor=Person(principal().player),
            game=body["game"],
            seats=body["seats"],
            digest=chosen_set(body["game"], body["components"]),
            options=body["options"],
            bots={bot["seat"]: bot["bot"] for bot in body["bots"]},
            secret=services().draw(SECRET_BYTES),
        )
    )
    response = command_answer(accepted)
    response.headers["Location"] = f"{PREFIX}/matches/{accepted.match}"
    return response


@blueprint.route("")
@public
@blueprint.arguments(MatchesQuery, location="query")
@blueprint.response(HTTPStatus.OK, responses.LobbyPage)
def list_matches(query: dict[str, Any]) -> Response:
    """The lobby: all tables, the newest first

    It follows the matches with a little delay.
    """
    wait_until_seen(query, LobbyProjection)
    player = query["player"]
    page = services().lobby.list(
        game=query["game"],
        status=query["status"],
        player=None if player is None else str(player),
        cursor=query["cursor"],
        limit=query["limit"],
    )
    seated = {seat.player for row in page.items for seat in row.seats if seat.player is not None}
    names = services().accounts.names(seated)
    matches = [lobby_match(row, names) for row in page.items]
    response = json_answer({"matches": matches, "next": page.next_cursor})
    if page.next_cursor is not None:
        more = urlencode(request.args.to_dict() | {"cursor": page.next_cursor})
        response.headers["Link"] = f'<{request.path}?{more}>; rel="next"'
    return response


@blueprint.route("/<uuid:match_id>")
@open_to_all
@blueprint.doc(parameters=[PREFER])
@blueprint.arguments(TableQuery, location="query")
@blueprint.response(HTTPStatus.OK, responses.Table)
@blueprint.alt_response(HTTPStatus.NOT_MODIFIED, description="The caller has it already", success=True)
def get_match(query: dict[str, Any], match_id: UUID) -> Response:
    """The table as the caller may see it

    Anonymous callers are spectators. When the match is over, everybody sees everything. `ETag` changes with
    each event; send it back as `If-None-Match` and get 304 while nothing has happened, with `Prefer: wait=20`
    only after having waited so long for something to happen.
    """
    return answered_when_changed(match_id, lambda: _table(query, match_id))


def _table(query: dict[str, Any], match_id: UUID) -> Response:
    at = query["at"]
    earlier = None if at is None else services().service.at_version(match_id, at)
    with looking(match_id, query["viewer"], "the table") as look:
        tag = etag(look.match.version, look.viewer)
        if (unchanged := not_modified(tag)) is not None:
            return unchanged
        shown = earlier or look.match
        table = seen_table(look, shown)
    return tagged(json_answer(table), tag)
