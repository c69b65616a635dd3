"""Receipts, checkpoints, the server's own log, and a dispute from its beginning to the verdict."""

from __future__ import annotations

import base64
import itertools
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple
from uuid import UUID

import pytest

from api.context import Services, attach
from domain.checkpoints import Checkpoint, parse_key
from domain.heads import HeadKeeper
from domain.log import leaf_hash
from domain.merkle import is_consistent, root
from domain.sealing import entropy_commitment
from domain.signing import open_checkpoint
from domain.worker import Worker
from tests.api.caller import API, Caller, legal_move, mover, problem, started_table
from tests.node import node
from tests.replay_tool.forger import Forger

SCRIPTS = Path(__file__).parents[2] / "scripts"
ENTROPY = "07" * 32


def opened(note: str, services: Services) -> Checkpoint:
    """What a checkpoint says, signed by the server."""
    return open_checkpoint(note, services.notary.keys)


def match_of(table: str) -> UUID:
    return UUID(table.rpartition("/")[2])


def leaves(services: Services, match: UUID) -> list[bytes]:
    return [leaf_hash(recorded.line) for recorded in services.service.logs.read(match)]


def proof_in(answer: dict[str, Any]) -> list[bytes]:
    return [base64.b64decode(node) for node in answer["proof"]]


# Receipts


def test_every_command_is_answered_with_a_receipt(ann: Caller, bob: Caller, services: Services) -> None:
    table = ann.open_table(2)
    answers = [
        ann.post(f"{table}/seats", {"seat": 0}),
        bob.post(f"{table}/seats", {"seat": 1}),
        ann.post(f"{table}/ready"),
        bob.post(f"{table}/ready"),
    ]
    moving = mover(table, ann, bob)
    answers.append(moving.post(f"{table}/moves", legal_move(moving, table)))
    for answer in answers:
        told = answer.get_json()
        receipt = opened(told["receipt"], services)
        own = leaves(services, match_of(table))[: told["version"]]
        assert receipt.origin == f"fairtable.localhost/match/{match_of(table)}"
        assert (receipt.size, receipt.root) == (told["version"], root(own))


def test_a_new_table_comes_with_a_receipt(ann: Caller, services: Services) -> None:
    answer = ann.post(f"{API}/matches", {"game": "nova_luna", "seats": 2}).get_json()
    assert opened(answer["receipt"], services).size == answer["version"] == 1


def test_the_same_command_again_has_the_same_receipt(ann: Caller, bob: Caller) -> None:
    table = ann.open_table(2)
    first = ann.post(f"{table}/seats", {"seat": 0}, key="once").get_json()
    bob.sit(table, seat=1)
    again = ann.post(f"{table}/seats", {"seat": 0}, key="once").get_json()
    assert again["replayed"]
    assert again["receipt"] == first["receipt"]


# Checkpoints of a match


def test_the_newest_checkpoint(ann: Caller, anyone: Caller, services: Services) -> None:
    table = started_table(ann, bots=[{"seat": 1, "bot": "random"}])
    told = anyone.get(f"{table}/checkpoint").get_json()
    own = leaves(services, match_of(table))
    assert told["size"] == len(own)
    assert opened(told["checkpoint"], services)[1:] == (len(own), root(own))
    assert "proof" not in told


@pytest.mark.parametrize("older", [0, 1, 3, 7])
def test_an_older_one_is_proved_the_beginning_of_a_newer_one(
    older: int, ann: Caller, anyone: Caller, services: Services
) -> None:
    table = started_table(ann, bots=[{"seat": 1, "bot": "random"}])
    first = anyone.get(f"{table}/checkpoint?size={older}").get_json()
    told = anyone.get(f"{table}/checkpoint?size=7&from={older}").get_json()
    before, after = opened(first["checkpoint"], services), opened(told["checkpoint"], services)
    assert (before.size, after.size, told["from"]) == (older, 7, older)
    assert is_consistent(before.size, before.root, after.size, after.root, proof_in(told))


@pytest.mark.parametrize("query", ["size=99", "from=99", "size=2&from=3"])
def test_there_is_no_checkpoint_of_what_has_not_happened(query: str, ann: Caller, anyone: Caller) -> None:
    table = started_table(ann, bots=[{"seat": 1, "bot": "random"}])
    problem(anyone.get(f"{table}/checkpoint?{query}"), 404, "unknown-version")


