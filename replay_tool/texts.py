"""Which sealed fields are free texts: those have salts of their own, and may have been erased."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from domain.games.registry import GAMES
from domain.games.rules import AnyRules
from domain.match_events import MATCH_EVENTS
from domain.sealing import sealed_fields

_MOVE_MADE = "match.MoveMade"


def texts_of(game: str | None, name: str, data: dict[str, Any]) -> frozenset[str] | None:
    """The dotted paths under which an event of a game may hold texts; None where nobody can tell, since
    the game is not known here, or the event goes by another name today."""
    rules = GAMES.get(game or "")
    if rules is None:
        return None
    kind = MATCH_EVENTS.get(name) or rules.events.get(name)
    if kind is None:
        return None
    paths = frozenset(_texts_in(kind))
    return paths | {f"move.{field}" for field in _texts_in_move(rules, data)} if name == _MOVE_MADE else paths


def _texts_in(kind: type[msgspec.Struct]) -> Iterator[str]:
    return (field.name for field in sealed_fields(kind) if field.everyone)


def _texts_in_move(rules: AnyRules, data: dict[str, Any]) -> Iterator[str]:
    move = data.get("move")
    name = move.get("type") if isinstance(move, dict) else None
    kind = rules.moves.get(name) if isinstance(name, str) else None
    return iter(()) if kind is None else _texts_in(kind)
