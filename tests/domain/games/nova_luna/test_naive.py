"""Whole matches against the rules read once more: every listed move, event, decision and end."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest

from domain.games.nova_luna.events import TilesShuffled, TurnOrderDrawn
from domain.match_events import MatchEnded, MatchEvent
from tests.domain.games.facts import facts, plain
from tests.domain.games.nova_luna.naive import NaiveMatch
from tests.domain.games.nova_luna.table import TILES
from tests.domain.table import Table

TO_PLACE = {"standard": {2: 20, 3: 20, 4: 20}, "first_game": {2: 20, 3: 17, 4: 15}}


def started(table: Table, tokens: int) -> NaiveMatch:
    """The naive match that has the same draws; what follows from them is compared."""
    shuffled, order, *_ = (one.event for one in table.events if not isinstance(one.event, MatchEvent))
    assert isinstance(shuffled, TilesShuffled)
    assert isinstance(order, TurnOrderDrawn)
    naive = NaiveMatch(TILES, shuffled.order, order.seats, tokens)
    assert facts(table.events)[2:] == naive.set_up()
    return naive


def in_some_order(moves: Any) -> Counter[bytes]:
    return Counter(msgspec.json.encode(move, order="sorted") for move in moves)


@pytest.mark.parametrize("seed", range(24))
def test_a_match_comes_out_as_in_a_naive_reading(seed: int) -> None:
    seats, tokens = 2 + seed % 3, "first_game" if seed % 2 else "standard"
    table = Table("nova_luna", seats, seed=f"naive {seed}", options={"tokens": tokens})
    naive = started(table, TO_PLACE[tokens][seats])
    random, number = Random(seed), 0
    while naive.outcome() is None:
        decision, number = table.open_decision(), number + 1
        seat = naive.soonest()[0]
        assert (decision.number, decision.kind, decision.seats) == (number, "turn", (seat,))
        assert decision.context == {"reachable": naive.reach(), "may_refill": naive.may_refill()}
        moves = naive.legal_moves()
        assert in_some_order(table.legal_moves(seat)) == in_some_order(moves)
        move = random.choice(moves)
        assert facts(table.move(seat, move)) == list(naive.play(move))
    ended = table.events[-1].event
    assert isinstance(ended, MatchEnded)
    assert plain((ended.reason, ended.ranking, ended.scores)) == list(naive.outcome() or ())
