"""The cards' effects (rulebook, Decks, and Appendix)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

import pytest

from domain.games.puffinova.events import (
    BuddyAnswered,
    CardDiscarded,
    CardDrawn,
    CardPassed,
    DiamondsMoved,
    DiscardChosen,
    EffectBegan,
    PassChosen,
    TurnBegan,
)
from domain.games.puffinova.moves import (
    Accept,
    Area,
    Decline,
    Discard,
    DiscardSecretly,
    DrawFrom,
    PassCard,
)
from domain.games.puffinova.refusals import CardNotInHand, NoPileToName, PileToBeNamed
from domain.games.puffinova.rules import PuffiNova
from domain.games.rules import Event, UnknownMove
from tests.domain.games.puffinova.table import FILLERS, Table, of_class, with_card

PAYMENTS: dict[str, tuple[str, ...]] = {
    "LI01": ("IN11", "NO03"),  # draw a card; costs grass and dust
    "LI07": ("IN12", "NO03"),  # draw two; two grass and dust
    "LI13": ("IN11",),  # take a diamond; two grass
    "LI25": ("IN11", "IN12"),  # discard a card; three grass and dust
    "FR25": ("IN12", "DO11"),  # give a diamond to each neighbour; two grass and two dust
    "FR07": ("IN11",),  # buddies take a diamond; grass and steel
    "FR13": ("IN11", "IN12"),  # buddies draw a card; two grass and seed
    "FR01": ("IN01",),  # all pass a card right; grass
    "FR19": ("IN09", "DO12"),  # all discard a card; grass, dust and steel
}
"""For each card a payment that is not exact."""


def playing(
    card: str,
    seats: int = 2,
    hands: Mapping[int, Sequence[str]] | None = None,
    diamonds: dict[int, int] | None = None,
    area: Area = "star_castle",
) -> tuple[Table, list[Event]]:
    """Seat 0 plays a card; `hands` are what is left in the hands. What happened since it lay down."""
    hands = dict(hands or {})
    hands[0] = [card, *PAYMENTS[card], *hands.get(0, ())]
    table = Table(seats, hands=hands, diamonds=diamonds)
    return table, table.play(card, PAYMENTS[card], area)[2:]


# Lightning


@pytest.mark.parametrize("area", ["diamond_field", "star_castle"])
def test_lightning_strikes_in_every_area(area: Area) -> None:
    """Rulebook, Decks: "regardless of which of the three allowed areas it is placed in"."""
    _, events = playing("LI13", area=area)
    assert EffectBegan("lightning", "take_diamond", ()) in events


def test_lightning_strikes_in_the_moon_council() -> None:
    table = Table(hands={0: ["LI13", "IN10"]})
    assert table.play("LI13", ["IN10"])[2:] == [
        DiamondsMoved("supply", 0, 1, "card"),
        EffectBegan("lightning", "take_diamond", ()),
        DiamondsMoved("supply", 0, 1, "take_diamond"),
        TurnBegan(1),
    ]


def test_take_one_diamond() -> None:
    """Rulebook, Appendix: from the supply, also where the area gives none."""
    table, events = playing("LI13")
    assert events == [
        EffectBegan("lightning", "take_diamond", ()),
        DiamondsMoved("supply", 0, 1, "take_diamond"),
        TurnBegan(1),
    ]
    assert table.diamonds() == [1, 0]


def test_a_set_may_have_cards_that_take_several_diamonds() -> None:
    effect = {"kind": "lightning", "do": "take_diamond", "count": 3}
    table = Table(hands={0: ["LI13", "IN11"]}, rules=PuffiNova(with_card("LI13", effect=effect)))
    assert DiamondsMoved("supply", 0, 3, "take_diamond") in table.play("LI13", ["IN11"], "star_castle")


def test_diamonds_never_run_out() -> None:
    """Rulebook, Resources: use any marker; ruling 15: the supply goes below zero."""
    table = Table(hands={0: ["LI13", "IN11"]}, diamonds={1: 65})
    table.play("LI13", ["IN11"], "diamond_field")
    assert table.diamonds() == [2, 65]
    assert table.state.supply == -2


def test_draw_a_card_from_a_pile_of_ones_choice() -> None:
    """Rulebook, Decks."""
    table, events = playing("LI01")
    assert events == [EffectBegan("lightning", "draw_card", (0,))]
    assert table.asked() == ("draw", (0,))
    assert table.legal() == [DrawFrom("left"), DrawFrom("right")]
    assert table.draw("right") == [CardDrawn(0, "right", FILLERS[12]), TurnBegan(1)]
    assert table.hand() == [FILLERS[12]]


def test_two_cards_are_drawn_one_by_one() -> None:
    """Ruling 12: each from a pile of the player's choice, the first one seen before."""
    table, _ = playing("LI07")
    assert table.draw("left") == [CardDrawn(0, "left", FILLERS[0])]
    assert table.asked() == ("draw", (0,))
    assert table.state.decision == 3
    assert table.draw("right") == [CardDrawn(0, "right", FILLERS[12]), TurnBegan(1)]


