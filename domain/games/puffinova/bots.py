"""A player made of code for PuffiNova. It sees what a person in its seat would see."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.games.puffinova.box import Box, Card
from domain.games.puffinova.components import EndsOnNeighbourTurn, EndsOnOwnTurn, Hourglass
from domain.games.puffinova.hourglasses import Ending, count
from domain.games.puffinova.moves import (
    Accept,
    Area,
    CallHome,
    ChooseBuilding,
    Decline,
    Discard,
    DiscardSecretly,
    DrawFrom,
    EmergencyLanding,
    Launch,
    PassCard,
    Play,
)
from domain.games.puffinova.playing import diamonds_for
from domain.games.rules import Move, Picker, Seat

# What a greedy bot values, in hundredths of a star.
_STAR = 100
_DIAMOND = 50  # two are worth a star (rulebook, Final Scoring)
_IN_AN_AREA = 90  # for one card more in an area that is scored by placement
_CARD = 70  # for a card in the hand, each resource it gives beyond the first counted half as much
_CARD_LATE = 10  # the same, when the match may end before it is used
_LATE = 12  # cards left in both piles
_HOURGLASS_GUESS = 60  # for what an hourglass may still gain


class GreedyBot:
    """Looks at one move: stars and diamonds it brings, cards and diamonds it costs."""

    def __init__(self, box: Box) -> None:
        self._box = box

    def choose(self, view: Mapping[str, Any], legal_moves: Sequence[Move], picker: Picker) -> Move:
        """The most valuable move; among equals the picker decides."""
        table = _Table(view, self._box)
        values = [table.value(move) for move in legal_moves]
        best = max(values)
        best_moves = [move for move, value in zip(legal_moves, values, strict=True) if value == best]
        return best_moves[picker.below(len(best_moves))]


class _Table:
    """A view, and what moves are worth on it to the seat that sees its own hand there."""

    def __init__(self, view: Mapping[str, Any], box: Box) -> None:
        self._view = view
        self._box = box
        self._seat: Seat = next(seat for seat, shown in enumerate(view["seats"]) if "hand" in shown)
        self._own = view["seats"][self._seat]
        late = sum(view["pile_sizes"].values()) <= _LATE and sum(view["explosions"].values()) > 0
        self._card = _CARD_LATE if late else _CARD
        self._worths: dict[str, int] = {}

    def value(self, move: Move) -> int:
        """What a move is worth, in hundredths of a star."""
        return _VALUES[type(move)](self, move)

    def launch(self, move: Launch) -> int:
        """The cards at the windows, for what queueing costs."""
        spaces = self._view["rows"][move.column][move.row - 1]["cards"]
        cards = (spaces[window - 1] for window in self._box.ships[move.ship].windows)
        gain = sum(self._worth(card) for card in cards if card is not None)
        return gain - (self._box.queue_cost * _DIAMOND if move.queue else 0)

    def call_home(self, move: CallHome) -> int:
        """The more ships are away, the better; hardly anything while some are at home."""
        away = len(self._box.ships_by_players[len(self._view["seats"])]) - len(self._own["ships"])
        return away * self._card // (3 if self._own["ships"] else 1)

    def landing(self, move: EmergencyLanding) -> int:
        """Never: its price is more than what a turn brings."""
        return -self._box.emergency_cost * _DIAMOND

    def play(self, move: Play) -> int:
        """What the card brings where it goes, less the cards it is paid with."""
        card = self._box.cards[move.card]
        gain = self._gain(card, move.area or "moon_council") + self._effect(card)
        return gain - sum(map(self._worth, (move.card, *move.payment)))

    def building(self, move: ChooseBuilding) -> int:
        """The stars it gives, or may give."""
        return self._gain(self._box.cards[move.card], "galactic_city")

    def lose(self, move: Discard | DiscardSecretly | PassCard) -> int:
        """The card one would rather lose."""
        card = self._box.cards[move.card]
        return -(self._worth(card.id) * 10 + card.stars * _STAR + card.diamonds * _DIAMOND)

    def draw(self, move: DrawFrom) -> int:
        """The larger pile: the explosions lie deep."""
        size: int = self._view["pile_sizes"][move.pile]
        return size

    def accept(self, move: Accept) -> int:
        """Always better than nothing."""
        return 1 + (self._view["pile_sizes"][move.pile] if move.pile else 0)

    def decline(self, move: Decline) -> int:
        """Nothing."""
        return 0

    def _worth(self, card: str) -> int:
        """What a card in the hand is worth, whatever will be done with it."""
        worth = self._worths.get(card)
        if worth is None:
            worth = self._worths[card] = self._card * (1 + self._box.cards[card].worth) // 2
        return worth

    def _gain(self, card: Card, area: Area) -> int:
        diamonds = diamonds_for(card, area)
        if card.placing == "neighbour":  # only the diamonds are one's own
            return diamonds * _DIAMOND - _IN_AN_AREA // 2
        stars = 0 if area == "diamond_field" else card.stars
        gain = diamonds * _DIAMOND + stars * _STAR
        if area != "galactic_city":
            return gain + _IN_AN_AREA
        return gain + (self._hourglass(card, card.hourglass) if card.hourglass is not None else 0)

    def _hourglass(self, card: Card, hourglass: Hourglass) -> int:
        """What an hourglass would give now, with a guess at what is to come."""
        seats = len(self._view["seats"])
        match hourglass:
            case EndsOnOwnTurn(stars=stars):
                return stars * _STAR // seats
            case EndsOnNeighbourTurn(stars=stars):
                return stars * _STAR * min(2, seats - 1) // seats
        boards = [
            [self._box.cards[lying] for cards in shown["areas"].values() for lying in cards]
            for shown in self._view["seats"]
        ]
        boards[self._seat].append(card)
        diamonds = [shown["diamonds"] for shown in self._view["seats"]]
        now = count(hourglass, self._seat, Ending(boards, diamonds, self._seat))
        return now.stars * _STAR + _HOURGLASS_GUESS

    def _effect(self, card: Card) -> int:
        if card.effect is None:
            return 0
        return card.effect.count * {
            ("lightning", "take_diamond"): _DIAMOND,
            ("lightning", "draw_card"): self._card,
            ("lightning", "new_turn"): 2 * _CARD,
            ("lightning", "discard_card"): -self._card,
            ("lightning", "give_diamond_to_neighbours"): -3 * _DIAMOND,
            ("lightning", "play_on_right_neighbour"): 0,
            ("buddy", "take_diamond"): -_DIAMOND,
            ("buddy", "draw_card"): -self._card,
            ("mandatory", "pass_card_right"): 0,
            ("mandatory", "discard_card"): self._card,
        }.get((card.effect.kind, card.effect.do), 0)


_VALUES: Mapping[type[Move], Callable[[_Table, Any], int]] = {
    Launch: _Table.launch,
    CallHome: _Table.call_home,
    EmergencyLanding: _Table.landing,
    Play: _Table.play,
    ChooseBuilding: _Table.building,
    Discard: _Table.lose,
    DiscardSecretly: _Table.lose,
    PassCard: _Table.lose,
    DrawFrom: _Table.draw,
    Accept: _Table.accept,
    Decline: _Table.decline,
}
