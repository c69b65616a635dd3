"""What holds in every state of Nova Luna, whatever was played."""

from __future__ import annotations

from collections import Counter

from domain.games.grid import Cell, bordering, connected, region
from domain.games.nova_luna.components import Tile, Tiles
from domain.games.nova_luna.display import Display
from domain.games.nova_luna.state import NovaLunaState


def check_invariants(state: NovaLunaState, tiles: Tiles) -> None:
    """Raises `AssertionError`, with what is wrong, when a state is impossible."""
    _tiles_are_conserved(state, tiles)
    _meeples_space_is_empty(state)
    _moon_track_holds_each_seat_once(state)
    for seat, display in enumerate(state.displays):
        lying = {cell: tiles[tile] for cell, tile in display.tiles.items()}
        _display_is_connected(display)
        _groups_are_right(display, lying)
        _tokens_lie_on_completed_tasks(state, seat, lying)


def _hold(condition: bool, otherwise: str) -> None:
    """An assertion that `python -O` does not remove."""
    if not condition:
        raise AssertionError(otherwise)


def _tiles_are_conserved(state: NovaLunaState, tiles: Tiles) -> None:
    there = Counter(state.supply)
    there.update(tile for tile in state.wheel if tile is not None)
    for display in state.displays:
        there.update(display.tiles.values())
    if state.taken is not None and not any(state.taken in d.tiles.values() for d in state.displays):
        there[state.taken] += 1  # in the hand: off the wheel, not yet in the display
    there.subtract(list(tiles))
    off = {tile: count for tile, count in there.items() if count}
    _hold(not off, f"each tile is somewhere, once; too often or missing: {off}")


def _meeples_space_is_empty(state: NovaLunaState) -> None:
    _hold(state.wheel[state.meeple] is None, f"a tile lies on the meeple's space {state.meeple}")


def _moon_track_holds_each_seat_once(state: NovaLunaState) -> None:
    if not state.decision:
        return  # the stack is laid when the starting order is drawn
    stands = {seat: distance for distance, stack in state.stacks.items() for seat in stack}
    _hold(
        sum(map(len, state.stacks.values())) == len(state.displays), f"a token is missing in {state.stacks}"
    )
    _hold(stands == dict(enumerate(state.distances)), f"{state.stacks} does not match {state.distances}")
    _hold(all(state.stacks.values()), "an empty stack stands on the moon track")
    # The mover is the rearmost and walks at most 7 (ruling 9).
    _hold(max(state.distances) - min(state.distances) <= 7, f"too far apart: {state.distances}")


def _display_is_connected(display: Display) -> None:
    _hold(connected(display.tiles.keys()), f"this display falls apart: {list(display.tiles)}")
    _hold(
        display.frontier.keys() == bordering(display.tiles.keys()),
        "the frontier is not the cells next to tiles",
    )


def _groups_are_right(display: Display, lying: dict[Cell, Tile]) -> None:
    _hold(display.groups.keys() == lying.keys(), "not every tile, or more than a tile, has a group")
    for cell, group in display.groups.items():
        colour = lying[cell].colour
        _hold(group.colour == colour, f"the group of {cell} is {colour}, not {group.colour}")
        _hold(cell in group.cells, f"{cell} is not in its group {group.cells}")
    for group in {id(group): group for group in display.groups.values()}.values():
        of_colour = {cell for cell, tile in lying.items() if tile.colour == group.colour}
        expected, found = sorted(region(group.cells[0], of_colour)), sorted(group.cells)
        _hold(found == expected, f"the group of {group.cells[0]} is {expected}, not {found}")


def _tokens_lie_on_completed_tasks(state: NovaLunaState, seat: int, lying: dict[Cell, Tile]) -> None:
    open_tasks = state.displays[seat].open_tasks
    _hold(all(open_tasks.values()), f"a tile without open tasks is listed among those with: {open_tasks}")
    still_open = sum(map(len, open_tasks.values()))
    completed = sum(len(tile.tasks) for tile in lying.values()) - still_open
    left = state.tokens[seat]
    _hold(left >= 0, f"seat {seat} has {left} tokens left")
    _hold(
        completed + left == state.tokens_at_start, f"seat {seat}: {completed} completed, {left} tokens left"
    )
