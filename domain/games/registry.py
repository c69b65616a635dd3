"""The games this server knows: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain.games.canonical import component_digest
from domain.games.nova_luna.rules import NovaLuna
from domain.games.pura_vida.rules import PuraVida
from domain.games.rules import AnyRules, Refusal

_CLASSES: tuple[type[AnyRules], ...] = (NovaLuna, PuraVida)

GAMES: Mapping[str, AnyRules] = {rules.name: rules() for rules in _CLASSES}
"""Every game with its default component set, by name."""


class UnknownGame(Refusal):
    """A game that this server does not offer."""

    code = "unknown-game"


class UnknownComponents(Refusal):
    """A component set that this server has never had."""

    code = "unknown-components"


def game(name: str) -> AnyRules:
    """The rules of a game with its default component set. Raises `UnknownGame`."""
    try:
        return GAMES[name]
    except KeyError:
        raise UnknownGame(f"there is no game {name!r} here; there are {', '.join(GAMES)}") from None


def rules_with(name: str, components: Mapping[str, Any]) -> AnyRules:
    """The rules of a game with a given component set. Raises `UnknownGame`, `InvalidComponents`."""
    return type(game(name))(components)


@cache
def rules_for(name: str, digest: str) -> AnyRules:
    """The rules of a game with the component set of this digest. Sets are kept for ever: an older one
    stays in the game's folder beside `components.json`, as `components-<name>.json`.

    Raises `UnknownGame`, `UnknownComponents`.
    """
    current = game(name)
    for file in resources.files(f"domain.games.{name}").iterdir():
        if file.name.startswith("components") and file.name.endswith(".json"):
            components = msgspec.json.decode(file.read_bytes())
            if component_digest(components) == digest:
                return current if components == current.components else rules_with(name, components)
    raise UnknownComponents(f"{current.title} was never played here with the component set {digest[:12]}…")


def rulings(name: str) -> str:
    """A game's rulings, as Markdown."""
    return resources.files(f"domain.games.{game(name).name}").joinpath("rulings.md").read_text("utf-8")
