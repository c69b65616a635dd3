"""Why a command is refused, apart from the games' own reasons: one class for each."""

from __future__ import annotations

from uuid import UUID

from domain.games.rules import Refusal


class UnknownMatch(Refusal):
    """No match has this id."""

    code = "unknown-match"

    def __init__(self, match: UUID) -> None:
        super().__init__(f"there is no match {match}")


class MatchExists(Refusal):
    """There is a match of this id already, and it is not the one that was sent."""

    code = "match-exists"


class UnknownVersion(Refusal):
    """The match has no such version."""

    code = "unknown-version"


class InvalidSeats(Refusal):
    """The game is not played by this many, or bots are asked for on seats that are not there."""

    code = "invalid-seats"


class UnknownBot(Refusal):
    """The game has no bot of this name."""

    code = "unknown-bot"


class NoSuchSeat(Refusal):
    """The table has no such seat."""

    code = "no-such-seat"


class SeatOccupied(Refusal):
    """Somebody sits there already."""

    code = "seat-taken"


class TableFull(Refusal):
    """No seat is free."""

    code = "table-full"


class AlreadySeated(Refusal):
    """A player sits once at a table."""

    code = "already-seated"


class NotSeated(Refusal):
    """Who asks does not sit at this table."""

    code = "not-seated"


class NotYourSeat(Refusal):
    """Who asks sits somewhere else."""

    code = "not-your-seat"


class SeatsFixed(Refusal):
    """Somebody is ready: seats can neither be taken nor left any more."""

    code = "seats-fixed"


class TableNotFull(Refusal):
    """A match starts with all its seats taken."""

    code = "table-not-full"


class AlreadyReady(Refusal):
    """Ready is said once."""

    code = "already-ready"


class InvalidEntropy(Refusal):
    """The revealed entropy is not what was committed to."""

    code = "invalid-entropy"


class MatchNotOpen(Refusal):
    """The match has started: that was possible before only."""

    code = "match-not-open"


class MatchNotRunning(Refusal):
    """The match has not started yet."""

    code = "match-not-running"


class MatchOver(Refusal):
    """The match has ended."""

    code = "match-over"


class NotAwaited(Refusal):
    """The open decision is owed by others."""

    code = "not-your-turn"


class DecisionClosed(Refusal):
    """The decision that the move answers is not the open one. `version` is where the match stands."""

    code = "decision-closed"

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class StaleVersion(Refusal):
    """The match has moved on from the version that the caller insisted on."""

    code = "stale-version"

    def __init__(self, message: str, version: int) -> None:
        super().__init__(message)
        self.version = version


class InvalidMove(Refusal):
    """What was sent is no move of this game, whatever the position."""

    code = "invalid-move"


class NotIdle(Refusal):
    """A seat is not given to a bot while its person may still come back in time."""

    code = "not-idle"


class NotAllowed(Refusal):
    """Who asks has no say in this."""

    code = "not-allowed"


class NotDue(Refusal):
    """The time for this has not come."""

    code = "not-due"


class CommandReused(Refusal):
    """The same idempotency key came with another request."""

    code = "idempotency-key-reused"


class Busy(Refusal):
    """Others changed the match each time this command was tried; it may be sent again."""

    code = "busy"


class StoreUnavailable(Refusal):
    """The database does not answer. Nothing is known to have happened; the same command may be sent again
    with the same key."""

    code = "store-unavailable"
