"""What each hourglass counts, one small function for each, under the names of the component file."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from domain.games.puffinova.box import Card
from domain.games.puffinova.components import (
    EndsOnNeighbourTurn,
    EndsOnOwnTurn,
    Hourglass,
    NeighbourDiamonds,
    PerCardCost,
    PerCardCostChooseOne,
    PerResourceInCosts,
    PerSet,
)
from domain.games.rules import Seat


class Ending(NamedTuple):
    """What the end of a match leaves to count: by seat the cards on the player boards (ruling 11) and the
    diamonds, and whose turn it was."""

    boards: Sequence[Sequence[Card]]
    diamonds: Sequence[int]
    turn: Seat

    def neighbours(self, seat: Seat) -> list[Seat]:
        """The adjacent seats, the left one first (ruling 9)."""
        seats = len(self.boards)
        return list(dict.fromkeys(((seat + 1) % seats, (seat - 1) % seats)))


class Count(NamedTuple):
    """What an hourglass gives: stars, for how many of what it counts, by which choice, with which cards."""

    stars: int
    counted: int
    choice: int | None = None
    cards: tuple[str, ...] = ()


def count(hourglass: Hourglass, seat: Seat, ending: Ending) -> Count:
    """The stars of a seat's hourglass."""
    return _COUNTS[type(hourglass)](hourglass, seat, ending)


def per_resource_in_costs(hourglass: PerResourceInCosts, seat: Seat, ending: Ending) -> Count:
    """Stars for every three Meteor Mushrooms, say, in the costs of one's cards."""
    showing = [card for card in ending.boards[seat] if hourglass.resource in card.cost]
    amount = sum(card.cost[hourglass.resource] for card in showing)
    return Count(hourglass.stars * (amount // hourglass.per), amount, cards=_ids(showing))


def neighbour_diamonds(hourglass: NeighbourDiamonds, seat: Seat, ending: Ending) -> Count:
    """Stars for the diamonds of the richer adjacent seat, which stay there (ruling 10)."""
    richer = max(ending.neighbours(seat), key=ending.diamonds.__getitem__)
    diamonds = ending.diamonds[richer]
    return Count(hourglass.stars * (diamonds // hourglass.per), diamonds, richer)


def ends_on_neighbour_turn(hourglass: EndsOnNeighbourTurn, seat: Seat, ending: Ending) -> Count:
    """Stars if the match ended on an adjacent seat's turn."""
    it_did = ending.turn in ending.neighbours(seat)
    return Count(hourglass.stars * it_did, int(it_did))


def ends_on_own_turn(hourglass: EndsOnOwnTurn, seat: Seat, ending: Ending) -> Count:
    """Stars if the match ended on one's own turn, also by a buddy's draw (ruling 13)."""
    it_did = ending.turn == seat
    return Count(hourglass.stars * it_did, int(it_did))


def per_card_cost(hourglass: PerCardCost, seat: Seat, ending: Ending) -> Count:
    """Stars for each card that costs one of the numbers."""
    cards = [card for card in ending.boards[seat] if card.price in hourglass.costs]
    return Count(hourglass.stars * len(cards), len(cards), cards=_ids(cards))


def per_card_cost_choose_one(hourglass: PerCardCostChooseOne, seat: Seat, ending: Ending) -> Count:
    """Stars for each card that costs one number: the one of which there are most (ruling 10)."""
    best = max(hourglass.costs, key=[card.price for card in ending.boards[seat]].count)
    cards = [card for card in ending.boards[seat] if card.price == best]
    return Count(hourglass.stars * len(cards), len(cards), best, _ids(cards))


def per_set(hourglass: PerSet, seat: Seat, ending: Ending) -> Count:
    """Stars for each set of cards with one of every cost."""
    by_cost = [[card for card in ending.boards[seat] if card.price == cost] for cost in hourglass.costs]
    sets = min(map(len, by_cost))
    cards = [card for cards in by_cost for card in cards[:sets]]
    return Count(hourglass.stars * sets, sets, cards=_ids(cards))


def _ids(cards: Sequence[Card]) -> tuple[str, ...]:
    return tuple(card.id for card in cards)


_COUNTS: Mapping[type[Hourglass], Callable[[Any, Seat, Ending], Count]] = {
    PerResourceInCosts: per_resource_in_costs,
    NeighbourDiamonds: neighbour_diamonds,
    EndsOnNeighbourTurn: ends_on_neighbour_turn,
    EndsOnOwnTurn: ends_on_own_turn,
    PerCardCost: per_card_cost,
    PerCardCostChooseOne: per_card_cost_choose_one,
    PerSet: per_set,
}
