"""What each event changes: the only code that touches a state. Nothing here judges."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.nova_luna.components import Tiles
from domain.games.nova_luna.events import (
    MoonAdvanced,
    TaskCompleted,
    TilePlaced,
    TilesShuffled,
    TileTaken,
    TurnOrderDrawn,
    WheelFilled,
)
from domain.games.nova_luna.state import NovaLunaState
from domain.games.rules import Event


def _tiles_shuffled(state: NovaLunaState, event: TilesShuffled, tiles: Tiles) -> None:
    state.supply = list(event.order)


def _turn_order_drawn(state: NovaLunaState, event: TurnOrderDrawn, tiles: Tiles) -> None:
    state.stacks = {0: list(event.seats)}
    state.decision = 1


def _wheel_filled(state: NovaLunaState, event: WheelFilled, tiles: Tiles) -> None:
    for space, tile in event.tiles:
        state.wheel[space] = tile
    del state.supply[: len(event.tiles)]
    if not event.by_rule:
        state.refills += 1
        state.decision += 1


def _tile_taken(state: NovaLunaState, event: TileTaken, tiles: Tiles) -> None:
    state.wheel[event.space] = None
    state.meeple = event.space
    state.taken = event.tile


def _tile_placed(state: NovaLunaState, event: TilePlaced, tiles: Tiles) -> None:
    state.displays[event.seat].place(event.cell, tiles[event.tile])


def _moon_advanced(state: NovaLunaState, event: MoonAdvanced, tiles: Tiles) -> None:
    seat = event.seat
    left = state.distances[seat]
    stack = state.stacks[left]
    stack.remove(seat)
    if not stack:
        del state.stacks[left]
    state.distances[seat] = event.distance
    state.stacks.setdefault(event.distance, []).append(seat)
    state.taken = None
    state.decision += 1


def _task_completed(state: NovaLunaState, event: TaskCompleted, tiles: Tiles) -> None:
    state.displays[event.seat].complete(event.cell, event.task)
    state.tokens[event.seat] = event.tokens_left


EVOLVE: Mapping[type[Event], Callable[[NovaLunaState, Any, Tiles], None]] = {
    TilesShuffled: _tiles_shuffled,
    TurnOrderDrawn: _turn_order_drawn,
    WheelFilled: _wheel_filled,
    TileTaken: _tile_taken,
    TilePlaced: _tile_placed,
    MoonAdvanced: _moon_advanced,
    TaskCompleted: _task_completed,
}
"""How to apply an event of each class."""
