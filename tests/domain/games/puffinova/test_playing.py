"""Playing a card (rulebook, Rescue a PuffiNova resident, or construct a new building)."""

from __future__ import annotations

import pytest

from domain.games.puffinova.events import CardPaid, CardPlayed, DiamondsMoved, EffectBegan, TurnBegan
from domain.games.puffinova.moves import Area, DrawFrom
from domain.games.puffinova.refusals import (
    AreaNotOpen,
    AreaToBeNamed,
    CardNotInHand,
    NotEnoughResources,
    NotTheExactResources,
    PaidTwice,
    PaysForItself,
)
from domain.games.rules import UnknownMove
from tests.domain.games.puffinova.table import Table

# IN29 costs 5 glistening grass, 6 diamonds, 3 stars.
FIVE_GRASS = ["IN04", "DO04", "NO04", "IN07", "DO07"]
ONE_GRASS_TWO_SEEDS_TWO_DUST = ["IN04", "DO02", "NO01", "IN01", "DO03"]


def test_any_resources_pay_and_the_player_chooses_the_area() -> None:
    """Rulebook, Resources: five Glistening Grass, paid with one, two Space Seeds and two Cosmic Dust."""
    table = Table(hands={0: ["IN29", *ONE_GRASS_TWO_SEEDS_TWO_DUST, "IN02"]})
    assert table.play("IN29", ONE_GRASS_TWO_SEEDS_TWO_DUST, "star_castle") == [
        CardPaid(0, tuple(ONE_GRASS_TWO_SEEDS_TWO_DUST)),
        CardPlayed(0, "IN29", "star_castle", 0),
        TurnBegan(1),
    ]
    assert table.area("star_castle") == ["IN29"]
    assert table.hand() == ["IN02"]
    assert table.state.discard == ONE_GRASS_TWO_SEEDS_TWO_DUST


def test_kunni_is_paid_with_any_two_resources() -> None:
    """Rulebook: Kunni to Diamond Field, with Penny and Yogo; two diamonds come at once."""
    table = Table(hands={0: ["DO05", "DO01", "DO02"]})
    assert table.play("DO05", ["DO01", "DO02"], "diamond_field") == [
        CardPaid(0, ("DO01", "DO02")),
        CardPlayed(0, "DO05", "diamond_field", 0),
        DiamondsMoved("supply", 0, 2, "card"),
        TurnBegan(1),
    ]
    assert table.diamonds() == [2, 0]
    assert table.state.supply == 63


@pytest.mark.parametrize(
    ("payment", "area", "diamonds"),
    [
        (ONE_GRASS_TWO_SEEDS_TWO_DUST, "diamond_field", 6),
        (ONE_GRASS_TWO_SEEDS_TWO_DUST, "star_castle", 0),
        (FIVE_GRASS, "moon_council", 6),
    ],
)
def test_diamond_field_and_moon_council_give_diamonds_star_castle_none(
    payment: list[str], area: Area, diamonds: int
) -> None:
    """Rulebook, Diamond Field, Star Castle and Moon Council."""
    table = Table(hands={0: ["IN29", *payment]})
    table.play("IN29", payment, area)
    assert table.diamonds() == [diamonds, 0]


@pytest.mark.parametrize("extra", [[], ["IN02"]])
def test_an_exact_payment_must_go_to_the_moon_council(extra: list[str]) -> None:
    """Rulebook, Moon Council; ruling 1: also with resources to spare."""
    table = Table(hands={0: ["IN29", *FIVE_GRASS, *extra]})
    with pytest.raises(AreaNotOpen, match="IN29 goes to Moon Council, not to Star Castle"):
        table.play("IN29", FIVE_GRASS + extra, "star_castle")
    table.play("IN29", FIVE_GRASS + extra)
    assert table.area("moon_council") == ["IN29"]


@pytest.mark.parametrize("area", ["moon_council", "galactic_city"])
def test_other_payments_open_diamond_field_and_star_castle_alone(area: Area) -> None:
    table = Table(hands={0: ["IN29", *ONE_GRASS_TWO_SEEDS_TWO_DUST]})
    with pytest.raises(AreaNotOpen, match="goes to Diamond Field or Star Castle, not to"):
        table.play("IN29", ONE_GRASS_TWO_SEEDS_TWO_DUST, area)


def test_where_there_is_a_choice_the_area_must_be_named() -> None:
    table = Table(hands={0: ["DO05", "DO01", "DO02"]})
    with pytest.raises(AreaToBeNamed, match="DO05 goes to Diamond Field or Star Castle; name one"):
        table.play("DO05", ["DO01", "DO02"])


def test_overpaying_is_allowed_with_any_number_of_cards() -> None:
    """Ruling 4."""
    table = Table(hands={0: ["IN01", "IN02", "IN03", "IN05"]})
    table.play("IN01", ["IN02", "IN03", "IN05"], "diamond_field")
    assert table.hand() == []
    assert table.state.discard == ["IN02", "IN03", "IN05"]


def test_too_few_resources_are_refused() -> None:
    table = Table(hands={0: ["IN29", *FIVE_GRASS]})
    with pytest.raises(NotEnoughResources, match="IN29 costs 5 resources; this payment gives 4"):
        table.play("IN29", FIVE_GRASS[1:], "star_castle")


