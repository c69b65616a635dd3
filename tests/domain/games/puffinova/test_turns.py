"""Turns, ships' ways home, and extra turns (rulebook, How to Play)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from domain.games.puffinova.events import (
    CardPaid,
    CardPlayed,
    DiamondsMoved,
    EffectBegan,
    ExtraTurnGranted,
    RowRefilled,
    ShipLaunched,
    ShipsCalledHome,
    TurnBegan,
    TurnSkipped,
)
from domain.games.puffinova.moves import CallHome, EmergencyLanding, Launch, Play
from domain.games.puffinova.refusals import LandedAlready, NoShipOut, TooFewDiamonds
from domain.games.puffinova.rules import PuffiNova
from tests.domain.games.puffinova.table import FILLERS, Table, of_class, with_board

# LI19 and LI20 cost four resources of three kinds and grant a new turn.
NEW_TURN, PAYMENT = "LI19", ["IN09", "IN10"]
ANOTHER_NEW_TURN, ANOTHER_PAYMENT = "LI20", ["IN11", "DO10"]


def test_play_continues_clockwise() -> None:
    """Rulebook, How to Play: one main action a turn, then the next seat."""
    table = Table(3)
    turns = [table.launch("skiff", "left", row, seat=seat)[-1] for seat, row in ((0, 1), (1, 2), (2, 3))]
    assert turns == [TurnBegan(1), TurnBegan(2), TurnBegan(0)]


def test_decisions_are_numbered_from_one() -> None:
    table = Table()
    assert table.state.decision == 1
    table.launch("skiff", "left", 1)
    assert table.state.decision == 2


# Calling ships home


def test_all_ships_come_home_from_anywhere_in_a_queue() -> None:
    """Rulebook, Call all your Spaceships back home; ruling 6: the others keep their order."""
    table = Table(3)
    for seat, ship in ((1, "ark"), (0, "skiff"), (2, "skiff"), (0, "ark"), (1, "skiff")):
        table.fly(seat, ship, "left", 1)
    table.fly(0, "cruiser", "right", 2)
    assert table.call_home() == [
        ShipsCalledHome(0, ("skiff", "ark", "cruiser"), emergency=False),
        TurnBegan(1),
    ]
    assert table.state.rows["left"][0].queue == [(1, "ark"), (2, "skiff"), (1, "skiff")]
    assert table.state.players[0].ships == ["skiff", "shuttle", "cruiser", "ark"]


def test_who_has_no_ship_out_calls_none_home() -> None:
    """Ruling 3: otherwise it would be a pass."""
    table = Table(diamonds={0: 3})
    assert CallHome() not in table.legal()
    assert EmergencyLanding() not in table.legal()
    with pytest.raises(NoShipOut, match="ships come home from the board; you have none there"):
        table.call_home()
    with pytest.raises(NoShipOut):
        table.land()


# Emergency landing


def test_an_emergency_landing_costs_three_diamonds_and_no_main_action() -> None:
    """Rulebook, Emergency Landing."""
    table = Table(diamonds={0: 4})
    table.fly(0, "ark", "left", 1)
    assert table.land() == [
        DiamondsMoved(0, "supply", 3, "emergency_landing"),
        ShipsCalledHome(0, ("ark",), emergency=True),
    ]
    assert table.asked() == ("turn", (0,))
    assert table.diamonds() == [1, 0]
    assert table.state.decision == 2
    table.launch("ark", "left", 1)
    assert table.asked() == ("turn", (1,))


def test_there_is_one_landing_a_turn_at_its_start() -> None:
    """Rulebook, Emergency Landing: at the start of the turn; once."""
    table = Table(diamonds={0: 6, 1: 6})
    table.fly(0, "ark", "left", 1)
    assert EmergencyLanding() in table.legal()
    table.land()
    assert EmergencyLanding() not in table.legal()
    with pytest.raises(LandedAlready, match="one emergency landing a turn; you have made yours"):
        table.land()
    table.launch("ark", "left", 1)
    table.fly(1, "ark", "left", 2)
    assert EmergencyLanding() in table.legal(1), "the next turn has its own"


def test_a_landing_must_be_paid() -> None:
    table = Table(diamonds={0: 2})
    table.fly(0, "ark", "left", 1)
    assert EmergencyLanding() not in table.legal()
    with pytest.raises(TooFewDiamonds, match="an emergency landing costs 3 diamonds; you have 2"):
        table.land()


def test_all_three_main_actions_are_open_on_a_turn() -> None:
    """Rulebook, Main Action."""
    table = Table(hands={0: ["IN01", "IN02"]}, diamonds={0: 3})
    table.fly(0, "ark", "left", 1)
    assert {type(move) for move in table.legal()} == {EmergencyLanding, Play, Launch, CallHome}


def test_a_set_may_make_queueing_and_landing_free() -> None:
    """Then nothing is paid, and nobody can do nothing (ruling 16)."""
    table = Table(rules=PuffiNova(with_board(queue_cost=0, emergency_cost=0)))
    table.block_all_rows([1])
    assert table.launch("skiff", "left", 1, queue=True) == [
        ShipLaunched(0, "skiff", "left", 1, queued=True, paid=0),
        *[RowRefilled("left", 1, space, "left", FILLERS[space - 1]) for space in (1, 2, 3)],
        TurnBegan(1),
    ]
    assert EmergencyLanding() in table.legal(1)
    assert table.land(1) == [ShipsCalledHome(1, ("skiff", "shuttle", "cruiser", "ark"), emergency=True)]
    assert table.asked() == ("turn", (1,))


# What is waited for


def test_what_an_answer_depends_on_is_told() -> None:
    """Public facts alone: what a turn has seen, which card asks for what, how many draws are left."""
    table = Table(hands={0: ["LI07", "IN09", "IN10"]}, diamonds={0: 3})
    table.fly(0, "ark", "left", 1)
    assert context(table) == {"landed": False, "extra_turns": 0}
    table.happen(ExtraTurnGranted(0))
    table.land()
    assert context(table) == {"landed": True, "extra_turns": 1}
    table.play("LI07", ["IN09", "IN10"], "star_castle")
    assert context(table) == {"card": "LI07", "do": "draw_card", "draws_left": 2}
    table.draw("left")
    assert context(table) == {"card": "LI07", "do": "draw_card", "draws_left": 1}


def context(table: Table) -> Mapping[str, Any]:
    decision = table.rules.awaiting(table.state)
    assert decision is not None
    return decision.context


# Extra turns


def test_a_new_turn_is_another_whole_turn_of_the_same_seat() -> None:
    """Rulebook, Appendix (Play a new turn); ruling 13."""
    table = Table(hands={0: [NEW_TURN, *PAYMENT]}, diamonds={0: 3})
    table.fly(0, "ark", "left", 1)
    table.land()
    assert table.play(NEW_TURN, PAYMENT, "star_castle") == [
        CardPaid(0, tuple(PAYMENT)),
        CardPlayed(0, NEW_TURN, "star_castle", 0),
        EffectBegan("lightning", "new_turn", ()),
        ExtraTurnGranted(0),
        TurnBegan(0),
    ]
    assert not table.state.landed, "landing included"
    table.launch("ark", "left", 1)
    assert table.asked() == ("turn", (1,))


def test_new_turns_are_chained() -> None:
    """Ruling 13."""
    table = Table(hands={0: [NEW_TURN, *PAYMENT, ANOTHER_NEW_TURN, *ANOTHER_PAYMENT]})
    table.play(NEW_TURN, PAYMENT, "star_castle")
    table.play(ANOTHER_NEW_TURN, ANOTHER_PAYMENT, "star_castle")
    assert table.asked() == ("turn", (0,))
    table.launch("skiff", "left", 1)
    assert table.asked() == ("turn", (1,))


def test_new_turns_stack() -> None:
    """Two granted on one turn, as a set with such cards could do."""
    table = Table(hands={0: [NEW_TURN, *PAYMENT]})
    table.happen(ExtraTurnGranted(0))
    table.play(NEW_TURN, PAYMENT, "star_castle")
    assert table.state.extra_turns == 1
    assert table.launch("skiff", "left", 1)[-1] == TurnBegan(0)
    assert table.launch("ark", "left", 2)[-1] == TurnBegan(1)


# Seats that can do nothing


def blocked(hands: dict[int, list[str]] | None = None, diamonds: int = 0) -> Table:
    """Three seats; the eight rows of the others' ships leave seat 1 nothing but cards and diamonds."""
    table = Table(4, hands=hands, diamonds={1: diamonds})
    table.block_all_rows([0, 2])
    return table


