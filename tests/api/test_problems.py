"""Problems: every refusal has a status, a code and an explanation."""

from __future__ import annotations

import re

import pytest

from api.context import Services
from api.problems import descendants, kinds, status_of
from domain.games.registry import GAMES
from domain.games.rules import Refusal
from domain.refusals import Busy, StoreUnavailable
from tests.api.caller import API, Caller, problem

REFUSALS = sorted(
    (kind for kind in descendants(Refusal) if kind.__module__.startswith(("domain.", "projections."))),
    key=lambda kind: kind.code,
)


def test_games_have_been_loaded_with_their_refusals() -> None:
    modules = {kind.__module__ for kind in REFUSALS}
    assert all(any(f".{game}." in module for module in modules) for game in GAMES)


@pytest.mark.parametrize("kind", REFUSALS, ids=lambda kind: f"{kind.__module__}.{kind.__name__}")
def test_every_refusal_has_a_status_a_code_and_a_meaning(kind: type[Refusal]) -> None:
    assert 400 <= status_of(kind) < 600
    assert re.fullmatch(r"[a-z]+(-[a-z]+)*", kind.code)
    assert kind.code != Refusal.code
    assert kind.__doc__


def test_a_forgotten_refusal_is_noticed() -> None:
    with pytest.raises(KeyError, match="Refusal has no status"):
        status_of(Refusal)


def test_every_kind_is_explained_under_its_type(anyone: Caller) -> None:
    for code, kind in kinds().items():
        told = anyone.get(f"/problems/{code}").get_json()
        assert told["type"] == f"/problems/{code}"
        assert told["meaning"] == kind.meaning
        page = anyone.get(f"/problems/{code}", Accept="text/html")
        assert page.content_type.startswith("text/html")
        assert told["title"] in page.text


@pytest.mark.parametrize(
    "refusal", [Busy("busy"), StoreUnavailable("gone")], ids=lambda refusal: refusal.code
)
def test_what_passes_says_when_to_try_again(
    anyone: Caller, services: Services, monkeypatch: pytest.MonkeyPatch, refusal: Refusal
) -> None:
    def refuse() -> None:
        raise refusal

    monkeypatch.setattr(services.service.logs, "newest_position", refuse)
    answer = anyone.get("/health/ready")
    problem(answer, 503, refusal.code)
    assert int(answer.headers["Retry-After"]) > 0


def test_health(anyone: Caller) -> None:
    assert anyone.get("/health/live").get_json() == {"status": "live"}
    assert anyone.get("/health/ready").get_json()["status"] == "ready"


def test_answers_carry_the_headers_that_harden_browsers(anyone: Caller) -> None:
    for path in (f"{API}/games", f"{API}/docs", "/nothing"):
        headers = anyone.get(path).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert "default-src 'none'" in headers["Content-Security-Policy"]
