"""What the newest rules would make of a match: its commands given again, one after the other.

Not an audit, which judges each command where the log says the match stood: here the match goes its own way
from the first event that comes out otherwise, with the same secret and so the same chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple
from uuid import UUID

import msgspec

from domain.commands import Command, MakeMove
from domain.games.rules import Refusal
from domain.log import Recorded
from domain.match import Match
from domain.match_events import MatchCreated, MatchEvent
from domain.sealing import SECRET_BYTES
from replay_tool.differing import SHOWN, Comparison, Field, compare
from replay_tool.reconstruct import Unexplained, command_of, creation_of
from replay_tool.sources import Source, Unreadable, of_recorded
from replay_tool.viewing import check_complete, table


class Refused(NamedTuple):
    """A command of the log that the newest rules do not allow where the match stands by then: the version of
    its first event, and why in a sentence."""

    version: int
    reason: str


def compare_with_newest_rules(source: Source, limit: int = SHOWN) -> Comparison:
    """A match beside what the newest rules make of the same commands. Raises `Unreadable`."""
    check_complete(source)
    again, refused = decide_by_newest_rules(source)
    found = compare(source, again, ignored={"rules"}, limit=limit)
    right = msgspec.structs.replace(found.right, ending=_ending(again, found.right.ending))
    told = tuple(Field(f"event {version}", right=reason) for version, reason in refused)
    return msgspec.structs.replace(found, right=right, header=(), refused=told)


def _ending(again: Source, said: str) -> str:
    """How it ends; where it does not, who is waited for: the commands of the log are not enough then."""
    if again.finished:
        return said
    awaiting = table(again, None, None).awaiting
    if awaiting is None:
        return said
    seats = " and ".join(f"seat {seat}" for seat in awaiting["seats"])
    return f"{said}: {seats} would be to answer decision {awaiting['decision']} ({awaiting['kind']})"


def decide_by_newest_rules(source: Source) -> tuple[Source, list[Refused]]:
    """The match that the same commands lead to, and those of them that it refuses. Raises `Unreadable`."""
    rules = source.rules()
    again = _Again(source)
    try:
        again.run()
    except Exception as error:  # An unaudited log may hold anything; audit tells what is wrong.
        raise Unreadable(
            f"{source.name} cannot be decided again ({type(error).__name__}: {error}); audit tells what is "
            "wrong"
        ) from error
    name = f"{source.name} under rules {rules.version}"
    return of_recorded(name, again.events, source), again.refused


class _Again:
    def __init__(self, source: Source) -> None:
        self._recorded = list(source.all_recorded())
        self._secret = source.secret or b""
        self._match = Match(UUID(source.match), source.rules_source())
        self.events: list[Recorded] = []
        self.refused: list[Refused] = []

    def run(self) -> None:
        """Give all commands again."""
        for caused in self._commands():
            first = caused[0]
            try:
                self.events += self._match.handle(self._command(caused), first.at)
            except (Refusal, Unexplained) as reason:
                self.refused.append(Refused(first.version, str(reason)))

    def _commands(self) -> Iterator[list[Recorded]]:
        """The events by the commands that caused them."""
        caused: list[Recorded] = []
        for recorded in self._recorded:
            if caused and isinstance(recorded.event, MatchEvent) and recorded.event.command is not None:
                yield caused
                caused = []
            caused.append(recorded)
        yield caused

    def _command(self, caused: list[Recorded]) -> Command:
        first = caused[0]
        if isinstance(first.event, MatchCreated):
            return creation_of(self._match, (each.event for each in caused), first.by, self._secret)
        salts = (salt for recorded in caused for salt in recorded.texts.values())
        salt = bytes.fromhex(next(salts, "00" * SECRET_BYTES))
        command = msgspec.structs.replace(command_of(self._match, first), salt=salt)
        return self._to_open_decision(command) if isinstance(command, MakeMove) else command

    def _to_open_decision(self, command: MakeMove) -> MakeMove:
        """The move as the answer to what is open now: decisions are counted anew once the match has gone its
        own way."""
        decision = self._match.rules.awaiting(self._match.state) if self._match.status == "running" else None
        if decision is None or command.seat not in decision.seats:
            return command
        return msgspec.structs.replace(command, decision=decision.number)
