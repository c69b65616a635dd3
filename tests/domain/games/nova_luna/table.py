"""A table for rule tests: positions are reached by events, never by poking into a state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeVar

from domain.games.grid import Cell
from domain.games.nova_luna.components import printed_components, read_components
from domain.games.nova_luna.events import (
    MoonAdvanced,
    TaskCompleted,
    TilesShuffled,
    TurnOrderDrawn,
    WheelFilled,
)
from domain.games.nova_luna.moves import Refill, Take
from domain.games.nova_luna.rules import NovaLuna
from domain.games.nova_luna.state import NovaLunaState
from domain.games.rules import Event, Move, Seat, play_out
from tests.domain.games.chance_doubles import NoChance

RULES = NovaLuna()
TILES = {tile.id: tile for tile in read_components(printed_components()).tiles}

# Tiles that tests often want: without tasks, time 1, one of each colour.
TURQUOISE, BLUE, RED, YELLOW = "NL01", "NL18", "NL35", "NL52"

EventT = TypeVar("EventT", bound=Event)


def rules_with_tokens_to_place(tokens: int) -> NovaLuna:
    """The printed game, but with fewer tokens, so that a win is near."""
    return NovaLuna(printed_components() | {"tokens": {"standard": tokens + 1, "first_game": {}}})


def of_class(kind: type[EventT], events: Iterable[Event]) -> list[EventT]:
    """The events of one class."""
    return [event for event in events if isinstance(event, kind)]


class Table:
    """A match in which the test chooses the tiles.

    `wheel`: the tiles by space, the meeple on space 0; `supply`: what lies face down, the next one first;
    `stack`: the seats on the new moon, from bottom to top.
    """

    def __init__(
        self,
        wheel: Mapping[int, str] | None = None,
        supply: Sequence[str] = (),
        stack: Sequence[Seat] = (1, 0),
        rules: NovaLuna = RULES,
    ) -> None:
        laid = tuple((wheel or {}).items())
        self.rules = rules
        self.state: NovaLunaState = rules.new_state(len(stack), rules.options())
        self.happen(TilesShuffled((*(tile for _, tile in laid), *supply)))
        self.happen(TurnOrderDrawn(tuple(stack)))
        self.happen(WheelFilled(laid, by_rule=True))

    def happen(self, event: Event) -> None:
        """Let a fact be true."""
        self.rules.evolve(self.state, event)

    def play(self, move: Move, seat: Seat | None = None) -> list[Event]:
        """A move by a seat, by default the one to move, and what followed."""
        mover = self.state.rearmost() if seat is None else seat
        consequences = self.rules.decide(self.state, mover, move, NoChance())
        return list(play_out(self.rules, self.state, consequences))

    def take(self, space: int, cell: Cell = (0, 0), seat: Seat | None = None) -> list[Event]:
        """Take from a space, lay on a cell."""
        return self.play(Take(space, cell), seat)

    def refill(self) -> list[Event]:
        """Fill the wheel before taking."""
        return self.play(Refill())

    def lay(self, cell: Cell, tile: str, seat: Seat = 0) -> list[TaskCompleted]:
        """Put any tile next on the wheel, let a seat take and lay it; the tasks that this completed."""
        space = self.state.clockwise()[0]
        self.happen(WheelFilled(((space, tile),), by_rule=True))
        return of_class(TaskCompleted, self.take(space, cell, seat))

    def lay_all(self, display: Mapping[Cell, str], seat: Seat = 0) -> set[tuple[Cell, int]]:
        """Lay a whole display, in the given order; all tasks (cell, index) that it completed."""
        completed = [done for cell, tile in display.items() for done in self.lay(cell, tile, seat)]
        return {(done.cell, done.task) for done in completed}

    def walk(self, seat: Seat, distance: int) -> None:
        """Let a seat's token stand at a distance, on top of what stands there."""
        by = distance - self.state.distances[seat]
        self.happen(MoonAdvanced(seat, by, distance, tuple(self.state.stacks.get(distance, ()))))

    def legal(self) -> list[Move]:
        """The moves of the seat to move."""
        return list(self.rules.legal_moves(self.state, self.state.rearmost()))
