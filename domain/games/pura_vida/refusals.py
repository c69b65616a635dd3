"""Why a move is refused: one class for each reason, with a sentence for the player."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.grid import Cell, cell_text
from domain.games.pura_vida.components import Tile
from domain.games.pura_vida.park import LONGEST_RUN
from domain.games.pura_vida.wording import sides_text
from domain.games.rules import IllegalMove
from domain.games.wording import listed


class NoSuchSpace(IllegalMove):
    """The path has no such space."""

    code = "no-such-space"

    def __init__(self, space: int, spaces: int) -> None:
        super().__init__(f"the spaces of the path are numbered 1 to {spaces}; there is no space {space}")


class SpaceBehind(IllegalMove):
    """The path is walked once, clockwise (rulebook, Release Animals; ruling 2)."""

    code = "space-behind"

    def __init__(self, space: int, stands: int) -> None:
        where = "under" if space == stands else "behind"
        super().__init__(f"space {space} is {where} your ranger, which stands on {stands}")


class EmptySpace(IllegalMove):
    """No tile lies on that space."""

    code = "empty-space"

    def __init__(self, space: int, ahead: Sequence[int]) -> None:
        if not ahead:
            lie = "no tile lies ahead of your ranger, so it can only rest"
        elif len(ahead) == 1:
            lie = f"ahead of your ranger a tile lies on {ahead[0]}"
        else:
            lie = f"ahead of your ranger tiles lie on {listed(ahead)}"
        super().__init__(f"space {space} is empty; {lie}")


class CellOccupied(IllegalMove):
    """A tile lies on that cell already."""

    code = "cell-occupied"

    def __init__(self, cell: Cell, tile: str) -> None:
        super().__init__(f"a tile goes on an empty cell; on {cell_text(cell)} lies {tile} already")


class NotAdjacent(IllegalMove):
    """The cell touches no tile of the park (rulebook, Release Animals)."""

    code = "not-adjacent"

    def __init__(self, cell: Cell) -> None:
        super().__init__(
            f"a tile goes horizontally or vertically next to a tile of your park; "
            f"{cell_text(cell)} is next to none"
        )


class RunTooLong(IllegalMove):
    """More than five tiles would lie directly next to each other (rulebook, Release Animals, Caution)."""

    code = "run-too-long"

    def __init__(self, cell: Cell, axis: str, length: int) -> None:
        super().__init__(
            f"at most {LONGEST_RUN} tiles may lie directly next to each other; with one on {cell_text(cell)} "
            f"it would be {length}, {axis}ly"
        )


class NoFreeArrow(IllegalMove):
    """A tile comes from outside, in the direction of one of its arrows (rulebook, Release Animals)."""

    code = "no-free-arrow"

    def __init__(self, cell: Cell, tile: Tile, free: Sequence[str]) -> None:
        super().__init__(
            f"the arrows of {tile.id} let it come only from {sides_text(tile.enters)}; {cell_text(cell)} is "
            + (f"free only from {sides_text(free)}" if free else "free from no side")
        )


class NoContactAhead(IllegalMove):
    """With `contact: ahead` an arrow must push the tile against the park (ruling 9)."""

    code = "no-contact-ahead"

    def __init__(self, cell: Cell, tile: Tile, free: Sequence[str]) -> None:
        super().__init__(
            f"in this match an arrow must push the tile against a tile of your park; {tile.id} coming from "
            f"{sides_text(free)} meets none at {cell_text(cell)}"
        )
