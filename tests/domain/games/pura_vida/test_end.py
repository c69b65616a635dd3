"""Rulebook, End of the Game."""

from __future__ import annotations

import pytest

from domain.games.pura_vida.events import (
    BiodiversityScored,
    FinalActionsBegan,
    PathLaid,
    RangerRested,
    RoundEnded,
    TurnBegan,
)
from domain.games.pura_vida.moves import Release
from domain.games.pura_vida.scoring import ranking
from domain.games.rules import Outcome
from tests.domain.games.chance_doubles import NoChance
from tests.domain.games.pura_vida.table import Table, a, of_class

PATH = [
    a("snake", "volcano"),
    *(f"PV{number:02}" for number in range(1, 10)),
    a("sloth", "volcano"),
    a("snake", "volcano", 1),
]
SUPPLY = [f"PV{number:02}" for number in range(46, 60)]
TWO_POINTS = Release(1, (1, 3))
"""Takes the snake from space 1 and completes a column of three snakes."""


def before_the_end(*, points: int = 18, seats: int = 3) -> Table:
    """Seat 0 can score 2 points with its next action; it has `points`."""
    table = Table(PATH, SUPPLY, seats=seats)
    table.lay({(0, 1): "PV61", (1, 1): a("snake", "savannah"), (1, 2): a("snake", "mangrove")})
    table.give_points(0, points)
    return table


# Twenty points


@pytest.mark.parametrize("points", [18, 19, 30])
def test_who_gets_to_or_passes_20_leaves_the_others_one_action_each(points: int) -> None:
    """Rulebook, End of the Game, A: "gets to or passes space 20 … all the other players may still perform
    exactly 1 action"."""
    table = before_the_end(points=points)
    assert of_class(FinalActionsBegan, table.play(TWO_POINTS)) == [FinalActionsBegan(0, (1, 2))]
    assert table.state.turn == 1
    table.release(2, (1, 0))
    assert table.rules.outcome(table.state) is None
    assert table.state.turn == 2
    table.release(3, (1, 0))
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert (outcome.reason, outcome.scores) == ("twenty_points", (points + 2, 0, 0))
    assert table.rules.awaiting(table.state) is None
    assert list(table.rules.legal_moves(table.state, 0)) == []


def test_19_points_end_nothing() -> None:
    table = before_the_end(points=17)
    assert not of_class(FinalActionsBegan, table.play(TWO_POINTS))
    assert table.state.last_actions is None


def test_a_last_action_may_be_to_rest_and_no_new_round_begins() -> None:
    """Ruling 4: no `RoundEnded` is recorded in the last actions, whatever they are."""
    table = before_the_end()
    table.play(TWO_POINTS)
    events = [*table.rest(), *table.rest()]
    assert events == [RangerRested(1, 1), TurnBegan(2), RangerRested(2, 2)]
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "twenty_points"


def test_a_resting_player_has_no_last_action() -> None:
    """Ruling 3; rulebook, Rest: no further action until the end of the round."""
    table = before_the_end(seats=4)
    table.happen(RangerRested(1, 1))
    table.happen(TurnBegan(0))
    assert of_class(FinalActionsBegan, table.play(TWO_POINTS)) == [FinalActionsBegan(0, (2, 3))]
    table.rest()
    table.rest()
    assert table.rules.outcome(table.state) is not None


def test_when_all_others_rest_the_match_ends_at_once() -> None:
    """Rulings 3 and 12: the end is announced also when nobody has an action left."""
    table = before_the_end()
    for place, seat in enumerate((2, 1), start=1):
        table.happen(RangerRested(seat, place))
    table.happen(TurnBegan(0))
    *_, last = table.play(TWO_POINTS)
    assert last == FinalActionsBegan(0, ())
    assert table.rules.awaiting(table.state) is None
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "twenty_points"


def test_a_second_seat_that_reaches_20_adds_no_actions() -> None:
    """Ruling 3."""
    table = before_the_end()
    table.give_points(1, 18)
    table.lay({(0, 1): "PV61", (1, 1): a("snake", "savannah"), (1, 2): a("snake", "mangrove")}, seat=1)
    table.play(TWO_POINTS)
    events = table.release(12, (1, 3))
    assert of_class(BiodiversityScored, events)
    assert not of_class(FinalActionsBegan, events)
    assert table.state.scores[1] == 20
    assert table.state.turn == 2
    table.rest()
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (20, 20, 0)


