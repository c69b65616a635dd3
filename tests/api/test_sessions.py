"""Browsers: signing in and out, what a session allows, and whose pages may use it."""

from __future__ import annotations

from http.cookies import SimpleCookie
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from werkzeug.routing import Rule
from werkzeug.test import TestResponse

from api.app import create_app
from api.auth import access_of
from api.context import Services
from api.same_origin import SAFE_METHODS
from domain.configuration import Settings
from domain.worker import Worker
from projections.runner import ProjectionRunner
from tests.api.caller import API, GAME, Caller, legal_move, mover, problem, started_table

SESSION = f"{API}/session"
ID = "00000000-0000-4000-8000-000000000001"


@pytest.fixture
def browser(app: Flask) -> FlaskClient:
    """A browser: a client that keeps cookies."""
    return app.test_client()


@pytest.fixture
def other_browser(app: Flask) -> FlaskClient:
    """Another one."""
    return app.test_client()


def sign_in(browser: FlaskClient, **body: str) -> str:
    """Sign a browser in; who it is now."""
    answer = browser.post(SESSION, json=body or {"name": "Ann"})
    assert answer.status_code == 201, answer.text
    player: str = answer.get_json()["player"]["id"]
    return player


def who(browser: FlaskClient) -> str | None:
    """The name of who is signed in."""
    player = browser.get(SESSION).get_json()["player"]
    return None if player is None else player["name"]


def cookie_of(answer: TestResponse) -> Any:
    """The cookie that an answer sets."""
    (header,) = answer.headers.getlist("Set-Cookie")
    (morsel,) = SimpleCookie(header).values()
    return morsel


# Signing in and out


def test_a_visitor_picks_a_name_and_plays(browser: FlaskClient) -> None:
    assert who(browser) is None
    player = sign_in(browser, name="  Ann ")
    assert who(browser) == "Ann"
    visitor = Caller(browser)
    table = visitor.open_table(2, bots=[{"seat": 1, "bot": "greedy"}])
    visitor.sit(table)
    visitor.ready(table)
    assert visitor.get(table).get_json()["you"] == 0
    assert visitor.get(table).get_json()["seats"][0]["player"] == player


def test_the_cookie_is_for_this_server_and_no_script(browser: FlaskClient) -> None:
    cookie = cookie_of(browser.post(SESSION, json={"name": "Ann"}))
    assert cookie.key == "fairtable"
    assert (cookie["httponly"], cookie["samesite"], cookie["path"]) == (True, "Lax", "/")
    assert not cookie["domain"]
    assert not cookie["secure"]
    assert len(cookie.value) == 43


def test_over_https_the_cookie_is_bound_to_it_and_to_the_host(services: Services) -> None:
    browser = create_app(services, Settings(https=True)).test_client()
    cookie = cookie_of(browser.post(SESSION, json={"name": "Ann"}, base_url="https://localhost"))
    assert cookie.key == "__Host-fairtable"
    assert cookie["secure"] is True
    assert not cookie["domain"]
    answer = browser.get(SESSION, base_url="https://localhost")
    assert answer.get_json()["player"]["name"] == "Ann"


def test_nobody_else_is_told_of_a_session(browser: FlaskClient, app: Flask) -> None:
    answer = browser.post(SESSION, json={"name": "Ann"})
    assert answer.headers["Cache-Control"] == "no-store"
    assert cookie_of(answer).value not in answer.text
    assert cookie_of(answer).value not in browser.get(SESSION).text


def test_signing_out_works(browser: FlaskClient, other_browser: FlaskClient) -> None:
    stolen = cookie_of(browser.post(SESSION, json={"name": "Ann"})).value
    answer = browser.delete(SESSION)
    assert answer.status_code == 204
    assert cookie_of(answer).value == ""
    assert who(browser) is None
    other_browser.set_cookie("fairtable", stolen)
    assert who(other_browser) is None
    problem(Caller(other_browser).post(f"{API}/matches", {"game": GAME, "seats": 2}), 401, "token-required")
    assert browser.delete(SESSION).status_code == 204, "once more does no harm"


