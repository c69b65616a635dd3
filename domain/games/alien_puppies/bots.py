"""A player made of code for Alien Puppies. It sees what a person in its seat would see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.alien_puppies.components import BARKMAGEDDON, EARTH_PUPPY, STOP, Box
from domain.games.alien_puppies.moves import (
    Arrange,
    Combine,
    DeclinePower,
    DefendWithCards,
    DefendWithPuppy,
    Discard,
    Draw,
    DrawAgain,
    Enough,
    Hide,
    LetPass,
    Place,
    Play,
    SetRule,
    Stop,
    Take,
    TakeFromTop,
    TakeNothing,
    UsePower,
)
from domain.games.alien_puppies.state import CARDS_TO_DEFEND
from domain.games.rules import Move, Picker, Seat

# What a greedy bot thinks cards are worth in a hand. An Alien Puppy is what wins.
_PUPPY = 100
_WORTH = {
    STOP: 45,
    "gift_from_the_universe": 40,
    "alien_theft": 40,
    "light_speed": 25,
    "fetch": 22,
    "back_kick": 20,
    "alternate_dimension": 18,
    "bark": 16,
    "time_machine": 14,
    EARTH_PUPPY: 12,
    "satellite": 4,
    "shuffle": 4,
}

_WINS = 1000
_LET_PASS = 50
_DRAW = 10
_RISKY = -20
"""What an action is worth after which Barkmageddon could not be answered."""


class GreedyBot:
    """Plays to the goal, keeps a defence against Barkmageddon, and saves its Stops for what would win the
    match for another or cost it a puppy."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def choose(self, view: Mapping[str, Any], legal_moves: Sequence[Move], picker: Picker) -> Move:
        """The most valuable move; among equals the picker decides."""
        table = _Table(view, self._box)
        values = [_VALUES[type(move)](table, move) for move in legal_moves]
        best = max(values)
        choices = [move for move, value in zip(legal_moves, values, strict=True) if value == best]
        return choices[picker.below(len(choices))]


class _Table:
    """The table as the bot's seat sees it."""

    def __init__(self, view: Mapping[str, Any], box: Box) -> None:
        self._box = box
        self._goal: int = view["goal"]
        self.seat: Seat = view["seat"]
        self.seats: Sequence[Mapping[str, Any]] = view["seats"]
        self.hand: Sequence[str] = view["hand"]
        self.discard: Sequence[str] = view["discard"]
        self.announced: Mapping[str, Any] = view["announced"] or {}

    def worth(self, card: str) -> int:
        """What a card is worth in a hand."""
        return _PUPPY if card in self._box.puppies else _WORTH.get(card, 0)

    def puppies(self, seat: Seat | None) -> int:
        """How many puppies lie in a seat's Backyard."""
        return 0 if seat is None else len(self.seats[seat]["backyard"])

    def cards(self, seat: Seat | None) -> int:
        """How many cards a seat holds."""
        return 0 if seat is None else int(self.seats[seat]["hand_size"])

    def nearly_wins(self, seat: Seat) -> bool:
        """Whether the next puppy of a seat wins."""
        return self.puppies(seat) + 1 >= self._goal

    def is_safe_after(self, cards: int) -> bool:
        """Whether a defence is left after so many cards are gone from the hand."""
        return self.puppies(self.seat) > 0 or len(self.hand) - cards >= CARDS_TO_DEFEND

    def puppies_to_take(self) -> int:
        """How many Alien Puppies lie in the discard pile."""
        return sum(card in self._box.puppies for card in self.discard)


# The turn


def _place(table: _Table, move: Place) -> int:
    return _WINS if table.nearly_wins(table.seat) else 80


_PLAYED: Mapping[str, tuple[int, int, int]] = {
    "gift_from_the_universe": (60, 0, 0),
    "light_speed": (12, 5, 0),
    "bark": (14, 0, 1),
    "back_kick": (20, 10, 0),
    "time_machine": (16, 0, 0),
    "satellite": (5, 0, 0),
    "shuffle": (5, 0, 0),
    "fetch": (14, 0, 1),
    "alternate_dimension": (0, 0, 8),
    "alien_theft": (70, 1, 0),
}
"""What playing a card is worth, for each puppy that lies before who it is aimed at, and for each card of
that hand."""


