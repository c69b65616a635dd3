"""Logs of matches that were played elsewhere: stored whole, with where they came from, or not at all."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import textwrap
import threading
from uuid import UUID

import pytest
from sqlalchemy import Engine, func, select

from domain.games.canonical import canonical
from domain.log import Recorded
from domain.match_file import header
from domain.origins import IMPORTED, Origin
from domain.refusals import MatchExists
from domain.service import MatchService
from domain.storage import MatchLogs, VersionConflict
from domain.tables import transaction
from tests.domain.stores import (
    Clock,
    append_played,
    conflict,
    interrupted,
    open_table,
    opened,
    played,
    sit,
)

COMMAND = "c" * 32


def from_elsewhere(events: list[Recorded]) -> Origin:
    """Where a log comes from."""
    return Origin(events[0].match, canonical(header(events[0])), "2026-01-01T00:00:00.000Z", "admin", COMMAND)


@pytest.fixture
def events() -> list[Recorded]:
    """The log of a whole match that was played elsewhere."""
    return list(played(2, 1)[0])


def notes(engine: Engine) -> int:
    """How many matches are marked as imported."""
    with transaction(engine) as connection:
        return connection.execute(select(func.count()).select_from(IMPORTED)).scalar_one()


def test_a_log_is_stored_byte_for_byte_and_marked(
    service: MatchService, events: list[Recorded], engine: Engine
) -> None:
    assert service.adopt(events, from_elsewhere(events))
    match = events[0].match
    assert [event.stored for event in service.logs.read(match)] == [event.stored for event in events]
    assert service.logs.origin(match) == from_elsewhere(events)
    assert service.logs.origin_by(COMMAND) == from_elsewhere(events)
    assert all(entry.imported for entry in service.logs.follow(0))
    with service.reading(match) as current:
        assert current.over


def test_matches_that_are_played_here_are_not_marked(service: MatchService, events: list[Recorded]) -> None:
    ours = open_table(service)
    service.adopt(events, from_elsewhere(events))
    sit(service, ours, 0)
    assert service.logs.origin(ours) is None
    assert {(entry.match, entry.imported) for entry in service.logs.follow(0)} == {
        (ours, False),
        (events[0].match, True),
    }


def test_who_follows_is_woken(service: MatchService, events: list[Recorded]) -> None:
    woken = threading.Event()
    service.subscribe(woken.set)
    service.adopt(events, from_elsewhere(events))
    assert woken.is_set()


def test_the_same_log_again_is_no_new_match(service: MatchService, events: list[Recorded]) -> None:
    service.adopt(events, from_elsewhere(events))
    newest = service.logs.newest_position()
    assert not service.adopt(events, from_elsewhere(events))
    assert service.logs.newest_position() == newest


def test_another_log_of_the_same_match(service: MatchService, events: list[Recorded]) -> None:
    service.adopt(events, from_elsewhere(events))
    with pytest.raises(MatchExists, match="another log"):
        service.adopt(events[:-1], from_elsewhere(events))


def test_a_match_of_our_own_never_becomes_an_imported_one(
    service: MatchService, events: list[Recorded], engine: Engine
) -> None:
    """Its results would count no more."""
    append_played(service.logs)
    with pytest.raises(MatchExists, match="played here"):
        service.adopt(events, from_elsewhere(events))
    assert notes(engine) == 0


def test_a_store_that_refuses_a_log_marks_nothing(
    logs: MatchLogs, events: list[Recorded], engine: Engine
) -> None:
    """Version 5 is there: the first four must not be stored, nor the mark."""
    logs.append(events[4:5])
    with pytest.raises(VersionConflict):
        logs.append(events, from_elsewhere(events))
    assert notes(engine) == 0
    assert logs.newest_position() == 1


def test_an_acknowledgement_that_got_lost(migrated: str, events: list[Recorded]) -> None:
    """The store had it already when it said that there was a conflict."""
    with interrupted(migrated) as logs:
        logs.after = conflict
        assert not MatchService(logs, Clock()).adopt(events, from_elsewhere(events))
        assert len(logs.read(events[0].match)) == len(events)


def test_two_who_bring_different_logs_at_once(migrated: str, events: list[Recorded]) -> None:
    """The first has its log stored while the second is about to."""
    cut = events[:-1]
    with interrupted(migrated) as logs, opened(migrated) as others:
        logs.before = lambda: others.append(cut, from_elsewhere(cut))
        with pytest.raises(MatchExists, match="another log"):
            MatchService(logs, Clock()).adopt(events, from_elsewhere(events))
        assert len(others.read(events[0].match)) == len(cut)


def test_a_process_killed_between_mark_and_log_leaves_neither(
    migrated: str, events: list[Recorded], engine: Engine
) -> None:
    """The mark is written first; the process is killed when the first event is about to be."""
    program = """
        import os, signal, sys
        from domain import storage
        from tests.domain.stores import played
        from tests.domain.test_adopting import from_elsewhere

        class Killed(list):
            def __iter__(self):
                os.kill(os.getpid(), signal.SIGKILL)

        logs = storage.MatchLogs(sys.argv[1])
        insert = logs._recorder.insert_events
        logs._recorder.insert_events = lambda stored, **more: insert(Killed(stored), **more)
        events = list(played(2, 1)[0])
        logs.append(events, from_elsewhere(events))
    """
    child = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(program), migrated], env=os.environ, check=False, timeout=60
    )
    assert child.returncode == -signal.SIGKILL
    assert notes(engine) == 0
    with opened(migrated) as logs:
        assert logs.newest_position() == 0
        assert MatchService(logs, Clock()).adopt(events, from_elsewhere(events))


def test_unknown_matches_come_from_nowhere(logs: MatchLogs) -> None:
    assert logs.origin(UUID(int=0)) is None
    assert logs.origin_by(COMMAND) is None
