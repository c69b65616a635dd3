"""Which components a game is played with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domain.games.canonical import component_digest
from domain.games.registry import component_set as digest_of
from domain.games.registry import game
from domain.games.rules import AnyRules


@cache
def component_set(rules: AnyRules) -> Mapping[str, str]:
    """The name and the digest of the set that these rules play with."""
    return {"set": rules.components["set"], "digest": component_digest(rules.components)}


def chosen_set(game_name: str, set_name: str | None) -> str:
    """The digest of the set that a table is opened with: the game's own where none is named.

    Raises `UnknownGame`, `UnknownComponents`.
    """
    return digest_of(game_name, set_name or game(game_name).components["set"])