@pytest.mark.parametrize("query", ["size=-1", "size=x", "since=3"])
def test_checkpoints_that_cannot_be_asked_for(query: str, ann: Caller, anyone: Caller) -> None:
    problem(anyone.get(f"{ann.open_table(2)}/checkpoint?{query}"), 422, "invalid-request")


def test_a_checkpoint_of_no_match(anyone: Caller) -> None:
    unknown = f"{API}/matches/00000000-0000-4000-8000-000000000001"
    problem(anyone.get(f"{unknown}/checkpoint"), 404, "unknown-match")
    problem(anyone.get(f"{unknown}/fairness"), 404, "unknown-match")


# What there is to check


def test_fairness_for_a_player_and_for_a_spectator(ann: Caller, anyone: Caller) -> None:
    table = ann.open_table(2, bots=[{"seat": 1, "bot": "random"}])
    committed = entropy_commitment(match_of(table), 0, bytes.fromhex(ENTROPY))
    ann.sit(table, seat=0, entropy_commitment=committed)
    ann.ready(table, entropy=ENTROPY)
    told = anyone.get(f"{table}/fairness").get_json()
    assert told["commitment"] == anyone.get(table).get_json()["commitment"]
    assert told["secret"] is None
    assert told["entropies"] == [{"seat": 0, "commitment": committed, "by": "player", "entropy": ENTROPY}]
    shuffled = next(sealed for sealed in told["seals"] if sealed["field"] == "order")
    assert (shuffled["seats"], shuffled["everyone"], shuffled["opening"]) == ([], False, None)
    assert ann.get(f"{table}/fairness").headers["ETag"] == f'"{told["version"]}.0"'


# Keys and the server's own log


def test_the_servers_key_is_published(anyone: Caller, services: Services) -> None:
    answer = anyone.get("/.well-known/fairtable-key")
    assert answer.content_type.startswith("text/plain")
    keys = [parse_key(line) for line in answer.text.splitlines()]
    assert keys == list(services.notary.keys)


def test_the_log_of_heads(ann: Caller, anyone: Caller, services: Services) -> None:
    keeper = HeadKeeper(services.service.logs, services.engine, services.notary.checkpoint)
    empty = opened(anyone.get(f"{API}/log/checkpoint").get_json()["checkpoint"], services)
    assert (empty.origin, empty.size) == ("fairtable.localhost/heads", 0)
    tables = [ann.open_table(2) for _ in range(3)]
    for table in tables:
        ann.post(f"{table}/abort")
        while keeper.step():
            pass
    page = anyone.get(f"{API}/log/entries?limit=2").get_json()
    assert [entry["match"] for entry in page["entries"]] == [str(match_of(table)) for table in tables[:2]]
    rest = anyone.get(f"{API}/log/entries?after={page['next']}").get_json()["entries"]
    own = services.heads.leaves()
    told = anyone.get(f"{API}/log/checkpoint?from=2").get_json()
    newest = opened(told["checkpoint"], services)
    assert len(rest) == 1
    assert (newest.size, newest.root) == (3, root(own))
    assert is_consistent(2, root(own[:2]), 3, newest.root, proof_in(told))


# A dispute


class Dispute(NamedTuple):
    """A match that was played, and what Ann kept of it."""

    table: str
    keys: list[str]
    receipts: list[str]


@pytest.fixture
def dispute(ann: Caller, anyone: Caller, worker: Worker) -> Dispute:
    """Ann plays against two bots to the end, over HTTP, and keeps her receipts and the server's key."""
    keys = anyone.get("/.well-known/fairtable-key").text.splitlines()
    table = ann.open_table(3, bots=[{"seat": 1, "bot": "greedy"}, {"seat": 2, "bot": "random"}])
    kept = Dispute(table, keys, [])
    ann.sit(table, seat=0)
    ann.ready(table)
    for _ in itertools.count():
        while worker.step():
            pass
        owed = ann.get(f"{table}/moves").get_json()
        if owed["decision"] is None:
            return kept
        move = {"decision": owed["decision"], "move": owed["moves"][-1]}
        kept.receipts.append(ann.post(f"{table}/moves", move).get_json()["receipt"])
    raise AssertionError


