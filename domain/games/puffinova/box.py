"""What lies in the box, with everything worked out once that the rules ask for again and again."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import combinations
from typing import Literal

import msgspec

from domain.games.puffinova.components import (
    CONSTRUCTION,
    PLAYERS,
    AnyHourglass,
    ComponentSet,
    Effect,
    PrintedCard,
    Ship,
    ships_of,
)
from domain.games.puffinova.moves import PILES, Column, Launch
from domain.games.puffinova.resources import Bundle, Resources

Placing = Literal["plain", "hourglass", "construction", "neighbour"]
"""By which rule a card finds its area."""


class Card(msgspec.Struct, frozen=True):
    """A card: what is printed on it, and its numbers in the form the rules count with.

    `price` and `worth` are how many resources it costs and produces in all.
    """

    id: str
    deck: str
    name: str
    cost: Mapping[str, int]
    produces: Mapping[str, int]
    diamonds: int
    stars: int
    effect: Effect | None
    hourglass: AnyHourglass | None
    placing: Placing
    price: int
    worth: int
    cost_bundle: Bundle
    bundle: Bundle


Cards = Mapping[str, Card]
"""Cards by id, in the order of their file."""


class Box:
    """A component set, ready to be played with."""

    def __init__(self, components: ComponentSet) -> None:
        board = components.board
        self.resources = Resources(components.resources)
        self.cards: Cards = {card.id: self._card(card) for card in components.cards}
        self.ships: Mapping[str, Ship] = {ship.id: ship for ship in components.ships}
        self.ships_by_players = {
            players: [ship.id for ship in ships_of(components, players)] for players in PLAYERS
        }
        self.diamonds = components.diamonds
        self.discard_start = components.discard_start
        self.rows = {players: board.rows_per_column[str(players)] for players in PLAYERS}
        self.cards_per_row = board.cards_per_row
        self.queue_cost = board.queue_cost
        self.emergency_cost = board.emergency_cost
        self.area_stars = {players: components.area_stars[str(players)] for players in PLAYERS}
        self.launches = self._launches()

    def _card(self, card: PrintedCard) -> Card:
        return Card(
            id=card.id,
            deck=card.deck,
            name=card.name,
            cost=card.cost,
            produces=card.produces,
            diamonds=card.diamonds,
            stars=card.stars,
            effect=card.effect,
            hourglass=card.hourglass,
            placing=_placing(card),
            price=sum(card.cost.values()),
            worth=sum(card.produces.values()),
            cost_bundle=self.resources.bundle(card.cost),
            bundle=self.resources.bundle(card.produces),
        )

    def _launches(self) -> Mapping[tuple[Column, int, bool], Mapping[tuple[str, ...], tuple[Launch, ...]]]:
        """The launches to each row, queueing or not, for whatever ships are at home."""
        fleets = [fleet for size in range(len(self.ships) + 1) for fleet in combinations(self.ships, size)]
        return {
            (column, row, queue): {
                fleet: tuple(Launch(ship, column, row, queue) for ship in fleet) for fleet in fleets
            }
            for column in PILES
            for row in range(1, max(self.rows.values()) + 1)
            for queue in (False, True)
        }


def _placing(card: PrintedCard) -> Placing:
    if card.hourglass is not None:
        return "hourglass"
    if card.deck == CONSTRUCTION:
        return "construction"
    if card.effect is not None and card.effect.do == "play_on_right_neighbour":
        return "neighbour"
    return "plain"
