"""What holds in every state of Pura Vida, whatever was played."""

from __future__ import annotations

from collections import Counter

from domain.games.grid import Cell, bordering, connected
from domain.games.pura_vida.components import Tiles
from domain.games.pura_vida.park import AXES, LONGEST_RUN, SIDES, Park, run
from domain.games.pura_vida.state import STARTING_AREA, PuraVidaState


def check_invariants(state: PuraVidaState, tiles: Tiles, path_spaces: int) -> None:
    """Raises `AssertionError`, with what is wrong, when a state is impossible."""
    _tiles_are_conserved(state, tiles)
    _rangers_are_somewhere(state, path_spaces)
    _turns_go_to_those_who_may_act(state)
    _points_are_accounted_for(state)
    for park in state.parks:
        if park.tiles:
            _park_holds_together(park)
            _openings_are_right(park)


def _hold(condition: bool, otherwise: str) -> None:
    """An assertion that `python -O` does not remove."""
    if not condition:
        raise AssertionError(otherwise)


def _tiles_are_conserved(state: PuraVidaState, tiles: Tiles) -> None:
    there = Counter([*state.supply, *state.path.values(), *state.removed])
    for park in state.parks:
        there.update(park.tiles.values())
    if state.taken is not None:
        there[state.taken] += 1
    there.subtract(list(tiles))
    off = {tile: count for tile, count in there.items() if count}
    _hold(not off, f"each tile is somewhere, once; too often or missing: {off}")


def _rangers_are_somewhere(state: PuraVidaState, path_spaces: int) -> None:
    for seat, space in enumerate(state.positions):
        _hold(STARTING_AREA <= space <= path_spaces, f"the ranger of seat {seat} stands on {space}")
        _hold(space not in state.path, f"under the ranger of seat {seat}, on {space}, lies a tile")
    _hold(len(set(state.resting)) == len(state.resting), f"a ranger rests twice: {state.resting}")


def _turns_go_to_those_who_may_act(state: PuraVidaState) -> None:
    _hold(state.turn not in state.resting, f"it is the turn of seat {state.turn}, which rests")
    if state.last_actions is not None:
        _hold(
            not set(state.last_actions).intersection(state.resting),
            f"last actions of {state.last_actions}, of whom {state.resting} rest",
        )
        _hold(state.turn is None or state.turn in state.last_actions, f"seat {state.turn} has had its last")


def _points_are_accounted_for(state: PuraVidaState) -> None:
    counted = sum(state.points_by_criterion.values())
    _hold(sum(state.scores) == counted, f"{sum(state.scores)} points stand on the track, {counted} scored")


def _park_holds_together(park: Park) -> None:
    _hold(connected(park.tiles.keys()), f"this park falls apart: {list(park.tiles)}")
    for cell in park.tiles:
        for axis in AXES:
            length = len(run(park.tiles, cell, axis))
            _hold(length <= LONGEST_RUN, f"{length} tiles lie next to each other, {axis}ly, at {cell}")


def _openings_are_right(park: Park) -> None:
    """The bookkeeping of the park against a look at all of its tiles."""
    frontier = bordering(park.tiles.keys())
    _hold(park.frontier.keys() == frontier, "the frontier is not the cells next to tiles")
    for side in SIDES:
        expected = {
            cell
            for cell in frontier
            if not _in_the_way(park, cell, side)
            and all(len(run(park.tiles, cell, axis)) <= LONGEST_RUN for axis in AXES)
        }
        found = set(park.openings[side])
        _hold(found == expected, f"{side} one reaches {sorted(expected)}, not {sorted(found)}")


def _in_the_way(park: Park, cell: Cell, side: str) -> bool:
    x, y = cell
    if side in ("from_left", "from_right"):
        row = [other for other, at in park.tiles if at == y]
        return any(other < x if side == "from_left" else other > x for other in row)
    column = [other for at, other in park.tiles if at == x]
    return any(other > y if side == "from_above" else other < y for other in column)
