"""What can happen in a match of PuffiNova."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec

from domain.games.puffinova.moves import Area, Column
from domain.games.rules import Event, Sealed, Seat

Holder = Seat | Literal["supply"]
"""Who has diamonds."""

Reason = Literal[
    "card",
    "queue",
    "emergency_landing",
    "take_diamond",
    "give_diamond_to_neighbours",
    "pass_card_right",
    "discard_card",
]
"""Why diamonds change hands: the card that was played, what is paid for, or the effect."""


class CardsShuffled(Event, frozen=True):
    """The chosen decks are shuffled together, in `order`, the top card first."""

    order: Annotated[tuple[str, ...], Sealed()]


class DiscardStarted(Event, frozen=True):
    """The top cards start the discard pile, in the order they were drawn."""

    cards: tuple[str, ...]


class RowsFilled(Event, frozen=True):
    """Every card space of the board was filled: (column, row, cards of spaces 1, 2, …)."""

    rows: tuple[tuple[Column, int, tuple[str, ...]], ...]


class PilesPrepared(Event, frozen=True):
    """The two draw piles, the top card first, with two Diamond Explosions deep in each."""

    left_size: int
    right_size: int
    left: Annotated[tuple[str, ...], Sealed()]
    right: Annotated[tuple[str, ...], Sealed()]


class ConstructionShuffled(Event, frozen=True):
    """The Construction deck was shuffled to offer free buildings."""

    order: Annotated[tuple[str, ...], Sealed()]


class ConstructionOffered(Event, frozen=True):
    """A seat may choose one of these Construction cards."""

    seat: Seat
    cards: Annotated[tuple[str, ...], Sealed("seat")]


class BuildingChosen(Event, frozen=True):
    """A seat has chosen; its building is shown when all have."""

    seat: Seat
    card: Annotated[str, Sealed("seat")]


class BuildingBuilt(Event, frozen=True):
    """A building came to a Galactic City free of charge; the others offered went out of the game."""

    seat: Seat
    card: str


class StartingSeatDrawn(Event, frozen=True):
    """Who begins."""

    seat: Seat


class TurnBegan(Event, frozen=True):
    """A seat is to act."""

    seat: Seat


class TurnSkipped(Event, frozen=True):
    """A seat can do nothing."""

    seat: Seat


class ShipLaunched(Event, frozen=True):
    """A ship stands in a row, `queued` behind others for `paid` diamonds, or on its empty space."""

    seat: Seat
    ship: str
    column: Column
    row: int
    queued: bool
    paid: int


class CardsTaken(Event, frozen=True):
    """The cards at a launched ship's windows came to a hand."""

    seat: Seat
    column: Column
    row: int
    cards: tuple[str, ...]


class RowRefilled(Event, frozen=True):
    """A card from a pile was laid, face up, on an empty card space."""

    column: Column
    row: int
    space: int
    pile: Column
    card: str


class ExplosionDrawn(Event, frozen=True):
    """A seat drew a Diamond Explosion, which lies beside its pile; `count` are out by now, of both piles."""

    seat: Seat
    pile: Column
    count: int


class ShipsCalledHome(Event, frozen=True):
    """All of a seat's ships came home, by the main action or an emergency landing."""

    seat: Seat
    ships: tuple[str, ...]
    emergency: bool


class CardPaid(Event, frozen=True):
    """Cards of a hand were discarded to pay for another."""

    seat: Seat
    cards: tuple[str, ...]


class CardPlayed(Event, frozen=True):
    """A seat put a card down, on top of an area of its `owner`: itself, or its right neighbour."""

    seat: Seat
    card: str
    area: Area
    owner: Seat


class DiamondsMoved(Event, frozen=True):
    """Diamonds went from a seat or the supply to another."""

    from_: Holder = msgspec.field(name="from")
    to: Holder
    count: int
    reason: Reason


class EffectBegan(Event, frozen=True):
    """The effect of the card that was played; `seats` are asked, in this order where it is one by one."""

    kind: Literal["lightning", "buddy", "mandatory"]
    do: str
    seats: tuple[Seat, ...]


