"""A command that comes again with its key is carried out once."""

from __future__ import annotations

import threading

import pytest
from flask import Flask

from tests.api.caller import API, GAME, Caller, legal_move, mover, problem, started_table


def test_the_same_request_gets_the_same_answer(ann: Caller, bob: Caller) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    move = legal_move(player, table)
    first = player.post(f"{table}/moves", move, key="once")
    version = ann.get(table).get_json()["version"]
    again = player.post(f"{table}/moves", move, key='"once"')
    assert "Idempotency-Replayed" not in first.headers
    assert again.headers["Idempotency-Replayed"] == "true"
    assert again.status_code == first.status_code == 201
    assert again.headers["ETag"] == first.headers["ETag"]
    assert again.get_json() == first.get_json() | {"replayed": True}
    assert ann.get(table).get_json()["version"] == version


def test_a_table_is_opened_once(ann: Caller) -> None:
    body = {"game": GAME, "seats": 2, "bots": [{"seat": 1, "bot": "random"}]}
    first = ann.post(f"{API}/matches", body, key="open")
    again = ann.post(f"{API}/matches", body | {"options": {"tokens": "standard"}}, key="open")
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(ann.post(f"{API}/matches", body | {"seats": 3}, key="open"), 422, "idempotency-key-reused")


def test_all_commands_are_idempotent(ann: Caller, bob: Caller) -> None:
    table = ann.open_table(2)
    for player in (ann, bob):
        player.post(f"{table}/seats", {}, key="sit")
    for step in ("seats", "ready", "resign"):
        first = bob.post(f"{table}/{step}", {}, key="sit")
        ann.post(f"{table}/{step}", {}, key="sit")
        again = bob.post(f"{table}/{step}", {}, key="sit")
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_json()["events"] == [
            # Once the match is over everything is opened, also in what is told again.
            event | {"opened": later["opened"]}
            for event, later in zip(first.get_json()["events"], again.get_json()["events"], strict=True)
        ]


def test_the_same_key_with_another_request(ann: Caller, bob: Caller) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    move = legal_move(player, table)
    player.post(f"{table}/moves", move, key="once")
    version = ann.get(table).get_json()["version"]
    other = move | {"move": move["move"] | {"space": 2}}
    problem(player.post(f"{table}/moves", other, key="once"), 422, "idempotency-key-reused")
    assert ann.get(table).get_json()["version"] == version


def test_refusals_are_not_remembered(ann: Caller, bob: Caller) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    move = legal_move(player, table)
    problem(
        player.post(f"{table}/moves", move | {"move": {"type": "refill"}}, key="k"), 409, "too-many-tiles"
    )
    assert player.post(f"{table}/moves", move, key="k").status_code == 201


def test_keys_belong_to_their_players(ann: Caller, bob: Caller) -> None:
    body = {"game": GAME, "seats": 2}
    assert (
        ann.post(f"{API}/matches", body, key="k").headers["Location"]
        != bob.post(f"{API}/matches", body, key="k").headers["Location"]
    )


@pytest.mark.parametrize("key", ["", '""', "x" * 256, "caf\u00e9", "tab\tinside"])
def test_keys_that_are_none(ann: Caller, key: str) -> None:
    headers = {"Authorization": f"Bearer {ann.token}", "Idempotency-Key": key}
    answer = ann.client.post(f"{API}/matches", json={"game": GAME, "seats": 2}, headers=headers)
    problem(answer, 400, "idempotency-key-required")


def test_every_command_needs_a_key(app: Flask, officer: Caller) -> None:
    table = officer.open_table(2)
    headers = {"Authorization": f"Bearer {officer.token}"}
    bodies = {"matches": {"game": GAME, "seats": 2}, "moves": {"decision": 1, "move": {"type": "refill"}}}
    without = {f"{API}/{resource}" for resource in ("players", "tokens", "session", "links")}
    match = table.rpartition("/")[2]
    posts = {rule.rule for rule in app.url_map.iter_rules() if "POST" in (rule.methods or ())} - without
    assert len(posts) >= 7
    for rule in posts:
        path = rule.replace("<uuid:match_id>", match).replace("<seat:seat>", "0")
        body = bodies.get(rule.rpartition("/")[2], {})
        problem(officer.client.post(path, json=body, headers=headers), 400, "idempotency-key-required")


def test_racing_repetitions_are_one_command(app: Flask, ann: Caller, bob: Caller) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    move = legal_move(player, table)
    answers = []

    def send() -> None:
        caller = Caller(app.test_client(), player.token)
        answers.append(caller.post(f"{table}/moves", move, key="race").get_json())

    threads = [threading.Thread(target=send) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(answer["replayed"] for answer in answers) == [False] + [True] * 7
    assert len({answer["version"] for answer in answers}) == 1
