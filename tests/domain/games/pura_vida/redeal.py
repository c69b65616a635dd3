"""Deals again what a viewer cannot see."""

from __future__ import annotations

from domain.chance import Stream
from domain.games.pura_vida.state import PuraVidaState
from domain.games.rules import AUDITOR, Viewer


def redeal(state: PuraVidaState, viewer: Viewer, picker: Stream) -> None:
    """Shuffles the supply: its order is all that is secret."""
    if viewer != AUDITOR:
        state.supply[:] = picker.shuffle(state.supply)
