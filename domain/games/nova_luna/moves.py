"""What a player of Nova Luna may do on a turn."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.grid import Cell
from domain.games.rules import Move

# How a tile is turned is no part of a move (ruling 6). Moves hold numbers only, so the garbage collector
# need not track the dozens that are listed each turn.


class Take(Move, tag="take", frozen=True, gc=False):
    """Take the tile on a space of the wheel and lay it on a cell of the own display."""

    space: int
    cell: Cell


class Refill(Move, tag="refill", frozen=True, gc=False):
    """Fill the wheel before taking, while only one or two tiles lie on it."""


MOVES: Mapping[str, type[Move]] = {"take": Take, "refill": Refill}
