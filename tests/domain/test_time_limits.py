"""Time limits of decisions (ruling 14 of Alien Puppies): judged by recorded times, answered by the server,
once, also when it was down at that moment or several servers run."""

from __future__ import annotations

import threading
from uuid import UUID

import pytest
from sqlalchemy import Engine

from domain.commands import SERVER, MakeMove, server_command_id
from domain.log import Recorded
from domain.match import Match
from domain.match_events import MoveMade
from domain.refusals import NotAllowed, NotAwaited, NotDue
from domain.service import MatchService
from domain.storage import table_engine
from domain.worker import Worker
from tests.domain.stores import Clock, opened
from tests.domain.table import Table, rebuilt
from tests.domain.windows import PASS, STOP, action_of, answer, at_a_window, is_action, owing

SECONDS = 20


def at_a_timed_window(seats: int = 3) -> Table:
    """A table at which an action was announced at 10:00:00."""
    for seed in range(100):
        table = Table("alien_puppies", seats, seed=str(seed), options={"reaction_seconds": SECONDS})
        (actor,) = table.owing()
        if any(map(is_action, table.legal_moves(actor))):
            table.match.at = "2026-03-01T09:59:00.000Z"
            table.clock = lambda: "2026-03-01T10:00:00.000Z"  # type: ignore[assignment]
            table.move(actor, action_of(table.match, actor))
            return table
    raise LookupError("nobody could act")


def time_out(table: Table, seat: int, at: str, move: object = PASS) -> list[Recorded]:
    """The server answers for a seat."""
    return table.give(MakeMove, actor=SERVER, seat=seat, decision=table.decision(), move=move, at=at)


class TestMatch:
    def test_a_decision_without_a_limit_waits_for_ever(self) -> None:
        table = Table("alien_puppies", 3, options={"reaction_seconds": SECONDS})
        assert table.match.deadline() is None
        assert table.match.overdue("2030-01-01T00:00:00.000Z") == []
        with pytest.raises(NotAllowed):
            time_out(table, table.owing()[0], "2030-01-01T00:00:00.000Z")

    def test_the_time_runs_from_the_event_that_opened_the_decision(self) -> None:
        table = at_a_timed_window()
        assert table.match.deadline() == "2026-03-01T10:00:20.000Z"
        number = table.decision()
        table.give(
            MakeMove, actor=table.player(table.owing()[0]), decision=number, move=PASS,
            at="2026-03-01T10:00:15.000Z",
        )  # fmt: skip
        assert table.match.deadline() == "2026-03-01T10:00:20.000Z", "one's answer gives nobody more time"

    def test_the_server_passes_for_who_has_not_answered(self) -> None:
        table = at_a_timed_window()
        first, second = table.owing()
        table.move(first, PASS)
        assert table.match.overdue("2026-03-01T10:00:19.999Z") == []
        ((_, seat, move),) = table.match.overdue("2026-03-01T10:00:20.000Z")
        assert (seat, move) == (second, PASS)
        made, passed, *_ = time_out(table, second, "2026-03-01T10:00:20.000Z")
        assert isinstance(made.event, MoveMade)
        assert (made.by, made.event.seat, made.event.move) == ("server", second, PASS)
        assert (passed.type, passed.by) == ("alien_puppies.WindowPassed", "server")
        assert table.open_decision().kind != "window"

    def test_not_before_the_time_has_run_out(self) -> None:
        table = at_a_timed_window()
        with pytest.raises(NotDue, match=r"until 2026-03-01T10:00:20.000Z"):
            time_out(table, table.owing()[0], "2026-03-01T10:00:19.999Z")

    def test_no_other_move_than_the_one_laid_down(self) -> None:
        table = at_a_timed_window()
        with pytest.raises(NotAllowed, match="no move but the one laid down"):
            time_out(table, table.owing()[0], "2026-03-01T10:00:20.000Z", STOP)

    def test_for_nobody_who_has_answered(self) -> None:
        table = at_a_timed_window()
        first, _ = table.owing()
        table.move(first, PASS)
        with pytest.raises(NotAwaited):
            time_out(table, first, "2026-03-01T10:00:20.000Z")

    def test_a_late_answer_counts_until_the_server_has_passed(self) -> None:
        table = at_a_timed_window()
        for seat in table.owing():
            table.give(
                MakeMove, actor=table.player(seat), decision=table.decision(), move=PASS,
                at="2026-03-01T10:05:00.000Z",
            )  # fmt: skip
        assert table.open_decision().kind != "window"

    def test_a_rebuilt_match_has_the_same_deadline(self) -> None:
        """So whoever decides the log again, knowing no clock, judges a timeout as the server did."""
        table = at_a_timed_window()
        again: Match = rebuilt(table.events)
        assert again.deadline() == table.match.deadline()
        assert again.overdue("2026-03-01T10:00:20.000Z") == table.match.overdue("2026-03-01T10:00:20.000Z")


# On real stores


