"""What can happen in a match of Alien Puppies.

No public field depends on a card that is hidden: who may not open a secret learns nothing of it, not even
from the length of a line.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from domain.games.rules import Event, Sealed, Seat

ActionName = Literal["place", "play", "combine"]

AnnouncedTarget = tuple[Seat, str | None]
"""A seat, with the puppy in its Backyard where one is meant."""


class CardsShuffled(Event, frozen=True):
    """All cards lie face down in `order`, the top one first."""

    order: Annotated[tuple[str, ...], Sealed()]


class HandDealt(Event, frozen=True):
    """A seat was dealt its hand from the top of the pile."""

    seat: Seat
    cards: Annotated[tuple[str, ...], Sealed("seat")]


class BarkmageddonExchanged(Event, frozen=True):
    """A seat was dealt Barkmageddon, showed it, and took the top card in its place; Barkmageddon lies on
    top of the pile, which is shuffled next."""

    seat: Seat
    card: Annotated[str, Sealed("seat")]


class DrawPileShuffled(Event, frozen=True):
    """The draw pile lies in a new order, the top card first."""

    order: Annotated[tuple[str, ...], Sealed()]


class StartingSeatDrawn(Event, frozen=True):
    """Who has the first turn."""

    seat: Seat


class TurnBegan(Event, frozen=True):
    """A seat's turn."""

    seat: Seat


class TurnSkipped(Event, frozen=True):
    """A seat's turn was skipped whole, for one of the skips it owed."""

    seat: Seat


class ActionAnnounced(Event, frozen=True):
    """A seat laid the cards of an action on the table; the others may stop it.

    `action` is the name of the move; `targets` are the seats and puppies it is aimed at. Earth Puppies
    without a target take from the discard pile.
    """

    seat: Seat
    action: ActionName
    cards: tuple[str, ...]
    targets: tuple[AnnouncedTarget, ...]


class StopPlayed(Event, frozen=True):
    """A seat played a Stop on the action, or on the Stop before; all others are asked again."""

    seat: Seat


class WindowPassed(Event, frozen=True):
    """A seat let pass what was announced."""

    seat: Seat


class ActionStopped(Event, frozen=True):
    """The action of a seat was stopped, by an odd number of Stops; its cards go to the discard pile."""

    seat: Seat
    stops: int


class PuppyPlaced(Event, frozen=True):
    """An Alien Puppy came to lie in a seat's Backyard."""

    seat: Seat
    puppy: str


class PuppyDestroyed(Event, frozen=True):
    """A seat sent a puppy of another's Backyard to the discard pile."""

    seat: Seat
    from_seat: Seat
    puppy: str


class PuppyStolen(Event, frozen=True):
    """A seat took a puppy of another's Backyard into its hand."""

    seat: Seat
    from_seat: Seat
    puppy: str


class PuppyKicked(Event, frozen=True):
    """A seat had a puppy of another's Backyard put on top of the draw pile."""

    seat: Seat
    from_seat: Seat
    puppy: str


class PuppyReturned(Event, frozen=True):
    """A seat sent a puppy of another's Backyard back to that seat's hand."""

    seat: Seat
    from_seat: Seat
    puppy: str


class ExtraActionGranted(Event, frozen=True):
    """A seat may take one more action on this turn."""

    seat: Seat


class PowerUsed(Event, frozen=True):
    """A seat uses the power of the puppy it has just placed, where no other event tells so: cards are
    chosen next."""

    seat: Seat
    puppy: str


class PowerDeclined(Event, frozen=True):
    """A seat leaves the power of the puppy it has just placed unused."""

    seat: Seat


class DiscardChosen(Event, frozen=True):
    """A seat chose the cards that it will discard, as soon as all who must have chosen."""

    seat: Seat
    cards: Annotated[tuple[str, ...], Sealed("seat")]


class CardsDiscarded(Event, frozen=True):
    """The cards that a seat chose lie on the discard pile."""

    seat: Seat
    cards: tuple[str, ...]


class CardTakenFromDiscard(Event, frozen=True):
    """A seat took a card from the discard pile into its hand."""

    seat: Seat
    card: str


class CardFetched(Event, frozen=True):
    """A seat took a card from another's hand, at random."""

    seat: Seat
    from_seat: Seat
    card: Annotated[str, Sealed("seat", "from_seat")]


class HandSeen(Event, frozen=True):
    """A seat saw another's hand."""

    seat: Seat
    of_seat: Seat
    cards: Annotated[tuple[str, ...], Sealed("seat", "of_seat")]


class HandsSwapped(Event, frozen=True):
    """Two seats swapped their hands: `given` is what `seat` had, `received` what it has now."""

    seat: Seat
    with_seat: Seat
    given: Annotated[tuple[str, ...], Sealed("seat", "with_seat")]
    received: Annotated[tuple[str, ...], Sealed("seat", "with_seat")]


