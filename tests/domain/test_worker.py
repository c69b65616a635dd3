"""The worker: does what nobody asks for, once, whoever else does it too (DESIGN, section 3)."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import Engine

from domain.commands import LeaveSeat
from domain.games.canonical import canonical
from domain.games.registry import game
from domain.games.rules import Move, Picker
from domain.match_events import MatchAborted, MatchEnded, MoveMade
from domain.match_state import READY_SECONDS
from domain.refusals import StoreUnavailable
from domain.service import MatchService
from domain.storage import MatchLogs, table_engine
from domain.worker import RETRY_MATCH_SECONDS, Worker
from tests.domain.stores import (
    GAME,
    Clock,
    answer,
    command,
    get_ready,
    interrupted,
    open_table,
    opened,
    owed,
    person,
    raising,
    sit,
    start,
)

BOTS = {0: "random", 1: "greedy"}


@pytest.fixture
def worker(service: MatchService, engine: Engine) -> Worker:
    return Worker(service, engine)


def work(*workers: Worker) -> None:
    """Let workers do all that is due now."""
    while sum(worker.step() for worker in workers):
        pass


def end_of(service: MatchService, match: UUID) -> MatchEnded | MatchAborted | None:
    with service.reading(match) as current:
        return current.ended


def moves_of(service: MatchService, match: UUID) -> list[MoveMade]:
    events = (recorded.event for recorded in service.logs.read(match))
    return [event for event in events if isinstance(event, MoveMade)]


def check_decided_once(service: MatchService, match: UUID) -> None:
    """Each decision was answered once, in turn; the log folds."""
    decisions = [move.decision for move in moves_of(service, match)]
    assert decisions == list(range(1, len(decisions) + 1))


# Bots


def test_a_table_of_bots_plays_to_the_end(service: MatchService, worker: Worker) -> None:
    match = open_table(service, bots=BOTS)
    work(worker)
    assert isinstance(end_of(service, match), MatchEnded)
    check_decided_once(service, match)
    by = {recorded.by for recorded in service.logs.read(match) if recorded.type == "match.MoveMade"}
    assert by == {"server"}


def test_bots_play_with_a_person_to_the_end(service: MatchService, worker: Worker) -> None:
    match = start(service, 3, bots={1: "random", 2: "random"})
    while end_of(service, match) is None:
        work(worker)
        if owed(service, match) is not None:
            assert owed_seat(service, match) == 0
            service.handle(match, answer(service, match))
    check_decided_once(service, match)
    assert {move.seat for move in moves_of(service, match)} == {0, 1, 2}


def owed_seat(service: MatchService, match: UUID) -> int:
    due = owed(service, match)
    assert due is not None
    return due[1]


def test_a_person_is_waited_for(service: MatchService, worker: Worker, clock: Clock) -> None:
    match = start(service)
    clock.pass_seconds(30 * 24 * 3600)
    work(worker)
    assert moves_of(service, match) == []


def test_what_a_bot_answers_does_not_depend_on_who_asks_or_when(
    service: MatchService, worker: Worker, clock: Clock, engine: Engine
) -> None:
    match = open_table(service, bots=BOTS)
    first = bot_answer(service, match)
    clock.pass_seconds(5)
    work(worker)
    assert canonical(moves_of(service, match)[0].move) == canonical(first)


def bot_answer(service: MatchService, match: UUID) -> dict[str, Any]:
    with service.reading(match) as current:
        ((decision, seat),) = current.owing_bots()
        return current.bot_move(decision, seat)


def test_a_running_worker_is_woken_by_what_is_stored(service: MatchService, worker: Worker) -> None:
    with running(worker):
        match = open_table(service, bots=BOTS)
        wait_until(lambda: end_of(service, match) is not None)


def wait_until(done: Callable[[], bool]) -> None:
    """Return when it is so; fail when it never comes to that."""
    pause = threading.Event()
    for _ in range(2000):
        if done():
            return
        pause.wait(0.01)
    pytest.fail("it never came to that")


@contextmanager
def running(*workers: Worker) -> Iterator[None]:
    """Workers at work, each in a thread, for the time of the context."""
    threads = [threading.Thread(target=worker.run) for worker in workers]
    for thread in threads:
        thread.start()
    try:
        yield
    finally:
        for worker in workers:
            worker.stop()
        for thread in threads:
            thread.join()


# Several workers, and crashes


def test_two_workers_that_take_turns_do_no_harm(
    service: MatchService, engine: Engine, migrated: str, clock: Clock
) -> None:
    with opened(migrated) as logs:
        one, two = Worker(service, engine), Worker(MatchService(logs, clock), engine)
        matches = [open_table(service, bots=BOTS) for _ in range(2)]
        work(one, two)
    for match in matches:
        assert isinstance(end_of(service, match), MatchEnded)
        check_decided_once(service, match)


def test_two_workers_at_once_do_no_harm(
    service: MatchService, engine: Engine, migrated: str, clock: Clock, caplog: pytest.LogCaptureFixture
) -> None:
    """As two processes have them: each its own connections."""
    other_engine = table_engine(migrated)
    with opened(migrated) as logs:
        workers = Worker(service, engine), Worker(MatchService(logs, clock), other_engine)
        matches = [open_table(service, bots=BOTS) for _ in range(2)]
        with running(*workers):
            wait_until(lambda: all(end_of(service, match) for match in matches))
    other_engine.dispose()
    for match in matches:
        check_decided_once(service, match)
    assert caplog.messages == []


def test_a_worker_that_was_killed_before_it_wrote_down_its_position_does_nothing_twice(
    service: MatchService, engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = open_table(service, bots=BOTS)
    killed = Worker(service, engine)
    monkeypatch.setattr(killed, "_save", lambda *_: raising(KeyboardInterrupt())())
    with pytest.raises(KeyboardInterrupt):
        killed.step()
    assert len(moves_of(service, match)) == 1
    fresh = Worker(service, engine)
    assert fresh.step()
    assert [move.decision for move in moves_of(service, match)] == [1, 2]
    work(fresh)
    check_decided_once(service, match)


def test_a_worker_that_was_killed_after_storing_an_answer_goes_on(
    engine: Engine, migrated: str, clock: Clock
) -> None:
    with interrupted(migrated) as logs:
        service = MatchService(logs, clock)
        match = open_table(service, bots=BOTS)
        logs.after = raising(KeyboardInterrupt())
        with pytest.raises(KeyboardInterrupt):
            Worker(service, engine).step()
        work(Worker(MatchService(logs, clock), engine))
        check_decided_once(service, match)
        assert isinstance(end_of(service, match), MatchEnded)


def test_a_fresh_worker_does_not_begin_from_the_first_event_again(
    service: MatchService, engine: Engine, worker: Worker
) -> None:
    open_table(service, bots=BOTS)
    work(worker)
    assert not Worker(service, engine).step()


def test_a_worker_outlives_an_absence_of_the_store(
    engine: Engine,
    migrated: str,
    clock: Clock,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr("domain.worker.RETRY_SECONDS", 0.01)
    with interrupted(migrated) as logs:
        service = MatchService(logs, clock)
        match = open_table(service, bots=BOTS)
        logs.before = raising(StoreUnavailable("gone"))
        with running(Worker(service, engine)):
            wait_until(lambda: end_of(service, match) is not None)
        check_decided_once(service, match)
    assert caplog.messages == ["the worker waits for the database: gone"]


# Entropies that are withheld


def withhold(service: MatchService) -> UUID:
    """A table where seat 0 is ready and seat 1 never will be."""
    match = open_table(service)
    sit(service, match, 0)
    sit(service, match, 1)
    get_ready(service, match, 0)
    return match


def check_aborted(service: MatchService, match: UUID) -> None:
    ended = end_of(service, match)
    assert isinstance(ended, MatchAborted)
    assert (ended.reason, ended.seats) == ("entropy-withheld", (1,))
    assert [event.type for event in service.logs.read(match)].count("match.MatchAborted") == 1


def test_a_match_whose_entropy_is_withheld_is_aborted_in_time(
    service: MatchService, worker: Worker, clock: Clock
) -> None:
    match = withhold(service)
    work(worker)
    clock.pass_seconds(READY_SECONDS - 0.001)
    work(worker)
    assert end_of(service, match) is None
    clock.pass_seconds(0.001)
    work(worker)
    check_aborted(service, match)
    assert not worker.step()


def test_time_runs_from_the_first_who_is_ready_not_from_what_happens_later(
    service: MatchService, worker: Worker, clock: Clock
) -> None:
    match = open_table(service, 3)
    for seat in range(3):
        sit(service, match, seat)
    get_ready(service, match, 0)
    clock.pass_seconds(READY_SECONDS - 10)
    get_ready(service, match, 2)
    work(worker)
    clock.pass_seconds(10)
    work(worker)
    check_aborted(service, match)


def test_a_match_that_starts_in_time_is_not_aborted(
    service: MatchService, worker: Worker, clock: Clock
) -> None:
    match = withhold(service)
    work(worker)
    get_ready(service, match, 1)
    clock.pass_seconds(READY_SECONDS)
    work(worker)
    assert end_of(service, match) is None


def test_a_table_where_nobody_is_ready_may_wait_for_ever(
    service: MatchService, worker: Worker, clock: Clock
) -> None:
    match = open_table(service)
    sit(service, match, 0)
    service.handle(match, LeaveSeat(id=command(), actor=person(0), seat=0))
    clock.pass_seconds(10**6)
    work(worker)
    assert end_of(service, match) is None


def test_it_is_aborted_also_when_the_worker_was_down_at_that_moment(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    """What is due is in a table: a fresh worker finds it there, although nothing happens any more."""
    match = withhold(service)
    work(Worker(service, engine))
    clock.pass_seconds(10 * READY_SECONDS)
    work(Worker(service, engine))
    check_aborted(service, match)
    assert not Worker(service, engine).step()


def test_it_is_aborted_also_when_no_worker_has_seen_the_match_before(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    match = withhold(service)
    clock.pass_seconds(10 * READY_SECONDS)
    work(Worker(service, engine))
    check_aborted(service, match)


def test_of_two_workers_one_aborts_it(
    service: MatchService, engine: Engine, migrated: str, clock: Clock
) -> None:
    with opened(migrated) as logs:
        one, two = Worker(service, engine), Worker(MatchService(logs, clock), engine)
        match = withhold(service)
        work(one, two)
        clock.pass_seconds(READY_SECONDS)
        work(two, one)
    check_aborted(service, match)


def test_a_worker_that_lags_behind_does_not_undo_what_another_has_written_down(
    service: MatchService, engine: Engine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has looked at the match before anybody was ready, and writes down after the other one did that
    nothing is due."""
    match = open_table(service)
    sit(service, match, 0)
    sit(service, match, 1)
    late, early = Worker(service, engine), Worker(service, engine)
    save = late._save

    def save_late(*saved: Any) -> None:
        get_ready(service, match, 0)
        work(early)
        save(*saved)
        open_table(service)
        work(early)

    monkeypatch.setattr(late, "_save", save_late)
    late.step()
    clock.pass_seconds(READY_SECONDS)
    work(Worker(service, engine))
    check_aborted(service, match)


