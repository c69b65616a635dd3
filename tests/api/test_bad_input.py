"""What bad input gets: the right status, a stable type, a sentence; and nothing is written."""

from __future__ import annotations

import io
import json
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple
from uuid import uuid4

import pytest
from flask.testing import FlaskClient

from api.app import MAX_BODY_BYTES, create_app
from api.context import Services
from tests.api.caller import API, GAME, Caller, legal_move, mover, problem, started_table


class Seated(NamedTuple):
    """Ann's and Bob's tokens and ids, and the address of their running match."""

    ann: tuple[str, str]
    bob: tuple[str, str]
    table: str


@pytest.fixture(scope="module")
def database(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> str:
    """One database for all tests here: bad input changes nothing in it."""
    folder = shutil.copytree(migrated, tmp_path_factory.mktemp("bad-input"), dirs_exist_ok=True)
    return f"sqlite:///{folder}/fairtable.db"


@pytest.fixture(scope="module")
def seated(database: str) -> Iterator[Seated]:
    """Ann and Bob, who play."""
    services = Services.open(database)
    client = create_app(services).test_client()
    ann, bob = Caller.register(client, "Ann"), Caller.register(client, "Bob")
    table = started_table(ann, bob)
    yield Seated((str(ann.token), ann.player), (str(bob.token), bob.player), table)
    services.close()


@pytest.fixture
def ann(client: FlaskClient, seated: Seated) -> Caller:
    """A player."""
    return Caller(client, *seated.ann)


@pytest.fixture
def bob(client: FlaskClient, seated: Seated) -> Caller:
    """Another player."""
    return Caller(client, *seated.bob)


@pytest.fixture
def table(seated: Seated, services: Services) -> Iterator[str]:
    """The address of their match. Nothing may be written by a test that asks for it."""
    before = services.service.logs.newest_position()
    yield seated.table
    assert services.service.logs.newest_position() == before


def raw(caller: Caller, path: str, body: bytes, content_type: str = "application/json") -> Any:
    """POST bytes."""
    headers = {"Authorization": f"Bearer {caller.token}", "Idempotency-Key": "raw"}
    return caller.client.post(path, data=body, content_type=content_type, headers=headers)


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"{'seat': 0}",
        b'{"seat": 0} trailing',
        b'{"seat": NaN}',
        b'{"seat": Infinity}',
        b'{"seat": "\xff"}',
        b'{"seat": "\\ud800"}',
        b'{"seat": "\xed\xa0\x80"}',
        b"[" * 30_000,
        b"[" * 30_000 + b"]" * 30_000,
        b"[" * 100 + b"]" * 100,
        b'{"a":' * 500 + b"1" + b"}" * 500,
    ],
    ids=lambda body: repr(body[:16]),
)
def test_what_is_no_json(ann: Caller, table: str, body: bytes) -> None:
    problem(raw(ann, f"{table}/moves", body), 400, "malformed-json")


@pytest.mark.parametrize(
    ("body", "pointer"),
    [
        ({"decision": 1}, "#/move"),
        ({"decision": 1, "move": {"type": "refill"}, "extra": 1}, "#/extra"),
        ({"decision": "1", "move": {"type": "refill"}}, "#/decision"),
        ({"decision": True, "move": {"type": "refill"}}, "#/decision"),
        ({"decision": 1.5, "move": {"type": "refill"}}, "#/decision"),
        ({"decision": None, "move": {"type": "refill"}}, "#/decision"),
        ({"decision": 2**53, "move": {"type": "refill"}}, "#/decision"),
        ({"decision": 10**400, "move": {"type": "refill"}}, "#/decision"),
        ({"decision": -1, "move": {"type": "refill"}}, "#/decision"),
        ({"decision": 1, "move": []}, "#/move"),
        ({"decision": 1, "move": "refill"}, "#/move"),
        ({"decision": 1, "move": {}}, "#/move/type"),
        ({"decision": 1, "move": {"type": "fly"}}, "#/move/type"),
        ({"decision": 1, "move": {"type": ["refill"]}}, "#/move/type"),
        ({"decision": 1, "move": {"type": "refill", "space": 1}}, "#/move/space"),
        ({"decision": 1, "move": {"type": "take", "space": "1", "cell": [0, 0]}}, "#/move/space"),
        ({"decision": 1, "move": {"type": "take", "space": 1, "cell": [0]}}, "#/move/cell"),
        ({"decision": 1, "move": {"type": "take", "space": 1, "cell": [0, "x"]}}, "#/move/cell/1"),
        ({"decision": 1, "move": {"type": "take\0"}}, "#/move/type"),
        ([], "#"),
        ("text", "#"),
        (1, "#"),
        (None, "#"),
    ],
    ids=repr,
)
def test_what_does_not_match_the_schema(ann: Caller, table: str, body: Any, pointer: str) -> None:
    told = problem(raw(ann, f"{table}/moves", json.dumps(body).encode()), 422, "invalid-request")
    assert pointer in [error["pointer"] for error in told["errors"]]
    assert all(error["detail"] for error in told["errors"])


