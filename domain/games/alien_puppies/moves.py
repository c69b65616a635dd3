"""What a player of Alien Puppies may do."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from domain.games.rules import Move, Sealed, Seat

Target = tuple[Seat, str]
"""A puppy in a Backyard: the seat it lies at, and which one."""


class Place(Move, tag="place", frozen=True):
    """Put an Alien Puppy from the hand into the own Backyard."""

    puppy: str


class Play(Move, tag="play", frozen=True, omit_defaults=True):
    """Play an action card, on a seat or on a puppy in its Backyard where the card says so."""

    card: str
    seat: Seat | None = None
    puppy: str | None = None


class Combine(Move, tag="combine", frozen=True, omit_defaults=True):
    """Use Earth Puppies together: destroy Alien Puppies of others, or take from the discard pile."""

    count: Literal[2, 4]
    aim: Literal["destroy", "take"]
    targets: tuple[Target, ...] = ()


class Draw(Move, tag="draw", frozen=True):
    """End the turn by drawing a card, or, from an empty pile, none."""


class Stop(Move, tag="stop", frozen=True):
    """Stop the announced action, or the Stop that was played on it."""


class LetPass(Move, tag="let_pass", frozen=True):
    """Let what was announced pass."""


class UsePower(Move, tag="use_power", frozen=True, omit_defaults=True):
    """Use the power of the puppy just placed, on a seat or a puppy where it needs one.

    No power of the printed set needs a card; what is chosen among cards is asked afterwards.
    """

    seat: Seat | None = None
    puppy: str | None = None
    card: str | None = None


class DeclinePower(Move, tag="decline_power", frozen=True):
    """Leave the power of the puppy just placed unused."""


class Take(Move, tag="take", frozen=True):
    """Take one card, or two, from the discard pile."""

    cards: tuple[str, ...]


class TakeFromTop(Move, tag="take_from_top", frozen=True):
    """Take one of the top cards of the draw pile that one has seen."""

    card: Annotated[str, Sealed()]


class TakeNothing(Move, tag="take_nothing", frozen=True):
    """Leave them all there."""


class Arrange(Move, tag="arrange", frozen=True):
    """Put the top cards of the draw pile back, the first one on top."""

    order: Annotated[tuple[str, ...], Sealed()]


class Discard(Move, tag="discard", frozen=True):
    """Choose which cards of the hand go to the discard pile."""

    cards: Annotated[tuple[str, ...], Sealed()]


class DrawAgain(Move, tag="draw_again", frozen=True):
    """Draw a second card."""


class Enough(Move, tag="enough", frozen=True):
    """Leave it at the first."""


class DefendWithCards(Move, tag="defend_with_cards", frozen=True):
    """Answer Barkmageddon with cards of the hand."""

    cards: tuple[str, ...]


class DefendWithPuppy(Move, tag="defend_with_puppy", frozen=True):
    """Answer Barkmageddon with an Alien Puppy of the Backyard."""

    puppy: str


class Hide(Move, tag="hide", frozen=True):
    """Put Barkmageddon back into the draw pile, with so many cards above it."""

    position: Annotated[int, Sealed()]


class SetRule(Move, tag="set_rule", frozen=True):
    """Set a rule for the table that does not touch the rules of the game."""

    text: Annotated[str, Sealed(everyone=True)]


MOVES: Mapping[str, type[Move]] = {
    "place": Place,
    "play": Play,
    "combine": Combine,
    "draw": Draw,
    "stop": Stop,
    "let_pass": LetPass,
    "use_power": UsePower,
    "decline_power": DeclinePower,
    "take": Take,
    "take_from_top": TakeFromTop,
    "take_nothing": TakeNothing,
    "arrange": Arrange,
    "discard": Discard,
    "draw_again": DrawAgain,
    "enough": Enough,
    "defend_with_cards": DefendWithCards,
    "defend_with_puppy": DefendWithPuppy,
    "hide": Hide,
    "set_rule": SetRule,
}
