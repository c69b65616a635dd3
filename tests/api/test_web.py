"""What the pages' shells hold, and what lies beside them."""

from __future__ import annotations

import hashlib
import re
from html.parser import HTMLParser
from pathlib import Path
from uuid import UUID

import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.context import Services
from api.web.boards import board_address
from domain.games.registry import GAMES
from domain.sessions import RENEWAL
from tests.api.caller import API, Caller, problem, started_table
from tests.domain.stores import Clock

STATIC = Path(__file__).parents[2] / "api" / "static"
PAGES = STATIC.parent


class Shell(HTMLParser):
    """A page's elements."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note an element."""
        self.elements.append((tag, dict(attrs)))

    def only(self, tag: str) -> dict[str, str | None]:
        """The attributes of the one element with this tag."""
        (found,) = (attributes for name, attributes in self.elements if name == tag)
        return found


def test_a_page_is_told_who_is_signed_in_and_what_it_is_about(client: FlaskClient, ann: Caller) -> None:
    table = ann.open_table(2)
    match = table.rpartition("/")[2]
    stranger = Shell(client.get(f"/matches/{match}").text).only("main")
    assert stranger["data-match"] == match
    assert "data-player" not in stranger
    player = client.post(f"{API}/session", json={"name": 'Zoë "<&'}).get_json()["player"]["id"]
    shown = Shell(client.get(f"/matches/{match}").text).only("main")
    assert (shown["data-player"], shown["data-player-name"]) == (player, 'Zoë "<&')


@pytest.mark.parametrize("path", ["/", "/join", f"/players/{UUID(int=0)}", f"/matches/{UUID(int=0)}"])
def test_pages_load_nothing_from_elsewhere_and_hold_no_code(anyone: Caller, path: str) -> None:
    answer = anyone.get(path)
    assert answer.content_type == "text/html; charset=utf-8"
    assert "Cookie" in answer.headers["Vary"]
    for tag, attributes in Shell(answer.text).elements:
        assert tag not in ("style", "iframe", "object")
        assert not any(name == "style" or name.startswith("on") for name in attributes)
        for name in ("src", "href"):
            assert (attributes.get(name) or "/").startswith(("/", "#"))
        if tag == "script":
            assert attributes["src"]


def test_tables_and_players_that_do_not_exist(anyone: Caller) -> None:
    for what in ("matches", "players"):
        answer = anyone.get(f"/{what}/{UUID(int=0)}")
        assert answer.status_code == 404
        assert "There is no such" in answer.text


BROWSER = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"


@pytest.mark.parametrize("headers", [{}, {"Authorization": "Bearer none"}, {"Cookie": "fairtable=none"}])
def test_people_are_told_in_a_page_that_there_is_nothing(anyone: Caller, headers: dict[str, str]) -> None:
    for path in ("/nothing", "/matches/zork", "/players/zork"):
        answer = anyone.client.get(path, headers={"Accept": BROWSER, **headers})
        assert (answer.status_code, answer.content_type) == (404, "text/html; charset=utf-8")
        assert "There is nothing under this address." in answer.text
        assert "Accept" in answer.headers["Vary"]


@pytest.mark.parametrize("accept", [None, "*/*", "application/json", "application/problem+json", "zork"])
def test_programs_are_told_so_in_a_problem(anyone: Caller, accept: str | None) -> None:
    headers = {} if accept is None else {"Accept": accept}
    problem(anyone.client.get("/nothing", headers=headers), 404, "not-found")
    problem(anyone.client.get(f"{API}/nothing", headers={"Accept": BROWSER}), 404, "not-found")


def test_a_page_prolongs_the_session_at_most_once_a_day(client: FlaskClient, services: Services) -> None:
    services.service.clock = clock = Clock()
    client.post(f"{API}/session", json={"name": "Ann"})
    assert "Set-Cookie" not in client.get("/").headers
    clock.pass_seconds(RENEWAL.total_seconds() + 1)
    assert "Max-Age=34560000" in client.get("/").headers["Set-Cookie"]
    assert "Set-Cookie" not in client.get("/").headers


def test_a_drawn_board_belongs_to_a_game() -> None:
    drawn = {file.stem for file in (STATIC / "games").glob("*.js")}
    assert drawn <= GAMES.keys()


def test_no_page_but_a_board_names_a_game() -> None:
    for file in [
        *(STATIC / "web").iterdir(),
        *(PAGES / "web").glob("*.py"),
        PAGES / "templates" / "page.html",
    ]:
        if file.suffix != ".css":
            text = file.read_text("utf-8")
            assert not [name for name, rules in GAMES.items() if name in text or rules.title in text], file


def test_games_without_a_drawing_are_shown_as_text(app: Flask) -> None:
    with app.test_request_context():
        assert board_address("no_such_game") is None
        for name in GAMES:
            address = board_address(name)
            assert address in (None, f"/static/games/{name}.js")


def test_scripts_find_what_they_import() -> None:
    for file in [*(STATIC / "web").glob("*.js"), *(STATIC / "games").glob("*.js")]:
        for name in re.findall(r'from "([^"]+)"', file.read_text("utf-8")):
            assert (file.parent / name).is_file(), (file, name)


def test_vendored_files_are_the_ones_that_were_vetted() -> None:
    vendor = STATIC / "vendor"
    lines = (vendor / "SHA256SUMS").read_text("utf-8").splitlines()
    sums = {name: digest for digest, name in map(str.split, lines)}
    assert sums == {file.name: hashlib.sha256(file.read_bytes()).hexdigest() for file in vendor.glob("*.js")}
    licenses = (vendor / "LICENSES.txt").read_text("utf-8")
    assert "MIT" in licenses
    assert "Apache License" in licenses


# The board as text


def test_the_board_as_text(ann: Caller, bob: Caller, anyone: Caller) -> None:
    waiting = ann.open_table(2)
    problem(ann.get(f"{waiting}/board"), 409, "match-not-running")
    table = started_table(ann, bob)
    board = anyone.get(f"{table}/board")
    assert board.content_type == "text/plain; charset=utf-8"
    assert "MOON WHEEL" in board.text
    assert max(map(len, board.text.splitlines())) <= 100
    assert anyone.get(f"{table}/board", If_None_Match=board.headers["ETag"]).status_code == 304
    assert anyone.get(f"{table}/board?at=1").status_code == 409
    problem(anyone.get(f"{table}/board?as=auditor"), 401, "token-required")