def test_signing_out_everywhere(browser: FlaskClient, other_browser: FlaskClient) -> None:
    sign_in(browser)
    link = browser.post(f"{API}/links").get_json()["link"]
    sign_in(other_browser, link=link.partition("#")[2])
    pending = browser.post(f"{API}/links").get_json()["link"]
    assert browser.delete(f"{API}/sessions").status_code == 204
    assert (who(browser), who(other_browser)) == (None, None)
    answer = browser.post(SESSION, json={"link": pending.partition("#")[2]})
    problem(answer, 404, "unknown-link")


def test_a_cookie_whose_session_has_ended_is_nobody_and_no_fault(browser: FlaskClient) -> None:
    browser.set_cookie("fairtable", "x" * 43)
    assert browser.get(f"{API}/matches").status_code == 200
    assert who(browser) is None


def test_who_signs_in_anew_gives_the_old_session_up(browser: FlaskClient, other_browser: FlaskClient) -> None:
    old = cookie_of(browser.post(SESSION, json={"name": "Ann"})).value
    sign_in(browser, name="Bob")
    other_browser.set_cookie("fairtable", old)
    assert (who(browser), who(other_browser)) == ("Bob", None)


def test_one_way_of_signing_in_at_a_time(browser: FlaskClient) -> None:
    for body in ({}, {"name": "Ann", "link": "x"}, {"name": 5}, {"player": ID}):
        problem(browser.post(SESSION, json=body), 422, "invalid-request")
    problem(browser.post(SESSION, json={"name": "\u200b"}), 422, "invalid-name")
    assert who(browser) is None


# Other devices


def test_a_link_brings_a_player_to_another_device_once(
    browser: FlaskClient, other_browser: FlaskClient, app: Flask
) -> None:
    player = sign_in(browser)
    made = browser.post(f"{API}/links")
    assert made.status_code == 201
    assert made.headers["Cache-Control"] == "no-store"
    address, _, secret = made.get_json()["link"].partition("#")
    assert address == "http://localhost/join"
    assert sign_in(other_browser, link=secret) == player
    assert who(browser) == who(other_browser) == "Ann"
    third = app.test_client()
    problem(third.post(SESSION, json={"link": secret}), 404, "unknown-link")
    assert who(third) is None


def test_a_token_signs_its_player_in(browser: FlaskClient, ann: Caller, officer: Caller) -> None:
    assert sign_in(browser, token=str(ann.token)) == ann.player
    problem(browser.post(SESSION, json={"token": f"{ann.token}x"}), 401, "invalid-token")
    auditor = officer.post(f"{API}/tokens", {"scopes": ["audit"]}).get_json()["token"]
    problem(browser.post(SESSION, json={"token": auditor}), 403, "missing-scope")


def test_a_browser_makes_lists_and_revokes_tokens(browser: FlaskClient) -> None:
    player = sign_in(browser)
    visitor = Caller(browser)
    made = visitor.post(f"{API}/tokens", {"scopes": ["play"]}).get_json()
    program = Caller(browser.application.test_client(), made["token"])
    program.open_table(2)
    listed = visitor.get(f"{API}/tokens")
    assert listed.headers["Cache-Control"] == "no-store"
    (token,) = listed.get_json()["tokens"]
    assert (token["id"], token["scopes"]) == (made["id"], ["play"])
    assert made["token"] not in listed.text
    assert visitor.delete(f"{API}/tokens/{made['id']}").status_code == 204
    assert visitor.get(f"{API}/tokens").get_json()["tokens"] == []
    problem(program.get(f"{API}/tokens"), 401, "invalid-token")
    assert visitor.get(f"{API}/players/{player}").status_code == 200


# What a session allows


