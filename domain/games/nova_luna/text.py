"""Nova Luna in words: what happened, why, and the board in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, cast

from domain.games.grid import Cell, cell_text, drawn, neighbours, reading_order
from domain.games.nova_luna.components import Task, Tile, Tiles
from domain.games.nova_luna.events import (
    MoonAdvanced,
    TaskCompleted,
    TilePlaced,
    TilesShuffled,
    TileTaken,
    TurnOrderDrawn,
    WheelFilled,
)
from domain.games.nova_luna.state import NovaLunaState
from domain.games.rules import Event, Explanation, Hidden, Seat
from domain.games.wording import counted, listed

# Sentences


def sentence(event: Event, names: Sequence[str], tiles: Tiles) -> str:
    """What happened, with the players' names; sealed fields may be `HIDDEN`."""
    return _SENTENCES[type(event)](event, names, tiles)


def _shuffled(event: TilesShuffled, names: Sequence[str], tiles: Tiles) -> str:
    order = cast("tuple[str, ...] | Hidden", event.order)
    if isinstance(order, Hidden):
        return "the tiles are shuffled and lie face down"
    return f"the tiles are shuffled and lie face down, from the top {listed(order)}"


def _order_drawn(event: TurnOrderDrawn, names: Sequence[str], tiles: Tiles) -> str:
    order = [names[seat] for seat in event.seats]
    return f"the starting stack is, from bottom to top, {listed(order)}: {order[-1]} moves first"


def _filled(event: WheelFilled, names: Sequence[str], tiles: Tiles) -> str:
    how = "the wheel is filled" if event.by_rule else "the wheel is filled on the mover's wish"
    return f"{how}: {listed(f'{tile} on space {space}' for space, tile in event.tiles)}"


def _taken(event: TileTaken, names: Sequence[str], tiles: Tiles) -> str:
    tile = _tile_text(tiles[event.tile])
    return f"{names[event.seat]} takes {tile} from space {event.space}; the meeple follows"


def _placed(event: TilePlaced, names: Sequence[str], tiles: Tiles) -> str:
    return f"{names[event.seat]} lays {event.tile} at {cell_text(event.cell)}"


def _advanced(event: MoonAdvanced, names: Sequence[str], tiles: Tiles) -> str:
    onto = f", on top of {listed(names[under] for under in event.above)}" if event.above else ""
    return f"{names[event.seat]} walks {event.by} on the moon track, to {event.distance}{onto}"


def _completed(event: TaskCompleted, names: Sequence[str], tiles: Tiles) -> str:
    task = task_text(tiles[event.tile].tasks[event.task])
    around = listed(f"{len(cells)} {colour}" for colour, cells in event.counted)
    alone = sum(len(cells) for _, cells in event.counted) == 1
    return (
        f"{names[event.seat]} completes the task “{task}” of {event.tile} "
        f"({around} {'tile' if alone else 'tiles'} around it); {counted(event.tokens_left, 'token')} left"
    )


_SENTENCES: Mapping[type[Event], Callable[[Any, Sequence[str], Tiles], str]] = {
    TilesShuffled: _shuffled,
    TurnOrderDrawn: _order_drawn,
    WheelFilled: _filled,
    TileTaken: _taken,
    TilePlaced: _placed,
    MoonAdvanced: _advanced,
    TaskCompleted: _completed,
}


def task_text(task: Task) -> str:
    """“2 red, 1 blue”."""
    return ", ".join(f"{needed} {colour}" for colour, needed in task.items())


def _tile_text(tile: Tile) -> str:
    return f"{tile.id} ({tile.colour}, time {tile.time})"


# Explanations


def explain(state: NovaLunaState, event: Event, tiles: Tiles) -> Explanation:
    """Why an event came out as it did; `state` is the one right before it."""
    return _EXPLANATIONS[type(event)](state, event, tiles)


def _explain_shuffling(state: NovaLunaState, event: TilesShuffled, tiles: Tiles) -> Explanation:
    return Explanation(
        f"all {len(tiles)} tiles were shuffled once, before anything else; they come in this order",
        "rulebook, Preparation",
    )


def _explain_order(state: NovaLunaState, event: TurnOrderDrawn, tiles: Tiles) -> Explanation:
    return Explanation(
        f"the tokens were drawn one by one and stacked: seat {event.seats[0]} lies at the bottom, "
        f"seat {event.seats[-1]} on top moves first",
        "rulebook, Preparation; ruling 5",
    )


