"""The queue of audits: each asked for once, run by one, and run again when whoever ran it is gone."""

from __future__ import annotations

import threading
from uuid import UUID, uuid4

import pytest
from sqlalchemy import Engine

from domain.audits import LEASE_SECONDS, Audit, Audits, UnknownAudit
from domain.refusals import CommandReused
from tests.domain.stores import Clock

MATCH = UUID(int=1)


@pytest.fixture
def audits(engine: Engine, clock: Clock) -> Audits:
    """The queue, empty."""
    return Audits(engine, clock)


def ask(audits: Audits, audit: UUID | None = None, match: UUID = MATCH, *, thorough: bool = False) -> UUID:
    """Ask for an audit."""
    wanted = audit or uuid4()
    audits.request(wanted, match, "player", accept_older_rules=False, thorough=thorough)
    return wanted


def claimed(audits: Audits, runner: str) -> Audit:
    """The audit that a runner gets."""
    found = audits.claim(runner)
    assert found is not None
    return found


def test_an_audit_waits_until_it_is_run(audits: Audits) -> None:
    audit = ask(audits)
    assert audits.get(audit).status == "queued"
    running = claimed(audits, "one")
    assert (UUID(running.id), running.status) == (audit, "running")
    assert audits.renew(running.id, "one", 20, 300)
    assert (audits.get(audit).done, audits.get(audit).total) == (20, 300)
    audits.finish(running.id, "one", 300, "{}")
    done = audits.get(audit)
    assert (done.status, done.done, done.total, done.report) == ("done", 300, 300, "{}")
    assert done.finished_at is not None
    assert audits.claim("one") is None


def test_the_oldest_comes_first(audits: Audits) -> None:
    asked = [ask(audits) for _ in range(3)]
    assert [UUID(claimed(audits, "one").id) for _ in range(3)] == asked


def test_the_same_request_is_the_same_audit(audits: Audits) -> None:
    audit = uuid4()
    first, again = (
        audits.request(audit, MATCH, "player", accept_older_rules=False, thorough=True) for _ in range(2)
    )
    assert first == (again[0], False)
    assert again[1]
    with pytest.raises(CommandReused):
        ask(audits, audit, thorough=False)
    with pytest.raises(UnknownAudit):
        audits.get(uuid4())


def test_each_audit_is_claimed_once_however_many_run(engine: Engine, audits: Audits, clock: Clock) -> None:
    asked = {str(ask(audits)) for _ in range(12)}
    got: list[str] = []

    def take(runner: str) -> None:
        own = Audits(engine, clock)
        while (found := own.claim(runner)) is not None:
            got.append(found.id)

    threads = [threading.Thread(target=take, args=(f"runner-{number}",)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert sorted(got) == sorted(asked)


def test_who_keeps_telling_keeps_its_claim(audits: Audits, clock: Clock) -> None:
    ask(audits)
    running = claimed(audits, "one")
    for done in range(5):
        clock.pass_seconds(LEASE_SECONDS - 1)
        assert audits.renew(running.id, "one", done, 10)
        assert audits.claim("other") is None


def test_who_falls_silent_loses_it(audits: Audits, clock: Clock) -> None:
    """As one whose process was killed; should it come back, what it says counts no more."""
    audit = ask(audits)
    lost = claimed(audits, "one")
    clock.pass_seconds(LEASE_SECONDS + 1)
    assert claimed(audits, "other").id == lost.id
    assert not audits.renew(lost.id, "one", 5, 10)
    audits.finish(lost.id, "one", 10, '"late"')
    assert audits.get(audit).status == "running"
    audits.finish(lost.id, "other", 10, '"in time"')
    assert audits.get(audit).report == '"in time"'


def test_what_is_given_back_waits_again(audits: Audits) -> None:
    audit = ask(audits)
    audits.release(claimed(audits, "one").id, "one")
    assert audits.get(audit).status == "queued"
    assert claimed(audits, "other").id == str(audit)


def test_lists_of_audits(audits: Audits) -> None:
    asked = [str(ask(audits, match=UUID(int=1 + number % 2))) for number in range(4)]
    assert [audit.id for audit in audits.list(None, None, 10)] == asked[::-1]
    assert [audit.id for audit in audits.list(UUID(int=2), None, 10)] == [asked[3], asked[1]]
    first_page = audits.list(None, None, 3)
    assert [audit.id for audit in audits.list(None, first_page[-1].number, 3)] == asked[:1]
