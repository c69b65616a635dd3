"""Launching ships (rulebook, Launch a Spaceship and Draw Cards)."""

from __future__ import annotations

import pytest

from domain.games.puffinova.events import CardsTaken, DiamondsMoved, RowRefilled, ShipLaunched, TurnBegan
from domain.games.puffinova.moves import Column, Launch
from domain.games.puffinova.refusals import (
    NobodyToQueueFor,
    NoSuchRow,
    RowTaken,
    ShipNotAtHome,
    TooFewDiamonds,
)
from tests.domain.games.puffinova.table import FILLERS, Table

ROW = ("IN01", "IN02", "IN03")


def table_with_a_row(**more: int) -> Table:
    return Table(rows={("left", 1): ROW}, diamonds={0: more.get("diamonds", 0)})


@pytest.mark.parametrize(
    ("ship", "spaces"), [("skiff", [1]), ("shuttle", [1, 2]), ("cruiser", [2, 3]), ("ark", [1, 2, 3])]
)
def test_a_ship_takes_the_cards_at_its_windows_and_the_pile_refills(ship: str, spaces: list[int]) -> None:
    """Rulebook, Launch 1, 3 and 4: left to right, from the pile of that column."""
    table = table_with_a_row()
    taken = tuple(ROW[space - 1] for space in spaces)
    assert table.launch(ship, "left", 1) == [
        ShipLaunched(0, ship, "left", 1, queued=False, paid=0),
        CardsTaken(0, "left", 1, taken),
        *[RowRefilled("left", 1, space, "left", card) for space, card in zip(spaces, FILLERS, strict=False)],
        TurnBegan(1),
    ]
    assert table.hand() == list(taken)
    assert ship not in table.state.players[0].ships
    assert table.state.rows["left"][0].queue == [(0, ship)]
    assert None not in table.state.rows["left"][0].spaces


def test_the_right_column_is_refilled_from_the_right_pile() -> None:
    table = Table(rows={("right", 2): ROW})
    events = table.launch("skiff", "right", 2)
    assert RowRefilled("right", 2, 1, "right", FILLERS[12]) in events


def test_a_window_over_an_empty_space_gives_nothing() -> None:
    """And every empty space of the row is filled (ruling 24)."""
    table = Table(rows={("left", 1): ()})
    assert table.launch("skiff", "left", 2) == [
        ShipLaunched(0, "skiff", "left", 2, queued=False, paid=0),
        *[RowRefilled("left", 2, space, "left", FILLERS[space - 1]) for space in (1, 2, 3)],
        TurnBegan(1),
    ]
    assert table.hand() == []


def test_queueing_costs_two_diamonds() -> None:
    """Rulebook, Launch 2: behind a ship, which may belong to another player."""
    table = table_with_a_row(diamonds=3)
    table.fly(1, "ark", "left", 1)
    assert table.launch("shuttle", "left", 1, queue=True)[:3] == [
        DiamondsMoved(0, "supply", 2, "queue"),
        ShipLaunched(0, "shuttle", "left", 1, queued=True, paid=2),
        CardsTaken(0, "left", 1, ROW[:2]),
    ]
    assert table.state.rows["left"][0].queue == [(1, "ark"), (0, "shuttle")]
    assert table.diamonds() == [1, 0]


def test_one_may_queue_behind_an_own_ship_and_behind_several() -> None:
    """Rulebook, Launch 2: "the spaceship in front may belong to you or to another player"."""
    table = table_with_a_row(diamonds=4)
    table.fly(0, "ark", "left", 1)
    table.fly(1, "ark", "left", 1)
    table.launch("skiff", "left", 1, queue=True)
    assert table.state.rows["left"][0].queue == [(0, "ark"), (1, "ark"), (0, "skiff")]


def test_a_taken_space_is_taken() -> None:
    table = table_with_a_row(diamonds=2)
    table.fly(1, "ark", "left", 1)
    with pytest.raises(RowTaken, match="row 1 in the left column is taken; queueing there costs 2 diamonds"):
        table.launch("skiff", "left", 1)


def test_nobody_queues_for_an_empty_row() -> None:
    """Ruling 5."""
    with pytest.raises(NobodyToQueueFor, match="the space of row 1 in the left column is empty"):
        table_with_a_row(diamonds=2).launch("skiff", "left", 1, queue=True)


def test_queueing_needs_two_diamonds() -> None:
    table = table_with_a_row(diamonds=1)
    table.fly(1, "ark", "left", 1)
    with pytest.raises(TooFewDiamonds, match="queueing costs 2 diamonds; you have 1"):
        table.launch("skiff", "left", 1, queue=True)


def test_only_ships_at_home_are_launched() -> None:
    table = table_with_a_row()
    table.fly(0, "ark", "left", 1)
    with pytest.raises(ShipNotAtHome, match="you have skiff, shuttle and cruiser at home; ark cannot"):
        table.launch("ark", "left", 2)
    with pytest.raises(ShipNotAtHome, match="rocket cannot"):
        table.launch("rocket", "left", 2)


@pytest.mark.parametrize("row", [0, 3, -1])
def test_the_row_must_be_there(row: int) -> None:
    with pytest.raises(NoSuchRow, match=f"the right column has rows 1 to 2; there is no row {row}"):
        Table().launch("skiff", "right", row)


def launches(table: Table) -> list[Launch]:
    return [move for move in table.legal() if isinstance(move, Launch)]


def test_listed_are_all_ships_at_home_to_all_free_rows() -> None:
    table = Table()
    table.fly(1, "ark", "left", 1)
    table.fly(0, "skiff", "right", 2)
    places: list[tuple[Column, int]] = [("left", 2), ("right", 1)]
    assert launches(table) == [
        Launch(ship, column, row) for column, row in places for ship in ("shuttle", "cruiser", "ark")
    ]


def test_listed_are_queues_too_for_who_can_pay() -> None:
    table = Table(diamonds={0: 2})
    table.fly(1, "ark", "left", 1)
    queues = [move for move in launches(table) if move.queue]
    assert queues == [Launch(ship, "left", 1, queue=True) for ship in ("skiff", "shuttle", "cruiser", "ark")]


def test_with_five_players_there_is_no_ark_to_launch() -> None:
    """Rulebook, Setup 11."""
    table = Table(5)
    assert {move.ship for move in launches(table)} == {"skiff", "shuttle", "cruiser"}
    with pytest.raises(ShipNotAtHome):
        table.launch("ark", "left", 1)
    assert len(launches(table)) == 3 * 2 * 4
