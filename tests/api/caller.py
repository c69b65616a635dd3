"""A client of the API, as tests speak to it: with a token, and a fresh idempotency key for each command."""

from __future__ import annotations

import itertools
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from tests.api.conformance import check_answer

API = "/api/v1"
GAME = "nova_luna"

_keys = (f"key-{number}" for number in itertools.count(1))


class Caller:
    """Somebody with a token, or without one."""

    def __init__(self, client: FlaskClient, token: str | None = None, player: str = "") -> None:
        self.client = client
        self.token = token
        self.player = player

    @classmethod
    def register(cls, client: FlaskClient, name: str) -> Caller:
        """A new player."""
        answer = client.post(f"{API}/players", json={"name": name})
        assert answer.status_code == 201, answer.text
        told = answer.get_json()
        return cls(client, told["token"]["token"], told["id"])

    def get(self, path: str, **headers: str) -> TestResponse:
        """GET."""
        return self._checked(self.client.get(path, headers=self._headers(headers)))

    def post(self, path: str, body: Any = None, key: str | None = None, **headers: str) -> TestResponse:
        """POST a command; header names are written with underscores."""
        sent = self._headers({"Idempotency_Key": key or next(_keys), **headers})
        return self._checked(self.client.post(path, json={} if body is None else body, headers=sent))

    def delete(self, path: str, **headers: str) -> TestResponse:
        """DELETE."""
        return self._checked(self.client.delete(path, headers=self._headers(headers)))

    def open_table(self, seats: int = 2, **more: Any) -> str:
        """Open a table; its address."""
        answer = self.post(f"{API}/matches", {"game": GAME, "seats": seats, **more})
        assert answer.status_code == 201, answer.text
        return answer.headers["Location"]

    def sit(self, table: str, **body: Any) -> None:
        """Take a seat."""
        answer = self.post(f"{table}/seats", body)
        assert answer.status_code == 201, answer.text

    def ready(self, table: str, **body: Any) -> None:
        """Be ready."""
        answer = self.post(f"{table}/ready", body)
        assert answer.status_code == 201, answer.text

    def _checked(self, answer: TestResponse) -> TestResponse:
        """The answer, which must be as documented."""
        return check_answer(self.client.application, answer)

    def _headers(self, more: dict[str, str]) -> dict[str, str]:
        headers = {name.replace("_", "-"): value for name, value in more.items()}
        return headers if self.token is None else {"Authorization": f"Bearer {self.token}", **headers}


def started_table(*players: Caller, **more: Any) -> str:
    """The address of a running match of these players, seated in order, and of the bots asked for."""
    table = players[0].open_table(len(players) + len(more.get("bots", ())), **more)
    for player in players:
        player.sit(table)
    for player in players:
        player.ready(table)
    return table


def legal_move(player: Caller, table: str) -> dict[str, Any]:
    """The body of a legal answer to what the player owes."""
    owed = player.get(f"{table}/moves").get_json()
    assert owed["decision"] is not None, owed
    return {"decision": owed["decision"], "move": owed["moves"][0]}


def mover(table: str, *players: Caller) -> Caller:
    """Whose turn it is."""
    return next(
        player for player in players if player.get(f"{table}/moves").get_json()["decision"] is not None
    )


def problem(answer: TestResponse, status: int, code: str) -> dict[str, Any]:
    """The problem that an answer holds, which must be this one."""
    assert answer.status_code == status, answer.text
    assert answer.content_type == "application/problem+json"
    told: dict[str, Any] = answer.get_json()
    assert told["type"] == f"/problems/{code}", told
    assert told["status"] == status
    assert told["title"]
    assert told["detail"][0].isupper() or not told["detail"][0].isalpha()
    assert told["detail"].endswith((".", "…"))
    return told
