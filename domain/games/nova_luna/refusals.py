"""Why a move is refused: one class for each reason, with a sentence for the player."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.grid import FIRST_CELL, Cell, cell_text
from domain.games.nova_luna.state import FEW_TILES
from domain.games.rules import IllegalMove
from domain.games.wording import listed


class NoSuchSpace(IllegalMove):
    """The wheel has no such space."""

    code = "no-such-space"

    def __init__(self, space: int, spaces: int) -> None:
        super().__init__(f"the spaces of the wheel are numbered 0 to {spaces - 1}; there is no space {space}")


class MeeplesSpace(IllegalMove):
    """The meeple stands on that space, so no tile lies there (ruling 3)."""

    code = "meeples-space"

    def __init__(self, space: int, reachable: Sequence[int]) -> None:
        super().__init__(f"{_reach(reachable)}; on space {space} stands the meeple itself")


class EmptySpace(IllegalMove):
    """No tile lies on that space."""

    code = "empty-space"

    def __init__(self, space: int, reachable: Sequence[int]) -> None:
        super().__init__(f"{_reach(reachable)}; space {space} is empty")


class OutOfReach(IllegalMove):
    """The tile lies farther than the next three (rulebook, Taking a Tile)."""

    code = "out-of-reach"

    def __init__(self, space: int, reachable: Sequence[int]) -> None:
        super().__init__(f"{_reach(reachable)}; space {space} is farther")


class FirstTileElsewhere(IllegalMove):
    """The first tile of a display lies on (0, 0)."""

    code = "first-tile-elsewhere"

    def __init__(self, cell: Cell) -> None:
        super().__init__(
            f"the first tile of a display goes on {cell_text(FIRST_CELL)}, not on {cell_text(cell)}"
        )


class CellOccupied(IllegalMove):
    """A tile lies on that cell already."""

    code = "cell-occupied"

    def __init__(self, cell: Cell, tile: str) -> None:
        super().__init__(f"a tile goes on an empty cell; on {cell_text(cell)} lies {tile} already")


class NotAdjacent(IllegalMove):
    """The cell touches no tile of the display (rulebook, Placing Tiles and the Moon Track)."""

    code = "not-adjacent"

    def __init__(self, cell: Cell) -> None:
        super().__init__(
            f"a tile goes horizontally or vertically next to a tile of your display; "
            f"{cell_text(cell)} is next to none"
        )


class TooManyTiles(IllegalMove):
    """The wheel may be filled only while few tiles lie on it (rulebook, Filling the Selection Track)."""

    code = "too-many-tiles"

    def __init__(self, tiles: int) -> None:
        super().__init__(
            f"the wheel may be filled while at most {FEW_TILES} tiles lie on it; now there are {tiles}"
        )


class SupplyEmpty(IllegalMove):
    """No tile is left to fill the wheel with."""

    code = "supply-empty"

    def __init__(self) -> None:
        super().__init__("the wheel is filled from the supply; no tile is left there")


def _reach(reachable: Sequence[int]) -> str:
    if not reachable:
        return "no tile lies on the wheel"
    if len(reachable) == 1:
        return f"the meeple reaches only the tile on space {reachable[0]}"
    return f"the meeple reaches only the tiles on spaces {listed(reachable)}"
