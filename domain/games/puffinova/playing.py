"""Playing a card: paying for it, putting it down, taking its diamonds, and its effect."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.puffinova.box import Box, Card
from domain.games.puffinova.effects import EFFECTS
from domain.games.puffinova.events import CardPaid, CardPlayed, DiamondsMoved
from domain.games.puffinova.moves import Area, Play
from domain.games.puffinova.payments import areas_open
from domain.games.puffinova.refusals import (
    AreaNotOpen,
    AreaToBeNamed,
    CardNotInHand,
    NotEnoughResources,
    NotTheExactResources,
    PaidTwice,
    PaysForItself,
)
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import Chance, Event, Seat


def play(state: PuffiNovaState, seat: Seat, move: Play, box: Box, chance: Chance) -> Iterator[Event]:
    """Rescue a resident or construct a building (rulebook, the section of that name)."""
    _check_cards(state.players[seat].hand, move)
    card = box.cards[move.card]
    area = _area(card, move, box)
    yield CardPaid(seat, move.payment)
    owner = state.right_neighbour(seat) if card.placing == "neighbour" else seat
    yield CardPlayed(seat, card.id, area, owner)
    if diamonds := diamonds_for(card, area):
        yield DiamondsMoved("supply", seat, diamonds, "card")
    if card.effect is not None:
        yield from EFFECTS[card.effect.kind, card.effect.do](state, seat, card.effect)


def _check_cards(hand: list[str], move: Play) -> None:
    """All cards named are in the hand, each once, and none pays for itself (ruling 4)."""
    for card in (move.card, *move.payment):
        if card not in hand:
            raise CardNotInHand(card, hand)
    if move.card in move.payment:
        raise PaysForItself(move.card)
    if len(set(move.payment)) < len(move.payment):
        raise PaidTwice(next(card for card in move.payment if move.payment.count(card) > 1))


def _area(card: Card, move: Play, box: Box) -> Area:
    """Where the card goes: the one area that the payment opens, or the one named."""
    payment = [box.cards[paid] for paid in move.payment]
    bundle, worth = sum(paid.bundle for paid in payment), sum(paid.worth for paid in payment)
    areas = areas_open(card, bundle, worth, box.resources)
    if not areas:
        if card.placing == "hourglass":
            raise NotTheExactResources(card.id, card.cost, box.resources.amounts(bundle))
        raise NotEnoughResources(card.id, card.price, worth)
    if move.area is None:
        if len(areas) > 1:
            raise AreaToBeNamed(card.id, areas)
        return areas[0]
    if move.area not in areas:
        raise AreaNotOpen(card.id, move.area, areas)
    return move.area


def diamonds_for(card: Card, area: Area) -> int:
    """The diamonds that a card gives at once: in the Diamond Field and the Moon Council, and always when
    it is played on the right neighbour (rulebook, Resources and Appendix)."""
    takes = area in ("diamond_field", "moon_council") or card.placing == "neighbour"
    return card.diamonds if takes else 0
