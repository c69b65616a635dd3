"""Bots that can play any game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from domain.games.rules import Move, Picker


class RandomBot:
    """Plays any of the legal moves, each as likely as the next."""

    def choose(self, view: Mapping[str, Any], legal_moves: Sequence[Move], picker: Picker) -> Move:
        """One of the legal moves."""
        return legal_moves[picker.below(len(legal_moves))]
