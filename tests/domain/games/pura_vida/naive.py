"""The rules once more, word by word and slowly, on plain values: to check the quick code against.

Shares nothing with it but the printed tiles and the view that a player sees.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any

from domain.games.pura_vida.components import Tile
from tests.domain.games.facts import Fact

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


class NaiveMatch:
    """A match from its draws on: what follows from each move, and how it ends."""

    def __init__(
        self, tiles: Mapping[str, Tile], order: Sequence[str], seats: int, first: int, contact: str
    ) -> None:
        """`order`: the shuffled tiles; `first`: the seat drawn to start."""
        self.tiles = tiles
        self.supply = list(order)
        self.contact = contact
        self.parks: list[dict[Cell, str]] = [{} for _ in range(seats)]
        self.scores = [0] * seats
        self.turn = first
        self.round = 0
        self.path: dict[int, str] = {}
        self.rests: list[int] = []
        self.still_act: list[int] | None = None
        self.reason: str | None = None

    def set_up(self) -> Iterator[Fact]:
        """What follows from the draws."""
        for seat, park in enumerate(self.parks):
            park[0, 0] = self.supply.pop(0)
            yield "StartTileDealt", {"seat": seat, "tile": park[0, 0]}
        yield self._lay_path()
        yield "StartingSeatDrawn", {"seat": self.turn}
        yield self._begin_turn(self.turn)

    def _lay_path(self) -> Fact:
        self.round += 1
        self.path = {space: self.supply.pop(0) for space in range(1, 13)}
        self.rests = []
        return "PathLaid", {"round": self.round, "tiles": list(self.path.values())}

    def _begin_turn(self, seat: int) -> Fact:
        self.turn = seat
        return "TurnBegan", {"seat": seat}

    def play(self, move: Mapping[str, Any]) -> Iterator[Fact]:
        """What follows from a move of the seat whose turn it is."""
        seat = self.turn
        if self.still_act is not None:
            self.still_act.remove(seat)
        if move["type"] == "rest":
            self.rests.append(seat)
            yield "RangerRested", {"seat": seat, "place": len(self.rests)}
        else:
            yield from self._release(seat, move["space"], (move["cell"][0], move["cell"][1]))
        yield from self._go_on(seat)

    def _release(self, seat: int, space: int, cell: Cell) -> Iterator[Fact]:
        park, tile = self.parks[seat], self.path.pop(space)
        fits = [side for side in self.tiles[tile].enters if _comes(park, cell, side, self.contact)]
        yield "RangerMoved", {"seat": seat, "space": space}
        park[cell] = tile
        yield "TilePlaced", {"seat": seat, "tile": tile, "cell": list(cell), "entered_from": fits[0]}
        for axis, criterion, cells, points in scores({c: self.tiles[t] for c, t in park.items()}, cell):
            self.scores[seat] += points
            yield (
                "BiodiversityScored",
                {"seat": seat, "criterion": criterion, "axis": axis, "cells": [list(c) for c in cells]}
                | {"points": points, "total": self.scores[seat]},
            )
        if self.scores[seat] >= 20 and self.still_act is None:
            self.still_act = [other for other in self._clockwise_after(seat) if other != seat]
            yield "FinalActionsBegan", {"seat": seat, "remaining_seats": list(self.still_act)}

    def _clockwise_after(self, seat: int) -> list[int]:
        """The seats that do not rest, this one last."""
        count = len(self.parks)
        return [s for s in [*range(seat + 1, count), *range(seat + 1)] if s not in self.rests]

    def _go_on(self, seat: int) -> Iterator[Fact]:
        act = self._clockwise_after(seat) if self.still_act is None else self.still_act
        if act:
            yield self._begin_turn(act[0])
        elif self.still_act is not None:
            self.reason = "twenty_points"
        else:
            starts = self.rests[0] if len(self.supply) >= 12 else None
            left = [self.path[space] for space in sorted(self.path)]
            yield "RoundEnded", {"round": self.round, "removed_tiles": left, "next_first_seat": starts}
            if starts is None:
                self.reason = "path_not_refilled"
            else:
                yield self._lay_path()
                yield self._begin_turn(starts)

    def ranking(self) -> list[list[int]]:
        """Most points, then fewest tiles in the park, then shared."""
        standing = [(-score, len(park)) for score, park in zip(self.scores, self.parks, strict=True)]
        return [
            [seat for seat, its in enumerate(standing) if its == place] for place in sorted(set(standing))
        ]