def test_a_card_is_paid_with_other_cards_of_the_hand() -> None:
    """Ruling 4: the card itself pays nothing."""
    table = Table(hands={0: ["IN01", "IN02"]})
    with pytest.raises(PaysForItself, match="IN01 cannot pay for itself"):
        table.play("IN01", ["IN01"], "star_castle")
    with pytest.raises(PaidTwice, match="IN02 is named more than once"):
        table.play("IN01", ["IN02", "IN02"], "star_castle")
    with pytest.raises(CardNotInHand, match="you hold IN01 and IN02; IN03 is not among"):
        table.play("IN01", ["IN03"], "star_castle")
    with pytest.raises(CardNotInHand, match="IN03 is not among"):
        table.play("IN03", ["IN01"], "star_castle")


def test_who_holds_nothing_is_told_so() -> None:
    with pytest.raises(CardNotInHand, match="you hold no card"):
        Table().play("IN01", ["IN02"], "star_castle")


# Hourglass cards: LI35 costs grass, comet and mushroom


def test_hourglass_cards_are_paid_exactly_and_go_to_galactic_city() -> None:
    """Rulebook, Resources (Exception), and Decks: also those of other decks than Construction."""
    table = Table(hands={0: ["LI35", "IN04", "LI03", "LI04"]})
    assert table.play("LI35", ["IN04", "LI03", "LI04"]) == [
        CardPaid(0, ("IN04", "LI03", "LI04")),
        CardPlayed(0, "LI35", "galactic_city", 0),
        TurnBegan(1),
    ]


def test_hourglass_cards_may_be_overpaid_but_with_the_correct_types() -> None:
    """Rulebook, Resources (Exception): overpaying is allowed, the correct resource types are needed."""
    hand = ["LI35", "IN04", "LI03", "LI04", "IN01", "IN02"]
    table = Table(hands={0: hand})
    with pytest.raises(
        NotTheExactResources,
        match="LI35 must be paid with 1 glistening grass, 1 shining comet, 1 meteor mushroom, maybe more; "
        "this payment gives 1 glistening grass, 1 cosmic dust, 1 melted steel, 1 shining comet",
    ):
        table.play("LI35", ["IN04", "LI03", "IN01", "IN02"])
    table.play("LI35", hand[1:], "galactic_city")
    assert table.area("galactic_city") == ["LI35"]


def test_hourglass_cards_of_the_construction_deck_follow_the_same_rule() -> None:
    """Rulebook, Decks (Construction): CO21 costs two comets."""
    table = Table(hands={0: ["CO21", "LI03", "LI08", "IN01"]})
    with pytest.raises(NotTheExactResources):
        table.play("CO21", ["LI03", "IN01"])
    table.play("CO21", ["LI03", "LI08"])
    assert table.area("galactic_city") == ["CO21"]


# Construction cards: CO25 costs grass and comet


def test_construction_cards_take_any_resources_and_go_to_galactic_city() -> None:
    """Rulebook, Decks (Construction)."""
    table = Table(hands={0: ["CO25", "IN01", "IN02"]})
    with pytest.raises(AreaNotOpen, match="CO25 goes to Galactic City, not to Star Castle"):
        table.play("CO25", ["IN01", "IN02"], "star_castle")
    with pytest.raises(NotEnoughResources, match="CO25 costs 2 resources; this payment gives 1"):
        table.play("CO25", ["IN01"])
    table.play("CO25", ["IN01", "IN02"])
    assert table.area("galactic_city") == ["CO25"]
    assert table.diamonds() == [0, 0]


def test_construction_cards_go_there_also_when_paid_exactly() -> None:
    table = Table(hands={0: ["CO25", "IN04", "LI03"]})
    table.play("CO25", ["IN04", "LI03"])
    assert table.area("galactic_city") == ["CO25"]


# Playing on the right neighbour: FR31 costs two grass, 4 diamonds


@pytest.mark.parametrize("area", ["diamond_field", "star_castle", "moon_council"])
@pytest.mark.parametrize("payment", [["IN04", "DO04"], ["IN01", "IN02"]])
def test_a_card_for_the_right_neighbour_goes_to_any_area_but_the_city(area: Area, payment: list[str]) -> None:
    """Rulebook, Appendix: as the top card, whatever the payment; the player receives the diamonds."""
    table = Table(seats=3, hands={0: ["FR31", *payment]})
    table.lay(2, area, "NO01")
    assert table.play("FR31", payment, area) == [
        CardPaid(0, tuple(payment)),
        CardPlayed(0, "FR31", area, 2),
        DiamondsMoved("supply", 0, 4, "card"),
        EffectBegan("lightning", "play_on_right_neighbour", ()),
        TurnBegan(1),
    ]
    assert table.area(area, 2) == ["NO01", "FR31"]
    assert table.diamonds() == [4, 0, 0]


def test_with_two_players_the_right_neighbour_is_the_opponent() -> None:
    table = Table(hands={0: ["FR31", "IN01", "IN02"]})
    with pytest.raises(AreaNotOpen, match="Diamond Field, Star Castle or Moon Council, not to Galactic"):
        table.play("FR31", ["IN01", "IN02"], "galactic_city")
    with pytest.raises(AreaToBeNamed):
        table.play("FR31", ["IN01", "IN02"])
    table.play("FR31", ["IN01", "IN02"], "moon_council")
    assert table.area("moon_council", 1) == ["FR31"]


def test_a_turn_takes_no_other_answers() -> None:
    with pytest.raises(UnknownMove, match="the decision turn takes launch or play or call_home or emergency"):
        Table().answer(0, DrawFrom("left"))