def _play(table: _Table, move: Play) -> int:
    if not table.is_safe_after(1):
        return _RISKY
    if move.seat == table.seat or (move.card == "gift_from_the_universe" and not table.puppies_to_take()):
        return 0
    base, for_puppies, for_cards = _PLAYED[move.card]
    if move.card == "alternate_dimension":
        base = -for_cards * len(table.hand)
    return base + for_puppies * table.puppies(move.seat) + for_cards * table.cards(move.seat)


def _combine(table: _Table, move: Combine) -> int:
    if not table.is_safe_after(move.count):
        return _RISKY
    if move.aim == "take":
        return 58 if table.puppies_to_take() >= move.count // 2 else 0
    return sum(12 * table.puppies(seat) for seat, _ in move.targets) - 5 * move.count


def _draw(table: _Table, move: Draw) -> int:
    return _DRAW


# The window


def _stop(table: _Table, move: Stop) -> int:
    """Worth more than letting pass where the word it has the last of would cost the match or a puppy."""
    action = table.announced
    goes_ahead, actor = action["stops"] % 2 == 0, action["seat"]
    wins = action["effect"] == "place" and table.nearly_wins(actor)
    if actor == table.seat:
        return _WINS if wins and not goes_ahead else 0
    hurts = any(seat == table.seat and puppy is not None for seat, puppy in action["targets"])
    return _WINS if goes_ahead and (wins or hurts) else 0


def _let_pass(table: _Table, move: LetPass) -> int:
    return _LET_PASS


# Powers and cards


def _use_power(table: _Table, move: UsePower) -> int:
    return 10 + (table.puppies(move.seat) if move.puppy is not None else table.cards(move.seat))


def _nothing(table: _Table, move: Move) -> int:
    return 0


def _take(table: _Table, move: Take) -> int:
    return sum(map(table.worth, move.cards))


def _take_from_top(table: _Table, move: TakeFromTop) -> int:
    return 1 + table.worth(move.card)


def _arrange(table: _Table, move: Arrange) -> int:
    """The best card on top, which is drawn next; Barkmageddon right below it, for who comes after."""
    first, *rest = move.order
    if first == BARKMAGEDDON:
        return _RISKY
    return 10 * table.worth(first) + (5 if rest and rest[0] == BARKMAGEDDON else 0)


def _discard(table: _Table, move: Discard) -> int:
    return -sum(map(table.worth, move.cards))


def _draw_again(table: _Table, move: DrawAgain) -> int:
    return 1 if table.is_safe_after(0) else _RISKY


# Barkmageddon


def _defend_with_cards(table: _Table, move: DefendWithCards) -> int:
    return -sum(map(table.worth, move.cards))


def _defend_with_puppy(table: _Table, move: DefendWithPuppy) -> int:
    return -_PUPPY - 10


def _hide(table: _Table, move: Hide) -> int:
    """On top: for the next player."""
    return -move.position


def _set_rule(table: _Table, move: SetRule) -> int:
    return 1


_VALUES: Mapping[type[Move], Callable[[_Table, Any], int]] = {
    Place: _place,
    Play: _play,
    Combine: _combine,
    Draw: _draw,
    Stop: _stop,
    LetPass: _let_pass,
    UsePower: _use_power,
    DeclinePower: _nothing,
    Take: _take,
    TakeFromTop: _take_from_top,
    TakeNothing: _nothing,
    Arrange: _arrange,
    Discard: _discard,
    DrawAgain: _draw_again,
    Enough: _nothing,
    DefendWithCards: _defend_with_cards,
    DefendWithPuppy: _defend_with_puppy,
    Hide: _hide,
    SetRule: _set_rule,
}
"""What a move of each kind is worth."""
