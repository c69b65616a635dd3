"""Refilling and Diamond Explosions (rulebook, Launch a Spaceship 4 and 5, End of the Game)."""

from __future__ import annotations

import pytest

from domain.games.puffinova.events import (
    AreaScored,
    BuddyAnswered,
    CardDrawn,
    CardsTaken,
    DiscardStarted,
    ExplosionDrawn,
    ExtraTurnGranted,
    FinalScored,
    RowRefilled,
    ShipLaunched,
    TurnBegan,
)
from domain.games.puffinova.moves import Accept, Decline, Launch
from domain.games.puffinova.refusals import PileEmpty, RefillNotYours
from domain.games.rules import Event
from tests.domain.games.puffinova.table import BOOM, RULES, Table, of_class

ROW = ("IN01", "IN02", "IN03")


def flying_ark(left: list[str], right: list[str], refill: str | None = None) -> tuple[Table, list[Event]]:
    """The ark takes all three cards of the first row on the left."""
    table = Table(rows={("left", 1): ROW}, left=left, right=right)
    return table, table.answer(0, Launch("ark", "left", 1, refill=refill))  # type: ignore[arg-type]


def refilled(events: list[Event]) -> list[tuple[str, str]]:
    return [(event.pile, event.card) for event in of_class(RowRefilled, events)]


# A column running short


@pytest.mark.parametrize("refill", [None, "own"])
def test_a_short_pile_is_used_up_first_unless_told_otherwise(refill: str | None) -> None:
    _, events = flying_ark(["DO01"], ["DO02", "DO03", "DO04"], refill)
    assert refilled(events) == [("left", "DO01"), ("right", "DO02"), ("right", "DO03")]


def test_the_player_may_have_the_other_pile_come_first() -> None:
    """Rulebook, Launch 4: "the player who launched the Spaceship chooses from which draw pile"."""
    table, events = flying_ark(["DO01"], ["DO02", "DO03", "DO04"], "other")
    assert refilled(events) == [("right", "DO02"), ("right", "DO03"), ("right", "DO04")]
    assert table.state.piles == {"left": ["DO01"], "right": []}


def test_the_other_pile_may_run_short_as_well() -> None:
    _, events = flying_ark(["DO01"], ["DO02"], "other")
    assert refilled(events) == [("right", "DO02"), ("left", "DO01")]


def test_an_empty_pile_is_replaced_by_the_other_one() -> None:
    """Rulebook, Launch 4: "refill only from the remaining draw pile"."""
    _, events = flying_ark([], ["DO02", "DO03", "DO04"])
    assert refilled(events) == [("right", "DO02"), ("right", "DO03"), ("right", "DO04")]


def test_empty_piles_leave_spaces_empty_and_the_discard_pile_is_never_used() -> None:
    """Rulebook, Launch 4; ruling 18."""
    table = Table(rows={("left", 1): ROW}, left=["DO01"], right=[])
    table.happen(DiscardStarted(("NO01", "NO02", "NO03")))
    assert refilled(table.launch("ark", "left", 1)) == [("left", "DO01")]
    assert table.state.discard == ["NO01", "NO02", "NO03"]
    assert table.state.rows["left"][0].spaces == ["DO01", None, None]
    assert table.asked() == ("turn", (1,))


@pytest.mark.parametrize("refill", ["own", "other"])
def test_a_pile_that_is_large_enough_leaves_no_choice(refill: str) -> None:
    with pytest.raises(RefillNotYours, match="the left pile holds 3 for 3 spaces"):
        flying_ark(["DO01", "DO02", "DO03"], ["DO04"], refill)


def test_all_empty_spaces_count_when_a_pile_runs_short() -> None:
    """Ruling 24: also those that were empty before the launch."""
    table = Table(rows={("left", 1): ()}, left=["DO01", "DO02"], right=["DO03", "DO04"])
    events = table.answer(0, Launch("skiff", "left", 2, refill="other"))
    assert refilled(events) == [("right", "DO03"), ("right", "DO04"), ("left", "DO01")]