def _explain_filling(state: NovaLunaState, event: WheelFilled, tiles: Tiles) -> Explanation:
    lying = counted(state.tiles_on_wheel(), "tile")
    if event.by_rule:
        why, rule = (
            "no tile lay on the wheel, so it had to be filled",
            "rulebook, Filling the Selection Track",
        )
    else:
        why = f"only {lying} lay on the wheel, so the mover could have it filled before taking"
        rule = "rulebook, Filling the Selection Track; ruling 2"
    return Explanation(
        f"{why}: clockwise from the meeple on space {state.meeple}, whose own space stays empty",
        f"{rule}; ruling 3",
        details=(f"left in the supply: {len(state.supply) - len(event.tiles)}",),
    )


def _explain_taking(state: NovaLunaState, event: TileTaken, tiles: Tiles) -> Explanation:
    reach = state.reachable()
    return Explanation(
        f"from space {state.meeple} the meeple reached the tiles on {listed(reach)}; "
        f"it moves to space {event.space}, from which the tile was taken",
        "rulebook, Taking a Tile",
        details=tuple(
            f"space {space}: {_tile_text(tiles[tile])}"
            for space, tile in enumerate(state.wheel)
            if tile is not None and space in reach
        ),
    )


def _explain_placing(state: NovaLunaState, event: TilePlaced, tiles: Tiles) -> Explanation:
    display = state.displays[event.seat]
    if not display.tiles:
        why = f"the first tile of a display lies at {cell_text(event.cell)}"
    else:
        near = [display.tiles[cell] for cell in neighbours(event.cell) if cell in display.tiles]
        why = f"{cell_text(event.cell)} is next to {listed(sorted(near))}"
    return Explanation(why, "rulebook, Placing Tiles and the Moon Track")


def _explain_walking(state: NovaLunaState, event: MoonAdvanced, tiles: Tiles) -> Explanation:
    return Explanation(
        f"tile {state.taken} has time {event.by}, so the token of seat {event.seat} walked "
        f"from {event.distance - event.by} to {event.distance}; {_next_to_move(state, event)}",
        "rulebook, Game Flow; rulebook, Placing Tiles and the Moon Track; ruling 1",
        details=tuple(
            f"distance {distance}: {', '.join(f'seat {seat}' for seat in stack)}"
            for distance, stack in _moon_track_after(state, event)
        ),
    )


def _moon_track_after(state: NovaLunaState, event: MoonAdvanced) -> list[tuple[int, list[Seat]]]:
    """The occupied distances with their stacks, bottom first, once the token has walked."""
    stacks = {at: [seat for seat in stack if seat != event.seat] for at, stack in state.stacks.items()}
    stacks[event.distance] = [*event.above, event.seat]
    return sorted((at, stack) for at, stack in stacks.items() if stack)


def _next_to_move(state: NovaLunaState, event: MoonAdvanced) -> str:
    distance, stack = _moon_track_after(state, event)[0]
    why = "furthest back" if len(stack) == 1 else f"on top of those furthest back, {len(stack)} on one space"
    seat = "the same seat" if stack[-1] == event.seat else f"seat {stack[-1]}"
    return f"{seat} is next: {why} (distance {distance})"


def _explain_completing(state: NovaLunaState, event: TaskCompleted, tiles: Tiles) -> Explanation:
    display = state.displays[event.seat]
    task = tiles[event.tile].tasks[event.task]
    return Explanation(
        f"task {event.task} of {event.tile} at {cell_text(event.cell)} asks for {task_text(task)} around "
        "the tile; a tile counts when it, or a tile of its colour connected to it, lies next to it",
        "rulebook, Completing Tasks; ruling 8",
        points=1,
        details=tuple(
            f"{colour}: {task[colour]} needed, {len(cells)} counted: "
            + listed(
                f"{display.tiles[cell]} at {cell_text(cell)}" for cell in sorted(cells, key=reading_order)
            )
            for colour, cells in event.counted
        ),
    )


