"""The runner: each event exactly once, whatever happens (DESIGN, section 6)."""

from __future__ import annotations

import logging
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection, Engine, select, text

from domain.refusals import StoreUnavailable
from domain.service import MatchService
from domain.storage import Followed, MatchLogs
from domain.tables import NotMigrated
from projections.lobby import MATCHES, Lobby, LobbyProjection
from projections.runner import ProjectionRunner, UnknownProjection
from projections.store import METADATA, check_migrated, migrate, positions, projection_engine
from tests.domain.stores import append_played, empty, open_table, opened, sit, start
from tests.projections import journal
from tests.projections.journal import Journal, NextJournal, StartsOnly, entries

FOR_EVER = 20
"""A time that is never waited for when all goes well."""


@pytest.fixture
def views(views: Engine) -> Engine:
    """The read models' tables, and an empty journal."""
    journal.create(views)
    return views


@pytest.fixture
def other_logs(migrated: str) -> Iterator[MatchLogs]:
    """The logs as another process has them."""
    with opened(migrated) as logs:
        yield logs


class Crash(Exception):
    """What no code foresees."""


def at(position: int, what: Callable[[Followed], None]) -> Callable[[Followed], None]:
    """Have something happen at one event."""
    return lambda event: what(event) if event.position == position else None


def fail(event: Followed) -> None:
    raise Crash(f"no idea what {event.type} means")


def all_positions(logs: MatchLogs) -> list[int]:
    found: list[int] = []
    while page := logs.follow(found[-1] if found else 0):
        found += [event.position for event in page]
    return found


@contextmanager
def running(*runners: ProjectionRunner) -> Iterator[None]:
    """Runners at work, each in a thread, for the time of the context."""
    threads = [threading.Thread(target=runner.run) for runner in runners]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for runner in runners:
            runner.stop()
        for thread in threads:
            thread.join()


# Following


def test_every_event_is_applied_once_and_in_order(logs: MatchLogs, views: Engine) -> None:
    append_played(logs, matches=2)
    ProjectionRunner(logs, views, [Journal()]).catch_up()
    assert entries(views) == all_positions(logs)
    assert len(entries(views)) > 500  # more than one page


def test_a_projection_hears_what_it_listens_to(logs: MatchLogs, views: Engine) -> None:
    append_played(logs)
    runner = ProjectionRunner(logs, views, [StartsOnly()])
    runner.catch_up()
    assert entries(views) == [e.position for e in logs.follow(0) if e.type == "match.MatchStarted"]
    (status,) = runner.status()
    assert status.lag == 0


def test_it_goes_on_where_it_stood(service: MatchService, views: Engine) -> None:
    open_table(service)
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    open_table(service)
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    assert entries(views) == all_positions(service.logs)


def test_projections_that_stand_at_different_places_each_go_on_from_theirs(
    service: MatchService, views: Engine
) -> None:
    open_table(service)
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    match = open_table(service)
    ProjectionRunner(service.logs, views, [Journal(), LobbyProjection()]).catch_up()
    assert entries(views) == all_positions(service.logs)
    newest, _ = Lobby(views).list().items
    assert newest.match == match


def test_a_new_version_begins_from_the_first_event(service: MatchService, views: Engine) -> None:
    """The position is kept by name and version."""
    open_table(service)
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    ProjectionRunner(service.logs, views, [NextJournal()]).catch_up()
    assert entries(views) == all_positions(service.logs) * 2
    with views.connect() as connection:
        assert positions(connection) == {("journal", 1): 1, ("journal", 2): 1}


def test_read_models_on_sqlite_are_in_a_file_of_their_own(tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'fairtable.db'}"
    migrate(url)
    assert (tmp_path / "fairtable.projections.db").exists()
    assert not (tmp_path / "fairtable.db").exists()


# Exactly once


