"""What each viewer sees of a match of Pura Vida, built up from what is allowed."""

from __future__ import annotations

from typing import Any

from domain.games.pura_vida.state import PuraVidaState
from domain.games.rules import AUDITOR, Seat, Viewer


def view_of(state: PuraVidaState, viewer: Viewer, path_spaces: int) -> dict[str, Any]:
    """The table as a viewer sees it. Everything lies open but the supply, whose order auditors see."""
    view: dict[str, Any] = {
        "decision": state.decision,
        "round": state.round,
        "first_seat": state.first_seat,
        "turn": state.turn,
        "last_actions": None if state.last_actions is None else list(state.last_actions),
        "contact": state.contact,
        "path": [[space, state.path.get(space)] for space in range(1, path_spaces + 1)],
        "reachable": [] if state.turn is None else [space for space, _ in state.tiles_ahead(state.turn)],
        "supply_size": len(state.supply),
        "removed": list(state.removed),
        "seats": [_seat_view(state, seat) for seat in range(len(state.parks))],
    }
    if viewer == AUDITOR:
        view["supply"] = list(state.supply)
    return view


def _seat_view(state: PuraVidaState, seat: Seat) -> dict[str, Any]:
    """`ranger`: where it stands (0 is the starting area), or its place there while it rests."""
    rests = seat in state.resting
    return {
        "park": [{"cell": list(cell), "tile": tile} for cell, tile in state.parks[seat].tiles.items()],
        "score": state.scores[seat],
        "ranger": {
            "stands_on": None if rests else state.positions[seat],
            "rests_on_place": state.resting.index(seat) + 1 if rests else None,
        },
    }
