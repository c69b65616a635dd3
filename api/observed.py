"""The write side observed: commands are counted and written down, whoever gives them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar
from uuid import UUID

from api.journal import journal
from api.metrics import COMMANDS, CONFLICTS
from domain.commands import ADMIN, SERVER, Command, CreateMatch, Person
from domain.games.rules import Refusal
from domain.log import Recorded
from domain.origins import Origin
from domain.refusals import Busy, StoreUnavailable
from domain.service import Accepted, MatchService
from domain.storage import MatchLogs, VersionConflict

_commands = journal("fairtable.commands")

_IMPORT = "ImportMatch"

T = TypeVar("T")


class ObservedService(MatchService):
    """A match service whose commands are counted and written down."""

    def create(self, command: CreateMatch) -> Accepted:
        """Open a table."""
        return self._give(command, None, lambda: super(ObservedService, self).create(command))

    def handle(self, match: UUID, command: Command) -> Accepted:
        """Carry out a command on a match."""
        return self._give(command, match, lambda: super(ObservedService, self).handle(match, command))

    def adopt(self, events: Sequence[Recorded], origin: Origin) -> bool:
        """Store the log of a match that was played elsewhere."""
        match = origin.match
        is_new = _told(_IMPORT, ADMIN, match, lambda: super(ObservedService, self).adopt(events, origin))
        _tell(_IMPORT, ADMIN, "accepted" if is_new else "replayed", match=match, version=len(events))
        return is_new

    def _give(self, command: Command, match: UUID | None, carry_out: Callable[[], Accepted]) -> Accepted:
        name = type(command).__name__
        by = "player" if isinstance(command.actor, Person) else command.actor
        accepted = _told(name, by, match, carry_out)
        outcome = "replayed" if accepted.replayed else "accepted"
        _tell(name, by, outcome, match=accepted.match, version=accepted.version)
        return accepted


class ObservedLogs(MatchLogs):
    """Logs that count lost races."""

    def append(self, events: Sequence[Recorded], origin: Origin | None = None) -> None:
        """Store the events of one command."""
        try:
            super().append(events, origin)
        except VersionConflict:
            CONFLICTS.inc()
            raise


def _told(name: str, by: str, match: UUID | None, carry_out: Callable[[], T]) -> T:
    """Carry a command out; where that does not succeed, tell of it."""
    try:
        return carry_out()
    except Refusal as refusal:
        outcome = "unavailable" if isinstance(refusal, StoreUnavailable | Busy) else "refused"
        _tell(name, by, outcome, refusal.code, match=match)
        raise
    except BaseException:
        _tell(name, by, "failed", match=match)
        raise


def _tell(
    name: str, by: str, outcome: str, reason: str = "", *, match: UUID | None, version: int | None = None
) -> None:
    """Count a command and write it down: in names and numbers, nothing of what it holds."""
    COMMANDS.labels(name, by, outcome, reason).inc()
    known = {"reason": reason or None, "match": match and str(match), "version": version}
    # What the server does by itself is mostly bots' moves: too much to be read.
    write = _commands.debug if by == SERVER else _commands.info
    fields = {key: value for key, value in known.items() if value is not None}
    write("command", command=name, by=by, outcome=outcome, **fields)
