"""Statistics: compared with a recount from the logs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest
from sqlalchemy import Engine

from domain.commands import SERVER, Abort, Resign
from domain.games.rules import Outcome
from domain.log import Recorded
from domain.match_events import MatchEnded, MatchStarted, MoveMade
from domain.service import MatchService
from projections.runner import ProjectionRunner
from projections.statistics import Statistics
from tests.domain.stores import (
    GAME,
    Clock,
    answer,
    append_played,
    command,
    decree,
    open_table,
    person,
    play_to_the_end,
    played,
    start,
)


@pytest.fixture
def statistics(views: Engine) -> Statistics:
    return Statistics(views)


def end_of(events: Sequence[Recorded]) -> MatchEnded:
    ended = events[-1].event
    assert isinstance(ended, MatchEnded)
    return ended


def moves_of(events: Sequence[Recorded]) -> list[MoveMade]:
    return [recorded.event for recorded in events if isinstance(recorded.event, MoveMade)]


def order_of(events: Sequence[Recorded]) -> list[int]:
    return list(dict.fromkeys(move.seat for move in moves_of(events)))


def test_a_game_that_was_not_played_has_none(statistics: Statistics) -> None:
    assert statistics.of(GAME) == []


def test_they_are_what_a_recount_from_the_logs_gives(
    service: MatchService, runner: ProjectionRunner, statistics: Statistics
) -> None:
    matches = append_played(service.logs, seats=2, matches=4)
    logs = played(2, 4)
    runner.catch_up()
    (found,) = statistics.of(GAME)
    assert (found.seats, found.options, found.matches) == (2, {"tokens": "standard"}, 4)
    assert found.by_reason == Counter(end_of(events).reason for events in logs)
    assert found.moves == Counter(len(moves_of(events)) for events in logs)
    assert found.scores == Counter(score for events in logs for score in end_of(events).scores)
    assert sum(found.minutes.values()) == 4
    winners = [end_of(events).ranking[0] for events in logs]
    assert found.won_by_seat == Counter(first[0] for first in winners if len(first) == 1)
    assert found.won_by_turn == Counter(
        order_of(events).index(first[0])
        for events, first in zip(logs, winners, strict=True)
        if len(first) == 1
    )
    counters: list[dict[str, int]] = []
    for match in matches:
        with service.reading(match) as current:
            counters.append(dict(current.rules.statistics(current.game_state)))
    assert counters[0]
    assert found.counters == {name: Counter(each[name] for each in counters) for name in counters[0]}


def test_tables_of_other_sizes_and_options_are_counted_apart(
    service: MatchService, runner: ProjectionRunner, statistics: Statistics
) -> None:
    append_played(service.logs, seats=2)
    append_played(service.logs, seats=3)
    short = start(service, 3, options={"tokens": "first_game"})
    play_to_the_end(service, short)
    runner.catch_up()
    assert [(found.seats, found.options["tokens"], found.matches) for found in statistics.of(GAME)] == [
        (2, "standard", 1),
        (3, "first_game", 1),
        (3, "standard", 1),
    ]


def test_the_length_in_minutes_runs_from_the_start_to_the_end(
    service: MatchService,
    runner: ProjectionRunner,
    statistics: Statistics,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    match = open_table(service, bots={0: "random", 1: "random"})
    assert any(isinstance(recorded.event, MatchStarted) for recorded in service.logs.read(match))
    clock.pass_seconds(179)
    decree(monkeypatch, Outcome("by-decree", ((0, 1),), (3, 3)))
    service.handle(match, answer(service, match, actor=SERVER))
    runner.catch_up()
    (found,) = statistics.of(GAME)
    assert found.minutes == {2: 1}
    assert found.moves == {1: 1}
    assert found.scores == {3: 2}
    assert (found.won_by_seat, found.shared_by_seat) == ({}, {0: 1, 1: 1})
    assert found.shared_by_turn == {0: 1}


def test_matches_that_run_or_were_aborted_count_nowhere(
    service: MatchService, runner: ProjectionRunner, statistics: Statistics
) -> None:
    start(service)
    aborted = open_table(service)
    service.handle(aborted, Abort(id=command(), actor=person(0)))
    runner.catch_up()
    assert statistics.of(GAME) == []


def test_a_match_that_nobody_played_on_is_finished_but_tells_nothing_about_the_game(
    service: MatchService, runner: ProjectionRunner, statistics: Statistics
) -> None:
    match = start(service)
    service.handle(match, Resign(id=command(), actor=person(0)))
    runner.catch_up()
    (found,) = statistics.of(GAME)
    assert (found.matches, found.by_reason) == (1, {"resigned": 1})
    assert (found.moves, found.scores, found.won_by_seat, found.counters) == ({}, {}, {}, {})
