"""The match: the aggregate whose log is the only truth about it.

Commands are decided on the current state and recorded as events; events change the state, whether they
were recorded a moment ago or are read from the log. Decision and outcome are both in the log, so that a
rebuild needs no rules, and an audit can decide every move again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import msgspec

from domain import giving_up, playing, seating
from domain.codec import CODEC
from domain.commands import (
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
from domain.games.rules import Event
from domain.log import Author, Recorded
from domain.match_events import MatchEvent, MoveMade
from domain.match_state import MatchState
from domain.playing import parse_move
from domain.sealing import SECRET_BYTES, SealedField, sealed_fields

_DECIDERS: Mapping[type[Command], Callable[[Match, Any, str], Iterator[Event]]] = {
    CreateMatch: seating.create,
    TakeSeat: seating.take_seat,
    SeatBot: seating.seat_bot,
    LeaveSeat: seating.leave_seat,
    BeReady: seating.be_ready,
    MakeMove: playing.make_move,
    Resign: giving_up.resign,
    HandToBot: giving_up.hand_to_bot,
    Abort: giving_up.abort,
}


class Match(MatchState):
    """One play of one game by seated players."""

    def handle(self, command: Command, now: str) -> list[Recorded]:
        """Carry out a command: the events it caused, applied but not stored. Raises `Refusal`; then nothing
        has changed."""
        at = max(now, self.at)
        by = self._author(command)
        decide = _DECIDERS[type(command)]
        return [self._record(event, command, by, at) for event in decide(self, command, at)]

    def _author(self, command: Command) -> Author:
        if isinstance(command.actor, Person):
            seat = self.seat_of(command.actor.id)
            return "player" if seat is None else seat
        return command.actor

    def _record(self, event: Event, command: Command, by: Author, at: str) -> Recorded:
        draws = [] if isinstance(event, MatchEvent) else self.chance.take_draws(type(event))
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

    def as_recorded(self, command: MakeMove) -> MakeMove:
        """A move as the log would have it, with what was left out filled in. Raises `InvalidMove`."""
        return msgspec.structs.replace(
            command, move=msgspec.to_builtins(parse_move(self.rules, command.move))
        )


def _salt(command: Command) -> bytes:
    """What a command's texts are sealed under. Without it they could be guessed from their seals."""
    if command.salt is None or len(command.salt) != SECRET_BYTES:
        raise ValueError(f"a command that brings a text needs a salt of {SECRET_BYTES} bytes")
    return command.salt
