"""Rulebook, How to Win; rulings 6 and 7; the ranking."""

from __future__ import annotations

import pytest

from domain.games.alien_puppies.events import CountdownBegan, SkipImposed, TurnBegan, TurnEnded, TurnSkipped
from domain.games.alien_puppies.moves import Draw, Place, Play
from domain.games.alien_puppies.scoring import ranking
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    DANE,
    DRAGON,
    MASTIFF,
    NEBULA,
    RADAR,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
    types,
)

PUPPIES = [RADAR, SHIBA, NEBULA, DANE]


@pytest.mark.parametrize(("seats", "goal"), [(2, 5), (3, 3), (5, 3)])
def test_the_goal_wins_at_once(seats: int, goal: int) -> None:
    """ "The first person to put 3 Alien Puppies in their Backyard wins!"; with two players 5."""
    others: list[list[str]] = [[] for _ in range(seats - 1)]
    table = Table([MASTIFF], *others, backyards={0: PUPPIES[: goal - 1]})
    assert types(table.place(MASTIFF)) == ["WindowPassed", "PuppyPlaced"]
    reason, places = table.outcome()
    assert (reason, places[0]) == ("goal_reached", (0,))
    outcome = table.rules.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (goal, *[0] * (seats - 1))
    assert table.rules.awaiting(table.state) is None


@pytest.mark.parametrize("puppies", range(1, 5))
def test_less_than_the_goal_does_not_win(puppies: int) -> None:
    table = Table([MASTIFF], [], backyards={0: PUPPIES[: puppies - 1]})
    table.place(MASTIFF)
    assert table.rules.outcome(table.state) is None


def test_nothing_left_to_draw_and_on_hand() -> None:
    """ "If there are no more cards to draw & on hand, the player with the most number of Alien Puppies in the
    Backyard wins"."""
    table = Table(["shuffle"], [], [], backyards={1: [RADAR]}, short=True, out=2)
    table.act(Play("shuffle"))
    assert table.rules.outcome(table.state) is None
    assert table.play(Draw()) == [TurnEnded(0)]
    assert table.outcome() == ("no_cards_left", ((1,), (0,), (2,)))


def test_a_turn_that_ends_without_drawing_can_be_the_last() -> None:
    """Light-speed on oneself ends a turn too, and leaves the hand."""
    table = Table(["light_speed"], [], [], backyards={1: [RADAR]}, short=True, out=2)
    assert table.act(Play("light_speed", 0))[-1] == TurnEnded(0)
    assert table.outcome() == ("no_cards_left", ((1,), (0,), (2,)))
    assert table.state.discard[-1] == "light_speed"


def test_a_turn_is_played_to_its_end_first() -> None:
    """Ruling: it is looked at when a turn has ended: the last card may still be played."""
    table = Table([DRAGON, RADAR], [], [], backyards={0: [SHIBA]}, short=True, out=2)
    table.place(DRAGON)
    table.place(RADAR)
    assert table.outcome()[0] == "goal_reached"


def test_ties_share_the_first_place() -> None:
    table = Table([], [], [], [], backyards={0: [RADAR], 2: [SHIBA]}, short=True, out=3)
    table.play(Draw())
    assert table.outcome() == ("no_cards_left", ((0, 2), (1,), (3,)))


