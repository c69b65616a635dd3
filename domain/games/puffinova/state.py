"""Where a match of PuffiNova stands, and the questions one may ask about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from domain.games.puffinova.box import Box
from domain.games.puffinova.components import Effect
from domain.games.puffinova.events import FinalScored
from domain.games.puffinova.moves import PILES, Area, Column
from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.rules import Seat, State

SCORED_AREAS: tuple[Area, ...] = ("diamond_field", "star_castle", "moon_council")
"""The areas that are scored by placement (rulebook, Area Scoring)."""

GALACTIC_CITY: Area = "galactic_city"
AREAS: tuple[Area, ...] = (*SCORED_AREAS, GALACTIC_CITY)

LAST_EXPLOSION = 3
"""The Diamond Explosion that ends the match (rulebook, End of the Game)."""

Kind = Literal["choose_building", "turn", "draw", "discard", "discard_all", "pass_right", "buddy"]
"""What a match may wait for."""

ONE_BY_ONE = ("turn", "draw", "discard", "buddy")
"""Decisions that one seat answers at a time; the others are answered by all their seats at once."""


class Row(msgspec.Struct):
    """A row: its face-up card spaces, from space 1 on, and its ships as (seat, ship), the front one first."""

    spaces: list[str | None]
    queue: list[tuple[Seat, str]] = []


class Player(msgspec.Struct):
    """What a seat has: `ships` are those at home; areas are stacks of cards, the top one last."""

    ships: list[str]
    areas: dict[Area, list[str]]
    hand: list[str] = []
    diamonds: int = 0
    offer: list[str] = []
    """The Construction cards that it may choose from; afterwards those that went out of the game."""

    def cards(self) -> Iterator[str]:
        """The cards on its player board, area by area."""
        for area in AREAS:
            yield from self.areas[area]


class PuffiNovaState(State):
    """The table: rows and ships, the piles, every seat's hand and player board, and the open decision."""

    rows: dict[Column, list[Row]]
    players: list[Player]
    supply: int
    options: PuffiNovaOptions
    piles: dict[Column, list[str]] = {}
    """The draw piles, the top card first."""
    explosions: dict[Column, int] = {}
    """How many explosions lie beside each pile."""
    discard: list[str] = []
    deck: list[str] = []
    """During set-up: what is not yet dealt out."""
    construction: list[str] = []
    """The Construction cards that stay out of the game after some were offered, the top one first."""

    turn: Seat | None = None
    """Whose turn it is; after the end, whose it was."""
    starting_seat: Seat | None = None
    landed: bool = False
    """Whether the seat has made its emergency landing this turn."""
    extra_turns: int = 0
    """How many more turns the seat whose turn it is takes afterwards (ruling 13)."""

    decision: int = 0
    """The number of the decision that was opened last."""
    kind: Kind | None = None
    """What is waited for; None in the middle of a move, before the start and after the end."""
    owing: list[Seat] = []
    """Who still owes an answer, in the order in which they are asked where that is one by one."""
    chosen: dict[Seat, str] = {}
    """The cards chosen in secret for the open decision: for a building, to discard or to pass on."""
    payment: list[str] = []
    """What was paid for the card that was played last."""
    played: str | None = None
    """The card that was played last: its effect may be under way."""
    draws_left: int = 0
    """How many cards the effect still lets the seat draw."""

    area_stars: dict[Area, list[int]] = {}
    scorepad: list[FinalScored] = []

    turns: int = 0
    launches: int = 0
    queued: int = 0
    homecomings: int = 0
    landings: int = 0

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.players))

    def explosions_out(self) -> int:
        """How many explosions have been drawn, from both piles."""
        return sum(self.explosions.values())

    def over(self) -> bool:
        """Whether the last explosion is out: nothing but scoring happens any more."""
        return self.explosions_out() >= LAST_EXPLOSION

    def can_draw(self) -> bool:
        """Whether a card is left in any draw pile."""
        return any(self.piles.values())

    def left_neighbour(self, seat: Seat) -> Seat:
        """Who sits on the left: the next in clockwise order."""
        return (seat + 1) % len(self.players)

    def right_neighbour(self, seat: Seat) -> Seat:
        """Who sits on the right."""
        return (seat - 1) % len(self.players)

    def neighbours(self, seat: Seat) -> list[Seat]:
        """The adjacent seats, the left one first; with two players the one opponent (ruling 9)."""
        return list(dict.fromkeys((self.left_neighbour(seat), self.right_neighbour(seat))))

    def ships_out(self, seat: Seat) -> list[str]:
        """A seat's ships on the board, row by row."""
        return [
            ship
            for column in PILES
            for row in self.rows[column]
            for owner, ship in row.queue
            if owner == seat
        ]

    def awaited_seats(self) -> tuple[Seat, ...]:
        """Who may answer now."""
        if self.kind is None:
            return ()
        return tuple(self.owing[:1] if self.kind in ONE_BY_ONE else self.owing)


def other_pile(pile: Column) -> Column:
    """The adjacent pile."""
    return "right" if pile == "left" else "left"


def new_player(ships: list[str]) -> Player:
    """A seat at the start: all its ships, an empty hand, no diamonds, empty areas."""
    return Player(ships=list(ships), areas={area: [] for area in AREAS})


def empty_rows(rows: int, spaces: int) -> dict[Column, list[Row]]:
    """The board before any card lies on it."""
    return {column: [Row([None] * spaces) for _ in range(rows)] for column in PILES}


def effect_under_way(state: PuffiNovaState, box: Box) -> Effect:
    """The effect of the card that was played last."""
    effect = None if state.played is None else box.cards[state.played].effect
    if effect is None:
        raise ValueError(f"no effect is under way: {state.played} has none")
    return effect
