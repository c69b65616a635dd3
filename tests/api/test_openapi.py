"""The OpenAPI document: valid, complete, and true of what the API sends."""

from __future__ import annotations

from collections.abc import Iterator
from html.parser import HTMLParser
from typing import Any
from uuid import UUID

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate
from werkzeug.test import TestResponse

from domain.games.registry import GAMES
from domain.worker import Worker
from projections.runner import ProjectionRunner
from tests.api.caller import API, Caller, legal_move, mover

HTTP_METHODS = {"GET", "POST", "PUT", "PATCH", "DELETE"}


@pytest.fixture
def spec(anyone: Caller) -> dict[str, Any]:
    """The document."""
    document: dict[str, Any] = anyone.get(f"{API}/openapi.json").get_json()
    return document


def schema_of(spec: dict[str, Any], path: str, method: str, status: int, media: str) -> dict[str, Any]:
    """The schema of an answer, made to stand alone."""
    answers = spec["paths"][path][method]["responses"]
    answer = answers.get(str(status), answers["default"])
    if "$ref" in answer:
        answer = spec["components"]["responses"][answer["$ref"].rpartition("/")[2]]
    return {**answer["content"][media]["schema"], "components": spec["components"]}


def check(spec: dict[str, Any], path: str, answer: TestResponse) -> None:
    """An answer is as documented under its path, problems included."""
    schema = schema_of(spec, path, answer.request.method.lower(), answer.status_code, answer.mimetype or "")
    validator = Draft202012Validator(schema, format_checker=Draft202012Validator.FORMAT_CHECKER)
    errors = [error.message for error in validator.iter_errors(answer.get_json())]
    assert errors == [], (path, answer.text)


def test_it_is_valid(spec: dict[str, Any]) -> None:
    assert spec["openapi"].startswith("3.1")
    validate(spec)


def test_it_names_every_route_below_its_prefix(app: Flask, spec: dict[str, Any]) -> None:
    documented = {
        (path, method.upper())
        for path, item in spec["paths"].items()
        for method in item
        if method != "parameters"
    }
    routes = {
        (_as_template(rule.rule), method)
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith(API) and not rule.endpoint.startswith("pages.")
        for method in (rule.methods or set()) & HTTP_METHODS
    }
    assert documented == routes


def _as_template(rule: str) -> str:
    """/matches/<uuid:match_id> as /matches/{match_id}."""
    parts = rule.split("/")
    return "/".join(
        f"{{{part[1:-1].rpartition(':')[2]}}}" if part.startswith("<") else part for part in parts
    )


