"""Matches as they stood at an event, for projections that need more of a match than the event tells."""

from __future__ import annotations

from collections import OrderedDict
from typing import NamedTuple
from uuid import UUID

from domain.games.rules import Seat
from domain.match import Match
from domain.match_events import MatchStarted, MoveMade
from domain.storage import MatchLogs

KEPT = 8
"""Several projections ask for the same match, one right after the other."""


class Folded(NamedTuple):
    """A match at one version, and what its log tells beside its state."""

    match: Match
    game: str
    started_at: str
    moves: int
    turn_order: tuple[Seat, ...]
    """The seats by their first moves."""


class Matches:
    """Folds matches from their logs."""

    def __init__(self, logs: MatchLogs) -> None:
        self._logs = logs
        self._kept: OrderedDict[tuple[UUID, int], Folded] = OrderedDict()

    def at(self, match: UUID, version: int) -> Folded:
        """A match right after an event. Raises `StoreUnavailable`, `LogError`."""
        found = self._kept.get((match, version))
        if found is None:
            found = self._kept[match, version] = self._fold(match, version)
            while len(self._kept) > KEPT:
                self._kept.popitem(last=False)
        return found

    def _fold(self, match_id: UUID, version: int) -> Folded:
        match = Match(match_id)
        started_at = ""
        moves = 0
        order: dict[Seat, None] = {}
        for recorded in self._logs.read(match_id, until=version):
            match.apply(recorded)
            if isinstance(recorded.event, MoveMade):
                moves += 1
                order.setdefault(recorded.event.seat)
            elif isinstance(recorded.event, MatchStarted):
                started_at = recorded.at
        return Folded(match, match.rules.name, started_at, moves, tuple(order))
