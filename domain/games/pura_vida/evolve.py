"""What each event changes: the only code that touches a state. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.grid import FIRST_CELL
from domain.games.pura_vida.events import (
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
from domain.games.pura_vida.state import STARTING_AREA, PuraVidaState
from domain.games.rules import Event, Seat


def _tiles_shuffled(state: PuraVidaState, event: TilesShuffled) -> None:
    state.supply = list(event.order)


def _start_tile_dealt(state: PuraVidaState, event: StartTileDealt) -> None:
    del state.supply[0]
    state.parks[event.seat].place(FIRST_CELL, event.tile)


def _path_laid(state: PuraVidaState, event: PathLaid) -> None:
    state.round = event.round
    state.path = dict(enumerate(event.tiles, start=1))
    del state.supply[: len(event.tiles)]
    state.positions = [STARTING_AREA] * len(state.parks)
    state.resting = []


def _starting_seat_drawn(state: PuraVidaState, event: StartingSeatDrawn) -> None:
    state.first_seat = event.seat


def _turn_began(state: PuraVidaState, event: TurnBegan) -> None:
    state.turn = event.seat
    state.decision += 1


def _ranger_moved(state: PuraVidaState, event: RangerMoved) -> None:
    _action_begins(state, event.seat)
    state.positions[event.seat] = event.space
    state.taken = state.path.pop(event.space)


def _ranger_rested(state: PuraVidaState, event: RangerRested) -> None:
    _action_begins(state, event.seat)
    state.resting.append(event.seat)


def _action_begins(state: PuraVidaState, seat: Seat) -> None:
    state.turn = None
    state.placed = None
    if state.last_actions is not None:
        state.last_actions.remove(seat)


def _tile_placed(state: PuraVidaState, event: TilePlaced) -> None:
    state.taken = None
    state.placed = event.seat, event.cell
    state.scored_since = 0
    state.parks[event.seat].place(event.cell, event.tile)


def _biodiversity_scored(state: PuraVidaState, event: BiodiversityScored) -> None:
    state.scores[event.seat] = event.total
    state.scored_since += 1
    earlier = state.points_by_criterion.get(event.criterion, 0)
    state.points_by_criterion[event.criterion] = earlier + event.points


def _round_ended(state: PuraVidaState, event: RoundEnded) -> None:
    state.removed += event.removed_tiles
    state.path = {}
    state.first_seat = event.next_first_seat
    state.too_few_tiles = event.next_first_seat is None


def _final_actions_began(state: PuraVidaState, event: FinalActionsBegan) -> None:
    state.last_actions = list(event.remaining_seats)


EVOLVE: Mapping[type[Event], Callable[[PuraVidaState, Any], None]] = {
    TilesShuffled: _tiles_shuffled,
    StartTileDealt: _start_tile_dealt,
    PathLaid: _path_laid,
    StartingSeatDrawn: _starting_seat_drawn,
    TurnBegan: _turn_began,
    RangerMoved: _ranger_moved,
    TilePlaced: _tile_placed,
    BiodiversityScored: _biodiversity_scored,
    RangerRested: _ranger_rested,
    RoundEnded: _round_ended,
    FinalActionsBegan: _final_actions_began,
}
"""How to apply an event of each class."""
