"""Rulebook, End of Game and Scoring."""

from __future__ import annotations

from domain.games.nova_luna.events import TaskCompleted, WheelFilled
from domain.games.nova_luna.moves import Take
from domain.games.nova_luna.scoring import ranking
from domain.games.rules import Outcome
from tests.domain.games.chance_doubles import NoChance
from tests.domain.games.nova_luna.table import (
    BLUE,
    RED,
    TURQUOISE,
    YELLOW,
    Table,
    of_class,
    rules_with_tokens_to_place,
)

RED_ASKS_3_BLUE_OR_1_BLUE = "NL47"


def test_who_places_the_last_token_wins_at_once() -> None:
    """Rulebook, Immediate Win."""
    table = Table({5: BLUE, 6: YELLOW}, rules=rules_with_tokens_to_place(1))
    table.lay((0, 0), RED_ASKS_3_BLUE_OR_1_BLUE)
    table.take(5, (1, 0), seat=0)
    assert table.rules.outcome(table.state) == Outcome("all_tokens_placed", ((0,), (1,)), (1, 0))
    assert table.rules.awaiting(table.state) is None
    assert table.legal() == []


def test_an_immediate_win_ends_the_match_before_the_wheel_is_filled() -> None:
    """Ruling 12."""
    table = Table(
        {5: RED_ASKS_3_BLUE_OR_1_BLUE, 6: BLUE}, supply=["NL20"], rules=rules_with_tokens_to_place(1)
    )
    table.take(5, (0, 0), seat=0)
    assert not of_class(WheelFilled, table.take(6, (1, 0), seat=0))
    assert table.rules.outcome(table.state) is not None


def test_the_match_goes_on_while_a_tile_can_be_taken() -> None:
    table = Table({5: BLUE, 6: RED})
    table.take(5)
    assert table.rules.outcome(table.state) is None
    assert table.rules.awaiting(table.state) is not None


def test_without_tiles_the_fewest_remaining_tokens_win() -> None:
    """Rulebook, Tile Depletion: also when another seat would have moved sooner."""
    table = Table(stack=(0, 1))
    table.lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): BLUE})
    assert table.rules.outcome(table.state) == Outcome("tiles_exhausted", ((0,), (1,)), (1, 0))
    assert table.rules.awaiting(table.state) is None
    assert table.legal() == []


def test_a_tie_goes_to_who_would_have_moved_sooner() -> None:
    """Rulebook, Tie-breaker: the one furthest back."""
    table = Table({1: TURQUOISE, 2: "NL17"}, stack=(1, 0))
    table.take(2)
    table.take(1)
    assert table.state.distances == [7, 1]
    assert table.rules.outcome(table.state) == Outcome("tiles_exhausted", ((1,), (0,)), (0, 0))


def test_a_tie_on_one_space_goes_to_the_one_on_top() -> None:
    """Rulebook, Tie-breaker: on a shared space the top token takes the next turn."""
    table = Table({1: RED, 2: BLUE}, stack=(1, 0))
    table.take(1)
    table.take(2)
    assert table.state.stacks == {1: [0, 1]}
    assert table.rules.outcome(table.state) == Outcome("tiles_exhausted", ((1,), (0,)), (0, 0))


def test_the_whole_ranking_follows_the_same_order() -> None:
    """Rules, End: "the whole ranking uses the same order"; ruling 13."""
    assert ranking(tokens=[4, 2, 4, 2], moving_order=[2, 3, 0, 1]) == ((3,), (1,), (2,), (0,))


def test_the_last_tile_is_completed_before_the_tiles_have_run_out() -> None:
    """Ruling 11: no outcome as long as something of the last turn is still to come."""
    table = Table({5: RED_ASKS_3_BLUE_OR_1_BLUE, 6: BLUE})
    table.take(5, (0, 0), seat=0)
    outcomes = []
    for event in table.rules.decide(table.state, 0, Take(6, (1, 0)), NoChance()):
        assert table.rules.outcome(table.state) is None
        table.happen(event)
        outcomes.append((type(event), table.rules.outcome(table.state)))
    assert outcomes[-1] == (TaskCompleted, Outcome("tiles_exhausted", ((0,), (1,)), (1, 0)))


def test_scores_count_the_tokens_that_each_seat_placed() -> None:
    table = Table(stack=(2, 1, 0))
    table.lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (1, 0): BLUE, (2, 0): BLUE, (3, 0): BLUE}, seat=2)
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (0, 0, 2)


def test_statistics() -> None:
    table = Table({5: RED_ASKS_3_BLUE_OR_1_BLUE}, supply=[BLUE, RED, TURQUOISE])
    table.refill()
    table.take(1, (0, 0), seat=0)
    table.take(5, (1, 0), seat=0)
    assert table.rules.statistics(table.state) == {
        "tiles_taken": 2,
        "refills": 1,
        "tasks_completed": 1,
        "distance_walked": 6,
    }