class TopCardsSeen(Event, frozen=True):
    """A seat saw the top cards of the draw pile, the first one on top."""

    seat: Seat
    cards: Annotated[tuple[str, ...], Sealed("seat")]


class CardTakenFromTop(Event, frozen=True):
    """A seat took one of the top cards that it has seen, with `position` cards above it."""

    seat: Seat
    card: Annotated[str, Sealed("seat")]
    position: Annotated[int, Sealed("seat")]


class NothingTaken(Event, frozen=True):
    """A seat left all the top cards that it has seen where they were."""

    seat: Seat


class TopCardsArranged(Event, frozen=True):
    """A seat put the top cards back in this order, the first one on top."""

    seat: Seat
    order: Annotated[tuple[str, ...], Sealed("seat")]


class SkipImposed(Event, frozen=True):
    """A seat made another skip its next turn."""

    seat: Seat
    on_seat: Seat


class HouseRuleSet(Event, frozen=True):
    """A seat set a rule for the table, which holds while its Houdini Komondor lies there."""

    seat: Seat
    text: Annotated[str, Sealed(everyone=True)]


class CardDrawn(Event, frozen=True):
    """A seat drew the top card of the draw pile."""

    seat: Seat
    card: Annotated[str, Sealed("seat")]


class SecondDrawDeclined(Event, frozen=True):
    """A seat left it at one card."""

    seat: Seat


class BarkmageddonDrawn(Event, frozen=True):
    """A seat drew Barkmageddon, and shows it."""

    seat: Seat


class BarkmageddonDefended(Event, frozen=True):
    """A seat protected itself with cards of its hand, or with a puppy of its Backyard."""

    seat: Seat
    cards: tuple[str, ...]
    puppy: str | None


class BarkmageddonHidden(Event, frozen=True):
    """A seat put Barkmageddon back into the draw pile, with `position` cards above it."""

    seat: Seat
    position: Annotated[int, Sealed("seat")]


class SeatEliminated(Event, frozen=True):
    """A seat could not protect itself and is out; `cards` are its hand, then its Backyard."""

    seat: Seat
    cards: tuple[str, ...]


class CountdownBegan(Event, frozen=True):
    """The draw pile has run out: every seat has so many more turns."""

    turns: int


class TurnEnded(Event, frozen=True):
    """A seat's turn is over."""

    seat: Seat


EVENTS: Mapping[str, type[Event]] = {
    "alien_puppies.CardsShuffled": CardsShuffled,
    "alien_puppies.HandDealt": HandDealt,
    "alien_puppies.BarkmageddonExchanged": BarkmageddonExchanged,
    "alien_puppies.DrawPileShuffled": DrawPileShuffled,
    "alien_puppies.StartingSeatDrawn": StartingSeatDrawn,
    "alien_puppies.TurnBegan": TurnBegan,
    "alien_puppies.TurnSkipped": TurnSkipped,
    "alien_puppies.ActionAnnounced": ActionAnnounced,
    "alien_puppies.StopPlayed": StopPlayed,
    "alien_puppies.WindowPassed": WindowPassed,
    "alien_puppies.ActionStopped": ActionStopped,
    "alien_puppies.PuppyPlaced": PuppyPlaced,
    "alien_puppies.PuppyDestroyed": PuppyDestroyed,
    "alien_puppies.PuppyStolen": PuppyStolen,
    "alien_puppies.PuppyKicked": PuppyKicked,
    "alien_puppies.PuppyReturned": PuppyReturned,
    "alien_puppies.ExtraActionGranted": ExtraActionGranted,
    "alien_puppies.PowerUsed": PowerUsed,
    "alien_puppies.PowerDeclined": PowerDeclined,
    "alien_puppies.DiscardChosen": DiscardChosen,
    "alien_puppies.CardsDiscarded": CardsDiscarded,
    "alien_puppies.CardTakenFromDiscard": CardTakenFromDiscard,
    "alien_puppies.CardFetched": CardFetched,
    "alien_puppies.HandSeen": HandSeen,
    "alien_puppies.HandsSwapped": HandsSwapped,
    "alien_puppies.TopCardsSeen": TopCardsSeen,
    "alien_puppies.CardTakenFromTop": CardTakenFromTop,
    "alien_puppies.NothingTaken": NothingTaken,
    "alien_puppies.TopCardsArranged": TopCardsArranged,
    "alien_puppies.SkipImposed": SkipImposed,
    "alien_puppies.HouseRuleSet": HouseRuleSet,
    "alien_puppies.CardDrawn": CardDrawn,
    "alien_puppies.SecondDrawDeclined": SecondDrawDeclined,
    "alien_puppies.BarkmageddonDrawn": BarkmageddonDrawn,
    "alien_puppies.BarkmageddonDefended": BarkmageddonDefended,
    "alien_puppies.BarkmageddonHidden": BarkmageddonHidden,
    "alien_puppies.SeatEliminated": SeatEliminated,
    "alien_puppies.CountdownBegan": CountdownBegan,
    "alien_puppies.TurnEnded": TurnEnded,
}
