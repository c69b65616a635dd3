"""Rulebook, Guide for Your Cards: every action card, with and without a legal target."""

from __future__ import annotations

import pytest

from domain.games.alien_puppies.events import (
    CardFetched,
    CardsDiscarded,
    CardTakenFromDiscard,
    DiscardChosen,
    HandSeen,
    HandsSwapped,
    PuppyKicked,
    PuppyStolen,
    SkipImposed,
    TopCardsArranged,
    TopCardsSeen,
    TurnBegan,
    TurnEnded,
)
from domain.games.alien_puppies.moves import Arrange, Discard, Draw, Place, Play, Take
from domain.games.alien_puppies.refusals import (
    BarkmageddonStays,
    EmptyHand,
    EmptyPile,
    NeedlessTarget,
    NoSuchPlayer,
    NotInDiscard,
    NotInHand,
    NotTheSameCards,
    OwnSeat,
    Protected,
    PuppyNotThere,
    TargetMissing,
    TooFewToTake,
    WrongNumberOfCards,
)
from domain.games.rules import IllegalMove
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    EARTH,
    GIFT,
    HUSKY,
    NEBULA,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
    types,
)


class TestGiftFromTheUniverse:
    def test_takes_any_card_from_the_discard_pile(self) -> None:
        """ "Take any card from the Discard Pile to your hand. You can view all cards in the Discard Pile"."""
        table = Table([GIFT], [], discard=[STOP, HUSKY, EARTH])
        assert types(table.act(Play(GIFT))) == ["WindowPassed"]
        assert table.asked() == ("take_from_discard", (0,))
        assert table.legal() == [Take((EARTH,)), Take((STOP,)), Take((HUSKY,))]
        assert table.play(Take((HUSKY,))) == [CardTakenFromDiscard(0, HUSKY)]
        assert table.state.hands[0] == [HUSKY]
        assert table.state.discard == [STOP, EARTH, GIFT]

    def test_it_cannot_take_itself(self) -> None:
        """Ruling 15: it reaches the discard pile after its effect."""
        table = Table([GIFT], [], discard=[STOP])
        table.act(Play(GIFT))
        with pytest.raises(NotInDiscard, match="it does not have Gift from the Universe"):
            table.play(Take((GIFT,)))

    def test_it_can_take_a_stop_that_was_played_on_it(self) -> None:
        """Ruling 15: Stops reach the discard pile when the window closes, before the effect."""
        table = Table([GIFT, STOP], [STOP], discard=[TRIFLE])
        table.play(Play(GIFT))
        table.stop(1, 0)
        table.all_pass()
        assert Take((STOP,)) in table.legal()

    def test_it_needs_a_card_to_take(self) -> None:
        """Ruling 16."""
        table = Table([GIFT], [])
        with pytest.raises(TooFewToTake, match="takes 1 card from the discard pile; 0 can be taken"):
            table.play(Play(GIFT))
        assert table.legal() == [Draw()]

    def test_barkmageddon_cannot_be_taken(self) -> None:
        """Ruling 4."""
        table = Table([GIFT], [], [], out=2)
        assert table.state.discard == [BARKMAGEDDON]
        with pytest.raises(TooFewToTake):
            table.play(Play(GIFT))
        table = Table([GIFT], [], [], discard=[STOP], out=2)
        table.act(Play(GIFT))
        assert table.legal() == [Take((STOP,))]
        with pytest.raises(BarkmageddonStays):
            table.play(Take((BARKMAGEDDON,)))

    def test_it_takes_one_card_that_lies_there(self) -> None:
        table = Table([GIFT], [], discard=[STOP])
        table.act(Play(GIFT))
        for cards in ((), (STOP, STOP), (STOP, EARTH)):
            with pytest.raises(WrongNumberOfCards):
                table.play(Take(cards))
        with pytest.raises(NotInDiscard, match="the discard pile; it does not have Earth Puppy"):
            table.play(Take((EARTH,)))

    def test_a_revived_puppy_has_its_power_again(self) -> None:
        """Rulebook, FAQs: "you can activate the powers again"; ruling 10."""
        table = Table([GIFT], [], discard=[HUSKY], actions=2)
        table.act(Play(GIFT))
        table.play(Take((HUSKY,)))
        table.place(HUSKY)
        assert table.asked() == ("power", (0,))


