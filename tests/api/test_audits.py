"""Audits over the API: asked for, run beside the server's other work, and told to whom they may be."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import sys
import textwrap
from contextlib import closing
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import select, update

from api.context import Services
from domain.storage import sqlite_file
from domain.tables import AUDIT_READS, AUDITS, transaction
from domain.worker import Worker
from replay_tool.audit_runner import AuditRunner
from tests.api.caller import API, Caller, legal_move, mover, problem, started_table


@pytest.fixture
def auditing(services: Services) -> AuditRunner:
    """What runs audits, one at a time."""
    return AuditRunner(services.service.logs, services.accounts, services.audits)


def bots_match(ann: Caller, worker: Worker) -> str:
    """The address of a match between bots, played to its end."""
    table = ann.open_table(2, bots=[{"seat": 0, "bot": "greedy"}, {"seat": 1, "bot": "random"}])
    while worker.step():
        pass
    return table


def test_a_sound_match(ann: Caller, officer: Caller, worker: Worker, auditing: AuditRunner) -> None:
    table = bots_match(ann, worker)
    asked = officer.post(f"{table}/audit", {"thorough": True})
    assert asked.status_code == 202, asked.text
    assert asked.get_json()["status"] == "queued"
    address = asked.headers["Location"]
    assert auditing.step()
    assert not auditing.step()
    done = officer.get(address).get_json()
    events = officer.get(table).get_json()["version"]
    assert (done["status"], done["done"], done["total"]) == ("done", events, events)
    assert done["report"]["sound"]
    assert done["report"]["sound_events"] == events
    assert done["report"]["findings"] == []
    (listed,) = officer.get(f"{API}/audits?match={table.rpartition('/')[2]}").get_json()["audits"]
    assert listed == {name: value for name, value in done.items() if name != "report"}


def test_a_match_that_was_tampered_with(
    ann: Caller, officer: Caller, worker: Worker, auditing: AuditRunner, database: str, services: Services
) -> None:
    table = bots_match(ann, worker)
    with closing(sqlite3.connect(str(sqlite_file(database)))) as connection, connection:
        connection.execute(
            "UPDATE stored_events SET state = replace(state, 'nova_luna', 'nova_lune') "
            "WHERE originator_version = 20"
        )
    address = officer.post(f"{table}/audit").headers["Location"]
    auditing.step()
    report = officer.get(address).get_json()["report"]
    assert not report["sound"]
    assert report["first_failure"]["version"] in (20, 21)


def test_a_running_match_is_audited_by_who_does_not_play_in_it(
    ann: Caller, bob: Caller, officer: Caller, auditing: AuditRunner, services: Services
) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    player.post(f"{table}/moves", legal_move(player, table))
    address = officer.post(f"{table}/audit").headers["Location"]
    auditing.step()
    report = officer.get(address).get_json()["report"]
    assert report["sound"]
    assert not report["finished"]
    with transaction(services.engine) as connection:
        reads = connection.execute(select(AUDIT_READS.c.player, AUDIT_READS.c.what)).all()
    assert reads == [(officer.player, "an audit"), (officer.player, "an audit's report")]


def test_who_plays_in_a_match_learns_nothing_of_its_audits(
    ann: Caller, officer: Caller, auditing: AuditRunner, services: Services
) -> None:
    table = started_table(ann, officer)
    problem(officer.post(f"{table}/audit"), 403, "not-allowed")
    other = services.accounts.issue(services.accounts.register("Otto").id, ["audit"])
    referee = Caller(ann.client, other.text)
    address = referee.post(f"{table}/audit").headers["Location"]
    assert officer.get(address).status_code == 200, "that it waits is no secret"
    auditing.step()
    problem(officer.get(address), 403, "not-allowed")
    ann.post(f"{table}/resign")
    assert officer.get(address).get_json()["report"]["sound"]


def test_who_may_ask(ann: Caller, anyone: Caller, officer: Caller) -> None:
    table = ann.open_table(2)
    problem(anyone.post(f"{table}/audit"), 401, "token-required")
    problem(ann.post(f"{table}/audit"), 403, "missing-scope")
    problem(ann.get(f"{API}/audits"), 403, "missing-scope")
    problem(ann.get(f"{API}/audits/{UUID(int=0)}"), 403, "missing-scope")
    problem(officer.get(f"{API}/audits/{UUID(int=0)}"), 404, "unknown-audit")
    problem(officer.post(f"{API}/matches/{UUID(int=0)}/audit"), 404, "unknown-match")
    problem(officer.post(f"{table}/audit", {"loudly": True}), 422, "invalid-request")


def test_an_audit_is_asked_for_once(ann: Caller, officer: Caller) -> None:
    table = ann.open_table(2)
    first = officer.post(f"{table}/audit", key="once")
    again = officer.post(f"{table}/audit", key="once")
    assert again.headers["Location"] == first.headers["Location"]
    assert again.headers["Idempotency-Replayed"] == "true"
    problem(officer.post(f"{table}/audit", {"thorough": True}, key="once"), 422, "idempotency-key-reused")


def test_pages_lead_to_one_another(ann: Caller, officer: Caller) -> None:
    table = ann.open_table(2)
    asked = [officer.post(f"{table}/audit").get_json()["id"] for _ in range(5)]
    address, found = f"{API}/audits?limit=2", []
    while address:
        answer = officer.get(address)
        found += [audit["id"] for audit in answer.get_json()["audits"]]
        address = answer.headers.get("Link", "<>").partition(">")[0][1:]
    assert found == asked[::-1]


def test_a_process_that_stops_gives_its_audit_back(
    ann: Caller, officer: Caller, worker: Worker, auditing: AuditRunner
) -> None:
    address = officer.post(f"{bots_match(ann, worker)}/audit").headers["Location"]
    auditing.stop()
    auditing.step()
    assert officer.get(address).get_json()["status"] == "queued"


def test_an_audit_is_run_again_when_its_process_was_killed(
    ann: Caller,
    officer: Caller,
    worker: Worker,
    auditing: AuditRunner,
    services: Services,
    database: str,
    tmp_path: Path,
) -> None:
    """Killed in the middle of a match; when its claim has run out, another runs it from the start."""
    address = officer.post(f"{bots_match(ann, worker)}/audit").headers["Location"]
    program = """
        import os, signal, sys
        from api.context import Services
        from replay_tool import audit_runner

        class Killing(audit_runner._Progress):
            def __call__(self, events):
                super().__call__(events)
                if events > 100:
                    os.kill(os.getpid(), signal.SIGKILL)

        audit_runner._Progress = Killing
        services = Services.open(sys.argv[1])
        audit_runner.AuditRunner(services.service.logs, services.accounts, services.audits).step()
    """
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), database],
        env={**os.environ, "FAIRTABLE_DATA": str(tmp_path)},
        check=False,
        timeout=60,
    )
    assert child.returncode == -signal.SIGKILL
    assert officer.get(address).get_json()["status"] == "running"
    assert not auditing.step(), "it is claimed"
    with transaction(services.engine) as connection:
        connection.execute(update(AUDITS).values(claimed_until="2000-01-01T00:00:00.000Z"))
    assert auditing.step()
    assert officer.get(address).get_json()["report"]["sound"]


def test_an_audit_that_cannot_be_run_says_why(
    ann: Caller, officer: Caller, auditing: AuditRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object, **_more: object) -> None:
        raise RuntimeError("a secret, perhaps")

    address = officer.post(f"{ann.open_table(2)}/audit").headers["Location"]
    monkeypatch.setattr("replay_tool.audit_runner.audit", fail)
    auditing.step()
    told = officer.get(address).get_json()
    assert told["status"] == "failed"
    assert "secret" not in told["error"]
