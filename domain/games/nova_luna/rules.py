"""The rules of Nova Luna: setting up, what follows from a move, and what a seat may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from domain.games.bots import RandomBot
from domain.games.grid import Cell
from domain.games.nova_luna import text
from domain.games.nova_luna.bots import GreedyBot
from domain.games.nova_luna.components import printed_components, read_components
from domain.games.nova_luna.display import Display
from domain.games.nova_luna.events import (
    EVENTS,
    MoonAdvanced,
    TaskCompleted,
    TilePlaced,
    TilesShuffled,
    TileTaken,
    TurnOrderDrawn,
    WheelFilled,
)
from domain.games.nova_luna.evolve import EVOLVE
from domain.games.nova_luna.invariants import check_invariants
from domain.games.nova_luna.moves import MOVES, Refill, Take
from domain.games.nova_luna.refusals import (
    CellOccupied,
    EmptySpace,
    FirstTileElsewhere,
    MeeplesSpace,
    NoSuchSpace,
    NotAdjacent,
    OutOfReach,
    SupplyEmpty,
    TooManyTiles,
)
from domain.games.nova_luna.scoring import fulfilled_but_open, newly_fulfilled, ranking
from domain.games.nova_luna.state import FEW_TILES, NovaLunaOptions, NovaLunaState
from domain.games.nova_luna.view import view_of
from domain.games.rules import (
    Bot,
    Chance,
    Decision,
    Event,
    Explanation,
    Move,
    Outcome,
    Rules,
    Seat,
    UnknownMove,
    Viewer,
)


class NovaLuna(Rules[NovaLunaState, NovaLunaOptions]):
    """Nova Luna for two to four players."""

    name = "nova_luna"
    title = "Nova Luna"
    seats = range(2, 5)
    version = 1
    options = NovaLunaOptions
    moves = MOVES
    events = EVENTS

    def __init__(self, components: Mapping[str, Any] | None = None) -> None:
        """Rules for a component set, by default the printed one. Raises `InvalidComponents`."""
        self.components = printed_components() if components is None else components
        self._box = read_components(self.components)
        self._tiles = {tile.id: tile for tile in self._box.tiles}
        self.bots: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot(self._tiles)}

    # Set-up

    def new_state(self, seats: int, options: NovaLunaOptions) -> NovaLunaState:
        """The table before anything has happened: all tiles in the box's order, nobody on the track."""
        tokens = self._tokens_to_place(seats, options)
        return NovaLunaState(
            wheel=[None] * self._box.wheel_spaces,
            supply=list(self._tiles),
            displays=[Display() for _ in range(seats)],
            tokens=[tokens] * seats,
            tokens_at_start=tokens,
            distances=[0] * seats,
        )

    def _tokens_to_place(self, seats: int, options: NovaLunaOptions) -> int:
        """A seat's tokens without the one that walks on the moon track (ruling 7)."""
        tokens = self._box.tokens.standard
        if options.tokens == "first_game":
            tokens = self._box.tokens.first_game.get(str(seats), tokens)
        return tokens - 1

    def set_up(self, state: NovaLunaState, chance: Chance) -> Iterator[Event]:
        """Shuffle the tiles, draw the starting order, fill the wheel (rulebook, Preparation; ruling 5)."""
        yield TilesShuffled(tuple(chance.shuffle(TilesShuffled, list(self._tiles))))
        yield TurnOrderDrawn(tuple(chance.shuffle(TurnOrderDrawn, range(len(state.displays)))))
        yield self._filling(state, by_rule=True)

    # Turns

    def decide(self, state: NovaLunaState, seat: Seat, move: Move, chance: Chance) -> Iterator[Event]:
        """The facts that follow from a move; refuses before the first one."""
        match move:
            case Take():
                yield from self._take(state, seat, move)
            case Refill():
                yield from self._refill(state)
            case _:
                raise UnknownMove(f"on a turn one may {' or '.join(MOVES)}, not {type(move).__name__}")

    def _take(self, state: NovaLunaState, seat: Seat, move: Take) -> Iterator[Event]:
        """Take a tile, lay it, walk, complete tasks (rulebook, Actions and How to Play; ruling 12)."""
        tile = self._tiles[tile_to_take(state, move.space)]
        check_cell(state.displays[seat], move.cell)
        yield TileTaken(seat, move.space, tile.id)
        yield TilePlaced(seat, tile.id, move.cell)
        distance = state.distances[seat] + tile.time
        yield MoonAdvanced(seat, tile.time, distance, tuple(state.stacks.get(distance, ())))
        yield from self._completions(state, seat, move.cell)
        if state.must_fill() and state.winner_at_once() is None:
            yield self._filling(state, by_rule=True)

    def _completions(self, state: NovaLunaState, seat: Seat, placed: Cell) -> Iterator[Event]:
        """A token for each newly fulfilled task, while tokens last (ruling 4)."""
        display = state.displays[seat]
        for cell, task, needs in newly_fulfilled(display, placed)[: state.tokens[seat]]:
            counted = tuple((colour, display.counting_cells(cell, colour)) for colour in sorted(needs))
            yield TaskCompleted(seat, display.tiles[cell], cell, task, counted, state.tokens[seat] - 1)

    def _refill(self, state: NovaLunaState) -> Iterator[Event]:
        """Fill the wheel before taking (rulebook, Filling the Selection Track; ruling 2)."""
        if state.tiles_on_wheel() > FEW_TILES:
            raise TooManyTiles(state.tiles_on_wheel())
        if not state.supply:
            raise SupplyEmpty
        yield self._filling(state, by_rule=False)

    def _filling(self, state: NovaLunaState, by_rule: bool) -> WheelFilled:
        """The supply's next tiles on the empty spaces, the one closest after the meeple first (ruling 3)."""
        empty = (space for space in state.clockwise() if state.wheel[space] is None)
        return WheelFilled(tuple(zip(empty, islice(state.supply, len(state.wheel)), strict=False)), by_rule)

    def legal_moves(self, state: NovaLunaState, seat: Seat) -> Iterator[Move]:
        """Filling first where one may, then every tile in reach on every free cell next to the display."""
        if state.seat_to_move() != seat:
            return iter(())
        cells = state.displays[seat].frontier
        takes: list[Move] = [Take(space, cell) for space in state.reachable() for cell in cells]
        return iter([Refill(), *takes] if state.may_refill() else takes)

    def evolve(self, state: NovaLunaState, event: Event) -> None:
        """Apply a fact."""
        EVOLVE[type(event)](state, event, self._tiles)

    # Where the match stands

    def awaiting(self, state: NovaLunaState) -> Decision | None:
        """The turn of the seat that is furthest back (rulebook, Game Flow)."""
        seat = state.seat_to_move()
        if seat is None:
            return None
        context = {"reachable": state.reachable(), "may_refill": state.may_refill()}
        return Decision(state.decision, "turn", (seat,), context)

    def outcome(self, state: NovaLunaState) -> Outcome | None:
        """Won at once by the seat without tokens, or by the fewest left when no tile is to be had."""
        if state.winner_at_once() is not None:
            reason = "all_tokens_placed"
        elif self._tiles_are_exhausted(state):
            reason = "tiles_exhausted"
        else:
            return None
        return Outcome(
            reason=reason,
            ranking=ranking(state.tokens, list(state.moving_order())),
            scores=tuple(state.tokens_at_start - left for left in state.tokens),
        )

    def _tiles_are_exhausted(self, state: NovaLunaState) -> bool:
        """Whether a seat is to move without a tile to take; first the last turn is completed (ruling 11)."""
        if state.supply or state.taken is not None or state.tiles_on_wheel():
            return False
        return not any(map(fulfilled_but_open, state.displays))

    def statistics(self, state: NovaLunaState) -> Mapping[str, int]:
        """Counters over the whole table."""
        return {
            "tiles_taken": sum(len(display.tiles) for display in state.displays),
            "refills": state.refills,
            "tasks_completed": sum(state.tokens_at_start - left for left in state.tokens),
            "distance_walked": sum(state.distances),
        }

    def invariants(self, state: NovaLunaState) -> None:
        """Raises `AssertionError` when something that must always hold does not."""
        check_invariants(state, self._tiles)

    # For people

    def view(self, state: NovaLunaState, viewer: Viewer) -> dict[str, Any]:
        """What a viewer may see: all but the supply's order, which is for auditors."""
        return view_of(state, viewer, self._tiles)

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """What happened, for a person."""
        return text.sentence(event, names, self._tiles)

    def explain(self, state: NovaLunaState, event: Event) -> Explanation:
        """Why an event came out as it did."""
        return text.explain(state, event, self._tiles)

    def board_text(self, view: Mapping[str, Any]) -> str:
        """A view as text for a terminal."""
        return text.board_text(view, self._tiles)


def tile_to_take(state: NovaLunaState, space: int) -> str:
    """The tile on a space within the meeple's reach (rulebook, Taking a Tile)."""
    if not 0 <= space < len(state.wheel):
        raise NoSuchSpace(space, len(state.wheel))
    reachable = state.reachable()
    if space == state.meeple:
        raise MeeplesSpace(space, reachable)
    tile = state.wheel[space]
    if tile is None:
        raise EmptySpace(space, reachable)
    if space not in reachable:
        raise OutOfReach(space, reachable)
    return tile


def check_cell(display: Display, cell: Cell) -> None:
    """Refuses a cell where the next tile may not lie (rulebook, Placing Tiles and the Moon Track)."""
    if cell in display.frontier:
        return
    if not display.tiles:
        raise FirstTileElsewhere(cell)
    if cell in display.tiles:
        raise CellOccupied(cell, display.tiles[cell])
    raise NotAdjacent(cell)