# Bots that crash


class Crash(Exception):
    """What no code foresees."""


class CrashingBot:
    """Has a bug, until it is mended."""

    mended = False

    def choose(self, view: Mapping[str, Any], legal_moves: Sequence[Move], picker: Picker) -> Move:
        """Crash."""
        if not self.mended:
            raise Crash
        return legal_moves[0]


@pytest.fixture
def crashing_bot(monkeypatch: pytest.MonkeyPatch) -> CrashingBot:
    bot = CrashingBot()
    monkeypatch.setitem(game(GAME).bots, "crashing", bot)
    return bot


def test_a_bot_that_crashes_does_not_stop_other_matches(
    service: MatchService, worker: Worker, crashing_bot: CrashingBot, caplog: pytest.LogCaptureFixture
) -> None:
    broken = open_table(service, bots={0: "crashing", 1: "crashing"})
    sound = open_table(service, bots=BOTS)
    work(worker)
    assert isinstance(end_of(service, sound), MatchEnded)
    assert moves_of(service, broken) == []
    assert caplog.messages == [f"match {broken} has to wait for its bots"]


def test_a_match_whose_bot_crashed_goes_on_when_the_bot_was_mended(
    service: MatchService, engine: Engine, worker: Worker, clock: Clock, crashing_bot: CrashingBot
) -> None:
    """Nothing happens in such a match that would call the worker again: it looks again by itself."""
    match = open_table(service, bots={0: "crashing", 1: "crashing"})
    work(worker)
    crashing_bot.mended = True
    work(worker)
    assert moves_of(service, match) == []
    clock.pass_seconds(RETRY_MATCH_SECONDS)
    work(Worker(service, engine))
    assert isinstance(end_of(service, match), MatchEnded)


def test_logs_of_the_worker_s_own_making_are_followed_by_others(
    service: MatchService, worker: Worker, logs: MatchLogs
) -> None:
    open_table(service, bots=BOTS)
    work(worker)
    assert logs.follow(logs.newest_position() - 1)[0].type == "match.MatchEnded"
