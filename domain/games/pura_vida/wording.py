"""Pieces of English for this game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from domain.games.pura_vida.components import Tile

_NUMBERS = ("no", "one", "two", "three", "four", "five")


def number_text(number: int) -> str:
    """“four”; digits for what no run can hold."""
    return _NUMBERS[number] if number < len(_NUMBERS) else str(number)


def name_text(name: str) -> str:
    """“cloud forest”."""
    return name.replace("_", " ")


def many(animal: str) -> str:
    """“butterflies”, “frogs”."""
    return f"{name_text(animal)[:-1]}ies" if animal.endswith("y") else f"{name_text(animal)}s"


def tile_text(tile: Tile) -> str:
    """“PV08 (butterfly, savannah)”."""
    return f"{tile.id} ({tile.animal}, {name_text(tile.habitat)})"


def sides_text(sides: Iterable[str]) -> str:
    """“left, above”."""
    return ", ".join(side.removeprefix("from_") for side in sides)


def side_text(side: str) -> str:
    """“from the left”, “from above”."""
    where = side.removeprefix("from_")
    return f"from the {where}" if where in ("left", "right") else f"from {where}"


_CRITERIA = {
    "A": "different animals in one habitat",
    "B": "one animal in different habitats",
    "C": "different animals in different habitats",
}


def criterion_text(criterion: str) -> str:
    """What a criterion asks for (rulebook, Biodiversity)."""
    return _CRITERIA[criterion]


def run_text(criterion: str, tiles: Sequence[Tile]) -> str:
    """What a run shows that meets a criterion: “four butterflies in four habitats”."""
    number = number_text(len(tiles))
    if criterion == "A":
        return f"{number} different animals in one habitat ({name_text(tiles[0].habitat)})"
    if criterion == "B":
        return f"{number} {many(tiles[0].animal)} in {number} habitats"
    return f"{number} different animals in {number} habitats"
