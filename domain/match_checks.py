"""What must hold before a command is decided on: who asks, and in which stage the match is."""

from __future__ import annotations

from domain.commands import Command, Person
from domain.games.rules import AnyRules, Seat, State
from domain.match_state import MatchState, SeatState
from domain.refusals import MatchNotOpen, MatchOver, NoSuchSeat, NotAllowed, NotSeated


def person(command: Command) -> str:
    """The player who asks. Raises `NotAllowed`."""
    if not isinstance(command.actor, Person):
        raise NotAllowed("only a player can do this")
    return command.actor.id


def check_open(match: MatchState, what: str) -> None:
    """Raises `MatchNotOpen`, `MatchOver`."""
    check_not_over(match)
    if match.status != "open":
        raise MatchNotOpen(f"{what} before the match starts only")


def check_not_over(match: MatchState) -> None:
    """Raises `MatchOver`."""
    if match.ended is not None:
        raise MatchOver(f"the match is over ({match.ended.reason})")


def running_state(match: MatchState) -> State:
    """The game's state. Raises `MatchOver`, `MatchNotRunning`."""
    check_not_over(match)
    return match.game_state


def seat_at(match: MatchState, number: Seat) -> SeatState:
    """The seat of this number. Raises `NoSuchSeat`."""
    if not 0 <= number < len(match.seats):
        raise NoSuchSeat(f"there is no seat {number}; the table has seats 0 to {len(match.seats) - 1}")
    return match.seats[number]


def own_seat(match: MatchState, command: Command) -> Seat:
    """Where the player who asks sits. Raises `NotAllowed`, `NotSeated`."""
    seat = match.seat_of(person(command))
    if seat is None:
        raise NotSeated("you do not sit at this table")
    return seat


def unknown_bot(rules: AnyRules, bot: str) -> str:
    """That a game has no bot of this name."""
    return f"{rules.title} has no bot {bot!r}; there are {', '.join(rules.bots)}"
