"""Which components a game is played with."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from domain.games.canonical import component_digest
from domain.games.rules import AnyRules


@cache
def component_set(rules: AnyRules) -> Mapping[str, str]:
    """The name and the digest of the set that these rules play with."""
    return {"set": rules.components["set"], "digest": component_digest(rules.components)}
