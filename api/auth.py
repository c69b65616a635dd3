"""Who may call what. Every route declares it, and one hook before each request holds it to that."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar, cast

from flask import Flask, current_app, g, request
from flask_smorest import Blueprint

from api.context import services
from api.problems import InvalidToken, MissingScope, TokenRequired
from domain.accounts import SCOPES, Principal

View = TypeVar("View", bound=Callable[..., Any])

SECURITY_SCHEME = "token"


class Access(NamedTuple):
    """What a route asks of its callers: a token at all, and one of `scopes`."""

    reads_token: bool
    scopes: tuple[str, ...] = ()


def public(view: View) -> View:
    """For everybody; a token that comes along is not even looked at."""
    return _declare(view, Access(reads_token=False), [])


def open_to_all(view: View) -> View:
    """For everybody; who sends a token may see more."""
    return _declare(view, Access(reads_token=True), [{}, {SECURITY_SCHEME: []}])


def requires(*scopes: str) -> Callable[[View], View]:
    """For callers whose token has one of these scopes."""
    return lambda view: _declare(view, Access(True, scopes), [{SECURITY_SCHEME: [scope]} for scope in scopes])


def signed_in(view: View) -> View:
    """For callers with any sound token."""
    return _declare(view, Access(True, SCOPES), [{SECURITY_SCHEME: []}])


def access_of(view: Callable[..., Any]) -> Access:
    """What a route declares. Raises `UndeclaredAccess`: a route without a declaration serves nobody."""
    access = getattr(view, "access", None)
    if not isinstance(access, Access):
        raise UndeclaredAccess(f"{view.__name__} does not declare who may call it")
    return access


class UndeclaredAccess(Exception):
    """A route was written without saying who may call it."""


def install(app: Flask) -> None:
    """Check every request of this application before its view runs."""
    app.before_request(_authorize)


def caller() -> Principal | None:
    """Who calls; None for an anonymous caller."""
    principal: Principal | None = g.get("principal")
    return principal


def principal() -> Principal:
    """Who calls a route that demands a token."""
    found = caller()
    if found is None:
        raise TokenRequired("this needs a player's token")
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
    if not access.reads_token:
        return
    g.principal = _bearer()
    if not access.scopes:
        return
    if not principal().scopes & set(access.scopes):
        wanted = " or ".join(access.scopes)
        raise MissingScope(f"this needs a token with the scope {wanted}", access.scopes)


def _bearer() -> Principal | None:
    header = request.headers.get("Authorization")
    if header is None:
        return None
    scheme, _, token = header.partition(" ")
    token = token.strip()
    if scheme.lower() != "bearer" or not (token.isascii() and token.isprintable()):
        raise InvalidToken("send the token as “Authorization: Bearer ft_…”")
    found = services().accounts.principal(token)
    if found is None:
        raise InvalidToken("this token is mistyped, unknown or revoked")
    return found