def test_a_seat_that_can_do_nothing_is_skipped() -> None:
    """Ruling 16."""
    table = blocked({0: ["IN01", "IN02"], 1: ["IN03"]})
    assert table.play("IN01", ["IN02"], "star_castle")[-2:] == [TurnSkipped(1), TurnBegan(2)]
    assert table.state.decision == 2


@pytest.mark.parametrize(
    ("hand", "diamonds"), [([], 2), (["IN01", "IN02"], 0), (["CO25", "IN02", "IN03"], 1)]
)
def test_a_seat_that_can_queue_or_pay_a_card_is_not_skipped(hand: list[str], diamonds: int) -> None:
    table = blocked({0: ["NO01", "NO02"], 1: hand}, diamonds)
    assert table.play("NO01", ["NO02"], "star_castle")[-1] == TurnBegan(1)
    assert table.legal(1)


def test_a_seat_with_a_ship_out_is_not_skipped() -> None:
    table = blocked({0: ["NO01", "NO02"]})
    table.fly(1, "skiff", "left", 1)
    assert table.play("NO01", ["NO02"], "star_castle")[-1] == TurnBegan(1)
    assert table.legal(1) == [CallHome()]


def test_a_seat_that_can_do_nothing_after_its_landing_is_skipped() -> None:
    """Ruling 16; the landing's decision is nobody's, so the next one takes its number."""
    table = Table(3, diamonds={0: 3})
    table.block_all_rows([1, 2])
    table.fly(0, "ark", "left", 1)
    assert table.land()[-2:] == [TurnSkipped(0), TurnBegan(1)]
    assert table.state.decision == 2
    assert table.asked() == ("turn", (1,))


def test_an_extra_turn_may_be_skipped_too() -> None:
    table = Table(3, hands={0: [NEW_TURN, *PAYMENT]})
    table.block_all_rows([1, 2])
    events = table.play(NEW_TURN, PAYMENT, "star_castle")
    assert events[-2:] == [TurnSkipped(0), TurnBegan(1)]
    assert table.state.extra_turns == 0


def test_several_seats_in_a_row_may_be_skipped() -> None:
    table = Table(5, hands={0: ["IN01", "IN02"]})
    table.block_all_rows([0, 3, 4])
    events = table.play("IN01", ["IN02"], "star_castle")
    assert of_class(TurnSkipped, events) == [TurnSkipped(1), TurnSkipped(2)]
    assert events[-1] == TurnBegan(3)
