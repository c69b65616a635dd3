"""The write side's one door (DESIGN, section 3): once, in order, and never ahead of the store."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest

from domain.commands import Abort, BeReady, CreateMatch, LeaveSeat, MakeMove, Resign, SeatBot, TakeSeat
from domain.games.registry import game
from domain.log import Recorded
from domain.match_events import MatchCreated, MoveMade, SeatTaken
from domain.origins import Origin
from domain.refusals import (
    Busy,
    CommandReused,
    DecisionClosed,
    NotAwaited,
    SeatOccupied,
    StoreUnavailable,
    UnknownMatch,
    UnknownVersion,
)
from domain.service import ATTEMPTS, Accepted, MatchService
from domain.storage import MatchLogs
from tests.domain.stores import (
    GAME,
    Clock,
    InterruptedLogs,
    answer,
    command,
    conflict,
    creation,
    entropy,
    get_ready,
    interrupted,
    open_table,
    opened,
    owed,
    person,
    play_to_the_end,
    raising,
    sit,
    start,
)

UNKNOWN = UUID(int=1)


class Crash(Exception):
    """What no code foresees."""


@pytest.fixture
def other(migrated: str, clock: Clock) -> Iterator[MatchService]:
    """The write side of another server on the same store."""
    with opened(migrated) as logs:
        yield MatchService(logs, clock)


@pytest.fixture
def hooked(migrated: str) -> Iterator[InterruptedLogs]:
    """Logs on the same store in which something can be made to happen."""
    with interrupted(migrated) as logs:
        yield logs


def take_seat(match: UUID, seat: int, **more: Any) -> TakeSeat:
    fields: dict[str, Any] = {"id": command()} | more
    return TakeSeat(actor=person(seat), seat=seat, entropy=entropy(seat), **fields)


def log_of(service: MatchService, match: UUID) -> list[str]:
    return [event.type for event in service.logs.read(match)]


# Carrying out


def test_a_table_is_opened_under_its_command_s_id(service: MatchService) -> None:
    request = creation(3, bots={2: "random"})
    accepted = service.create(request)
    assert accepted.match == UUID(hex=request.id)
    assert (accepted.version, accepted.replayed) == (2, False)
    assert [type(event.event) for event in accepted.events] == [MatchCreated, SeatTaken]
    assert [event.stored for event in accepted.events] == [
        e.stored for e in service.logs.read(accepted.match)
    ]


def test_an_answer_tells_the_version_and_the_command_s_events(service: MatchService) -> None:
    match = start(service)
    before = service.logs.read(match)[-1].version
    accepted = service.handle(match, answer(service, match))
    assert isinstance(accepted.events[0].event, MoveMade)
    assert accepted.events[0].version == before + 1
    assert accepted.version == accepted.events[-1].version == before + len(accepted.events)


def test_a_whole_match_is_played(service: MatchService) -> None:
    match = start(service)
    play_to_the_end(service, match)
    assert log_of(service, match)[-1] == "match.MatchEnded"


def test_events_bear_the_service_s_time(service: MatchService, clock: Clock) -> None:
    match = open_table(service)
    clock.pass_seconds(1.5)
    assert sit(service, match, 0).events[0].at == clock() == "2026-01-01T00:00:01.500Z"


def test_a_clock_that_goes_back_does_not_turn_the_log_around(service: MatchService, clock: Clock) -> None:
    match = open_table(service)
    created = clock()
    clock.pass_seconds(-60)
    assert sit(service, match, 0).events[0].at == created


def test_an_unknown_match_is_refused(service: MatchService) -> None:
    with pytest.raises(UnknownMatch):
        service.handle(UNKNOWN, take_seat(UNKNOWN, 0))
    with pytest.raises(UnknownMatch), service.reading(UNKNOWN):
        pass
    with pytest.raises(UnknownMatch):
        service.at_version(UNKNOWN, 1)


def test_a_refused_command_stores_nothing(service: MatchService) -> None:
    match = open_table(service)
    sit(service, match, 0)
    before = log_of(service, match)
    with pytest.raises(SeatOccupied):
        service.handle(match, TakeSeat(id=command(), actor=person(1), seat=0, entropy=entropy(1)))
    assert log_of(service, match) == before


def test_whoever_listens_is_woken_after_the_events_are_stored(service: MatchService) -> None:
    seen: list[tuple[str, int]] = []
    service.subscribe(lambda: seen.append(("one", service.logs.newest_position())))
    service.subscribe(lambda: seen.append(("two", service.logs.newest_position())))
    match = open_table(service)
    position = service.logs.newest_position()
    assert seen == [("one", position), ("two", position)]
    with pytest.raises(UnknownMatch):
        service.handle(UNKNOWN, take_seat(UNKNOWN, 0))
    with service.reading(match):
        pass
    assert len(seen) == 2


# Once


def test_the_same_creation_again_is_the_same_table(service: MatchService) -> None:
    request = creation(bots={1: "random"})
    first = service.create(request)
    again = service.create(request)
    assert again.replayed
    assert (again.match, again.version) == (first.match, first.version)
    assert [event.stored for event in again.events] == [event.stored for event in first.events]
    assert len(log_of(service, first.match)) == 2


def test_a_command_again_gets_the_first_answer_however_far_the_match_has_gone_on(
    service: MatchService,
) -> None:
    match = start(service)
    request = answer(service, match)
    first = service.handle(match, request)
    service.handle(match, answer(service, match))
    again = service.handle(match, request)
    assert again.replayed
    assert again.version == first.version
    assert [event.stored for event in again.events] == [event.stored for event in first.events]


def test_another_server_answers_a_repetition_too(service: MatchService, other: MatchService) -> None:
    match = open_table(service)
    request = take_seat(match, 0)
    first = service.handle(match, request)
    again = other.handle(match, request)
    assert again.replayed
    assert [event.stored for event in again.events] == [event.stored for event in first.events]


CREATION_ID = command()


@pytest.mark.parametrize(
    "changed",
    [
        creation(3, id=CREATION_ID),
        creation(2, id=CREATION_ID, bots={0: "random"}),
        creation(2, id=CREATION_ID, options={"tokens": "first_game"}),
        creation(2, id=CREATION_ID, options={"no": "such option"}),
    ],
    ids=["seats", "bots", "options", "invalid"],
)
def test_a_creation_s_id_does_not_open_another_table(service: MatchService, changed: CreateMatch) -> None:
    service.create(creation(2, id=CREATION_ID))
    with pytest.raises(CommandReused):
        service.create(changed)


def test_options_left_out_or_given_as_their_defaults_are_the_same_request(service: MatchService) -> None:
    service.create(creation(2, id=CREATION_ID))
    assert service.create(creation(2, id=CREATION_ID, options={"tokens": "standard"})).replayed


def test_a_command_s_id_does_not_carry_another_payload(service: MatchService) -> None:
    match = open_table(service, 3)
    request = take_seat(match, 0)
    service.handle(match, request)
    others = [
        take_seat(match, 1, id=request.id),
        TakeSeat(id=request.id, actor=person(0), seat=0, entropy_commitment="00" * 32),
        LeaveSeat(id=request.id, actor=person(0), seat=0),
        Abort(id=request.id, actor=person(0)),
        SeatBot(id=request.id, actor=person(0), seat=0, bot="greedy"),
    ]
    for changed in others:
        with pytest.raises(CommandReused):
            service.handle(match, changed)
    assert len(log_of(service, match)) == 2


def test_a_bot_is_seated_once(service: MatchService) -> None:
    match = open_table(service, 3)
    request = SeatBot(id=command(), actor=person(0), bot="greedy")
    assert not service.handle(match, request).replayed
    assert service.handle(match, request).replayed
    for changed in (
        SeatBot(id=request.id, actor=person(0), bot="random"),
        SeatBot(id=request.id, actor=person(0), bot="greedy", seat=1),
        take_seat(match, 0, id=request.id),
    ):
        with pytest.raises(CommandReused):
            service.handle(match, changed)
    assert len(log_of(service, match)) == 2


def test_a_move_s_id_does_not_carry_another_move(service: MatchService) -> None:
    match = start(service)
    request = answer(service, match)
    changed = answer(service, match, lambda moves: moves[1])
    service.handle(match, request)
    with pytest.raises(CommandReused):
        service.handle(match, MakeMove(id=request.id, actor=request.actor, decision=1, move=changed.move))


def test_a_refusal_is_not_remembered(service: MatchService) -> None:
    match = open_table(service)
    sit(service, match, 1)
    request = TakeSeat(id=command(), actor=person(0), seat=1, entropy=entropy(0))
    with pytest.raises(SeatOccupied):
        service.handle(match, request)
    service.handle(match, LeaveSeat(id=command(), actor=person(1), seat=1))
    assert not service.handle(match, request).replayed


def test_of_eight_threads_with_one_command_one_is_told_it_is_done_and_seven_that_it_was(
    service: MatchService,
) -> None:
    match = open_table(service)
    request = take_seat(match, 0)
    answers = at_once(8, lambda: service.handle(match, request))
    assert sorted(accepted.replayed for accepted in answers) == [False] + [True] * 7
    assert {accepted.events[0].stored for accepted in answers} == {service.logs.read(match)[1].stored}
    assert len(log_of(service, match)) == 2


def test_of_eight_threads_that_open_one_table_one_does(service: MatchService, other: MatchService) -> None:
    request = creation()
    turns = iter([service, other] * 4)
    answers = at_once(8, lambda: next(turns).create(request))
    assert sorted(accepted.replayed for accepted in answers) == [False] + [True] * 7
    assert log_of(service, answers[0].match) == ["match.MatchCreated"]


def at_once(threads: int, work: Callable[[], Accepted]) -> list[Accepted]:
    """What several threads get that do the same at the same time."""
    barrier = threading.Barrier(threads)
    done: list[Accepted] = []

    def run() -> None:
        barrier.wait()
        done.append(work())

    workers = [threading.Thread(target=run) for _ in range(threads)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(done) == threads
    return done


# Lost acknowledgements


def test_a_command_whose_acknowledgement_was_lost_counts_once(hooked: InterruptedLogs, clock: Clock) -> None:
    """PostgreSQL's client asks again over a new connection, and meets what it has stored itself."""
    service = MatchService(hooked, clock)
    match = open_table(service)
    hooked.after = conflict
    accepted = service.handle(match, take_seat(match, 0))
    assert accepted.version == 2
    assert [event.type for event in accepted.events] == ["match.SeatTaken"]
    assert len(log_of(service, match)) == 2


