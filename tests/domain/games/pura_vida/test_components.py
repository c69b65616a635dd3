"""The printed tile set, and which other sets are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.pura_vida.components import printed_components
from domain.games.pura_vida.park import SIDES
from domain.games.pura_vida.rules import PuraVida
from domain.games.rules import InvalidComponents
from tests.domain.games.pura_vida.table import TILES


def test_seventy_five_tiles() -> None:
    """Rulebook, Contents: "75 tiles, each showing one of 5 different habitats and one of 5 different
    animals"; ruling 11: three of each combination."""
    assert len(TILES) == 75
    combinations = Counter((tile.animal, tile.habitat) for tile in TILES.values())
    assert len(combinations) == 25
    assert set(combinations.values()) == {3}
    assert len({tile.animal for tile in TILES.values()}) == len({t.habitat for t in TILES.values()}) == 5


def test_arrows() -> None:
    assert Counter(len(tile.enters) for tile in TILES.values()) == {1: 40, 2: 30, 3: 4, 4: 1}
    sides = Counter(side for tile in TILES.values() for side in tile.enters)
    assert sides == dict.fromkeys(SIDES, 29)


def test_twelve_spaces() -> None:
    """Rulebook, Setup: "the game board's 12 spaces"."""
    assert printed_components()["path_spaces"] == 12


def test_rules_keep_the_components_they_were_given() -> None:
    assert PuraVida().components == printed_components()
    smaller = printed_components()
    smaller["tiles"] = smaller["tiles"][:16]
    assert PuraVida(smaller).components == smaller


def a_tile(**changes: Any) -> dict[str, Any]:
    return {"id": "PV01", "animal": "frog", "habitat": "volcano", "enters": ["from_left"]} | changes


def with_first_tile(tile: dict[str, Any]) -> dict[str, Any]:
    components = printed_components()
    return components | {"tiles": [tile, *components["tiles"][1:]]}


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        ({"game": "pura_vida"}, "no Pura Vida set: Object missing required field"),
        (printed_components() | {"game": "nova_luna"}, "this one names 'nova_luna'"),
        (printed_components() | {"tiles": printed_components()["tiles"][:15]}, "16 tiles are .* set has 15"),
        (printed_components() | {"path_spaces": 0}, "at least 1 space; this one has 0"),
        (with_first_tile(a_tile(id="PV02")), "PV02 occurs 2 times"),
        (with_first_tile(a_tile(animal="tapir")), "tile PV01 shows 'tapir'"),
        (with_first_tile(a_tile(habitat="desert")), "tile PV01 shows 'desert'"),
        (with_first_tile(a_tile(enters=[])), "at least one arrow; tile PV01 shows none"),
        (with_first_tile(a_tile(enters=["from_behind"])), "tile PV01 enters 'from_behind'"),
        (with_first_tile(a_tile(enters=["from_left"] * 2)), "tile PV01 names from_left 2 times"),
    ],
)
def test_a_set_that_cannot_be_played_with_is_refused(components: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidComponents, match=sentence):
        PuraVida(components)
