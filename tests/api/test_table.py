"""The table as different callers see it."""

from __future__ import annotations

from sqlalchemy import select

from api.context import Services
from domain.tables import AUDIT_READS
from tests.api.caller import API, Caller, legal_move, mover, problem, started_table


def test_an_open_table(ann: Caller, anyone: Caller) -> None:
    table = ann.open_table(3, bots=[{"seat": 2, "bot": "greedy"}])
    ann.sit(table, seat=1)
    shown = anyone.get(table).get_json()
    assert shown["status"] == "open"
    assert (shown["you"], shown["viewer"], shown["view"], shown["awaiting"]) == (
        None,
        "spectator",
        None,
        None,
    )
    assert [seat["name"] for seat in shown["seats"]] == ["seat 0", "Ann", "greedy bot (seat 2)"]
    assert [seat["ready"] for seat in shown["seats"]] == [False, False, True]
    assert shown["creator"] == ann.player
    assert ann.get(table).get_json()["you"] == 1
    owed = ann.get(f"{table}/moves").get_json()
    assert owed["decision"] is None
    assert owed["note"] == "the match has not started yet"


def test_readers_see_with_their_own_eyes(ann: Caller, bob: Caller, anyone: Caller, officer: Caller) -> None:
    table = started_table(ann, bob)
    assert [who.get(table).get_json()["viewer"] for who in (ann, bob, anyone, officer)] == [
        0,
        1,
        "spectator",
        "spectator",
    ]
    assert ann.get(f"{table}?as=spectator").get_json()["viewer"] == "spectator"
    assert ann.get(f"{table}?as=spectator").get_json()["you"] == 0
    version = ann.get(table).get_json()["version"]
    assert bob.get(table).headers["ETag"] == f'"{version}.1"'
    assert bob.get(table).headers["Vary"] == "Authorization, Cookie"


def test_who_has_it_already_gets_nothing_again(ann: Caller, bob: Caller) -> None:
    table = started_table(ann, bob)
    tag = ann.get(table).headers["ETag"]
    unchanged = ann.get(table, If_None_Match=tag)
    assert (unchanged.status_code, unchanged.data) == (304, b"")
    assert unchanged.headers["ETag"] == tag
    assert bob.get(table, If_None_Match=tag).status_code == 200
    player = mover(table, ann, bob)
    moved = player.post(
        f"{table}/moves", legal_move(player, table), If_Match=player.get(table).headers["ETag"]
    )
    assert moved.status_code == 201
    assert ann.get(table, If_None_Match=tag).status_code == 200
    assert player.get(table, If_None_Match=moved.headers["ETag"]).status_code == 304


def test_the_caller_learns_what_is_owed(ann: Caller, bob: Caller, officer: Caller) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    other = bob if player is ann else ann
    shown = player.get(table).get_json()
    owed = player.get(f"{table}/moves").get_json()
    assert shown["awaiting"]["seats"] == [shown["you"]]
    assert (shown["awaiting"]["decision"], shown["awaiting"]["kind"]) == (owed["decision"], owed["kind"])
    assert other.get(f"{table}/moves").get_json()["note"] == f"the match waits for seat {shown['you']}"
    problem(officer.get(f"{table}/moves"), 403, "not-seated")


def test_an_auditor_sees_more_and_is_seen(
    ann: Caller, bob: Caller, officer: Caller, services: Services
) -> None:
    table = started_table(ann, bob)
    problem(ann.get(f"{table}?as=auditor"), 403, "missing-scope")
    assert len(officer.get(f"{table}?as=auditor").get_json()["view"]["supply"]) == 57
    page = officer.get(f"{table}/events?as=auditor&limit=500").get_json()
    assert {opening["field"] for event in page["events"] for opening in event["opened"]} >= {
        "order",
        "draws",
        "entropy",
    }
    assert b'{"opened":' in officer.get(f"{table}/export?as=auditor").data
    with services.engine.connect() as connection:
        reads = connection.execute(select(AUDIT_READS.c.player, AUDIT_READS.c.what)).all()
    assert [tuple(read) for read in reads] == [
        (officer.player, "the table"),
        (officer.player, "the log"),
        (officer.player, "the match file"),
    ]


def test_nobody_audits_their_own_match(ann: Caller, officer: Caller, services: Services) -> None:
    table = started_table(ann, officer)
    for what in ("", "/events", "/export"):
        problem(officer.get(f"{table}{what}?as=auditor"), 403, "not-allowed")
    ann.post(f"{table}/resign")
    assert officer.get(f"{table}?as=auditor").get_json()["viewer"] == "auditor"
    with services.engine.connect() as connection:
        assert connection.execute(select(AUDIT_READS)).all() == []


def test_after_a_resignation_a_bot_plays_on(ann: Caller, bob: Caller, officer: Caller) -> None:
    table = started_table(ann, bob, officer)
    resigned = ann.post(f"{table}/resign").get_json()
    assert [event["text"] for event in resigned["events"]] == [
        "Ann resigns; the random bot plays on at seat 0"
    ]
    seat = bob.get(table).get_json()["seats"][0]
    assert (seat["name"], seat["bot"], seat["gave_up"]) == ("Ann", "random", True)
    assert ann.get(f"{table}/moves").get_json()["note"] in (
        "a bot plays on at your seat",
        "the match waits for seat 1",
        "the match waits for seat 2",
    )


def test_a_closed_table(ann: Caller, anyone: Caller) -> None:
    table = ann.open_table(2)
    ann.sit(table)
    closed = ann.post(f"{table}/abort").get_json()
    assert closed["events"][-1]["text"] == "the table is closed before the match began"
    shown = anyone.get(table).get_json()
    assert (shown["status"], shown["viewer"]) == ("aborted", "auditor")
    assert shown["outcome"] == {"reason": "aborted", "ranking": [], "scores": []}


def test_names_follow_who_came_and_went(ann: Caller, bob: Caller) -> None:
    table = ann.open_table(2)
    ann.sit(table, seat=0)
    ann.delete(f"{table}/seats/0")
    bob.sit(table, seat=0)
    texts = [event["text"] for event in ann.get(f"{table}/events").get_json()["events"]]
    assert texts[1:] == ["Ann takes seat 0", "seat 0 is free again", "Bob takes seat 0"]


def test_a_refusal_does_not_send_back_all_that_was_sent(ann: Caller) -> None:
    body = {"game": "x" * 50_000, "seats": 2}
    refused = problem(ann.post(f"{API}/matches", body), 404, "unknown-game")
    assert len(refused["detail"]) < 1_100