def test_a_creation_whose_acknowledgement_was_lost_counts_once(hooked: InterruptedLogs, clock: Clock) -> None:
    service = MatchService(hooked, clock)
    hooked.after = conflict
    accepted = service.create(creation())
    assert log_of(service, accepted.match) == ["match.MatchCreated"]


def test_a_command_that_failed_after_it_was_stored_may_be_sent_again(
    hooked: InterruptedLogs, clock: Clock
) -> None:
    service = MatchService(hooked, clock)
    match = start(service)
    request = answer(service, match)
    hooked.after = raising(StoreUnavailable("gone"))
    with pytest.raises(StoreUnavailable):
        service.handle(match, request)
    again = service.handle(match, request)
    assert again.replayed
    assert again.events[0].event == service.logs.read(match, after=again.events[0].version - 1)[0].event


# Races with another server


def test_two_servers_answers_to_a_table_s_free_seats_both_get_in(
    hooked: InterruptedLogs, other: MatchService, clock: Clock
) -> None:
    service = MatchService(hooked, clock)
    match = open_table(service)
    hooked.before = lambda: void(sit(other, match, 1))
    late = sit(service, match, 0)
    assert late.version == 3
    assert [event.by for event in service.logs.read(match)] == ["player", "player", "player"]
    assert sorted(seat for seat in seats_taken(service, match)) == [0, 1]