def test_both_axes_are_scored_before_20_points_are_looked_for() -> None:
    """Ruling 12: the whole placement first."""
    table = before_the_end()
    table.lay({(2, 3): a("sloth", "volcano"), (3, 3): a("frog", "volcano")})
    kinds = [type(event) for event in table.play(TWO_POINTS)][2:]
    assert kinds == [BiodiversityScored, BiodiversityScored, FinalActionsBegan, TurnBegan]
    assert table.state.scores[0] == 22


def test_the_match_is_not_over_before_the_last_action_is_complete() -> None:
    """Walked, laid and scored: nothing of it is lost, and no outcome is told before."""
    table = before_the_end(seats=2)
    table.lay(
        {(0, 1): "PV61", (1, 1): a("sloth", "savannah"), (1, 2): a("sloth", "mangrove")},
        seat=1,
    )
    table.play(TWO_POINTS)
    outcomes = []
    for event in table.rules.decide(table.state, 1, Release(11, (1, 3)), NoChance()):
        assert table.rules.outcome(table.state) is None
        table.happen(event)
        outcomes.append(type(event).__name__)
    assert outcomes == ["RangerMoved", "TilePlaced", "BiodiversityScored"]
    assert table.rules.outcome(table.state) == Outcome("twenty_points", ((0,), (1,)), (20, 2))


# Too few tiles


def test_the_match_ends_when_the_path_cannot_be_refilled_completely() -> None:
    """Rulebook, End of the Game, B: "At the end of the round, you can no longer completely refill the path
    with 12 new tiles. In this case, the game ends immediately"; ruling 4: the round's end is recorded."""
    table = Table(PATH, SUPPLY[:11])
    table.rest()
    assert table.rest() == [RangerRested(1, 2), RoundEnded(1, tuple(PATH), next_first_seat=None)]
    assert table.rules.outcome(table.state) == Outcome("path_not_refilled", ((0, 1),), (0, 0))
    assert table.rules.awaiting(table.state) is None
    assert table.state.removed == PATH


def test_twelve_tiles_are_enough() -> None:
    table = Table(PATH, SUPPLY[:12])
    table.rest()
    assert of_class(PathLaid, table.rest()) == [PathLaid(2, tuple(SUPPLY[:12]))]
    assert table.state.supply == []
    assert table.rules.outcome(table.state) is None


def test_a_tile_taken_leaves_no_gap_to_fill_before_the_rounds_end() -> None:
    """The path is laid anew at a round's end only."""
    table = Table(PATH, SUPPLY)
    assert not of_class(PathLaid, table.release(4, (1, 0)))
    assert len(table.state.path) == 11


# Who wins


def test_whose_score_token_is_furthest_ahead_wins() -> None:
    """Rulebook, End of the Game; also when another seat brought about the end (ruling 5)."""
    assert ranking(scores=[20, 22, 3], tiles=[9, 15, 1]) == ((1,), (0,), (2,))


def test_in_case_of_a_tie_fewer_tiles_win() -> None:
    """Rulebook, End of the Game: "the person who has fewer tiles in their national park wins"."""
    assert ranking(scores=[20, 20], tiles=[12, 11]) == ((1,), (0,))


def test_if_there_is_still_a_tie_the_victory_is_shared() -> None:
    """Rulebook, End of the Game: "the tied players share the victory"."""
    assert ranking(scores=[20, 20, 19], tiles=[11, 11, 8]) == ((0, 1), (2,))


def test_the_whole_ranking_uses_the_same_order() -> None:
    """Rules, Round and end."""
    assert ranking(scores=[5, 21, 5, 5], tiles=[7, 9, 6, 7]) == ((1,), (2,), (0, 3))


def test_a_match_is_ranked_by_its_parks() -> None:
    table = Table(PATH, seats=3)
    table.release(2, (1, 0))
    for _ in range(3):
        table.rest()
    assert table.rules.outcome(table.state) == Outcome("path_not_refilled", ((1, 2), (0,)), (0, 0, 0))


def test_statistics() -> None:
    table = before_the_end(points=0, seats=2)
    table.play(TWO_POINTS)
    assert table.rules.statistics(table.state) == {
        "rounds": 1,
        "tiles_released": 4,
        "tiles_left_on_path": 11,
        "points_by_a": 0,
        "points_by_b": 2,
        "points_by_c": 0,
    }
