"""A match from an open table to its end over the API, and what each reader receives of it meanwhile."""

from __future__ import annotations

import itertools
from typing import Any, NamedTuple
from uuid import UUID

import pytest
from flask.testing import FlaskClient

from api.context import Services
from domain import match_file
from domain.sealing import entropy_commitment
from domain.worker import Worker
from tests.api.caller import API, Caller, problem

BOTS = [{"seat": 1, "bot": "greedy"}, {"seat": 2, "bot": "random"}]


READ = ("", "?at=8", "?as=spectator", "/moves", "/events?limit=500", "/export")


class Received(NamedTuple):
    """What a seat or a spectator was sent while the match ran, and how many tiles lay face down then."""

    face_down: int
    body: bytes


class Finished:
    """A match that has been played to its end."""

    def __init__(self, table: str) -> None:
        self.table = table
        self.match = UUID(table.rpartition("/")[2])
        self.received: list[Received] = []


@pytest.fixture
def finished(ann: Caller, anyone: Caller, worker: Worker) -> Finished:
    """A match of a program against both bots, played to its end."""
    table = ann.open_table(3, bots=BOTS)
    played = Finished(table)
    ann.sit(table, seat=0)
    ann.ready(table)
    for turn in itertools.count():
        while worker.step():
            pass
        owed = ann.get(f"{table}/moves").get_json()
        if owed["decision"] is None:
            break
        if turn % 4 == 0:
            look_around(played, ann, anyone)
        answer = ann.post(f"{table}/moves", {"decision": owed["decision"], "move": owed["moves"][-1]})
        assert answer.status_code == 201, answer.text
    return played


def look_around(played: Finished, *readers: Caller) -> None:
    """Read all that can be read."""
    face_down = readers[0].get(played.table).get_json()["view"]["supply_size"]
    for reader in readers:
        for what in READ:
            body = reader.get(f"{played.table}{what}").data
            if what == "/export":
                body = body.partition(b"\n")[2]  # The header lists all tiles, in the order of the box.
            played.received.append(Received(face_down, body))


def test_match_ends_with_everything_open(finished: Finished, anyone: Caller, services: Services) -> None:
    table = anyone.get(finished.table).get_json()
    assert table["status"] == "ended"
    assert table["viewer"] == "auditor"
    assert sorted(seat for group in table["outcome"]["ranking"] for seat in group) == [0, 1, 2]
    exported = match_file.read(anyone.get(f"{finished.table}/export").data)
    assert exported.fault is None
    assert exported.finished
    stored = services.service.logs.read(finished.match)
    assert [event.raw for event in exported.events] == [event.line for event in stored]
    for event, recorded in zip(exported.events, stored, strict=True):
        assert {opening.field for opening in event.openings} == set(recorded.sealed_values)


def test_no_secret_reaches_a_seat_or_a_spectator_before_the_end(
    finished: Finished, services: Services
) -> None:
    events = services.service.logs.read(finished.match)
    shuffled = next(event for event in events if event.type == "nova_luna.TilesShuffled")
    order: list[str] = shuffled.sealed_values["order"]
    secret = events[0].secret.hex()
    assert len(finished.received) > 4 * len(READ)
    for face_down, body in finished.received:
        assert secret.encode() not in body
        for tile in order[len(order) - face_down :]:
            assert tile.encode() not in body


def test_ndjson_is_the_stored_bytes(finished: Finished, ann: Caller, services: Services) -> None:
    received = b""
    after = 0
    while True:
        page = ann.get(f"{finished.table}/events?after={after}&limit=100", Accept="application/x-ndjson")
        assert page.content_type == "application/x-ndjson"
        received += page.data
        lines = [line for line in page.data.splitlines() if not line.startswith(b'{"opened":')]
        after += len(lines)
        if "Link" not in page.headers:
            break
        assert f"after={after}" in page.headers["Link"]
    stored = services.service.logs.read(finished.match)
    lines = [line for line in received.splitlines() if not line.startswith(b'{"opened":')]
    assert lines == [event.line for event in stored]
    exported = ann.get(f"{finished.table}/export").data
    assert received == exported.partition(b"\n")[2]


def test_json_events_hold_the_stored_bytes(finished: Finished, ann: Caller, services: Services) -> None:
    stored = services.service.logs.read(finished.match, limit=500)
    page = ann.get(f"{finished.table}/events?limit=500")
    position = 0
    for event in stored:
        position = page.data.index(b'{"line":' + event.line + b',"opened":', position)
    texts = [event["text"] for event in page.get_json()["events"]]
    assert texts[0] == "Ann opens a table of Nova Luna for 3"
    assert "the greedy bot takes seat 1" in texts
    assert any(text.startswith("Ann answers decision") for text in texts)
    assert texts[-1].startswith("the match is over")


def test_every_version_can_be_seen(finished: Finished, anyone: Caller) -> None:
    newest = anyone.get(finished.table).get_json()
    for at in range(1, newest["version"] + 1, 7):
        table = anyone.get(f"{finished.table}?at={at}").get_json()
        assert (table["at"], table["version"]) == (at, newest["version"])
        assert (table["view"] is None) == (table["status"] == "open")
    assert anyone.get(f"{finished.table}?at={newest['version']}").get_json() == newest


def test_nothing_more_can_be_done(finished: Finished, ann: Caller) -> None:
    owed = ann.get(f"{finished.table}/moves").get_json()
    assert owed["note"] == "the match is over"
    body: dict[str, Any] = {"decision": 1, "move": {"type": "refill"}}
    problem(ann.post(f"{finished.table}/moves", body), 409, "match-over")
    problem(ann.post(f"{finished.table}/resign"), 409, "match-over")
    problem(ann.post(f"{finished.table}/ready"), 409, "match-over")


def test_player_that_brings_its_own_entropy(client: FlaskClient) -> None:
    """Who commits to bytes of its own must reveal just these."""
    ann = Caller.register(client, "Ann")
    table = ann.open_table(2, bots=[{"seat": 1, "bot": "random"}])
    entropy = bytes(range(32))
    commitment = entropy_commitment(UUID(table.rpartition("/")[2]), 0, entropy)
    ann.sit(table, seat=0, entropy_commitment=commitment)
    problem(ann.post(f"{table}/ready"), 422, "invalid-entropy")
    problem(ann.post(f"{table}/ready", {"entropy": "00" * 32}), 422, "invalid-entropy")
    ann.ready(table, entropy=entropy.hex())
    assert ann.get(table).get_json()["status"] == "running"


def test_games_tell_all_that_a_client_needs(anyone: Caller) -> None:
    for summary in anyone.get(f"{API}/games").get_json()["games"]:
        game = anyone.get(f"{API}/games/{summary['name']}").get_json()
        assert game["components"]["content"]["set"] == game["components"]["set"]
        assert game["rulings"].startswith("# ")
        assert {"random", "greedy"} <= set(game["bots"])
        assert game["moves"]["oneOf"]
    problem(anyone.get(f"{API}/games/chess"), 404, "unknown-game")