def test_two_servers_last_entropies_start_a_match_once(
    hooked: InterruptedLogs, other: MatchService, clock: Clock
) -> None:
    service = MatchService(hooked, clock)
    match = open_table(service)
    sit(service, match, 0)
    sit(service, match, 1)
    hooked.before = lambda: void(get_ready(other, match, 1))
    get_ready(service, match, 0)
    assert log_of(service, match).count("match.MatchStarted") == 1


def test_of_two_servers_that_want_one_seat_the_second_is_told(
    hooked: InterruptedLogs, other: MatchService, clock: Clock
) -> None:
    service = MatchService(hooked, clock)
    match = open_table(service)
    hooked.before = lambda: void(sit(other, match, 0))
    with pytest.raises(SeatOccupied):
        service.handle(match, TakeSeat(id=command(), actor=person(1), seat=0, entropy=entropy(1)))
    assert seats_taken(service, match) == [0]


def test_of_two_answers_to_one_decision_the_second_is_told_where_the_match_stands(
    hooked: InterruptedLogs, other: MatchService, clock: Clock
) -> None:
    service = MatchService(hooked, clock)
    match = start(service)
    first, second = answer(service, match), answer(service, match, lambda moves: moves[1])
    hooked.before = lambda: void(other.handle(match, first))
    with pytest.raises(DecisionClosed) as refused:
        service.handle(match, second)
    assert refused.value.version == service.logs.read(match)[-1].version
    assert log_of(service, match).count("match.MoveMade") == 1


