"""Rulebook, Barkmageddon."""

from __future__ import annotations

from itertools import combinations

import pytest

from domain.games.alien_puppies.events import (
    BarkmageddonDefended,
    BarkmageddonDrawn,
    BarkmageddonHidden,
    SeatEliminated,
    SkipImposed,
    TurnBegan,
    TurnEnded,
)
from domain.games.alien_puppies.moves import DefendWithCards, DefendWithPuppy, Draw, Hide, Play, SetRule
from domain.games.alien_puppies.refusals import (
    NoSuchPosition,
    NotInHand,
    NotInYourBackyard,
    WrongNumberOfCards,
)
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    EARTH,
    GIFT,
    HOUDINI,
    HUSKY,
    NEBULA,
    RADAR,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
    types,
)


def test_it_is_shown_and_must_be_answered() -> None:
    table = Table([EARTH] * 3, [], pile=[BARKMAGEDDON])
    assert table.play(Draw()) == [BarkmageddonDrawn(0)]
    assert table.state.barkmageddon == "drawn"
    assert table.asked() == ("defend", (0,))


def test_any_three_cards_of_the_hand_protect() -> None:
    """ "Discard any 3 cards from hand"."""
    hand = [EARTH, EARTH, STOP, HUSKY]
    table = Table(hand, [], pile=[BARKMAGEDDON])
    table.play(Draw())
    different = {tuple(cards) for cards in combinations(hand, 3)}
    assert set(table.legal()) == {DefendWithCards(cards) for cards in different}
    cards = (HUSKY, EARTH, STOP)
    assert table.play(DefendWithCards(cards)) == [BarkmageddonDefended(0, (EARTH, STOP, HUSKY), None)]
    assert table.state.hands[0] == [EARTH]
    assert table.state.discard == [EARTH, STOP, HUSKY]


def test_an_alien_puppy_of_the_backyard_protects() -> None:
    """ "OR Discard 1 Alien Puppy from your Backyard"; the sample turn, 5."""
    table = Table([EARTH], [], backyards={0: [HUSKY, NEBULA]}, pile=[BARKMAGEDDON])
    table.play(Draw())
    assert table.legal() == [DefendWithPuppy(HUSKY), DefendWithPuppy(NEBULA)]
    assert table.play(DefendWithPuppy(HUSKY)) == [BarkmageddonDefended(0, (), HUSKY)]
    assert table.state.backyards[0] == [NEBULA]
    assert table.state.discard == [HUSKY]


def test_a_puppy_of_the_hand_does_not_protect() -> None:
    """Rulebook, FAQs: "you can only use Alien Puppy card in your Backyard"."""
    table = Table([HUSKY, STOP, STOP], [], backyards={0: [SHIBA]}, pile=[BARKMAGEDDON])
    table.play(Draw())
    with pytest.raises(NotInYourBackyard, match="'eclipse_husky' is not there, there is Shield Shiba"):
        table.play(DefendWithPuppy(HUSKY))


def test_a_protected_puppy_can_be_given_up() -> None:
    """Ruling 18."""
    table = Table([], [], backyards={0: [SHIBA]}, pile=[BARKMAGEDDON])
    table.play(Draw())
    table.play(DefendWithPuppy(SHIBA))
    assert table.state.discard == [SHIBA]


def test_a_house_rule_ends_with_its_puppy() -> None:
    table = Table([HOUDINI], [], pile=[BARKMAGEDDON])
    table.place(HOUDINI)
    table.play(SetRule("Be nice."))
    table.play(Draw())
    table.play(DefendWithPuppy(HOUDINI))
    assert table.state.house_rules == [None, None]


@pytest.mark.parametrize("cards", [(), (EARTH, EARTH), (EARTH,) * 4])
def test_exactly_three_cards(cards: tuple[str, ...]) -> None:
    table = Table([EARTH] * 4, [], pile=[BARKMAGEDDON])
    table.play(Draw())
    with pytest.raises(WrongNumberOfCards, match=f"Barkmageddon costs you 3 cards; you named {len(cards)}"):
        table.play(DefendWithCards(cards))


def test_only_cards_one_holds() -> None:
    table = Table([EARTH] * 3, [], pile=[BARKMAGEDDON])
    table.play(Draw())
    with pytest.raises(NotInHand):
        table.play(DefendWithCards((EARTH, EARTH, STOP)))


def test_radar_retriever_makes_two_cards_enough() -> None:
    """ "Against Barkmageddon, discarding two hand cards is enough"; ruling 24: exactly two."""
    table = Table([EARTH] * 2, [], backyards={0: [RADAR]}, pile=[BARKMAGEDDON])
    table.play(Draw())
    assert table.legal() == [DefendWithCards((EARTH, EARTH)), DefendWithPuppy(RADAR)]
    table = Table([EARTH] * 3, [], backyards={0: [RADAR]}, pile=[BARKMAGEDDON])
    table.play(Draw())
    with pytest.raises(WrongNumberOfCards, match="costs you 2 cards; you named 3"):
        table.play(DefendWithCards((EARTH,) * 3))


def test_two_cards_are_not_enough_without_it() -> None:
    table = Table([EARTH] * 2, [], [], backyards={1: [RADAR]}, pile=[BARKMAGEDDON])
    assert "SeatEliminated" in types(table.play(Draw()))


