"""The table of Pura Vida in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from domain.games.grid import Cell, drawn
from domain.games.pura_vida.components import Tile, Tiles
from domain.games.pura_vida.state import STARTING_AREA
from domain.games.pura_vida.wording import name_text, sides_text
from domain.games.rules import Seat
from domain.games.wording import counted

_LEGEND = "A tile in a park: its id, below it the first letters of its animal and of its habitat"


def board_text(view: Mapping[str, Any], tiles: Tiles) -> str:
    """The table as text, from a view of it."""
    lines = [*_path_lines(view, tiles), "", _LEGEND]
    for seat in range(len(view["seats"])):
        lines += ["", _seat_title(view, seat), *_park_lines(view["seats"][seat], tiles)]
    return "\n".join(line.rstrip() for line in lines)


def _path_lines(view: Mapping[str, Any], tiles: Tiles) -> Iterator[str]:
    """The spaces of the path with their tiles and rangers; those ahead of the one to move are marked."""
    yield (
        f"PATH, round {view['round']}; {counted(view['supply_size'], 'tile')} in the supply, "
        f"{len(view['removed'])} out of the game"
    )
    yield f"  START  {_start_text(view)}"
    standing = {seen["ranger"]["stands_on"]: seat for seat, seen in enumerate(view["seats"])}
    for space, tile in view["path"]:
        mark = ">" if space in view["reachable"] else " "
        if tile is not None:
            yield f"{mark} {space:>5}  {_tile_line(tiles[tile])}"
        elif space in standing:
            yield f"{mark} {space:>5}  ranger of seat {standing[space]}"
        else:
            yield f"{mark} {space:>5}  -"


def _start_text(view: Mapping[str, Any]) -> str:
    rangers = [(seat, seen["ranger"]) for seat, seen in enumerate(view["seats"])]
    stand = [f"seat {seat} stands" for seat, ranger in rangers if ranger["stands_on"] == STARTING_AREA]
    rest = sorted(
        (ranger["rests_on_place"], seat) for seat, ranger in rangers if ranger["rests_on_place"] is not None
    )
    return ", ".join([*stand, *(f"seat {seat} rests on place {place}" for place, seat in rest)]) or "-"


def _tile_line(tile: Tile) -> str:
    return (
        f"{tile.id}  {name_text(tile.animal):<9}  {name_text(tile.habitat):<12}  "
        f"from {sides_text(tile.enters)}"
    )


def _seat_title(view: Mapping[str, Any], seat: Seat) -> str:
    seen = view["seats"][seat]
    notes = [counted(seen["score"], "point"), counted(len(seen["park"]), "tile")]
    if view["last_actions"] is not None:
        notes.append("one action left" if seat in view["last_actions"] else "no action left")
    return f"SEAT {seat}   {', '.join(notes)}{'   <- to move' if seat == view['turn'] else ''}"


def _park_lines(seen: Mapping[str, Any], tiles: Tiles) -> Iterator[str]:
    labels: dict[Cell, tuple[str, str]] = {}
    for piece in seen["park"]:
        tile = tiles[piece["tile"]]
        labels[piece["cell"][0], piece["cell"][1]] = tile.id, f"{tile.animal[:2]} {tile.habitat[:2]}"
    if labels:
        yield from drawn(labels)
    else:
        yield "  no tile yet"