def test_a_session_allows_to_play_and_nothing_else(browser: FlaskClient, ann: Caller, bob: Caller) -> None:
    sign_in(browser)
    visitor = Caller(browser)
    assert browser.get(SESSION).get_json()["scopes"] == ["play"]
    table = started_table(ann, bob)
    problem(visitor.get(f"{table}?as=auditor"), 403, "missing-scope")
    problem(visitor.post(f"{API}/tokens", {"scopes": ["audit"]}), 403, "missing-scope")
    problem(visitor.post(f"{API}/tokens", {"scopes": ["play", "admin"]}), 403, "missing-scope")
    problem(visitor.post(f"{table}/seats/0/bot", {"bot": "greedy"}), 403, "not-seated")


def test_an_officer_s_session_has_no_more_than_any(browser: FlaskClient, officer: Caller) -> None:
    sign_in(browser, token=str(officer.token))
    assert browser.get(SESSION).get_json()["scopes"] == ["play"]


def test_a_token_beats_the_cookie(browser: FlaskClient, bob: Caller) -> None:
    sign_in(browser)
    both = Caller(browser, bob.token)
    assert both.get(SESSION).get_json()["player"]["name"] == "Bob"
    problem(Caller(browser, "nonsense").get(SESSION), 401, "invalid-token")


def routes(app: Flask) -> list[tuple[Rule, str]]:
    """Every route with each of its methods."""
    return [
        (rule, method)
        for rule in app.url_map.iter_rules()
        for method in sorted((rule.methods or set()) - {"HEAD", "OPTIONS"})
    ]


def address(rule: Rule) -> str:
    """An address under a rule."""
    return str(
        rule.build({name: 0 if name == "seat" else ID for name in rule.arguments}, append_unknown=False)[1]  # type: ignore[index]
    )


def test_at_every_route_a_session_does_what_a_token_to_play_does(
    app: Flask, browser: FlaskClient, ann: Caller
) -> None:
    sign_in(browser)
    by_cookie, walked = Caller(browser), 0
    for rule, method in routes(app):
        access = access_of(app.view_functions[rule.endpoint])
        if not access.scopes or rule.endpoint.startswith("sessions."):
            continue
        walked += 1
        statuses = [
            caller.client.open(
                address(rule), method=method, json={}, headers={"Idempotency-Key": "walk", **headers}
            ).status_code
            for caller, headers in ((by_cookie, {}), (ann, {"Authorization": f"Bearer {ann.token}"}))
        ]
        assert statuses[0] == statuses[1], rule
        assert (statuses[0] not in (401, 403)) == ("play" in access.scopes), rule
    assert walked > 8


# Whose pages may use it

