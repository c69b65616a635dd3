"""From the start of a match to its end by the rules: moves, and what follows from them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, Union

import msgspec

from domain.commands import SERVER, MakeMove, Person
from domain.games.registry import game
from domain.games.rules import AnyRules, Event, Move, Seat
from domain.match_checks import own_seat, running_state, seat_at
from domain.match_events import MatchEnded, MatchStarted, MoveMade
from domain.match_state import MatchState
from domain.refusals import (
    DecisionClosed,
    InvalidMove,
    NotAllowed,
    NotAwaited,
    NotDue,
    NotYourSeat,
    StaleVersion,
)


def start(match: MatchState) -> Iterator[Event]:
    """All are ready: the game is set up."""
    yield MatchStarted(rules=match.rules.version)
    yield from match.rules.set_up(match.state, match.chance)
    yield from end(match)


def make_move(match: MatchState, command: MakeMove, at: str) -> Iterator[Event]:
    """A seat answers the open decision."""
    state = running_state(match)
    seat = _acting_seat(match, command)
    _check_answer(match, command, seat)
    move = parse_move(match.rules, command.move)
    if command.actor == SERVER and match.seats[seat].bot is None:
        _check_time_is_up(match, move, at)
    facts = match.rules.decide(state, seat, move, match.chance)
    first = next(facts)  # A refused move is refused here, before anything has been recorded.
    yield MoveMade(
        command=command.id,
        rules=match.rules.version,
        seat=seat,
        decision=command.decision,
        move=msgspec.to_builtins(move),
    )
    yield first
    yield from facts
    yield from end(match)


def _acting_seat(match: MatchState, command: MakeMove) -> Seat:
    if isinstance(command.actor, Person):
        seat = own_seat(match, command)
        if command.seat is not None and command.seat != seat:
            raise NotYourSeat(f"you sit on seat {seat}, not on seat {command.seat}")
        if not match.seats[seat].is_person:
            raise NotAllowed(f"a bot plays on seat {seat} since you gave it up")
        return seat
    if (
        command.actor != SERVER
        or command.seat is None
        or (seat_at(match, command.seat).bot is None and match.answer_deadline() is None)
    ):
        raise NotAllowed("only a player can move at a seat without a bot")
    return command.seat


def _check_time_is_up(match: MatchState, move: Move, at: str) -> None:
    """The server answers for a person when its time has run out, and then as the rules say. This is
    judged by recorded times: whoever decides the move again comes to the same end."""
    limit, deadline = match.rules.time_limit(match.state), match.answer_deadline()
    if deadline is None or at < deadline:
        raise NotDue(f"there is time to answer until {deadline}")
    if limit is None or move != limit.move:
        raise NotAllowed("for somebody whose time has run out the server makes no move but the one laid down")


def _check_answer(match: MatchState, command: MakeMove, seat: Seat) -> None:
    if command.if_version is not None and command.if_version != match.version:
        raise StaleVersion(
            f"the match is at version {match.version}, not at {command.if_version}", match.version
        )
    decision = match.rules.awaiting(match.state)
    if decision is None or decision.number != command.decision:
        open_now = "none is open" if decision is None else f"decision {decision.number} is open"
        raise DecisionClosed(f"decision {command.decision} is closed; {open_now}", match.version)
    if seat not in decision.seats:
        owing = " and ".join(map(str, decision.seats))
        raise NotAwaited(f"seat {seat} owes no answer now; the match waits for seat {owing}")


def end(match: MatchState) -> Iterator[Event]:
    """The match's end, where the rules say that it is over."""
    outcome = match.rules.outcome(match.state)
    if outcome is not None:
        yield MatchEnded(
            reason=outcome.reason,
            ranking=ranking(match, outcome.ranking),
            scores=outcome.scores,
            secret=match.secret.hex(),
        )


def ranking(match: MatchState, ranking: tuple[tuple[Seat, ...], ...]) -> tuple[tuple[Seat, ...], ...]:
    """Who gave up ranks after all who stayed, the later the better."""
    gave_up = {number: seat.gave_up for number, seat in enumerate(match.seats) if seat.gave_up is not None}
    stayed = (tuple(seat for seat in group if seat not in gave_up) for group in ranking)
    left = sorted(gave_up, key=gave_up.__getitem__, reverse=True)
    return (*(group for group in stayed if group), *((seat,) for seat in left))


def parse_move(rules: AnyRules, given: Any) -> Move:
    """What was sent, as a move of the game. Raises `InvalidMove`."""
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
