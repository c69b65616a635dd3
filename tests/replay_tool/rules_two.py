"""Rules of Pura Vida as they might be one day: one animal in different habitats scores a point less."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.grid import Cell
from domain.games.pura_vida.events import BiodiversityScored
from domain.games.pura_vida.rules import PuraVida
from domain.games.pura_vida.state import PuraVidaState
from domain.games.registry import GAMES
from domain.games.rules import Event, IllegalMove, Seat

KEPT = Path(__file__).parent / "kept" / "pura_vida-rules-1.match.jsonl"
"""A match of three that rules 1 decided, kept for ever. In it event 58 scores 2 for seat 2."""


class PuraVidaTwo(PuraVida):
    """Version 2."""

    version = 2

    def _release(self, state: PuraVidaState, seat: Seat, space: int, cell: Cell) -> Iterator[Event]:
        for event in super()._release(state, seat, space, cell):
            if isinstance(event, BiodiversityScored) and event.criterion == "B":
                yield _with_a_point_less(event, state)
            else:
                yield event


def _with_a_point_less(event: BiodiversityScored, state: PuraVidaState) -> Event:
    points = event.points - 1
    changed: Any = msgspec.structs.replace(event, points=points, total=state.scores[event.seat] + points)
    return changed  # type: ignore[no-any-return]


def install(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make them the rules of today, for whoever looks the game up."""
    monkeypatch.setitem(GAMES, PuraVida.name, PuraVidaTwo())


class _NoMore(IllegalMove):
    code = "no-more"


def refuse(*_: object) -> str:
    """In place of what lets rangers walk."""
    raise _NoMore("no ranger walks any more")
