"""`rebuild`: read models against the logs."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine, delete, insert, update

from domain.service import MatchService
from domain.storage import MatchLogs
from projections.lobby import MATCHES
from projections.lobby import PLAYERS as LOBBY_PLAYERS
from projections.players import RESULTS
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from projections.statistics import TALLIES
from projections.store import migrate, projection_engine
from replay_tool.read_models import ReadModelReport, ReadModels
from tests.domain.stores import (
    append_played,
    clock,
    kept_postgres_database,
    logs,
    migrated,
    open_table,
    service,
)
from tests.replay_tool.conftest import Server
from tests.replay_tool.terminal import FAILED, FOUND, lines_of, on, run

__all__ = ["clock", "kept_postgres_database", "logs", "migrated", "service"]


@pytest.fixture
def views(migrated: str) -> Iterator[Engine]:
    migrate(migrated)
    engine = projection_engine(migrated)
    yield engine
    engine.dispose()


@pytest.fixture
def models(service: MatchService, logs: MatchLogs, views: Engine) -> ReadModels:
    """Read models that are up to date with two finished matches and an open table."""
    append_played(logs, matches=2)
    open_table(service)
    ProjectionRunner(logs, views, standard_projections(logs)).catch_up()
    return ReadModels(logs, views)


def by_name(models: ReadModels) -> dict[str, ReadModelReport]:
    return {report.projection: report for report in models.check()}


def test_what_was_kept_along_the_way_is_what_the_logs_have(models: ReadModels) -> None:
    found = by_name(models)
    assert list(found) == ["lobby", "players", "statistics"]
    assert all(report.differences == () and report.lag == 0 and report.rows for report in found.values())


def test_a_changed_row_is_named_with_what_is_stored_and_what_is_due(
    models: ReadModels, views: Engine
) -> None:
    with views.begin() as connection:
        connection.execute(
            update(MATCHES).where(MATCHES.c.status == "ended").values(version=1, status="open")
        )
    first, second = by_name(models)["lobby"].differences
    assert (first.table, first.stored) == (MATCHES.name, {"status": "open", "version": 1})
    assert first.due is not None
    assert (first.due["status"], list(first.due)) == ("ended", ["status", "version"])
    assert first.key != second.key


def test_a_missing_row_and_one_too_many_are_named(models: ReadModels, views: Engine) -> None:
    with views.begin() as connection:
        connection.execute(delete(RESULTS).where(RESULTS.c.seat == 0))
        connection.execute(insert(LOBBY_PLAYERS).values(match="nowhere", player="nobody"))
    found = by_name(models)
    assert [difference.stored for difference in found["players"].differences] == [None, None]
    (extra,) = found["lobby"].differences
    assert (extra.key, extra.due) == ({"match": "nowhere", "player": "nobody"}, None)


def test_a_wrong_count_is_named(models: ReadModels, views: Engine) -> None:
    with views.begin() as connection:
        connection.execute(update(TALLIES).where(TALLIES.c.measure == "seats").values(count=0))
        connection.execute(update(TALLIES).values(count=TALLIES.c["count"] + 1))
    assert all(
        difference.stored is not None
        and difference.due is not None
        and difference.stored["count"] == difference.due["count"] + 1
        for difference in by_name(models)["statistics"].differences
    )


def test_one_match_is_compared_by_its_own_rows(models: ReadModels, logs: MatchLogs, views: Engine) -> None:
    first, second, _ = logs.matches()
    with views.begin() as connection:
        connection.execute(update(MATCHES).where(MATCHES.c.match == str(second)).values(version=1))
    assert [report.differences for report in models.check(first)] == [(), (), ()]
    lobby, players, statistics = models.check(second)
    assert [difference.key for difference in lobby.differences] == [{"match": str(second)}]
    assert players.differences == ()
    assert statistics.not_compared == "it counts over all matches, so one alone cannot be compared"


def test_a_model_that_is_behind_is_compared_up_to_where_it_is(
    models: ReadModels, service: MatchService
) -> None:
    open_table(service)
    assert {(report.lag, report.differences) for report in by_name(models).values()} == {(1, ())}


def test_a_model_can_be_filled_anew(models: ReadModels, views: Engine) -> None:
    with views.begin() as connection:
        connection.execute(delete(MATCHES))
    assert by_name(models)["lobby"].differences
    models.write()
    assert by_name(models)["lobby"].differences == ()


# At the command line


@pytest.fixture
def kept_models(server: Server) -> Iterator[Engine]:
    """The read models of the server, up to date."""
    migrate(server.url)
    engine, logs = projection_engine(server.url), MatchLogs(server.url)
    runner = ProjectionRunner(logs, engine, standard_projections(logs))
    runner.catch_up()
    yield engine
    for name in ("lobby", "players", "statistics"):
        runner.rebuild(name)
    logs.close()
    engine.dispose()


@pytest.mark.usefixtures("kept_models")
def test_sound_read_models(server: Server) -> None:
    assert on(server, "rebuild").stdout.count("as the logs have it") == 3
    shown = on(server, "rebuild", server.finished[0]).stdout
    assert "statistics: it counts over all matches" in shown


def test_differences_are_named_and_mended(server: Server, kept_models: Engine) -> None:
    with kept_models.begin() as connection:
        connection.execute(
            update(MATCHES).where(MATCHES.c.match == str(server.running)).values(status="ended")
        )
    shown = on(server, "rebuild", code=FOUND).stdout
    assert f"(match {server.running}): status is 'ended' and should be 'running'" in shown
    lobby, *_ = lines_of(on(server, "rebuild", server.running, "--json", code=FOUND))
    assert lobby["differences"][0]["due"] == {"status": "running"}
    assert "All read models are filled anew." in on(server, "rebuild", "--write", code=FOUND).stdout
    on(server, "rebuild")


def test_what_cannot_be_rebuilt(server: Server) -> None:
    unknown = "00000000-0000-0000-0000-000000000007"
    assert "there is no match" in on(server, "rebuild", unknown, code=FAILED).stderr
    assert "give --write without a match" in on(server, "rebuild", unknown, "--write", code=FAILED).stderr
    assert (
        "there is no database at" in run("rebuild", "--database", "sqlite:///no/such.db", code=FAILED).stderr
    )
