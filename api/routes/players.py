"""Players and their tokens."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from flask import Response

from api.answers import json_answer, kept_nowhere
from api.auth import check_scope, counted_as, principal, public, signed_in
from api.context import services
from api.freshness import wait_until_seen
from api.limits import REGISTRATION
from api.openapi import PREFIX, ApiBlueprint
from api.schemas import responses
from api.schemas.requests import NewPlayer, NewToken, ProfileQuery
from domain.accounts import Token
from projections.players import PlayersProjection

blueprint = ApiBlueprint("players", __name__, url_prefix=PREFIX, description="Who plays, and their tokens")

FIRST_SCOPES = ("play",)


@blueprint.route("/players", methods=["POST"])
@counted_as(REGISTRATION)
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
    return kept_nowhere(response)


@blueprint.route("/players/<uuid:player_id>")
@public
@blueprint.arguments(ProfileQuery, location="query")
@blueprint.response(HTTPStatus.OK, responses.Profile)
def get_player(query: dict[str, Any], player_id: UUID) -> Response:
    """A player, and what came of its matches

    The results follow the matches with a little delay.
    """
    player = services().accounts.player(str(player_id))
    wait_until_seen(query, PlayersProjection)
    results = services().results
    page = results.results(player.id, cursor=query["cursor"], limit=query["limit"])
    profile = {
        **player._asdict(),
        "totals": [{"game": game, **totals._asdict()} for game, totals in results.totals(player.id).items()],
        "results": [result._asdict() for result in page.items],
        "next": page.next_cursor,
    }
    return json_answer(profile)


@blueprint.route("/tokens")
@signed_in
@blueprint.response(HTTPStatus.OK, responses.Tokens)
def list_tokens() -> Response:
    """One's own tokens that have not been revoked"""
    tokens = services().accounts.tokens(principal().player)
    return kept_nowhere(json_answer({"tokens": [token._asdict() for token in tokens]}))


@blueprint.route("/tokens", methods=["POST"])
@signed_in
@blueprint.arguments(NewToken)
@blueprint.response(HTTPStatus.CREATED, responses.Token)
def make_token(body: dict[str, Any]) -> Response:
    """Make another token

    It allows at most what the token, or the session, in hand allows.
    """
    for scope in body["scopes"]:
        check_scope(scope, f"giving the scope {scope} on")
    token = services().accounts.issue(principal().player, body["scopes"])
    return kept_nowhere(json_answer(_told(token), HTTPStatus.CREATED))


@blueprint.route("/tokens/<word:token_id>", methods=["DELETE"])
@signed_in
@blueprint.response(HTTPStatus.NO_CONTENT, description="The token is worthless from now on")
def revoke_token(token_id: str) -> Response:
    """Revoke one of one's own tokens"""
    services().accounts.revoke(principal().player, token_id)
    return Response(status=HTTPStatus.NO_CONTENT)


def _told(token: Token) -> dict[str, Any]:
    return {"id": token.id, "token": token.text, "scopes": token.scopes}
