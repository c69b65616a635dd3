"""What a placement scores, and who is ahead: pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from domain.games.grid import Cell
from domain.games.pura_vida.components import Tile, Tiles
from domain.games.pura_vida.park import AXES, Axis, run
from domain.games.rules import Seat

POINTS: Mapping[str, Mapping[int, int]] = {
    "A": {3: 2, 4: 2, 5: 3},
    "B": {3: 2, 4: 2, 5: 3},
    "C": {3: 1, 4: 1, 5: 2},
}
"""Points by criterion and number of tiles (rulebook, Biodiversity)."""

SHORTEST_RUN = 3
"""How many tiles a run must have to score."""


class Scored(NamedTuple):
    """A run that meets a criterion as a whole."""

    axis: Axis
    criterion: str
    cells: list[Cell]
    points: int


def criterion_met(tiles: Sequence[Tile]) -> str | None:
    """The criterion that tiles meet, all of them together (rulebook, Biodiversity).

    At most one: the criteria differ in whether all animals and all habitats are the same or different,
    which two tiles suffice to tell apart.
    """
    animals = len({tile.animal for tile in tiles})
    habitats = len({tile.habitat for tile in tiles})
    if animals == len(tiles):
        if habitats == 1:
            return "A"
        return "C" if habitats == len(tiles) else None
    return "B" if animals == 1 and habitats == len(tiles) else None


def scored_runs(lying: Mapping[Cell, str], placed: Cell, tiles: Tiles) -> list[Scored]:
    """The runs through the tile on `placed` that score, the horizontal one first.

    Each by its whole length, whatever it has scored before (ruling 8).
    """
    found = []
    for axis in AXES:
        cells = run(lying, placed, axis)
        if len(cells) >= SHORTEST_RUN:
            criterion = criterion_met([tiles[lying[cell]] for cell in cells])
            if criterion is not None:
                found.append(Scored(axis, criterion, cells, POINTS[criterion][len(cells)]))
    return found


def ranking(scores: Sequence[int], tiles: Sequence[int]) -> tuple[tuple[Seat, ...], ...]:
    """Most points first, those beyond 20 too (ruling 5); among equals the fewer tiles in the park; then the
    place is shared.

    Rulebook, End of the Game, for the winner; rules: the whole ranking uses the same order.
    """

    def standing(seat: Seat) -> tuple[int, int]:
        return -scores[seat], tiles[seat]

    order = sorted(range(len(scores)), key=standing)
    return tuple(tuple(group) for _, group in groupby(order, standing))
