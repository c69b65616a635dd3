"""The reaction window: everybody is asked whenever an action is announced (rulebook, Guide for Your Cards,
Stop; rulings 1 and 2)."""

from __future__ import annotations

from itertools import permutations
from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.alien_puppies.events import ActionStopped, PuppyPlaced, StopPlayed, WindowPassed
from domain.games.alien_puppies.moves import Draw, LetPass, Place, Play, Stop
from domain.games.alien_puppies.refusals import NotInHand
from domain.games.alien_puppies.state import AlienPuppiesOptions
from domain.games.rules import TimeLimit
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    DRAGON,
    HUSKY,
    MASTIFF,
    RADAR,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
    types,
)

CASES: list[dict[str, Any]] = msgspec.json.decode(
    (Path(__file__).parent / "examples" / "alien_puppies_windows.json").read_bytes()
)["cases"]


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case['seats']} seats, {case['stops']} stops")
def test_the_worked_examples(case: dict[str, Any]) -> None:
    actor = case["actor"]
    hands = [[STOP] for _ in range(case["seats"])]
    for answer in case["answers"]:
        if sum(hand.count(STOP) for hand in hands) > 6:
            hands[answer["seat"]].remove(STOP)
    hands[actor] = [*hands[actor], SHIBA]
    table = Table(*hands, turn=actor)
    table.play(Place(SHIBA))
    followed = []
    for answer in case["answers"]:
        assert table.asked()[0] == "window"
        followed = table.play(Stop() if answer["move"] == "stop" else LetPass(), answer["seat"])
        kind, awaited = table.asked()
        assert (awaited if kind == "window" else ()) == tuple(answer["then_awaited"])
    assert (PuppyPlaced(actor, SHIBA) in followed) == case["goes_ahead"]
    assert (ActionStopped(actor, case["stops"]) in followed) != case["goes_ahead"]


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_all_other_living_seats_are_asked_at_once_whatever_they_hold(seats: int) -> None:
    """Ruling 2."""
    table = Table([SHIBA], *([] for _ in range(seats - 1)))
    table.play(Place(SHIBA))
    assert table.asked() == ("window", tuple(range(1, seats)))
    assert table.legal() == [LetPass()]


def test_who_is_out_is_not_asked() -> None:
    table = Table([SHIBA], [], [], out=1)
    table.play(Place(SHIBA))
    assert table.asked() == ("window", (2,))


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_answers_come_in_any_order(order: tuple[int, ...]) -> None:
    table = Table([SHIBA], [], [], [])
    table.play(Place(SHIBA))
    number = table.decision().number
    for seat in order[:-1]:
        assert table.play(LetPass(), seat) == [WindowPassed(seat)]
        assert table.decision().number == number
    assert types(table.play(LetPass(), order[-1])) == ["WindowPassed", "PuppyPlaced"]
    assert table.decision().number == number + 1


def test_a_stop_needs_the_card() -> None:
    table = Table([SHIBA], [TRIFLE])
    table.play(Place(SHIBA))
    with pytest.raises(NotInHand, match="you need Stop in your hand; you hold Satellite"):
        table.play(Stop())


def test_a_stopped_puppy_goes_to_the_discard_pile_without_its_power() -> None:
    """Rulebook, Sample Turn 3: "sends your Nebula Pinscher to the Discard Pile"; the action is used up."""
    table = Table([HUSKY, TRIFLE], [STOP], [])
    table.play(Place(HUSKY))
    assert table.play(Stop(), 1) == [StopPlayed(1)]
    assert types(table.all_pass()) == ["WindowPassed", "ActionStopped"]
    assert table.state.discard == [STOP, HUSKY]
    assert table.state.backyards[0] == []
    assert table.asked() == ("turn", (0,))
    assert table.legal() == [Draw()]


def test_any_action_of_any_player_is_stopped() -> None:
    """ "Stop any action of any player"; its cards go to the discard pile (ruling 15: Stops before them)."""
    table = Table(["light_speed"], [STOP], [])
    table.play(Play("light_speed", 1))
    table.stop(1)
    table.all_pass()
    assert table.state.skips == [0, 0, 0]
    assert table.state.discard == [STOP, "light_speed"]


