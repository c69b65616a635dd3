"""Rulebook, Guide for Your Cards, Alien Puppies: "Each Alien Puppy has a special power that can be activated
when you put it in your Backyard"; each power with and without a legal target."""

from __future__ import annotations

import pytest

from domain.games.alien_puppies.checks import LONGEST_RULE
from domain.games.alien_puppies.events import (
    CardFetched,
    CardsDiscarded,
    CardTakenFromDiscard,
    CardTakenFromTop,
    DiscardChosen,
    ExtraActionGranted,
    HouseRuleSet,
    NothingTaken,
    PowerDeclined,
    PowerUsed,
    PuppyReturned,
    SkipImposed,
    TopCardsSeen,
)
from domain.games.alien_puppies.moves import (
    Combine,
    DeclinePower,
    Discard,
    Draw,
    Place,
    Play,
    SetRule,
    Take,
    TakeFromTop,
    TakeNothing,
    UsePower,
)
from domain.games.alien_puppies.refusals import (
    BarkmageddonStays,
    EmptyHand,
    NeedlessTarget,
    NotAmongTheTop,
    NoText,
    OwnSeat,
    Protected,
    PuppyNotThere,
    TargetMissing,
    TextNotPlain,
    TextTooLong,
)
from tests.domain.games.alien_puppies.table import (
    AKITA,
    BARKMAGEDDON,
    CORGI,
    DANE,
    DRAGON,
    EARTH,
    GIFT,
    HOUDINI,
    HUSKY,
    MASTIFF,
    NEBULA,
    POODLE,
    RADAR,
    SHIBA,
    STOP,
    TORNADO,
    TRIFLE,
    Table,
    types,
)


@pytest.mark.parametrize("puppy", [TORNADO, NEBULA, CORGI, POODLE, AKITA, HUSKY, DANE, HOUDINI])
def test_a_power_is_optional_and_belongs_to_placing(puppy: str) -> None:
    """Ruling 3."""
    table = Table([puppy], [TRIFLE], backyards={1: [RADAR]}, discard=[STOP])
    table.place(puppy)
    assert table.decision().seats == (0,)
    assert table.play(DeclinePower()) == [PowerDeclined(0)]
    assert table.legal() == [Draw()]


@pytest.mark.parametrize("puppy", [CORGI, POODLE, DANE])
def test_a_power_without_a_legal_target_is_not_offered(puppy: str) -> None:
    """Ruling 3: nobody else has a card, and the only puppy of others is protected. (A player to skip is
    always there.)"""
    table = Table([puppy, STOP], [], [], backyards={1: [SHIBA]})
    table.place(puppy)
    assert table.asked() == ("turn", (0,))


@pytest.mark.parametrize("puppy", [TORNADO, AKITA])
def test_powers_over_the_draw_pile_are_not_offered_on_an_empty_one(puppy: str) -> None:
    """Ruling 19."""
    table = Table([puppy], [TRIFLE], [], short=True, out=2)
    table.place(puppy)
    assert table.asked() == ("turn", (0,))


def test_a_discard_pile_of_barkmageddon_alone_has_nothing_to_take() -> None:
    """Ruling 4."""
    table = Table([NEBULA], [], [], out=2)
    assert table.state.discard == [BARKMAGEDDON]
    table.place(NEBULA)
    assert table.asked() == ("turn", (0,))


@pytest.mark.parametrize("puppy", [DRAGON, MASTIFF, SHIBA, RADAR])
def test_some_powers_ask_nothing(puppy: str) -> None:
    table = Table([puppy], [TRIFLE])
    table.place(puppy)
    assert table.asked() == ("turn", (0,))


@pytest.mark.parametrize("puppy", [TORNADO, NEBULA, POODLE, AKITA])
def test_most_powers_are_aimed_at_nothing(puppy: str) -> None:
    table = Table([puppy], [TRIFLE], backyards={1: [RADAR]}, discard=[STOP])
    table.place(puppy)
    for move, needless in ((UsePower(1), "seat"), (UsePower(None, RADAR), "puppy")):
        with pytest.raises(NeedlessTarget, match=f"this power needs no {needless}"):
            table.play(move)


