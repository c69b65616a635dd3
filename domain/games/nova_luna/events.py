"""What can happen in a match of Nova Luna."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from domain.games.grid import Cell
from domain.games.rules import Event, Sealed, Seat


class TilesShuffled(Event, frozen=True):
    """All tiles lie face down in `order`, the top one first."""

    order: Annotated[tuple[str, ...], Sealed()]


class TurnOrderDrawn(Event, frozen=True):
    """The first stack on the moon track: `seats` as they were drawn, so from bottom to top."""

    seats: tuple[Seat, ...]


class WheelFilled(Event, frozen=True):
    """Tiles from the supply were laid on the wheel: pairs (space, tile) in filling order.

    `by_rule` tells the filling that the rules demand from the one that a player chose.
    """

    tiles: tuple[tuple[int, str], ...]
    by_rule: bool


class TileTaken(Event, frozen=True):
    """A seat took a tile off the wheel; the meeple stands on its space now."""

    seat: Seat
    space: int
    tile: str


class TilePlaced(Event, frozen=True):
    """A seat laid the tile it had taken into its display."""

    seat: Seat
    tile: str
    cell: Cell


class MoonAdvanced(Event, frozen=True):
    """A seat's token walked `by` spaces, to `distance` in all, onto the seats in `above` (bottom first)."""

    seat: Seat
    by: int
    distance: int
    above: tuple[Seat, ...]


class TaskCompleted(Event, frozen=True):
    """A seat laid a token on a fulfilled task: the `task`-th, counted from 0, of the tile on `cell`.

    `counted`: for each colour the task asks for, the cells of all tiles that count, sorted.
    """

    seat: Seat
    tile: str
    cell: Cell
    task: int
    counted: tuple[tuple[str, tuple[Cell, ...]], ...]
    tokens_left: int


EVENTS: Mapping[str, type[Event]] = {
    "nova_luna.TilesShuffled": TilesShuffled,
    "nova_luna.TurnOrderDrawn": TurnOrderDrawn,
    "nova_luna.WheelFilled": WheelFilled,
    "nova_luna.TileTaken": TileTaken,
    "nova_luna.TilePlaced": TilePlaced,
    "nova_luna.MoonAdvanced": MoonAdvanced,
    "nova_luna.TaskCompleted": TaskCompleted,
}
