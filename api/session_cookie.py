"""The cookie by which a browser keeps its session: random bits that only our tables can make sense of."""

from __future__ import annotations

from flask import Response, request

from api.context import settings
from domain.sessions import SESSION_LIFE, Secret


def cookie_name(*, https: bool) -> str:
    """The cookie's name. The prefix keeps other hosts of the domain, and plain HTTP, from setting it."""
    return "__Host-fairtable" if https else "fairtable"


def sent() -> str | None:
    """What the browser has sent."""
    return request.cookies.get(cookie_name(https=settings().https))


def give(response: Response, secret: Secret) -> None:
    """Let the browser keep a session."""
    https = settings().https
    response.set_cookie(
        cookie_name(https=https),
        secret.text,
        max_age=int(SESSION_LIFE.total_seconds()),
        path="/",
        secure=https,
        httponly=True,
        samesite="Lax",
    )


def take_back(response: Response) -> None:
    """Let the browser forget its session."""
    https = settings().https
    response.delete_cookie(cookie_name(https=https), path="/", secure=https, httponly=True, samesite="Lax")