def test_a_move_is_not_turned_into_an_answer_to_a_later_decision(
    service: MatchService, other: MatchService
) -> None:
    """The seat that moves next would have to answer for it."""
    match = start(service)
    late = answer(service, match)
    other.handle(match, answer(other, match, lambda moves: moves[1]))
    due = owed(service, match)
    assert due is not None
    decision, seat = due
    late_for_next = MakeMove(id=command(), actor=person(1 - seat), decision=decision, move=late.move)
    with pytest.raises(NotAwaited):
        service.handle(match, late_for_next)
    with pytest.raises(DecisionClosed):
        service.handle(match, late)


def test_a_match_that_others_keep_changing_is_busy(migrated: str, clock: Clock) -> None:
    class Contended(MatchLogs):
        """Always somebody else is faster."""

        attempts = 0

        def append(self, events: Sequence[Recorded], origin: Origin | None = None) -> None:
            self.attempts += 1
            conflict()

    logs = Contended(migrated)
    service = MatchService(logs, clock)
    with pytest.raises(Busy):
        service.create(creation())
    assert logs.attempts == ATTEMPTS
    logs.close()


def test_each_server_sees_what_the_other_has_stored(service: MatchService, other: MatchService) -> None:
    match = open_table(service)
    sit(other, match, 0)
    sit(service, match, 1)
    for both in (service, other):
        with both.reading(match) as current:
            assert current.version == 3
            assert all(seat.taken for seat in current.seats)


PLAYER_PROCESS = """
import sys
from uuid import UUID
from domain.service import MatchService
from domain.storage import MatchLogs
from tests.domain.stores import sit

logs = MatchLogs(sys.argv[1])
service, seat = MatchService(logs), int(sys.argv[2])
print("ready", flush=True)
for line in sys.stdin:
    print(sit(service, UUID(line.strip()), seat).version, flush=True)
logs.close()
"""