@pytest.mark.parametrize("position", range(7))
def test_it_is_hidden_anywhere_in_the_pile(position: int) -> None:
    """ "put Barkmageddon card back in the Draw Pile anywhere you like, e.g. top of the deck"."""
    pile = [BARKMAGEDDON, *[EARTH] * 6]
    table = Table([TRIFLE] * 3, [], pile=pile, short=True)
    table.play(Draw())
    table.play(table.legal()[0])
    assert table.asked() == ("hide", (0,))
    assert table.legal() == [Hide(place) for place in range(7)]
    assert table.play(Hide(position))[0] == BarkmageddonHidden(0, position)
    assert table.state.draw_pile == [*pile[1 : position + 1], BARKMAGEDDON, *pile[position + 1 :]]
    assert table.state.barkmageddon == "in_play"


@pytest.mark.parametrize("position", [-1, 8, 99])
def test_it_is_hidden_in_the_pile_and_nowhere_else(position: int) -> None:
    table = Table([TRIFLE] * 3, [], pile=[BARKMAGEDDON, *[EARTH] * 7], short=True)
    table.play(Draw())
    table.play(table.legal()[0])
    with pytest.raises(NoSuchPosition, match=f"0 .* to 7 cards of the pile, not {position}"):
        table.play(Hide(position))


def test_after_a_defence_the_turn_ends_without_another_card() -> None:
    table = Table([EARTH] * 3, [], pile=[BARKMAGEDDON])
    table.play(Draw())
    table.play(table.legal()[0])
    assert table.play(Hide(0)) == [BarkmageddonHidden(0, 0), TurnEnded(0), TurnBegan(1)]
    assert table.state.hands[0] == []


def test_hidden_on_top_it_comes_to_the_next_player() -> None:
    """ "e.g. top of the deck if you want to destroy the next player"."""
    table = Table([EARTH] * 3, [], [], pile=[BARKMAGEDDON])
    table.play(Draw())
    table.play(table.legal()[0])
    table.play(Hide(0))
    assert types(table.play(Draw()))[:2] == ["BarkmageddonDrawn", "SeatEliminated"]


class TestElimination:
    """ "If you cannot protect yourself from Barkmageddon, you lose"."""

    def test_between_two_the_other_wins(self) -> None:
        """Ruling 6."""
        table = Table([EARTH] * 2, [TRIFLE], pile=[BARKMAGEDDON])
        assert types(table.play(Draw())) == ["BarkmageddonDrawn", "SeatEliminated"]
        assert table.outcome() == ("last_seat_alive", ((1,), (0,)))
        assert table.rules.awaiting(table.state) is None

    def test_among_five_play_goes_on_without_barkmageddon(self) -> None:
        """ "Barkmageddon card will go to the Discard Pile and play goes on without Barkmageddon card"."""
        table = Table([EARTH, STOP], [], [], [], [], pile=[BARKMAGEDDON])
        followed = table.play(Draw())
        assert followed == [
            BarkmageddonDrawn(0),
            SeatEliminated(0, (EARTH, STOP)),
            TurnEnded(0),
            TurnBegan(1),
        ]
        assert table.rules.outcome(table.state) is None
        assert table.state.barkmageddon == "out"
        assert BARKMAGEDDON not in table.state.draw_pile

    def test_all_its_cards_go_to_the_discard_pile(self) -> None:
        """Ruling 5: the hand, then Barkmageddon."""
        table = Table([EARTH, STOP], [], [], discard=[GIFT], pile=[BARKMAGEDDON])
        table.play(Draw())
        assert table.state.discard == [GIFT, EARTH, STOP, BARKMAGEDDON]
        assert table.state.hands[0] == []

    def test_its_backyard_would_go_there_too(self) -> None:
        """Ruling 5: the hand, then the Backyard. (Who has a puppy there can protect itself; the event says
        what is laid down, and that is what happens.)"""
        table = Table([EARTH, HOUDINI], [], [], pile=[BARKMAGEDDON])
        table.place(HOUDINI)
        table.play(SetRule("Be nice."))
        table.play(Draw())
        table.happen(SeatEliminated(0, (EARTH, HOUDINI)))
        assert table.state.discard == [EARTH, HOUDINI, BARKMAGEDDON]
        assert table.state.backyards[0] == []
        assert table.state.house_rules[0] is None

    def test_it_has_no_turn_any_more(self) -> None:
        table = Table([], [], [], pile=[BARKMAGEDDON, *[STOP] * 3])
        turns = []
        for _ in range(4):
            turns.append(table.decision().seats[0])
            table.play(Draw())
        assert turns == [0, 1, 2, 1]

    def test_its_skips_lapse(self) -> None:
        table = Table([], [], [], pile=[BARKMAGEDDON])
        table.happen(SkipImposed(1, 0))
        table.play(Draw())
        assert table.state.skips == [0, 0, 0]

    def test_nobody_aims_at_it_any_more(self) -> None:
        table = Table(["light_speed"], [], [], out=2)
        assert table.legal()[:-1] == [Play("light_speed", 0), Play("light_speed", 1)]
