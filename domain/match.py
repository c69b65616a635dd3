"""The match: the aggregate whose log is the only truth about it.

Commands are decided on the current state and recorded as events; events change the state, whether they
were recorded a moment ago or are read from the log. Decision and outcome are both in the log, so that a
rebuild needs no rules, and an audit can decide every move again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from functools import cache
from typing import Any, Literal, Union
from uuid import UUID

import msgspec

from domain.chance import DerivedChance, Stream, bot_key, chance_key
from domain.commands import (
    ADMIN,
    SERVER,
    Abort,
    BeReady,
    Command,
    CreateMatch,
    HandToBot,
    LeaveSeat,
    MakeMove,
    Person,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.games.canonical import component_digest
from domain.games.registry import GAMES, game, rules_for
from domain.games.rules import (
    AUDITOR,
    AnyRules,
    Event,
    InvalidOptions,
    Move,
    Options,
    Rules,
    Seat,
    State,
    Viewer,
)
from domain.log import GENESIS, Author, Codec, Recorded, leaf_hash, parse_timestamp, timestamp
from domain.match_events import (
    MATCH_EVENTS,
    MatchAborted,
    MatchCreated,
    MatchEnded,
    MatchEvent,
    MatchStarted,
    MoveMade,
    SeatHandedToBot,
    SeatLeft,
    SeatReady,
    SeatResigned,
    SeatTaken,
)
from domain.merkle import Frontier
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
from domain.sealing import (
    SECRET_BYTES,
    SealedField,
    entropy_commitment,
    salt_key,
    sealed_fields,
    secret_commitment,
)

READY_SECONDS = 120
"""How long a match waits for the entropies after the first has been revealed."""

IDLE_HOURS = 72
"""How long a seat may owe an answer before its fellow players may hand it to a bot."""

RESIGNED_BOT = "random"
"""Who plays on for a seat that has resigned."""

CODEC = Codec(
    {**MATCH_EVENTS, **{name: kind for rules in GAMES.values() for name, kind in rules.events.items()}}
)
"""Reads and writes every event that this server knows."""

RulesSource = Callable[[str, str], AnyRules]
"""Finds the rules of a game by its name and the digest of the component set."""

Status = Literal["open", "running", "ended", "aborted"]


class SeatState(msgspec.Struct):
    """Who sits where. `gave_up` is the version at which the person resigned or was replaced by a bot."""

    player: str | None = None
    bot: str | None = None
    entropy_commitment: str | None = None
    entropy: bytes | None = None
    ready: bool = False
    gave_up: int | None = None

    @property
    def taken(self) -> bool:
        """Whether anybody sits here."""
        return self.player is not None or self.bot is not None

    @property
    def is_person(self) -> bool:
        """Whether a person plays here, not a bot."""
        return self.player is not None and self.bot is None


class Match:
    """One play of one game by seated players."""

    def __init__(self, match: UUID, rules_source: RulesSource = rules_for) -> None:
        self.id = match
        self.version = 0
        self.at = ""
        self.status: Status = "open"
        self.creator: str | None = None
        self.rules: AnyRules
        self.rules_version = 0
        self.options: Options
        self.seats: list[SeatState] = []
        self.state: State | None = None
        self.ended: MatchEnded | MatchAborted | None = None
        self.first_ready: str | None = None
        self.commands: dict[str, tuple[int, int]] = {}
        self.secret = b""
        self.salt_key = b""
        self._rules_source = rules_source
        self._tree = Frontier()
        self._leaves: list[bytes] = []
        self._last_leaf = b""
        self._command = ""
        self._may_be_timed = False
        self._timed: tuple[int, str] = (0, "")
        self._counts: dict[str, int] = {}
        self._chance: DerivedChance

    @property
    def head(self) -> str:
        """The leaf of the last line: the next line's `prev`."""
        return self._last_leaf.hex() if self.version else GENESIS

    @property
    def root(self) -> bytes:
        """The root of the tree over all lines so far: together with the version, what a receipt says.

        Leaves wait until somebody asks: a rebuild, which nobody does, need not hash them together.
        """
        for leaf in self._leaves:
            self._tree.append(leaf)
        self._leaves.clear()
        return self._tree.root()

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more; then nothing is secret any more either."""
        return self.ended is not None

    @property
    def game_state(self) -> State:
        """The game's own state. Raises `MatchNotRunning` before the start."""
        if self.state is None:
            raise MatchNotRunning("the match has not started yet")
        return self.state

    # Reading

    def seat_of(self, player: str) -> Seat | None:
        """Where a player sits, also when a bot plays there for it by now."""
        return next((number for number, seat in enumerate(self.seats) if seat.player == player), None)

    def viewer(self, asked: Viewer) -> Viewer:
        """With whose eyes a match is shown: after its end, everybody sees as an auditor."""
        return AUDITOR if self.over else asked

    def owing_bots(self) -> Iterator[tuple[int, Seat]]:
        """The open decision's number with each seat at which a bot owes an answer."""
        decision = self.rules.awaiting(self.state) if self.status == "running" else None
        if decision is not None:
            yield from (
                (decision.number, seat) for seat in decision.seats if self.seats[seat].bot is not None
            )

    def bot_move(self, decision: int, seat: Seat) -> dict[str, Any]:
        """What the bot at a seat answers. It sees its seat's view and the legal moves, nothing else."""
        bot = self.rules.bots[self.seats[seat].bot or RESIGNED_BOT]
        picker = Stream(bot_key(self.id, self.secret, decision, seat))
        moves = list(self.rules.legal_moves(self.state, seat))
        move = bot.choose(self.rules.view(self.state, seat), moves, picker)
        chosen: dict[str, Any] = msgspec.to_builtins(move)
        return chosen

    def deadline(self) -> str | None:
        """When the server has to do something unless others do before; None while nothing is timed."""
        return self.answer_deadline() if self.status == "running" else self.ready_deadline()

    def answer_deadline(self) -> str | None:
        """When the server answers the open decision for whoever has not; None while that has no limit."""
        limit = self.rules.time_limit(self.state) if self.status == "running" else None
        if limit is None:
            return None
        _, opened = self._timed
        return _later(opened, timedelta(seconds=limit.seconds))

    def overdue(self, now: str) -> list[tuple[int, Seat, dict[str, Any]]]:
        """The open decision's number, with each person's seat that should have answered by now and the move
        that the server makes for it. (Bots answer for themselves.)"""
        limit = self.rules.time_limit(self.state) if self.status == "running" else None
        decision = self.rules.awaiting(self.state) if limit is not None else None
        deadline = self.answer_deadline()
        if limit is None or decision is None or deadline is None or now < deadline:
            return []
        move: dict[str, Any] = msgspec.to_builtins(limit.move)
        return [(decision.number, seat, move) for seat in decision.seats if self.seats[seat].is_person]

    def ready_deadline(self) -> str | None:
        """When the match is aborted unless all entropies are known; None while nobody waits for that."""
        if self.first_ready is None or self.status != "open":
            return None
        return _later(self.first_ready, timedelta(seconds=READY_SECONDS))

    # Deciding

    def handle(self, command: Command, now: str) -> list[Recorded]:
        """Carry out a command: the events it caused, applied but not stored. Raises `Refusal`; then nothing
        has changed."""
        at = max(now, self.at)
        by = self._author(command)
        decide = self._DECIDERS[type(command)]
        return [self._record(event, command, by, at) for event in decide(self, command, at)]

    def _author(self, command: Command) -> Author:
        if isinstance(command.actor, Person):
            seat = self.seat_of(command.actor.id)
            return "player" if seat is None else seat
        return command.actor

    def _record(self, event: Event, command: Command, by: Author, at: str) -> Recorded:
        draws = [] if isinstance(event, MatchEvent) else self._chance.take_draws(type(event))
        sealed = list(self._sealed(event))
        recorded = CODEC.encode(
            self.id,
            self.version + 1,
            self.head,
            at,
            by,
            event,
            salt_key=self.salt_key,
            sealed=[path for path, field in sealed if not field.everyone],
            texts={path: _salt(command) for path, field in sealed if field.everyone},
            draws=draws,
            secret=command.secret if isinstance(command, CreateMatch) and self.version == 0 else None,
        )
        self.apply(recorded)
        return recorded

    def _sealed(self, event: Event) -> Iterator[tuple[str, SealedField]]:
        """An event's sealed fields by dotted path."""
        if isinstance(event, MoveMade):
            for field in sealed_fields(self.rules.moves[event.move["type"]]):
                yield f"move.{field.name}", field
        for field in sealed_fields(type(event)):
            yield field.name, field

    def _create(self, command: CreateMatch, at: str) -> Iterator[Event]:
        if self.version:
            raise MatchNotOpen("this match is there already: a match is created once")
        rules = (
            game(command.game) if command.digest is None else self._rules_source(command.game, command.digest)
        )
        options = _options(rules, command.seats, command.options)
        _check_bots(rules, command.seats, command.bots)
        yield MatchCreated(
            command=command.id,
            game=rules.name,
            rules=rules.version,
            options=msgspec.to_builtins(options),
            components=rules.components["set"],
            digest=component_digest(rules.components),
            seats=command.seats,
            commitment=secret_commitment(self.id, command.secret),
            player=command.actor.id if isinstance(command.actor, Person) else None,
        )
        for seat, bot in sorted(command.bots.items()):
            yield SeatTaken(seat=seat, bot=bot)
        if len(command.bots) == command.seats:
            yield from self._start()

    def _take_seat(self, command: TakeSeat, at: str) -> Iterator[Event]:
        self._check_open("a seat can be taken")
        player = _person(command)
        if (mine := self.seat_of(player)) is not None:
            raise AlreadySeated(f"you sit at this table already, on seat {mine}")
        seat = self._free_seat(command.seat)
        if command.entropy_commitment is not None:
            commitment, entropy = command.entropy_commitment, None
        elif command.entropy is not None:
            commitment, entropy = entropy_commitment(self.id, seat, command.entropy), command.entropy.hex()
        else:
            raise InvalidEntropy("neither a commitment nor entropy came with this seat")
        yield SeatTaken(
            command=command.id,
            seat=seat,
            player=player,
            entropy_commitment=commitment,
            entropy_by="player" if entropy is None else "server",
            entropy=entropy,
        )

    def _seat_bot(self, command: SeatBot, at: str) -> Iterator[Event]:
        self._check_open("a bot can be seated")
        if _person(command) != self.creator:
            raise NotAllowed("only who opened the table seats bots at it")
        if command.bot not in self.rules.bots:
            raise UnknownBot(_unknown_bot(self.rules, command.bot))
        yield SeatTaken(command=command.id, seat=self._free_seat(command.seat), bot=command.bot)
        if all(seat.bot is not None for seat in self.seats):
            yield from self._start()

    def _leave_seat(self, command: LeaveSeat, at: str) -> Iterator[Event]:
        self._check_open("a seat can be left")
        self._seat(command.seat)
        if self._own_seat(command) != command.seat:
            raise NotYourSeat(f"you do not sit on seat {command.seat}")
        if self.first_ready is not None:
            raise SeatsFixed("somebody is ready already: no seat can be left any more")
        yield SeatLeft(command=command.id, seat=command.seat)

    def _be_ready(self, command: BeReady, at: str) -> Iterator[Event]:
        self._check_open("one can get ready")
        number = self._own_seat(command)
        seat = self.seats[number]
        if seat.ready:
            raise AlreadyReady(f"seat {number} is ready already")
        if free := [n for n, other in enumerate(self.seats) if not other.taken]:
            raise TableNotFull(f"the match starts with all seats taken; free: {', '.join(map(str, free))}")
        entropy = self._revealed(number, command.entropy)
        yield SeatReady(command=command.id, seat=number, entropy=entropy.hex())
        if all(other.ready for other in self.seats if other.is_person):
            yield from self._start()

    def _revealed(self, number: Seat, entropy: bytes | None) -> bytes:
        seat = self.seats[number]
        if entropy is None:
            if seat.entropy is None:
                raise InvalidEntropy("this seat committed to an entropy of its own; ready must reveal it")
            return seat.entropy
        if (
            len(entropy) != SECRET_BYTES
            or entropy_commitment(self.id, number, entropy) != seat.entropy_commitment
        ):
            raise InvalidEntropy(f"this is not the entropy that seat {number} committed to")
        return entropy

    def _start(self) -> Iterator[Event]:
        yield MatchStarted(rules=self.rules.version)
        yield from self.rules.set_up(self.state, self._chance)
        yield from self._end()

    def _make_move(self, command: MakeMove, at: str) -> Iterator[Event]:
        state = self._running_state()
        seat = self._acting_seat(command)
        self._check_answer(command, seat)
        move = _move(self.rules, command.move)
        if command.actor == SERVER and self.seats[seat].bot is None:
            self._check_time_is_up(move, at)
        facts = self.rules.decide(state, seat, move, self._chance)
        first = next(facts)  # A refused move is refused here, before anything has been recorded.
        yield MoveMade(
            command=command.id,
            rules=self.rules.version,
            seat=seat,
            decision=command.decision,
            move=msgspec.to_builtins(move),
        )
        yield first
        yield from facts
        yield from self._end()

    def _acting_seat(self, command: MakeMove) -> Seat:
        if isinstance(command.actor, Person):
            seat = self._own_seat(command)
            if command.seat is not None and command.seat != seat:
                raise NotYourSeat(f"you sit on seat {seat}, not on seat {command.seat}")
            if not self.seats[seat].is_person:
                raise NotAllowed(f"a bot plays on seat {seat} since you gave it up")
            return seat
        if (
            command.actor != SERVER
            or command.seat is None
            or (self._seat(command.seat).bot is None and self.answer_deadline() is None)
        ):
            raise NotAllowed("only a player can move at a seat without a bot")
        return command.seat

    def _check_time_is_up(self, move: Move, at: str) -> None:
        """The server answers for a person when its time has run out, and then as the rules say. This is
        judged by recorded times: whoever decides the move again comes to the same end."""
        limit, deadline = self.rules.time_limit(self.state), self.answer_deadline()
        if deadline is None or at < deadline:
            raise NotDue(f"there is time to answer until {deadline}")
        if limit is None or move != limit.move:
            raise NotAllowed(
                "for somebody whose time has run out the server makes no move but the one laid down"
            )

    def _check_answer(self, command: MakeMove, seat: Seat) -> None:
        if command.if_version is not None and command.if_version != self.version:
            raise StaleVersion(
                f"the match is at version {self.version}, not at {command.if_version}", self.version
            )
        decision = self.rules.awaiting(self.state)
        if decision is None or decision.number != command.decision:
            open_now = "none is open" if decision is None else f"decision {decision.number} is open"
            raise DecisionClosed(f"decision {command.decision} is closed; {open_now}", self.version)
        if seat not in decision.seats:
            owing = " and ".join(map(str, decision.seats))
            raise NotAwaited(f"seat {seat} owes no answer now; the match waits for seat {owing}")

    def _resign(self, command: Resign, at: str) -> Iterator[Event]:
        self._running_state()
        seat = self._own_seat(command)
        if not self.seats[seat].is_person:
            raise NotAllowed(f"seat {seat} has been given up already")
        yield SeatResigned(command=command.id, seat=seat, bot=RESIGNED_BOT)
        yield from self._end_without_persons()

    def _hand_to_bot(self, command: HandToBot, at: str) -> Iterator[Event]:
        self._running_state()
        seat = self._seat(command.seat)
        if command.bot not in self.rules.bots:
            raise UnknownBot(_unknown_bot(self.rules, command.bot))
        if not seat.is_person:
            raise NotAllowed(f"a bot plays on seat {command.seat} already")
        if command.actor != ADMIN:
            self._check_vanished(command, at)
        yield SeatHandedToBot(command=command.id, seat=command.seat, bot=command.bot)
        yield from self._end_without_persons()

    def _check_vanished(self, command: HandToBot, at: str) -> None:
        if self._own_seat(command) == command.seat:
            raise NotAllowed("your own seat is given up by resigning")
        decision = self.rules.awaiting(self.state)
        if decision is None or command.seat not in decision.seats:
            raise NotIdle(f"the match does not wait for seat {command.seat}")
        if (since := _later(self.at, timedelta(hours=IDLE_HOURS))) > at:
            raise NotIdle(f"seat {command.seat} may take until {since}; an admin may act before")

    def _abort(self, command: Abort, at: str) -> Iterator[Event]:
        self._check_open("a match can be aborted")
        if command.actor == SERVER:
            deadline = self.ready_deadline()
            if deadline is None or at < deadline:
                raise NotDue("the time to reveal entropies has not run out")
            withheld = tuple(n for n, seat in enumerate(self.seats) if seat.is_person and not seat.ready)
            yield MatchAborted(
                command=command.id, reason="entropy-withheld", secret=self.secret.hex(), seats=withheld
            )
            return
        if isinstance(command.actor, Person) and command.actor.id != self.creator:
            self._own_seat(command)
        yield MatchAborted(command=command.id, reason="aborted", secret=self.secret.hex())

    def _end(self) -> Iterator[Event]:
        outcome = self.rules.outcome(self.state)
        if outcome is not None:
            yield MatchEnded(
                reason=outcome.reason,
                ranking=self._ranking(outcome.ranking),
                scores=outcome.scores,
                secret=self.secret.hex(),
            )

    def _end_without_persons(self) -> Iterator[Event]:
        """A match that nobody plays any more ends, also when one person is left who played persons only."""
        persons = sum(seat.is_person for seat in self.seats)
        only_persons_sat = all(seat.player is not None for seat in self.seats)
        if persons == 0 or (persons == 1 and only_persons_sat):
            yield MatchEnded(
                reason="resigned",
                ranking=self._ranking((tuple(range(len(self.seats))),)),
                scores=(),
                secret=self.secret.hex(),
            )

    def _ranking(self, ranking: tuple[tuple[Seat, ...], ...]) -> tuple[tuple[Seat, ...], ...]:
        """Who gave up ranks after all who stayed, the later the better."""
        gave_up = {number: seat.gave_up for number, seat in enumerate(self.seats) if seat.gave_up is not None}
        stayed = (tuple(seat for seat in group if seat not in gave_up) for group in ranking)
        left = sorted(gave_up, key=gave_up.__getitem__, reverse=True)
        return (*(group for group in stayed if group), *((seat,) for seat in left))

    def _check_open(self, what: str) -> None:
        self._check_not_over()
        if self.status != "open":
            raise MatchNotOpen(f"{what} before the match starts only")

    def _check_not_over(self) -> None:
        if self.ended is not None:
            raise MatchOver(f"the match is over ({self.ended.reason})")

    def _running_state(self) -> State:
        self._check_not_over()
        return self.game_state

    def _seat(self, number: Seat) -> SeatState:
        if not 0 <= number < len(self.seats):
            raise NoSuchSeat(f"there is no seat {number}; the table has seats 0 to {len(self.seats) - 1}")
        return self.seats[number]

    def _own_seat(self, command: Command) -> Seat:
        seat = self.seat_of(_person(command))
        if seat is None:
            raise NotSeated("you do not sit at this table")
        return seat

    def _free_seat(self, asked: Seat | None) -> Seat:
        free = [number for number, seat in enumerate(self.seats) if not seat.taken]
        if asked is not None and self._seat(asked).taken:
            raise SeatOccupied(f"seat {asked} is taken")
        if asked is None and not free:
            raise TableFull("all seats are taken")
        if self.first_ready is not None:
            raise SeatsFixed("somebody is ready already: no seat can be taken any more")
        return free[0] if asked is None else asked

    _DECIDERS: Mapping[type[Command], Callable[[Match, Any, str], Iterator[Event]]] = {
        CreateMatch: _create,
        TakeSeat: _take_seat,
        SeatBot: _seat_bot,
        LeaveSeat: _leave_seat,
        BeReady: _be_ready,
        MakeMove: _make_move,
        Resign: _resign,
        HandToBot: _hand_to_bot,
        Abort: _abort,
    }

    # Evolving

    def apply(self, recorded: Recorded) -> None:
        """Apply an event of this match's log: the next one, as recorded or as read."""
        event = recorded.event
        if isinstance(event, MatchEvent):
            self._track_command(event, recorded.originator_version)
            evolve = self._EVOLVERS[type(event)]
            evolve(self, event, recorded)
        else:
            name = type(event).__name__
            self._counts[name] = self._counts.get(name, 0) + 1
            self.rules.evolve(self.state, event)
            if self._may_be_timed and self.rules.time_limit(self.state) is not None:
                self._time_decision(recorded.at)
        self.version = recorded.originator_version
        self.at = recorded.at
        self._last_leaf = leaf_hash(recorded.line)
        self._leaves.append(self._last_leaf)

    def _time_decision(self, at: str) -> None:
        """Note when a decision with a time limit was opened."""
        decision = self.rules.awaiting(self.state)
        if decision is not None and decision.number != self._timed[0]:
            self._timed = (decision.number, at)

    def _track_command(self, event: MatchEvent, version: int) -> None:
        if event.command is not None:
            if self._command:
                first, _ = self.commands[self._command]
                self.commands[self._command] = (first, version - 1)
            self._command = event.command
            self.commands[event.command] = (version, version)

    def as_recorded(self, command: MakeMove) -> MakeMove:
        """A move as the log would have it, with what was left out filled in. Raises `InvalidMove`."""
        return msgspec.structs.replace(command, move=msgspec.to_builtins(_move(self.rules, command.move)))

    def command_range(self, command: str) -> tuple[int, int] | None:
        """The first and last version that a command caused; None when it has not been carried out here."""
        found = self.commands.get(command)
        if found is not None and command == self._command:
            return found[0], self.version
        return found

    def _created(self, event: MatchCreated, recorded: Recorded) -> None:
        self.rules = self._rules_source(event.game, event.digest)
        self.rules_version = event.rules
        self._may_be_timed = type(self.rules).time_limit is not Rules.time_limit
        self.options = msgspec.convert(dict(event.options), self.rules.options)
        self.seats = [SeatState() for _ in range(event.seats)]
        self.creator = event.player
        self.secret = recorded.secret
        self.salt_key = salt_key(self.secret)

    def _seat_taken(self, event: SeatTaken, recorded: Recorded) -> None:
        self.seats[event.seat] = SeatState(
            player=event.player,
            bot=event.bot,
            entropy_commitment=event.entropy_commitment,
            entropy=None if event.entropy is None else bytes.fromhex(event.entropy),
        )

    def _seat_left(self, event: SeatLeft, recorded: Recorded) -> None:
        self.seats[event.seat] = SeatState()

    def _seat_ready(self, event: SeatReady, recorded: Recorded) -> None:
        seat = self.seats[event.seat]
        seat.ready = True
        seat.entropy = bytes.fromhex(event.entropy)
        self.first_ready = self.first_ready or recorded.at

    def _started(self, event: MatchStarted, recorded: Recorded) -> None:
        self.status = "running"
        self.rules_version = event.rules
        self.state = self.rules.new_state(len(self.seats), self.options)
        entropies = [seat.entropy for seat in self.seats if seat.entropy is not None]
        self._chance = DerivedChance(chance_key(self.id, self.secret, entropies), self._counts)

    def _move_made(self, event: MoveMade, recorded: Recorded) -> None:
        self.rules_version = event.rules

    def _gave_up(self, event: SeatResigned | SeatHandedToBot, recorded: Recorded) -> None:
        seat = self.seats[event.seat]
        seat.bot = event.bot
        seat.gave_up = recorded.originator_version

    def _over(self, event: MatchEnded | MatchAborted, recorded: Recorded) -> None:
        self.status = "ended" if isinstance(event, MatchEnded) else "aborted"
        self.ended = event

    _EVOLVERS: Mapping[type[MatchEvent], Callable[[Match, Any, Recorded], None]] = {
        MatchCreated: _created,
        SeatTaken: _seat_taken,
        SeatLeft: _seat_left,
        SeatReady: _seat_ready,
        MatchStarted: _started,
        MoveMade: _move_made,
        SeatResigned: _gave_up,
        SeatHandedToBot: _gave_up,
        MatchEnded: _over,
        MatchAborted: _over,
    }


