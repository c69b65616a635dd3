"""Every way a match can end, and the matches kept for them in `matches/`.

`python -m tests.domain.games.pura_vida.ends` plays and writes anew those that are not there yet; a kept
match is never changed: it shows that old logs still mean what they meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec

from domain.games.pura_vida.moves import Release, Rest
from domain.games.pura_vida.rules import PuraVida
from domain.games.pura_vida.state import PuraVidaState
from domain.games.rules import AUDITOR, Move, Seat
from domain.match_file import SUFFIX, write
from tests.domain.table import Table

MATCHES = Path(__file__).parent / "matches"

REASONS = {
    "twenty_points": "a seat has reached 20 points, and the others have had their last actions (rulebook, "
    "End of the Game, A)",
    "path_not_refilled": "fewer than 12 tiles are left for a new path (rulebook, End of the Game, B)",
}

Player = Callable[[Table, Seat], Move]


def greedy(table: Table, seat: Seat) -> Move:
    """The game's own greedy bot."""
    state = table.match.state
    bot = table.match.rules.bots["greedy"]
    return bot.choose(table.match.rules.view(state, seat), table.legal_moves(seat), table.picker)


def any_move(table: Table, seat: Seat) -> Move:
    """Any legal move."""
    moves = table.legal_moves(seat)
    return moves[table.picker.below(len(moves))]


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
    while owing := table.owing():
        (seat,) = owing
        move = kept.players[seat](table, seat)
        assert isinstance(move, Release | Rest)
        table.move(seat, msgspec.to_builtins(move))
    return table


def write_missing() -> None:
    """Play and write the matches that are not kept yet."""
    for name, kept in KEPT.items():
        path = MATCHES / f"{name}{SUFFIX}"
        if not path.exists():
            table = played(kept)
            path.write_bytes(b"".join(write(table.events, AUDITOR, table.match.salt_key)))


if __name__ == "__main__":
    write_missing()
