"""Where a match of Alien Puppies stands, and the questions one may ask about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from domain.games.alien_puppies.components import BARKMAGEDDON, Box
from domain.games.alien_puppies.events import ActionName, AnnouncedTarget
from domain.games.rules import Options, Seat, State

Kind = Literal[
    "turn",
    "window",
    "power",
    "take_from_discard",
    "take_from_top",
    "arrange",
    "discard",
    "second_draw",
    "defend",
    "hide",
    "house_rule",
]
"""The kinds of decisions."""

CARDS_TO_DEFEND = 3
"""What Barkmageddon costs a hand (rulebook, Barkmageddon)."""

CARDS_TO_DEFEND_CHEAPLY = 2
"""What it costs with Radar Retriever in the Backyard."""

COUNTDOWN_TURNS = 3
"""How many turns everybody has after the draw pile has run out (ruling 7)."""


class AlienPuppiesOptions(Options, frozen=True):
    """The choices made when a match is created."""

    reaction_seconds: Annotated[
        Annotated[int, msgspec.Meta(ge=1, le=86_400)] | None,
        msgspec.Meta(
            description="How many seconds everybody has to stop an action; who has not answered by then "
            "lets it pass. Without a number a window waits for all."
        ),
    ] = None
    earth_puppies: Annotated[
        Literal[20, 22],
        msgspec.Meta(
            description="How many Earth Puppies are in the deck: 20 as the rulebook counts them, or 22 as "
            "reviews count the printed box."
        ),
    ] = 20


class Announcement(msgspec.Struct):
    """An action on the table, from when it is announced until it has taken effect or was stopped."""

    seat: Seat
    action: ActionName
    cards: tuple[str, ...]
    targets: tuple[AnnouncedTarget, ...]
    stops: int = 0

    @property
    def effect(self) -> str:
        """What the action does: an action card's name, `place`, or what Earth Puppies do together."""
        if self.action == "play":
            return self.cards[0]
        if self.action == "combine":
            return "destroy" if self.targets else "take"
        return "place"


class Question(msgspec.Struct):
    """The open decision: of which kind, and who still owes an answer.

    `count`: how many cards are to be taken, discarded or given up, or have been seen; `puppy`: whose power
    may be used.
    """

    kind: Kind
    seats: list[Seat]
    count: int = 0
    puppy: str | None = None


class AlienPuppiesState(State):
    """The table: the piles, every seat's hand and Backyard, and what is going on."""

    goal: int
    earth_puppies: int
    reaction_seconds: int | None
    draw_pile: list[str]
    """Face down, the top card first."""
    hands: list[list[str]]
    """In starting order: hands are multisets, and equal ones are equal here."""
    backyards: list[list[str]]
    """In order of arrival."""
    alive: list[bool]
    skips: list[int]
    """How many turns each seat has still to skip."""
    house_rules: list[str | None]
    discard: list[str] = []
    """Face up, the top card last."""
    barkmageddon: Literal["in_play", "drawn", "out"] = "in_play"
    """In the draw pile (before the set-up is complete, maybe in a hand), before somebody, or out."""
    eliminated: list[Seat] = []
    """The seats that are out, the first one first."""
    turn: Seat | None = None
    """Whose turn it is, or was last."""
    in_turn: bool = False
    actions_left: int = 0
    draws: int = 0
    """How often the seat has drawn on this turn."""
    announced: Announcement | None = None
    question: Question | None = None
    chosen: dict[Seat, tuple[str, ...]] = {}
    """What seats have chosen to discard while others still choose."""
    countdown: list[int] | None = None
    """How many turns each seat has left, once the draw pile has run out."""
    decision: int = 0
    """The number of the decision that was opened last."""
    turns: int = 0
    actions: int = 0
    stops_played: int = 0
    actions_stopped: int = 0
    puppies_placed: int = 0
    barkmageddons_drawn: int = 0

    def living(self) -> list[Seat]:
        """The seats that are not out, ascending."""
        return [seat for seat, alive in enumerate(self.alive) if alive]

    def others(self, seat: Seat) -> list[Seat]:
        """The living seats but one."""
        return [other for other, alive in enumerate(self.alive) if alive and other != seat]

    def clockwise(self) -> Iterator[Seat]:
        """The living seats clockwise after the one whose turn it is or was; that one comes last."""
        seats, last = len(self.alive), self.turn or 0
        return (seat for step in range(1, seats + 1) for seat in ((last + step) % seats,) if self.alive[seat])

    def takeable(self) -> list[str]:
        """The cards of the discard pile that may be taken into a hand (ruling 4)."""
        if self.barkmageddon == "out":
            return [card for card in self.discard if card != BARKMAGEDDON]
        return self.discard

    def stops_on_table(self) -> int:
        """The Stops of a window that is open: they reach the discard pile when it closes."""
        if self.announced is None or self.question is None or self.question.kind != "window":
            return 0
        return self.announced.stops

    def reached_the_goal(self) -> Seat | None:
        """The seat with enough Alien Puppies in its Backyard (rulebook, How to Win)."""
        for seat, backyard in enumerate(self.backyards):
            if len(backyard) >= self.goal:
                return seat
        return None

    def has_power(self, seat: Seat, power: str, box: Box) -> bool:
        """Whether a puppy with this power lies in a seat's Backyard."""
        powers = box.powers
        for puppy in self.backyards[seat]:  # noqa: SIM110 - asked at every draw
            if powers[puppy] == power:
                return True
        return False

    def cards_to_defend(self, seat: Seat, box: Box) -> int:
        """How many cards of its hand protect a seat from Barkmageddon: exactly so many."""
        cheap = self.has_power(seat, "cheap_defence", box)
        return CARDS_TO_DEFEND_CHEAPLY if cheap else CARDS_TO_DEFEND

    def can_defend(self, seat: Seat, box: Box) -> bool:
        """Whether a seat has what protects it from Barkmageddon; all can see this."""
        return bool(self.backyards[seat]) or len(self.hands[seat]) >= self.cards_to_defend(seat, box)

    def may_draw_again(self, seat: Seat, box: Box) -> bool:
        """Whether Meteor Mastiff offers a second card."""
        return self.draws == 1 and bool(self.draw_pile) and self.has_power(seat, "optional_second_draw", box)
