"""Which command a log's events answer: read off the first event that the command caused.

A command is taken to come from whoever alone could have given it; whether the log says so too is for the
audit to compare.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.commands import (
    ADMIN,
    SERVER,
    Abort,
    Actor,
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
    new_match_id,
)
from domain.games.rules import Event, Seat
from domain.log import Author, Recorded
from domain.match import Match
from domain.match_events import (
    MatchAborted,
    MatchCreated,
    MatchEvent,
    MoveMade,
    SeatHandedToBot,
    SeatLeft,
    SeatReady,
    SeatResigned,
    SeatTaken,
)
from replay_tool.sources import bytes32


class Unexplained(Exception):
    """No command could have caused this. `code` is that of the finding."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


def creation_of(match: Match, caused: Iterable[Event], by: Author, secret: bytes) -> CreateMatch:
    """The command that a match's first events answer. Raises `Unexplained`."""
    events = list(caused)
    event = events[0]
    if not isinstance(event, MatchCreated):
        raise Unexplained("wrong-event", "a match begins with its creation")
    command = _command_id(event)
    if match.version:
        raise Unexplained("wrong-event", "the match is created again")
    if not _is_id_of(command, match):
        raise Unexplained(
            "wrong-data", f"command: the id of a match is that of its creation, not {command[:40]!r}"
        )
    return CreateMatch(
        id=command,
        actor=_creator(event.player, by),
        game=event.game,
        seats=event.seats,
        options=event.options,
        bots=_bots_of(events),
        secret=secret,
        digest=event.digest,
    )


def command_of(match: Match, first: Recorded) -> Command:
    """The command whose first event this is, given to a match as it stood before. Raises `Unexplained`."""
    event = first.event
    explain = _Explanation.BY_EVENT.get(type(event))
    if explain is None or not isinstance(event, MatchEvent):
        raise Unexplained("wrong-event", f"no command begins with {first.type}")
    return explain(_Explanation(match, first.by, _command_id(event)), event)


class _Explanation:
    """What could have caused an event of a match, by an author, under a command's id."""

    def __init__(self, match: Match, by: Author, command: str) -> None:
        self._match = match
        self._by = by
        self._id = command

    def _take_seat(self, event: SeatTaken) -> Command:
        if event.bot is not None:
            return SeatBot(id=self._id, actor=self._creator(), seat=event.seat, bot=event.bot)
        if event.player is None:
            raise Unexplained("wrong-data", "player: neither a person nor a bot takes this seat")
        drawn = None if event.entropy is None else _entropy(event.entropy)
        return TakeSeat(
            id=self._id,
            actor=Person(event.player),
            seat=event.seat,
            entropy_commitment=event.entropy_commitment if drawn is None else None,
            entropy=drawn,
        )

    def _leave_seat(self, event: SeatLeft) -> Command:
        return LeaveSeat(id=self._id, actor=self._person_at(event.seat), seat=event.seat)

    def _be_ready(self, event: SeatReady) -> Command:
        return BeReady(id=self._id, actor=self._person_at(event.seat), entropy=_entropy(event.entropy))

    def _make_move(self, event: MoveMade) -> Command:
        return MakeMove(
            id=self._id,
            actor=SERVER if self._by == SERVER else self._person_at(event.seat),
            decision=event.decision,
            move=event.move,
            seat=event.seat,
        )

    def _resign(self, event: SeatResigned) -> Command:
        return Resign(id=self._id, actor=self._person_at(event.seat))

    def _hand_to_bot(self, event: SeatHandedToBot) -> Command:
        return HandToBot(id=self._id, actor=self._actor(), seat=event.seat, bot=event.bot)

    def _abort(self, event: MatchAborted) -> Command:
        return Abort(id=self._id, actor=self._actor())

    def _person_at(self, seat: Seat) -> Person:
        seats = self._match.seats
        player = seats[seat].player if 0 <= seat < len(seats) else None
        if player is None:
            raise Unexplained("wrong-author", f"no person sits on seat {seat}")
        return Person(player)

    def _actor(self) -> Actor:
        """Who is behind the author that the line names."""
        if isinstance(self._by, int):
            return self._person_at(self._by)
        if self._by == SERVER:
            return SERVER
        if self._by == ADMIN:
            return ADMIN
        return self._creator()

    def _creator(self) -> Person:
        if self._match.creator is None:
            raise Unexplained("wrong-author", "no person opened this table, who could do this without a seat")
        return Person(self._match.creator)

    BY_EVENT: Mapping[type[Event], Callable[[_Explanation, Any], Command]] = {
        SeatTaken: _take_seat,
        SeatLeft: _leave_seat,
        SeatReady: _be_ready,
        MoveMade: _make_move,
        SeatResigned: _resign,
        SeatHandedToBot: _hand_to_bot,
        MatchAborted: _abort,
    }


def _command_id(event: MatchEvent) -> str:
    if event.command is None:
        raise Unexplained("wrong-data", "command: the id of the command that caused this is missing")
    return event.command


def _is_id_of(command: str, match: Match) -> bool:
    try:
        return new_match_id(command) == match.id
    except ValueError:
        return False


def _creator(player: str | None, by: Author) -> Actor:
    if player is not None:
        return Person(player)
    if by == SERVER:
        return SERVER
    if by == ADMIN:
        return ADMIN
    raise Unexplained("wrong-author", f"only the server or an admin opens a table for nobody, not {by!r}")


def _bots_of(caused: Iterable[Event]) -> dict[Seat, str]:
    taken = (event for event in caused if isinstance(event, SeatTaken))
    return {event.seat: event.bot for event in taken if event.bot is not None}


def _entropy(text: str) -> bytes:
    entropy = bytes32(text)
    if entropy is None:
        raise Unexplained("wrong-data", "entropy: entropy is 32 bytes in hex")
    return entropy