def test_refills_are_listed_where_they_make_a_difference() -> None:
    """Ruling 24: the ark and the two-window ships would empty the pile, the skiff not."""
    table = Table(rows={("left", 1): ROW, ("left", 2): ROW}, left=["DO01"], right=["DO02", "DO03"])
    listed = [
        move for move in table.legal() if isinstance(move, Launch) and (move.column, move.row) == ("left", 1)
    ]
    assert listed == [
        Launch("skiff", "left", 1),
        *[
            Launch(ship, "left", 1, refill=refill)
            for ship in ("shuttle", "cruiser", "ark")
            for refill in ("own", "other")
        ],
    ]


def test_refills_are_not_listed_while_one_pile_is_empty() -> None:
    table = Table(rows={("left", 1): ROW}, left=[], right=["DO02", "DO03"])
    assert {move.refill for move in table.legal() if isinstance(move, Launch)} == {None}
    table.answer(0, Launch("ark", "left", 1, refill="other"))  # accepted all the same


# Explosions while refilling


def test_an_explosion_lies_beside_its_pile_and_is_replaced_from_it() -> None:
    """Rulebook, Launch 5."""
    table, events = flying_ark([BOOM, "DO01", "DO02", BOOM, "DO03"], ["DO04"])
    assert events == [
        ShipLaunched(0, "ark", "left", 1, queued=False, paid=0),
        CardsTaken(0, "left", 1, ROW),
        ExplosionDrawn(0, "left", 1),
        RowRefilled("left", 1, 1, "left", "DO01"),
        RowRefilled("left", 1, 2, "left", "DO02"),
        ExplosionDrawn(0, "left", 2),
        RowRefilled("left", 1, 3, "left", "DO03"),
        TurnBegan(1),
    ]
    assert table.state.explosions == {"left": 2, "right": 0}
    assert BOOM not in table.state.discard


def test_an_explosion_that_was_its_piles_last_card_is_replaced_from_the_other_pile() -> None:
    """Rulebook, Launch 5: "drawn from the adjacent draw pile instead"."""
    _, events = flying_ark(["DO01", "DO02", BOOM], ["DO04", "DO05"])
    assert events[-3:] == [
        ExplosionDrawn(0, "left", 1),
        RowRefilled("left", 1, 3, "right", "DO04"),
        TurnBegan(1),
    ]


def test_a_pile_of_the_players_choice_may_hide_explosions_too() -> None:
    table, events = flying_ark(["DO01"], [BOOM, "DO02", "DO03", "DO04"], "other")
    assert refilled(events) == [("right", "DO02"), ("right", "DO03"), ("right", "DO04")]
    assert table.state.explosions == {"left": 0, "right": 1}


def test_the_third_explosion_ends_the_match_at_once() -> None:
    """Rulebook, End of the Game: nothing else of the turn happens; cards taken stay in the hand."""
    table = Table(rows={("left", 1): ROW}, left=["DO01", BOOM, "DO02"])
    table.explode("left", "right")
    events = table.launch("ark", "left", 1)
    assert events[2:4] == [RowRefilled("left", 1, 1, "left", "DO01"), ExplosionDrawn(0, "left", 3)]
    assert [type(event) for event in events[4:]] == [AreaScored] * 3 + [FinalScored] * 2
    assert table.hand() == list(ROW)
    assert table.state.rows["left"][0].spaces == ["DO01", None, None]
    assert RULES.awaiting(table.state) is None
    assert not table.legal(0)
    assert not table.legal(1)
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    assert outcome.reason == "third_explosion"


def test_three_explosions_in_one_turn_end_the_match() -> None:
    """Rulebook, Launch 5 (Note)."""
    _, events = flying_ark([BOOM, BOOM], [BOOM, "DO01"])
    assert [event.count for event in of_class(ExplosionDrawn, events)] == [1, 2, 3]
    assert isinstance(events[-1], FinalScored)


# Explosions drawn by effects: LI07 draws two cards, FR13 lets the neighbours draw one


def drawing_two(left: list[str], right: list[str] | None = None) -> Table:
    table = Table(hands={0: ["LI07", "IN09", "IN10"]}, left=left, right=right or ["DO20"])
    table.play("LI07", ["IN09", "IN10"], "star_castle")
    return table