def test_an_extra_action_is_stopped_with_its_puppy() -> None:
    table = Table([DRAGON, SHIBA], [STOP])
    table.play(Place(DRAGON))
    table.stop(1)
    table.all_pass()
    assert table.legal() == [Draw()]


@pytest.mark.parametrize("stops", range(1, 7))
def test_stop_on_stop(stops: int) -> None:
    """ "You can use a Stop card on another Stop card to resume the action", six deep; ruling 1."""
    first, second = [STOP] * ((stops + 1) // 2), [STOP] * (stops // 2)
    table = Table([SHIBA, *second], first)
    table.play(Place(SHIBA))
    for played in range(stops):
        before = table.decision()
        table.stop((played + 1) % 2)
        after = table.decision()
        assert after.number == before.number + 1
        assert after.seats == (played % 2,)
        assert after.context["stops"] == played + 1
    followed = table.all_pass()
    assert table.state.discard[:stops] == [STOP] * stops
    assert (PuppyPlaced(0, SHIBA) in followed) == (stops % 2 == 0)
    assert (SHIBA in table.state.discard) == (stops % 2 == 1)


def test_after_a_stop_all_others_are_asked_again_also_who_had_passed() -> None:
    """Also the seat whose action it is; not the one that played the Stop."""
    table = Table([SHIBA], [], [STOP], [])
    table.play(Place(SHIBA))
    table.play(LetPass(), 1)
    table.play(Stop(), 2)
    assert table.asked() == ("window", (0, 1, 3))


def test_two_stops_on_the_same_action_cancel_each_other() -> None:
    """Ruling 1: counted, not nested."""
    table = Table([SHIBA], [STOP], [STOP])
    table.play(Place(SHIBA))
    table.stop(1, 2)
    assert PuppyPlaced(0, SHIBA) in table.all_pass()


def test_a_winning_placement_is_stopped() -> None:
    table = Table([SHIBA], [STOP], [], backyards={0: [RADAR, MASTIFF]})
    table.play(Place(SHIBA))
    table.stop(1)
    table.all_pass()
    assert table.rules.outcome(table.state) is None
    assert table.state.backyards[0] == [RADAR, MASTIFF]


def test_a_winning_placement_whose_stop_is_stopped_wins() -> None:
    table = Table([SHIBA, STOP], [STOP], [], backyards={0: [RADAR, MASTIFF]})
    table.play(Place(SHIBA))
    table.stop(1, 0)
    table.all_pass()
    assert table.outcome() == ("goal_reached", ((0,), (1, 2)))


def test_protecting_against_barkmageddon_cannot_be_stopped() -> None:
    """ "Stop any action of any player, except when they try to protect against Barkmageddon"."""
    table = Table([TRIFLE] * 3, [STOP], pile=[BARKMAGEDDON])
    table.play(Draw())
    table.play(table.legal()[0])
    assert table.asked() == ("hide", (0,))


def test_a_power_cannot_be_stopped_on_its_own() -> None:
    """Ruling 3."""
    table = Table([HUSKY], [STOP], [])
    table.place(HUSKY)
    assert table.asked() == ("power", (0,))
    table.play(table.legal()[0])
    assert table.asked() == ("turn", (0,))


@pytest.mark.parametrize("card", ["bark", "fetch", "satellite"])
def test_an_action_on_a_hand_that_has_become_empty_has_no_effect(card: str) -> None:
    """Ruling 16: the named hand has played its last card, a Stop, which was stopped."""
    table = Table([card, STOP], [STOP], [])
    table.play(Play(card, 1))
    table.stop(1, 0)
    followed = table.all_pass()
    assert types(followed) == ["WindowPassed"]
    assert table.state.discard == [STOP, STOP, card]
    assert table.legal() == [Draw()]


class TestTimeLimit:
    """Option `reaction_seconds`; ruling 14."""

    def test_a_window_has_the_limit_and_the_server_would_let_it_pass(self) -> None:
        table = Table([SHIBA], [], options=AlienPuppiesOptions(reaction_seconds=20))
        assert table.rules.time_limit(table.state) is None
        table.play(Place(SHIBA))
        assert table.rules.time_limit(table.state) == TimeLimit(20, LetPass())

    def test_by_default_a_window_waits_for_all(self) -> None:
        table = Table([SHIBA], [])
        table.play(Place(SHIBA))
        assert table.rules.time_limit(table.state) is None
