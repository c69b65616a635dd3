"""Streams: the table, then every version once and in order, with what is the reader's to see and no more."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from http import HTTPStatus
from typing import Any
from uuid import UUID

import pytest

from api.context import Services
from api.live.feed import Feed
from api.live.hub import Subscription
from api.live.stream import LIFETIME_SECONDS
from domain import match_file
from domain.games.rules import SPECTATOR, Viewer
from domain.refusals import StoreUnavailable
from domain.sealing import salt_key
from tests.api.caller import API, Caller, legal_move, mover, problem, started_table
from tests.api.live.reader import Reader, Received, versions

pytestmark = pytest.mark.usefixtures("impatient")

HIDDEN_HANDS = "alien_puppies"


def follow(feed: Feed) -> None:
    """Tell the readers of all that has been stored."""
    while feed.step():
        pass


def move(table: str, *players: Caller) -> None:
    """Whoever's turn it is makes a move."""
    player = mover(table, *players)
    answer = player.post(f"{table}/moves", legal_move(player, table))
    assert answer.status_code == 201, answer.text


def play_on(table: str, players: list[Caller], choose: Callable[[list[Any]], Any]) -> bool:
    """All players who owe an answer give one; False when the match is over."""
    moved = False
    for player in players:
        owed = player.get(f"{table}/moves").get_json()
        if owed["decision"] is not None:
            body = {"decision": owed["decision"], "move": choose(owed["moves"])}
            moved |= player.post(f"{table}/moves", body).status_code == HTTPStatus.CREATED
    return moved


def stored_version(services: Services, table: str) -> int:
    """Where a match stands."""
    with services.service.reading(UUID(table.rpartition("/")[2])) as match:
        return match.version


# What a stream consists of


def test_it_begins_with_the_table_as_its_reader_sees_it(ann: Caller, bob: Caller, anyone: Caller) -> None:
    table = started_table(ann, bob)
    for reader in (ann, anyone):
        (first,) = Reader(reader, table).available()
        seen = reader.get(table)
        assert first.event == "table"
        assert first.data == seen.get_json()
        assert first.id == str(first.data["version"])


def test_then_come_the_events_as_they_happen(ann: Caller, bob: Caller, feed: Feed) -> None:
    table = started_table(ann, bob)
    reader = Reader(bob, table)
    (first,) = reader.available()
    for _ in range(3):
        move(table, ann, bob)
        follow(feed)
    events = reader.available()
    page = bob.get(f"{table}/events?after={first.id}")
    assert [event.data for event in events] == page.get_json()["events"]
    assert all(f'{{"line":{event.text[8:]}' in page.text for event in events)  # byte for byte


def test_who_asks_for_earlier_events_gets_them_first(ann: Caller, bob: Caller, feed: Feed) -> None:
    table = started_table(ann, bob)
    newest = ann.get(table).get_json()["version"]
    reader = Reader(ann, table, "?after=3")
    move(table, ann, bob)
    follow(feed)
    first, *events = reader.available()
    assert (first.id, first.data["version"]) == ("3", newest)
    assert versions(events) == list(range(4, ann.get(table).get_json()["version"] + 1))


