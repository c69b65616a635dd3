"""With whose eyes a caller looks at a match."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple
from uuid import UUID

from api.auth import caller, check_scope, principal
from api.context import services
from domain.games.rules import AUDITOR, SPECTATOR, Seat, Viewer
from domain.match import Match
from domain.refusals import NotAllowed


class Look(NamedTuple):
    """A match under its lock, the caller's seat, and what the caller sees as."""

    match: Match
    seat: Seat | None
    viewer: Viewer


@contextmanager
def looking(match_id: UUID, asked: str | None, what: str) -> Iterator[Look]:
    """A match as it stands, for as long as the context lasts, and with whose eyes the caller sees it.

    A caller sees as its seat, or as a spectator without one; `asked` is "spectator", "auditor" or nothing.
    When a match is over, everybody sees it as an auditor. An auditor's look at a match that is not over is
    recorded, with `what` was looked at. Raises `UnknownMatch`, `TokenRequired`, `MissingScope`, `NotAllowed`.
    """
    if asked == AUDITOR:
        check_scope("audit", "looking as an auditor")
    with services().service.reading(match_id) as match:
        seat = _seat(match)
        wanted: Viewer = SPECTATOR if seat is None or asked == SPECTATOR else seat
        if asked == AUDITOR and not match.over:
            _record_audit(match, seat, what)
            wanted = AUDITOR
        yield Look(match, seat, match.viewer(wanted))


def etag(version: int, viewer: Viewer) -> str:
    """The entity tag of what a viewer sees of a match at a version."""
    return f"{version}.{viewer}"


def _seat(match: Match) -> Seat | None:
    found = caller()
    return None if found is None else match.seat_of(found.player)


def _record_audit(match: Match, seat: Seat | None, what: str) -> None:
    if seat is not None:
        raise NotAllowed("who plays in a match cannot audit it before it is over")
    services().accounts.record_audit_read(match.id, principal().player, what)
