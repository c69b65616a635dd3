"""A table for rule tests: positions are reached by events, never by poking into a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from domain.games.grid import Cell
from domain.games.pura_vida.components import printed_components, read_components
from domain.games.pura_vida.events import (
    BiodiversityScored,
    PathLaid,
    StartingSeatDrawn,
    StartTileDealt,
    TilePlaced,
    TilesShuffled,
    TurnBegan,
)
from domain.games.pura_vida.moves import Release, Rest
from domain.games.pura_vida.park import SIDES
from domain.games.pura_vida.rules import PuraVida
from domain.games.pura_vida.state import PuraVidaOptions, PuraVidaState
from domain.games.rules import Event, Move, Seat, play_out
from tests.domain.games.chance_doubles import NoChance

RULES = PuraVida()
TILES = {tile.id: tile for tile in read_components(printed_components()).tiles}


def _with_all_arrows() -> dict[str, Any]:
    components = printed_components()
    return components | {"tiles": [tile | {"enters": list(SIDES)} for tile in components["tiles"]]}


FROM_ANYWHERE = PuraVida(_with_all_arrows())
"""The printed game, but every tile shows all four arrows: for tests that are not about arrows."""

START_TILES = ("PV75", "PV60", "PV45", "PV30")
"""The tiles with which the parks of a test table start: frog, toucan, sloth, snake, in cloud forests."""

EventT = TypeVar("EventT", bound=Event)


def a(animal: str, habitat: str, which: int = 0) -> str:
    """The id of a tile that shows an animal in a habitat; there are three of each."""
    return [tile.id for tile in TILES.values() if (tile.animal, tile.habitat) == (animal, habitat)][which]


def of_class(kind: type[EventT], events: Iterable[Event]) -> list[EventT]:
    """The events of one class."""
    return [event for event in events if isinstance(event, kind)]


class Table:
    """A match in which the test chooses the tiles.

    `path`: the tiles on spaces 1, 2, …; `supply`: what lies face down, the next one first.
    """

    def __init__(
        self,
        path: Sequence[str] = (),
        supply: Sequence[str] = (),
        *,
        seats: int = 2,
        first: Seat = 0,
        contact: str = "any",
        rules: PuraVida = FROM_ANYWHERE,
    ) -> None:
        self.rules = rules
        options = PuraVidaOptions(contact=contact)  # type: ignore[arg-type]
        self.state: PuraVidaState = rules.new_state(seats, options)
        self.happen(TilesShuffled((*START_TILES[:seats], *path, *supply)))
        for seat in range(seats):
            self.happen(StartTileDealt(seat, START_TILES[seat]))
        self.happen(PathLaid(1, tuple(path)))
        self.happen(StartingSeatDrawn(first))
        self.happen(TurnBegan(first))

    def happen(self, event: Event) -> None:
        """Let a fact be true."""
        self.rules.evolve(self.state, event)

    def lay(self, park: Mapping[Cell, str], seat: Seat = 0) -> None:
        """Let tiles lie in a park, whatever their arrows."""
        for cell, tile in park.items():
            self.happen(TilePlaced(seat, tile, cell, "from_left"))

    def give_points(self, seat: Seat, points: int) -> None:
        """Let a seat have so many points more."""
        total = self.state.scores[seat] + points
        self.happen(BiodiversityScored(seat, "A", "horizontal", (), points, total))

    def play(self, move: Move) -> list[Event]:
        """A move of the seat whose turn it is, and what followed."""
        assert self.state.turn is not None
        return list(
            play_out(self.rules, self.state, self.rules.decide(self.state, self.state.turn, move, NoChance()))
        )

    def release(self, space: int, cell: Cell) -> list[Event]:
        """Take from a space, lay on a cell."""
        return self.play(Release(space, cell))

    def rest(self) -> list[Event]:
        """Rest."""
        return self.play(Rest())

    def legal(self) -> list[Move]:
        """The moves of the seat whose turn it is."""
        assert self.state.turn is not None
        return list(self.rules.legal_moves(self.state, self.state.turn))

    def spaces(self) -> set[int]:
        """The spaces from which the seat whose turn it is may take."""
        return {move.space for move in self.legal() if isinstance(move, Release)}

    def cells(self) -> set[Cell]:
        """The cells on which the seat whose turn it is may lay."""
        return {move.cell for move in self.legal() if isinstance(move, Release)}
