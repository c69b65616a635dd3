"""What a player of PuffiNova may answer."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from domain.games.rules import Move, Sealed

Column = Literal["left", "right"]
"""A column of rows; also the draw pile above it."""

PILES: tuple[Column, ...] = ("left", "right")

Area = Literal["diamond_field", "star_castle", "moon_council", "galactic_city"]

# Moves hold no cycles, so the garbage collector need not track the hundreds that may be listed a turn.


class ChooseBuilding(Move, tag="choose_building", frozen=True, gc=False):
    """Choose one of the Construction cards offered, to be built for free."""

    card: Annotated[str, Sealed()]


class EmergencyLanding(Move, tag="emergency_landing", frozen=True, gc=False):
    """Before the main action: pay, and all own ships come home."""


class Play(Move, tag="play", frozen=True, gc=False):
    """Play a card, paid for with other cards of the hand.

    `area` is named where the payment leaves a choice; elsewhere it may be left out.
    """

    card: str
    payment: tuple[str, ...]
    area: Area | None = None


class Launch(Move, tag="launch", frozen=True, gc=False):
    """Send a ship to a row, `queue` behind the ships there; take the cards at its windows.

    Rows are counted from 1. `refill` says which pile comes first, when the column's own runs short.
    """

    ship: str
    column: Column
    row: int
    queue: bool = False
    refill: Literal["own", "other"] | None = None


class CallHome(Move, tag="call_home", frozen=True, gc=False):
    """Call all own ships home."""


class DrawFrom(Move, tag="draw_from", frozen=True, gc=False):
    """Draw a card from a pile."""

    pile: Column


class Discard(Move, tag="discard", frozen=True, gc=False):
    """Discard a card of the hand."""

    card: str


class DiscardSecretly(Move, tag="discard_secretly", frozen=True, gc=False):
    """Choose the card to discard, shown when everybody has chosen."""

    card: Annotated[str, Sealed()]


class PassCard(Move, tag="pass_card", frozen=True, gc=False):
    """Choose the card to give to the right neighbour, given when everybody has chosen."""

    card: Annotated[str, Sealed()]


class Accept(Move, tag="accept", frozen=True, gc=False):
    """Do the Buddy Action; to draw a card, name the pile."""

    pile: Column | None = None


class Decline(Move, tag="decline", frozen=True, gc=False):
    """Leave the Buddy Action."""


MOVES: Mapping[str, type[Move]] = {
    "choose_building": ChooseBuilding,
    "emergency_landing": EmergencyLanding,
    "play": Play,
    "launch": Launch,
    "call_home": CallHome,
    "draw_from": DrawFrom,
    "discard": Discard,
    "discard_secretly": DiscardSecretly,
    "pass_card": PassCard,
    "accept": Accept,
    "decline": Decline,
}