_EXPLANATIONS: Mapping[type[Event], Callable[[NovaLunaState, Any, Tiles], Explanation]] = {
    TilesShuffled: _explain_shuffling,
    TurnOrderDrawn: _explain_order,
    WheelFilled: _explain_filling,
    TileTaken: _explain_taking,
    TilePlaced: _explain_placing,
    MoonAdvanced: _explain_walking,
    TaskCompleted: _explain_completing,
}


# The board in a terminal

_WIDTH = 100
_OPEN, _COMPLETED = "o", "x"
_LEGEND = (
    "A tile: its id; its colour's initial, its time, a mark for each task "
    f"({_COMPLETED} completed, {_OPEN} open)"
)


def board_text(view: Mapping[str, Any], tiles: Tiles) -> str:
    """The table as text, from a view of it."""
    lines = [*_wheel_lines(view, tiles), "", _moon_track_line(view), "", _LEGEND]
    for seat, shown in enumerate(view["seats"]):
        lines += ["", _seat_title(seat, shown, view["turn"]), *_display_lines(shown, tiles)]
    return "\n".join(line.rstrip() for line in lines)


def _wheel_lines(view: Mapping[str, Any], tiles: Tiles) -> Iterator[str]:
    """The wheel's spaces, clockwise from the meeple, with the tiles in reach marked."""
    supply = counted(view["supply_size"], "tile")
    yield f"MOON WHEEL, clockwise from the meeple; {supply} in the supply"
    wheel, meeple = view["wheel"], view["meeple"]
    for step in range(len(wheel)):
        space = (meeple + step) % len(wheel)
        if space == meeple:
            yield f"  {space:>4}  meeple"
        elif wheel[space] is None:
            yield f"  {space:>4}  -"
        else:
            mark = ">" if space in view["reachable"] else " "
            yield f"{mark} {space:>4}  {_tile_line(tiles[wheel[space]])}"


def _tile_line(tile: Tile) -> str:
    tasks = " | ".join(map(task_text, tile.tasks)) or "no task"
    return f"{tile.id}  {tile.colour:<9}  time {tile.time}   {tasks}"


def _moon_track_line(view: Mapping[str, Any]) -> str:
    """Tokens from the rearmost on; in a stack the top one, which moves first, is named last."""
    spaces = (
        f"{distance}: {' < '.join(f'seat {seat}' for seat in stack)}"
        for distance, stack in view["moon_track"]
    )
    return f"MOON TRACK (distance: stack, top last)   {'   '.join(spaces)}"


def _seat_title(seat: Seat, shown: Mapping[str, Any], turn: Seat | None) -> str:
    to_move = "   <- to move" if seat == turn else ""
    return (
        f"SEAT {seat}   {counted(shown['tokens_left'], 'token')} left, distance {shown['distance']}{to_move}"
    )


def _display_lines(shown: Mapping[str, Any], tiles: Tiles) -> Iterator[str]:
    """The display as a grid, with each tile's colour, time and tasks, and the tasks still open."""
    lying = {(x, y): tiles[piece["tile"]] for piece in shown["display"] for x, y in (piece["cell"],)}
    if not lying:
        yield "  no tile yet; the first one goes on (0, 0)"
        return
    yield from drawn({cell: (tile.id, _marks(tile, shown["tasks"][tile.id])) for cell, tile in lying.items()})
    yield from _open_task_lines(lying, shown["tasks"])


def _marks(tile: Tile, tasks: Sequence[bool]) -> str:
    return f"{tile.colour[0].upper()}{tile.time} " + "".join(_COMPLETED if done else _OPEN for done in tasks)


def _open_task_lines(lying: Mapping[Cell, Tile], tasks: Mapping[str, Sequence[bool]]) -> Iterator[str]:
    """What the display's tiles still ask for, in reading order."""
    wanted = [
        f"{tile.id}: {' | '.join(still_open)}"
        for _, tile in sorted(lying.items(), key=lambda place: reading_order(place[0]))
        if (still_open := _open_tasks(tile, tasks[tile.id]))
    ]
    if not wanted:
        yield "  no open task"
        return
    line = "  open:"
    for item in wanted:
        if len(line) + len(item) + 2 > _WIDTH:
            yield line
            line = "       "
        line += f"  {item}"
    yield line


def _open_tasks(tile: Tile, completed: Sequence[bool]) -> list[str]:
    return [task_text(task) for task, done in zip(tile.tasks, completed, strict=True) if not done]
