"""The match aggregate (DESIGN, section 3): seats, readiness, decisions, giving up, the end."""

from __future__ import annotations

from typing import Any

import pytest

from domain.commands import (
    ADMIN,
    SERVER,
    Abort,
    BeReady,
    CreateMatch,
    HandToBot,
    LeaveSeat,
    MakeMove,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.games.canonical import component_digest
from domain.games.registry import UnknownGame
from domain.games.rules import InvalidOptions
from domain.match_events import (
    MatchAborted,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    MoveMade,
    SeatReady,
    SeatTaken,
)
from domain.match_state import IDLE_HOURS
from domain.refusals import (
    AlreadyReady,
    AlreadySeated,
    DecisionClosed,
    InvalidEntropy,
    InvalidMove,
    InvalidSeats,
    MatchNotOpen,
    MatchNotRunning,
    MatchOver,
    NoSuchSeat,
    NotAllowed,
    NotAwaited,
    NotDue,
    NotIdle,
    NotSeated,
    NotYourSeat,
    SeatOccupied,
    SeatsFixed,
    StaleVersion,
    TableFull,
    TableNotFull,
    UnknownBot,
)
from domain.sealing import SECRET_BYTES, secret_commitment
from tests.domain.table import MATCH, Table, rebuilt

GAME = "nova_luna"
ENTROPY = bytes(SECRET_BYTES)


def open_table(seats: int = 2, **more: Any) -> Table:
    return Table(GAME, seats, start=False, **more)


def sit(table: Table, seat: int, **more: Any) -> None:
    table.give(TakeSeat, actor=table.player(seat), seat=seat, entropy=ENTROPY, **more)


class TestCreating:
    def test_commits_to_the_secret_and_names_rules_options_and_components(self) -> None:
        table = open_table()
        created = table.events[0].event
        assert isinstance(created, MatchCreated)
        assert created.commitment == secret_commitment(MATCH, table.match.secret)
        assert (created.game, created.rules, created.options) == (GAME, 1, {"tokens": "standard"})
        assert created.digest == component_digest(table.match.rules.components)

    def test_the_secret_is_not_in_the_line(self) -> None:
        table = open_table()
        assert table.match.secret.hex().encode() not in table.events[0].line
        assert table.match.secret.hex().encode() in table.events[0].private

    def test_happens_once(self) -> None:
        table = open_table()
        again = CreateMatch(
            id="2" * 32,
            actor=table.player(0),
            game=GAME,
            seats=3,
            options={},
            bots={},
            secret=bytes(SECRET_BYTES),
        )
        with pytest.raises(MatchNotOpen, match="a match is created once"):
            table.match.handle(again, table.clock())
        assert (table.match.version, len(table.match.seats)) == (1, 2)

    @pytest.mark.parametrize("seats", [0, 1, 5, -1])
    def test_a_game_is_for_its_numbers_of_players_only(self, seats: int) -> None:
        with pytest.raises(InvalidSeats, match="2 to 4 players"):
            open_table(seats)

    def test_unknown_game(self) -> None:
        with pytest.raises(UnknownGame, match="nova_luna"):
            Table("chess", 2)

    @pytest.mark.parametrize("options", [{"tokens": "few"}, {"colour": "red"}, {"tokens": 3}])
    def test_unknown_options_are_refused(self, options: dict[str, Any]) -> None:
        with pytest.raises(InvalidOptions):
            open_table(options=options)

    def test_unknown_bot(self) -> None:
        with pytest.raises(UnknownBot, match="random"):
            open_table(bots={1: "deep_blue"})

    def test_a_bot_cannot_sit_where_there_is_no_seat(self) -> None:
        with pytest.raises(InvalidSeats, match="no seat 2"):
            open_table(bots={2: "random"})

    def test_a_table_of_bots_alone_starts_at_once(self) -> None:
        table = open_table(bots={0: "random", 1: "greedy"})
        assert table.match.status == "running"
        assert [event.type for event in table.events[:4]] == [
            "match.MatchCreated", "match.SeatTaken", "match.SeatTaken", "match.MatchStarted",
        ]  # fmt: skip


class TestSeats:
    def test_the_first_free_seat_is_taken_when_none_is_named(self) -> None:
        table = open_table(3, bots={0: "random"})
        table.give(TakeSeat, actor=table.player(7), entropy=ENTROPY)
        assert table.match.seat_of("player-7") == 1

    def test_a_commitment_is_in_the_line_and_the_entropy_is_not(self) -> None:
        table = open_table()
        table.sit_down()
        taken = table.events[-1].event
        assert isinstance(taken, SeatTaken)
        assert taken.entropy_by == "player"
        assert taken.entropy is None

    def test_entropy_drawn_by_the_server_is_sealed_for_auditors(self) -> None:
        table = open_table()
        sit(table, 0)
        taken = table.events[-1]
        assert b'"entropy":{"sealed":"' in taken.line
        assert taken.openings(0, table.match.salt_key) == []
        assert [o.value for o in taken.openings("auditor", table.match.salt_key)] == [ENTROPY.hex()]

    def test_only_players_sit_down(self) -> None:
        with pytest.raises(NotAllowed):
            open_table().give(TakeSeat, actor=ADMIN, seat=0, entropy=ENTROPY)

    def test_taken_unknown_and_full(self) -> None:
        table = open_table()
        sit(table, 0)
        with pytest.raises(SeatOccupied):
            table.give(TakeSeat, actor=table.player(1), seat=0, entropy=ENTROPY)
        with pytest.raises(NoSuchSeat):
            table.give(TakeSeat, actor=table.player(1), seat=2, entropy=ENTROPY)
        with pytest.raises(AlreadySeated):
            table.give(TakeSeat, actor=table.player(0), seat=1, entropy=ENTROPY)
        sit(table, 1)
        with pytest.raises(TableFull):
            table.give(TakeSeat, actor=table.player(2), entropy=ENTROPY)

    def test_a_seat_left_is_free_again(self) -> None:
        table = open_table()
        sit(table, 0)
        table.give(LeaveSeat, actor=table.player(0), seat=0)
        sit(table, 0)
        assert table.match.seat_of("player-0") == 0

    def test_only_ones_own_seat_is_left(self) -> None:
        table = open_table()
        sit(table, 0)
        sit(table, 1)
        with pytest.raises(NotYourSeat):
            table.give(LeaveSeat, actor=table.player(0), seat=1)
        with pytest.raises(NotSeated):
            table.give(LeaveSeat, actor=table.player(5), seat=1)

    def test_from_the_first_ready_on_no_seat_is_left_or_taken(self) -> None:
        table = open_table(2)
        table.sit_down()
        table.give(BeReady, actor=table.player(0), entropy=table.entropy(0))
        with pytest.raises(SeatsFixed):
            table.give(LeaveSeat, actor=table.player(1), seat=1)


class TestSeatingBots:
    def test_by_who_opened_the_table_on_a_free_seat(self) -> None:
        table = open_table()
        caused = table.give(SeatBot, actor=table.player(0), seat=1, bot="greedy")
        assert [event.by for event in caused] == ["player"]
        assert caused[0].event == SeatTaken(command=f"{2:032x}", seat=1, bot="greedy")
        assert not table.match.seats[1].is_person

    def test_without_a_seat_named_on_the_first_free_one(self) -> None:
        table = open_table()
        sit(table, 0)
        table.give(SeatBot, actor=table.player(0), bot="random")
        assert [seat.bot for seat in table.match.seats] == [None, "random"]
        assert table.events[-1].by == 0

    def test_not_by_others(self) -> None:
        table = open_table()
        sit(table, 1)
        for actor in (table.player(1), table.player(5), ADMIN):
            with pytest.raises(NotAllowed):
                table.give(SeatBot, actor=actor, seat=0, bot="greedy")

    def test_not_where_somebody_sits_and_not_one_that_the_game_lacks(self) -> None:
        table = open_table()
        sit(table, 1)
        with pytest.raises(SeatOccupied):
            table.give(SeatBot, actor=table.player(0), seat=1, bot="greedy")
        with pytest.raises(NoSuchSeat):
            table.give(SeatBot, actor=table.player(0), seat=2, bot="greedy")
        with pytest.raises(UnknownBot, match="greedy"):
            table.give(SeatBot, actor=table.player(0), seat=0, bot="deep")
        table.give(SeatBot, actor=table.player(0), seat=0, bot="greedy")
        with pytest.raises(TableFull):
            table.give(SeatBot, actor=table.player(0), bot="greedy")

    def test_not_once_it_runs(self) -> None:
        with pytest.raises(MatchNotOpen):
            (table := Table(GAME, 2)).give(SeatBot, actor=table.player(0), bot="greedy")

    def test_a_table_that_is_full_of_bots_starts_at_once(self) -> None:
        table = open_table()
        first = table.give(SeatBot, actor=table.player(0), bot="greedy")
        assert len(first) == 1
        caused = table.give(SeatBot, actor=table.player(0), bot="random")
        assert isinstance(caused[1].event, MatchStarted)
        assert table.match.status == "running"

    def test_the_last_person_starts_the_match_with_the_bots(self) -> None:
        table = open_table()
        sit(table, 0)
        table.give(SeatBot, actor=table.player(0), bot="greedy")
        table.give(BeReady, actor=table.player(0))
        assert table.match.status == "running"


class TestReady:
    def test_the_last_one_ready_starts_the_match(self) -> None:
        table = open_table()
        table.sit_down()
        table.give(BeReady, actor=table.player(0), entropy=table.entropy(0))
        assert not any(isinstance(event.event, MatchStarted) for event in table.events)
        caused = table.give(BeReady, actor=table.player(1), entropy=table.entropy(1))
        assert table.match.status == "running"
        assert isinstance(caused[0].event, SeatReady)
        assert isinstance(caused[1].event, MatchStarted)
        assert {event.by for event in caused} == {1}

    def test_not_before_all_seats_are_taken(self) -> None:
        table = open_table()
        sit(table, 0)
        with pytest.raises(TableNotFull, match="free: 1"):
            table.give(BeReady, actor=table.player(0))

    def test_the_entropy_must_be_the_one_committed_to(self) -> None:
        table = open_table()
        table.sit_down()
        for wrong in (table.entropy(1), b"", b"short", None):
            with pytest.raises(InvalidEntropy):
                table.give(BeReady, actor=table.player(0), entropy=wrong)

    def test_a_seat_whose_entropy_the_server_drew_need_not_say_it(self) -> None:
        table = open_table()
        sit(table, 0)
        sit(table, 1)
        table.give(BeReady, actor=table.player(0))
        ready = table.events[-1].event
        assert isinstance(ready, SeatReady)
        assert ready.entropy == ENTROPY.hex()

    def test_ready_is_said_once_by_who_sits(self) -> None:
        table = open_table()
        table.sit_down()
        table.give(BeReady, actor=table.player(0), entropy=table.entropy(0))
        with pytest.raises(AlreadyReady):
            table.give(BeReady, actor=table.player(0), entropy=table.entropy(0))
        with pytest.raises(NotSeated):
            table.give(BeReady, actor=table.player(5), entropy=table.entropy(0))

    def test_withheld_entropy_aborts_the_match_after_120_seconds(self) -> None:
        table = open_table()
        table.sit_down()
        table.give(BeReady, actor=table.player(0), entropy=table.entropy(0), at="2026-03-01T10:00:00.000Z")
        assert table.match.ready_deadline() == "2026-03-01T10:02:00.000Z"
        with pytest.raises(NotDue):
            table.give(Abort, actor=SERVER, at="2026-03-01T10:01:59.999Z")
        table.give(Abort, actor=SERVER, at="2026-03-01T10:02:00.000Z")
        aborted = table.events[-1].event
        assert isinstance(aborted, MatchAborted)
        assert (aborted.reason, aborted.seats) == ("entropy-withheld", (1,))
        assert aborted.secret == table.match.secret.hex()

    def test_the_match_is_not_aborted_for_waiting_before_anybody_is_ready(self) -> None:
        table = open_table()
        table.sit_down()
        assert table.match.ready_deadline() is None
        with pytest.raises(NotDue):
            table.give(Abort, actor=SERVER, at="2030-01-01T00:00:00.000Z")


class TestAborting:
    def test_by_the_creator_a_seated_player_or_an_admin(self) -> None:
        for actor in (Table.player, lambda table, _: table.player(1), lambda *_: ADMIN):
            table = open_table()
            table.sit_down()
            table.give(Abort, actor=actor(table, 0))
            assert table.match.status == "aborted"

    def test_not_by_others(self) -> None:
        with pytest.raises(NotSeated):
            (table := open_table()).give(Abort, actor=table.player(5))

    def test_not_once_it_runs(self) -> None:
        with pytest.raises(MatchNotOpen):
            (table := Table(GAME, 2)).give(Abort, actor=table.player(0))

    def test_nothing_happens_after_that(self) -> None:
        table = open_table()
        table.give(Abort, actor=table.player(0))
        with pytest.raises(MatchOver):
            sit(table, 0)


class TestMoves:
    def test_decision_and_outcome_are_both_in_the_log(self) -> None:
        table = Table(GAME, 2)
        (seat,) = table.owing()
        caused = table.move(seat, {"type": "take", "space": 1, "cell": [0, 0]})
        made = caused[0].event
        assert isinstance(made, MoveMade)
        assert (made.seat, made.decision, made.rules) == (seat, 1, 1)
        assert made.move == {"type": "take", "space": 1, "cell": (0, 0)}
        assert [event.type for event in caused[1:4]] == [
            "nova_luna.TileTaken", "nova_luna.TilePlaced", "nova_luna.MoonAdvanced",
        ]  # fmt: skip

    def test_a_refused_move_leaves_no_trace(self) -> None:
        table = Table(GAME, 2)
        (seat,) = table.owing()
        before = rebuilt(table.events)
        moves: list[tuple[dict[str, Any], type[Exception]]] = [
            ({"type": "take", "space": 1, "cell": [5, 5]}, Exception),
            ({"type": "take", "space": 1}, InvalidMove),
            ({"type": "take", "space": "1", "cell": [0, 0]}, InvalidMove),
            ({"type": "fly"}, InvalidMove),
            ({}, InvalidMove),
            ({"type": "refill", "why": "not"}, InvalidMove),
        ]
        for move, refusal in moves:
            with pytest.raises(refusal):
                table.move(seat, move)
        assert (table.match.version, table.match.head) == (before.version, before.head)
        assert table.match.state == before.state

    @pytest.mark.parametrize(
        "move",
        [None, 7, [1], "take", {"type": "take\ud800"}, {"type": "x" * 100_000}, {"type": ["take"]}, {7: 7}],
    )
    def test_whatever_is_no_move_is_refused_in_a_short_sentence(self, move: Any) -> None:
        table = Table(GAME, 2)
        (seat,) = table.owing()
        with pytest.raises(InvalidMove) as refused:
            table.give(MakeMove, actor=table.player(seat), decision=1, move=move)
        assert len(str(refused.value)) < 500

    def test_only_who_owes_an_answer_moves(self) -> None:
        table = Table(GAME, 2)
        (seat,) = table.owing()
        with pytest.raises(NotAwaited, match=f"waits for seat {seat}"):
            table.move(1 - seat, {"type": "take", "space": 1, "cell": [0, 0]})
        with pytest.raises(NotSeated):
            table.move(5, {"type": "take", "space": 1, "cell": [0, 0]})

    @pytest.mark.parametrize("decision", [0, 2, 99, -1])
    def test_a_move_counts_for_the_decision_it_names_only(self, decision: int) -> None:
        table = Table(GAME, 2)
        (seat,) = table.owing()
        with pytest.raises(DecisionClosed) as refused:
            table.move(seat, {"type": "take", "space": 1, "cell": [0, 0]}, decision)
        assert refused.value.version == table.match.version

    def test_a_caller_may_insist_on_a_version(self) -> None:
        table = Table(GAME, 2)
        (seat,) = table.owing()
        move = {"type": "take", "space": 1, "cell": [0, 0]}
        with pytest.raises(StaleVersion):
            table.give(MakeMove, actor=table.player(seat), decision=1, move=move, if_version=3)
        table.give(MakeMove, actor=table.player(seat), decision=1, move=move, if_version=table.match.version)

    def test_nobody_moves_before_the_start_or_after_the_end(self) -> None:
        table = open_table()
        table.sit_down()
        with pytest.raises(MatchNotRunning):
            table.move(0, {"type": "refill"}, 1)
        table = Table(GAME, 2)
        table.play_to_the_end()
        with pytest.raises(MatchOver):
            table.move(0, {"type": "refill"}, 1)

    def test_the_server_moves_for_bots_only(self) -> None:
        table = Table(GAME, 2, bots={1: "random"})
        move = {"type": "take", "space": 1, "cell": [0, 0]}
        with pytest.raises(NotAllowed):
            table.give(MakeMove, actor=SERVER, seat=0, decision=1, move=move)

    def test_time_never_goes_back(self) -> None:
        table = Table(GAME, 2)
        newest = table.match.at
        (seat,) = table.owing()
        table.give(
            MakeMove, actor=table.player(seat), decision=1, at="2000-01-01T00:00:00.000Z",
            move={"type": "take", "space": 1, "cell": [0, 0]},
        )  # fmt: skip
        assert {event.at for event in table.events[-4:]} == {newest}

    def test_the_end_tells_reason_ranking_scores_and_secret(self) -> None:
        table = Table(GAME, 3)
        table.play_to_the_end()
        ended = table.events[-1].event
        assert isinstance(ended, MatchEnded)
        assert ended.reason in ("tiles_exhausted", "all_tokens_placed")
        assert sorted(seat for group in ended.ranking for seat in group) == [0, 1, 2]
        assert len(ended.scores) == 3
        assert ended.secret == table.match.secret.hex()

    def test_commands_know_what_they_caused(self) -> None:
        table = Table(GAME, 2)
        for _ in range(5):
            caused = table.random_move()
            command = caused[0].event.command  # type: ignore[attr-defined]
            assert table.match.command_range(command) == (caused[0].version, caused[-1].version)
            table_again = rebuilt(table.events)
            assert table_again.command_range(command) == (caused[0].version, caused[-1].version)


class TestGivingUp:
    def test_one_of_two_persons_who_resigns_loses_at_once(self) -> None:
        table = Table(GAME, 2)
        table.give(Resign, actor=table.player(0))
        ended = table.events[-1].event
        assert isinstance(ended, MatchEnded)
        assert (ended.reason, ended.ranking, ended.scores) == ("resigned", ((1,), (0,)), ())

    def test_with_others_left_a_bot_plays_on_and_ranks_last(self) -> None:
        table = Table(GAME, 3)
        table.give(Resign, actor=table.player(2))
        assert table.match.status == "running"
        assert table.match.seats[2].bot == "random"
        play_with_bots(table)
        ended = table.events[-1].event
        assert isinstance(ended, MatchEnded)
        assert ended.ranking[-1] == (2,)

    def test_who_resigned_does_not_move_any_more(self) -> None:
        table = Table(GAME, 3)
        (seat,) = table.owing()
        table.give(Resign, actor=table.player(seat))
        with pytest.raises(NotAllowed, match="a bot plays"):
            table.move(seat, {"type": "take", "space": 1, "cell": [0, 0]})
        with pytest.raises(NotAllowed):
            table.give(Resign, actor=table.player(seat))

    def test_several_who_resign_rank_the_later_the_better(self) -> None:
        table = Table(GAME, 4)
        for seat in (1, 3, 0):
            table.give(Resign, actor=table.player(seat))
        ended = table.events[-1].event
        assert isinstance(ended, MatchEnded)
        assert ended.ranking == ((2,), (0,), (3,), (1,))

    def test_one_person_against_bots_ends_the_match_by_resigning(self) -> None:
        table = Table(GAME, 3, bots={1: "random", 2: "random"})
        table.give(Resign, actor=table.player(0))
        ended = table.events[-1].event
        assert isinstance(ended, MatchEnded)
        assert ended.ranking == ((1, 2), (0,))

    def test_the_last_person_plays_on_against_bots_that_sat_from_the_start(self) -> None:
        table = Table(GAME, 3, bots={2: "random"})
        table.give(Resign, actor=table.player(0))
        assert table.match.status == "running"

    def test_not_before_the_start_and_not_by_others(self) -> None:
        table = open_table()
        table.sit_down()
        with pytest.raises(MatchNotRunning):
            table.give(Resign, actor=table.player(0))
        with pytest.raises(NotSeated):
            (table := Table(GAME, 2)).give(Resign, actor=table.player(5))


def after(hours: int) -> str:
    """So many hours after the simulated clock has started, and a minute."""
    return f"2026-01-{1 + hours // 24:02d}T{hours % 24:02d}:01:00.000Z"


class TestHandingToABot:
    def test_an_admin_may_at_any_time(self) -> None:
        table = Table(GAME, 3)
        table.give(HandToBot, actor=ADMIN, seat=1, bot="greedy")
        assert table.match.seats[1].bot == "greedy"
        assert table.events[-1].by == "admin"

    def test_a_fellow_player_when_the_seat_has_owed_an_answer_for_three_days(self) -> None:
        table = Table(GAME, 3)
        (owing,) = table.owing()
        other, third = (seat for seat in range(3) if seat != owing)
        with pytest.raises(NotIdle, match="an admin may act before"):
            table.give(HandToBot, actor=table.player(other), seat=owing, bot="random", at=after(71))
        late = after(IDLE_HOURS)
        with pytest.raises(NotIdle, match="does not wait"):
            table.give(HandToBot, actor=table.player(other), seat=third, bot="random", at=late)
        with pytest.raises(NotAllowed):
            table.give(HandToBot, actor=table.player(owing), seat=owing, bot="random", at=late)
        table.give(HandToBot, actor=table.player(other), seat=owing, bot="random", at=late)
        assert table.match.seats[owing].bot == "random"

    def test_what_cannot_be(self) -> None:
        table = Table(GAME, 3, bots={2: "random"})
        with pytest.raises(UnknownBot):
            table.give(HandToBot, actor=ADMIN, seat=1, bot="hal")
        with pytest.raises(NotAllowed):
            table.give(HandToBot, actor=ADMIN, seat=2, bot="random")
        with pytest.raises(NoSuchSeat):
            table.give(HandToBot, actor=ADMIN, seat=3, bot="random")

    def test_whose_seat_was_handed_over_ranks_after_all_who_stayed(self) -> None:
        table = Table(GAME, 3)
        table.give(HandToBot, actor=ADMIN, seat=0, bot="greedy")
        play_with_bots(table)
        ended = table.events[-1].event
        assert isinstance(ended, MatchEnded)
        assert ended.ranking[-1] == (0,)


def play_with_bots(table: Table) -> None:
    """Play to the end: persons at random, bots as the server would move them."""
    while table.owing():
        for decision, seat in list(table.match.owing_bots()):
            table.give(
                MakeMove,
                actor=SERVER,
                seat=seat,
                decision=decision,
                move=table.match.bot_move(decision, seat),
            )
            break
        else:
            table.random_move()


def test_a_bot_asked_again_answers_the_same() -> None:
    """So that two workers, or one after a crash, give one command."""
    table = Table(GAME, 2, bots={1: "random"})
    while 1 not in table.owing():
        table.random_move()
    decision = table.decision()
    assert table.match.bot_move(decision, 1) == rebuilt(table.events).bot_move(decision, 1)


def test_the_log_rebuilds_the_match_at_every_version() -> None:
    table = Table(GAME, 3)
    states = {}
    while table.owing():
        table.random_move()
        states[table.match.version] = (table.match.head, str(table.match.state))
    for version, (head, state) in states.items():
        again = rebuilt(table.events[:version])
        assert (again.head, str(again.state)) == (head, state)