def rewrite_move_10(database: str, match: UUID, services: Services) -> int:
    """What an operator can do who has the database: another cell for the tile of move 10 (that lays one), in
    the move and in all that it led to; and every seal and every hash after it computed anew. Returns the
    move's version."""
    forger = Forger(services.service.logs.read(match))
    move = forger.find("MoveMade", 10, lambda draft: "cell" in draft.data["move"])
    chosen, seat = forger.event(move).data["move"]["cell"], forger.event(move).data["seat"]
    for draft in forger.events[move - 1 :]:
        for data in (draft.data, draft.data.get("move", {})):
            if draft.data.get("seat") == seat and data.get("cell") == chosen:
                data["cell"] = [9, 9]
    with sqlite3.connect(database.removeprefix("sqlite:///")) as connection:
        for version, stored in enumerate(forger.stored(), start=1):
            updated = connection.execute(
                "UPDATE stored_events SET state = ? WHERE originator_id = ? AND originator_version = ?",
                (stored, match.hex, version),
            )
            assert updated.rowcount == 1
    return move


def run(script: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
    """A script as its users start it."""
    interpreter = node() if script.endswith(".mjs") else sys.executable
    command = [interpreter, str(SCRIPTS / script), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("script", ["verify_match.py", "verify_match.mjs"])
def test_a_kept_receipt_convicts_an_operator_who_rewrote_a_move(
    script: str, dispute: Dispute, anyone: Caller, services: Services, database: str, tmp_path: Path
) -> None:
    match = match_of(dispute.table)
    file, receipt = tmp_path / "disputed.match.jsonl", tmp_path / "receipt.txt"
    receipt.write_text(dispute.receipts[-1], "utf-8")
    noted = [f"--key={key}" for key in dispute.keys]

    file.write_bytes(anyone.get(f"{dispute.table}/export").data)
    honest = run(script, file, receipt, *noted)
    assert honest.returncode == 0, honest.stdout + honest.stderr

    rewrite_move_10(database, match, services)
    with_rewritten_log = Services.open(database)
    attach(anyone.client.application, with_rewritten_log)
    file.write_bytes(anyone.get(f"{dispute.table}/export").data)
    with_rewritten_log.close()

    alone = run(script, file, *noted)
    assert alone.returncode == 0, "the file is sound by itself: the operator has done his work well"
    convicted = run(script, file, receipt, *noted)
    assert convicted.returncode == 1
    assert "history-rewritten" in convicted.stdout


def test_receipts_before_the_rewritten_move_stand(
    dispute: Dispute, anyone: Caller, services: Services, database: str, tmp_path: Path
) -> None:
    """With all receipts the place is known: events are as signed up to the last receipt before the move."""
    version = rewrite_move_10(database, match_of(dispute.table), services)
    with_rewritten_log = Services.open(database)
    attach(anyone.client.application, with_rewritten_log)
    file, kept = tmp_path / "disputed.match.jsonl", tmp_path / "receipts.txt"
    file.write_bytes(anyone.get(f"{dispute.table}/export").data)
    with_rewritten_log.close()
    kept.write_text("\n".join(dispute.receipts), "utf-8")
    sizes = [opened(receipt, services).size for receipt in dispute.receipts]
    proven = max(size for size in sizes if size < version)
    convicted = run("verify_match.py", file, kept)
    assert f", {proven} sound from the first" in convicted.stdout
    assert f"event {proven + 1}: history-rewritten" in convicted.stdout


def test_an_answer_of_the_server_can_be_kept_as_it_is(ann: Caller, anyone: Caller, tmp_path: Path) -> None:
    table = started_table(ann, bots=[{"seat": 1, "bot": "random"}])
    answers = [tmp_path / "checkpoint.json", tmp_path / "seat.json"]
    answers[0].write_bytes(anyone.get(f"{table}/checkpoint?size=5").data)
    other = ann.open_table(2)
    answers[1].write_bytes(ann.post(f"{other}/seats", {"seat": 0}).data)
    file = tmp_path / "running.match.jsonl"
    file.write_bytes(anyone.get(f"{table}/export").data)
    for script in ("verify_match.py", "verify_match.mjs"):
        assert run(script, file, answers[0]).returncode == 0
        assert "wrong-origin" in run(script, file, answers[1]).stdout


@pytest.mark.parametrize("script", ["verify_match.py", "verify_match.mjs"])
def test_what_cannot_be_read_cannot_be_checked(script: str, tmp_path: Path) -> None:
    answer = run(script, tmp_path / "missing.match.jsonl")
    assert answer.returncode == 2
    assert "cannot check" in answer.stderr
