"""Rulebook, Taking Your Turn."""

from __future__ import annotations

import pytest

from domain.games.alien_puppies.events import ActionAnnounced, CardDrawn, PuppyPlaced, TurnBegan, TurnEnded
from domain.games.alien_puppies.moves import Combine, Draw, LetPass, Place, Play, Stop, UsePower
from domain.games.alien_puppies.refusals import (
    NoActionLeft,
    NotAnActionCard,
    NotAnAlienPuppy,
    NotInHand,
    StopNeedsAnAction,
)
from domain.games.rules import UnknownMove
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    DRAGON,
    EARTH,
    HUSKY,
    MASTIFF,
    RADAR,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
    types,
)


def test_a_turn_may_be_drawing_alone() -> None:
    """ "Play any card from your hand OR play no card at all"; "End your turn by drawing 1 card"."""
    table = Table([TRIFLE], [TRIFLE], pile=[STOP])
    assert table.play(Draw()) == [CardDrawn(0, STOP), TurnEnded(0), TurnBegan(1)]
    assert table.state.hands[0] == [STOP, TRIFLE]


def test_play_continues_clockwise() -> None:
    table = Table([], [], [], pile=[STOP] * 4)
    turns = []
    for _ in range(4):
        turns.append(table.decision().seats[0])
        table.play(Draw())
    assert turns == [0, 1, 2, 0]


def test_one_action_a_turn() -> None:
    """ "You can only take 1 action per turn"; the turn then ends by drawing."""
    table = Table([SHIBA, RADAR, "shuffle", EARTH, EARTH], [])
    table.place(SHIBA)
    assert table.asked() == ("turn", (0,))
    assert table.legal() == [Draw()]
    for move in (Place(RADAR), Play("shuffle"), Combine(2, "take")):
        with pytest.raises(NoActionLeft):
            table.play(move)


def test_special_cards_allow_more() -> None:
    """ "unless you play special cards that allow you to take more": the sample turn, with Dragon Chow."""
    table = Table([DRAGON, SHIBA], [])
    followed = table.place(DRAGON)
    assert types(followed) == ["WindowPassed", "PuppyPlaced", "ExtraActionGranted"]
    assert Place(SHIBA) in table.legal()
    table.place(SHIBA)
    assert table.legal() == [Draw()]
    assert table.state.backyards[0] == [DRAGON, SHIBA]


def test_an_extra_action_need_not_be_used() -> None:
    table = Table([DRAGON, SHIBA], [])
    table.place(DRAGON)
    table.play(Draw())
    assert table.decision().seats == (1,)


def test_an_extra_action_is_for_this_turn_alone() -> None:
    table = Table([DRAGON], [])
    table.place(DRAGON)
    table.play(Draw())
    table.play(Draw())
    assert table.decision().context == {"actions_left": 1}


def test_putting_an_alien_puppy_into_the_backyard() -> None:
    """The first type of action."""
    table = Table([SHIBA], [])
    assert table.play(Place(SHIBA)) == [ActionAnnounced(0, "place", (SHIBA,), ())]
    assert table.state.backyards[0] == []
    assert PuppyPlaced(0, SHIBA) in table.all_pass()
    assert (table.state.hands[0], table.state.backyards[0]) == ([], [SHIBA])


def test_an_action_card_goes_face_up_on_the_discard_pile() -> None:
    """The second type of action."""
    table = Table(["shuffle"], [], discard=[STOP])
    table.act(Play("shuffle"))
    assert table.state.discard == [STOP, "shuffle"]


def test_only_alien_puppies_are_put_into_a_backyard() -> None:
    table = Table([EARTH, STOP], [])
    for card in (EARTH, STOP, BARKMAGEDDON, "dog", ""):
        with pytest.raises(NotAnAlienPuppy):
            table.play(Place(card))


def test_only_cards_of_the_hand_are_played() -> None:
    table = Table([EARTH], [])
    with pytest.raises(NotInHand, match="you need Shield Shiba in your hand; you hold Earth Puppy"):
        table.play(Place(SHIBA))
    with pytest.raises(NotInHand, match="you need Shuffle"):
        table.play(Play("shuffle"))
    with pytest.raises(NotInHand, match="you need 2 × Earth Puppy in your hand; you hold Earth Puppy"):
        table.play(Combine(2, "take"))


@pytest.mark.parametrize("card", [EARTH, SHIBA, BARKMAGEDDON, "dog", "place", "take"])
def test_only_action_cards_are_played_by_themselves(card: str) -> None:
    table = Table([EARTH, SHIBA], [])
    with pytest.raises(NotAnActionCard):
        table.play(Play(card))


def test_a_stop_is_no_action() -> None:
    """ "Instant Action Card": it answers others."""
    table = Table([STOP], [])
    with pytest.raises(StopNeedsAnAction):
        table.play(Play(STOP))
    assert table.legal() == [Draw()]


def test_each_decision_takes_its_own_moves() -> None:
    table = Table([SHIBA], [STOP])
    for move in (Stop(), LetPass(), UsePower()):
        with pytest.raises(UnknownMove, match="place or play or combine or draw"):
            table.play(move)
    table.play(Place(SHIBA))
    with pytest.raises(UnknownMove, match="now you may answer with stop or let_pass; draw is none of it"):
        table.play(Draw())


