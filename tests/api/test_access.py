"""Who may call what."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from flask import Flask

from api.app import create_app
from api.auth import access_of
from api.context import Services
from api.same_origin import SAFE_METHODS
from tests.api.caller import API, GAME, Caller, problem, started_table

OPEN_TO_ALL = {
    "static",
    "players.register_player",
    "players.get_player",
    "sessions.sign_in",
    "sessions.get_session",
    "sessions.sign_out",
    "games.list_games",
    "games.get_game",
    "matches.list_matches",
    "matches.get_match",
    "logs.list_events",
    "logs.export_match",
    "live.stream_match",
    "proof.match_checkpoint",
    "proof.match_fairness",
    "proof.log_checkpoint",
    "proof.log_entries",
    "well_known.server_keys",
    "operations.live",
    "operations.ready",
    "operations.metrics",
    "statistics.game_statistics",
    "pages.openapi",
    "pages.docs",
    "pages.problem",
    "boards.get_board",
    "web.lobby",
    "web.table",
    "web.player",
    "web.join",
}

SIGNING_IN_AND_OUT = {"players.register_player", "sessions.sign_in", "sessions.sign_out"}


def test_every_route_declares_who_may_call_it(app: Flask) -> None:
    open_routes = set()
    for rule in app.url_map.iter_rules():
        access = access_of(app.view_functions[rule.endpoint])
        if not access.scopes:
            open_routes.add(rule.endpoint)
            unsafe = (rule.methods or set()) - SAFE_METHODS
            assert not unsafe or rule.endpoint in SIGNING_IN_AND_OUT
    assert open_routes <= OPEN_TO_ALL


def test_a_route_that_declares_nothing_serves_nobody(services: Services) -> None:
    app = create_app(services)
    app.add_url_rule("/forgotten", view_func=lambda: "secret", endpoint="forgotten")
    answer = Caller(app.test_client()).get("/forgotten")
    problem(answer, 500, "internal-error")
    assert "secret" not in answer.text


def test_calls_without_a_token(anyone: Caller, ann: Caller) -> None:
    table = ann.open_table(2)
    calls: list[Callable[[], object]] = [
        lambda: anyone.post(f"{API}/matches", {"game": GAME, "seats": 2}),
        lambda: anyone.post(f"{table}/seats"),
        lambda: anyone.delete(f"{table}/seats/0"),
        lambda: anyone.get(f"{table}/moves"),
        lambda: anyone.post(f"{API}/tokens", {"scopes": ["play"]}),
        lambda: anyone.delete(f"{API}/tokens/abc"),
        lambda: anyone.get(f"{table}?as=auditor"),
    ]
    for call in calls:
        answer = call()
        problem(answer, 401, "token-required")  # type: ignore[arg-type]
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")  # type: ignore[attr-defined]


def test_tokens_that_are_worthless(client: object, ann: Caller) -> None:
    assert ann.token is not None
    own = ann.token
    flipped = own[:-1] + ("0" if own[-1] != "0" else "1")
    other = "ft_" + "0" * 12 + own[15:]
    for header in (
        f"Bearer {flipped}",
        f"Bearer {other}",
        "Bearer",
        "Bearer ",
        "Bearer x",
        "Bearer caf\u00e9",
        "Basic QW5uOnNlY3JldA==",
        own,
        f"Token {own}",
    ):
        answer = ann.client.get(
            f"{API}/matches/00000000-0000-0000-0000-000000000000", headers={"Authorization": header}
        )
        problem(answer, 401, "invalid-token")
        assert 'error="invalid_token"' in answer.headers["WWW-Authenticate"]
        assert own not in answer.text


def test_a_revoked_token(ann: Caller, bob: Caller) -> None:
    made = ann.post(f"{API}/tokens", {"scopes": ["play"]}).get_json()
    second = Caller(ann.client, made["token"], ann.player)
    second.open_table(2)
    problem(bob.delete(f"{API}/tokens/{made['id']}"), 404, "unknown-token")
    assert ann.delete(f"{API}/tokens/{made['id']}").status_code == 204
    problem(second.post(f"{API}/matches", {"game": GAME, "seats": 2}), 401, "invalid-token")
    problem(ann.delete(f"{API}/tokens/{made['id']}"), 404, "unknown-token")


def test_nobody_gives_more_than_they_have(ann: Caller, officer: Caller) -> None:
    answer = ann.post(f"{API}/tokens", {"scopes": ["play", "admin"]})
    problem(answer, 403, "missing-scope")
    assert 'scope="admin"' in answer.headers["WWW-Authenticate"]
    assert officer.post(f"{API}/tokens", {"scopes": ["audit"]}).get_json()["scopes"] == ["audit"]
    problem(officer.post(f"{API}/tokens", {"scopes": ["root"]}), 422, "invalid-request")
    problem(officer.post(f"{API}/tokens", {"scopes": []}), 422, "invalid-request")


def test_tokens_are_told_once_and_kept_nowhere(ann: Caller, anyone: Caller) -> None:
    made = ann.post(f"{API}/tokens", {"scopes": ["play"]})
    assert made.headers["Cache-Control"] == "no-store"
    assert anyone.get(f"{API}/players/{ann.player}").get_json().keys() == {
        *("id", "name", "created_at"),
        *("totals", "results", "next"),
    }
    problem(anyone.get(f"{API}/players/00000000-0000-0000-0000-000000000000"), 404, "unknown-player")


def test_a_token_for_auditing_alone_cannot_play(officer: Caller) -> None:
    made = officer.post(f"{API}/tokens", {"scopes": ["audit"]}).get_json()
    auditor = Caller(officer.client, made["token"])
    problem(auditor.post(f"{API}/matches", {"game": GAME, "seats": 2}), 403, "missing-scope")


def test_admins_act_as_such_at_tables_of_others(ann: Caller, bob: Caller, officer: Caller) -> None:
    table = started_table(ann, bob)
    problem(bob.post(f"{table}/seats/0/bot", {"bot": "greedy"}), 409, "not-idle")
    problem(officer.post(f"{table}/seats/0/bot", {"bot": "deep"}), 422, "unknown-bot")
    handed = officer.post(f"{table}/seats/0/bot", {"bot": "greedy"}).get_json()
    assert handed["events"][0]["line"]["by"] == "admin"
    assert handed["events"][0]["text"] == "Ann has vanished; the greedy bot plays on at seat 0"


def test_who_may_close_a_table(ann: Caller, bob: Caller, officer: Caller) -> None:
    table = ann.open_table(2)
    problem(bob.post(f"{table}/abort"), 403, "not-seated")
    assert ann.post(f"{table}/abort").get_json()["events"][0]["line"]["by"] == "player"
    assert officer.post(f"{ann.open_table(2)}/abort").get_json()["events"][0]["line"]["by"] == "admin"
    assert officer.post(f"{officer.open_table(2)}/abort").get_json()["events"][0]["line"]["by"] == "player"


def test_nothing_is_logged_of_headers_and_bodies(
    app: Flask,
    services: Services,
    ann: Caller,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(services.service, "create", fail)
    answer = ann.post(f"{API}/matches", {"game": GAME, "seats": 2}, key="a-secret-key")
    problem(answer, 500, "internal-error")
    assert "broken" not in answer.text
    assert "Traceback" not in answer.text
    assert "broken" in caplog.text
    assert str(ann.token) not in caplog.text
    assert "a-secret-key" not in caplog.text
