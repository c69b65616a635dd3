"""Chance that anyone can recompute (DESIGN, section 4)."""

from __future__ import annotations

from collections import Counter
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.chance import DerivedChance, Stream, bot_key, chance_key, redraw, stream
from domain.games.rules import Event
from domain.sealing import hm

MATCH = UUID(int=1)
SECRET = bytes(range(32))
KEY = chance_key(MATCH, SECRET, [b"\1" * 32, b"\2" * 32])


class CardsShuffled(Event, frozen=True):
    pass


class CardDrawn(Event, frozen=True):
    pass


@given(st.integers(1, 1 << 32), st.integers(0, 1000))
def test_integers_stay_below_their_limit(limit: int, n: int) -> None:
    assert 0 <= stream(KEY, "Draw", n).below(limit) < limit


def test_integers_are_uniform() -> None:
    source = Stream(KEY)
    counts = Counter(source.below(6) for _ in range(60_000))
    chi_square = sum((count - 10_000) ** 2 / 10_000 for count in counts.values())
    assert chi_square < 20.5, "five degrees of freedom: beyond this once in a thousand"


def test_words_that_would_favour_small_numbers_are_rejected() -> None:
    limit = 3 << 30  # A quarter of all words lies beyond its only multiple below 2^32.
    words = Stream(KEY)
    raw = [words.below(1 << 32) for _ in range(200)]
    accepted = [word for word in raw if word < limit]
    assert len(accepted) < len(raw)
    source = Stream(KEY)
    assert [source.below(limit) for _ in accepted] == accepted


@given(st.lists(st.integers(), max_size=80), st.integers(1, 50))
def test_a_shuffle_keeps_what_it_shuffles(items: list[int], n: int) -> None:
    shuffled = stream(KEY, "Shuffle", n).shuffle(items)
    assert Counter(shuffled) == Counter(items)


def test_every_order_is_as_likely() -> None:
    orders = Counter(tuple(stream(KEY, "Shuffle", n).shuffle("abc")) for n in range(6000))
    assert len(orders) == 6
    assert sum((count - 1000) ** 2 / 1000 for count in orders.values()) < 20.5


def test_streams_differ_by_label_ordinal_and_everything_that_is_given_to_the_key() -> None:
    entropies = [b"\1" * 32, b"\2" * 32]
    keys = {
        KEY,
        chance_key(UUID(int=2), SECRET, entropies),
        chance_key(MATCH, hm(SECRET, b""), entropies),
        chance_key(MATCH, SECRET, entropies[::-1]),
        chance_key(MATCH, SECRET, entropies[:1]),
        bot_key(MATCH, SECRET, 1, 0),
        bot_key(MATCH, SECRET, 1, 1),
    }
    assert len(keys) == 7
    assert len({stream(KEY, label, n).below(1 << 32) for label in ("a", "b") for n in (1, 2)}) == 4


def test_a_draw_is_labelled_by_the_event_it_leads_to_and_that_events_ordinal() -> None:
    chance = DerivedChance(KEY, {"CardsShuffled": 2})
    order = chance.shuffle(CardsShuffled, ["a", "b", "c"])
    assert chance.take_draws(CardsShuffled) == [
        {"label": "CardsShuffled", "n": 3, "of": ["a", "b", "c"], "result": order}
    ]


def test_further_draws_of_the_same_event_are_numbered_from_two() -> None:
    chance = DerivedChance(KEY, {})
    chance.below(CardDrawn, 10)
    chance.below(CardDrawn, 10)
    labels = [(draw["label"], draw["n"]) for draw in chance.take_draws(CardDrawn)]
    assert labels == [("CardDrawn", 1), ("CardDrawn/2", 1)]


def test_draws_wait_for_their_own_event_and_are_taken_once() -> None:
    chance = DerivedChance(KEY, {})
    chance.below(CardDrawn, 10)
    assert chance.take_draws(CardsShuffled) == []
    assert len(chance.take_draws(CardDrawn)) == 1
    assert chance.take_draws(CardDrawn) == []


@pytest.mark.parametrize("limit", [1, 6, 1 << 32])
def test_what_was_drawn_comes_out_again(limit: int) -> None:
    chance = DerivedChance(KEY, {})
    chance.below(CardDrawn, limit)
    chance.shuffle(CardDrawn, list(range(limit % 7)))
    for draw in chance.take_draws(CardDrawn):
        assert redraw(KEY, draw) == draw["result"]
