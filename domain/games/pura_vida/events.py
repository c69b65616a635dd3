"""What can happen in a match of Pura Vida."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated

from domain.games.grid import Cell
from domain.games.rules import Event, Sealed, Seat


class TilesShuffled(Event, frozen=True):
    """All tiles lie face down in `order`, the top one first."""

    order: Annotated[tuple[str, ...], Sealed()]


class StartTileDealt(Event, frozen=True):
    """The supply's next tile lies face up at (0, 0) of a seat's park: its start."""

    seat: Seat
    tile: str


class PathLaid(Event, frozen=True):
    """A round begins: the supply's next tiles lie on the spaces of the path, from space 1 on, and all
    rangers stand in the starting area."""

    round: int
    tiles: tuple[str, ...]


class StartingSeatDrawn(Event, frozen=True):
    """The seat that starts the first round."""

    seat: Seat


class TurnBegan(Event, frozen=True):
    """It is a seat's turn: it owes an action."""

    seat: Seat


class RangerMoved(Event, frozen=True):
    """A seat's ranger walked to a space; the seat took the tile that lay there."""

    seat: Seat
    space: int


class TilePlaced(Event, frozen=True):
    """A seat laid the tile it had taken into its park, coming from a side."""

    seat: Seat
    tile: str
    cell: Cell
    entered_from: str


class BiodiversityScored(Event, frozen=True):
    """A run through the tile just placed met a criterion. `cells`: the whole run, from left to right or from
    bottom to top; `total`: the seat's points with these."""

    seat: Seat
    criterion: str
    axis: str
    cells: tuple[Cell, ...]
    points: int
    total: int


class RangerRested(Event, frozen=True):
    """A seat's ranger lies down on a place of the starting area until the end of the round."""

    seat: Seat
    place: int


class RoundEnded(Event, frozen=True):
    """All rangers rest: what was left on the path is out of the game. `next_first_seat` starts the next
    round; it is null where too few tiles are left for one."""

    round: int
    removed_tiles: tuple[str, ...]
    next_first_seat: Seat | None


class FinalActionsBegan(Event, frozen=True):
    """A seat has reached 20 points. `remaining_seats`: those that still have one action, in turn order;
    none where all others rest."""

    seat: Seat
    remaining_seats: tuple[Seat, ...]


EVENTS: Mapping[str, type[Event]] = {
    "pura_vida.TilesShuffled": TilesShuffled,
    "pura_vida.StartTileDealt": StartTileDealt,
    "pura_vida.PathLaid": PathLaid,
    "pura_vida.StartingSeatDrawn": StartingSeatDrawn,
    "pura_vida.TurnBegan": TurnBegan,
    "pura_vida.RangerMoved": RangerMoved,
    "pura_vida.TilePlaced": TilePlaced,
    "pura_vida.BiodiversityScored": BiodiversityScored,
    "pura_vida.RangerRested": RangerRested,
    "pura_vida.RoundEnded": RoundEnded,
    "pura_vida.FinalActionsBegan": FinalActionsBegan,
}