def test_an_explosion_drawn_into_the_hand_is_replaced() -> None:
    """Rulebook, Launch 5: the same procedure for special card effects."""
    table = drawing_two([BOOM, "DO01", "DO02"])
    assert table.draw("left") == [ExplosionDrawn(0, "left", 1), CardDrawn(0, "left", "DO01")]
    assert table.asked() == ("draw", (0,))
    assert table.hand() == ["DO01"]


def test_an_explosion_drawn_into_the_hand_may_be_replaced_from_the_other_pile() -> None:
    table = drawing_two([BOOM])
    assert table.draw("left")[:2] == [ExplosionDrawn(0, "left", 1), CardDrawn(0, "right", "DO20")]


def test_the_third_explosion_in_the_middle_of_an_effect_ends_the_match() -> None:
    """The second card is not drawn any more."""
    table = drawing_two(["DO01", BOOM, "DO02"])
    table.explode("right", "right")
    table.draw("left")
    events = table.draw("left")
    assert events[0] == ExplosionDrawn(0, "left", 3)
    assert isinstance(events[-1], FinalScored)
    assert table.hand() == ["DO01"]


@pytest.mark.parametrize("buddy", [1, 2])
def test_the_third_explosion_may_be_a_buddys(buddy: int) -> None:
    """Ruling 13: it is still the turn of the seat that played the card; the other buddy is not asked."""
    table = Table(3, hands={0: ["FR13", "IN11", "IN12"]}, left=[BOOM, "DO01"])
    table.explode("left", "right")
    table.play("FR13", ["IN11", "IN12"], "star_castle")
    if buddy == 2:
        table.decline(1)
    events = table.accept(buddy, "left")
    assert events[:2] == [
        BuddyAnswered(buddy, accepted=True, pile="left"),
        ExplosionDrawn(buddy, "left", 3),
    ]
    assert isinstance(events[-1], FinalScored)
    assert table.state.turn == 0
    assert RULES.awaiting(table.state) is None


def test_a_buddy_draws_from_no_empty_pile() -> None:
    table = Table(hands={0: ["FR13", "IN11", "IN12"]}, left=[], right=["DO01"])
    table.play("FR13", ["IN11", "IN12"], "star_castle")
    assert table.legal(1) == [Accept("right"), Decline()]
    with pytest.raises(PileEmpty, match="the left pile is empty"):
        table.accept(1, "left")
    assert table.asked() == ("buddy", (1,))


def test_the_third_explosion_leaves_no_turn_to_come() -> None:
    """Rulebook, End of the Game: at once, also with a new turn granted."""
    table = Table(left=[BOOM, "DO01"])
    table.explode("right", "right")
    table.happen(ExtraTurnGranted(0))
    events = table.launch("skiff", "left", 1)
    assert not of_class(TurnBegan, events)
    assert isinstance(events[-1], FinalScored)


def test_no_card_is_drawn_from_an_empty_pile() -> None:
    table = drawing_two(["DO01"], ["DO02", "DO03"])
    table.draw("left")
    with pytest.raises(PileEmpty, match="the left pile is empty"):
        table.draw("left")
    assert [move.pile for move in table.legal()] == ["right"]  # type: ignore[attr-defined]


def test_drawing_ends_when_no_card_is_left_anywhere() -> None:
    """Ruling 18: it cannot come to that with two explosions in each pile."""
    table = Table(hands={0: ["LI07", "IN09", "IN10"]}, left=["DO01"], right=[])
    table.play("LI07", ["IN09", "IN10"], "star_castle")
    assert table.draw("left") == [CardDrawn(0, "left", "DO01"), TurnBegan(1)]


def test_an_explosion_may_be_the_last_card_of_all() -> None:
    table = Table(hands={0: ["LI07", "IN09", "IN10"]}, left=[BOOM], right=[])
    table.play("LI07", ["IN09", "IN10"], "star_castle")
    assert table.draw("left") == [ExplosionDrawn(0, "left", 1), TurnBegan(1)]


def test_effects_that_draw_ask_nobody_while_both_piles_are_empty() -> None:
    """Ruling 26."""
    for card, payment in (("LI07", ["IN09", "IN10"]), ("FR13", ["IN11", "IN12"])):
        table = Table(hands={0: [card, *payment]}, left=[], right=[])
        events = table.play(card, payment, "star_castle")
        assert events[-1] == TurnBegan(1)
