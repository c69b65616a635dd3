"""Every way a match can end, and the matches kept for them in `matches/`.

`python -m tests.domain.games.alien_puppies.ends` plays and writes those that are not there yet; a kept
match is never changed: it shows that old logs still mean what they meant.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from domain.commands import SERVER, MakeMove, Resign
from domain.games.rules import AUDITOR, Outcome
from domain.match_file import SUFFIX, write
from domain.sealing import salt_key
from tests.domain.table import Table

GAME = "alien_puppies"
MATCHES = Path(__file__).parent / "matches"

REASONS = {
    "goal_reached": "a seat has put its third Alien Puppy, of two seats its fifth, into its Backyard "
    "(rulebook, How to Win)",
    "last_seat_alive": "all others are out (ruling 6)",
    "no_cards_left": "there is no card to draw and none on hand (rulebook, How to Win)",
    "countdown_ended": "everybody has had three more turns after the draw pile ran out (ruling 7)",
}

Play = Callable[[Table], None]


def at_random(table: Table) -> None:
    """Any legal answer of any seat that owes one."""
    table.random_move()


def with_timeouts(table: Table) -> None:
    """Answers windows at random only now and then; otherwise the server lets pass when the time has run
    out."""
    deadline = table.match.deadline()
    if deadline is None or table.picker.below(2):
        table.random_move()
        return
    for decision, seat, move in table.match.overdue(deadline):
        table.give(MakeMove, actor=SERVER, seat=seat, decision=decision, move=move, at=deadline)


def resigning(table: Table) -> None:
    """Seat 1 gives up after a while."""
    if table.match.version < 60:
        table.random_move()
    else:
        table.give(Resign, actor=table.player(1))


class Kept(NamedTuple):
    """A match that is kept: the first one, played so, that ends as wanted."""

    seats: int
    wanted: Callable[[Outcome], bool]
    play: Play = at_random
    options: Mapping[str, int] = {}


def ended(reason: str) -> Callable[[Outcome], bool]:
    """Whether a match ended for this reason."""
    return lambda outcome: outcome.reason == reason


KEPT: Mapping[str, Kept] = {
    "goal_reached.two": Kept(2, ended("goal_reached")),
    "goal_reached.four": Kept(4, ended("goal_reached")),
    "goal_reached.out": Kept(3, lambda o: o.reason == "goal_reached" and len(o.ranking) == 3),
    "goal_reached.timeouts": Kept(3, ended("goal_reached"), with_timeouts, {"reaction_seconds": 15}),
    "last_seat_alive": Kept(2, ended("last_seat_alive")),
    "no_cards_left": Kept(3, ended("no_cards_left")),
    "countdown_ended.five": Kept(5, ended("countdown_ended"), options={"earth_puppies": 22}),
    "countdown_ended.tie": Kept(4, lambda o: o.reason == "countdown_ended" and len(o.ranking[0]) > 1),
    "resigned": Kept(2, lambda _: False, resigning),
}


def played(kept: Kept) -> Table:
    """The match, played to its end."""
    for seed in range(2000):
        table = Table(GAME, kept.seats, seed=f"ends {seed}", options=kept.options)
        while not table.match.over:
            kept.play(table)
        outcome = table.match.rules.outcome(table.match.game_state)
        if kept.play is resigning or (outcome is not None and kept.wanted(outcome)):
            return table
    raise LookupError("no match ended so")


def match_file(table: Table) -> bytes:
    """A match as its file."""
    return b"".join(write(table.events, AUDITOR, salt_key(table.match.secret)))


def write_missing() -> None:
    """Play and write the matches that are not kept yet."""
    for name, kept in KEPT.items():
        path = MATCHES / f"{name}{SUFFIX}"
        if not path.exists():
            path.write_bytes(match_file(played(kept)))


if __name__ == "__main__":
    write_missing()
