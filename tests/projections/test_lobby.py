"""The lobby: one row a match, whatever became of it."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import Engine

from domain.commands import ADMIN, SERVER, Abort, HandToBot, LeaveSeat, Resign
from domain.games.rules import Refusal
from domain.service import MatchService
from projections.lobby import Lobby, LobbyRow, SeatRow
from projections.paging import MOST, InvalidCursor
from projections.players import Players
from projections.runner import ProjectionRunner
from tests.domain.stores import (
    GAME,
    Clock,
    answer,
    append_played,
    command,
    get_ready,
    open_table,
    person,
    sit,
    start,
)

CREATED_AT = "2026-01-01T00:00:00.000Z"


@pytest.fixture
def lobby(views: Engine) -> Lobby:
    return Lobby(views)


def row_of(runner: ProjectionRunner, lobby: Lobby, match: UUID) -> LobbyRow:
    runner.catch_up()
    row = lobby.match(match)
    assert row is not None
    return row


# Rows


def test_an_open_table(service: MatchService, runner: ProjectionRunner, lobby: Lobby) -> None:
    match = open_table(service, 3, bots={1: "greedy"}, options={"tokens": "first_game"})
    assert row_of(runner, lobby, match) == LobbyRow(
        match=match,
        created=1,
        game=GAME,
        options={"tokens": "first_game"},
        creator="player-0",
        status="open",
        seats=[SeatRow(), SeatRow(bot="greedy"), SeatRow()],
        version=2,
        created_at=CREATED_AT,
        updated_at=CREATED_AT,
        ended_at=None,
        reason=None,
    )


def test_seats_that_are_taken_and_left(service: MatchService, runner: ProjectionRunner, lobby: Lobby) -> None:
    match = open_table(service)
    sit(service, match, 0)
    sit(service, match, 1)
    assert row_of(runner, lobby, match).seats == [SeatRow(player="player-0"), SeatRow(player="player-1")]
    service.handle(match, LeaveSeat(id=command(), actor=person(0), seat=0))
    row = row_of(runner, lobby, match)
    assert row.seats == [SeatRow(), SeatRow(player="player-1")]
    assert (row.status, row.version) == ("open", 4)


def test_each_event_moves_version_and_time(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby, clock: Clock
) -> None:
    match = start(service)
    clock.pass_seconds(60)
    accepted = service.handle(match, answer(service, match))
    row = row_of(runner, lobby, match)
    assert row.status == "running"
    assert row.version == accepted.version
    assert (row.created_at, row.updated_at) == (CREATED_AT, "2026-01-01T00:01:00.000Z")


def test_a_seat_that_was_given_up_names_the_player_and_who_plays_on(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby
) -> None:
    match = start(service, 4)
    service.handle(match, Resign(id=command(), actor=person(2)))
    service.handle(match, HandToBot(id=command(), actor=ADMIN, seat=3, bot="greedy"))
    row = row_of(runner, lobby, match)
    assert row.status == "running"
    assert row.seats[2:] == [SeatRow("player-2", "random"), SeatRow("player-3", "greedy")]


def test_a_match_that_ended(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby, clock: Clock
) -> None:
    (played,) = append_played(service.logs)
    resigned = start(service)
    clock.pass_seconds(1)
    service.handle(resigned, Resign(id=command(), actor=person(0)))
    row = row_of(runner, lobby, resigned)
    assert (row.status, row.reason, row.ended_at) == ("ended", "resigned", "2026-01-01T00:00:01.000Z")
    row = row_of(runner, lobby, played)
    last = service.logs.read(played)[-1]
    assert (row.status, row.version, row.ended_at) == ("ended", last.version, last.at)


def test_a_match_that_was_aborted(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby, clock: Clock
) -> None:
    closed = open_table(service)
    service.handle(closed, Abort(id=command(), actor=person(0)))
    withheld = open_table(service)
    sit(service, withheld, 0)
    sit(service, withheld, 1)
    get_ready(service, withheld, 1)
    clock.pass_seconds(120)
    service.handle(withheld, Abort(id=command(), actor=SERVER))
    row = row_of(runner, lobby, closed)
    assert (row.status, row.reason, row.ended_at) == ("aborted", "aborted", CREATED_AT)
    row = row_of(runner, lobby, withheld)
    assert (row.status, row.reason) == ("aborted", "entropy-withheld")


def test_a_match_that_it_has_not_seen_yet(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby
) -> None:
    assert lobby.match(open_table(service)) is None
    assert lobby.list() == ([], None)


# Lists


def matches(lobby: Lobby, **asked: object) -> list[UUID]:
    return [row.match for row in lobby.list(**asked).items]  # type: ignore[arg-type]


def test_the_newest_match_comes_first(service: MatchService, runner: ProjectionRunner, lobby: Lobby) -> None:
    one, two, three = (open_table(service) for _ in range(3))
    sit(service, one, 0)
    runner.catch_up()
    assert matches(lobby) == [three, two, one]


def test_matches_are_found_by_status(service: MatchService, runner: ProjectionRunner, lobby: Lobby) -> None:
    table, running, resigned, aborted = (
        open_table(service),
        start(service),
        start(service),
        open_table(service),
    )
    service.handle(resigned, Resign(id=command(), actor=person(0)))
    service.handle(aborted, Abort(id=command(), actor=person(0)))
    runner.catch_up()
    assert matches(lobby, status="open") == [table]
    assert matches(lobby, status="running") == [running]
    assert matches(lobby, status="ended") == [resigned]
    assert matches(lobby, status="aborted") == [aborted]


def test_matches_are_found_by_game(service: MatchService, runner: ProjectionRunner, lobby: Lobby) -> None:
    match = open_table(service)
    runner.catch_up()
    assert matches(lobby, game=GAME) == [match]
    assert matches(lobby, game="chess") == []


def test_matches_are_found_by_player(service: MatchService, runner: ProjectionRunner, lobby: Lobby) -> None:
    """By who sits there, or sat there to the end; not by who opened the table, or left it."""
    opened, left, sits, given_up = (
        open_table(service),
        open_table(service),
        open_table(service),
        start(service, 3),
    )
    sit(service, left, 0)
    runner.catch_up()
    assert matches(lobby, player="player-0") == [given_up, left]
    service.handle(left, LeaveSeat(id=command(), actor=person(0), seat=0))
    sit(service, sits, 0)
    service.handle(given_up, Resign(id=command(), actor=person(0)))
    runner.catch_up()
    assert matches(lobby, player="player-0") == [given_up, sits]
    assert matches(lobby, player="nobody") == []
    assert opened in matches(lobby)


def test_conditions_go_together(service: MatchService, runner: ProjectionRunner, lobby: Lobby) -> None:
    start(service)
    sits = open_table(service)
    sit(service, sits, 0)
    open_table(service)
    runner.catch_up()
    assert matches(lobby, game=GAME, status="open", player="player-0") == [sits]


# Pages


def test_pages_lead_from_the_newest_to_the_oldest(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby
) -> None:
    made = [open_table(service) for _ in range(7)]
    runner.catch_up()
    seen: list[UUID] = []
    sizes: list[int] = []
    cursor = None
    while True:
        page = lobby.list(cursor=cursor, limit=3)
        seen += [row.match for row in page.items]
        sizes.append(len(page.items))
        cursor = page.next_cursor
        if cursor is None:
            break
    assert seen == made[::-1]
    assert sizes == [3, 3, 1]


def test_a_page_that_holds_the_rest_has_no_next(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby
) -> None:
    for _ in range(3):
        open_table(service)
    runner.catch_up()
    assert lobby.list(limit=3).next_cursor is None
    assert lobby.list(limit=2).next_cursor is not None


def test_leafing_misses_nothing_and_repeats_nothing_while_matches_come_and_change(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby
) -> None:
    made = [open_table(service) for _ in range(4)]
    runner.catch_up()
    first = lobby.list(limit=2)
    open_table(service)
    sit(service, made[0], 0)
    runner.catch_up()
    second = lobby.list(limit=2, cursor=first.next_cursor)
    assert [row.match for row in first.items + second.items] == made[::-1]


@pytest.mark.parametrize(
    "cursor", ["", "x", "%%%", "bG9iYnk6", "bG9iYnk6LTE", "bG9iYnk6MQ==", "ü", "A" * 5000]
)
def test_a_cursor_that_was_never_given_out_is_refused(views: Engine, cursor: str) -> None:
    with pytest.raises(InvalidCursor, match="begin without one") as refused:
        Lobby(views).list(cursor=cursor)
    assert isinstance(refused.value, Refusal)
    assert refused.value.code == "invalid-cursor"


def test_a_cursor_of_another_list_is_refused(
    service: MatchService, runner: ProjectionRunner, lobby: Lobby, views: Engine
) -> None:
    for _ in range(2):
        open_table(service)
    runner.catch_up()
    with pytest.raises(InvalidCursor):
        Players(views).results("player-0", cursor=lobby.list(limit=1).next_cursor)


def test_pages_are_bounded(lobby: Lobby, runner: ProjectionRunner, service: MatchService) -> None:
    for _ in range(2):
        open_table(service)
    runner.catch_up()
    assert len(lobby.list(limit=10**9).items) == 2
    assert MOST < 1000
