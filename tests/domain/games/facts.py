"""A game's events as plain values, to compare with what other code expects."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from domain.log import Recorded
from domain.match_events import MatchEvent

Fact = tuple[str, dict[str, Any]]
"""An event as it is persisted: its name without the game's, and its data."""


def plain(value: object) -> Any:
    """A value as it is persisted."""
    return msgspec.json.decode(msgspec.json.encode(value))


def facts(events: Iterable[Recorded]) -> list[Fact]:
    """The game's own events among those recorded."""
    own = [recorded.event for recorded in events if not isinstance(recorded.event, MatchEvent)]
    return [(type(event).__name__, plain(event)) for event in own]
