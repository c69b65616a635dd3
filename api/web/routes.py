"""The pages of players: the lobby, a table, a player, and the end of a one-time link.

A page holds who is signed in and what it is about, as attributes; all else its script asks the API for.
"""

from __future__ import annotations

from http import HTTPStatus
from uuid import UUID

from flask import Blueprint, Response, render_template, request
from werkzeug.exceptions import NotFound

from api import session_cookie
from api.auth import caller, open_to_all
from api.context import services
from api.headers import PAGE_POLICY
from api.openapi import PREFIX
from api.problems import http_problem
from api.routes.sessions import JOIN_PATH
from api.web.boards import board_address
from domain.accounts import Player, UnknownPlayer
from domain.refusals import UnknownMatch

blueprint = Blueprint("web", __name__, template_folder="../templates")


@blueprint.get("/")
@open_to_all
def lobby() -> Response:
    """All tables, and opening one."""
    return _page("lobby", "Lobby")


@blueprint.get("/matches/<uuid:match_id>")
@open_to_all
def table(match_id: UUID) -> Response:
    """A table: seats, board, moves, log."""
    try:
        with services().service.reading(match_id) as match:
            rules = match.rules
    except UnknownMatch:
        return _missing("There is no such table.", _signed_in())
    return _page("table", rules.title, match=str(match_id), board=board_address(rules.name))


@blueprint.get("/players/<uuid:player_id>")
@open_to_all
def player(player_id: UUID) -> Response:
    """A player: its matches; one's own page also has tokens, links and signing out."""
    try:
        shown = services().accounts.player(str(player_id))
    except UnknownPlayer:
        return _missing("There is no such player.", _signed_in())
    return _page("player", shown.name, shown=shown.id)


@blueprint.get(JOIN_PATH)
@open_to_all
def join() -> Response:
    """Where a one-time link leads."""
    return _page("join", "Sign in")


@blueprint.app_errorhandler(NotFound)
def nothing(error: NotFound) -> Response:
    """What is told where there is nothing: people get a page, programs the problem that they always get."""
    accepted = request.accept_mimetypes
    asked_by_person = accepted["text/html"] > accepted["application/json"]
    if request.path.startswith(f"{PREFIX}/") or not asked_by_person:
        response = http_problem(error)
    else:
        # Who is signed in is not asked for: that can be refused, and this is an answer to any request.
        response = _missing("There is nothing under this address.", None)
    response.vary.add("Accept")
    return response


def _page(script: str, title: str, **about: str | None) -> Response:
    """A page with its script, and what it is `about`."""
    html = render_template(
        "page.html", script=script, title=title, player=_signed_in(), about=_given(about), message=None
    )
    response = _html(html)
    cookie = session_cookie.sent()
    if cookie is not None and (prolonged := services().sessions.prolong(cookie)) is not None:
        session_cookie.give(response, prolonged)
    return response


def _missing(message: str, player: Player | None) -> Response:
    html = render_template(
        "page.html", script="page", title="Not found", player=player, about={}, message=message
    )
    return _html(html, HTTPStatus.NOT_FOUND)


def _html(html: str, status: HTTPStatus = HTTPStatus.OK) -> Response:
    response = Response(html, status=status, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    response.vary.add("Cookie")
    return response


def _signed_in() -> Player | None:
    found = caller()
    return None if found is None else services().accounts.player(found.player)


def _given(about: dict[str, str | None]) -> dict[str, str]:
    return {name: value for name, value in about.items() if value is not None}
