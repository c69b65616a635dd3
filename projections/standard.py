"""The projections that every server keeps."""

from __future__ import annotations

from typing import Final

from domain.storage import MatchLogs
from projections.folding import Matches
from projections.lobby import LobbyProjection
from projections.players import PlayersProjection
from projections.projection import Projection
from projections.statistics import StatisticsProjection

STANDARD: Final[tuple[type[Projection], ...]] = (LobbyProjection, PlayersProjection, StatisticsProjection)


def standard_projections(logs: MatchLogs) -> list[Projection]:
    """Lobby, players and statistics, over these logs."""
    matches = Matches(logs)
    return [LobbyProjection(), PlayersProjection(matches), StatisticsProjection(matches)]
