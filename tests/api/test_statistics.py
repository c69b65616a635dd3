"""A game's statistics over the API, against a recount of the logs."""

from __future__ import annotations

from collections import Counter
from statistics import fmean, median
from typing import Any

import pytest

from api.context import Services
from domain.match_events import MatchEnded, MoveMade
from projections.runner import ProjectionRunner
from tests.api.caller import API, GAME, Caller, problem
from tests.domain.stores import append_played, played


@pytest.fixture
def tables(services: Services, runner: ProjectionRunner, anyone: Caller) -> list[dict[str, Any]]:
    """The statistics of some matches for two and for three."""
    append_played(services.service.logs, 2, 4)
    append_played(services.service.logs, 3, 2)
    runner.catch_up()
    told = anyone.get(f"{API}/statistics/{GAME}").get_json()
    assert told["game"] == GAME
    found: list[dict[str, Any]] = told["tables"]
    return found


def test_by_number_of_seats(tables: list[dict[str, Any]]) -> None:
    assert [(table["seats"], table["matches"]) for table in tables] == [(2, 4), (3, 2)]
    assert all(table["options"] for table in tables)
    assert all(sum(table["by_reason"].values()) == table["matches"] for table in tables)


def test_lengths_and_scores(tables: list[dict[str, Any]]) -> None:
    logs = played(2, 4)
    moves = [sum(isinstance(event.event, MoveMade) for event in log) for log in logs]
    scores = [score for log in logs for score in _ended(log).scores]
    for told, values in ((tables[0]["moves"], moves), (tables[0]["scores"], scores)):
        assert told["values"] == [
            {"value": value, "count": count} for value, count in sorted(Counter(values).items())
        ]
        assert (told["count"], told["least"], told["most"]) == (len(values), min(values), max(values))
        assert told["mean"] == pytest.approx(fmean(values), abs=0.001)
        assert told["median"] == median(values)
    assert tables[0]["minutes"]["count"] == 4


def test_what_it_is_worth_to_sit_or_move_first(tables: list[dict[str, Any]]) -> None:
    won = Counter(
        seat
        for log in played(2, 4)
        for group in [_ended(log).ranking[0]]
        for seat in group
        if len(group) == 1
    )
    by_seat, by_turn = tables[0]["by_seat"], tables[0]["by_turn"]
    assert [(seat["index"], seat["won"]) for seat in by_seat] == [(0, won[0]), (1, won[1])]
    assert [turn["index"] for turn in by_turn] == [0, 1]
    assert sum(turn["won"] for turn in by_turn) == sum(won.values())


def _ended(log: Any) -> MatchEnded:
    ended = log[-1].event
    assert isinstance(ended, MatchEnded)
    return ended


def test_games_without_matches(anyone: Caller) -> None:
    assert anyone.get(f"{API}/statistics/{GAME}").get_json() == {"game": GAME, "tables": []}
    problem(anyone.get(f"{API}/statistics/chess"), 404, "unknown-game")
    problem(anyone.get(f"{API}/statistics/{GAME}?seats=2"), 422, "invalid-request")
    problem(anyone.get(f"{API}/statistics/{GAME}?after_position=x"), 422, "invalid-position")
