"""What each viewer sees of a match of Nova Luna, built up from what is allowed."""

from __future__ import annotations

from typing import Any

from domain.games.nova_luna.components import Tiles
from domain.games.nova_luna.display import Display
from domain.games.nova_luna.state import NovaLunaState
from domain.games.rules import AUDITOR, Seat, Viewer


def view_of(state: NovaLunaState, viewer: Viewer, tiles: Tiles) -> dict[str, Any]:
    """The table as a viewer sees it. Everything lies open but the supply, whose order auditors see."""
    view: dict[str, Any] = {
        "decision": state.decision,
        "turn": state.seat_to_move(),
        "wheel": list(state.wheel),
        "meeple": state.meeple,
        "reachable": state.reachable(),
        "may_refill": state.may_refill(),
        "supply_size": len(state.supply),
        "moon_track": [[distance, list(state.stacks[distance])] for distance in sorted(state.stacks)],
        "seats": [_seat_view(state, seat, tiles) for seat in range(len(state.displays))],
    }
    if viewer == AUDITOR:
        view["supply"] = list(state.supply)
    return view


def _seat_view(state: NovaLunaState, seat: Seat, tiles: Tiles) -> dict[str, Any]:
    display = state.displays[seat]
    return {
        "display": [{"cell": list(cell), "tile": tile} for cell, tile in display.tiles.items()],
        "tasks": _completed_flags(display, tiles),
        "tokens_left": state.tokens[seat],
        "distance": state.distances[seat],
    }


def _completed_flags(display: Display, tiles: Tiles) -> dict[str, list[bool]]:
    """For every tile which of its tasks are completed."""
    return {
        tile: [index not in display.open_tasks.get(cell, ()) for index in range(len(tiles[tile].tasks))]
        for cell, tile in display.tiles.items()
    }
