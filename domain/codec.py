"""The codec that reads and writes every event that this server knows."""

from __future__ import annotations

from domain.games.registry import GAMES
from domain.log import Codec
from domain.match_events import MATCH_EVENTS

CODEC = Codec(
    {**MATCH_EVENTS, **{name: kind for rules in GAMES.values() for name, kind in rules.events.items()}}
)
