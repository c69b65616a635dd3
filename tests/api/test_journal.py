"""What a server writes down: a JSON object a line, and nothing that is anybody's secret."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import pytest
from flask.testing import FlaskClient

from api import journal
from api.context import Services
from domain.games.canonical import canonical
from domain.sealing import entropy_commitment
from domain.worker import Worker
from replay_tool.audit_runner import AuditRunner
from tests.api.caller import API, GAME, Caller, legal_move, mover, problem, started_table
from tests.api.test_imports import FILE, send


class Written:
    """What has been written down."""

    def __init__(self, stream: io.StringIO) -> None:
        self._stream = stream

    @property
    def text(self) -> str:
        """All of it."""
        return self._stream.getvalue()

    def lines(self, event: str) -> list[dict[str, Any]]:
        """The lines of one kind."""
        return [line for line in map(json.loads, self.text.splitlines()) if line["event"] == event]


@pytest.fixture
def written() -> Iterator[Written]:
    """Everything that is written down, from debug up."""
    root = logging.getLogger()
    handlers, level = root.handlers, root.level
    stream = io.StringIO()
    journal.configure("debug", stream)
    yield Written(stream)
    root.handlers = handlers
    root.setLevel(level)


def test_a_request_is_a_line(written: Written, ann: Caller) -> None:
    table = ann.open_table(2)
    ann.get(f"{table}?as=spectator", X_Request_Id="request-7")
    (line,) = [line for line in written.lines("request") if line["request_id"] == "request-7"]
    assert line.pop("at").endswith("Z")
    assert line.pop("milliseconds") > 0
    assert line == {
        "event": "request",
        "level": "info",
        "logger": "fairtable.requests",
        "request_id": "request-7",
        "method": "GET",
        "route": f"{API}/matches/<uuid:match_id>",
        "status": 200,
        "player": ann.player,
        "match": table.rpartition("/")[2],
    }


def test_a_command_tells_match_and_version(written: Written, ann: Caller, bob: Caller) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    made = player.post(f"{table}/moves", legal_move(player, table), X_Request_Id="request-8")
    (line,) = [line for line in written.lines("command") if line.get("request_id") == "request-8"]
    assert (line["command"], line["by"], line["outcome"]) == ("MakeMove", "player", "accepted")
    assert (line["match"], line["version"]) == (table.rpartition("/")[2], made.get_json()["version"])
    problem(bob.post(f"{table}/ready", X_Request_Id="request-9"), 409, "match-not-open")
    (line,) = [line for line in written.lines("command") if line.get("request_id") == "request-9"]
    assert (line["outcome"], line["reason"]) == ("refused", "match-not-open")


def test_other_libraries_write_the_same_way(written: Written, ann: Caller) -> None:
    logging.getLogger("gunicorn.error").warning("Worker %s is gone", 7)
    assert written.lines("Worker 7 is gone")[0]["level"] == "warning"


def test_failures_have_their_traceback_in_one_line(
    written: Written, services: Services, ann: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.service, "create", _fail)
    problem(ann.post(f"{API}/matches", {"game": GAME, "seats": 2}), 500, "internal-error")
    (line,) = [line for line in map(json.loads, written.text.splitlines()) if line["level"] == "error"]
    assert "RuntimeError: broken" in line["exception"]
    assert line["request_id"]


def _fail(*_args: object, **_more: object) -> None:
    secret = "a local variable"  # noqa: F841 - that it does not show is the point
    raise RuntimeError("broken")


def test_nothing_secret_is_ever_written_down(
    written: Written,
    services: Services,
    client: FlaskClient,
    ann: Caller,
    bob: Caller,
    officer: Caller,
    worker: Worker,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    secrets = {str(ann.token), str(bob.token), str(officer.token)}
    secrets |= {token.rpartition("_")[2] for token in secrets}
    table = ann.open_table(3, bots=[{"seat": 2, "bot": "greedy"}])
    match = UUID(table.rpartition("/")[2])
    entropies = {player: bytes([number]) * 32 for number, player in ((0xA1, ann), (0xB2, bob))}
    for seat, (player, entropy) in enumerate(entropies.items()):
        player.sit(table, seat=seat, entropy_commitment=entropy_commitment(match, seat, entropy))
        problem(
            player.post(f"{table}/ready", {"entropy": "cc" * 32}), 409, "table-not-full"
        ) if not seat else None
    problem(ann.post(f"{table}/ready", {"entropy": "cc" * 32}), 422, "invalid-entropy")
    for player, entropy in entropies.items():
        player.ready(table, entropy=entropy.hex())
    for turn in range(400):
        while worker.step():
            pass
        owing = [each for each in (ann, bob) if each.get(f"{table}/moves").get_json()["decision"] is not None]
        if not owing:
            break
        key = f"my-secret-key-{turn}"
        secrets.add(key)
        move = legal_move(owing[0], table)
        if turn % 10 == 0:
            owing[0].post(
                f"{table}/moves", move | {"move": {"type": "take", "space": 99, "cell": [7777777777777, 0]}}
            )
            officer.get(f"{table}?as=auditor")
            officer.get(f"{table}/events?as=auditor&limit=500")
        assert owing[0].post(f"{table}/moves", move, key=key).status_code == 201
    # What goes wrong.
    for body in (b'{"secret": "body-secret-1"', b'{"secret": "body-secret-2"}', b'"body-secret-3"'):
        authorization = {"Authorization": f"Bearer {ann.token}", "Idempotency-Key": "k"}
        client.post(f"{table}/moves", data=body, content_type="application/json", headers=authorization)
    client.get(f"{table}?as=body-secret-4")
    client.get(table, headers={"Authorization": "Bearer body-secret-5", "Cookie": "session=body-secret-6"})
    client.get("/body-secret-7")
    send(officer, FILE.replace(b"TilePlaced", b"body-secret-8", 1))
    made = ann.post(f"{API}/tokens", {"scopes": ["play"]}).get_json()
    secrets.add(made["token"])
    ann.delete(f"{API}/tokens/{made['id']}")
    officer.post(f"{table}/audit")
    AuditRunner(services.service.logs, services.accounts, services.audits).step()
    monkeypatch.setattr(services.service, "create", _fail)
    ann.post(f"{API}/matches", {"game": GAME, "seats": 2, "options": {"x": "body-secret-9"}})
    secrets |= {f"body-secret-{number}" for number in range(1, 10)}
    secrets |= {entropy.hex() for entropy in entropies.values()}
    events = services.service.logs.read(match)
    assert events[-1].type == "match.MatchEnded"
    secrets.add(events[0].secret.hex())
    for event in events:
        for value in event.sealed_values.values():
            secrets.add(canonical(value).decode())
    secrets = {secret for secret in secrets if len(secret) > 8}
    assert len(written.lines("request")) > 100
    assert [secret for secret in secrets if secret in written.text] == []
    assert "a local variable" not in written.text
    assert "7777777777777" not in written.text, "nor what was asked for in vain"
