"""Rebuilding: what is filled anew from the logs is what was kept along the way."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, Table, inspect, select, update

from domain.commands import Resign
from domain.service import MatchService
from domain.storage import MatchLogs
from projections import rebuilding
from projections.lobby import MATCHES, Lobby, LobbyProjection
from projections.projection import Projection
from projections.rebuilding import RebuildOvertaken
from projections.runner import ProjectionRunner, UnknownProjection
from projections.standard import standard_projections
from projections.store import positions
from tests.domain.stores import answer, append_played, command, open_table, person, sit, start
from tests.projections import journal
from tests.projections.journal import Journal, entries
from tests.projections.test_runner import Crash, at, fail

NAMES = ("lobby", "players", "statistics")


def rows(engine: Engine, table: Table) -> list[tuple[object, ...]]:
    with engine.connect() as connection:
        return [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key))]


def all_rows(engine: Engine, projections: list[Projection]) -> dict[str, list[tuple[object, ...]]]:
    return {table.name: rows(engine, table) for each in projections for table in each.tables}


@pytest.fixture
def played(service: MatchService, logs: MatchLogs) -> None:
    """Matches in all that can become of them."""
    append_played(logs, matches=2)
    append_played(logs, seats=3)
    open_table(service, bots={0: "random"})
    running = start(service, 3)
    service.handle(running, answer(service, running))
    resigned = start(service)
    service.handle(resigned, Resign(id=command(), actor=person(1)))


@pytest.mark.usefixtures("played")
def test_rebuilt_rows_are_the_live_ones(logs: MatchLogs, views: Engine, runner: ProjectionRunner) -> None:
    kept_along_the_way = standard_projections(logs)
    while runner.step():  # in pages as they come
        pass
    live = all_rows(views, kept_along_the_way)
    assert all(live.values())
    for name in NAMES:
        runner.rebuild(name)
    assert all_rows(views, kept_along_the_way) == live


@pytest.mark.usefixtures("played")
def test_rows_do_not_depend_on_where_pages_end(
    logs: MatchLogs, views: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchLogs.follow, "__defaults__", (7,))
    monkeypatch.setattr(rebuilding, "PAGE", 7)
    runner = ProjectionRunner(logs, views, standard_projections(logs))
    runner.catch_up()
    in_small_pages = all_rows(views, standard_projections(logs))
    monkeypatch.undo()
    for name in NAMES:
        runner.rebuild(name)
    assert all_rows(views, standard_projections(logs)) == in_small_pages


@pytest.mark.usefixtures("played")
def test_a_damaged_read_model_is_mended(views: Engine, runner: ProjectionRunner) -> None:
    runner.catch_up()
    before = rows(views, MATCHES)
    with views.begin() as connection:
        connection.execute(update(MATCHES).values(status="open"))
    runner.rebuild("lobby")
    assert rows(views, MATCHES) == before


def test_an_empty_store_is_rebuilt_to_nothing(views: Engine, runner: ProjectionRunner) -> None:
    for name in NAMES:
        runner.rebuild(name)
    assert Lobby(views).list().items == []


def test_the_progress_is_told_page_by_page(
    logs: MatchLogs, runner: ProjectionRunner, monkeypatch: pytest.MonkeyPatch
) -> None:
    append_played(logs, matches=2)
    told: list[tuple[int, int]] = []
    runner.rebuild("lobby", lambda position, newest: told.append((position, newest)))
    newest = logs.newest_position()
    assert told == [(500, newest), (newest, newest)]


def test_readers_and_the_live_runner_go_on_during_a_rebuild(
    service: MatchService, logs: MatchLogs, views: Engine, runner: ProjectionRunner
) -> None:
    """Between two pages of the rebuild the match goes on, the live tables too, and readers see these."""
    append_played(logs, matches=3)
    runner.catch_up()
    seen: list[int] = []

    def live_traffic(position: int, newest: int) -> None:
        sit(service, open_table(service), 0)
        runner.catch_up()
        seen.append(len(Lobby(views).list(status="open").items))

    runner.rebuild("lobby", live_traffic)
    assert seen == [1, 2]
    assert len(Lobby(views).list(status="open").items) == 2
    after = open_table(service)
    runner.catch_up()
    assert Lobby(views).list().items[0].match == after
    assert runner.status()[0].lag == 0
    live = all_rows(views, [LobbyProjection()])
    runner.rebuild("lobby")
    assert all_rows(views, [LobbyProjection()]) == live


def test_what_the_live_runner_has_seen_beyond_the_rebuild_is_not_lost(
    service: MatchService, views: Engine, runner: ProjectionRunner
) -> None:
    """The last page has been told; the live runner goes on before the tables are swapped."""
    open_table(service)
    runner.catch_up()

    def overtake(position: int, newest: int) -> None:
        open_table(service)
        runner.catch_up()

    runner.rebuild("lobby", overtake)
    assert len(Lobby(views).list().items) == 2
    assert [status.lag for status in runner.status()] == [0, 0, 0]


def test_a_rebuild_that_is_further_than_the_live_runner_takes_it_along(
    service: MatchService, views: Engine, runner: ProjectionRunner
) -> None:
    open_table(service)
    runner.rebuild("lobby")
    assert runner.status()[0].lag == 0
    open_table(service)
    runner.catch_up()
    assert len(Lobby(views).list().items) == 2


def test_another_runner_notices_that_its_projection_was_rebuilt(
    service: MatchService, logs: MatchLogs, views: Engine, runner: ProjectionRunner
) -> None:
    journal.create(views)
    ours = ProjectionRunner(logs, views, [Journal()])
    open_table(service)
    ProjectionRunner(logs, views, [Journal()]).rebuild("journal")
    open_table(service)
    ours.catch_up()
    assert entries(views) == [1, 2]


# When it fails


def test_a_rebuild_that_fails_leaves_the_rows_as_they_were(
    service: MatchService, logs: MatchLogs, views: Engine
) -> None:
    journal.create(views)
    for _ in range(3):
        open_table(service)
    runner = ProjectionRunner(logs, views, [Journal()])
    runner.catch_up()
    broken = ProjectionRunner(logs, views, [Journal(at(2, fail))])
    with pytest.raises(Crash):
        broken.rebuild("journal")
    assert entries(views) == [1, 2, 3]
    runner.rebuild("journal")
    assert entries(views) == [1, 2, 3]


def test_a_rebuild_leaves_nothing_behind(
    service: MatchService, views: Engine, runner: ProjectionRunner
) -> None:
    open_table(service)
    runner.catch_up()
    runner.rebuild("lobby")
    assert not [name for name in inspect(views).get_table_names() if "shadow" in name]
    with views.connect() as connection:
        assert {name for name, version in positions(connection)} == set(NAMES)


@pytest.mark.parametrize("pages", [1, 2], ids=["while it swaps", "while it fills"])
def test_of_two_rebuilds_at_once_the_later_one_counts(
    logs: MatchLogs, views: Engine, runner: ProjectionRunner, pages: int
) -> None:
    append_played(logs, matches=pages)
    again: Iterator[None] = iter([None])

    def another(position: int, newest: int) -> None:
        for _ in again:
            runner.rebuild("lobby")

    with pytest.raises(RebuildOvertaken, match="another rebuild of lobby"):
        runner.rebuild("lobby", another)
    assert len(Lobby(views).list().items) == pages


def test_an_unknown_projection_cannot_be_rebuilt(runner: ProjectionRunner) -> None:
    with pytest.raises(UnknownProjection, match="no projection 'hall'; there are lobby, players, statistics"):
        runner.rebuild("hall")
