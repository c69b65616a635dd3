"""A player made of code for Pura Vida. It sees what a person in its seat would see."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.grid import Cell
from domain.games.pura_vida.components import Tile, Tiles
from domain.games.pura_vida.moves import Release, Rest
from domain.games.pura_vida.park import AXES, LONGEST_RUN, Axis, ends, run
from domain.games.pura_vida.scoring import POINTS, SHORTEST_RUN, criterion_met
from domain.games.rules import Move, Picker

Lying = Mapping[Cell, Tile]


class GreedyBot:
    """Takes the placement with the most points now; among these the one with the most room to grow; among
    these the nearest on the path. Rests when it can place nothing."""

    def __init__(self, tiles: Tiles) -> None:
        self._tiles = tiles

    def choose(self, view: Mapping[str, Any], legal_moves: Sequence[Move], picker: Picker) -> Move:
        """The most valuable move; among equals the picker decides."""
        releases = [move for move in legal_moves if isinstance(move, Release)]
        if not releases:
            return Rest()
        path = {space: self._tiles[tile] for space, tile in view["path"] if tile is not None}
        park = self._park_seen(view["seats"][view["turn"]])
        lines = {cell: lines_through(park, cell) for cell in {move.cell for move in releases}}
        values = [
            (*worth(park, lines[move.cell], path[move.space], move.cell), -move.space) for move in releases
        ]
        best = max(values)
        best_moves = [move for move, value in zip(releases, values, strict=True) if value == best]
        return best_moves[picker.below(len(best_moves))]

    def _park_seen(self, seat: Mapping[str, Any]) -> Lying:
        cells = (((piece["cell"][0], piece["cell"][1]), piece["tile"]) for piece in seat["park"])
        return {cell: self._tiles[tile] for cell, tile in cells}


Line = tuple[list[Cell], bool]
"""A run, and whether it could still grow at one of its ends."""


def lines_through(park: Lying, cell: Cell) -> list[Line]:
    """The two runs that a tile on an empty cell would be part of."""
    lines = []
    for axis in AXES:
        cells = run(park, cell, axis)
        lines.append((cells, any(_can_grow(park, cells, end, axis) for end, _ in ends(cells, axis))))
    return lines


def _can_grow(park: Lying, cells: list[Cell], end: Cell, axis: Axis) -> bool:
    """Whether a tile at an end, joining the run to what lies beyond, would make no run of more than five.
    `cells` holds a cell that is still empty, so only what lies beyond can be met from the end."""
    beyond = [cell for cell in run(park, end, axis) if cell not in cells]
    return len(cells) + len(beyond) <= LONGEST_RUN


def worth(park: Lying, lines: Sequence[Line], tile: Tile, cell: Cell) -> tuple[int, int]:
    """What a tile on a cell would score now, and its room to grow: what its runs would score with a tile
    more, less one for each run that can meet no criterion any more."""
    now = room = 0
    for cells, can_grow in lines:
        length = len(cells)
        if length == 1:
            continue
        criterion = criterion_met([tile if one == cell else park[one] for one in cells])
        if criterion is None:
            room -= 1
            continue
        if length >= SHORTEST_RUN:
            now += POINTS[criterion][length]
        if can_grow:
            room += POINTS[criterion][max(length + 1, SHORTEST_RUN)]
    return now, room
