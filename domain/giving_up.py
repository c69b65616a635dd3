"""Ways out of a match: resigning, handing a seat to a bot, aborting before the start."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from domain.commands import ADMIN, SERVER, Abort, HandToBot, Person, Resign
from domain.games.rules import Event
from domain.log import later
from domain.match_checks import check_open, own_seat, running_state, seat_at, unknown_bot
from domain.match_events import MatchAborted, MatchEnded, SeatHandedToBot, SeatResigned
from domain.match_state import IDLE_HOURS, RESIGNED_BOT, MatchState
from domain.playing import ranking
from domain.refusals import NotAllowed, NotDue, NotIdle, UnknownBot


def resign(match: MatchState, command: Resign, _at: str) -> Iterator[Event]:
    """A person gives up; a bot plays on."""
    running_state(match)
    seat = own_seat(match, command)
    if not match.seats[seat].is_person:
        raise NotAllowed(f"seat {seat} has been given up already")
    yield SeatResigned(command=command.id, seat=seat, bot=RESIGNED_BOT)
    yield from _end_without_persons(match)


def hand_to_bot(match: MatchState, command: HandToBot, at: str) -> Iterator[Event]:
    """The seat of a person who vanished goes to a bot."""
    running_state(match)
    seat = seat_at(match, command.seat)
    if command.bot not in match.rules.bots:
        raise UnknownBot(unknown_bot(match.rules, command.bot))
    if not seat.is_person:
        raise NotAllowed(f"a bot plays on seat {command.seat} already")
    if command.actor != ADMIN:
        _check_vanished(match, command, at)
    yield SeatHandedToBot(command=command.id, seat=command.seat, bot=command.bot)
    yield from _end_without_persons(match)


def _check_vanished(match: MatchState, command: HandToBot, at: str) -> None:
    if own_seat(match, command) == command.seat:
        raise NotAllowed("your own seat is given up by resigning")
    decision = match.rules.awaiting(match.state)
    if decision is None or command.seat not in decision.seats:
        raise NotIdle(f"the match does not wait for seat {command.seat}")
    if (since := later(match.at, timedelta(hours=IDLE_HOURS))) > at:
        raise NotIdle(f"seat {command.seat} may take until {since}; an admin may act before")


def abort(match: MatchState, command: Abort, at: str) -> Iterator[Event]:
    """A match that has not started ends."""
    check_open(match, "a match can be aborted")
    if command.actor == SERVER:
        deadline = match.ready_deadline()
        if deadline is None or at < deadline:
            raise NotDue("the time to reveal entropies has not run out")
        withheld = tuple(n for n, seat in enumerate(match.seats) if seat.is_person and not seat.ready)
        yield MatchAborted(
            command=command.id, reason="entropy-withheld", secret=match.secret.hex(), seats=withheld
        )
        return
    if isinstance(command.actor, Person) and command.actor.id != match.creator:
        own_seat(match, command)
    yield MatchAborted(command=command.id, reason="aborted", secret=match.secret.hex())


def _end_without_persons(match: MatchState) -> Iterator[Event]:
    """A match that nobody plays any more ends, also when one person is left who played persons only."""
    persons = sum(seat.is_person for seat in match.seats)
    only_persons_sat = all(seat.player is not None for seat in match.seats)
    if persons == 0 or (persons == 1 and only_persons_sat):
        yield MatchEnded(
            reason="resigned",
            ranking=ranking(match, (tuple(range(len(match.seats))),)),
            scores=(),
            secret=match.secret.hex(),
        )