@pytest.mark.parametrize("puppy", [CORGI, HUSKY])
def test_some_powers_are_aimed_at_a_seat_alone(puppy: str) -> None:
    table = Table([puppy], [TRIFLE], backyards={1: [RADAR]})
    table.place(puppy)
    with pytest.raises(NeedlessTarget, match="this power needs no puppy"):
        table.play(UsePower(1, RADAR))


class TestTornadoCane:
    """Rulebook, FAQs: "View the top five cards from the Draw Pile and take one card of your choice without
    reshuffling the Draw Pile. Then proceed to draw another one card to end your turn"; ruling 12."""

    def used(self, *pile: str, short: bool = False) -> Table:
        table = Table([TORNADO], [], pile=pile, short=short)
        table.place(TORNADO)
        assert table.legal() == [UsePower(), DeclinePower()]
        assert table.play(UsePower()) == [TopCardsSeen(0, tuple(table.state.draw_pile[:5]))]
        assert table.asked() == ("take_from_top", (0,))
        return table

    def test_takes_one_of_the_top_five_and_the_rest_keep_their_order(self) -> None:
        table = self.used(STOP, EARTH, HUSKY, EARTH, TRIFLE, "bark")
        assert len(table.legal()) == 5  # four different cards, or none
        assert table.play(TakeFromTop(HUSKY)) == [CardTakenFromTop(0, HUSKY, 2)]
        assert table.state.draw_pile[:5] == [STOP, EARTH, EARTH, TRIFLE, "bark"]
        assert table.state.hands[0] == [HUSKY]
        assert table.legal() == [Draw()]

    def test_of_equal_cards_it_takes_the_upper_one(self) -> None:
        table = self.used(STOP, EARTH, HUSKY, EARTH, TRIFLE)
        assert table.play(TakeFromTop(EARTH)) == [CardTakenFromTop(0, EARTH, 1)]

    def test_sees_barkmageddon_and_leaves_it(self) -> None:
        """Ruling 4."""
        table = self.used(STOP, BARKMAGEDDON, EARTH, EARTH, EARTH)
        assert table.legal() == [TakeFromTop(STOP), TakeFromTop(EARTH), TakeNothing()]
        with pytest.raises(BarkmageddonStays):
            table.play(TakeFromTop(BARKMAGEDDON))

    def test_need_not_take(self) -> None:
        table = self.used(STOP, EARTH, HUSKY, EARTH, TRIFLE)
        assert table.play(TakeNothing()) == [NothingTaken(0)]
        assert table.state.draw_pile[0] == STOP
        assert table.asked() == ("turn", (0,))

    def test_takes_nothing_else(self) -> None:
        table = self.used(STOP, EARTH, EARTH, EARTH, EARTH, HUSKY)
        with pytest.raises(NotAmongTheTop, match="Stop and 4 × Earth Puppy; 'eclipse_husky' is not"):
            table.play(TakeFromTop(HUSKY))

    def test_on_a_short_pile_it_works_on_what_is_there(self) -> None:
        """Ruling 19; with Barkmageddon alone there is nothing to take."""
        table = self.used(short=True)
        assert table.legal() == [TakeNothing()]


class TestNebulaPinscher:
    """ "Take any one card from the Discard Pile"; ruling 20: using the power is an event."""

    def test_takes_a_card_from_the_discard_pile(self) -> None:
        table = Table([NEBULA], [], discard=[STOP, HUSKY])
        table.place(NEBULA)
        assert table.play(UsePower()) == [PowerUsed(0, NEBULA)]
        assert table.asked() == ("take_from_discard", (0,))
        assert table.play(Take((HUSKY,))) == [CardTakenFromDiscard(0, HUSKY)]
        assert table.state.hands[0] == [HUSKY]
        assert table.legal() == [Draw()]


class TestCometCorgi:
    """ "Take a random card from the hand of another player"."""

    def test_takes_a_random_card_of_a_named_hand(self) -> None:
        table = Table([CORGI], [EARTH, STOP], [], [TRIFLE])
        table.place(CORGI)
        assert table.legal() == [UsePower(1), UsePower(3), DeclinePower()]
        assert table.play(UsePower(1), fetched=1) == [CardFetched(0, 1, STOP)]
        assert table.legal() == [Draw()]

    def test_needs_a_hand_of_another(self) -> None:
        """Ruling 9."""
        table = Table([CORGI, STOP], [EARTH], [])
        table.place(CORGI)
        with pytest.raises(EmptyHand):
            table.play(UsePower(2))
        with pytest.raises(OwnSeat):
            table.play(UsePower(0))
        with pytest.raises(TargetMissing):
            table.play(UsePower())
        with pytest.raises(NeedlessTarget, match="needs no card"):
            table.play(UsePower(1, None, EARTH))


