"""The rulebook's arithmetic once more, slowly and straight from the component file, to check against."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations
from typing import Any

from domain.games.puffinova.components import printed_components
from domain.games.puffinova.moves import Area

CARDS: Mapping[str, dict[str, Any]] = {card["id"]: card for card in printed_components()["cards"]}


def resources(cards: Sequence[str]) -> Counter[str]:
    """What cards produce together."""
    together: Counter[str] = Counter()
    for card in cards:
        together.update(CARDS[card]["produces"])
    return together


def areas(card: str, payment: Sequence[str]) -> set[str]:
    """The areas that a payment opens to a card (Paying and placing a card; rulings 1 and 4)."""
    paid, cost = resources(payment), Counter(CARDS[card]["cost"])
    exact = all(paid[resource] >= amount for resource, amount in cost.items())
    enough = paid.total() >= cost.total()
    if CARDS[card]["hourglass"]:
        return {"galactic_city"} if exact else set()
    if not enough:
        return set()
    if CARDS[card]["deck"] == "construction":
        return {"galactic_city"}
    if (CARDS[card]["effect"] or {}).get("do") == "play_on_right_neighbour":
        return {"diamond_field", "star_castle", "moon_council"}
    return {"moon_council"} if exact else {"diamond_field", "star_castle"}


def payments(card: str, hand: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every set of other cards of a hand."""
    others = [other for other in hand if other != card]
    for size in range(len(others) + 1):
        yield from combinations(others, size)


def canonical(hand: Sequence[str]) -> Counter[tuple[str, str, tuple[Any, ...]]]:
    """Every play of which no card could be left out without losing the area, equal resources once: the
    card, the area, and what each card of the payment produces."""
    found: set[tuple[str, str, tuple[Any, ...]]] = set()
    for card in hand:
        for payment in payments(card, hand):
            for area in areas(card, payment):
                needless = any(
                    area in areas(card, [other for other in payment if other != out]) for out in payment
                )
                if not needless:
                    found.add((card, area, kinds(payment)))
    return Counter(found)


def kinds(payment: Sequence[str]) -> tuple[Any, ...]:
    """What each card of a payment produces, whichever cards they are."""
    return tuple(sorted(tuple(sorted(CARDS[card]["produces"].items())) for card in payment))


def stars(
    boards: Sequence[Mapping[Area, Sequence[str]]],
    diamonds: Sequence[int],
    turn: int,
    empty_ranks: bool,
) -> list[int]:
    """Every seat's stars in all (Final scoring)."""
    seats = range(len(boards))
    totals = [number // 2 for number in diamonds]
    printed: tuple[Area, ...] = ("star_castle", "moon_council", "galactic_city")
    placed: tuple[Area, ...] = ("diamond_field", "star_castle", "moon_council")
    for seat in seats:
        for area in printed:
            totals[seat] += sum(CARDS[card]["stars"] for card in boards[seat][area])
        for card in boards[seat]["galactic_city"]:
            if CARDS[card]["hourglass"]:
                totals[seat] += hourglass(CARDS[card]["hourglass"], seat, boards, diamonds, turn)
    for area in placed:
        for seat, gained in enumerate(placements([len(board[area]) for board in boards], empty_ranks)):
            totals[seat] += gained
    return totals


def placements(counts: Sequence[int], empty_ranks: bool) -> list[int]:
    """Area scoring: a seat's placement is how many are ahead; it shares with all that have as many."""
    given = {2: [2, 0], 3: [4, 2, 0], 4: [6, 4, 2, 0], 5: [6, 4, 2, 0, 0]}[len(counts)]
    gained = []
    for count in counts:
        ahead = sum(other > count for other in counts)
        tied = sum(other == count for other in counts)
        gained.append(sum(given[ahead : ahead + tied]) // tied if count or empty_ranks else 0)
    return gained


def hourglass(
    kind: Mapping[str, Any],
    seat: int,
    boards: Sequence[Mapping[Area, Sequence[str]]],
    diamonds: Sequence[int],
    turn: int,
) -> int:
    """The stars of one hourglass."""
    own = [CARDS[card] for cards in boards[seat].values() for card in cards]
    costs = [sum(card["cost"].values()) for card in own]
    beside = {(seat + 1) % len(boards), (seat - 1) % len(boards)}
    each: int = kind["stars"]
    counted: int
    match kind["score"]:
        case "per_resource_in_costs":
            counted = sum(card["cost"].get(kind["resource"], 0) for card in own) // kind["per"]
        case "neighbour_diamonds":
            counted = max(diamonds[other] for other in beside) // kind["per"]
        case "ends_on_neighbour_turn":
            counted = turn in beside
        case "ends_on_own_turn":
            counted = turn == seat
        case "per_card_cost":
            counted = sum(cost in kind["costs"] for cost in costs)
        case "per_card_cost_choose_one":
            counted = max(costs.count(cost) for cost in kind["costs"])
        case "per_set":
            counted = min(costs.count(cost) for cost in kind["costs"])
    return each * counted