def test_every_operation_says_who_may_call_it_and_what_it_is_for(spec: dict[str, Any]) -> None:
    for path, item in spec["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                assert operation["summary"], (path, method)
                assert "security" in operation, (path, method)


def test_every_game_is_in_it(spec: dict[str, Any]) -> None:
    schemas = spec["components"]["schemas"]
    lines = schemas["Line"]["discriminator"]["mapping"]
    moves = schemas["MoveWanted"]["properties"]["move"]["anyOf"]
    assert len(moves) == len(GAMES)
    for rules in GAMES.values():
        assert rules.events.keys() <= lines.keys()
    for union in moves:
        described = schemas[union["$ref"].rpartition("/")[2]]
        for tag, reference in described["discriminator"]["mapping"].items():
            member = schemas[reference.rpartition("/")[2]]
            assert member["properties"]["type"] == {"type": "string", "enum": [tag]}
            assert "type" in member["required"]
            assert member["additionalProperties"] is False


def test_answers_are_as_documented(
    spec: dict[str, Any],
    ann: Caller,
    bob: Caller,
    officer: Caller,
    worker: Worker,
    runner: ProjectionRunner,
) -> None:
    for path, answer in _answers(ann, bob, officer, worker, runner):
        check(spec, path, answer)


def _answers(
    ann: Caller, bob: Caller, officer: Caller, worker: Worker, runner: ProjectionRunner
) -> Iterator[tuple[str, TestResponse]]:
    """Answers of every kind, with the documented path of each."""
    one = f"{API}/matches/{{match_id}}"
    yield f"{API}/players", ann.client.post(f"{API}/players", json={"name": "Cy"})
    yield f"{API}/players", ann.client.post(f"{API}/players", json={})
    yield f"{API}/players/{{player_id}}", ann.get(f"{API}/players/{ann.player}")
    yield f"{API}/tokens", ann.post(f"{API}/tokens", {"scopes": ["play"]})
    yield f"{API}/tokens", ann.get(f"{API}/tokens")
    yield f"{API}/links", ann.post(f"{API}/links")
    yield f"{API}/session", ann.get(f"{API}/session")
    yield f"{API}/session", ann.client.get(f"{API}/session")
    yield f"{API}/session", ann.client.post(f"{API}/session", json={"name": "Di"})
    ann.client.delete(f"{API}/session")
    yield f"{API}/session", ann.client.post(f"{API}/session", json={"name": "Di", "link": "x"})
    yield f"{API}/games", ann.get(f"{API}/games")
    for name in GAMES:
        yield f"{API}/games/{{name}}", ann.get(f"{API}/games/{name}")
    body = {"game": "nova_luna", "seats": 3, "bots": [{"seat": 2, "bot": "greedy"}]}
    opened = ann.post(f"{API}/matches", body)
    yield f"{API}/matches", opened
    table = opened.headers["Location"]
    yield one, ann.get(table)
    runner.catch_up()
    yield f"{API}/matches", ann.get(f"{API}/matches?status=open")
    yield f"{API}/matches", ann.get(f"{API}/matches?cursor=x")
    yield f"{one}/seats", ann.post(f"{table}/seats")
    yield f"{one}/seats/{{seat}}", ann.delete(f"{table}/seats/0")
    ann.sit(table)
    bob.sit(table)
    yield f"{one}/ready", ann.post(f"{table}/ready")
    yield f"{one}/ready", bob.post(f"{table}/ready")
    while worker.step():
        pass
    player = mover(table, ann, bob)
    yield f"{one}/moves", player.get(f"{table}/moves")
    yield f"{one}/moves", player.post(f"{table}/moves", {"decision": 0, "move": {"type": "refill"}})
    yield f"{one}/moves", player.post(f"{table}/moves", legal_move(player, table))
    yield one, ann.get(table)
    yield one, officer.get(f"{table}?as=auditor")
    yield one, ann.get(f"{API}/matches/{UUID(int=0)}")
    yield f"{one}/events", officer.get(f"{table}/events?as=auditor")
    yield f"{one}/seats/{{seat}}/bot", officer.post(f"{table}/seats/0/bot", {"bot": "greedy"})
    yield f"{one}/resign", bob.post(f"{table}/resign")
    yield one, bob.get(table)
    yield f"{one}/events", bob.get(f"{table}/events")
    runner.catch_up()
    yield f"{API}/players/{{player_id}}", ann.get(f"{API}/players/{bob.player}")
    yield f"{one}/abort", bob.post(f"{table}/abort")


class _Page(HTMLParser):
    """What a page loads, and what it links to within itself."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.anchors: set[str] = set()
        self.links: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Look at an element."""
        attributes = dict(attrs)
        assert tag not in ("script", "style", "iframe", "object")
        assert "style" not in attributes
        assert not any(name.startswith("on") for name in attributes)
        if identifier := attributes.get("id"):
            assert identifier not in self.anchors
            self.anchors.add(identifier)
        if tag == "a" and (target := attributes.get("href") or "").startswith("#"):
            self.links.add(target[1:])
        if tag in ("link", "img"):
            self.loaded.append(attributes.get("href") or attributes.get("src") or "")


def test_the_page_is_self_contained(anyone: Caller) -> None:
    answer = anyone.get(f"{API}/docs")
    assert answer.content_type == "text/html; charset=utf-8"
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    page = _Page()
    page.feed(answer.text)
    assert page.links <= page.anchors
    assert "string (uuid)" in answer.text
    assert "list of any" not in answer.text
    assert "`" not in answer.text
    assert page.loaded == ["data:,", "/static/docs.css"]
    with anyone.get("/static/docs.css") as style:
        assert style.content_type.startswith("text/css")