def test_whole_numbers_may_be_written_with_a_point(ann: Caller, bob: Caller) -> None:
    """JSON has one kind of number: 1.0 is an integer."""
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    move = legal_move(player, table)
    move["decision"] = float(move["decision"])
    move["move"]["cell"] = [0.0, 0]
    assert player.post(f"{table}/moves", move).status_code == 201


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", ""])
def test_a_body_that_is_not_sent_as_json(ann: Caller, table: str, content_type: str) -> None:
    problem(raw(ann, f"{table}/moves", b"{}", content_type), 415, "unsupported-media-type")


def test_an_oversized_body(ann: Caller, table: str) -> None:
    body = b'{"move": "' + b"x" * MAX_BODY_BYTES + b'"}'
    problem(raw(ann, f"{table}/moves", body), 413, "body-too-large")


def test_an_oversized_body_of_undeclared_length(ann: Caller, table: str) -> None:
    answer = ann.client.post(
        f"{table}/moves",
        input_stream=io.BytesIO(b" " * MAX_BODY_BYTES + b"{}"),
        content_type="application/json",
        headers={
            "Authorization": f"Bearer {ann.token}",
            "Idempotency-Key": "k",
            "Transfer-Encoding": "chunked",
        },
        environ_overrides={"wsgi.input_terminated": True},
    )
    problem(answer, 413, "body-too-large")


def test_moves_that_cannot_be_made(ann: Caller, bob: Caller, anyone: Caller, client: Any, table: str) -> None:
    player = mover(table, ann, bob)
    other = bob if player is ann else ann
    move = legal_move(player, table)
    told = problem(
        player.post(f"{table}/moves", move | {"move": {"type": "take", "space": 1, "cell": [9, 9]}}),
        409,
        "first-tile-elsewhere",
    )
    assert "(0, 0)" in told["detail"]
    problem(player.post(f"{table}/moves", move | {"move": {"type": "refill"}}), 409, "too-many-tiles")
    told = problem(player.post(f"{table}/moves", move | {"decision": 7}), 409, "decision-closed")
    assert told["version"] == player.get(table).get_json()["version"]
    problem(other.post(f"{table}/moves", move), 409, "not-your-turn")
    problem(Caller.register(client, "Eve").post(f"{table}/moves", move), 403, "not-seated")
    problem(anyone.post(f"{table}/moves", move), 401, "token-required")


def test_a_move_made_for_an_older_table(ann: Caller, bob: Caller, table: str) -> None:
    player = mover(table, ann, bob)
    move = legal_move(player, table)
    version = player.get(table).get_json()["version"]
    for tag in (f'"{version - 1}"', f'"{version + 1}.0"'):
        told = problem(player.post(f"{table}/moves", move, If_Match=tag), 412, "stale-version")
        assert told["version"] == version
    for tag in ("17", 'W/"8"', '"8", "9"', '"x"'):
        problem(player.post(f"{table}/moves", move, If_Match=tag), 400, "invalid-if-match")


def test_seats_that_cannot_be_taken_or_left(ann: Caller, bob: Caller, client: Any) -> None:
    table = ann.open_table(2)
    problem(ann.post(f"{table}/seats", {"seat": 7}), 404, "no-such-seat")
    ann.sit(table, seat=0)
    problem(bob.post(f"{table}/seats", {"seat": 0}), 409, "seat-taken")
    problem(ann.post(f"{table}/seats", {"seat": 1}), 409, "already-seated")
    problem(ann.post(f"{table}/ready"), 409, "table-not-full")
    problem(bob.post(f"{table}/ready"), 403, "not-seated")
    problem(bob.delete(f"{table}/seats/0"), 403, "not-seated")
    bob.sit(table)
    problem(bob.delete(f"{table}/seats/0"), 403, "not-your-seat")
    problem(bob.delete(f"{table}/seats/9"), 404, "no-such-seat")
    problem(Caller.register(client, "Eve").post(f"{table}/seats"), 409, "table-full")
    assert bob.delete(f"{table}/seats/1").status_code == 200
    bob.sit(table)
    ann.ready(table)
    problem(ann.post(f"{table}/ready"), 409, "already-ready")
    problem(bob.delete(f"{table}/seats/1"), 409, "seats-fixed")
    problem(ann.post(f"{table}/resign"), 409, "match-not-running")
    bob.ready(table)
    problem(bob.post(f"{table}/abort"), 409, "match-not-open")


