"""Why an event came out as it did, what else could have been done, and what would have come of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from domain.commands import SERVER, MakeMove, Person
from domain.games.canonical import canonical
from domain.games.rules import AUDITOR, Explanation, Refusal, Seat, Viewer
from domain.log import Recorded
from domain.match import Match
from domain.match_events import MatchCreated, MatchEvent, MatchStarted, MoveMade
from domain.sealing import SECRET_BYTES
from domain.wording import move_text, seat_names, sentence
from replay_tool.match_explanations import explain_match_event
from replay_tool.sources import Source, Unreadable
from replay_tool.viewing import check_complete, check_version, rebuild

SHOWN_MOVES = 40
"""How many legal moves are listed where nothing else is said."""


class Told(msgspec.Struct, frozen=True):
    """An event in a sentence. `points` is what it scored by its own explanation."""

    version: int
    type: str
    sentence: str
    points: int | None = None


class LegalMove(msgspec.Struct, frozen=True):
    """A move that was open to a seat; `made` tells that it is the one that was made."""

    move: Mapping[str, Any]
    text: str
    made: bool


class Choice(msgspec.Struct, frozen=True):
    """What a seat could have answered right after event `after`: how many moves were listed as legal, and
    the first of them. None are where the seat owed no answer; then `note` says who did."""

    after: int
    seat: Seat
    decision: int | None
    kind: str | None
    legal: int
    moves: tuple[LegalMove, ...]
    note: str | None = None


class Verdict(msgspec.Struct, frozen=True):
    """What the rules say of a move that was not made: legal, with what would have followed at once, or
    refused, with the reason for the player and its stable code."""

    after: int
    seat: Seat
    move: Mapping[str, Any]
    legal: bool
    code: str | None = None
    reason: str | None = None
    follows: tuple[Told, ...] = ()


class Explained(msgspec.Struct, frozen=True):
    """All that can be told of an event: why, by which rule, what it counted; the command that caused it,
    and all that this command led to; the choice behind it, where it was a move; the verdict on another."""

    match: str
    game: str
    rules: int
    newest_rules: int
    event: Told
    why: Explanation
    cause: Told
    follows: tuple[Told, ...]
    choice: Choice | None
    verdict: Verdict | None


def explain(
    source: Source,
    version: int,
    *,
    seat: Seat | None = None,
    move: Mapping[str, Any] | None = None,
    limit: int = SHOWN_MOVES,
    viewer: Viewer | None = None,
) -> Explained:
    """Explain an event. `seat` asks for the choice of another seat than the one that moved, `move` for the
    verdict on a move that was not made; `limit` is how many legal moves are listed.

    An explanation tells what is hidden, so that of a match that is not over is told to an auditor only.
    Raises `Unreadable`.
    """
    check_complete(source)
    check_version(source, version)
    if not source.finished and viewer != AUDITOR:
        raise Unreadable(
            f"{source.name} is not over, and an explanation may tell what is still hidden; --as auditor "
            "tells it all the same"
        )
    try:
        return _Case(source, version).explained(seat, move, limit)
    except (Unreadable, Refusal):
        raise
    except Exception as error:  # An unaudited log may hold anything; audit tells what is wrong.
        raise Unreadable(
            f"event {version} of {source.name} cannot be explained ({type(error).__name__}: {error}); audit "
            "tells what is wrong"
        ) from error


class _Case:
    """An event with the command that caused it."""

    def __init__(self, source: Source, version: int) -> None:
        self._source = source
        self._version = version
        self._recorded = list(source.all_recorded())
        self._start = self._start_of_command(version)
        self._stop = self._end_of_command(version)

    def explained(self, seat: Seat | None, move: Mapping[str, Any] | None, limit: int) -> Explained:
        """What `explain` gives. Raises `Unreadable`."""
        follows = self._told_from(self._start)
        before = self._stand_before(self._version)
        chooser = self._chooser(seat)
        if move is not None and chooser is None:
            raise Unreadable(f"event {self._version} is no move; --seat tells whose move is meant")
        return Explained(
            match=str(before.id),
            game=self._source.rules().title,
            rules=self._rules_version(before),
            newest_rules=self._source.rules().version,
            event=follows[self._version - self._start],
            why=self._why(before, self._version),
            cause=follows[0],
            follows=follows[1:],
            choice=None if chooser is None else self._choice(chooser, limit),
            verdict=None if chooser is None or move is None else self._verdict(chooser, move),
        )

    def _rules_version(self, before: Match) -> int:
        """The version of the rules by which the command was decided."""
        for recorded in self._recorded[self._start - 1 : self._stop]:
            if isinstance(recorded.event, MatchCreated | MatchStarted | MoveMade):
                return recorded.event.rules
        return before.rules_version

    # The command

    def _start_of_command(self, version: int) -> int:
        while version > 1 and not _begins_command(self._recorded[version - 1]):
            version -= 1
        return version

    def _end_of_command(self, version: int) -> int:
        while version < len(self._recorded) and not _begins_command(self._recorded[version]):
            version += 1
        return version

    def _told_from(self, start: int) -> tuple[Told, ...]:
        """The command's events, each explained where the match stood right before it."""
        match = self._stand_before(start)
        told = []
        for version in range(start, self._stop + 1):
            why = self._why(match, version)
            recorded = self._recorded[version - 1]
            match.apply(recorded)
            told.append(_tell(match, recorded, self._source, why.points))
        return tuple(told)

    def _stand_before(self, version: int) -> Match:
        if version > 1:
            return rebuild(self._source, version - 1)
        return Match(self._recorded[0].match, self._source.rules_source())

    def _why(self, before: Match, version: int) -> Explanation:
        event = self._recorded[version - 1].event
        if isinstance(event, MatchEvent):
            return explain_match_event(before, event)
        return before.rules.explain(before.state, event)

    # The choice

    def _chooser(self, asked: Seat | None) -> Seat | None:
        """Whose choice is looked at: by default that of the seat that moved."""
        if asked is not None:
            seats = self._recorded[0].event.seats  # type: ignore[attr-defined]
            if not 0 <= asked < seats:
                raise Unreadable(f"there is no seat {asked}; the table has seats 0 to {seats - 1}")
            return asked
        cause = self._recorded[self._start - 1].event
        return cause.seat if isinstance(cause, MoveMade) else None

    def _choice(self, seat: Seat, limit: int) -> Choice:
        match = self._stand_before(self._start)
        decision = match.rules.awaiting(match.state) if match.status == "running" else None
        owes = decision is not None and seat in decision.seats
        moves = list(match.rules.legal_moves(match.state, seat)) if owes else []
        made = self._made_by(seat)
        listed = [_legal_move(msgspec.to_builtins(move), made) for move in moves]
        if made is not None and not any(move.made for move in listed):
            listed.insert(0, _legal_move(made, made))  # Legal moves may be a canonical selection.
        chosen_first = sorted(listed, key=lambda move: not move.made)
        return Choice(
            after=match.version,
            seat=seat,
            decision=None if decision is None else decision.number,
            kind=None if decision is None else decision.kind,
            legal=len(moves),
            moves=tuple(chosen_first[:limit]),
            note=None if owes else _who_owed(seat, None if decision is None else decision.seats),
        )

    def _made_by(self, seat: Seat) -> Mapping[str, Any] | None:
        event = self._recorded[self._start - 1].event
        return event.move if isinstance(event, MoveMade) and event.seat == seat else None

    # The verdict

    def _verdict(self, seat: Seat, move: Mapping[str, Any]) -> Verdict:
        """Give the move to the match as it stood; it goes its own way from there."""
        match = self._stand_before(self._start)
        after = match.version
        try:
            caused = match.handle(_as_command(match, seat, move), self._recorded[self._start - 1].at)
        except Refusal as refusal:
            return Verdict(after, seat, move, legal=False, code=refusal.code, reason=str(refusal))
        return Verdict(after, seat, move, legal=True, follows=self._would_follow(caused))

    def _would_follow(self, caused: Sequence[Recorded]) -> tuple[Told, ...]:
        match = self._stand_before(self._start)
        told = []
        for recorded in caused:
            event = recorded.event
            points = None if isinstance(event, MatchEvent) else match.rules.explain(match.state, event).points
            match.apply(recorded)
            told.append(_tell(match, recorded, self._source, points))
        return tuple(told)