def test_a_failure_in_the_middle_of_a_page_leaves_nothing_of_it(service: MatchService, views: Engine) -> None:
    for _ in range(3):
        open_table(service)
    gone = at(2, unavailable)
    with pytest.raises(StoreUnavailable):
        ProjectionRunner(service.logs, views, [Journal(gone)]).catch_up()
    assert entries(views) == []
    with views.connect() as connection:
        assert positions(connection) == {("journal", 1): 0}
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    assert entries(views) == [1, 2, 3]


def unavailable(event: Followed) -> None:
    raise StoreUnavailable("gone")


DYING_RUNNER = """
import sys
from domain.storage import MatchLogs
from projections.runner import ProjectionRunner
from projections.store import projection_engine
from tests.projections.journal import Journal, die
from tests.projections.test_runner import at

logs = MatchLogs(sys.argv[1])
ProjectionRunner(logs, projection_engine(sys.argv[1]), [Journal(at(int(sys.argv[2]), die))]).catch_up()
"""


def test_killed_in_the_middle_of_a_page_it_goes_on_without_loss_or_doubling(
    logs: MatchLogs, views: Engine, migrated: str
) -> None:
    append_played(logs, matches=2)
    second_page = logs.follow(logs.follow(0)[-1].position)
    middle = second_page[len(second_page) // 2].position
    views.dispose()
    killed = subprocess.run([sys.executable, "-c", DYING_RUNNER, migrated, str(middle)], check=False)
    assert killed.returncode == -signal.SIGKILL
    assert entries(views) == [event.position for event in logs.follow(0)]
    ProjectionRunner(logs, views, [Journal()]).catch_up()
    assert entries(views) == all_positions(logs)


class FasterElsewhere(MatchLogs):
    """Logs that another runner reads and applies between our reading a page and our applying it."""

    elsewhere: ProjectionRunner | None = None

    def follow(self, after: int, limit: int = 500, *, types: Sequence[str] = ()) -> list[Followed]:
        page = super().follow(after, limit, types=types)
        if (elsewhere := self.elsewhere) is not None:
            self.elsewhere = None
            elsewhere.catch_up()
        return page


def test_a_page_that_another_runner_has_applied_meanwhile_is_not_applied_again(
    service: MatchService, views: Engine, migrated: str
) -> None:
    for _ in range(3):
        open_table(service)
    ours = FasterElsewhere(migrated)
    runner = ProjectionRunner(ours, views, [Journal(), LobbyProjection()])
    ours.elsewhere = ProjectionRunner(service.logs, views, [Journal(), LobbyProjection()])
    assert runner.step()
    assert entries(views) == [1, 2, 3]
    open_table(service)
    runner.catch_up()
    assert entries(views) == [1, 2, 3, 4]
    ours.close()


def test_two_runners_at_once_apply_everything_once(
    service: MatchService, other_logs: MatchLogs, views: Engine, migrated: str
) -> None:
    other_views = projection_engine(migrated)
    runners = [
        ProjectionRunner(service.logs, views, [Journal(), LobbyProjection()]),
        ProjectionRunner(other_logs, other_views, [Journal(), LobbyProjection()]),
    ]
    for runner in runners:
        service.subscribe(runner.wake)
    with running(*runners):
        for _ in range(20):
            start(service)
        assert runners[0].wait_for(service.logs.newest_position(), FOR_EVER)
    assert all(status.error is None for runner in runners for status in runner.status())
    assert entries(views) == all_positions(service.logs)
    assert len(Lobby(views).list(status="running").items) == 20
    other_views.dispose()


# Events that cannot be applied


def test_a_projection_stops_before_an_event_that_it_cannot_apply_and_the_others_go_on(
    service: MatchService, views: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(4):
        match = open_table(service)
    runner = ProjectionRunner(service.logs, views, [Journal(at(3, fail)), LobbyProjection()])
    runner.catch_up()
    assert entries(views) == [1, 2]
    assert len(Lobby(views).list().items) == 4
    broken, lobby = runner.status()
    assert (broken.position, broken.lag, lobby.lag, lobby.error) == (2, 2, 0, None)
    assert broken.error is not None
    assert "match.MatchCreated at position 3, cannot be applied: Crash: no idea" in broken.error
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert record.message == f"projection journal stops: {broken.error}"
    sit(service, match, 0)
    runner.catch_up()
    assert len(caplog.records) == 1
    assert runner.status()[0].lag == 3


def test_a_statement_that_fails_is_the_projection_s_fault_not_the_store_s(
    service: MatchService, views: Engine
) -> None:
    class Faulty(Journal):
        def apply(self, connection: Connection, events: Sequence[Followed]) -> None:
            connection.execute(journal.ENTRIES.insert().values(position=None, type="x"))

    open_table(service)
    runner = ProjectionRunner(service.logs, views, [Faulty(), LobbyProjection()])
    runner.catch_up()
    faulty, lobby = runner.status()
    assert faulty.error is not None
    assert "IntegrityError" in faulty.error
    assert lobby.lag == 0


def test_a_projection_that_was_mended_goes_on_after_a_restart(service: MatchService, views: Engine) -> None:
    for _ in range(3):
        open_table(service)
    ProjectionRunner(service.logs, views, [Journal(at(2, fail))]).catch_up()
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    assert entries(views) == [1, 2, 3]


def test_logs_that_end_before_the_projection_are_others_than_it_was_filled_from(
    service: MatchService, views: Engine, migrated: str, caplog: pytest.LogCaptureFixture
) -> None:
    """As after a restore of an older copy of the logs: new events would come at positions it has seen."""
    for _ in range(3):
        open_table(service)
    ProjectionRunner(service.logs, views, [LobbyProjection()]).catch_up()
    lose_newest_event(migrated, service.logs)
    runner = ProjectionRunner(service.logs, views, [LobbyProjection()])
    runner.catch_up()
    (status,) = runner.status()
    assert status.error is not None
    assert "it is at position 3, the logs end at 2" in status.error
    assert "does not start" in caplog.text
    runner.rebuild("lobby")
    assert runner.status()[0].error is None
    assert len(Lobby(views).list().items) == 2


def test_a_projection_that_has_stopped_goes_on_once_another_process_has_rebuilt_it(
    service: MatchService, views: Engine, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(3):
        open_table(service)
    stopped = ProjectionRunner(service.logs, views, [Journal(at(2, fail))])
    stopped.catch_up()
    stopped.catch_up()
    assert stopped.status()[0].error is not None
    mended = ProjectionRunner(service.logs, views, [Journal()])
    mended.rebuild("journal")
    open_table(service)
    stopped.catch_up()
    (status,) = stopped.status()
    assert (status.error, status.lag) == (None, 0)
    assert entries(views) == [1, 2, 3, 4]
    assert caplog.records[-1].message == "projection journal goes on from position 3"


def lose_newest_event(url: str, logs: MatchLogs) -> None:
    """What an older copy of the logs looks like."""
    from domain.storage import table_engine  # noqa: PLC0415

    engine = table_engine(url)
    with engine.begin() as connection:
        if engine.dialect.name == "sqlite":
            connection.execute(text("DELETE FROM stored_events WHERE rowid = 3"))
        else:
            connection.execute(text("DELETE FROM matches_events WHERE notification_id = 3"))
    engine.dispose()


# Running


def test_a_running_runner_follows_what_is_stored(service: MatchService, views: Engine) -> None:
    runner = ProjectionRunner(service.logs, views, [Journal()])
    service.subscribe(runner.wake)
    with running(runner):
        for _ in range(5):
            open_table(service)
            assert runner.wait_for(service.logs.newest_position(), FOR_EVER)
    assert entries(views) == [1, 2, 3, 4, 5]


def test_a_running_runner_outlives_an_absence_of_the_store(
    service: MatchService,
    views: Engine,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("projections.runner.RETRY_SECONDS", 0.01)
    absences = [unavailable, unavailable]

    def twice_away(event: Followed) -> None:
        if absences:
            absences.pop()(event)

    open_table(service)
    runner = ProjectionRunner(service.logs, views, [Journal(twice_away)])
    with running(runner):
        assert runner.wait_for(1, FOR_EVER)
    assert entries(views) == [1]
    assert [record.message for record in caplog.records] == [
        "the projections wait for the database: gone"
    ] * 2


def test_a_runner_that_was_stopped_before_it_ran_does_not_run(service: MatchService, views: Engine) -> None:
    open_table(service)
    runner = ProjectionRunner(service.logs, views, [Journal()])
    runner.stop()
    runner.run()
    assert entries(views) == []


# Waiting


def test_waiting_tells_whether_the_position_was_reached(service: MatchService, views: Engine) -> None:
    runner = ProjectionRunner(service.logs, views, [Journal()])
    open_table(service)
    assert runner.wait_for(0, timeout=0)
    assert not runner.wait_for(1, timeout=0)
    runner.catch_up()
    assert runner.wait_for(1, timeout=0)
    assert not runner.wait_for(2, timeout=0.05)


def test_one_waits_for_those_projections_that_one_reads(service: MatchService, views: Engine) -> None:
    open_table(service)
    runner = ProjectionRunner(service.logs, views, [Journal(fail), LobbyProjection()])
    runner.catch_up()
    assert runner.wait_for(1, timeout=0, names=["lobby"])
    assert not runner.wait_for(1, timeout=0)
    with pytest.raises(UnknownProjection, match="no projection 'hall'; there are journal, lobby"):
        runner.wait_for(1, timeout=0, names=["hall"])


def test_one_waits_for_a_runner_in_another_process_too(service: MatchService, views: Engine) -> None:
    """The position that counts is the one in the store."""
    open_table(service)
    waiting = ProjectionRunner(service.logs, views, [Journal()])
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    assert waiting.wait_for(1, timeout=0)


def test_the_status_tells_how_far_each_projection_is(service: MatchService, views: Engine) -> None:
    for _ in range(3):
        open_table(service)
    ProjectionRunner(service.logs, views, [Journal()]).catch_up()
    open_table(service)
    runner = ProjectionRunner(service.logs, views, [Journal(), LobbyProjection()])
    assert [(s.name, s.version, s.position, s.lag, s.error) for s in runner.status()] == [
        ("journal", 1, 3, 1, None),
        ("lobby", LobbyProjection.version, 0, 4, None),
    ]


# Migration


def test_a_runner_needs_its_tables(logs: MatchLogs, migrated: str, tmp_path: Path) -> None:
    views = projection_engine(f"sqlite:///{tmp_path / 'other.db'}")
    with pytest.raises(NotMigrated, match=r"projection_lobby_v2.*; run: fairtable migrate"):
        ProjectionRunner(logs, views, [LobbyProjection()])
    views.dispose()


def test_migration_may_be_repeated_and_keeps_what_is_there(
    service: MatchService, views: Engine, runner: ProjectionRunner, migrated: str
) -> None:
    open_table(service)
    runner.catch_up()
    migrate(migrated)
    check_migrated(views)
    assert len(Lobby(views).list().items) == 1


def test_all_tables_bear_the_prefix_and_are_known_to_the_migration(runner: ProjectionRunner) -> None:
    tables = {table.name for each in runner._followers.values() for table in each.projection.tables}
    assert all(name.startswith("projection_") for name in METADATA.tables)
    assert tables | {"projection_positions"} == METADATA.tables.keys()


def test_emptied_databases_of_these_tests_are_empty(views: Engine, migrated: str) -> None:
    if views.dialect.name == "postgresql":
        empty(migrated)
    with views.connect() as connection:
        assert connection.execute(select(MATCHES)).all() == []
        assert positions(connection) == {}
