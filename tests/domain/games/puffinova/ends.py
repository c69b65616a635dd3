"""Every way a match can end, and the matches kept for them in `matches/`.

`python -m tests.domain.games.puffinova.ends` plays and writes anew those that are not there yet; a kept
match is never changed: it shows that old logs still mean what they meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from domain.games.puffinova.moves import Launch
from domain.games.puffinova.rules import PuffiNova
from domain.games.rules import AUDITOR, Move, Seat
from domain.match_file import SUFFIX, write
from tests.domain.table import Table

MATCHES = Path(__file__).parent / "matches"

REASONS = {"third_explosion": "the third Diamond Explosion is drawn (rulebook, End of the Game)"}

Player = Callable[[Table, Seat], Move]


def greedy(table: Table, seat: Seat) -> Move:
    """The game's own greedy bot."""
    bot = table.match.rules.bots["greedy"]
    return bot.choose(table.match.rules.view(table.match.state, seat), table.legal_moves(seat), table.picker)


def any_move(table: Table, seat: Seat) -> Move:
    """Any legal move."""
    moves = table.legal_moves(seat)
    return moves[table.picker.below(len(moves))]


def flies_only(table: Table, seat: Seat) -> Move:
    """Launches while it can, with the largest ship, and plays no card."""
    moves = table.legal_moves(seat)
    return next((move for move in reversed(moves) if isinstance(move, Launch)), moves[0])


class Kept(NamedTuple):
    """A match that is kept: who plays it, how, from which seed."""

    players: tuple[Player, ...]
    options: Mapping[str, Any]
    seed: int = 1


FAMILY: Mapping[str, Any] = {"variant": "family_only"}
FRIENDS: Mapping[str, Any] = {"decks": ["friend", "lightning"]}

EXPERIENCED: Mapping[str, Any] = {"variant": "experienced_family", "empty_area_ranks": False}

KEPT: Mapping[str, Kept] = {
    "third_explosion": Kept((greedy, greedy), FAMILY, seed=2),
    "third_explosion.while_drawing": Kept((greedy, greedy), FRIENDS, seed=4),
    "third_explosion.by_a_buddy": Kept((any_move, any_move), FRIENDS, seed=5),
    "third_explosion.tie_broken_by_diamonds": Kept((greedy, greedy), FAMILY, seed=4),
    "third_explosion.tie_broken_by_cards_in_hand": Kept((any_move, any_move), FAMILY, seed=72),
    "third_explosion.victory_shared": Kept((any_move, any_move), FAMILY, seed=134),
    "third_explosion.place_shared": Kept((any_move, any_move, any_move), FAMILY, seed=83),
    "third_explosion.large_hands": Kept((flies_only, flies_only), FAMILY, seed=2),
    "third_explosion.experienced_family": Kept((greedy, any_move, greedy, any_move), EXPERIENCED),
    "third_explosion.five_seats": Kept((greedy, any_move, greedy, any_move, any_move), {}),
}


def played(kept: Kept) -> Table:
    """The match, played to its end."""
    table = Table(PuffiNova.name, len(kept.players), seed=f"kept {kept.seed}", options=kept.options)
    while owing := table.owing():
        seat = owing[table.picker.below(len(owing))]
        table.move(seat, msgspec.to_builtins(kept.players[seat](table, seat)))
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