def test_what_happens_while_the_stream_is_opened_comes_once(
    ann: Caller, bob: Caller, feed: Feed, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between listening and looking, and between looking and reading: heard and read, it is told once."""
    table = started_table(ann, bob)
    follow(feed)
    subscribe, read = services.hub.subscribe, services.service.logs.read
    reads: list[int] = []

    def subscribe_and_move(match: UUID) -> Subscription:
        subscription = subscribe(match)
        move(table, ann, bob)
        follow(feed)
        return subscription

    def move_and_read(*arguments: Any, limit: int | None = None, **options: Any) -> Any:
        if limit is not None and len(reads) < 2:
            reads.append(options["after"])
            move(table, ann, bob)
            follow(feed)
        return read(*arguments, limit=limit, **options)

    monkeypatch.setattr(services.hub, "subscribe", subscribe_and_move)
    monkeypatch.setattr(services.service.logs, "read", move_and_read)
    monkeypatch.setattr("api.live.stream.PAGE", 5)
    _, *events = Reader(ann, table, "?after=0").available()
    assert reads == [0, 5]
    assert versions(events) == list(range(1, stored_version(services, table) + 1))


def test_json_lines_tell_the_same(ann: Caller, bob: Caller, feed: Feed) -> None:
    table = started_table(ann, bob)
    reader = Reader(ann, table, "?after=0")
    answer = ann.get(f"{table}/stream?after=0", Accept="application/x-ndjson")
    assert answer.content_type == "application/x-ndjson"
    lines = []
    for chunk in answer.iter_encoded():
        assert chunk.endswith(b"\n")
        if chunk == b"\n":
            break
        lines.append(json.loads(chunk))
    assert [(line["event"], line["id"], line["data"]) for line in lines] == [
        (frame.event, frame.id, frame.data) for frame in reader.available()
    ]


def test_no_proxy_keeps_or_holds_it_back(ann: Caller) -> None:
    answer = ann.get(f"{ann.open_table()}/stream")
    assert answer.content_type == "text/event-stream"
    assert answer.headers["Cache-Control"] == "no-store"
    assert answer.headers["X-Accel-Buffering"] == "no"
    assert set(answer.vary) == {"Accept", "Authorization", "Cookie"}


def test_comments_keep_it_alive_and_browsers_are_told_when_to_come_back(ann: Caller) -> None:
    answer = ann.get(f"{ann.open_table()}/stream")
    chunks = answer.iter_encoded()
    assert next(chunks).startswith(b"retry: 2000\nid: 1\nevent: table\ndata: {")
    assert next(chunks) == b": nothing new\n\n"
    assert next(chunks) == b": nothing new\n\n"


# Reconnects


@pytest.mark.parametrize("seed", range(3))
def test_across_reconnects_every_version_comes_once_and_in_order(
    ann: Caller, bob: Caller, anyone: Caller, feed: Feed, services: Services, seed: int
) -> None:
    """For a seat and for a spectator, each with what is its own to open, from the first event to the end."""
    dice = random.Random(seed)
    players = [ann, bob]
    table = ann.post(f"{API}/matches", {"game": HIDDEN_HANDS, "seats": 2}).headers["Location"]
    readers: dict[Viewer, Reader] = {
        0: Reader(ann, table, "?after=0"),
        SPECTATOR: Reader(anyone, table, "?after=0"),
    }
    received: dict[Viewer, list[Received]] = {0: [], SPECTATOR: []}
    for player in players:
        player.sit(table)
    for player in players:
        player.ready(table)
    while play_on(table, players, dice.choice):
        follow(feed)
        for viewer, reader in readers.items():
            fate = dice.random()
            frames: list[Received] = []
            if fate < 0.2:  # Cut off in the middle of what there is, and back later.
                frames = [reader.next()]
                reader.leave()
                reader.connect()
            elif fate < 0.6:
                frames = reader.available()
            received[viewer] += frames
            check_own_eyes(services, UUID(table.rpartition("/")[2]), viewer, frames)
    for viewer, reader in readers.items():
        received[viewer] += reader.available()
        check_complete(services, UUID(table.rpartition("/")[2]), received[viewer])


def check_own_eyes(services: Services, match_id: UUID, viewer: Viewer, frames: list[Received]) -> None:
    """While the match runs, a reader opens what is its own to open, all of it and nothing else."""
    with services.service.reading(match_id) as match:
        if match.over:
            return
    events = {event.version: event for event in services.service.logs.read(match_id)}
    key = salt_key(events[1].secret)
    for frame in frames:
        assert frame.event != "opened"
        if frame.event == "event":
            event = events[frame.data["line"]["version"]]
            expected = [opening.field for opening in event.openings(viewer, key)]
            assert [opening["field"] for opening in frame.data["opened"]] == expected


def check_complete(services: Services, match: UUID, frames: list[Received]) -> None:
    """A reader has had every version once, in order; at the end it can open everything."""
    events = services.service.logs.read(match)
    assert versions(frames) == [event.version for event in events]
    assert frames[-1].event == "end"
    opened = {
        (opening["version"], opening["field"])
        for frame in frames
        if frame.event in ("event", "opened")
        for opening in frame.data["opened"]
    }
    assert opened == {(event.version, field) for event in events for field in event.sealed_values}


def test_a_match_that_is_over_is_told_from_anywhere_and_ends(
    ann: Caller, bob: Caller, anyone: Caller
) -> None:
    table = started_table(ann, bob)
    bob.post(f"{table}/resign")
    version = ann.get(table).get_json()["version"]
    exported = match_file.read(anyone.get(f"{table}/export").data)
    whole = Reader(anyone, table, "?after=0").available()
    assert versions(whole) == list(range(1, version + 1))
    assert not [frame for frame in whole if frame.event == "opened"]  # Each came with its event.
    later = Reader(anyone, table, "?after=5").available()
    assert versions(later) == list(range(6, version + 1))
    assert {
        opening["version"] for frame in later if frame.event == "opened" for opening in frame.data["opened"]
    } == {event.line.version for event in exported.events if event.openings and event.line.version <= 5}
    for frames in (whole, later):
        assert frames[-1].data == {"version": version, "status": "ended"}


def test_who_has_had_the_end_is_told_not_to_come_back(ann: Caller) -> None:
    table = ann.open_table()
    ann.post(f"{table}/abort")
    reader = Reader(ann, table)
    assert [frame.event for frame in reader.available()] == ["table", "end"]
    answer = ann.get(f"{table}/stream", Last_Event_ID=str(reader.last_id))
    assert (answer.status_code, answer.data) == (204, b"")


def test_a_reader_that_lags_is_sent_round_and_misses_nothing(
    ann: Caller, bob: Caller, feed: Feed, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("api.live.hub.QUEUED_EVENTS", 8)
    table = started_table(ann, bob)
    follow(feed)
    slow, quick = Reader(ann, table, "?after=0"), Reader(bob, table, "?after=0")
    had, had_quick = slow.available(), quick.available()
    for _ in range(4):
        move(table, ann, bob)
        follow(feed)
        had_quick += quick.available()
    *_, bye = slow.available()
    assert (bye.event, bye.id, bye.data) == ("bye", None, {"reason": "lagged"})
    slow.connect()
    had += slow.available()
    everything = list(range(1, stored_version(services, table) + 1))
    assert versions(had) == versions(had_quick) == everything


def test_the_table_comes_again_with_each_connection_as_it_is_by_then(
    ann: Caller, bob: Caller, feed: Feed
) -> None:
    table = started_table(ann, bob)
    reader = Reader(ann, table)
    (first,) = reader.available()
    reader.leave()
    move(table, ann, bob)
    reader.connect()
    again, *events = reader.available()
    assert again.id == first.id
    assert again.data == ann.get(table).get_json()
    assert events[-1].id == str(again.data["version"])


# What ends a stream early


def test_at_shutdown_everybody_is_told_goodbye(ann: Caller, services: Services) -> None:
    table = ann.open_table()
    reader = Reader(ann, table)
    reader.available()
    services.hub.close()
    (bye,) = reader.available()
    assert bye.data == {"reason": "shutdown"}
    assert [frame.event for frame in Reader(ann, table).available()] == ["table", "bye"]


def test_after_a_while_everybody_is_sent_round(ann: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    """So what a revoked token was good for comes to an end."""
    reader = Reader(ann, ann.open_table())
    reader.available()
    passed = iter((LIFETIME_SECONDS + 1,))
    monkeypatch.setattr("api.live.stream.time.monotonic", lambda: next(passed) * 1e6)
    (bye,) = reader.available()
    assert bye.data == {"reason": "renewal"}


def test_a_store_that_is_away_sends_the_reader_round(
    ann: Caller, bob: Caller, feed: Feed, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_arguments: Any, **_options: Any) -> Any:
        raise StoreUnavailable("the database does not answer")

    table = started_table(ann, bob)
    reader = Reader(ann, table, "?after=0")
    with monkeypatch.context() as patch:
        patch.setattr(services.service.logs, "read", away)
        *_, bye = reader.available()
    assert bye.data == {"reason": "store-unavailable"}
    reader.connect()
    assert versions(reader.available()) == list(range(1, stored_version(services, table) + 1))


# Whose eyes


def test_who_sits_down_while_watching_goes_on_with_the_eyes_of_the_seat(
    ann: Caller, bob: Caller, feed: Feed
) -> None:
    table = ann.post(f"{API}/matches", {"game": HIDDEN_HANDS, "seats": 2}).headers["Location"]
    reader = Reader(ann, table)
    for player in (ann, bob):
        player.sit(table)
    for player in (ann, bob):
        player.ready(table)
    follow(feed)
    first, *events = reader.available()
    assert first.data["viewer"] == SPECTATOR
    page = ann.get(f"{table}/events?after=1").get_json()["events"]
    assert [event.data for event in events] == page
    assert any(event["opened"] for event in page)


def test_who_asks_to_see_as_a_spectator_does(ann: Caller, bob: Caller) -> None:
    table = ann.post(f"{API}/matches", {"game": HIDDEN_HANDS, "seats": 2}).headers["Location"]
    for player in (ann, bob):
        player.sit(table)
    for player in (ann, bob):
        player.ready(table)
    frames = Reader(ann, table, "?after=0&as=spectator").available()
    assert frames[0].data["viewer"] == SPECTATOR
    assert not any(frame.data["opened"] for frame in frames[1:])


def test_an_auditor_sees_everything_until_it_sits_down_to_play(
    ann: Caller, officer: Caller, feed: Feed
) -> None:
    table = ann.open_table()
    reader = Reader(officer, table, "?after=0&as=auditor")
    reader.available()
    ann.sit(table)
    follow(feed)
    (seated,) = reader.available()
    assert [opening["field"] for opening in seated.data["opened"]] == ["entropy"]
    officer.sit(table)
    follow(feed)
    (bye,) = reader.available()
    assert bye.data == {"reason": "not-allowed"}
    problem(officer.get(f"{table}/stream?as=auditor"), 403, "not-allowed")


def test_auditing_needs_the_scope(ann: Caller, anyone: Caller) -> None:
    table = ann.open_table()
    problem(ann.get(f"{table}/stream?as=auditor"), 403, "missing-scope")
    problem(anyone.get(f"{table}/stream?as=auditor"), 401, "token-required")


# What is refused, and whose place is free again


def test_what_cannot_be_streamed(ann: Caller, services: Services) -> None:
    table = ann.open_table()
    problem(ann.get(f"{API}/matches/{UUID(int=0)}/stream"), 404, "unknown-match")
    problem(ann.get(f"{table}/stream?after=2"), 404, "unknown-version")
    problem(ann.get(f"{table}/stream?after=-1"), 422, "invalid-request")
    problem(ann.get(f"{table}/stream?behind=1"), 422, "invalid-request")
    problem(ann.get(f"{table}/stream", Last_Event_ID="2"), 404, "unknown-version")
    for unknown in ("one", "1-start", "-1", "1" * 11):
        problem(ann.get(f"{table}/stream", Last_Event_ID=unknown), 400, "invalid-last-event-id")
    assert len(services.hub) == 0


def test_a_place_is_free_again_after_each_end(ann: Caller, services: Services) -> None:
    table = ann.open_table()
    left = Reader(ann, table)
    assert len(services.hub) == 1
    left.leave()
    assert len(services.hub) == 0
    head = ann.client.head(f"{table}/stream")
    assert head.status_code == 200
    head.close()
    assert len(services.hub) == 0
    ann.post(f"{table}/abort")
    ended = Reader(ann, table)
    ended.available()
    ended.leave()
    assert len(services.hub) == 0


def test_too_many_readers(ann: Caller, services: Services, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(services.hub, "_readers", 1)
    table = ann.open_table()
    reader = Reader(ann, table)
    refused = ann.get(f"{table}/stream")
    problem(refused, 503, "too-many-readers")
    assert refused.headers["Retry-After"] == "5"
    reader.leave()
    Reader(ann, table)