class TestLightSpeed:
    def test_on_oneself_the_turn_ends_without_drawing(self) -> None:
        """ "If you skip your turn, you can skip drawing a card"."""
        table = Table(["light_speed"], [], pile=[BARKMAGEDDON])
        followed = table.act(Play("light_speed", 0))
        assert followed[1:] == [TurnEnded(0), TurnBegan(1)]
        assert table.state.draw_pile[0] == BARKMAGEDDON
        assert table.state.discard == ["light_speed"]

    def test_on_another_its_next_turn_is_skipped_and_one_draws(self) -> None:
        """ "If you skip another player's next turn, you need to draw a card to end your turn"."""
        table = Table(["light_speed"], [], [])
        assert table.act(Play("light_speed", 2))[-1] == SkipImposed(0, 2)
        assert table.asked() == ("turn", (0,))
        table.play(Draw())
        table.play(Draw())
        assert table.decision().seats == (0,)

    def test_it_needs_a_player_who_is_in(self) -> None:
        table = Table(["light_speed"], [], [], out=2)
        for seat in (2, 3, -1):
            with pytest.raises(NoSuchPlayer, match=f"on seats 0 and 1; seat {seat} is not among them"):
                table.play(Play("light_speed", seat))
        with pytest.raises(TargetMissing, match="name its seat"):
            table.play(Play("light_speed"))