def _begins_command(recorded: Recorded) -> bool:
    return isinstance(recorded.event, MatchEvent) and recorded.event.command is not None


def _tell(match: Match, recorded: Recorded, source: Source, points: int | None) -> Told:
    names = seat_names(match.seats, source.players)
    told = sentence(recorded.event, match.rules, names, source.players)
    return Told(recorded.version, recorded.type, told, points)


def _legal_move(move: Mapping[str, Any], made: Mapping[str, Any] | None) -> LegalMove:
    return LegalMove(move, move_text(move), made is not None and canonical(move) == canonical(made))


def _who_owed(seat: Seat, owing: Sequence[Seat] | None) -> str:
    if owing is None:
        return "the match waited for nobody"
    return f"seat {seat} owed no answer: the match waited for seat {' and '.join(map(str, owing))}"


def _as_command(match: Match, seat: Seat, move: Mapping[str, Any]) -> MakeMove:
    occupant = match.seats[seat]
    decision = match.rules.awaiting(match.state) if match.status == "running" else None
    return MakeMove(
        id="what-if",
        actor=Person(occupant.player) if occupant.is_person and occupant.player is not None else SERVER,
        salt=bytes(SECRET_BYTES),
        decision=0 if decision is None else decision.number,
        move=move,
        seat=seat,
    )
