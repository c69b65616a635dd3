"""What players have achieved: compared with what their matches' logs say."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import Engine

from domain.commands import ADMIN, Abort, HandToBot, Resign
from domain.games.rules import Outcome
from domain.service import MatchService
from projections.players import Players, Result, Totals, places
from projections.runner import ProjectionRunner
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
    start,
)


@pytest.fixture
def players(views: Engine) -> Players:
    return Players(views)


def test_places_leave_room_for_those_that_are_shared() -> None:
    assert list(places([[2], [0, 3], [1]])) == [(1, [2]), (2, [0, 3]), (4, [1])]


def test_who_has_not_played_has_no_results(players: Players) -> None:
    assert players.totals("nobody") == {}
    assert players.results("nobody") == ([], None)


def test_an_open_table_counts_for_nobody_and_neither_does_an_aborted_one(
    service: MatchService, runner: ProjectionRunner, players: Players
) -> None:
    open_table(service)
    aborted = open_table(service)
    service.handle(aborted, Abort(id=command(), actor=person(0)))
    runner.catch_up()
    assert players.totals("player-0") == {}


def test_a_match_counts_from_its_start_and_is_finished_at_its_end(
    service: MatchService, runner: ProjectionRunner, players: Players
) -> None:
    match = start(service)
    runner.catch_up()
    assert players.totals("player-0") == {GAME: Totals(matches=1, finished=0, won=0, shared=0)}
    play_to_the_end(service, match)
    runner.catch_up()
    totals = [players.totals(f"player-{seat}")[GAME] for seat in range(2)]
    assert sorted(totals) == [Totals(1, 1, 0, 0), Totals(1, 1, 1, 0)]


def test_a_result_is_what_the_log_says(
    service: MatchService, runner: ProjectionRunner, players: Players
) -> None:
    (match,) = append_played(service.logs, seats=4)
    runner.catch_up()
    with service.reading(match) as current:
        ended, seats = current.ended, [seat.player for seat in current.seats]
        ended_at = current.at
    (started_at,) = (event.at for event in service.logs.read(match) if event.type == "match.MatchStarted")
    assert ended is not None
    order = [seat for group in ended.ranking for seat in group]  # type: ignore[union-attr]
    for seat, player in enumerate(seats):
        assert player is not None
        (result,) = players.results(player).items
        assert result == Result(
            match=match,
            game=GAME,
            seat=seat,
            started_at=started_at,
            ended_at=ended_at,
            reason=ended.reason,
            place=order.index(seat) + 1,
            shared=False,
            gave_up=False,
            score=ended.scores[seat],  # type: ignore[union-attr]
        )


def test_a_shared_first_place_is_counted_apart(
    service: MatchService, runner: ProjectionRunner, players: Players, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(service, 3)
    shared = Outcome(reason="by-decree", ranking=((0, 2), (1,)), scores=(5, 3, 5))
    decree(monkeypatch, shared)
    service.handle(match, answer(service, match))
    runner.catch_up()
    totals = [players.totals(f"player-{seat}")[GAME] for seat in range(3)]
    assert totals == [Totals(1, 1, 0, 1), Totals(1, 1, 0, 0), Totals(1, 1, 0, 1)]
    assert [players.results(f"player-{seat}").items[0].place for seat in range(3)] == [1, 3, 1]


def test_a_match_that_was_given_up_is_finished_with_its_reason(
    service: MatchService, runner: ProjectionRunner, players: Players, clock: Clock
) -> None:
    match = start(service)
    service.handle(match, Resign(id=command(), actor=person(0)))
    runner.catch_up()
    (lost,), (won,) = (players.results(f"player-{seat}").items for seat in range(2))
    assert (lost.place, lost.gave_up, lost.reason, lost.score, lost.ended_at) == (
        2,
        True,
        "resigned",
        None,
        clock(),
    )
    assert (won.place, won.gave_up, won.reason) == (1, False, "resigned")
    assert players.totals("player-1") == {GAME: Totals(1, 1, 1, 0)}


def test_who_gave_up_ranks_last_in_a_match_that_others_played_out(
    service: MatchService, runner: ProjectionRunner, players: Players
) -> None:
    match = start(service, 3)
    service.handle(match, Resign(id=command(), actor=person(1)))
    service.handle(match, HandToBot(id=command(), actor=ADMIN, seat=2, bot="random"))
    runner.catch_up()
    results = [players.results(f"player-{seat}").items[0] for seat in range(3)]
    assert [(result.place, result.gave_up) for result in results] == [(1, False), (3, True), (2, True)]


def test_bots_have_no_results(service: MatchService, runner: ProjectionRunner, players: Players) -> None:
    start(service, bots={1: "random"})
    runner.catch_up()
    assert players.results("random").items == []
    assert len(players.results("player-0").items) == 1


def test_results_come_in_pages_the_newest_first(
    service: MatchService, runner: ProjectionRunner, players: Players
) -> None:
    made = [start(service) for _ in range(5)]
    runner.catch_up()
    seen: list[UUID] = []
    page = players.results("player-0", limit=2)
    while page.next_cursor is not None:
        seen += [result.match for result in page.items]
        page = players.results("player-0", limit=2, cursor=page.next_cursor)
    assert seen + [result.match for result in page.items] == made[::-1]
