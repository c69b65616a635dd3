"""Every way a match can end, and the matches kept for them in `matches/`.

`python -m tests.domain.games.pura_vida.ends` plays and writes anew those that are not there yet; a kept
match is never changed: it shows that old logs still mean what they meant.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from domain.games.pura_vida.moves import Rest
from domain.games.pura_vida.rules import PuraVida
from domain.games.pura_vida.state import PuraVidaState
from domain.games.rules import Move, Seat
from tests.domain.games.kept import Player, any_move, greedy, play_to_the_end, write_missing
from tests.domain.table import Table

MATCHES = Path(__file__).parent / "matches"

REASONS = {
    "twenty_points": "a seat has reached 20 points, and the others have had their last actions (rulebook, "
    "End of the Game, A)",
    "path_not_refilled": "fewer than 12 tiles are left for a new path (rulebook, End of the Game, B)",
}


def rests(table: Table, seat: Seat) -> Move:
    """Always rests."""
    return Rest()


def takes_one(table: Table, seat: Seat) -> Move:
    """Takes one tile in the whole match, otherwise rests."""
    first, *_ = table.legal_moves(seat)
    return first if len(state_of(table).parks[seat].tiles) == 1 else Rest()


def bows_out(table: Table, seat: Seat) -> Move:
    """Greedy, but rests where it is its last action."""
    return greedy(table, seat) if state_of(table).last_actions is None else Rest()


def state_of(table: Table) -> PuraVidaState:
    """The game's state at a table."""
    state = table.match.game_state
    assert isinstance(state, PuraVidaState)
    return state


class Kept(NamedTuple):
    """A match that is kept: who plays it, from which seed."""

    players: tuple[Player, ...]
    seed: int = 1
    contact: str = "any"


KEPT: Mapping[str, Kept] = {
    "twenty_points": Kept((greedy, greedy), seed=3),
    "twenty_points.three_seats": Kept((greedy, any_move, greedy), contact="ahead"),
    "twenty_points.all_others_rest": Kept((rests, greedy, rests)),
    "twenty_points.one_of_the_others_rests": Kept((greedy, rests, greedy, greedy)),
    "twenty_points.last_actions_are_rests": Kept((bows_out, bows_out, bows_out)),
    "twenty_points.two_reach_it": Kept((greedy, greedy), seed=2),
    "twenty_points.tie_broken_by_tiles": Kept((greedy, greedy)),
    "path_not_refilled": Kept((any_move, any_move)),
    "path_not_refilled.three_seats": Kept((any_move, any_move, any_move), contact="ahead"),
    "path_not_refilled.four_seats": Kept((any_move, any_move, any_move, any_move)),
    "path_not_refilled.victory_shared": Kept((rests, rests)),
    "path_not_refilled.tie_broken_by_tiles": Kept((takes_one, rests, rests)),
}


def played(kept: Kept) -> Table:
    """The match, played to its end."""
    options = {"contact": kept.contact}
    table = Table(PuraVida.name, len(kept.players), seed=f"kept {kept.seed}", options=options)
    play_to_the_end(table, kept.players)
    return table


if __name__ == "__main__":
    write_missing(MATCHES, KEPT, played)
