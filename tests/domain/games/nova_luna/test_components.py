"""The printed tile set, and which other sets are refused."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain.games.nova_luna.components import printed_components, read_components
from domain.games.nova_luna.rules import NovaLuna
from domain.games.rules import InvalidComponents

TILES = read_components(printed_components()).tiles
TASKS = [task for tile in TILES for task in tile.tasks]


def test_seventeen_tiles_of_each_colour() -> None:
    assert Counter(tile.colour for tile in TILES) == {"turquoise": 17, "blue": 17, "red": 17, "yellow": 17}


def test_times() -> None:
    assert Counter(tile.time for tile in TILES) == {1: 4, 2: 8, 3: 16, 4: 16, 5: 12, 6: 8, 7: 4}
    assert sum(tile.time for tile in TILES) == 268


def test_tasks_on_a_tile() -> None:
    assert Counter(len(tile.tasks) for tile in TILES) == {0: 4, 1: 20, 2: 24, 3: 20}
    assert len(TASKS) == 128


def test_task_sizes() -> None:
    assert Counter(sum(task.values()) for task in TASKS) == {1: 12, 2: 64, 3: 36, 4: 16}


def test_each_colour_is_asked_for_as_often() -> None:
    asked: Counter[str] = Counter()
    for task in TASKS:
        asked.update(task)
    assert asked == {"turquoise": 78, "blue": 78, "red": 78, "yellow": 78}


def test_rules_keep_the_components_they_were_given() -> None:
    assert NovaLuna().components == printed_components()
    smaller = printed_components()
    smaller["tiles"] = smaller["tiles"][:20]
    assert NovaLuna(smaller).components == smaller


def a_tile(**changes: Any) -> dict[str, Any]:
    return {"id": "NL01", "colour": "turquoise", "time": 1, "tasks": []} | changes


def with_first_tile(tile: dict[str, Any]) -> dict[str, Any]:
    components = printed_components()
    return components | {"tiles": [tile, *components["tiles"][1:]]}


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        ({"game": "nova_luna"}, "no Nova Luna set: Object missing required field"),
        (printed_components() | {"game": "puffinova"}, "this one names 'puffinova'"),
        (
            printed_components() | {"tiles": printed_components()["tiles"][:10]},
            "11 tiles are needed .* has 10",
        ),
        (printed_components() | {"wheel_spaces": 1}, "a wheel has at least 2 spaces"),
        (
            printed_components() | {"tokens": {"standard": 21, "first_game": {"3": 1}}},
            r"gives 1 \(3 players\)",
        ),
        (with_first_tile(a_tile(id="NL02")), "NL02 occurs 2 times"),
        (with_first_tile(a_tile(colour="mauve")), "tile NL01 is 'mauve'"),
        (with_first_tile(a_tile(time=0)), "time is 1 to 7; that of tile NL01 is 0"),
        (with_first_tile(a_tile(time=8)), "time is 1 to 7; that of tile NL01 is 8"),
        (with_first_tile(a_tile(tasks=[{"red": 1}] * 4)), "at most 3 tasks; tile NL01 has 4"),
        (with_first_tile(a_tile(tasks=[{}])), "task 0 of tile NL01 asks for none"),
        (with_first_tile(a_tile(tasks=[{"mauve": 1}])), "task 0 of tile NL01 asks for 'mauve'"),
        (with_first_tile(a_tile(tasks=[{"red": 0}])), "task 0 of tile NL01 asks for 0 red"),
    ],
)
def test_a_set_that_cannot_be_played_with_is_refused(components: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InvalidComponents, match=sentence):
        NovaLuna(components)
