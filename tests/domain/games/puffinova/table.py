"""A table for rule tests: positions are reached by events, never by poking into a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from domain.games.puffinova.box import Box
from domain.games.puffinova.components import printed_components, read_components
from domain.games.puffinova.events import (
    CardDrawn,
    CardPlayed,
    CardsShuffled,
    DiamondsMoved,
    ExplosionDrawn,
    PilesPrepared,
    RowsFilled,
    ShipLaunched,
    StartingSeatDrawn,
    TurnBegan,
)
from domain.games.puffinova.moves import (
    PILES,
    Accept,
    Area,
    CallHome,
    Column,
    Decline,
    DrawFrom,
    EmergencyLanding,
    Launch,
    Play,
)
from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.puffinova.rules import PuffiNova
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import Event, Move, Seat, play_out
from tests.domain.games.chance_doubles import NoChance

RULES = PuffiNova()
BOX = Box(read_components(printed_components()))
BOOM = "diamond_explosion"

FILLERS = tuple(f"DO{number:02}" for number in range(1, 33))
"""Cards without an effect, for rows and piles where it does not matter which."""

EventT = TypeVar("EventT", bound=Event)


def with_card(name: str, **changes: Any) -> dict[str, Any]:
    """The printed set with one card changed."""
    components = printed_components()
    cards = [card | changes if card["id"] == name else card for card in components["cards"]]
    return components | {"cards": cards}


def with_board(**changes: Any) -> dict[str, Any]:
    """The printed set with another board."""
    components = printed_components()
    return components | {"board": components["board"] | changes}


def of_class(kind: type[EventT], events: Iterable[Event]) -> list[EventT]:
    """The events of one class."""
    return [event for event in events if isinstance(event, kind)]


class Table:
    """A match in which the test chooses all cards. It is the turn of seat 0.

    `hands` and `diamonds` by seat; `left` and `right` are the draw piles from the top; `rows` by column
    and row; all other card spaces are empty, which the rules allow (ruling 18).
    """

    def __init__(
        self,
        seats: int = 2,
        *,
        hands: Mapping[Seat, Sequence[str]] | None = None,
        diamonds: Mapping[Seat, int] | None = None,
        left: Sequence[str] = FILLERS[:12],
        right: Sequence[str] = FILLERS[12:24],
        rows: Mapping[tuple[Column, int], Sequence[str]] | None = None,
        options: PuffiNovaOptions | None = None,
        turn: Seat = 0,
        rules: PuffiNova = RULES,
    ) -> None:
        self.rules = rules
        self.state: PuffiNovaState = rules.new_state(seats, options or PuffiNovaOptions())
        self.happen(CardsShuffled(tuple(card for cards in (rows or {}).values() for card in cards)))
        self.happen(
            RowsFilled(tuple((column, row, tuple(cards)) for (column, row), cards in (rows or {}).items()))
        )
        self.happen(PilesPrepared(len(left), len(right), tuple(left), tuple(right)))
        for seat, cards in (hands or {}).items():
            self.deal(seat, *cards)
        for seat, count in (diamonds or {}).items():
            self.happen(DiamondsMoved("supply", seat, count, "take_diamond"))
        self.happen(StartingSeatDrawn(turn))
        self.happen(TurnBegan(turn))

    def happen(self, event: Event) -> None:
        """Let a fact be true."""
        self.rules.evolve(self.state, event)

    def deal(self, seat: Seat, *cards: str) -> None:
        """Give cards to a hand, from on top of the left pile."""
        for card in cards:
            self.state.piles["left"].insert(0, card)
            self.happen(CardDrawn(seat, "left", card))

    def lay(self, owner: Seat, area: Area, *cards: str) -> None:
        """Let cards lie in an area of a seat."""
        for card in cards:
            self.deal(owner, card)
            self.happen(CardPlayed(owner, card, area, owner))

    def fly(self, seat: Seat, ship: str, column: Column, row: int) -> None:
        """Let a ship stand in a row, last in its queue; it is still the same turn."""
        kind, owing = self.state.kind, list(self.state.owing)
        self.happen(ShipLaunched(seat, ship, column, row, queued=False, paid=0))
        self.state.kind, self.state.owing = kind, owing

    def explode(self, *piles: Column) -> None:
        """Let explosions have been drawn."""
        for pile in piles:
            self.state.piles[pile].insert(0, BOOM)
            self.happen(ExplosionDrawn(0, pile, self.state.explosions_out() + 1))

    def block_all_rows(self, seats: Sequence[Seat]) -> None:
        """Let ships of these seats, in turn, stand in every row."""
        places = [(column, row) for column in PILES for row in range(1, len(self.state.rows[column]) + 1)]
        ships = [(seat, ship) for seat in seats for ship in self.state.players[seat].ships]
        for (seat, ship), (column, row) in zip(ships, places, strict=False):
            self.fly(seat, ship, column, row)

    # Answers

    def answer(self, seat: Seat, move: Move) -> list[Event]:
        """A move by a seat, and what followed."""
        return list(play_out(self.rules, self.state, self.rules.decide(self.state, seat, move, NoChance())))

    def play(
        self, card: str, payment: Sequence[str], area: Area | None = None, seat: Seat = 0
    ) -> list[Event]:
        """Play a card."""
        return self.answer(seat, Play(card, tuple(payment), area))

    def launch(
        self, ship: str, column: Column, row: int, *, queue: bool = False, seat: Seat = 0
    ) -> list[Event]:
        """Launch a ship."""
        return self.answer(seat, Launch(ship, column, row, queue))

    def call_home(self, seat: Seat = 0) -> list[Event]:
        """Call all ships home."""
        return self.answer(seat, CallHome())

    def land(self, seat: Seat = 0) -> list[Event]:
        """Make an emergency landing."""
        return self.answer(seat, EmergencyLanding())

    def draw(self, pile: Column, seat: Seat = 0) -> list[Event]:
        """Draw a card that an effect gives."""
        return self.answer(seat, DrawFrom(pile))

    def accept(self, seat: Seat, pile: Column | None = None) -> list[Event]:
        """Do a Buddy Action."""
        return self.answer(seat, Accept(pile))

    def decline(self, seat: Seat) -> list[Event]:
        """Leave a Buddy Action."""
        return self.answer(seat, Decline())

    # Questions

    def legal(self, seat: Seat = 0) -> list[Move]:
        """The listed moves of a seat."""
        return list(self.rules.legal_moves(self.state, seat))

    def asked(self) -> tuple[str, tuple[Seat, ...]]:
        """What is waited for, and from whom."""
        decision = self.rules.awaiting(self.state)
        assert decision is not None, "nothing is waited for"
        return decision.kind, decision.seats

    def hand(self, seat: Seat = 0) -> list[str]:
        """A seat's hand."""
        return self.state.players[seat].hand

    def diamonds(self) -> list[int]:
        """All seats' diamonds."""
        return [player.diamonds for player in self.state.players]

    def area(self, area: Area, seat: Seat = 0) -> list[str]:
        """The cards of an area, the top one last."""
        return self.state.players[seat].areas[area]