def work(*workers: Worker) -> None:
    while sum(worker.step() for worker in workers):
        pass


def answers(service: MatchService, match: UUID) -> list[tuple[int, int, object]]:
    """Who answered which decision, by whom, in the order of the log, from the first window on."""
    events = [event for event in service.logs.read(match) if isinstance(event.event, MoveMade)][1:]
    return [(event.event.decision, event.event.seat, event.by) for event in events]  # type: ignore[attr-defined]


def test_the_worker_passes_when_the_time_has_run_out_and_not_before(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    worker = Worker(service, engine)
    match = at_a_window(service, seconds=SECONDS)
    window = owing(service, match)
    work(worker)
    clock.pass_seconds(SECONDS - 0.001)
    work(worker)
    assert answers(service, match) == []
    clock.pass_seconds(0.001)
    work(worker)
    assert answers(service, match) == [(window.number, seat, "server") for seat in window.seats]
    assert owing(service, match).number == window.number + 1


def test_it_passes_for_those_alone_who_have_not_answered(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    match = at_a_window(service, seconds=SECONDS)
    window = owing(service, match)
    first, second = window.seats
    answer(service, match, first, PASS, window.number)
    clock.pass_seconds(SECONDS)
    work(Worker(service, engine))
    assert answers(service, match) == [(window.number, first, first), (window.number, second, "server")]


def test_a_stop_gives_everybody_the_whole_time_again(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    worker = Worker(service, engine)
    match = at_a_window(service, seconds=SECONDS, stop=1)
    window = owing(service, match)
    work(worker)
    clock.pass_seconds(SECONDS - 1)
    answer(service, match, 1, STOP, window.number)
    work(worker)
    clock.pass_seconds(SECONDS - 1)
    work(worker)
    assert owing(service, match).number == window.number + 1
    clock.pass_seconds(1)
    work(worker)
    assert owing(service, match).number == window.number + 2


def test_it_passes_also_when_the_server_was_down_at_that_moment(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    """What is due is written down with how far the worker was; another one finds it there."""
    match = at_a_window(service, seconds=SECONDS)
    work(Worker(service, engine))
    clock.pass_seconds(10 * SECONDS)
    work(Worker(service, engine))
    assert [by for _, _, by in answers(service, match)] == ["server", "server"]


def test_it_passes_also_when_no_worker_has_seen_the_window_open(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    match = at_a_window(service, seconds=SECONDS)
    clock.pass_seconds(10 * SECONDS)
    work(Worker(service, engine))
    assert [by for _, _, by in answers(service, match)] == ["server", "server"]


def test_of_two_workers_that_take_turns_one_passes(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    match = at_a_window(service, 5, seconds=SECONDS)
    workers = Worker(service, engine), Worker(service, engine)
    work(*workers)
    clock.pass_seconds(SECONDS)
    work(*workers)
    assert [by for _, _, by in answers(service, match)] == ["server"] * 4


def test_of_two_servers_at_once_one_passes(migrated: str, clock: Clock) -> None:
    """Each on its own connections, both at the same moment, several times."""
    with opened(migrated) as logs, opened(migrated) as other_logs:
        service, other = MatchService(logs, clock), MatchService(other_logs, clock)
        matches = [at_a_window(service, 4, seconds=SECONDS) for _ in range(5)]
        clock.pass_seconds(SECONDS)
        engines = [table_engine(migrated) for _ in range(2)]
        workers = [Worker(s, e) for s, e in zip((service, other), engines, strict=True)]
        start = threading.Barrier(2)

        def run(worker: Worker) -> None:
            start.wait()
            work(worker)

        threads = [threading.Thread(target=run, args=(worker,)) for worker in workers]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        for match in matches:
            window = answers(service, match)
            assert [by for _, _, by in window] == ["server"] * 3
            assert len({seat for _, seat, _ in window}) == 3
        for engine in engines:
            engine.dispose()


def test_a_timeout_given_again_after_a_crash_is_the_same_command(service: MatchService, clock: Clock) -> None:
    match = at_a_window(service, seconds=SECONDS)
    window = owing(service, match)
    clock.pass_seconds(SECONDS)
    seat = window.seats[0]
    given = MakeMove(
        id=server_command_id("timeout", match, window.number, seat),
        actor=SERVER,
        seat=seat,
        decision=window.number,
        move=PASS,
    )
    first = service.handle(match, given)
    again = service.handle(match, given)
    assert (again.version, again.replayed) == (first.version, True)


def test_a_bot_answers_at_once_and_a_person_has_its_time(
    service: MatchService, engine: Engine, clock: Clock
) -> None:
    worker = Worker(service, engine)
    for _ in range(20):
        match = at_a_window(service, seconds=SECONDS, bots={1: "random"})
        window = owing(service, match)
        work(worker)
        if owing(service, match).number == window.number:
            break
    (person,) = owing(service, match).seats
    assert person != 1
    clock.pass_seconds(SECONDS)
    work(worker)
    assert (window.number, person, "server") in answers(service, match)
