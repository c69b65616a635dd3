"""The games this server knows: one line a game."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec

from domain.games.alien_puppies.rules import AlienPuppies
from domain.games.canonical import component_digest
from domain.games.nova_luna.rules import NovaLuna
from domain.games.puffinova.rules import PuffiNova
from domain.games.pura_vida.rules import PuraVida
from domain.games.rules import AnyRules, InvalidComponents, Refusal

_CLASSES: tuple[type[AnyRules], ...] = (NovaLuna, PuffiNova, PuraVida, AlienPuppies)

GAMES: Mapping[str, AnyRules] = {rules.name: rules() for rules in _CLASSES}
"""Every game with its default component set, by name."""

_OFFERED: dict[tuple[str, str], AnyRules] = {}
"""Rules with other component sets that new matches can be played with, by game and digest."""

_KEPT: dict[tuple[str, str], AnyRules] = {}
"""Rules with component sets that matches from elsewhere were played with, by game and digest. What a digest
names never changes, so it does no harm that all stores of a process share them."""


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


def offer(components: Mapping[str, Any]) -> AnyRules:
    """Let new matches be played with a component set, chosen by its name. Sets are kept for ever: one that
    was played with must be offered again by every process that reads those matches.

    Raises `UnknownGame`, `InvalidComponents`.
    """
    rules = rules_with(str(components.get("game")), components)
    name, digest = components.get("set"), component_digest(components)
    if not isinstance(name, str):
        raise InvalidComponents(f"a component set has a name under `set`; this one of {rules.title} has none")
    if component_sets(rules.name).setdefault(name, digest) != digest:
        raise InvalidComponents(
            f"every component set has a name of its own; {rules.title} has another set {name!r} already"
        )
    if digest != component_digest(GAMES[rules.name].components):
        _OFFERED[rules.name, digest] = rules
    return rules


def keep(components: Mapping[str, Any]) -> AnyRules:
    """Know a component set that a match from elsewhere was played with: that match can be read here, and no
    new one can be played with the set. Raises `UnknownGame`, `InvalidComponents`."""
    rules = rules_with(str(components.get("game")), components)
    return _KEPT.setdefault((rules.name, component_digest(components)), rules)


def component_sets(name: str) -> dict[str, str]:
    """The component sets that new matches of a game can be played with: their digests by name, the game's
    own first. Raises `UnknownGame`."""
    sets = [game(name), *(rules for (owner, _), rules in _OFFERED.items() if owner == name)]
    return {rules.components["set"]: component_digest(rules.components) for rules in sets}


def component_set(name: str, set_name: str) -> str:
    """The digest of a component set that new matches can be played with, by its name.

    Raises `UnknownGame`, `UnknownComponents`.
    """
    sets = component_sets(name)
    try:
        return sets[set_name]
    except KeyError:
        raise UnknownComponents(
            f"{game(name).title} has no component set {set_name!r} here; there are {', '.join(sets)}"
        ) from None


@cache
def rules_for(name: str, digest: str) -> AnyRules:
    """The rules of a game with the component set of this digest. Sets are kept for ever: an older one
    stays in the game's folder beside `components.json`, as `components-<name>.json`, and those that were
    offered from elsewhere stay where they are.

    Raises `UnknownGame`, `UnknownComponents`.
    """
    current = game(name)
    for known in (_OFFERED, _KEPT):
        if (name, digest) in known:
            return known[name, digest]
    for file in resources.files(f"domain.games.{name}").iterdir():
        if file.name.startswith("components") and file.name.endswith(".json"):
            components = msgspec.json.decode(file.read_bytes())
            if component_digest(components) == digest:
                return current if components == current.components else rules_with(name, components)
    raise UnknownComponents(f"{current.title} was never played here with the component set {digest[:12]}…")


def rulings(name: str) -> str:
    """A game's rulings, as Markdown."""
    return resources.files(f"domain.games.{game(name).name}").joinpath("rulings.md").read_text("utf-8")
