"""Signing browsers in and out."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response, request

from api import session_cookie
from api.answers import json_answer, kept_nowhere
from api.auth import caller, counted_as, open_to_all, principal, public, requires
from api.context import services
from api.limits import REGISTRATION
from api.openapi import PREFIX, ApiBlueprint
from api.problems import InvalidToken, MissingScope
from api.schemas import responses
from api.schemas.requests import NewSession
from domain.accounts import SCOPES, Player
from domain.sessions import SCOPES as SESSION_SCOPES
from domain.sessions import Secret

blueprint = ApiBlueprint("sessions", __name__, url_prefix=PREFIX, description="Signing browsers in and out")

JOIN_PATH = "/join"
"""The page that follows a one-time link. What is behind the # stays in the browser: it is in no log."""


@blueprint.route("/session", methods=["POST"])
@counted_as(REGISTRATION)
@public
@blueprint.arguments(NewSession)
@blueprint.response(HTTPStatus.CREATED, responses.Session)
def sign_in(body: dict[str, Any]) -> Response:
    """Sign a browser in

    As a new player by a name, or as a known one by a one-time link or a token. The session is in a cookie,
    and allows what a player does; what admins and auditors do needs a token. Programs use `POST /players`.
    """
    player, secret = _start(body)
    if (old := session_cookie.sent()) is not None:
        services().sessions.end(old)  # No browser holds it any more.
    response = json_answer(_told(player), HTTPStatus.CREATED)
    session_cookie.give(response, secret)
    return kept_nowhere(response)


@blueprint.route("/session")
@open_to_all
@blueprint.response(HTTPStatus.OK, responses.Session)
def get_session() -> Response:
    """Who is signed in"""
    found = caller()
    told = _told(None) if found is None else _told(services().accounts.player(found.player), found.scopes)
    return kept_nowhere(json_answer(told))


@blueprint.route("/session", methods=["DELETE"])
@open_to_all
@blueprint.response(HTTPStatus.NO_CONTENT, description="The cookie is worthless from now on")
def sign_out() -> Response:
    """Sign this browser out

    Whoever holds neither a token nor a session on another device cannot come back as this player.
    """
    cookie = session_cookie.sent()
    if cookie is not None:
        services().sessions.end(cookie)
    return _signed_out()


@blueprint.route("/sessions", methods=["DELETE"])
@requires("play")
@blueprint.response(HTTPStatus.NO_CONTENT, description="All cookies and links are worthless from now on")
def sign_out_everywhere() -> Response:
    """Sign all of one's browsers out, and drop one's open links"""
    services().sessions.end_all(principal().player)
    return _signed_out()


@blueprint.route("/links", methods=["POST"])
@requires("play")
@blueprint.response(HTTPStatus.CREATED, responses.Link)
def make_link() -> Response:
    """Make a one-time link for one's other device

    It signs one browser in, within 15 minutes. Whoever opens it plays as you: send it to nobody else.
    """
    secret = services().sessions.make_link(principal().player)
    link = f"{request.url_root.rstrip('/')}{JOIN_PATH}#{secret.text}"
    return kept_nowhere(json_answer({"link": link, "expires_at": secret.expires_at}, HTTPStatus.CREATED))


def _start(body: dict[str, Any]) -> tuple[Player, Secret]:
    accounts, sessions = services().accounts, services().sessions
    if "link" in body:
        player, secret = sessions.follow_link(body["link"])
        return accounts.player(player), secret
    if "token" in body:
        player = _holder(body["token"])
        return accounts.player(player), sessions.start(player)
    registered = accounts.register(body["name"])
    return registered, sessions.start(registered.id)


def _holder(token: str) -> str:
    """Whose token this is. It must allow what a session does: nobody gains by signing in."""
    found = services().accounts.principal(token)
    if found is None:
        raise InvalidToken("this token is mistyped, unknown or revoked")
    if not found.scopes >= SESSION_SCOPES:
        wanted = sorted(SESSION_SCOPES)
        raise MissingScope(f"signing in needs a token with the scope {' and '.join(wanted)}", wanted)
    return found.player


def _told(player: Player | None, scopes: frozenset[str] = SESSION_SCOPES) -> dict[str, Any]:
    if player is None:
        return {"player": None, "scopes": []}
    return {"player": player._asdict(), "scopes": [scope for scope in SCOPES if scope in scopes]}


def _signed_out() -> Response:
    response = Response(status=HTTPStatus.NO_CONTENT)
    session_cookie.take_back(response)
    return response