def test_from_an_empty_pile_nothing_is_drawn() -> None:
    table = Table([TRIFLE], [TRIFLE], [], pile=[STOP], short=True, out=2)
    table.play(Draw())
    assert table.state.draw_pile == []
    assert types(table.play(Draw())) == ["TurnEnded", "TurnBegan"]
    assert table.state.hands[1] == [TRIFLE]


class TestMeteorMastiff:
    """Rulebook, FAQs: "You can draw one extra card every turn (optional)."."""

    def test_a_second_card_after_the_first(self) -> None:
        table = Table([], [], backyards={0: [MASTIFF]}, pile=[STOP, TRIFLE])
        assert types(table.play(Draw())) == ["CardDrawn"]
        assert table.asked() == ("second_draw", (0,))
        (again, _) = table.legal()
        assert table.play(again) == [CardDrawn(0, TRIFLE), TurnEnded(0), TurnBegan(1)]
        assert table.state.hands[0] == [STOP, TRIFLE]

    def test_it_is_optional(self) -> None:
        table = Table([], [], backyards={0: [MASTIFF]}, pile=[STOP, TRIFLE])
        table.play(Draw())
        (_, enough) = table.legal()
        assert types(table.play(enough)) == ["SecondDrawDeclined", "TurnEnded", "TurnBegan"]
        assert table.asked() == ("turn", (1,))
        assert table.state.hands[0] == [STOP]

    def test_not_after_barkmageddon(self) -> None:
        """ "If the first card you draw is Barkmageddon, you can't draw the second card."."""
        table = Table([], [], backyards={0: [MASTIFF, SHIBA]}, pile=[BARKMAGEDDON, TRIFLE])
        table.play(Draw())
        table.play(table.legal()[0])
        assert table.asked()[0] == "hide"
        assert types(table.play(table.legal()[0])) == ["BarkmageddonHidden", "TurnEnded", "TurnBegan"]

    def test_the_second_card_may_be_barkmageddon(self) -> None:
        table = Table([], [], backyards={0: [MASTIFF]}, pile=[STOP, BARKMAGEDDON])
        table.play(Draw())
        assert types(table.play(table.legal()[0])) == ["BarkmageddonDrawn"]
        assert table.asked() == ("defend", (0,))

    def test_not_from_an_empty_pile(self) -> None:
        table = Table([], [], [], backyards={0: [MASTIFF]}, pile=[STOP], short=True, out=2)
        assert types(table.play(Draw())) == ["CardDrawn", "TurnEnded", "CountdownBegan", "TurnBegan"]

    def test_not_for_others(self) -> None:
        table = Table([], [], backyards={0: [MASTIFF]}, turn=1)
        assert "TurnEnded" in types(table.play(Draw()))

    def test_every_turn(self) -> None:
        table = Table([], [], backyards={0: [MASTIFF]}, pile=[STOP] * 6)
        for _ in range(2):
            table.play(Draw())
            assert table.asked()[0] == "second_draw"
            table.play(table.legal()[0])
            table.play(Draw())


class TestSkipping:
    """Rulebook, Light-speed; ruling 8."""

    def test_a_skipped_turn_is_skipped_whole(self) -> None:
        table = Table(["light_speed"], [TRIFLE], [])
        table.act(Play("light_speed", 1))
        assert types(table.play(Draw())) == ["CardDrawn", "TurnEnded", "TurnSkipped", "TurnBegan"]
        assert table.decision().seats == (2,)
        assert table.state.hands[1] == [TRIFLE]

    def test_skip_against_skip(self) -> None:
        """Two skips on one seat are two turns."""
        table = Table(["light_speed"], [], ["light_speed"], pile=[STOP] * 5)
        table.act(Play("light_speed", 1))
        table.play(Draw())
        table.act(Play("light_speed", 1))
        table.play(Draw())
        assert table.state.skips == [0, 1, 0]
        table.play(Draw())
        assert table.state.skips == [0, 0, 0]
        assert table.decision().seats == (2,)

    def test_all_skip_each_other(self) -> None:
        """Between two players a skip gives the other another turn."""
        table = Table(["light_speed", "light_speed"], [], pile=[STOP] * 3)
        table.act(Play("light_speed", 1))
        assert types(table.play(Draw())) == ["CardDrawn", "TurnEnded", "TurnSkipped", "TurnBegan"]
        assert table.decision().seats == (0,)

    def test_a_skip_owed_by_everybody_costs_everybody_a_turn(self) -> None:
        table = Table([HUSKY, "light_speed"], [], ["light_speed"], pile=[STOP] * 5, actions=2)
        table.place(HUSKY)
        table.play(UsePower(1))
        table.act(Play("light_speed", 2))
        followed = types(table.play(Draw()))
        assert followed == ["CardDrawn", "TurnEnded", "TurnSkipped", "TurnSkipped", "TurnBegan"]
        assert table.decision().seats == (0,)

    def test_skipped_seats_still_answer_windows(self) -> None:
        table = Table(["light_speed", SHIBA], [STOP], [], actions=2)
        table.act(Play("light_speed", 1))
        table.play(Place(SHIBA))
        assert table.asked() == ("window", (1, 2))
        table.stop(1)