class CardDrawn(Event, frozen=True):
    """A seat drew a card into its hand."""

    seat: Seat
    pile: Column
    card: Annotated[str, Sealed("seat")]


class BuddyAnswered(Event, frozen=True):
    """An adjacent seat does the Buddy Action, or not; `pile` is where it draws."""

    seat: Seat
    accepted: bool
    pile: Column | None


class PassChosen(Event, frozen=True):
    """A seat has chosen which card it gives to its right neighbour."""

    seat: Seat
    card: Annotated[str, Sealed("seat")]


class CardPassed(Event, frozen=True):
    """A card went from hand to hand."""

    from_seat: Seat
    to_seat: Seat
    card: Annotated[str, Sealed("from_seat", "to_seat")]


class DiscardChosen(Event, frozen=True):
    """A seat has chosen which card it discards."""

    seat: Seat
    card: Annotated[str, Sealed("seat")]


class CardDiscarded(Event, frozen=True):
    """A seat discarded a card of its hand."""

    seat: Seat
    card: str


class ExtraTurnGranted(Event, frozen=True):
    """A seat takes one more turn after this one."""

    seat: Seat


class AreaScored(Event, frozen=True):
    """The cards in an area and the stars for its placements, both by seat."""

    area: Area
    counts: tuple[int, ...]
    stars: tuple[int, ...]


Line = Literal["diamonds", "castle", "council", "areas", "city"]
"""A line of the scorepad."""


class StarSource(msgspec.Struct, frozen=True):
    """Where stars came from: a line of the scorepad, and on it a card, an area, or the diamonds (`of`).

    `counted` is how many were counted; `choice` the seat or the cost that was chosen for the best result;
    `cards` those that an hourglass counted.
    """

    line: Line
    of: str
    stars: int
    counted: int
    choice: int | None = None
    cards: tuple[str, ...] = ()


class FinalScored(Event, frozen=True):
    """A seat's scorepad: stars by line, in all, and where each came from."""

    seat: Seat
    diamonds: int
    castle: int
    council: int
    areas: int
    city: int
    total: int
    detail: tuple[StarSource, ...]


EVENTS: Mapping[str, type[Event]] = {
    "puffinova.CardsShuffled": CardsShuffled,
    "puffinova.DiscardStarted": DiscardStarted,
    "puffinova.RowsFilled": RowsFilled,
    "puffinova.PilesPrepared": PilesPrepared,
    "puffinova.ConstructionShuffled": ConstructionShuffled,
    "puffinova.ConstructionOffered": ConstructionOffered,
    "puffinova.BuildingChosen": BuildingChosen,
    "puffinova.BuildingBuilt": BuildingBuilt,
    "puffinova.StartingSeatDrawn": StartingSeatDrawn,
    "puffinova.TurnBegan": TurnBegan,
    "puffinova.TurnSkipped": TurnSkipped,
    "puffinova.ShipLaunched": ShipLaunched,
    "puffinova.CardsTaken": CardsTaken,
    "puffinova.RowRefilled": RowRefilled,
    "puffinova.ExplosionDrawn": ExplosionDrawn,
    "puffinova.ShipsCalledHome": ShipsCalledHome,
    "puffinova.CardPaid": CardPaid,
    "puffinova.CardPlayed": CardPlayed,
    "puffinova.DiamondsMoved": DiamondsMoved,
    "puffinova.EffectBegan": EffectBegan,
    "puffinova.CardDrawn": CardDrawn,
    "puffinova.BuddyAnswered": BuddyAnswered,
    "puffinova.PassChosen": PassChosen,
    "puffinova.CardPassed": CardPassed,
    "puffinova.DiscardChosen": DiscardChosen,
    "puffinova.CardDiscarded": CardDiscarded,
    "puffinova.ExtraTurnGranted": ExtraTurnGranted,
    "puffinova.AreaScored": AreaScored,
    "puffinova.FinalScored": FinalScored,
}