@pytest.mark.parametrize(
    ("body", "status", "code"),
    [
        ({"game": "chess", "seats": 2}, 404, "unknown-game"),
        ({"game": GAME, "seats": 9}, 422, "invalid-seats"),
        ({"game": GAME, "seats": 2, "options": {"tokens": "many"}}, 422, "invalid-options"),
        ({"game": GAME, "seats": 2, "options": {"colour": "red"}}, 422, "invalid-options"),
        ({"game": GAME, "seats": 2, "bots": [{"seat": 0, "bot": "deep"}]}, 422, "unknown-bot"),
        ({"game": GAME, "seats": 2, "bots": [{"seat": 2, "bot": "random"}]}, 422, "invalid-seats"),
        ({"game": GAME, "seats": 2, "bots": [{"seat": 0, "bot": "random"}] * 2}, 422, "invalid-request"),
        ({"game": GAME, "seats": 2, "bots": {"0": "random"}}, 422, "invalid-request"),
        ({"game": "no\0va", "seats": 2}, 422, "invalid-request"),
        ({"seats": 2}, 422, "invalid-request"),
    ],
    ids=repr,
)
def test_tables_that_cannot_be(ann: Caller, table: str, body: Any, status: int, code: str) -> None:
    problem(ann.post(f"{API}/matches", body), status, code)


@pytest.mark.parametrize("name", ["", "   ", "x" * 41, "x" * 4000, "a\nb\x07", "a\0b", "\u202eevil", 7, None])
def test_names_that_cannot_be_shown(anyone: Caller, name: Any) -> None:
    answer = anyone.client.post(f"{API}/players", json={"name": name})
    assert answer.status_code == 422
    assert answer.get_json()["type"] in ("/problems/invalid-name", "/problems/invalid-request")


@pytest.mark.parametrize("what", ["", "/moves", "/events", "/export"])
def test_unknown_matches(ann: Caller, what: str) -> None:
    problem(ann.get(f"{API}/matches/{uuid4()}{what}"), 404, "unknown-match")


@pytest.mark.parametrize(
    "path",
    [
        f"{API}/nothing",
        f"{API}/matches/7",
        f"{API}/matches/%00",
        f"{API}/matches/%0A",
        f"{API}/games/nova%0Aluna",
        f"{API}/games/%FF%FE",
        f"{API}/players/%00",
        "/problems/no-such-problem",
        "/problems/%0D%0AX-Evil:1",
        f"{API}/matches/00000000-0000-0000-0000-000000000000%0A",
        f"{API}/matches/{'9' * 3000}",
    ],
)
def test_addresses_under_which_there_is_nothing(ann: Caller, path: str) -> None:
    problem(ann.get(path), 404, "not-found")


@pytest.mark.parametrize("seat", ["-1", "x", "9" * 3000, "%D9%A3", "0%0A"])
def test_seats_that_are_no_numbers(ann: Caller, table: str, seat: str) -> None:
    problem(ann.delete(f"{table}/seats/{seat}"), 404, "not-found")


@pytest.mark.parametrize(
    "query",
    [
        "at=x",
        "at=0",
        "at=-1",
        "at=1.5",
        "at=1_0",
        "at=%D9%A1",
        f"at={'9' * 5000}",
        "as=god",
        "as=%00",
        "when=now",
        "at=1&at=x&as=0",
    ],
)
def test_queries_that_do_not_match_the_schema(ann: Caller, table: str, query: str) -> None:
    told = problem(ann.get(f"{table}?{query}"), 422, "invalid-request")
    assert told["errors"][0]["pointer"].startswith("?")


def test_versions_that_are_not_there(ann: Caller, table: str) -> None:
    told = problem(ann.get(f"{table}?at=1000"), 404, "unknown-version")
    assert "versions 1 to" in told["detail"]


@pytest.mark.parametrize("limit", [0, 501, "many"])
def test_pages_have_a_size(ann: Caller, table: str, limit: Any) -> None:
    problem(ann.get(f"{table}/events?limit={limit}"), 422, "invalid-request")


def test_methods_that_an_address_does_not_take(ann: Caller, table: str) -> None:
    answer = ann.client.put(table)
    problem(answer, 405, "method-not-allowed")
    assert "GET" in answer.headers["Allow"]
