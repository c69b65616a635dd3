"""The match's own events. A field that has nothing to say is left out of the line."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal

from domain.games.rules import Event, Sealed, Seat


class MatchEvent(Event, frozen=True, kw_only=True, omit_defaults=True):
    """An event of the match itself. `command` is the id of the command that caused it, in the first event
    that a command causes."""

    command: str | None = None


class MatchCreated(MatchEvent, frozen=True, kw_only=True):
    """A table was opened: what is played, by which rules, and the commitment to the match's secret.
    `player` opened it, without taking a seat; nobody where an admin or the server did."""

    game: str
    rules: int
    options: Mapping[str, Any]
    components: str
    digest: str
    seats: int
    commitment: str
    player: str | None = None


class SeatTaken(MatchEvent, frozen=True, kw_only=True):
    """A person or a bot sat down. A person is committed to its entropy; where its client gave no
    commitment the server has drawn the entropy for it (`entropy_by`)."""

    seat: Seat
    player: str | None = None
    bot: str | None = None
    entropy_commitment: str | None = None
    entropy_by: Literal["player", "server"] | None = None
    entropy: Annotated[str | None, Sealed()] = None


class SeatLeft(MatchEvent, frozen=True, kw_only=True):
    """A person stood up before the match began to start."""

    seat: Seat


class SeatReady(MatchEvent, frozen=True, kw_only=True):
    """A person is ready, and reveals its entropy. From the first of these no seat is left or taken."""

    seat: Seat
    entropy: str


class MatchStarted(MatchEvent, frozen=True, kw_only=True):
    """All are ready. The game's set-up follows, decided by this version of its rules."""

    rules: int


class MoveMade(MatchEvent, frozen=True, kw_only=True):
    """A seat answered a decision; what follows from it follows in the log. `rules` is the version that
    decided; secret fields of the move are sealed as `move.<field>`."""

    rules: int
    seat: Seat
    decision: int
    move: dict[str, Any]


class SeatResigned(MatchEvent, frozen=True, kw_only=True):
    """A person gave up: the seat plays on as the bot `bot`, and ranks after all who stayed."""

    seat: Seat
    bot: str


class SeatHandedToBot(MatchEvent, frozen=True, kw_only=True):
    """The seat of a person who vanished plays on as a bot."""

    seat: Seat
    bot: str


class MatchEnded(MatchEvent, frozen=True, kw_only=True):
    """The match is over: why, who won (groups of seats that share a place), and the secret, which from
    now on opens everything."""

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]
    secret: str


class MatchAborted(MatchEvent, frozen=True, kw_only=True):
    """The match ended before it began. `seats` are those to whom it is owed, if any."""

    reason: Literal["aborted", "entropy-withheld"]
    secret: str
    seats: tuple[Seat, ...] = ()


MATCH_EVENTS: Mapping[str, type[Event]] = {
    "match.MatchCreated": MatchCreated,
    "match.SeatTaken": SeatTaken,
    "match.SeatLeft": SeatLeft,
    "match.SeatReady": SeatReady,
    "match.MatchStarted": MatchStarted,
    "match.MoveMade": MoveMade,
    "match.SeatResigned": SeatResigned,
    "match.SeatHandedToBot": SeatHandedToBot,
    "match.MatchEnded": MatchEnded,
    "match.MatchAborted": MatchAborted,
}
