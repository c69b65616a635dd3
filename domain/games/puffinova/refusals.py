"""Why a move is refused: one class for each reason, with a sentence for the player."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.puffinova.wording import amounts_text, area_name, either
from domain.games.rules import IllegalMove
from domain.games.wording import counted, listed


class CardNotInHand(IllegalMove):
    """The card is not in the hand."""

    code = "card-not-in-hand"

    def __init__(self, card: str, hand: Sequence[str]) -> None:
        holds = listed(hand) if hand else "no card"
        super().__init__(f"you hold {holds}; {card} is not among your cards")


class CardNotOffered(IllegalMove):
    """The building is not one of those to choose from."""

    code = "card-not-offered"

    def __init__(self, card: str, offer: Sequence[str]) -> None:
        super().__init__(f"you may build {either(offer)}; {card} was not offered to you")


class PaysForItself(IllegalMove):
    """A card cannot be part of its own payment (ruling 4)."""

    code = "pays-for-itself"

    def __init__(self, card: str) -> None:
        super().__init__(f"a card is paid for with other cards of the hand; {card} cannot pay for itself")


class PaidTwice(IllegalMove):
    """A card can be discarded once only."""

    code = "paid-twice"

    def __init__(self, card: str) -> None:
        super().__init__(f"each card can be discarded once for a payment; {card} is named more than once")


class NotEnoughResources(IllegalMove):
    """The payment is too small (rulebook, Resources)."""

    code = "not-enough-resources"

    def __init__(self, card: str, price: int, paid: int) -> None:
        super().__init__(f"{card} costs {counted(price, 'resource')}; this payment gives {paid}")


class NotTheExactResources(IllegalMove):
    """An hourglass card must be paid with the resources that it shows (rulebook, Resources)."""

    code = "not-the-exact-resources"

    def __init__(self, card: str, cost: Mapping[str, int], paid: Mapping[str, int]) -> None:
        super().__init__(
            f"the hourglass card {card} must be paid with {amounts_text(cost)}, maybe more; "
            f"this payment gives {amounts_text(paid) or 'nothing'}"
        )


class AreaToBeNamed(IllegalMove):
    """The payment leaves a choice of areas, and none was named."""

    code = "area-to-be-named"

    def __init__(self, card: str, areas: Sequence[str]) -> None:
        super().__init__(f"paid so, {card} goes to {_areas(areas)}; name one of them")


class AreaNotOpen(IllegalMove):
    """The card may not go there with this payment."""

    code = "area-not-open"

    def __init__(self, card: str, area: str, areas: Sequence[str]) -> None:
        super().__init__(f"paid so, {card} goes to {_areas(areas)}, not to {area_name(area)}")


class ShipNotAtHome(IllegalMove):
    """The seat has no such ship to launch."""

    code = "ship-not-at-home"

    def __init__(self, ship: str, ships: Sequence[str]) -> None:
        at_home = listed(ships) if ships else "no ship"
        super().__init__(f"you have {at_home} at home; {ship} cannot be launched")


class NoSuchRow(IllegalMove):
    """The column has no such row."""

    code = "no-such-row"

    def __init__(self, column: str, row: int, rows: int) -> None:
        super().__init__(f"the {column} column has rows 1 to {rows}; there is no row {row}")


class RowTaken(IllegalMove):
    """A ship stands there: one can only queue (rulebook, Launch a Spaceship 2)."""

    code = "row-taken"

    def __init__(self, column: str, row: int, cost: int) -> None:
        super().__init__(
            f"the space of row {row} in the {column} column is taken; queueing there costs "
            f"{counted(cost, 'diamond')}"
        )


class NobodyToQueueFor(IllegalMove):
    """An empty row is never queued for (ruling 5)."""

    code = "nobody-to-queue-for"

    def __init__(self, column: str, row: int) -> None:
        super().__init__(
            f"one queues behind another ship; the space of row {row} in the {column} column is empty"
        )


class TooFewDiamonds(IllegalMove):
    """The seat cannot pay the diamonds."""

    code = "too-few-diamonds"

    def __init__(self, what: str, cost: int, diamonds: int) -> None:
        super().__init__(f"{what} costs {counted(cost, 'diamond')}; you have {diamonds}")


class RefillNotYours(IllegalMove):
    """The column's own pile is large enough, so it refills the row (rulebook, Launch a Spaceship 4)."""

    code = "refill-not-yours"

    def __init__(self, column: str, pile: int, spaces: int) -> None:
        super().__init__(
            f"you choose the pile only when the column's own holds fewer cards than there are empty spaces; "
            f"the {column} pile holds {pile} for {counted(spaces, 'space')}"
        )


class NoShipOut(IllegalMove):
    """No ship could come home (ruling 3)."""

    code = "no-ship-out"

    def __init__(self) -> None:
        super().__init__("ships come home from the board; you have none there")


class LandedAlready(IllegalMove):
    """There is one emergency landing a turn (rulebook, Emergency Landing)."""

    code = "landed-already"

    def __init__(self) -> None:
        super().__init__("there is one emergency landing a turn; you have made yours")


class PileEmpty(IllegalMove):
    """Nothing is left to draw there."""

    code = "pile-empty"

    def __init__(self, pile: str) -> None:
        super().__init__(f"a card is drawn from a pile that holds some; the {pile} pile is empty")


class PileToBeNamed(IllegalMove):
    """To draw a card, a pile must be named."""

    code = "pile-to-be-named"

    def __init__(self) -> None:
        super().__init__("this Buddy Action draws a card; name the pile")


class NoPileToName(IllegalMove):
    """The Buddy Action draws no card."""

    code = "no-pile-to-name"

    def __init__(self, pile: str) -> None:
        super().__init__(f"this Buddy Action takes a diamond; there is nothing to draw from the {pile} pile")


def _areas(areas: Sequence[str]) -> str:
    return either(map(area_name, areas))
