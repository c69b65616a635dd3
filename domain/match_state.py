"""Where a match stands, and how its events change that: all that a rebuild from the log needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from datetime import timedelta
from typing import Any, Literal
from uuid import UUID

import msgspec

from domain.chance import DerivedChance, Stream, bot_key, chance_key
from domain.games.registry import rules_for
from domain.games.rules import AUDITOR, AnyRules, Options, Rules, Seat, State, Viewer
from domain.log import GENESIS, Recorded, later, leaf_hash
from domain.match_events import (
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
from domain.refusals import MatchNotRunning
from domain.sealing import salt_key

READY_SECONDS = 120
"""How long a match waits for the entropies after the first has been revealed."""

IDLE_HOURS = 72
"""How long a seat may owe an answer before its fellow players may hand it to a bot."""

RESIGNED_BOT = "random"
"""Who plays on for a seat that has resigned."""

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


class MatchState:
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
        self.rules_source = rules_source
        self._tree = Frontier()
        self._leaves: list[bytes] = []
        self._last_leaf = b""
        self._command = ""
        self._may_be_timed = False
        self._timed: tuple[int, str] = (0, "")
        self._counts: dict[str, int] = {}
        self.chance: DerivedChance

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
        return later(opened, timedelta(seconds=limit.seconds))

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
        return later(self.first_ready, timedelta(seconds=READY_SECONDS))

    def command_range(self, command: str) -> tuple[int, int] | None:
        """The first and last version that a command caused; None when it has not been carried out here."""
        found = self.commands.get(command)
        if found is not None and command == self._command:
            return found[0], self.version
        return found

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

    def _created(self, event: MatchCreated, recorded: Recorded) -> None:
        self.rules = self.rules_source(event.game, event.digest)
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
        self.chance = DerivedChance(chance_key(self.id, self.secret, entropies), self._counts)

    def _move_made(self, event: MoveMade, recorded: Recorded) -> None:
        self.rules_version = event.rules

    def _gave_up(self, event: SeatResigned | SeatHandedToBot, recorded: Recorded) -> None:
        seat = self.seats[event.seat]
        seat.bot = event.bot
        seat.gave_up = recorded.originator_version

    def _over(self, event: MatchEnded | MatchAborted, recorded: Recorded) -> None:
        self.status = "ended" if isinstance(event, MatchEnded) else "aborted"
        self.ended = event

    _EVOLVERS: Mapping[type[MatchEvent], Callable[[MatchState, Any, Recorded], None]] = {
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
