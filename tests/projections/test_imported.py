"""Imported matches: the lobby lists them as such, and they count for nobody."""

from __future__ import annotations

from sqlalchemy import Engine

from domain.service import MatchService
from projections.lobby import Lobby
from projections.players import Players
from projections.runner import ProjectionRunner
from projections.statistics import Statistics
from tests.domain.stores import GAME, append_played, played
from tests.domain.test_adopting import from_elsewhere


def test_imported_matches_are_listed_as_such(
    service: MatchService, runner: ProjectionRunner, views: Engine
) -> None:
    events = list(played(2, 1)[0])
    service.adopt(events, from_elsewhere(events))
    (ours,) = append_played(service.logs, seed=2)
    runner.catch_up()
    assert [(row.match, row.imported, row.status) for row in Lobby(views).list().items] == [
        (ours, False, "ended"),
        (events[0].match, True, "ended"),
    ]


def test_they_count_for_nobody(service: MatchService, runner: ProjectionRunner, views: Engine) -> None:
    events = list(played(2, 1)[0])
    players = [event.event.player for event in events if event.type == "match.SeatTaken"]  # type: ignore[attr-defined]
    service.adopt(events, from_elsewhere(events))
    runner.catch_up()
    assert Statistics(views).of(GAME) == []
    for player in filter(None, players):
        assert Players(views).results(player).items == []
        assert Lobby(views).list(player=player).items == []


def test_a_rebuild_leaves_them_out_too(
    service: MatchService, runner: ProjectionRunner, views: Engine
) -> None:
    events = list(played(2, 1)[0])
    service.adopt(events, from_elsewhere(events))
    append_played(service.logs, seed=2)
    runner.catch_up()
    live = Lobby(views).list(), Statistics(views).of(GAME)
    for projection in ("lobby", "players", "statistics"):
        runner.rebuild(projection)
    assert (Lobby(views).list(), Statistics(views).of(GAME)) == live
    assert sum(table.matches for table in live[1]) == 1
