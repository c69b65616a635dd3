"""Where a match of Pura Vida stands, and the questions one may ask about it."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from domain.games.grid import Cell
from domain.games.pura_vida.park import Park
from domain.games.rules import Options, Seat, State

STARTING_AREA = 0
"""The position of a ranger that has not walked yet in this round: before space 1."""

TARGET = 20
"""Who reaches so many points brings about the end (rulebook, End of the Game)."""


class PuraVidaOptions(Options, frozen=True):
    """The choices made when a match is created."""

    contact: Annotated[
        Literal["any", "ahead"],
        msgspec.Meta(
            description="Where a new tile must touch the park: on any side of its cell (any), or on the side "
            "towards which its arrow points, so that it is pushed against the park (ahead)."
        ),
    ] = "any"


class PuraVidaState(State):
    """The table: the path, the rangers on it, and every seat's park and points."""

    contact: str
    parks: list[Park]
    scores: list[int]
    positions: list[int]
    """Where each seat's ranger stands: a space of the path or the starting area. One that rests has kept
    the space from which it went there."""
    supply: list[str]
    """The tiles that lie face down, the next one first."""
    path: dict[int, str] = {}
    """The tiles on the path by space, ascending; emptied spaces are not there."""
    removed: list[str] = []
    """The tiles that are out of the game."""
    resting: list[Seat] = []
    """The seats whose rangers rest, in the order of their places, from place 1 on."""
    round: int = 0
    first_seat: Seat | None = None
    turn: Seat | None = None
    """Whose action is awaited; None in the middle of one."""
    last_actions: list[Seat] | None = None
    """Once a seat has reached 20 points: those that still may act, in turn order."""
    too_few_tiles: bool = False
    """Whether a round ended with too few tiles for another path."""
    taken: str | None = None
    """The tile in a seat's hand: off the path, not yet in the park."""
    placed: tuple[Seat, Cell] | None = None
    """Where the tile of the last action was laid, if it was a release."""
    scored_since: int = 0
    """How many runs have scored since that tile was laid."""
    decision: int = 0
    """The number of the decision that was opened last."""
    points_by_criterion: dict[str, int] = {}
    """What was scored at the whole table, by criterion."""

    def tiles_ahead(self, seat: Seat) -> list[tuple[int, str]]:
        """The spaces ahead of a seat's ranger on which a tile lies, with the tile (ruling 2)."""
        stands = self.positions[seat]
        return [(space, tile) for space, tile in self.path.items() if space > stands]

    def next_standing(self, after: Seat) -> list[Seat]:
        """The seats that do not rest, clockwise from the one after `after` to `after` itself."""
        count = len(self.parks)
        clockwise = ((after + step) % count for step in range(1, count + 1))
        return [seat for seat in clockwise if seat not in self.resting]
