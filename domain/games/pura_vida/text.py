"""Pura Vida in words: what happened, and why."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any, cast

from domain.games.grid import Cell, cell_text, neighbours
from domain.games.pura_vida.components import Tile, Tiles
from domain.games.pura_vida.events import (
    BiodiversityScored,
    FinalActionsBegan,
    PathLaid,
    RangerMoved,
    RangerRested,
    RoundEnded,
    StartingSeatDrawn,
    StartTileDealt,
    TilePlaced,
    TilesShuffled,
    TurnBegan,
)
from domain.games.pura_vida.park import AXES, LONGEST_RUN, Park, run
from domain.games.pura_vida.scoring import SHORTEST_RUN, criterion_met
from domain.games.pura_vida.state import STARTING_AREA, TARGET, PuraVidaState
from domain.games.pura_vida.wording import criterion_text, name_text, run_text, side_text, tile_text
from domain.games.rules import Event, Explanation, Hidden
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


def _start_tile(event: StartTileDealt, names: Sequence[str], tiles: Tiles) -> str:
    return f"the park of {names[event.seat]} starts with {tile_text(tiles[event.tile])}"


def _path(event: PathLaid, names: Sequence[str], tiles: Tiles) -> str:
    laid = (f"{tile} on {space}" for space, tile in enumerate(event.tiles, start=1))
    return f"round {event.round} begins; on the path lie {listed(laid)}"


def _starting_seat(event: StartingSeatDrawn, names: Sequence[str], tiles: Tiles) -> str:
    return f"{names[event.seat]} starts the first round"


def _turn(event: TurnBegan, names: Sequence[str], tiles: Tiles) -> str:
    return f"it is {names[event.seat]}'s turn"


def _walked(event: RangerMoved, names: Sequence[str], tiles: Tiles) -> str:
    return f"{names[event.seat]}'s ranger walks to space {event.space} and takes the tile there"


def _placed(event: TilePlaced, names: Sequence[str], tiles: Tiles) -> str:
    return (
        f"{names[event.seat]} lays {tile_text(tiles[event.tile])} at {cell_text(event.cell)}, "
        f"coming {side_text(event.entered_from)}"
    )


def _scored(event: BiodiversityScored, names: Sequence[str], tiles: Tiles) -> str:
    line = "row" if event.axis == "horizontal" else "column"
    return (
        f"{names[event.seat]} scores {counted(event.points, 'point')} for a {line} of {len(event.cells)}, "
        f"from {cell_text(event.cells[0])} to {cell_text(event.cells[-1])}: "
        f"{criterion_text(event.criterion)} (criterion {event.criterion}); {event.total} in all"
    )


def _rested(event: RangerRested, names: Sequence[str], tiles: Tiles) -> str:
    return f"{names[event.seat]}'s ranger rests, on place {event.place}"


def _round_ended(event: RoundEnded, names: Sequence[str], tiles: Tiles) -> str:
    left = event.removed_tiles
    verb = "goes" if len(left) == 1 else "go"
    removed = f"{listed(left)} {verb} out of the game" if left else "no tile is left on the path"
    if event.next_first_seat is None:
        return f"round {event.round} ends: {removed}; too few tiles are left for another path"
    return f"round {event.round} ends: {removed}; {names[event.next_first_seat]} starts the next one"


def _final_actions(event: FinalActionsBegan, names: Sequence[str], tiles: Tiles) -> str:
    reached = f"{names[event.seat]} has reached {TARGET} points"
    if not event.remaining_seats:
        return f"{reached}; all others rest, so nobody has another action"
    others = listed(names[seat] for seat in event.remaining_seats)
    verb = "has" if len(event.remaining_seats) == 1 else "have"
    return f"{reached}; {others} {verb} one more action{'' if verb == 'has' else ' each'}"


_SENTENCES: Mapping[type[Event], Callable[[Any, Sequence[str], Tiles], str]] = {
    TilesShuffled: _shuffled,
    StartTileDealt: _start_tile,
    PathLaid: _path,
    StartingSeatDrawn: _starting_seat,
    TurnBegan: _turn,
    RangerMoved: _walked,
    TilePlaced: _placed,
    BiodiversityScored: _scored,
    RangerRested: _rested,
    RoundEnded: _round_ended,
    FinalActionsBegan: _final_actions,
}


# Explanations


def explain(state: PuraVidaState, event: Event, tiles: Tiles) -> Explanation:
    """Why an event came out as it did; `state` is the one right before it."""
    return _EXPLANATIONS[type(event)](state, event, tiles)


def _explain_shuffling(state: PuraVidaState, event: TilesShuffled, tiles: Tiles) -> Explanation:
    return Explanation(
        f"all {len(tiles)} tiles were shuffled once, before anything else; they come in this order",
        "rulebook, Setup",
    )


def _explain_start_tile(state: PuraVidaState, event: StartTileDealt, tiles: Tiles) -> Explanation:
    return Explanation(
        f"seat {event.seat} was dealt the supply's next tile as the start of its park; a park's first tile "
        "needs no arrow and scores nothing",
        "rulebook, Setup; ruling 7",
        points=0,
    )


def _explain_path(state: PuraVidaState, event: PathLaid, tiles: Tiles) -> Explanation:
    return Explanation(
        f"the supply's next {len(event.tiles)} tiles were laid on spaces 1 to {len(event.tiles)} in order, "
        "and all rangers stand in the starting area",
        "rulebook, Setup" if event.round == 1 else "rulebook, End of a Round",
        details=(f"left in the supply: {len(state.supply) - len(event.tiles)}",),
    )


def _explain_starting_seat(state: PuraVidaState, event: StartingSeatDrawn, tiles: Tiles) -> Explanation:
    return Explanation(
        f"the players' choice of who starts is drawn among all {len(state.parks)} seats",
        "rulebook, Setup; ruling 6",
    )


def _explain_turn(state: PuraVidaState, event: TurnBegan, tiles: Tiles) -> Explanation:
    seat = event.seat
    if state.last_actions is not None:
        return Explanation(
            f"seat {seat} is the next of those that still have one action",
            "rulebook, End of the Game; ruling 3",
        )
    if seat == state.first_seat and not any(state.positions) and not state.resting:
        if state.round == 1:
            return Explanation(f"seat {seat} was drawn to start", "rulebook, Setup; ruling 6")
        return Explanation(
            f"seat {seat} was the first to rest in round {state.round - 1} and starts round {state.round}",
            "rulebook, End of a Round; ruling 10",
        )
    resting = f"; resting: {listed(f'seat {seat}' for seat in state.resting)}" if state.resting else ""
    return Explanation(
        f"seat {seat} is the next in clockwise order whose ranger does not rest{resting}",
        "rulebook, How to Play",
    )


def _explain_walking(state: PuraVidaState, event: RangerMoved, tiles: Tiles) -> Explanation:
    stands = state.positions[event.seat]
    where = "in the starting area" if stands == STARTING_AREA else f"on space {stands}"
    return Explanation(
        f"the ranger of seat {event.seat} stood {where} and could walk to any space ahead with a tile on it; "
        f"it took {state.path[event.space]} from space {event.space}",
        "rulebook, Release Animals into the Wild; ruling 2",
        details=tuple(
            f"space {space}: {tile_text(tiles[tile])}" for space, tile in state.tiles_ahead(event.seat)
        ),
    )


def _explain_placing(state: PuraVidaState, event: TilePlaced, tiles: Tiles) -> Explanation:
    park, tile = state.parks[event.seat], tiles[event.tile]
    near = [park.tiles[cell] for cell in neighbours(event.cell) if cell in park.tiles]
    return Explanation(
        f"{cell_text(event.cell)} is next to {listed(sorted(near))}; an arrow of {tile.id} lets it come "
        f"{side_text(event.entered_from)}, where no tile lies in the way",
        "rulebook, Release Animals into the Wild; rulebook, Biodiversity",
        details=tuple(_run_detail(park, event.cell, tile, tiles, axis) for axis in AXES),
    )


def _run_detail(park: Park, cell: Cell, tile: Tile, tiles: Tiles, axis: Any) -> str:
    """What the run that a placement made is worth, and why nothing if so."""
    cells = run(park.tiles, cell, axis)
    lying = [tile if one == cell else tiles[park.tiles[one]] for one in cells]
    count = f"{axis}: {counted(len(cells), 'tile')} of at most {LONGEST_RUN}"
    if len(cells) < SHORTEST_RUN:
        return f"{count}; only {SHORTEST_RUN} or more can score"
    criterion = criterion_met(lying)
    if criterion is not None:
        return f"{count}; criterion {criterion}, {run_text(criterion, lying)}"
    animals = Counter(name_text(one.animal) for one in lying)
    habitats = Counter(name_text(one.habitat) for one in lying)
    return f"{count}; no criterion: {_tally(animals)}; {_tally(habitats)}"


def _tally(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{number} × {name}" for name, number in counts.items())


def _explain_scoring(state: PuraVidaState, event: BiodiversityScored, tiles: Tiles) -> Explanation:
    lying = state.parks[event.seat].tiles
    shown = [tiles[lying[cell]] for cell in event.cells]
    return Explanation(
        f"criterion {event.criterion}, {event.axis}, {run_text(event.criterion, shown)}: {event.points}",
        "rulebook, Biodiversity",
        points=event.points,
        details=tuple(
            f"{cell_text(cell)}: {tile_text(tile)}" for cell, tile in zip(event.cells, shown, strict=True)
        ),
    )


def _explain_resting(state: PuraVidaState, event: RangerRested, tiles: Tiles) -> Explanation:
    first = "; whoever rests first starts the next round" if event.place == 1 else ""
    return Explanation(
        f"seat {event.seat} chose to rest and takes no further action in round {state.round}; place "
        f"{event.place} was the lowest free one{first}",
        "rulebook, Rest; ruling 10",
    )


def _explain_round_end(state: PuraVidaState, event: RoundEnded, tiles: Tiles) -> Explanation:
    supply = f"{counted(len(state.supply), 'tile')} in the supply"
    if event.next_first_seat is None:
        return Explanation(
            f"all rangers rest, and {supply} cannot fill the path: the game ends immediately",
            "rulebook, End of the Game",
        )
    return Explanation(
        f"all rangers rest, and {supply} can fill the path again; seat {event.next_first_seat} rested first "
        "and starts the next round",
        "rulebook, End of a Round; ruling 10",
    )


def _explain_final_actions(state: PuraVidaState, event: FinalActionsBegan, tiles: Tiles) -> Explanation:
    resting = f"; resting: {listed(f'seat {seat}' for seat in state.resting)}" if state.resting else ""
    return Explanation(
        f"seat {event.seat} has {state.scores[event.seat]} points, at least {TARGET}: every other seat that "
        f"does not rest has exactly one action left{resting}",
        "rulebook, End of the Game; ruling 3",
        details=tuple(f"seat {seat}: {score} points" for seat, score in enumerate(state.scores)),
    )


_EXPLANATIONS: Mapping[type[Event], Callable[[PuraVidaState, Any, Tiles], Explanation]] = {
    TilesShuffled: _explain_shuffling,
    StartTileDealt: _explain_start_tile,
    PathLaid: _explain_path,
    StartingSeatDrawn: _explain_starting_seat,
    TurnBegan: _explain_turn,
    RangerMoved: _explain_walking,
    TilePlaced: _explain_placing,
    BiodiversityScored: _explain_scoring,
    RangerRested: _explain_resting,
    RoundEnded: _explain_round_end,
    FinalActionsBegan: _explain_final_actions,
}