class PlayerProcess:
    """A server in a process of its own, that takes a seat at each table it is told of."""

    def __init__(self, url: str, seat: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", PLAYER_PROCESS, url, str(seat)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def tell(self, match: UUID) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(f"{match}\n")
        self._process.stdin.flush()

    def hear(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def close(self) -> None:
        self._process.communicate()


@contextmanager
def player_processes(url: str, seats: int) -> Iterator[list[PlayerProcess]]:
    players = [PlayerProcess(url, seat) for seat in range(seats)]
    try:
        assert [player.hear() for player in players] == ["ready"] * seats
        yield players
    finally:
        for player in players:
            player.close()


def test_two_processes_that_take_seats_at_the_same_moment_both_get_in(
    service: MatchService, migrated: str
) -> None:
    with player_processes(migrated, 2) as players:
        for _ in range(10):
            match = open_table(service)
            for player in players:
                player.tell(match)
            assert sorted(player.hear() for player in players) == ["2", "3"]
            assert sorted(seats_taken(service, match)) == [0, 1]


def seats_taken(service: MatchService, match: UUID) -> list[int]:
    return [
        recorded.event.seat for recorded in service.logs.read(match) if isinstance(recorded.event, SeatTaken)
    ]


def void(_: object) -> None:
    """Forget an answer."""


# Never ahead of the store


@pytest.mark.parametrize(
    "error", [StoreUnavailable("gone"), Crash(), KeyboardInterrupt()], ids=lambda e: type(e).__name__
)
def test_what_could_not_be_stored_has_not_happened(
    hooked: InterruptedLogs, clock: Clock, error: BaseException
) -> None:
    """The aggregate was ahead already when the store failed; nobody may see it so."""
    service = MatchService(hooked, clock)
    match = start(service)
    with service.reading(match) as current:
        before = (current.version, current.head)
    request = answer(service, match)
    hooked.before = raising(error)
    with pytest.raises(type(error)):
        service.handle(match, request)
    with service.reading(match) as current:
        assert (current.version, current.head) == before
    assert not service.handle(match, request).replayed


def test_a_table_that_could_not_be_stored_is_not_there(hooked: InterruptedLogs, clock: Clock) -> None:
    service = MatchService(hooked, clock)
    request = creation()
    hooked.before = raising(StoreUnavailable("gone"))
    with pytest.raises(StoreUnavailable):
        service.create(request)
    with pytest.raises(UnknownMatch), service.reading(UUID(hex=request.id)):
        pass
    assert not service.create(request).replayed


def test_rules_that_crash_in_the_middle_leave_nothing_behind(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(service)
    before = log_of(service, match)
    rules = game(GAME)
    evolve = type(rules).evolve

    def crash(rules: object, state: object, event: object) -> None:
        evolve(rules, state, event)  # type: ignore[arg-type]
        if type(event).__name__ == "TilePlaced":
            raise Crash

    with monkeypatch.context() as patched:
        patched.setattr(type(rules), "evolve", crash)
        with pytest.raises(Crash):
            service.handle(match, answer(service, match))
    assert log_of(service, match) == before
    with service.reading(match) as current:
        assert current.version == len(before)
        current.rules.invariants(current.game_state)
    play_to_the_end(service, match)


def test_a_reader_waits_for_a_command_that_is_under_way(hooked: InterruptedLogs, clock: Clock) -> None:
    """It sees the match before the command or after it, never with events that are not stored yet."""
    service = MatchService(hooked, clock)
    match = open_table(service)
    seen: list[int] = []
    reader = threading.Thread(target=lambda: seen.append(version_of(service, match)))

    def look() -> None:
        reader.start()
        reader.join(0.05)
        assert seen == []

    hooked.before = look
    sit(service, match, 0)
    reader.join()
    assert seen == [2]


def version_of(service: MatchService, match: UUID) -> int:
    with service.reading(match) as current:
        return current.version


# The cache


def test_a_match_in_the_cache_is_not_folded_again(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = start(service)
    with service.reading(match) as current:
        kept = current
    asked: list[int] = []
    read = service.logs.read

    def spy(match: UUID, *, after: int = 0, until: int | None = None, limit: int | None = None) -> object:
        asked.append(after)
        return read(match, after=after, until=until, limit=limit)

    monkeypatch.setattr(service.logs, "read", spy)
    with service.reading(match) as current:
        assert current is kept
        assert asked == [current.version]


def test_the_cache_is_bounded_and_what_fell_out_is_read_again(logs: MatchLogs, clock: Clock) -> None:
    service = MatchService(logs, clock, cached_matches=3)
    matches = [open_table(service) for _ in range(5)]
    assert list(service._slots) == matches[-3:]
    for match in matches:
        assert sit(service, match, 0).version == 2
    assert len(service._slots) == 3


def test_asking_for_matches_that_are_not_there_pushes_none_out(logs: MatchLogs, clock: Clock) -> None:
    service = MatchService(logs, clock, cached_matches=3)
    match = open_table(service)
    for number in range(10):
        with pytest.raises(UnknownMatch), service.reading(UUID(int=number)):
            pass
    assert list(service._slots) == [match]


def test_a_tiny_cache_under_many_threads_loses_nothing(logs: MatchLogs, clock: Clock) -> None:
    """Slots are dropped while they are waited for; whoever waited takes a fresh one."""
    service = MatchService(logs, clock, cached_matches=1)
    matches = [open_table(service, 4) for _ in range(3)]
    requests = iter([(match, seat) for match in matches for seat in range(4)])
    at_once(12, lambda: sit(service, *next(requests)))
    for match in matches:
        assert sorted(seats_taken(service, match)) == [0, 1, 2, 3]


# Earlier versions


def test_a_match_is_seen_as_it_stood_at_each_version(service: MatchService) -> None:
    match = start(service)
    service.handle(match, answer(service, match))
    events = service.logs.read(match)
    for event in events:
        assert service.at_version(match, event.version).version == event.version
    assert service.at_version(match, 1).status == "open"
    newest = service.at_version(match, events[-1].version)
    with service.reading(match) as current:
        assert newest is not current
        assert (newest.head, newest.state) == (current.head, current.state)


@pytest.mark.parametrize("version", [0, -1, 3, 2**31, 2**63, 2**80])
def test_a_version_that_is_not_there_is_refused(service: MatchService, version: int) -> None:
    match = open_table(service)
    sit(service, match, 0)
    with pytest.raises(UnknownVersion, match="versions 1 to 2"):
        service.at_version(match, version)


# What a match's end closes


def test_a_match_that_is_over_takes_no_more_commands_but_answers_old_ones(service: MatchService) -> None:
    match = start(service)
    request = Resign(id=command(), actor=person(0))
    service.handle(match, request)
    assert service.handle(match, request).replayed
    with pytest.raises(Exception, match="over"):
        service.handle(match, BeReady(id=command(), actor=person(1)))