FOREIGN: list[dict[str, str]] = [
    {"Sec-Fetch-Site": "cross-site"},
    {"Sec-Fetch-Site": "same-site"},
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://localhost:81"},
    {"Sec-Fetch-Site": "cross-site", "Origin": "http://localhost"},
]
OWN: list[dict[str, str]] = [
    {},
    {"Sec-Fetch-Site": "same-origin"},
    {"Sec-Fetch-Site": "none"},
    {"Origin": "http://localhost"},
    {"Sec-Fetch-Site": "same-origin", "Origin": "http://inside.example"},
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
def test_at_no_route_does_a_foreign_page_change_anything(
    app: Flask, browser: FlaskClient, headers: dict[str, str]
) -> None:
    sign_in(browser)
    walked = 0
    for rule, method in routes(app):
        if method in SAFE_METHODS:
            continue
        walked += 1
        answer = browser.open(
            address(rule), method=method, json={}, headers={"Idempotency-Key": "k", **headers}
        )
        problem(answer, 403, "cross-site-request")
    assert walked > 8
    assert who(browser) == "Ann"


@pytest.mark.parametrize("headers", OWN, ids=str)
def test_our_own_pages_and_programs_do(browser: FlaskClient, headers: dict[str, str]) -> None:
    sign_in(browser)
    sent = {"Idempotency-Key": "k", **headers}
    answer = browser.post(f"{API}/matches", json={"game": GAME, "seats": 2}, headers=sent)
    assert answer.status_code == 201


def test_foreign_pages_may_read_what_is_open_and_use_tokens_of_their_own(
    browser: FlaskClient, ann: Caller
) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Origin": "https://other.example"}
    assert browser.get(f"{API}/games", headers=headers).status_code == 200
    sent = {"Authorization": f"Bearer {ann.token}", "Idempotency-Key": "k", **headers}
    assert browser.post(f"{API}/matches", json={"game": GAME, "seats": 2}, headers=sent).status_code == 201


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", None])
def test_bodies_that_any_page_could_send_are_not_read(browser: FlaskClient, content_type: str | None) -> None:
    answer = browser.post(SESSION, data='{"name": "Eve"}', content_type=content_type)
    problem(answer, 415, "unsupported-media-type")


# Profiles


def test_a_profile_tells_what_came_of_a_players_matches(
    ann: Caller, bob: Caller, anyone: Caller, runner: ProjectionRunner
) -> None:
    for _ in range(2):
        ann.post(f"{started_table(ann, bob)}/resign")
    running = started_table(ann, bob)
    runner.catch_up()
    profile = anyone.get(f"{API}/players/{bob.player}").get_json()
    assert profile["name"] == "Bob"
    assert profile["totals"] == [{"game": GAME, "matches": 3, "finished": 2, "won": 2, "shared": 0}]
    assert [result["place"] for result in profile["results"]] == [None, 1, 1]
    assert f"{API}/matches/{profile['results'][0]['match']}" == running
    assert anyone.get(f"{API}/players/{ann.player}").get_json()["results"][1]["gave_up"] is True


def test_a_profile_comes_in_pages(ann: Caller, bob: Caller, runner: ProjectionRunner) -> None:
    tables = [started_table(ann, bob) for _ in range(3)]
    runner.catch_up()
    first = ann.get(f"{API}/players/{ann.player}?limit=2").get_json()
    rest = ann.get(f"{API}/players/{ann.player}?limit=2&cursor={first['next']}").get_json()
    assert rest["next"] is None
    found = [result["match"] for result in first["results"] + rest["results"]]
    assert [f"{API}/matches/{match}" for match in found] == tables[::-1]


# Bots at a table


def test_who_opens_a_table_seats_bots_at_it(ann: Caller, bob: Caller, worker: Worker) -> None:
    table = ann.open_table(3)
    problem(bob.post(f"{table}/seats", {"bot": "greedy"}), 403, "not-allowed")
    problem(ann.post(f"{table}/seats", {"bot": "deep"}), 422, "unknown-bot")
    problem(
        ann.post(f"{table}/seats", {"bot": "greedy", "entropy_commitment": "0" * 64}), 422, "invalid-request"
    )
    first = ann.post(f"{table}/seats", {"bot": "greedy", "seat": 2}, key="bot")
    assert first.get_json()["events"][0]["text"] == "the greedy bot takes seat 2"
    assert ann.post(f"{table}/seats", {"bot": "greedy", "seat": 2}, key="bot").get_json()["replayed"]
    problem(
        ann.post(f"{table}/seats", {"bot": "random", "seat": 2}, key="bot"), 422, "idempotency-key-reused"
    )
    problem(bob.post(f"{table}/seats", {"seat": 2}), 409, "seat-taken")
    ann.sit(table)
    assert ann.post(f"{table}/seats", {"bot": "random"}).status_code == 201
    ann.ready(table)
    while worker.step():
        pass
    assert ann.post(f"{table}/moves", legal_move(mover(table, ann), table)).status_code == 201
    assert [seat["bot"] for seat in ann.get(table).get_json()["seats"]] == [None, "random", "greedy"]
