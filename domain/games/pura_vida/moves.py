"""What a player of Pura Vida may do on a turn."""

from __future__ import annotations

from collections.abc import Mapping

from domain.games.grid import Cell
from domain.games.rules import Move

# Moves hold numbers only, so the garbage collector need not track the dozens that are listed each turn.


class Release(Move, tag="release", frozen=True, gc=False):
    """Walk ahead to a space of the path, take its tile and lay it on a cell of the own park."""

    space: int
    cell: Cell


class Rest(Move, tag="rest", frozen=True, gc=False):
    """Walk on to the starting area and rest there until the end of the round."""


MOVES: Mapping[str, type[Move]] = {"release": Release, "rest": Rest}
