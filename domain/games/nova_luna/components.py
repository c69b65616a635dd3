"""The tile set: what `components.json` holds, as values that the rules can rely on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.games.component_sets import checked_set, own_components

Task = Mapping[str, int]
"""How many tiles of each colour a task asks for."""

TIMES = range(1, 8)
"""The times that a tile may have (rulebook, Placing Tiles and the Moon Track)."""

MOST_TASKS = 3
"""The most tasks that a tile may have (rulebook, Completing Tasks)."""


class Tile(msgspec.Struct, frozen=True):
    """One tile: what it is, how far its taker walks, and the tasks printed on it."""

    id: str
    colour: str
    time: int
    tasks: tuple[dict[str, int], ...]


Tiles = Mapping[str, Tile]
"""A set's tiles by id, in the order of its file."""


class TokenCounts(msgspec.Struct, frozen=True):
    """A seat's tokens, the one on the moon track included; `first_game` by number of seats."""

    standard: int
    first_game: dict[str, int]


class ComponentSet(msgspec.Struct, frozen=True):
    """Everything in the box that a rule depends on."""

    game: str
    colours: tuple[str, ...]
    wheel_spaces: int
    tokens: TokenCounts
    tiles: tuple[Tile, ...]


def printed_components() -> dict[str, Any]:
    """The printed game's set, as read from its file."""
    return own_components("domain.games.nova_luna")


def read_components(components: Mapping[str, Any]) -> ComponentSet:
    """A component set with all that its rules need. Raises `InvalidComponents`."""
    return checked_set(components, ComponentSet, "Nova Luna", _faults)


def _faults(box: ComponentSet) -> Iterator[str]:
    """What is wrong with a set, a sentence each."""
    if box.game != "nova_luna":
        yield f"a Nova Luna set names the game nova_luna, this one names {box.game!r}"
    if box.wheel_spaces < 2:
        yield f"a wheel has at least 2 spaces, one of them the meeple's; this one has {box.wheel_spaces}"
    if len(box.tiles) < box.wheel_spaces - 1:
        yield (
            f"{box.wheel_spaces - 1} tiles are needed to fill a wheel of {box.wheel_spaces} spaces; "
            f"this set has {len(box.tiles)}"
        )
    for players, tokens in {"all": box.tokens.standard, **box.tokens.first_game}.items():
        if tokens < 2:
            yield (
                f"every seat needs a token for the moon track and at least 1 to place; "
                f"this set gives {tokens} ({players} players)"
            )
    for name, times in Counter(tile.id for tile in box.tiles).items():
        if times > 1:
            yield f"every tile has an id of its own; {name} occurs {times} times"
    for tile in box.tiles:
        yield from _tile_faults(tile, box.colours)


def _tile_faults(tile: Tile, colours: tuple[str, ...]) -> Iterator[str]:
    known = f"the colours of this set are {', '.join(colours)}"
    if tile.colour not in colours:
        yield f"{known}; tile {tile.id} is {tile.colour!r}"
    if tile.time not in TIMES:
        yield f"a tile's time is {TIMES[0]} to {TIMES[-1]}; that of tile {tile.id} is {tile.time}"
    if len(tile.tasks) > MOST_TASKS:
        yield f"a tile has at most {MOST_TASKS} tasks; tile {tile.id} has {len(tile.tasks)}"
    for index, task in enumerate(tile.tasks):
        if not task:
            yield f"a task asks for at least one tile; task {index} of tile {tile.id} asks for none"
        for colour, needed in task.items():
            if colour not in colours:
                yield f"{known}; task {index} of tile {tile.id} asks for {colour!r}"
            if needed < 1:
                yield (
                    f"a task asks for at least 1 tile of each colour it names; "
                    f"task {index} of tile {tile.id} asks for {needed} {colour}"
                )
