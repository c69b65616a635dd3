"""Whether a command that comes again with a known id asks for the same thing.

What was asked is not stored beside the answer: it is read off the events that the command caused.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.commands import (
    Abort,
    BeReady,
    Command,
    CreateMatch,
    HandToBot,
    LeaveSeat,
    MakeMove,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.games.canonical import canonical
from domain.games.registry import rules_for
from domain.games.rules import Event
from domain.match_events import (
    MatchAborted,
    MatchCreated,
    MoveMade,
    SeatHandedToBot,
    SeatLeft,
    SeatReady,
    SeatResigned,
    SeatTaken,
)


def asks_the_same(command: Command, caused: Sequence[Event]) -> bool:  # noqa: PLR0911 - one a command
    """Whether `caused`, the events of an earlier command with this id, answer this command too."""
    match command, caused[0]:
        case CreateMatch(), MatchCreated() as created:
            bots = {event.seat: event.bot for event in caused[1:] if isinstance(event, SeatTaken)}
            return (
                (command.game, command.seats, dict(command.bots)) == (created.game, created.seats, bots)
                and command.digest in (None, created.digest)
                and _full_options(created, command.options) == created.options
            )  # fmt: skip
        case TakeSeat(), SeatTaken() as taken:
            by_server = command.entropy_commitment is None
            return command.seat in (None, taken.seat) and (
                taken.entropy_by == "server"
                if by_server
                else taken.entropy_commitment == command.entropy_commitment
            )
        case SeatBot(), SeatTaken() as taken:
            return command.seat in (None, taken.seat) and command.bot == taken.bot
        case LeaveSeat(), SeatLeft() as left:
            return command.seat == left.seat
        case BeReady(), SeatReady() as ready:
            return command.entropy is None or command.entropy.hex() == ready.entropy
        case MakeMove(), MoveMade() as made:
            return command.decision == made.decision and canonical(command.move) == canonical(made.move)
        case HandToBot(), SeatHandedToBot() as handed:
            return (command.seat, command.bot) == (handed.seat, handed.bot)
        case (Resign(), SeatResigned()) | (Abort(), MatchAborted()):
            return True
    return False


def _full_options(created: MatchCreated, given: Any) -> Any:
    """The given options with the defaults filled in, as the log has them; None where they are none at all."""
    try:
        options = msgspec.convert(dict(given), rules_for(created.game, created.digest).options)
    except msgspec.ValidationError:
        return None
    return msgspec.to_builtins(options)