class TestPulsarPoodle:
    """ "Each other player discards one card of their choice"."""

    def test_every_other_seat_with_a_card_chooses_at_once(self) -> None:
        table = Table([POODLE, STOP], [EARTH, HUSKY], [], [TRIFLE, TRIFLE])
        table.place(POODLE)
        assert table.play(UsePower()) == [PowerUsed(0, POODLE)]
        assert table.asked() == ("discard", (1, 3))
        number = table.decision().number
        assert table.play(Discard((HUSKY,)), 1) == [DiscardChosen(1, (HUSKY,))]
        assert (table.decision().number, table.decision().seats) == (number, (3,))
        assert table.state.discard == []
        assert table.play(Discard((TRIFLE,)), 3) == [
            DiscardChosen(3, (TRIFLE,)),
            CardsDiscarded(1, (HUSKY,)),
            CardsDiscarded(3, (TRIFLE,)),
        ]
        assert table.state.hands == [[STOP], [EARTH], [], [TRIFLE]]
        assert table.state.discard == [HUSKY, TRIFLE]
        assert table.legal() == [Draw()]

    def test_the_cards_are_laid_open_clockwise_in_whatever_order_they_were_chosen(self) -> None:
        """Ruling 22: clockwise after the seat whose turn it is."""
        table = Table([EARTH], [HUSKY], [POODLE], [TRIFLE], turn=2)
        table.place(POODLE)
        table.play(UsePower())
        for seat, card in ((1, HUSKY), (0, EARTH)):
            table.play(Discard((card,)), seat)
        followed = table.play(Discard((TRIFLE,)), 3)
        assert followed[1:] == [
            CardsDiscarded(3, (TRIFLE,)),
            CardsDiscarded(0, (EARTH,)),
            CardsDiscarded(1, (HUSKY,)),
        ]


class TestQuasarAkita:
    """ "Look at the top three cards of the Draw Pile and put them back in any order"."""

    def test_sees_and_arranges_the_top_three(self) -> None:
        table = Table([AKITA], [], pile=[STOP, EARTH, HUSKY])
        table.place(AKITA)
        assert table.play(UsePower()) == [TopCardsSeen(0, (STOP, EARTH, HUSKY))]
        assert table.asked() == ("arrange", (0,))
        table.play(table.legal()[-1])
        assert table.state.draw_pile[:3] == [HUSKY, EARTH, STOP]


class TestEclipseHusky:
    """ "Choose another player, who skips their next turn"."""

    def test_another_player_skips_a_turn(self) -> None:
        table = Table([HUSKY], [], [])
        table.place(HUSKY)
        assert table.legal() == [UsePower(1), UsePower(2), DeclinePower()]
        assert table.play(UsePower(1)) == [SkipImposed(0, 1)]
        table.play(Draw())
        assert table.decision().seats == (2,)

    def test_not_oneself(self) -> None:
        table = Table([HUSKY], [], [])
        table.place(HUSKY)
        with pytest.raises(OwnSeat):
            table.play(UsePower(0))


class TestGravityDane:
    """ "Return one Alien Puppy of another player to that player's hand"."""

    def test_a_puppy_goes_back_to_the_hand_of_its_owner(self) -> None:
        table = Table([DANE], [], [], backyards={1: [NEBULA, SHIBA], 2: [RADAR]})
        table.place(DANE)
        assert table.legal() == [UsePower(1, NEBULA), UsePower(2, RADAR), DeclinePower()]
        assert table.play(UsePower(2, RADAR)) == [PuppyReturned(0, 2, RADAR)]
        assert table.state.hands[2] == [RADAR]
        assert table.asked() == ("turn", (0,))

    def test_not_a_protected_one_nor_ones_own(self) -> None:
        table = Table([DANE], [], backyards={1: [NEBULA, SHIBA]})
        table.place(DANE)
        with pytest.raises(Protected):
            table.play(UsePower(1, SHIBA))
        with pytest.raises(OwnSeat):
            table.play(UsePower(0, DANE))
        with pytest.raises(PuppyNotThere):
            table.play(UsePower(1, RADAR))
        with pytest.raises(TargetMissing, match="name its puppy"):
            table.play(UsePower(1))


