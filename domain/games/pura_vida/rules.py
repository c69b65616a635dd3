"""The rules of Pura Vida: setting up, what follows from a move, and what a seat may do."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

from domain.games.bots import RandomBot
from domain.games.grid import Cell
from domain.games.pura_vida import board, text
from domain.games.pura_vida.bots import GreedyBot
from domain.games.pura_vida.components import printed_components, read_components
from domain.games.pura_vida.events import (
    EVENTS,
    BiodiversityScored,
    FinalActionsBegan,
    PathLaid,
    RangerMoved,
    RangerRested,
    RoundEnded,
    StartingSeatDrawn,
    StartTileDealt,
    TilePlaced,
    TilesShuffled,
    TurnBegan,
)
from domain.games.pura_vida.evolve import EVOLVE
from domain.games.pura_vida.invariants import check_invariants
from domain.games.pura_vida.moves import MOVES, Release, Rest
from domain.games.pura_vida.park import Park
from domain.games.pura_vida.placing import checked_entry_side, legal_cells, openings_in
from domain.games.pura_vida.refusals import EmptySpace, NoSuchSpace, SpaceBehind
from domain.games.pura_vida.scoring import ranking, scored_runs
from domain.games.pura_vida.state import STARTING_AREA, TARGET, PuraVidaOptions, PuraVidaState
from domain.games.pura_vida.view import view_of
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

MOST_LISTED = 500
"""How many moves are listed at most; rest is always one of them (ruling 13)."""


class PuraVida(Rules[PuraVidaState, PuraVidaOptions]):
    """Pura Vida for two to four players."""

    name = "pura_vida"
    title = "Pura Vida"
    seats = range(2, 5)
    version = 1
    options = PuraVidaOptions
    moves = MOVES
    events = EVENTS

    def __init__(self, components: Mapping[str, Any] | None = None) -> None:
        """Rules for a component set, by default the printed one. Raises `InvalidComponents`."""
        self.components = printed_components() if components is None else components
        self._box = read_components(self.components)
        self._tiles = {tile.id: tile for tile in self._box.tiles}
        self._enters = {tile.id: tile.enters for tile in self._box.tiles}
        self.bots: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot(self._tiles)}

    # Set-up

    def new_state(self, seats: int, options: PuraVidaOptions) -> PuraVidaState:
        """The table before anything has happened: all tiles in the box's order, empty parks."""
        return PuraVidaState(
            contact=options.contact,
            parks=[Park() for _ in range(seats)],
            scores=[0] * seats,
            positions=[STARTING_AREA] * seats,
            supply=list(self._tiles),
        )

    def set_up(self, state: PuraVidaState, chance: Chance) -> Iterator[Event]:
        """Shuffle, deal the starting tiles, lay the path, draw who starts (rulebook, Setup; ruling 6)."""
        yield TilesShuffled(tuple(chance.shuffle(TilesShuffled, list(self._tiles))))
        seats = range(len(state.parks))
        for seat in seats:
            yield StartTileDealt(seat, state.supply[0])
        yield self._path(state, 1)
        first = chance.below(StartingSeatDrawn, len(seats))
        yield StartingSeatDrawn(first)
        yield TurnBegan(first)

    def _path(self, state: PuraVidaState, number: int) -> PathLaid:
        return PathLaid(number, tuple(islice(state.supply, self._box.path_spaces)))

    # Turns

    def decide(self, state: PuraVidaState, seat: Seat, move: Move, chance: Chance) -> Iterator[Event]:
        """The facts that follow from a move; refuses before the first one."""
        match move:
            case Release():
                yield from self._release(state, seat, move.space, move.cell)
            case Rest():
                yield RangerRested(seat, len(state.resting) + 1)
            case _:
                raise UnknownMove(f"on a turn one may {' or '.join(MOVES)}, not {type(move).__name__}")
        yield from self._go_on(state, seat)

    def _release(self, state: PuraVidaState, seat: Seat, space: int, cell: Cell) -> Iterator[Event]:
        """Walk, take, lay, score (rulebook, Release Animals into the Wild and Biodiversity).

        The end begins when all is scored (ruling 12), for the first one who gets there, with an action for
        each of the others that do not rest (ruling 3).
        """
        tile = self._tiles[self._tile_to_take(state, seat, space)]
        park = state.parks[seat]
        side = checked_entry_side(park, tile, cell, state.contact)
        yield RangerMoved(seat, space)
        yield TilePlaced(seat, tile.id, cell, side)
        for axis, criterion, cells, points in scored_runs(park.tiles, cell, self._tiles):
            total = state.scores[seat] + points
            yield BiodiversityScored(seat, criterion, axis, tuple(cells), points, total)
        if state.scores[seat] >= TARGET and state.last_actions is None:
            others = (other for other in state.next_standing(seat) if other != seat)
            yield FinalActionsBegan(seat, tuple(others))

    def _tile_to_take(self, state: PuraVidaState, seat: Seat, space: int) -> str:
        """The tile on a space ahead of a seat's ranger (ruling 2)."""
        if not 1 <= space <= self._box.path_spaces:
            raise NoSuchSpace(space, self._box.path_spaces)
        stands = state.positions[seat]
        if space <= stands:
            raise SpaceBehind(space, stands)
        if space not in state.path:
            raise EmptySpace(space, [ahead for ahead, _ in state.tiles_ahead(seat)])
        return state.path[space]

    def _go_on(self, state: PuraVidaState, seat: Seat) -> Iterator[Event]:
        """The next turn, in this round or the next; none when the match is over (rulebook, How to Play).

        Last actions end the match, whatever they are (ruling 4).
        """
        if state.last_actions is not None:
            yield from map(TurnBegan, state.last_actions[:1])
        elif standing := state.next_standing(seat):
            yield TurnBegan(standing[0])
        else:
            yield from self._end_round(state)

    def _end_round(self, state: PuraVidaState) -> Iterator[Event]:
        """Clear the path and lay a new one, if it can be filled.

        Rulebook, End of a Round and End of the Game, B; rulings 4, 10 and 14.
        """
        can_go_on = len(state.supply) >= self._box.path_spaces
        first = state.resting[0] if can_go_on else None
        yield RoundEnded(state.round, tuple(state.path.values()), first)
        if first is not None:
            yield self._path(state, state.round + 1)
            yield TurnBegan(first)

    def legal_moves(self, state: PuraVidaState, seat: Seat) -> Iterator[Move]:
        """Every tile ahead on every cell where it may lie, and resting last.

        In a park so large that these were more than 500, each tile on as many cells as fit (ruling 13).
        """
        if state.turn != seat:
            return iter(())
        if not (tiles := state.tiles_ahead(seat)):
            return iter([Rest()])
        openings = openings_in(state.parks[seat], state.contact)
        cells = [(space, legal_cells(openings, self._enters[tile])) for space, tile in tiles]
        if sum(len(of_tile) for _, of_tile in cells) >= MOST_LISTED:
            share = (MOST_LISTED - 1) // len(cells)
            cells = [(space, list(islice(of_tile, share))) for space, of_tile in cells]
        releases: list[Move] = [Release(space, cell) for space, of_tile in cells for cell in of_tile]
        return iter([*releases, Rest()])

    def evolve(self, state: PuraVidaState, event: Event) -> None:
        """Apply a fact."""
        EVOLVE[type(event)](state, event)

    # Where the match stands

    def awaiting(self, state: PuraVidaState) -> Decision | None:
        """The action of the seat whose turn it is."""
        seat = state.turn
        if seat is None:
            return None
        context = {
            "round": state.round,
            "reachable": [space for space, _ in state.tiles_ahead(seat)],
            "last_action": state.last_actions is not None,
        }
        return Decision(state.decision, "turn", (seat,), context)

    def outcome(self, state: PuraVidaState) -> Outcome | None:
        """After the last actions once somebody has 20 points, or when no path can be laid any more."""
        if state.too_few_tiles:
            reason = "path_not_refilled"
        elif self._last_actions_are_done(state):
            reason = "twenty_points"
        else:
            return None
        tiles = [len(park.tiles) for park in state.parks]
        return Outcome(reason, ranking(state.scores, tiles), tuple(state.scores))

    def _last_actions_are_done(self, state: PuraVidaState) -> bool:
        """Whether nobody may act any more and the last action is complete: walked, laid and scored."""
        if state.last_actions != [] or state.turn is not None or state.taken is not None:
            return False
        if state.placed is None:
            return True
        seat, cell = state.placed
        return state.scored_since == len(scored_runs(state.parks[seat].tiles, cell, self._tiles))

    def statistics(self, state: PuraVidaState) -> Mapping[str, int]:
        """Counters over the whole table."""
        return {
            "rounds": state.round,
            "tiles_released": sum(max(len(park.tiles) - 1, 0) for park in state.parks),
            "tiles_left_on_path": len(state.removed) + len(state.path),
            **{
                f"points_by_{criterion.lower()}": state.points_by_criterion.get(criterion, 0)
                for criterion in "ABC"
            },
        }

    def invariants(self, state: PuraVidaState) -> None:
        """Raises `AssertionError` when something that must always hold does not."""
        check_invariants(state, self._tiles, self._box.path_spaces)

    # For people

    def view(self, state: PuraVidaState, viewer: Viewer) -> dict[str, Any]:
        """What a viewer may see: all but the supply's order, which is for auditors."""
        return view_of(state, viewer, self._box.path_spaces)

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """What happened, for a person."""
        return text.sentence(event, names, self._tiles)

    def explain(self, state: PuraVidaState, event: Event) -> Explanation:
        """Why an event came out as it did."""
        return text.explain(state, event, self._tiles)

    def board_text(self, view: Mapping[str, Any]) -> str:
        """A view as text for a terminal."""
        return board.board_text(view, self._tiles)
