"""What there is to check in a match, from its log: commitments, entropies, and every seal with those for whom
it is, and with its opening for a viewer who may have it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from domain.games.rules import Seat, Viewer
from domain.log import Recorded, sealed_paths
from domain.match_events import MatchAborted, MatchCreated, MatchEnded, SeatLeft, SeatReady, SeatTaken
from domain.sealing import Opening


class SeatEntropy(msgspec.Struct, frozen=True):
    """A seat's share in the match's chance. `by` tells who drew it, the player's client or the server;
    `entropy` is there once it has been revealed."""

    seat: Seat
    commitment: str | None
    by: str | None
    entropy: str | None


class Seal(msgspec.Struct, frozen=True):
    """A sealed value: in which event and field, for which seats, and its opening if the viewer may have it.

    A seal for no seat is for auditors only, until the match is over; a text is for everyone.
    """

    version: int
    type: str
    field: str
    sealed: str
    seats: Sequence[Seat]
    everyone: bool
    opening: Opening | None


class Fairness(msgspec.Struct, frozen=True):
    """All of it. `secret` is there once the match is over."""

    commitment: str
    secret: str | None
    entropies: Sequence[SeatEntropy]
    seals: Sequence[Seal]


def fairness(events: Iterable[Recorded], viewer: Viewer, salt_key: bytes) -> Fairness:
    """What a viewer may check of a log."""
    commitment, secret = "", None
    entropies: dict[Seat, SeatEntropy] = {}
    seals: list[Seal] = []
    for recorded in events:
        match recorded.event:
            case MatchCreated() as created:
                commitment = created.commitment
            case SeatTaken(player=player) as taken if player is not None and taken.bot is None:
                share = SeatEntropy(taken.seat, taken.entropy_commitment, taken.entropy_by, None)
                entropies[taken.seat] = share
            case SeatLeft() as left:
                entropies.pop(left.seat, None)
            case SeatReady() as ready:
                committed = entropies[ready.seat]
                entropies[ready.seat] = msgspec.structs.replace(committed, entropy=ready.entropy)
            case MatchEnded() | MatchAborted() as over:
                secret = over.secret
            case _:
                pass
        seals += _seals(recorded, viewer, salt_key)
    return Fairness(commitment, secret, [entropies[seat] for seat in sorted(entropies)], seals)


def _seals(recorded: Recorded, viewer: Viewer, salt_key: bytes) -> Iterable[Seal]:
    if recorded.private == b"{}":
        return
    line = msgspec.json.decode(recorded.line)
    openings = {opening.field: opening for opening in recorded.openings(viewer, salt_key)}
    for field, sealed in sealed_paths(line["data"]).items():
        yield Seal(
            version=recorded.version,
            type=recorded.type,
            field=field,
            sealed=sealed,
            seats=sorted(recorded.audience(field)),
            everyone=recorded.is_text(field),
            opening=openings.get(field),
        )
