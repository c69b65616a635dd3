"""Which areas a payment opens, and which payments are worth listing: pure functions.

A payment may hold any cards of the hand but the one played. Those listed are canonical: no card could be
left out without losing that area, and of payments that give the same resources with the same kinds of
cards one is enough (ruling 4).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from domain.games.puffinova.box import Card
from domain.games.puffinova.moves import Area, Play
from domain.games.puffinova.resources import LANE, LANE_BITS, Bundle, Resources
from domain.games.puffinova.state import GALACTIC_CITY, SCORED_AREAS

CITY: tuple[Area, ...] = (GALACTIC_CITY,)
EXACT: tuple[Area, ...] = ("moon_council",)
INEXACT: tuple[Area, ...] = ("diamond_field", "star_castle")
NONE: tuple[Area, ...] = ()

MORE_THAN_ANY_WORTH = 1 << 20
"""Stands for the smallest card of a payment while it has none."""


def areas_open(card: Card, paid: Bundle, worth: int, resources: Resources) -> tuple[Area, ...]:
    """The areas that a payment of `worth` resources opens to a card; none when it is not enough.

    Rulebook, Resources; ruling 1: a payment that holds the cost's exact resources is exact, whatever
    else it holds.
    """
    if card.placing == "hourglass":
        return CITY if resources.covers(paid, card.cost_bundle) else NONE
    if worth < card.price:
        return NONE
    if card.placing == "construction":
        return CITY
    if card.placing == "neighbour":
        return SCORED_AREAS
    return EXACT if resources.covers(paid, card.cost_bundle) else INEXACT


def can_pay(card: Card, hand: Sequence[Card], resources: Resources) -> bool:
    """Whether the other cards of a hand are enough for a card."""
    paid = sum(other.bundle for other in hand) - card.bundle
    worth = sum(other.worth for other in hand) - card.worth
    return bool(areas_open(card, paid, worth, resources))


Group = tuple[Bundle, int, tuple[str, ...]]
"""Cards that produce the same: the bundle, how many resources that is, and the cards in hand order."""


def canonical_plays(hand: Sequence[Card], resources: Resources, limit: int) -> list[Play]:
    """The canonical plays of a hand, at most `limit`, in hand order (ruling 25).

    Where there are more, each card keeps its first few for each area, as many as all can have; of a
    hand too large even for that, the first cards keep one each.
    """
    plays = _plays(hand, resources, limit + 1)
    if len(plays) <= limit:
        return plays
    most = max(1, limit // (len(hand) * len(SCORED_AREAS)))
    return [play for card in hand for play in _plays_of(card, _groups(hand, card), resources, most)][:limit]


def _plays(hand: Sequence[Card], resources: Resources, enough: int) -> list[Play]:
    plays: list[Play] = []
    for card in hand:
        plays += _plays_of(card, _groups(hand, card), resources, enough)
        if len(plays) >= enough:
            break
    return plays


def _groups(hand: Sequence[Card], but: Card) -> list[Group]:
    """The cards that can pay for another, those together that produce the same."""
    by_bundle: dict[Bundle, Group] = {}
    for card in hand:
        if card is not but:
            bundle = card.bundle
            known = by_bundle.get(bundle)
            cards = (card.id,) if known is None else (*known[2], card.id)
            by_bundle[bundle] = (bundle, card.worth, cards)
    return list(by_bundle.values())


def _plays_of(card: Card, groups: list[Group], resources: Resources, most: int) -> Iterator[Play]:
    """A card's canonical plays, at most `most` for each area."""
    name = card.id
    if card.placing in ("plain", "hourglass"):
        area = EXACT[0] if card.placing == "plain" else GALACTIC_CITY
        for payment in _exact_payments(card, groups, resources, most):
            yield Play(name, payment, area)
    if card.placing != "hourglass":
        areas = _AREAS_OF_ENOUGH[card.placing]
        for payment in _enough(card, groups, resources, most):
            for area in areas:
                yield Play(name, payment, area)


_AREAS_OF_ENOUGH = {"plain": INEXACT, "construction": CITY, "neighbour": SCORED_AREAS}


def _enough(card: Card, groups: list[Group], resources: Resources, most: int) -> list[tuple[str, ...]]:
    """Payments that are just enough; for a plain card those that are not exact."""
    found: list[tuple[str, ...]] = []
    count = len(groups)
    inexact = card.placing == "plain"
    cost, guards = card.cost_bundle, resources.guards

    def search(start: int, missing: int, least: int, paid: Bundle, cards: tuple[str, ...]) -> None:
        for index in range(start, count):
            bundle, worth, ids = groups[index]
            lesser = worth if worth < least else least
            left, given = missing, paid
            for used in range(1, len(ids) + 1):
                left -= worth
                given += bundle
                if left > 0:
                    search(index + 1, left, lesser, given, cards + ids[:used])
                    continue
                # With something left over, it must be less than the smallest card gives.
                if lesser + left > 0 and not (inexact and ((given | guards) - cost) & guards == guards):
                    found.append(cards + ids[:used])
                break
            if len(found) >= most:
                return

    search(0, card.price, MORE_THAN_ANY_WORTH, 0, ())
    return found[:most]


def _exact_payments(
    card: Card, groups: list[Group], resources: Resources, most: int
) -> list[tuple[str, ...]]:
    """Payments that hold the cost's exact resources, none of whose cards could be left out."""
    cost = card.cost_bundle
    held = sum(bundle * len(ids) for bundle, _, ids in groups)
    if not resources.covers(held, cost):
        return []
    found: list[tuple[str, ...]] = []

    def search(start: int, paid: Bundle, used: tuple[Bundle, ...], cards: tuple[str, ...]) -> None:
        if resources.covers(paid, cost):
            if not any(resources.covers(paid - bundle, cost) for bundle in used):
                found.append(cards)
            return
        for index in range(start, len(groups)):
            bundle, _, ids = groups[index]
            given = paid
            for number in range(1, len(ids) + 1):
                if len(found) >= most or not _helps(bundle, given, cost):
                    break
                given += bundle
                search(index + 1, given, (*used, bundle), cards + ids[:number])

    search(0, 0, (), ())
    return found


def _helps(bundle: Bundle, paid: Bundle, cost: Bundle) -> bool:
    """Whether a bundle holds some of what a payment still lacks of a cost."""
    while cost:
        if bundle & LANE and paid & LANE < cost & LANE:
            return True
        bundle, paid, cost = bundle >> LANE_BITS, paid >> LANE_BITS, cost >> LANE_BITS
    return False
