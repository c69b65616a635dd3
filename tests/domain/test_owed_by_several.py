"""Decisions owed by several seats at once (DESIGN, section 3): simultaneous answers all get in, in any order,
and an answer to a decision that has closed is refused, never taken for the next one."""

from __future__ import annotations

import threading
from itertools import permutations
from pathlib import Path

import pytest
from sqlalchemy import Engine

from domain.commands import Resign
from domain.match_events import MoveMade
from domain.refusals import DecisionClosed, NotAwaited
from domain.service import MatchService
from domain.simulation import Simulation
from domain.storage import MatchLogs
from domain.tables import migrate
from domain.worker import Worker
from tests.domain.stores import Clock, command, interrupted, opened, person
from tests.domain.windows import GAME, PASS, STOP, answer, answering, at_a_window, owing

SEATS = 4


@pytest.mark.parametrize("order", list(permutations(range(SEATS - 1))))
def test_answers_come_in_any_order_and_the_last_one_closes_the_decision(
    service: MatchService, order: tuple[int, ...]
) -> None:
    match = at_a_window(service, SEATS)
    window = owing(service, match)
    seats = [window.seats[place] for place in order]
    for place, seat in enumerate(seats):
        assert owing(service, match).number == window.number
        assert set(owing(service, match).seats) == set(seats[place:])
        answer(service, match, seat, PASS, window.number)
    assert owing(service, match).number == window.number + 1


def test_each_seat_answers_once(service: MatchService) -> None:
    match = at_a_window(service, SEATS)
    window = owing(service, match)
    answer(service, match, window.seats[0], PASS, window.number)
    with pytest.raises(NotAwaited, match=f"waits for seat {window.seats[1]} and {window.seats[2]}"):
        answer(service, match, window.seats[0], PASS, window.number)


def test_two_answers_at_the_same_instant_are_both_taken(migrated: str, clock: Clock) -> None:
    """Another process stores its answer right before ours: ours is decided again, and still counts."""
    with opened(migrated) as others_logs, interrupted(migrated) as own_logs:
        others, own = MatchService(others_logs, clock), MatchService(own_logs, clock)
        match = at_a_window(others, SEATS)
        window = owing(others, match)
        first, second, _ = window.seats
        own_logs.before = lambda: answer(others, match, first, PASS, window.number)
        answer(own, match, second, PASS, window.number)
        assert owing(own, match).number == window.number
        assert owing(own, match).seats == window.seats[2:]


def test_an_answer_that_lost_the_race_against_a_stop_is_refused(migrated: str, clock: Clock) -> None:
    """It was meant for the action, and must not become an answer to the Stop that came between."""
    with opened(migrated) as others_logs, interrupted(migrated) as own_logs:
        others, own = MatchService(others_logs, clock), MatchService(own_logs, clock)
        match = at_a_window(others, SEATS, stop=1)
        window = owing(others, match)
        late = next(seat for seat in window.seats if seat != 1)
        own_logs.before = lambda: answer(others, match, 1, STOP, window.number)
        with pytest.raises(DecisionClosed, match=f"decision {window.number} is closed"):
            answer(own, match, late, PASS, window.number)
        after = owing(own, match)
        assert after.number == window.number + 1
        assert late in after.seats


@pytest.mark.parametrize("_time", range(3))
def test_answers_from_many_threads_all_get_in(service: MatchService, _time: int) -> None:
    match = at_a_window(service, 5)
    window = owing(service, match)
    start = threading.Barrier(len(window.seats))
    refused: list[Exception] = []

    def give(seat: int) -> None:
        start.wait()
        try:
            answer(service, match, seat, PASS, window.number)
        except Exception as error:
            refused.append(error)

    threads = [threading.Thread(target=give, args=(seat,)) for seat in window.seats]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert refused == []
    assert owing(service, match).number == window.number + 1


def test_the_same_command_again_is_the_same_answer(service: MatchService) -> None:
    match = at_a_window(service, SEATS)
    window = owing(service, match)
    given = answering(window.seats[0], PASS, window.number)
    first = service.handle(match, given)
    again = service.handle(match, given)
    assert (again.version, again.replayed) == (first.version, True)


class TestBots:
    def test_all_who_owe_an_answer_give_it_as_soon_as_they_are_asked(
        self, service: MatchService, engine: Engine, clock: Clock
    ) -> None:
        """After the same delay whatever they hold: none at all."""
        match = at_a_window(service, SEATS, bots={1: "random", 2: "random", 3: "random"})
        asked = service.logs.read(match)[-1].at
        worker = Worker(service, engine)
        while worker.step():
            pass
        answers = [event for event in service.logs.read(match) if isinstance(event.event, MoveMade)][1:]
        assert {event.event.seat for event in answers} >= {1, 2, 3}  # type: ignore[attr-defined]
        assert {(event.at, event.by) for event in answers} == {(asked, "server")}

    def test_a_seat_that_resigns_has_its_owed_answer_given_by_a_bot(
        self, service: MatchService, engine: Engine
    ) -> None:
        match = at_a_window(service, SEATS)
        window = owing(service, match)
        resigned, *others = window.seats
        service.handle(match, Resign(id=command(), actor=person(resigned)))
        assert owing(service, match) == window
        Worker(service, engine).step()
        after = owing(service, match)
        assert resigned not in after.seats or after.number > window.number
        if after.number == window.number:
            assert list(after.seats) == others


def test_simulated_matches_take_the_answers_in_any_order(migrated: str) -> None:
    orders = set()
    with opened(migrated) as logs:
        for match in Simulation(logs, GAME, 3, 7).play(2):
            passed: list[int] = []
            for event in logs.read(match):
                if isinstance(event.event, MoveMade) and event.event.move["type"] == "let_pass":
                    passed.append(event.event.seat)
                elif isinstance(event.event, MoveMade):
                    orders.add(tuple(passed))
                    passed = []
    assert {order for order in orders if len(order) == 2} >= {(0, 1), (1, 0)}


def test_the_same_seed_gives_the_same_matches_byte_for_byte(migrated: str, tmp_path: Path) -> None:
    def lines(logs: MatchLogs) -> list[bytes]:
        (match,) = Simulation(logs, GAME, 3, 7).play(1)
        return [event.stored for event in logs.read(match)]

    other = f"sqlite:///{tmp_path}/other.db"
    migrate(other)
    with opened(migrated) as logs, opened(other) as other_logs:
        assert lines(logs) == lines(other_logs)