def test_discard_a_card_of_ones_choice() -> None:
    """Rulebook, Appendix."""
    table, events = playing("LI25", hands={0: ["NO10", "NO11"]})
    assert events == [EffectBegan("lightning", "discard_card", (0,))]
    assert table.legal() == [Discard("NO10"), Discard("NO11")]
    with pytest.raises(CardNotInHand, match="you hold NO10 and NO11; NO12 is not among"):
        table.answer(0, Discard("NO12"))
    assert table.answer(0, Discard("NO11")) == [CardDiscarded(0, "NO11"), TurnBegan(1)]
    assert table.state.discard[-1] == "NO11"


def test_the_only_card_left_is_asked_for_too() -> None:
    """Ruling 20."""
    table, _ = playing("LI25", hands={0: ["NO10"]})
    assert table.asked() == ("discard", (0,))
    assert table.legal() == [Discard("NO10")]


def test_with_an_empty_hand_nothing_is_discarded() -> None:
    _, events = playing("LI25")
    assert events == [EffectBegan("lightning", "discard_card", ()), TurnBegan(1)]


GIVE: Final = "give_diamond_to_neighbours"


def test_give_a_diamond_to_each_adjacent_player() -> None:
    """Rulebook, Appendix; the left neighbour first."""
    table, events = playing("FR25", 4, diamonds={0: 3})
    assert events == [
        EffectBegan("lightning", GIVE, ()),
        DiamondsMoved(0, 1, 1, GIVE),
        DiamondsMoved(0, 3, 1, GIVE),
        TurnBegan(1),
    ]
    assert table.diamonds() == [1, 1, 0, 1]


def test_with_two_players_one_goes_to_the_opponent_and_one_to_the_supply() -> None:
    """Rulebook, Appendix."""
    table, events = playing("FR25", diamonds={0: 3})
    assert of_class(DiamondsMoved, events) == [
        DiamondsMoved(0, 1, 1, GIVE),
        DiamondsMoved(0, "supply", 1, GIVE),
    ]
    assert table.diamonds() == [1, 1]


@pytest.mark.parametrize(("seats", "receiver"), [(2, 1), (3, 1)])
def test_a_single_diamond_goes_to_the_left_neighbour(seats: int, receiver: int) -> None:
    """Ruling 7."""
    _, events = playing("FR25", seats, diamonds={0: 1})
    assert of_class(DiamondsMoved, events) == [DiamondsMoved(0, receiver, 1, GIVE)]


def test_without_diamonds_nothing_is_given() -> None:
    """Ruling 7: it may be played in any case."""
    _, events = playing("FR25")
    assert events == [EffectBegan("lightning", GIVE, ()), TurnBegan(1)]


def test_the_cards_own_diamonds_arrive_before_its_effect() -> None:
    """Ruling 7."""
    table, events = playing("FR25", 3, area="diamond_field")
    assert of_class(DiamondsMoved, events)[0] == DiamondsMoved("supply", 0, 5, "card")
    assert table.diamonds() == [3, 1, 1]


# Buddy Actions


