"""What every answer tells browsers not to do."""

from __future__ import annotations

import pytest

from api.app import create_app
from api.context import Services
from domain.configuration import Settings
from tests.api.caller import API, Caller

PATHS = [
    "/",
    f"{API}/games",
    f"{API}/docs",
    "/health/live",
    "/static/docs.css",
    "/no-such-page",
    f"{API}/tokens",
]


@pytest.mark.parametrize("path", PATHS)
def test_every_answer_has_strict_headers(anyone: Caller, path: str) -> None:
    with anyone.get(path) as answer:
        headers = answer.headers
    policy = {
        name: value.split()
        for name, _, value in (
            part.strip().partition(" ") for part in headers["Content-Security-Policy"].split(";")
        )
    }
    assert policy["default-src"] == ["'none'"]
    assert policy["frame-ancestors"] == policy["base-uri"] == ["'none'"]
    assert all(source in ("'none'", "'self'", "data:") for sources in policy.values() for source in sources)
    assert policy.get("script-src", ["'self'"]) == ["'self'"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert "camera=()" in headers["Permissions-Policy"]
    assert headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert "Strict-Transport-Security" not in headers
    assert "Access-Control-Allow-Origin" not in headers


def test_over_https_browsers_are_told_to_stay_there(services: Services) -> None:
    client = create_app(services, Settings(https=True)).test_client()
    assert client.get("/health/live").headers["Strict-Transport-Security"] == "max-age=31536000"