class TestBark:
    @pytest.mark.parametrize(("held", "discarded"), [(1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (6, 3)])
    def test_half_of_the_hand_rounded_up(self, held: int, discarded: int) -> None:
        """ "Force any other player to discard half of their cards ... (rounded up)"."""
        table = Table(["bark"], [EARTH] * held, [])
        table.act(Play("bark", 1))
        assert table.asked() == ("discard", (1,))
        assert table.decision().context == {"count": discarded}
        assert table.legal() == [Discard((EARTH,) * discarded)]
        cards = (EARTH,) * discarded
        assert table.play(table.legal()[0]) == [DiscardChosen(1, cards), CardsDiscarded(1, cards)]
        assert table.state.discard == [*cards, "bark"]
        assert table.asked() == ("turn", (0,))

    def test_of_its_own_choice(self) -> None:
        """ "they choose from their hand"."""
        table = Table(["bark"], [EARTH, STOP, HUSKY], [])
        table.act(Play("bark", 1))
        assert table.legal() == [Discard((EARTH, STOP)), Discard((EARTH, HUSKY)), Discard((STOP, HUSKY))]
        table.play(Discard((HUSKY, EARTH)))
        assert table.state.hands[1] == [STOP]
        assert table.state.discard[:2] == [EARTH, HUSKY]

    def test_what_must_not_be_chosen(self) -> None:
        table = Table(["bark"], [EARTH, STOP, HUSKY], [])
        table.act(Play("bark", 1))
        with pytest.raises(WrongNumberOfCards, match="you discard 2 cards; you named 3"):
            table.play(Discard((EARTH, STOP, HUSKY)))
        with pytest.raises(NotInHand, match="you need 2 × Earth Puppy"):
            table.play(Discard((EARTH, EARTH)))

    def test_of_many_ways_some_are_listed_and_all_are_accepted(self) -> None:
        """Ruling 25."""
        hand = [EARTH, STOP, GIFT, "light_speed", "back_kick", "fetch", "shuffle", "satellite", HUSKY, SHIBA]
        table = Table(["bark"], hand, [])
        table.act(Play("bark", 1))
        listed = table.legal()
        assert len(set(listed)) == len(listed) == 60
        unlisted = Discard(("fetch", "shuffle", "satellite", HUSKY, SHIBA))
        assert unlisted not in listed
        table.play(unlisted)

    def test_it_needs_a_hand(self) -> None:
        """Ruling 9."""
        table = Table(["bark"], [], [TRIFLE])
        with pytest.raises(EmptyHand, match="at least 1 card; seat 1 holds none"):
            table.play(Play("bark", 1))
        with pytest.raises(OwnSeat):
            table.play(Play("bark", 0))
        assert table.legal() == [Play("bark", 2), Draw()]


class TestBackKick:
    def test_a_puppy_of_a_backyard_goes_on_top_of_the_draw_pile(self) -> None:
        table = Table(["back_kick"], [], [], backyards={1: [HUSKY, NEBULA]})
        assert table.legal() == [Play("back_kick", 1, HUSKY), Play("back_kick", 1, NEBULA), Draw()]
        assert table.act(Play("back_kick", 1, NEBULA))[-1] == PuppyKicked(0, 1, NEBULA)
        assert table.state.backyards[1] == [HUSKY]
        assert table.state.draw_pile[0] == NEBULA

    def test_it_needs_a_puppy_of_another_that_is_not_protected(self) -> None:
        table = Table(["back_kick", HUSKY], [], [], backyards={0: [NEBULA], 1: [SHIBA]})
        refused: list[tuple[Play, type[IllegalMove]]] = [
            (Play("back_kick", 1, SHIBA), Protected),
            (Play("back_kick", 1, HUSKY), PuppyNotThere),
            (Play("back_kick", 2, SHIBA), PuppyNotThere),
            (Play("back_kick", 0, NEBULA), OwnSeat),
            (Play("back_kick", 3, NEBULA), NoSuchPlayer),
            (Play("back_kick", 1), TargetMissing),
            (Play("back_kick"), TargetMissing),
        ]
        for move, refusal in refused:
            with pytest.raises(refusal):
                table.play(move)
        assert table.legal() == [Place(HUSKY), Draw()]


class TestTimeMachine:
    def test_one_sees_the_top_three_and_puts_them_back_in_any_order(self) -> None:
        """ "Privately view and rearrange the top 3 cards of the Draw Pile"."""
        table = Table(["time_machine"], [], pile=[STOP, BARKMAGEDDON, HUSKY, EARTH])
        assert table.act(Play("time_machine"))[-1] == TopCardsSeen(0, (STOP, BARKMAGEDDON, HUSKY))
        assert table.asked() == ("arrange", (0,))
        assert len(table.legal()) == 6
        order = (HUSKY, STOP, BARKMAGEDDON)
        assert table.play(Arrange(order)) == [TopCardsArranged(0, order)]
        assert table.state.draw_pile[:4] == [*order, EARTH]
        assert table.asked() == ("turn", (0,))
        assert table.state.discard == ["time_machine"]

    def test_equal_cards_give_fewer_orders(self) -> None:
        table = Table(["time_machine"], [], pile=[STOP, EARTH, EARTH])
        table.act(Play("time_machine"))
        assert len(table.legal()) == 3

    def test_all_of_them_go_back_and_no_others(self) -> None:
        table = Table(["time_machine"], [], pile=[STOP, EARTH, HUSKY])
        table.act(Play("time_machine"))
        for order in ((STOP, EARTH), (STOP, EARTH, EARTH), (STOP, EARTH, HUSKY, STOP), ()):
            with pytest.raises(NotTheSameCards, match="Stop, Earth Puppy and Eclipse Husky"):
                table.play(Arrange(order))

    def test_on_a_short_pile_it_works_on_what_is_there(self) -> None:
        """Ruling 19."""
        table = Table(["time_machine"], [], pile=[STOP], short=True)
        assert table.act(Play("time_machine"))[-1] == TopCardsSeen(0, (STOP, BARKMAGEDDON))
        assert table.legal() == [Arrange((STOP, BARKMAGEDDON)), Arrange((BARKMAGEDDON, STOP))]

    def test_on_an_empty_pile_it_may_not_be_played(self) -> None:
        """Ruling 19."""
        table = Table(["time_machine"], [], [], short=True, out=2)
        with pytest.raises(EmptyPile, match="Time Machine needs at least 1 card in the draw pile"):
            table.play(Play("time_machine"))
        assert table.legal() == [Draw()]


class TestSatellite:
    def test_one_sees_another_hand(self) -> None:
        """ "View any other player's cards on hand"."""
        table = Table(["satellite"], [EARTH, STOP], [])
        assert table.act(Play("satellite", 1))[-1] == HandSeen(0, 1, (EARTH, STOP))
        assert table.state.hands[1] == [EARTH, STOP]
        assert table.asked() == ("turn", (0,))

    def test_it_needs_another_hand(self) -> None:
        """Ruling 9."""
        table = Table(["satellite"], [], [STOP])
        with pytest.raises(EmptyHand):
            table.play(Play("satellite", 1))
        with pytest.raises(OwnSeat, match="Satellite is aimed at another player"):
            table.play(Play("satellite", 0))
        with pytest.raises(NeedlessTarget, match="needs no puppy"):
            table.play(Play("satellite", 2, HUSKY))


class TestShuffle:
    def test_the_draw_pile_is_shuffled(self) -> None:
        """ "Shuffle the Draw Pile without viewing the cards"."""
        table = Table(["shuffle"], [], pile=[STOP, EARTH])
        rest = list(table.state.draw_pile)
        table.act(Play("shuffle"), shuffled=[BARKMAGEDDON, HUSKY])
        rest.remove(BARKMAGEDDON)
        rest.remove(HUSKY)
        assert table.state.draw_pile == [BARKMAGEDDON, HUSKY, *rest], "drawn from the order that it had"
        assert table.asked() == ("turn", (0,))

    def test_it_has_no_target(self) -> None:
        table = Table(["shuffle"], [])
        with pytest.raises(NeedlessTarget):
            table.play(Play("shuffle", 1))

    def test_it_may_be_played_on_an_empty_pile(self) -> None:
        """Ruling 19."""
        table = Table(["shuffle"], [TRIFLE], [], short=True, out=2)
        table.act(Play("shuffle"))
        assert table.state.draw_pile == []


class TestFetch:
    @pytest.mark.parametrize(("place", "card"), [(0, EARTH), (1, STOP), (2, HUSKY)])
    def test_a_random_card_of_another_hand(self, place: int, card: str) -> None:
        """ "Pick a random card from any other player's hand to your hand": in starting order."""
        table = Table(["fetch"], [HUSKY, EARTH, STOP], [])
        assert table.act(Play("fetch", 1), fetched=place)[-1] == CardFetched(0, 1, card)
        assert table.state.hands[0] == [card]
        assert card not in table.state.hands[1]

    def test_it_needs_another_hand(self) -> None:
        """Ruling 9."""
        table = Table(["fetch"], [], [STOP])
        with pytest.raises(EmptyHand):
            table.play(Play("fetch", 1))
        with pytest.raises(OwnSeat):
            table.play(Play("fetch", 0))
        assert table.legal() == [Play("fetch", 2), Draw()]


class TestAlternateDimension:
    def test_all_cards_are_traded(self) -> None:
        """ "Trade all cards on your hand with those of any other player of your choice"."""
        table = Table(["alternate_dimension", EARTH], [STOP, HUSKY], [])
        followed = table.act(Play("alternate_dimension", 1))
        assert followed[-1] == HandsSwapped(0, 1, (EARTH,), (STOP, HUSKY))
        assert table.state.hands[:2] == [[STOP, HUSKY], [EARTH]]
        assert table.asked() == ("turn", (0,))

    def test_empty_hands_are_traded_too(self) -> None:
        """Ruling 9."""
        table = Table(["alternate_dimension"], [], [STOP])
        assert table.act(Play("alternate_dimension", 1))[-1] == HandsSwapped(0, 1, (), ())

    def test_with_another_player(self) -> None:
        table = Table(["alternate_dimension"], [])
        with pytest.raises(OwnSeat):
            table.play(Play("alternate_dimension", 0))


class TestAlienTheft:
    def test_a_puppy_of_another_backyard_comes_into_the_hand(self) -> None:
        """ "Take one Alien Puppy from any other player's Backyard to your hand"."""
        table = Table(["alien_theft"], [], [], backyards={2: [HUSKY]})
        assert table.act(Play("alien_theft", 2, HUSKY))[-1] == PuppyStolen(0, 2, HUSKY)
        assert table.state.hands[0] == [HUSKY]
        assert table.state.backyards == [[], [], []]

    def test_not_a_protected_one_nor_ones_own(self) -> None:
        table = Table(["alien_theft"], [], backyards={0: [HUSKY], 1: [SHIBA]})
        with pytest.raises(Protected):
            table.play(Play("alien_theft", 1, SHIBA))
        with pytest.raises(OwnSeat):
            table.play(Play("alien_theft", 0, HUSKY))
        assert table.legal() == [Draw()]

    def test_a_stolen_puppy_has_its_power_again(self) -> None:
        """Ruling 10."""
        table = Table(["alien_theft"], [], [], backyards={1: [HUSKY]}, actions=2)
        table.act(Play("alien_theft", 1, HUSKY))
        table.place(HUSKY)
        assert table.asked() == ("power", (0,))
