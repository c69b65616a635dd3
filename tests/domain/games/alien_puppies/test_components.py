"""The printed card set, and which other sets are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.alien_puppies.components import ONGOING, printed_components
from domain.games.alien_puppies.rules import AlienPuppies
from domain.games.alien_puppies.state import AlienPuppiesOptions
from domain.games.rules import InvalidComponents
from tests.domain.games.alien_puppies.table import BOX, RULES


def test_the_cards_are_as_many_as_the_guide_counts() -> None:
    """Rulebook, Guide for Your Cards: 74 by its numbers, and Barkmageddon."""
    deck = RULES.new_state(2, AlienPuppiesOptions()).draw_pile
    assert len(deck) == 75
    counts = Counter(deck)
    puppies = {card: counts.pop(card) for card in BOX.puppies}
    assert list(puppies.values()) == [1] * 12
    assert counts == {
        "earth_puppy": 20, "stop": 6, "gift_from_the_universe": 4, "light_speed": 4, "bark": 4,
        "back_kick": 4, "time_machine": 4, "satellite": 4, "shuffle": 4, "fetch": 4,
        "alternate_dimension": 2, "alien_theft": 2, "barkmageddon": 1,
    }  # fmt: skip


def test_twenty_two_earth_puppies_are_an_option() -> None:
    deck = RULES.new_state(2, AlienPuppiesOptions(earth_puppies=22)).draw_pile
    assert len(deck) == 77
    assert deck.count("earth_puppy") == 22


def test_the_deck_starts_in_the_order_of_the_file() -> None:
    deck = RULES.new_state(2, AlienPuppiesOptions()).draw_pile
    assert deck[:27] == ["earth_puppy"] * 20 + ["stop"] * 6 + ["gift_from_the_universe"]
    assert deck[62:] == ["barkmageddon", *BOX.puppies]


def test_every_puppy_has_a_power_of_its_own() -> None:
    assert len(set(BOX.powers.values())) == 12
    assert {puppy.power for puppy in BOX.puppies.values() if puppy.when == "ongoing"} == set(ONGOING)


@pytest.mark.parametrize(("seats", "goal"), [(2, 5), (3, 3), (4, 3), (5, 3)])
def test_the_goal_is_three_puppies_and_five_for_two_players(seats: int, goal: int) -> None:
    """Rulebook, How to Win."""
    assert RULES.new_state(seats, AlienPuppiesOptions()).goal == goal


def test_rules_keep_the_components_they_were_given() -> None:
    assert AlienPuppies().components == printed_components()
    other = printed_components() | {"hand": 4}
    assert AlienPuppies(other).components == other


def with_kind(kind: str, count: int) -> dict[str, Any]:
    """The printed set with another number of cards of a kind, maybe a new one."""
    printed = printed_components()
    others = [entry for entry in printed["kinds"] if entry["kind"] != kind]
    return printed | {"kinds": [*others, {"kind": kind, "count": count}]}


def with_first_puppy(**changes: Any) -> dict[str, Any]:
    printed = printed_components()
    first, *others = printed["alien_puppies"]
    return printed | {"alien_puppies": [first | changes, *others]}


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        ({"game": "alien_puppies"}, "no Alien Puppies set: Object missing required field"),
        (printed_components() | {"game": "puffinova"}, "this one names 'puffinova'"),
        (with_kind("laser", 2), "no rule for cards of the kind 'laser'"),
        (
            printed_components() | {"kinds": [*printed_components()["kinds"], {"kind": "bark", "count": 4}]},
            "bark is listed again",
        ),
        (with_kind("bark", 0), "at least 1 card; of bark there are 0"),
        (with_kind("barkmageddon", 2), "has 1 Barkmageddon; this one has 2"),
        (with_kind("earth_puppy", 22), "lists 20 Earth Puppies, .* this one lists 22"),
        (with_first_puppy(id="tornado_cane"), "tornado_cane is taken already"),
        (with_first_puppy(id="stop"), "stop is taken already"),
        (with_first_puppy(kind="dog"), "no Alien Puppies set: Invalid enum value 'dog'"),
        (with_first_puppy(power="fly"), "that of dragon_chow is 'fly'"),
        (with_first_puppy(when="ongoing"), "the powers of the time 'ongoing'"),
        (printed_components() | {"hand": 0}, "at least 1 card at the start; this set gives 0"),
        (printed_components() | {"hand": 15}, "5 hands of 15 .* this set has 75 cards"),
        (printed_components() | {"goal": {"2": 5}}, "the goal has a default"),
        (printed_components() | {"goal": {"default": 13}}, "for default players this set says 13"),
        (printed_components() | {"goal": {"default": 3, "2": 0}}, "for 2 players this set says 0"),
    ],
)
def test_a_set_that_cannot_be_played_with_is_refused(components: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidComponents, match=sentence):
        AlienPuppies(components)
