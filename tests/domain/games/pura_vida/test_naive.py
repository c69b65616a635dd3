"""Whole matches against the rules read once more: every listed move, event, decision and end."""

from __future__ import annotations

import pytest

from domain.games.pura_vida.events import StartingSeatDrawn, TilesShuffled
from domain.games.rules import Move
from domain.match_events import MatchEnded
from tests.domain.games.facts import facts, plain
from tests.domain.games.kept import any_move, greedy
from tests.domain.games.pura_vida import naive
from tests.domain.games.pura_vida.table import TILES
from tests.domain.table import Table


def started(table: Table, contact: str) -> naive.NaiveMatch:
    """The naive match that has the same draws; what follows from them is compared."""
    (order,) = (one.event.order for one in table.events if isinstance(one.event, TilesShuffled))
    (first,) = (one.event.seat for one in table.events if isinstance(one.event, StartingSeatDrawn))
    match = naive.NaiveMatch(TILES, order, len(table.match.seats), first, contact)
    assert facts(table.events)[1:] == list(match.set_up())
    return match


def chosen(table: Table, seat: int, seed: int) -> Move:
    """Greedy players bring about 20 points, random ones that the tiles run out; some matches have both."""
    return any_move(table, seat) if seed % 4 == 0 or (seed % 4 == 1 and seat) else greedy(table, seat)


@pytest.mark.parametrize("seed", range(24))
def test_a_match_comes_out_as_in_a_naive_reading(seed: int) -> None:
    """What may be laid where is compared at every move by `test_matches.py`."""
    seats, contact = 2 + seed % 3, "ahead" if seed % 5 < 2 else "any"
    table = Table("pura_vida", seats, seed=f"naive {seed}", options={"contact": contact})
    match, number = started(table, contact), 0
    while match.reason is None:
        decision, number = table.open_decision(), number + 1
        assert (decision.number, decision.kind, decision.seats) == (number, "turn", (match.turn,))
        move = plain(chosen(table, match.turn, seed))
        assert facts(table.move(match.turn, move)) == list(match.play(move))
    ended = table.events[-1].event
    assert isinstance(ended, MatchEnded)
    assert plain((ended.reason, ended.ranking, ended.scores)) == [match.reason, match.ranking(), match.scores]
