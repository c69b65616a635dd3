"""Who may call what. Every route declares it, and one hook before each request holds it to that.

Programs show a token, browsers a session's cookie. A session allows what a player does; what admins and
auditors do needs a token.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

from flask import Flask, Response, current_app, g, request
from flask_smorest import Blueprint

from api import session_cookie
from api.context import services
from api.limits import REQUESTS, Limits, address_of
from api.problems import ApiProblem, InvalidToken, MissingScope, TokenRequired, TooManyRequests
from api.same_origin import check_same_origin
from domain import sessions
from domain.accounts import SCOPES, Principal
from domain.configuration import Settings

View = TypeVar("View", bound=Callable[..., Any])

SECURITY_SCHEME = "token"
SESSION_SCHEME = "session"

_LIMITS = "fairtable-limits"


class Access(NamedTuple):
    """What a route asks of its callers: that it be known who they are, and one of `scopes`; and under which
    of the policies of `Limits` its requests are counted."""

    identified: bool
    scopes: tuple[str, ...] = ()
    policy: str | None = REQUESTS


def always_served(view: View) -> View:
    """For everybody, however often: for what is cheap, or what operations cannot do without."""
    return _declare(view, Access(identified=False, policy=None), [])


def public(view: View) -> View:
    """For everybody; a token or session that comes along is not even looked at."""
    return _declare(view, Access(identified=False), [])


def open_to_all(view: View) -> View:
    """For everybody; who has a token or session may see more."""
    return _declare(view, Access(identified=True), [{}, {SECURITY_SCHEME: []}, {SESSION_SCHEME: []}])


def requires(*scopes: str) -> Callable[[View], View]:
    """For callers who have one of these scopes."""
    by_token: list[dict[str, list[str]]] = [{SECURITY_SCHEME: [scope]} for scope in scopes]
    by_session: list[dict[str, list[str]]] = [{SESSION_SCHEME: []}] if sessions.SCOPES & set(scopes) else []
    return lambda view: _declare(view, Access(True, scopes), by_token + by_session)


def signed_in(view: View) -> View:
    """For callers with any sound token, or a session."""
    return _declare(view, Access(True, SCOPES), [{SECURITY_SCHEME: []}, {SESSION_SCHEME: []}])


def counted_as(policy: str) -> Callable[[View], View]:
    """Count a route's requests under another policy. Stands above what says who may call it."""

    def decorate(view: View) -> View:
        view.access = access_of(view)._replace(policy=policy)  # type: ignore[attr-defined]
        return view

    return decorate


def access_of(view: Callable[..., Any]) -> Access:
    """What a route declares. Raises `UndeclaredAccess`: a route without a declaration serves nobody."""
    access = getattr(view, "access", None)
    if not isinstance(access, Access):
        raise UndeclaredAccess(f"{view.__name__} does not declare who may call it")
    return access


class UndeclaredAccess(Exception):
    """A route was written without saying who may call it."""


def install(app: Flask, settings: Settings) -> None:
    """Check every request of this application before its view runs."""
    app.extensions[_LIMITS] = Limits(settings)
    app.before_request(_authorize)
    app.after_request(_tell_standing)


def caller() -> Principal | None:
    """Who calls; None for an anonymous caller."""
    principal: Principal | None = g.get("principal")
    return principal


def assume(who: Principal | None) -> None:
    """Have a context that is not a request's act for a caller."""
    g.principal = who


def principal() -> Principal:
    """Who calls a route that demands a token."""
    found = caller()
    if found is None:
        raise TokenRequired("this needs a player's token or session")
    return found


def check_scope(scope: str, purpose: str) -> None:
    """Demand a scope for a part of a route that is open to others. Raises `TokenRequired`, `MissingScope`."""
    if scope not in principal().scopes:
        raise MissingScope(f"{purpose} needs a token with the scope {scope}", [scope])


def _declare(view: View, access: Access, security: list[dict[str, list[str]]]) -> View:
    view.access = access  # type: ignore[attr-defined]
    documented: Any = Blueprint.doc(security=security)(view)
    return cast(View, documented)


def _authorize() -> None:
    view = current_app.view_functions.get(request.endpoint or "")
    if view is None:
        return  # No route: Flask answers with 404 or 405.
    access = access_of(view)
    if access.policy is None:
        return
    check_same_origin()
    try:
        g.principal = _identify() if access.identified else None
    except ApiProblem:
        _count(access.policy)  # Who tries tokens out is not to do so for ever.
        raise
    _count(access.policy)
    if access.scopes and not principal().scopes & set(access.scopes):
        wanted = " or ".join(access.scopes)
        raise MissingScope(f"this needs a token with the scope {wanted}", access.scopes)


def _count(policy: str) -> None:
    """Raises `TooManyRequests`."""
    limits: Limits = current_app.extensions[_LIMITS]
    known = caller() if policy == REQUESTS else None
    client = address_of(request.remote_addr) if known is None else known.player
    g.standing = standing = limits.count(policy, client)
    if standing is not None and standing.wait:
        raise TooManyRequests(
            f"{standing.quota} {policy} are taken in {standing.window} seconds; please wait for "
            f"{standing.wait} seconds",
            standing.wait,
        )


def _tell_standing(response: Response) -> Response:
    if (standing := g.get("standing")) is not None:
        response.headers.update(standing.headers)
    return response


def _identify() -> Principal | None:
    """Who calls. A token beats a cookie; a cookie whose session has ended is no fault, since no browser
    knows that it has. Raises `InvalidToken`."""
    if "Authorization" in request.headers:
        return _bearer(request.headers["Authorization"])
    cookie = session_cookie.sent()
    return None if cookie is None else services().sessions.principal(cookie)


def _bearer(header: str) -> Principal:
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not (token.isascii() and token.isprintable()):
        raise InvalidToken("send the token as “Authorization: Bearer ft_…”")
    found = services().accounts.principal(token)
    if found is None:
        raise InvalidToken("this token is mistyped, unknown or revoked")
    return found
