"""Every way a match can end, and the matches kept for them in `matches/`.

`python -m tests.domain.games.nova_luna.ends` plays and writes anew those that are not there yet; a kept
match is never changed: it shows that old logs still mean what they meant. The two that are named by their
reason alone are older than this and were played by `fairtable simulate`.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from domain.games.nova_luna.moves import Refill
from domain.games.nova_luna.rules import NovaLuna
from domain.games.rules import Move, Seat
from tests.domain.games.kept import Player, any_move, greedy, play_to_the_end, write_missing
from tests.domain.table import Table

MATCHES = Path(__file__).parent / "matches"

REASONS = {
    "all_tokens_placed": "a seat has placed its last token (rulebook, Immediate Win)",
    "tiles_exhausted": "neither wheel nor supply holds a tile (rulebook, Tile Depletion)",
}


def refills(table: Table, seat: Seat) -> Move:
    """Greedy, but fills the wheel whenever it may."""
    first, *_ = table.legal_moves(seat)
    return first if isinstance(first, Refill) else greedy(table, seat)


class Kept(NamedTuple):
    """A match that is kept: who plays it, from which seed, with how many tokens."""

    players: tuple[Player, ...]
    seed: int = 1
    tokens: str = "standard"


KEPT: Mapping[str, Kept] = {
    "all_tokens_placed": Kept((greedy, greedy, greedy), tokens="first_game"),
    "all_tokens_placed.four_seats": Kept((refills, greedy, any_move, greedy), seed=8, tokens="first_game"),
    "all_tokens_placed.more_tasks_than_tokens": Kept((greedy, greedy), seed=2),
    "tiles_exhausted": Kept((any_move, any_move)),
    "tiles_exhausted.four_seats": Kept((greedy, greedy, greedy, greedy), seed=8),
    "tiles_exhausted.ties_broken_by_distance_and_stack": Kept((any_move, any_move, any_move), seed=148),
}


def played(kept: Kept) -> Table:
    """The match, played to its end."""
    options = {"tokens": kept.tokens}
    table = Table(NovaLuna.name, len(kept.players), seed=f"kept {kept.seed}", options=options)
    play_to_the_end(table, kept.players)
    return table


if __name__ == "__main__":
    write_missing(MATCHES, KEPT, played)
