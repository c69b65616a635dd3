"""Why a move is refused: one class for each reason, with a sentence for the player.

No reason depends on a card that the player cannot see: what is refused would be refused whatever the
others hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.alien_puppies.wording import puppies_text, quoted
from domain.games.rules import IllegalMove, Seat
from domain.games.wording import counted, listed

# Cards of the hand


class NotInHand(IllegalMove):
    """The player does not hold these cards."""

    code = "not-in-hand"

    def __init__(self, wanted: str, hand: str) -> None:
        super().__init__(f"you need {wanted} in your hand; you hold {hand}")


class WrongNumberOfCards(IllegalMove):
    """More or fewer cards than are asked for."""

    code = "wrong-number-of-cards"

    def __init__(self, what: str, needed: int, given: int) -> None:
        super().__init__(f"{what} {counted(needed, 'card')}; you named {given}")


# Actions


class NoActionLeft(IllegalMove):
    """One action a turn, unless a power gives more (rulebook, Taking Your Turn)."""

    code = "no-action-left"

    def __init__(self) -> None:
        super().__init__("you have no action left on this turn; end it by drawing")


class NotAnAlienPuppy(IllegalMove):
    """Only Alien Puppies are put into a Backyard."""

    code = "not-an-alien-puppy"

    def __init__(self, card: str) -> None:
        super().__init__(f"only Alien Puppies go into a Backyard; {quoted(card)} is none")


class NotAnActionCard(IllegalMove):
    """Only action cards are played by themselves."""

    code = "not-an-action-card"

    def __init__(self, card: str) -> None:
        super().__init__(f"only action cards are played by themselves; {quoted(card)} is none")


class StopNeedsAnAction(IllegalMove):
    """A Stop answers an announced action."""

    code = "stop-needs-an-action"

    def __init__(self) -> None:
        super().__init__("a Stop is played when an action has been announced, not as an action")


# Targets


class TargetMissing(IllegalMove):
    """The move needs to be aimed at something."""

    code = "target-missing"

    def __init__(self, what: str, field: str) -> None:
        super().__init__(f"{what} is aimed at something: name its {field}")


class NeedlessTarget(IllegalMove):
    """The move is not aimed at anything of the kind."""

    code = "needless-target"

    def __init__(self, what: str, field: str, value: object) -> None:
        super().__init__(f"{what} needs no {field}; you named {quoted(value)}")


class NoSuchPlayer(IllegalMove):
    """No player who is still in the match sits there."""

    code = "no-such-player"

    def __init__(self, seat: Seat, living: Sequence[Seat]) -> None:
        super().__init__(f"the players still in are on seats {listed(living)}; seat {seat} is not among them")


class OwnSeat(IllegalMove):
    """The move is aimed at another player."""

    code = "own-seat"

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} is aimed at another player, not at yourself")


class EmptyHand(IllegalMove):
    """The named player holds no card (ruling 9)."""

    code = "empty-hand"

    def __init__(self, what: str, seat: Seat) -> None:
        super().__init__(f"{what} needs a player with at least 1 card; seat {seat} holds none")


class PuppyNotThere(IllegalMove):
    """No such puppy lies in that Backyard."""

    code = "puppy-not-there"

    def __init__(self, puppy: str, seat: Seat, backyard: str) -> None:
        super().__init__(f"there is no {quoted(puppy)} in the Backyard of seat {seat}; there is {backyard}")


class Protected(IllegalMove):
    """The puppy cannot be destroyed, taken, kicked or returned by others."""

    code = "protected"

    def __init__(self, name: str) -> None:
        super().__init__(f"{name} cannot be destroyed, taken, kicked or returned by other players")


class WrongNumberOfTargets(IllegalMove):
    """Two Earth Puppies destroy one Alien Puppy, four destroy two; taking has no target."""

    code = "wrong-number-of-targets"

    def __init__(self, count: int, needed: int, given: int) -> None:
        super().__init__(f"{count} Earth Puppies destroy {puppies_text(needed)}; you named {given}")


class SameTarget(IllegalMove):
    """Four Earth Puppies destroy two different puppies."""

    code = "same-target"

    def __init__(self, name: str) -> None:
        super().__init__(f"4 Earth Puppies destroy 2 different Alien Puppies; you named {name} twice")


# Piles


class EmptyPile(IllegalMove):
    """The draw pile is empty, and the move looks at its cards (ruling 19)."""

    code = "empty-pile"

    def __init__(self, what: str) -> None:
        super().__init__(f"{what} needs at least 1 card in the draw pile; it is empty")


class TooFewToTake(IllegalMove):
    """The discard pile does not have as many cards to take (rulings 4 and 16)."""

    code = "too-few-to-take"

    def __init__(self, what: str, needed: int, there: int) -> None:
        super().__init__(
            f"{what} takes {counted(needed, 'card')} from the discard pile; {there} can be taken there"
        )


class NotInDiscard(IllegalMove):
    """The discard pile does not have these cards (ruling 15)."""

    code = "not-in-discard"

    def __init__(self, wanted: str) -> None:
        super().__init__(f"the cards you take must lie in the discard pile; it does not have {wanted}")


class BarkmageddonStays(IllegalMove):
    """Barkmageddon never enters a hand (ruling 4)."""

    code = "barkmageddon-stays"

    def __init__(self) -> None:
        super().__init__("Barkmageddon never enters a hand: it can be seen, but not taken")


class NotAmongTheTop(IllegalMove):
    """The card is not one of those that were seen."""

    code = "not-among-the-top"

    def __init__(self, card: str, top: str) -> None:
        super().__init__(
            f"you may take one of the cards you have seen, {top}; {quoted(card)} is not among them"
        )


class NotTheSameCards(IllegalMove):
    """The cards that were seen go back, all of them and no others."""

    code = "not-the-same-cards"

    def __init__(self, top: str) -> None:
        super().__init__(f"you put back the cards you have seen, all of them and no others: {top}")


class NoSuchPosition(IllegalMove):
    """The draw pile has no such place."""

    code = "no-such-position"

    def __init__(self, position: int, cards: int) -> None:
        super().__init__(f"Barkmageddon goes under 0 (the top) to {cards} cards of the pile, not {position}")


# Barkmageddon


class NotInYourBackyard(IllegalMove):
    """Only a puppy of the own Backyard protects (rulebook, FAQs)."""

    code = "not-in-your-backyard"

    def __init__(self, puppy: str, backyard: str) -> None:
        super().__init__(
            f"an Alien Puppy of your Backyard protects you, not one of your hand; {quoted(puppy)} is not "
            f"there, there is {backyard}"
        )


# House rules


class NoText(IllegalMove):
    """A house rule says something."""

    code = "no-text"

    def __init__(self) -> None:
        super().__init__("a house rule says something; this text is empty")


class TextTooLong(IllegalMove):
    """A house rule is short (ruling 11)."""

    code = "text-too-long"

    def __init__(self, length: int, longest: int) -> None:
        super().__init__(f"a house rule has up to {longest} characters; this text has {length}")


class TextNotPlain(IllegalMove):
    """A house rule is one line of plain text."""

    code = "text-not-plain"

    def __init__(self) -> None:
        super().__init__(
            "a house rule is one line of text, without line breaks, control characters "
            "and changes of direction"
        )