def _person(command: Command) -> str:
    if not isinstance(command.actor, Person):
        raise NotAllowed("only a player can do this")
    return command.actor.id


def _salt(command: Command) -> bytes:
    """What a command's texts are sealed under. Without it they could be guessed from their seals."""
    if command.salt is None or len(command.salt) != SECRET_BYTES:
        raise ValueError(f"a command that brings a text needs a salt of {SECRET_BYTES} bytes")
    return command.salt


def _options(rules: AnyRules, seats: int, given: Mapping[str, Any]) -> Options:
    if seats not in rules.seats:
        raise InvalidSeats(
            f"{rules.title} is for {rules.seats[0]} to {rules.seats[-1]} players, not for {seats}"
        )
    try:
        options: Options = msgspec.convert(dict(given), rules.options)
    except msgspec.ValidationError as error:
        raise InvalidOptions(f"{rules.title} has no such options: {error}") from None
    rules.check_options(seats, options)
    return options


def _check_bots(rules: AnyRules, seats: int, bots: Mapping[Seat, str]) -> None:
    for seat, bot in bots.items():
        if not 0 <= seat < seats:
            raise InvalidSeats(f"there is no seat {seat} for a bot; the table has seats 0 to {seats - 1}")
        if bot not in rules.bots:
            raise UnknownBot(_unknown_bot(rules, bot))


def _unknown_bot(rules: AnyRules, bot: str) -> str:
    return f"{rules.title} has no bot {bot!r}; there are {', '.join(rules.bots)}"


def _move(rules: AnyRules, given: Any) -> Move:
    name = given.get("type") if isinstance(given, Mapping) else None
    # By its own class a move is read in a tenth of the time; by all of them, where it has none, its name is
    # told to be wrong.
    kind = rules.moves.get(name) if isinstance(name, str) else None
    try:
        move: Move = msgspec.convert(dict(given), kind or _move_type(rules.name))
    except (msgspec.ValidationError, ValueError, TypeError) as error:
        # What was sent may be quoted in the reason, and may be as long as a request.
        raise InvalidMove(f"this is no move of {rules.title}: {str(error)[:300]}") from None
    return move


@cache
def _move_type(name: str) -> Any:
    return Union[tuple(game(name).moves.values())]  # noqa: UP007 - built at run time


def _later(at: str, delay: timedelta) -> str:
    return timestamp(parse_timestamp(at) + delay)