@pytest.mark.parametrize(("seats", "buddies"), [(2, (1,)), (3, (1, 2)), (4, (1, 3)), (5, (1, 4))])
def test_the_adjacent_players_may_do_the_buddy_action(seats: int, buddies: tuple[int, ...]) -> None:
    """Rulebook, Decks: not all opponents; with two players once. The left neighbour first, then the right."""
    table, events = playing("FR07", seats)
    assert events == [EffectBegan("buddy", "take_diamond", buddies)]
    for buddy in buddies:
        assert table.asked() == ("buddy", (buddy,))
        assert table.legal(buddy) == [Accept(), Decline()]
        assert table.accept(buddy)[:2] == [
            BuddyAnswered(buddy, accepted=True, pile=None),
            DiamondsMoved("supply", buddy, 1, "take_diamond"),
        ]
    assert table.asked() == ("turn", (1,))
    assert sum(table.diamonds()) == len(buddies)


def test_a_set_may_have_buddies_take_several_diamonds() -> None:
    effect = {"kind": "buddy", "do": "take_diamond", "count": 2}
    table = Table(hands={0: ["FR07", "IN11"]}, rules=PuffiNova(with_card("FR07", effect=effect)))
    table.play("FR07", ["IN11"], "star_castle")
    assert DiamondsMoved("supply", 1, 2, "take_diamond") in table.accept(1)


def test_buddy_actions_are_optional() -> None:
    """Rulebook, Decks."""
    table, _ = playing("FR07", 3)
    assert table.decline(1) == [BuddyAnswered(1, accepted=False, pile=None)]
    assert table.state.decision == 3
    assert table.decline(2) == [BuddyAnswered(2, accepted=False, pile=None), TurnBegan(1)]
    assert table.diamonds() == [0, 0, 0]


def test_buddies_draw_from_a_pile_of_their_choice() -> None:
    table, _ = playing("FR13", 3)
    assert table.legal(1) == [Accept("left"), Accept("right"), Decline()]
    assert table.accept(1, "right") == [
        BuddyAnswered(1, accepted=True, pile="right"),
        CardDrawn(1, "right", FILLERS[12]),
    ]
    assert table.accept(2, "left")[-1] == TurnBegan(1)
    assert table.hand(1) == [FILLERS[12]]
    assert table.hand(2) == [FILLERS[0]]


def test_a_pile_is_named_where_there_is_one_to_draw_from() -> None:
    table, _ = playing("FR13")
    with pytest.raises(PileToBeNamed, match="draws a card; name the pile"):
        table.accept(1)
    table, _ = playing("FR07")
    with pytest.raises(NoPileToName, match="nothing to draw from the left pile"):
        table.accept(1, "left")


def test_the_players_own_part_comes_first() -> None:
    """Ruling 8: the card's diamonds arrive before the buddies are asked."""
    table, events = playing("FR07", area="diamond_field")
    assert events == [DiamondsMoved("supply", 0, 2, "card"), EffectBegan("buddy", "take_diamond", (1,))]
    assert table.diamonds() == [2, 0]


# Mandatory Effects


def test_each_player_gives_a_card_to_the_right() -> None:
    """Rulebook, Appendix; ruling 14: chosen in secret, moved when the last answer is in."""
    hands = {0: ["NO10", "NO11"], 1: ["NO20", "NO21"], 2: ["NO30", "NO31"]}
    table, events = playing("FR01", 3, hands)
    assert events == [EffectBegan("mandatory", "pass_card_right", (0, 1, 2))]
    assert table.asked() == ("pass_right", (0, 1, 2))
    assert table.legal(1) == [PassCard("NO20"), PassCard("NO21")]
    assert table.answer(2, PassCard("NO31")) == [PassChosen(2, "NO31")]
    assert table.asked() == ("pass_right", (0, 1))
    assert table.answer(0, PassCard("NO10")) == [PassChosen(0, "NO10")]
    assert table.state.decision == 2
    assert table.hand(2) == ["NO30", "NO31"], "nothing has moved yet"
    assert table.answer(1, PassCard("NO20")) == [
        PassChosen(1, "NO20"),
        CardPassed(0, 2, "NO10"),
        CardPassed(1, 0, "NO20"),
        CardPassed(2, 1, "NO31"),
        TurnBegan(1),
    ]
    assert [table.hand(seat) for seat in range(3)] == [["NO11", "NO20"], ["NO21", "NO31"], ["NO30", "NO10"]]
    assert table.state.decision == 3