class TestDragonChow:
    """ "May take one extra action this turn"."""

    def test_one_more_action(self) -> None:
        table = Table([DRAGON, HUSKY], [])
        assert table.place(DRAGON)[-1] == ExtraActionGranted(0)
        assert table.decision().context == {"actions_left": 1}

    def test_back_from_the_discard_pile_it_grants_an_action_again(self) -> None:
        """Ruling 10; stopped, it granted none."""
        table = Table([DRAGON, GIFT], [STOP], actions=3)
        table.play(Place(DRAGON))
        table.stop(1)
        table.all_pass()
        assert table.decision().context == {"actions_left": 2}
        table.act(Play(GIFT))
        table.play(Take((DRAGON,)))
        assert table.place(DRAGON)[-1] == ExtraActionGranted(0)
        assert table.decision().context == {"actions_left": 1}


class TestShieldShiba:
    def test_is_protected_and_others_beside_it_are_not(self) -> None:
        """ "Other players cannot destroy, take or kick this puppy"."""
        table = Table([EARTH, EARTH, "back_kick", "alien_theft"], [], backyards={1: [SHIBA, RADAR]})
        aimed = [move for move in table.legal() if isinstance(move, Combine | Play)]
        assert aimed == [
            Play("back_kick", 1, RADAR),
            Play("alien_theft", 1, RADAR),
            Combine(2, "destroy", ((1, RADAR),)),
        ]


class TestHoudiniKomondor:
    """Rulebook, FAQs: "You can set the rules that do not affect game rules directly"; ruling 11."""

    def placed(self) -> Table:
        table = Table([HOUDINI], ["alien_theft"], [])
        table.place(HOUDINI)
        assert table.asked() == ("house_rule", (0,))
        return table

    def test_a_rule_is_shown_while_the_card_lies_there(self) -> None:
        table = self.placed()
        text = "Each player needs to do 5 push-ups at the beginning of each round."
        assert table.play(SetRule(text)) == [HouseRuleSet(0, text)]
        assert table.state.house_rules == [text, None, None]
        assert table.legal() == [Draw()]

    def test_it_is_void_when_the_card_is_taken_away(self) -> None:
        """ "If someone takes this card away from your Backyard, the rule ... will no longer take effect"."""
        table = self.placed()
        table.play(SetRule("Be nice."))
        table.play(Draw())
        table.act(Play("alien_theft", 0, HOUDINI))
        assert table.state.house_rules == [None, None, None]

    def test_it_need_not_be_set(self) -> None:
        table = self.placed()
        assert table.legal()[-1] == DeclinePower()
        table.play(DeclinePower())
        assert table.state.house_rules == [None, None, None]

    def test_it_is_a_short_line_of_text(self) -> None:
        table = self.placed()
        with pytest.raises(TextTooLong, match="up to 140 characters; this text has 141"):
            table.play(SetRule("x" * (LONGEST_RULE + 1)))
        for empty in ("", "  ", "\t", "\u200b", " \u2066\u2069"):
            with pytest.raises(NoText):
                table.play(SetRule(empty))
        for wild in ("a\nb", "a\x00b", "\x1b[2Ja", "a\u2028b", "a\u202eb", "\u2067a\u2069", "a\ud800"):
            with pytest.raises(TextNotPlain):
                table.play(SetRule(wild))
        table.play(SetRule("ü" * LONGEST_RULE))

    @pytest.mark.parametrize("text", ["שבו!", "👩\u200d🚀", "1 + 1 = 2"])
    def test_it_is_in_any_script(self, text: str) -> None:
        table = self.placed()
        assert table.play(SetRule(text)) == [HouseRuleSet(0, text)]


def test_the_power_of_the_winning_puppy_is_not_used() -> None:
    """Rulebook, How to Win; a goal reached wins at once, before the power."""
    for puppy in (HUSKY, DRAGON, HOUDINI):
        table = Table([puppy], [], [], backyards={0: [RADAR, SHIBA]})
        assert types(table.place(puppy))[-1] == "PuppyPlaced"
        assert table.rules.awaiting(table.state) is None
        assert table.outcome()[0] == "goal_reached"
