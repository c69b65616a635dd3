"""Paying for cards (rulebook, Resources; rulings 1, 4 and 25)."""

from __future__ import annotations

import time
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.puffinova.box import Card
from domain.games.puffinova.events import CardPaid
from domain.games.puffinova.legal import MOST_MOVES
from domain.games.puffinova.moves import Play
from domain.games.puffinova.payments import areas_open, can_pay, canonical_plays
from domain.games.puffinova.state import AREAS
from domain.games.rules import IllegalMove
from tests.domain.games.chance_doubles import NoChance
from tests.domain.games.puffinova import naive
from tests.domain.games.puffinova.table import BOX, RULES, Table

EXAMPLES = msgspec.json.decode((Path(__file__).parent / "examples/puffinova_payments.json").read_bytes())[
    "cases"
]

PLAIN, HOURGLASS, CONSTRUCTION = BOX.cards["IN01"], BOX.cards["LI35"], BOX.cards["CO25"]


@pytest.mark.parametrize("example", EXAMPLES, ids=range(len(EXAMPLES)))
@pytest.mark.parametrize(
    ("kind", "card"), [("plain", PLAIN), ("hourglass", HOURGLASS), ("construction", CONSTRUCTION)]
)
def test_shared_examples(example: dict[str, Any], kind: str, card: Card) -> None:
    cost, payment = Counter(example["cost"]), Counter(example["payment"])
    priced = msgspec.structs.replace(card, cost_bundle=BOX.resources.bundle(cost), price=cost.total())
    opened = areas_open(priced, BOX.resources.bundle(payment), payment.total(), BOX.resources)
    assert sorted(opened) == sorted(example[kind])


# hands of few enough cards to try every payment
small_hands = st.lists(st.sampled_from(list(BOX.cards)), min_size=1, max_size=7, unique=True)
# the same, of one resource or two, so that many payments are equal and many are exact
narrow_hands = st.lists(
    st.sampled_from(
        [card.id for card in BOX.cards.values() if {*card.produces} <= {"cosmic_dust", "melted_steel"}]
    ),
    min_size=1,
    max_size=7,
    unique=True,
)


def listed(hand: list[str]) -> list[Play]:
    return canonical_plays([BOX.cards[card] for card in hand], BOX.resources, MOST_MOVES)


@settings(max_examples=150)
@given(small_hands | narrow_hands)
def test_what_is_listed_is_what_brute_force_finds(hand: list[str]) -> None:
    """No card could be left out, and equal resources are listed once (ruling 4)."""
    plays = listed(hand)
    found = Counter((play.card, play.area, naive.kinds(play.payment)) for play in plays)
    assert found == naive.canonical(hand)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(list(BOX.cards)), min_size=1, max_size=5, unique=True))
def test_every_valid_payment_is_accepted_and_every_other_is_refused(hand: list[str]) -> None:
    """Overpaying with any number of cards is legal (ruling 4)."""
    table = Table(hands={0: hand})
    for card in hand:
        for payment in naive.payments(card, hand):
            open_areas = naive.areas(card, payment)
            for area in (None, *AREAS):
                decided = RULES.decide(table.state, 0, Play(card, payment, area), NoChance())
                if area in open_areas or (area is None and len(open_areas) == 1):
                    assert isinstance(next(decided), CardPaid)
                else:
                    with pytest.raises(IllegalMove):
                        next(decided)


@given(st.lists(st.sampled_from(list(BOX.cards)), min_size=1, max_size=7, unique=True))
def test_a_card_can_be_paid_exactly_when_a_play_is_listed(hand: list[str]) -> None:
    cards = [BOX.cards[card] for card in hand]
    payable = {card.id for card in cards if can_pay(card, cards, BOX.resources)}
    assert payable == {play.card for play in listed(hand)}


def test_a_payment_is_listed_with_the_first_of_equal_cards() -> None:
    """In hand order, the card that is played left out."""
    assert listed(["IN01", "DO03", "NO02"]) == [
        Play("IN01", ("DO03",), "diamond_field"),
        Play("IN01", ("DO03",), "star_castle"),
        Play("DO03", ("IN01",), "diamond_field"),
        Play("DO03", ("IN01",), "star_castle"),
        Play("NO02", ("IN01",), "diamond_field"),
        Play("NO02", ("IN01",), "star_castle"),
    ]


def test_nothing_can_be_paid_with_an_empty_hand() -> None:
    assert listed([]) == listed(["IN01"]) == []


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("size", [12, 20, 40])
def test_large_hands_are_listed_quickly_and_within_bounds(size: int, seed: int) -> None:
    """At most 500 moves in all; every card in every area that it can reach at all (ruling 25)."""
    hand = Random(seed).sample(list(BOX.cards), size)
    table = Table(hands={0: hand}, diamonds={0: 9})
    table.fly(0, "skiff", "left", 1)
    before = time.process_time()
    moves = table.legal()
    # Milliseconds where nothing else runs; without a bound it would be minutes.
    assert time.process_time() - before < 1
    assert len(moves) <= MOST_MOVES
    plays = [move for move in moves if isinstance(move, Play)]
    assert len(plays) == len({(play.card, play.area, naive.kinds(play.payment)) for play in plays})
    for play in plays:
        assert play.area in naive.areas(play.card, play.payment)
        for out in play.payment:
            assert play.area not in naive.areas(play.card, [card for card in play.payment if card != out])
    assert {play.card for play in plays} == {card for card in hand if naive.areas(card, others(card, hand))}


def others(card: str, hand: list[str]) -> list[str]:
    return [other for other in hand if other != card]


@pytest.mark.parametrize("seed", range(3))
def test_a_shortened_list_leaves_no_area_out(seed: int) -> None:
    """Ten cards: still few enough to try all payments, already too many to list them all."""
    hand = Random(seed).sample([card.id for card in BOX.cards.values() if card.price > 2], 10)
    everything = naive.canonical(hand)
    cards = [BOX.cards[card] for card in hand]
    plays = canonical_plays(cards, BOX.resources, 120)
    assert len(everything) > 120 >= len(plays)
    assert {(play.card, play.area) for play in plays} == {(card, area) for card, area, _ in everything}


def test_a_hand_of_all_cards_still_fits() -> None:
    moves = canonical_plays(list(BOX.cards.values()), BOX.resources, MOST_MOVES)
    assert len(moves) == MOST_MOVES
