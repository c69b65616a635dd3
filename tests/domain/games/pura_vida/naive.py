"""The rules once more, word by word and slowly, on plain values: to check the quick code against.

Shares nothing with it but the printed tiles and the view that a player sees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from domain.games.pura_vida.components import Tile

Cell = tuple[int, int]


def legal_moves(view: Mapping[str, Any], tiles: Mapping[str, Tile]) -> list[tuple[Any, ...]]:
    """What the seat whose turn it is may do: (space, cell) for each release, and a bare () for resting."""
    seat = view["seats"][view["turn"]]
    park = {tuple(piece["cell"]) for piece in seat["park"]}
    ahead = [(space, tile) for space, tile in view["path"] if tile and space > seat["ranger"]["stands_on"]]
    reach = range(-80, 81)
    near = [(x, y) for x in reach for y in reach if _touches(park, (x, y))] if ahead else []
    return [
        *(
            (space, c)
            for space, tile in ahead
            for c in near
            if allowed(park, c, tiles[tile], view["contact"])
        ),
        (),
    ]


def _touches(park: Collection[Any], cell: Cell) -> bool:
    x, y = cell
    return cell not in park and bool({(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)}.intersection(park))


def allowed(park: Collection[Any], cell: Cell, tile: Tile, contact: str) -> bool:
    """Whether a tile may be laid on a cell (rules, Placement 1 to 3; ruling 9)."""
    return (
        _touches(park, cell)
        and any(_comes(park, cell, side, contact) for side in tile.enters)
        and max(len(line(park, cell, 1, 0)), len(line(park, cell, 0, 1))) <= 5
    )


def _comes(park: Collection[Any], cell: Cell, side: str, contact: str) -> bool:
    """Whether the tile can slide in from a side; under `ahead` it must then bump into a tile."""
    x, y = cell
    in_the_way = {
        "from_left": [(a, b) for a, b in park if b == y and a < x],
        "from_right": [(a, b) for a, b in park if b == y and a > x],
        "from_above": [(a, b) for a, b in park if a == x and b > y],
        "from_below": [(a, b) for a, b in park if a == x and b < y],
    }[side]
    bumps = {
        "from_left": (x + 1, y),
        "from_right": (x - 1, y),
        "from_above": (x, y - 1),
        "from_below": (x, y + 1),
    }
    return not in_the_way and (contact == "any" or bumps[side] in park)


def line(park: Collection[Any], cell: Cell, dx: int, dy: int) -> list[Cell]:
    """The unbroken line of tiles through a cell."""
    cells = [cell]
    while (cells[0][0] - dx, cells[0][1] - dy) in park:
        cells.insert(0, (cells[0][0] - dx, cells[0][1] - dy))
    while (cells[-1][0] + dx, cells[-1][1] + dy) in park:
        cells.append((cells[-1][0] + dx, cells[-1][1] + dy))
    return cells


def scores(park: Mapping[Cell, Tile], placed: Cell) -> Iterator[tuple[str, str, list[Cell], int]]:
    """What a placement scores: axis, criterion, cells, points (rules, Scoring)."""
    for axis, dx, dy in (("horizontal", 1, 0), ("vertical", 0, 1)):
        cells = line(park, placed, dx, dy)
        animals = [park[cell].animal for cell in cells]
        habitats = [park[cell].habitat for cell in cells]
        if len(cells) < 3:
            continue
        if _all_different(animals) and _all_the_same(habitats):
            yield axis, "A", cells, [2, 2, 3][len(cells) - 3]
        if _all_the_same(animals) and _all_different(habitats):
            yield axis, "B", cells, [2, 2, 3][len(cells) - 3]
        if _all_different(animals) and _all_different(habitats):
            yield axis, "C", cells, [1, 1, 2][len(cells) - 3]


def _all_different(values: list[str]) -> bool:
    return all(values.count(value) == 1 for value in values)


def _all_the_same(values: list[str]) -> bool:
    return all(value == values[0] for value in values)