class TestCountdown:
    """Ruling 7."""

    def emptied(self) -> Table:
        table = Table([TRIFLE], [TRIFLE], [], [], backyards={1: [RADAR]}, pile=[STOP], short=True, out=3)
        assert types(table.play(Draw())) == ["CardDrawn", "TurnEnded", "CountdownBegan", "TurnBegan"]
        return table

    def test_it_begins_when_a_turn_has_ended_with_an_empty_pile(self) -> None:
        table = self.emptied()
        assert table.state.countdown == [3, 3, 3, 3]

    def test_three_more_turns_each_then_most_puppies_win(self) -> None:
        table = self.emptied()
        turns = []
        while table.rules.outcome(table.state) is None:
            turns.append(table.decision().seats[0])
            table.play(Draw())
        assert turns == [1, 2, 0] * 3
        assert table.outcome() == ("countdown_ended", ((1,), (0, 2), (3,)))

    def test_a_skipped_turn_counts(self) -> None:
        table = Table(
            ["light_speed"], [TRIFLE], [], [], pile=[STOP], backyards={1: [RADAR]}, short=True, out=3
        )
        table.act(Play("light_speed", 1))
        followed = table.play(Draw())
        assert followed[1:] == [TurnEnded(0), CountdownBegan(3), TurnSkipped(1), TurnBegan(2)]
        assert table.state.countdown == [3, 2, 3, 3]

    def test_a_turn_that_ends_without_drawing_counts(self) -> None:
        table = Table([TRIFLE], ["light_speed", TRIFLE], [], [], pile=[STOP], short=True, out=3)
        table.play(Draw())
        assert table.act(Play("light_speed", 1))[1:] == [TurnEnded(1), TurnBegan(2)]
        assert table.state.countdown == [3, 2, 3, 3]

    def test_it_can_end_with_a_skipped_turn(self) -> None:
        table = self.emptied()
        for _ in range(7):
            table.play(Draw())
        table.happen(SkipImposed(2, 0))
        assert types(table.play(Draw(), 2)) == ["TurnEnded", "TurnSkipped"]
        assert table.outcome()[0] == "countdown_ended"

    def test_cards_that_come_back_to_the_pile_do_not_stop_it(self) -> None:
        table = Table(
            [TRIFLE], ["back_kick", TRIFLE], [], [], backyards={0: [RADAR]}, pile=[STOP], short=True, out=3
        )
        table.play(Draw())
        table.act(Play("back_kick", 0, RADAR))
        table.play(Draw())
        assert table.state.countdown == [3, 2, 3, 3]
        assert "CountdownBegan" not in types(table.play(Draw()))

    def test_it_begins_with_the_turn_of_a_seat_that_goes_out(self) -> None:
        """Ruling 23."""
        table = Table([], [TRIFLE], [TRIFLE], pile=[], short=True)
        followed = types(table.play(Draw()))
        assert followed == ["BarkmageddonDrawn", "SeatEliminated", "TurnEnded", "CountdownBegan", "TurnBegan"]

    def test_between_two_it_never_begins(self) -> None:
        """Barkmageddon is in the pile until one of them is out."""
        table = Table([TRIFLE] * 3, [], pile=[], short=True)
        table.play(Draw())
        table.play(table.legal()[0])
        assert "CountdownBegan" not in types(table.play(table.legal()[0]))


def test_the_last_seat_alive_wins() -> None:
    """Ruling 6: also with fewer puppies than the others had."""
    table = Table([], [], pile=["barkmageddon"])
    table.play(Draw())
    assert table.outcome() == ("last_seat_alive", ((1,), (0,)))


def test_the_ranking() -> None:
    """The living by their puppies, ties shared; then those that are out, the latest first."""
    assert ranking((1, 0, 2, 1, 0), [0, 2, 3], [4, 1]) == ((2,), (0, 3), (1,), (4,))


def test_statistics() -> None:
    """What is counted, over the whole table; a skipped turn is none that was played."""
    table = Table([RADAR, SHIBA], [STOP], ["light_speed"], pile=[TRIFLE, BARKMAGEDDON], turn=2)
    before = table.rules.statistics(table.state)
    table.act(Play("light_speed", 1))
    table.play(Draw())  # seat 2; then seat 0, and seat 1 not
    table.play(Place(RADAR))
    table.stop(1)
    table.all_pass()
    table.play(Draw())  # Barkmageddon, and seat 0 holds one card
    after = table.rules.statistics(table.state)
    assert {name: after[name] - before[name] for name in after} == {
        "turns": 2,
        "actions": 2,
        "stops_played": 1,
        "actions_stopped": 1,
        "puppies_placed": 0,
        "barkmageddons_drawn": 1,
        "seats_eliminated": 1,
    }
    assert table.decision().seats == (2,)
    table = Table([RADAR], [], turn=0)
    table.place(RADAR)
    assert table.rules.statistics(table.state)["puppies_placed"] == 1
