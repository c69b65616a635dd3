"""Players and their tokens."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from flask import Response

from api.answers import json_answer
from api.auth import check_scope, principal, public, signed_in
from api.context import services
from api.openapi import PREFIX, ApiBlueprint
from api.schemas import responses
from api.schemas.requests import NewPlayer, NewToken
from domain.accounts import Token

blueprint = ApiBlueprint("players", __name__, url_prefix=PREFIX, description="Who plays, and their tokens")

FIRST_SCOPES = ("play",)


@blueprint.route("/players", methods=["POST"])
@public
@blueprint.arguments(NewPlayer)
@blueprint.response(HTTPStatus.CREATED, responses.RegisteredPlayer)
def register_player(body: dict[str, Any]) -> Response:
    """Become a player

    There are no passwords: a player is whoever holds one of its tokens. Keep the token, it is told this once.
    """
    accounts = services().accounts
    player = accounts.register(body["name"])
    token = accounts.issue(player.id, FIRST_SCOPES)
    response = json_answer({**player._asdict(), "token": _told(token)}, HTTPStatus.CREATED)
    response.headers["Location"] = f"{PREFIX}/players/{player.id}"
    return _kept_nowhere(response)


@blueprint.route("/players/<uuid:player_id>")
@public
@blueprint.response(HTTPStatus.OK, responses.Player)
def get_player(player_id: UUID) -> Response:
    """A player"""
    return json_answer(services().accounts.player(str(player_id))._asdict())


@blueprint.route("/tokens", methods=["POST"])
@signed_in
@blueprint.arguments(NewToken)
@blueprint.response(HTTPStatus.CREATED, responses.Token)
def make_token(body: dict[str, Any]) -> Response:
    """Make another token

    It allows at most what the token in hand allows.
    """
    for scope in body["scopes"]:
        check_scope(scope, f"giving the scope {scope} on")
    token = services().accounts.issue(principal().player, body["scopes"])
    return _kept_nowhere(json_answer(_told(token), HTTPStatus.CREATED))


@blueprint.route("/tokens/<word:token_id>", methods=["DELETE"])
@signed_in
@blueprint.response(HTTPStatus.NO_CONTENT, description="The token is worthless from now on")
def revoke_token(token_id: str) -> Response:
    """Revoke one of one's own tokens"""
    services().accounts.revoke(principal().player, token_id)
    return Response(status=HTTPStatus.NO_CONTENT)


def _told(token: Token) -> dict[str, Any]:
    return {"id": token.id, "token": token.text, "scopes": token.scopes}


def _kept_nowhere(response: Response) -> Response:
    response.headers["Cache-Control"] = "no-store"
    return response
