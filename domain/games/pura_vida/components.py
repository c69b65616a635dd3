"""The tile set: what `components.json` holds, as values that the rules can rely on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.games.component_sets import checked_set, own_components
from domain.games.pura_vida.park import SIDES

MOST_SEATS = 4
"""How many players a set must have starting tiles for (rulebook, Contents: 4 rangers)."""


class Tile(msgspec.Struct, frozen=True):
    """One tile: its animal, its habitat, and the sides from which its arrows let it come."""

    id: str
    animal: str
    habitat: str
    enters: tuple[str, ...]


Tiles = Mapping[str, Tile]
"""A set's tiles by id, in the order of its file."""


class ComponentSet(msgspec.Struct, frozen=True):
    """Everything in the box that a rule depends on."""

    game: str
    set: str
    animals: tuple[str, ...]
    habitats: tuple[str, ...]
    path_spaces: int
    tiles: tuple[Tile, ...]


def printed_components() -> dict[str, Any]:
    """The printed game's set, as read from its file."""
    return own_components("domain.games.pura_vida")


def read_components(components: Mapping[str, Any]) -> ComponentSet:
    """A component set with all that its rules need. Raises `InvalidComponents`."""
    return checked_set(components, ComponentSet, "Pura Vida", _faults)


def _faults(box: ComponentSet) -> Iterator[str]:
    """What is wrong with a set, a sentence each."""
    if box.game != "pura_vida":
        yield f"a Pura Vida set names the game pura_vida, this one names {box.game!r}"
    if box.path_spaces < 1:
        yield f"a path has at least 1 space; this one has {box.path_spaces}"
    if len(box.tiles) < box.path_spaces + MOST_SEATS:
        yield (
            f"{box.path_spaces + MOST_SEATS} tiles are needed, for a path of {box.path_spaces} spaces and "
            f"the parks of {MOST_SEATS} players; this set has {len(box.tiles)}"
        )
    for name, times in Counter(tile.id for tile in box.tiles).items():
        if times > 1:
            yield f"every tile has an id of its own; {name} occurs {times} times"
    for tile in box.tiles:
        yield from _tile_faults(tile, box)


def _tile_faults(tile: Tile, box: ComponentSet) -> Iterator[str]:
    if tile.animal not in box.animals:
        yield f"the animals of this set are {', '.join(box.animals)}; tile {tile.id} shows {tile.animal!r}"
    if tile.habitat not in box.habitats:
        yield (
            f"the habitats of this set are {', '.join(box.habitats)}; tile {tile.id} shows {tile.habitat!r}"
        )
    if not tile.enters:
        yield f"every tile shows at least one arrow; tile {tile.id} shows none"
    for side, times in Counter(tile.enters).items():
        if side not in SIDES:
            yield f"a tile enters {', '.join(SIDES)}; tile {tile.id} enters {side!r}"
        if times > 1:
            yield f"an arrow is named once; tile {tile.id} names {side} {times} times"
