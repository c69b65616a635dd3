"""Where a tile may be laid in a park (rules, Placement)."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence

from domain.games.grid import Cell
from domain.games.pura_vida.components import Tile
from domain.games.pura_vida.park import AXES, LONGEST_RUN, SIDES, Park, run
from domain.games.pura_vida.refusals import (
    CellOccupied,
    NoContactAhead,
    NoFreeArrow,
    NotAdjacent,
    RunTooLong,
)

Openings = Mapping[str, Mapping[Cell, None]]
"""By side the cells where a tile from that side may lie, in a fixed order."""


def openings_in(park: Park, contact: str) -> Openings:
    """The openings of a park under the match's option (ruling 9)."""
    if contact == "any":
        return park.openings
    return {side: dict.fromkeys(_pushed_against(park, side)) for side in SIDES}


def _pushed_against(park: Park, side: str) -> list[Cell]:
    """The openings on whose far side, as seen from a side, lies a tile: those right before the outermost
    tile of a row or a column."""
    if side == "from_left":
        cells = [(left - 1, y) for y, (left, _) in park.rows.items()]
    elif side == "from_right":
        cells = [(right + 1, y) for y, (_, right) in park.rows.items()]
    elif side == "from_above":
        cells = [(x, high + 1) for x, (_, high) in park.columns.items()]
    else:
        cells = [(x, low - 1) for x, (low, _) in park.columns.items()]
    openings = park.openings[side]
    return [cell for cell in cells if cell in openings]


def legal_cells(openings: Openings, enters: Sequence[str]) -> Collection[Cell]:
    """The cells where a tile with these arrows may lie, each once."""
    if len(enters) == 1:
        return openings[enters[0]]
    cells: dict[Cell, None] = {}
    for side in enters:
        cells.update(openings[side])
    return cells


def entry_side(park: Park, tile: Tile, cell: Cell, contact: str) -> str | None:
    """The first arrow of a tile by which it may come to a cell; None where it may not lie."""
    for side in tile.enters:
        if cell in park.openings[side] and (contact == "any" or cell in _pushed_against(park, side)):
            return side
    return None


def checked_entry_side(park: Park, tile: Tile, cell: Cell, contact: str) -> str:
    """The side from which a tile comes to a cell. Refuses a cell where it may not lie (ruling 1)."""
    side = entry_side(park, tile, cell, contact)
    if side is None:
        _refuse(park, tile, cell)
        raise NoContactAhead(cell, tile, [side for side in tile.enters if side in park.open_sides(cell)])
    return side


def _refuse(park: Park, tile: Tile, cell: Cell) -> None:
    """Raises the reason why a tile may not lie on a cell, unless it is but the contact ahead that lacks."""
    if cell in park.tiles:
        raise CellOccupied(cell, park.tiles[cell])
    if cell not in park.frontier:
        raise NotAdjacent(cell)
    for axis in AXES:
        length = len(run(park.tiles, cell, axis))
        if length > LONGEST_RUN:
            raise RunTooLong(cell, axis, length)
    free = park.open_sides(cell)
    if not set(tile.enters).intersection(free):
        raise NoFreeArrow(cell, tile, free)
