"""Rulebook, Taking a Tile and Filling the Selection Track."""

from __future__ import annotations

import pytest

from domain.games.nova_luna.events import MoonAdvanced, TilePlaced, TileTaken, WheelFilled
from domain.games.nova_luna.moves import Refill, Take
from domain.games.nova_luna.refusals import (
    EmptySpace,
    MeeplesSpace,
    NoSuchSpace,
    OutOfReach,
    SupplyEmpty,
    TooManyTiles,
)
from domain.games.rules import Move, UnknownMove
from tests.domain.games.nova_luna.table import BLUE, RED, TURQUOISE, YELLOW, Table, of_class

A_FEW = {1: "NL03", 3: "NL04", 4: "NL05", 7: "NL06", 9: "NL07"}
SUPPLY = [f"NL{number}" for number in range(40, 60)]


# Taking


def test_the_next_three_tiles_clockwise_may_be_taken_and_empty_spaces_do_not_count() -> None:
    """Rulebook, Taking a Tile: "the next three tiles in clockwise order … empty spaces are ignored"."""
    table = Table(A_FEW)
    assert table.legal() == [Take(1, (0, 0)), Take(3, (0, 0)), Take(4, (0, 0))]


def test_the_meeple_moves_to_the_space_of_the_taken_tile() -> None:
    """Rulebook, Taking a Tile: "place the Meeple on the space from which the tile was taken"."""
    table = Table(A_FEW)
    taken, *_ = table.take(4)
    assert taken == TileTaken(0, 4, "NL05")
    assert (table.state.meeple, table.state.wheel[4]) == (4, None)


def test_the_count_goes_on_across_the_end_of_the_numbering() -> None:
    """Rulebook, Taking a Tile: clockwise from the meeple; the wheel is a ring."""
    table = Table(A_FEW)
    table.take(4)
    assert table.state.reachable() == [7, 9, 1]


def test_with_fewer_than_three_tiles_those_left_may_be_taken() -> None:
    table = Table({5: BLUE, 2: RED})
    assert table.state.reachable() == [2, 5]


def test_a_turn_is_never_skipped() -> None:
    """Rulebook, Taking a Tile: "you cannot skip your turn"; ruling 10."""
    table = Table({2: RED}, supply=SUPPLY)
    assert table.legal() == [Refill(), Take(2, (0, 0))]
    table.refill()
    assert all(isinstance(move, Take) for move in table.legal())


def test_a_tile_taken_is_placed_at_once() -> None:
    """Rulebook, Taking a Tile: "any tile taken must be placed immediately"."""
    assert [type(event) for event in Table(A_FEW).take(1)] == [TileTaken, TilePlaced, MoonAdvanced]


@pytest.mark.parametrize(
    ("space", "refusal", "sentence"),
    [
        (9, OutOfReach, "the meeple reaches only the tiles on spaces 1, 3 and 4; space 9 is farther"),
        (2, EmptySpace, "the meeple reaches only the tiles on spaces 1, 3 and 4; space 2 is empty"),
        (0, MeeplesSpace, "on space 0 stands the meeple itself"),
        (99, NoSuchSpace, "the spaces of the wheel are numbered 0 to 11; there is no space 99"),
        (-1, NoSuchSpace, "there is no space -1"),
        (10**15, NoSuchSpace, "there is no space 1000000000000000"),
    ],
)
def test_no_other_space_may_be_taken_from(space: int, refusal: type[Exception], sentence: str) -> None:
    with pytest.raises(refusal, match=sentence):
        Table(A_FEW).take(space)


def test_another_move_is_unknown() -> None:
    class Pass(Move, tag="pass", frozen=True):
        """No move of this game."""

    with pytest.raises(UnknownMove, match="one may take or refill, not Pass"):
        Table(A_FEW).play(Pass())


# Filling as a choice


@pytest.mark.parametrize("lying", [{5: BLUE}, {5: BLUE, 6: RED}])
def test_with_one_or_two_tiles_left_the_wheel_may_be_filled(lying: dict[int, str]) -> None:
    """Rulebook, Filling: "if only one or two tiles remain …, you may fill the empty spaces"."""
    assert Table(lying, supply=SUPPLY).legal()[0] == Refill()


def test_with_three_tiles_left_it_may_not() -> None:
    table = Table({5: BLUE, 6: RED, 7: YELLOW}, supply=SUPPLY)
    assert Refill() not in table.legal()
    with pytest.raises(TooManyTiles, match=r"while at most 2 tiles lie on it; now there are 3$"):
        table.refill()


def test_without_supply_it_may_not() -> None:
    table = Table({5: BLUE})
    assert Refill() not in table.legal()
    with pytest.raises(SupplyEmpty, match="no tile is left there"):
        table.refill()


def test_filling_goes_clockwise_from_the_meeple_over_empty_spaces_only() -> None:
    """Rulebook, Filling: "the space closest to the Meeple first, moving clockwise"; ruling 3."""
    table = Table({3: TURQUOISE, 5: BLUE, 7: RED}, supply=SUPPLY)
    table.take(3)
    (filled,) = table.refill()
    spaces = [4, 6, 8, 9, 10, 11, 0, 1, 2]
    assert filled == WheelFilled(tuple(zip(spaces, SUPPLY, strict=False)), by_rule=False)
    assert table.state.wheel[3] is None
    assert table.state.supply == SUPPLY[len(spaces) :]


def test_filling_stops_when_the_supply_is_used_up() -> None:
    """Rules, turn 3: "while the supply lasts"."""
    table = Table({3: TURQUOISE, 5: BLUE}, supply=SUPPLY[:3])
    (filled,) = table.refill()
    assert filled == WheelFilled(((1, SUPPLY[0]), (2, SUPPLY[1]), (4, SUPPLY[2])), by_rule=False)
    assert table.state.supply == []


def test_after_filling_the_same_seat_chooses_among_the_new_tiles() -> None:
    """Ruling 2: filling is a move of its own, before taking, and opens a decision of its own."""
    table = Table({5: BLUE}, supply=SUPPLY)
    before = table.rules.awaiting(table.state)
    table.refill()
    after = table.rules.awaiting(table.state)
    assert before is not None
    assert after is not None
    assert (after.seats, after.number) == (before.seats, before.number + 1)
    assert after.context == {"reachable": [1, 2, 3], "may_refill": False}


# Filling by rule


def test_an_empty_wheel_is_filled_before_the_next_turn() -> None:
    """Rulebook, Filling: "if no tiles remain …, you must fill all empty spaces"; ruling 12."""
    table = Table({5: BLUE}, supply=SUPPLY)
    *_, filled = table.take(5)
    spaces = [6, 7, 8, 9, 10, 11, 0, 1, 2, 3, 4]
    assert filled == WheelFilled(tuple(zip(spaces, SUPPLY, strict=False)), by_rule=True)
    assert table.state.tiles_on_wheel() == 11


def test_a_filling_by_rule_opens_no_decision() -> None:
    table = Table({5: BLUE}, supply=SUPPLY)
    events = table.take(5)
    assert of_class(WheelFilled, events)
    assert table.state.decision == 2
    assert table.state.refills == 0


def test_no_filling_without_supply() -> None:
    assert not of_class(WheelFilled, Table({5: BLUE}).take(5))