def test_who_has_no_card_gives_a_diamond() -> None:
    """Rulebook, Appendix: "if you have no cards, give a diamond instead"."""
    table, _ = playing("FR01", 3, {0: ["NO10", "NO11"]}, diamonds={0: 4, 1: 2})
    assert table.asked() == ("pass_right", (0,))
    assert table.answer(0, PassCard("NO11"))[1:] == [
        CardPassed(0, 2, "NO11"),
        DiamondsMoved(1, 0, 1, "pass_card_right"),
        TurnBegan(1),
    ]
    assert table.diamonds() == [5, 1, 0], "who gives a card keeps the diamonds"


def test_who_has_neither_gives_nothing_also_not_what_just_came() -> None:
    """Rulebook, Decks (no effect on that player); ruling 22."""
    table, events = playing("FR01", 3, diamonds={2: 1})
    assert events == [
        EffectBegan("mandatory", "pass_card_right", ()),
        DiamondsMoved(2, 1, 1, "pass_card_right"),
        TurnBegan(1),
    ]
    assert table.diamonds() == [0, 1, 0]


def test_a_seat_with_one_card_answers_by_itself() -> None:
    """Ruling 21: in secret all the same, and the cards move together."""
    table, events = playing("FR01", 3, {0: ["NO10", "NO11"], 1: ["NO20"]})
    assert events == [EffectBegan("mandatory", "pass_card_right", (0,)), PassChosen(1, "NO20")]
    assert table.hand(1) == ["NO20"]
    assert table.legal(1) == []
    assert CardPassed(1, 0, "NO20") in table.answer(0, PassCard("NO10"))


def test_where_nobody_has_a_choice_all_happens_at_once() -> None:
    table, events = playing("FR01", 2, {0: ["NO10"], 1: ["NO20"]})
    assert events == [
        EffectBegan("mandatory", "pass_card_right", ()),
        PassChosen(0, "NO10"),
        PassChosen(1, "NO20"),
        CardPassed(0, 1, "NO10"),
        CardPassed(1, 0, "NO20"),
        TurnBegan(1),
    ]
    assert table.state.decision == 2


def test_each_player_discards_a_card() -> None:
    """Rulebook, Decks; shown when the last answer is in, by seat (ruling 23)."""
    hands = {0: ["NO10", "NO11"], 1: ["NO20", "NO21"], 2: ["NO30"]}
    table, events = playing("FR19", 4, hands, diamonds={1: 4, 3: 2})
    assert events == [EffectBegan("mandatory", "discard_card", (0, 1)), DiscardChosen(2, "NO30")]
    assert table.asked() == ("discard_all", (0, 1))
    assert table.answer(1, DiscardSecretly("NO21")) == [DiscardChosen(1, "NO21")]
    assert table.state.discard == ["IN09", "DO12"]
    assert table.answer(0, DiscardSecretly("NO10")) == [
        DiscardChosen(0, "NO10"),
        CardDiscarded(0, "NO10"),
        CardDiscarded(1, "NO21"),
        CardDiscarded(2, "NO30"),
        DiamondsMoved(3, "supply", 1, "discard_card"),
        TurnBegan(1),
    ]
    assert table.state.discard[-3:] == ["NO10", "NO21", "NO30"]
    assert table.diamonds() == [0, 4, 0, 1], "who discards a card keeps the diamonds"


def test_empty_hands_and_no_diamonds_make_a_mandatory_effect_void() -> None:
    """Rulebook, Decks."""
    for card, do in (("FR01", "pass_card_right"), ("FR19", "discard_card")):
        _, events = playing(card)
        assert events == [EffectBegan("mandatory", do, ()), TurnBegan(1)]


@pytest.mark.parametrize(("card", "answer"), [("FR01", PassCard), ("FR19", DiscardSecretly)])
def test_only_cards_of_the_hand_are_given_away(card: str, answer: type[PassCard | DiscardSecretly]) -> None:
    table, _ = playing(card, 2, {0: ["NO10", "NO11"], 1: ["NO20", "NO21"]})
    with pytest.raises(CardNotInHand, match="you hold NO20 and NO21; NO10 is not among your cards"):
        table.answer(1, answer("NO10"))
    with pytest.raises(UnknownMove, match=r"the decision .* takes"):
        table.answer(1, Discard("NO20"))
