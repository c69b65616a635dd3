"""The reference card set, and which other sets are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.puffinova.components import (
    DECK_SIZES,
    FAMILY_DECKS,
    PRINTED_EFFECTS,
    Hourglass,
    printed_components,
    read_components,
)
from domain.games.puffinova.effects import EFFECTS
from domain.games.puffinova.rules import PuffiNova
from domain.games.rules import InvalidComponents
from tests.domain.games.puffinova.table import with_board, with_card

SET = read_components(printed_components())


def test_216_cards_in_six_decks_with_the_four_explosions() -> None:
    """Rulebook, Contents."""
    assert len(SET.cards) + SET.explosions == 216
    assert Counter(card.deck for card in SET.cards) == DECK_SIZES
    assert SET.diamonds == 65


def test_family_cards_are_basic_and_know_neither_comet_nor_mushroom() -> None:
    """Rulebook, Decks."""
    for card in SET.cards:
        if card.deck in FAMILY_DECKS:
            assert not card.effect
            assert not card.hourglass
            assert not {"shining_comet", "meteor_mushroom"} & {*card.cost, *card.produces}


def test_every_effect_and_every_hourglass_is_on_a_card() -> None:
    """Rulebook, Appendix."""
    assert (
        {(card.effect.kind, card.effect.do) for card in SET.cards if card.effect}
        == set(PRINTED_EFFECTS)
        == set(EFFECTS)
    )
    assert {type(card.hourglass) for card in SET.cards if card.hourglass} == set(Hourglass.__subclasses__())


def test_friend_and_lightning_decks_hold_hourglasses_too() -> None:
    """Rulebook, Decks: a few of them."""
    decks = {card.deck for card in SET.cards if card.hourglass}
    assert decks == {"lightning", "friend", "construction"}


def test_rules_keep_the_components_they_were_given() -> None:
    other = printed_components() | {"set": "richer", "diamonds": 80}
    assert PuffiNova(other).components == other
    assert PuffiNova(other).new_state(2, PuffiNova.options()).supply == 80


def with_ships(*ships: dict[str, Any]) -> dict[str, Any]:
    return printed_components() | {"ships": list(ships)}


def effect(kind: str, do: str, count: int = 1) -> dict[str, Any]:
    return {"kind": kind, "do": do, "count": count}


SKIFF = {"id": "skiff", "windows": [1]}
ARK = {"id": "ark", "windows": [1, 2, 3]}


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        ({"game": "puffinova"}, "no PuffiNova set: Object missing required field"),
        (printed_components() | {"game": "nova_luna"}, "this one names 'nova_luna'"),
        (printed_components() | {"explosions": 3}, "two in each draw pile; this set has 3"),
        (printed_components() | {"diamonds": -1}, "this set has -1"),
        (printed_components() | {"discard_start": -1}, "starts with 0 cards or more; this set has -1"),
        (printed_components() | {"discard_start": 33}, "with 2 players 19 cards are left over"),
        (printed_components() | {"area_stars": {"2": [2, 0]}}, "with 3 players an area has 3 placements"),
        (
            printed_components() | {"area_stars": printed_components()["area_stars"] | {"2": [0, 2]}},
            r"a better placement in an area gives no fewer stars; this set has \[0, 2\]",
        ),
        (printed_components() | {"decks": {"family": ["insects"], "other": []}}, "this set names insects"),
        (printed_components() | {"family_resources": ["cheese"]}, "those of the Family decks among them"),
        (
            printed_components() | {"cards": printed_components()["cards"][1:]},
            "the deck insects has 32 cards; in this set it has 31",
        ),
        (with_board(columns=["left", "middle"]), "this set has left, middle"),
        (with_board(cards_per_row=0), "a row has at least 1 card space"),
        (with_board(rows_per_column={"2": 2, "3": 3, "4": 4}), "with 5 players this set has 0"),
        (with_board(queue_cost=-1), "cost 0 diamonds or more"),
        (with_ships(SKIFF, SKIFF), "skiff occurs 2 times"),
        (with_ships(SKIFF | {"windows": [4]}), r"card spaces 1 to 3; those of skiff are \[4\]"),
        (with_ships(SKIFF | {"windows": []}), r"a ship has windows, each once; those of skiff are \[\]"),
        (with_ships(ARK), "every seat needs a ship, also with five players"),
        (with_card("IN02", id="IN01"), "IN01 is taken"),
        (with_card("IN01", id="diamond_explosion"), "diamond_explosion is taken"),
        (with_card("LI01", deck="sea"), "the deck lightning has 38 cards; in this set it has 37"),
        (with_card("IN01", cost={}), "IN01 costs nothing"),
        (with_card("IN01", produces={}), "IN01 produces nothing"),
        (with_card("IN01", cost={"cheese": 1}), "of the Family decks are .*; IN01 costs 'cheese'"),
        (with_card("IN01", cost={"shining_comet": 1}), "of the Family decks .* IN01 costs 'shining_comet'"),
        (with_card("IN01", produces={"meteor_mushroom": 1}), "IN01 produces 'meteor_mushroom'"),
        (with_card("LI01", cost={"cheese": 1}), "of this set are .*; LI01 costs 'cheese'"),
        (with_card("LI01", cost={"cosmic_dust": 0}), "LI01 0 cosmic_dust"),
        (with_card("LI01", produces={"cosmic_dust": 10}), "1 to 9 of a resource; LI01 10 cosmic_dust"),
        (with_card("LI01", stars=-1), "LI01 1 and -1"),
        (with_card("LI01", effect=effect("lightning", "sing")), "LI01 has lightning sing"),
        (with_card("LI01", effect=effect("buddy", "new_turn")), "LI01 has buddy new_turn"),
        (with_card("LI01", effect=effect("lightning", "new_turn", 2)), "happens once; on LI01 2 times"),
        (with_card("LI01", effect=effect("lightning", "draw_card", 0)), "happens at least once; on LI01 0"),
        (with_card("IN01", effect=effect("lightning", "new_turn")), "neither effect nor hourglass; IN01 has"),
        (with_card("CO25", effect=effect("lightning", "new_turn")), "have no effect; CO25 has"),
        (with_card("LI35", effect=effect("lightning", "new_turn")), "LI35 has both"),
        (
            with_card("LI35", hourglass={"score": "luck", "stars": 4}),
            "no PuffiNova set: Invalid value 'luck'",
        ),
        (with_card("LI35", hourglass={"score": "ends_on_own_turn", "stars": 0}), "that of LI35 gives 0"),
        (
            with_card("LI35", hourglass={"score": "neighbour_diamonds", "stars": 1, "per": 0}),
            "that of LI35 counts by 0",
        ),
        (with_card("LI35", hourglass={"score": "per_set", "stars": 1, "costs": []}), r"LI35 names \[\]"),
        (
            with_card("LI35", hourglass={"score": "per_set", "stars": 1, "costs": [2, 3, 2]}),
            r"names some, each once; that of LI35 names \[2, 3, 2\]",
        ),
        (
            with_card(
                "LI35",
                hourglass={"score": "per_resource_in_costs", "stars": 1, "per": 3, "resource": "cheese"},
            ),
            "the hourglass of LI35 counts 'cheese'",
        ),
    ],
)
def test_a_set_that_cannot_be_played_with_is_refused(components: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidComponents, match=sentence):
        PuffiNova(components)


def test_a_deck_of_another_name_is_refused() -> None:
    components = printed_components()
    components["cards"] = [*components["cards"], components["cards"][0] | {"id": "SE01", "deck": "sea"}]
    with pytest.raises(InvalidComponents, match="this set has cards of 'sea'"):
        PuffiNova(components)
