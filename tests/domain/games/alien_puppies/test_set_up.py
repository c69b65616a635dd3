"""Rulebook, Set Up."""

from __future__ import annotations

import pytest

from domain.games.alien_puppies.events import (
    BarkmageddonExchanged,
    CardsShuffled,
    DrawPileShuffled,
    HandDealt,
    StartingSeatDrawn,
    TurnBegan,
)
from domain.games.alien_puppies.state import AlienPuppiesOptions, AlienPuppiesState
from domain.games.rules import Event, play_out
from tests.domain.games.alien_puppies.table import BARKMAGEDDON, RULES, STOP, types
from tests.domain.games.chance_doubles import ScriptedChance, SeededChance

TEN = ["stop", "stop", "bark", "bark", "fetch", "fetch", "shuffle", "shuffle", "satellite", "satellite"]


def set_up(
    top: list[str], seats: int = 2, starting: int = 0, reshuffled: list[str] | None = None
) -> tuple[AlienPuppiesState, list[Event]]:
    """A set-up in which these cards come out on top."""
    chance = ScriptedChance(
        {CardsShuffled: [top], StartingSeatDrawn: [starting], DrawPileShuffled: [reshuffled or []]}
    )
    state = RULES.new_state(seats, AlienPuppiesOptions())
    events = list(play_out(RULES, state, RULES.set_up(state, chance)))
    RULES.invariants(state)
    return state, events


def test_five_cards_are_dealt_to_each_from_the_top() -> None:
    """Rulebook, Set Up 1; ruling 27: seat by seat."""
    state, events = set_up(TEN)
    assert types(events) == ["CardsShuffled", "HandDealt", "HandDealt", "StartingSeatDrawn", "TurnBegan"]
    assert events[1:3] == [HandDealt(0, tuple(TEN[:5])), HandDealt(1, tuple(TEN[5:]))]
    assert [len(hand) for hand in state.hands] == [5, 5]
    assert len(state.draw_pile) == 65
    assert state.discard == []


def test_hands_are_kept_in_starting_order() -> None:
    """A hand is a multiset: cards of one kind cannot be told apart."""
    state, _ = set_up(["satellite", "bark", "stop", "dragon_chow", "earth_puppy", *TEN[:5]])
    assert state.hands[0] == ["earth_puppy", "stop", "bark", "satellite", "dragon_chow"]


def test_whoever_is_dealt_barkmageddon_exchanges_it_for_the_top_card_and_the_deck_is_shuffled() -> None:
    """Rulebook, Set Up 1: "exchange it for one card from the top of the remaining deck, then re-shuffle"."""
    top = [*TEN[:6], BARKMAGEDDON, *TEN[6:9], "dragon_chow"]
    state, events = set_up(top, reshuffled=[STOP])
    assert types(events)[3:5] == ["BarkmageddonExchanged", "DrawPileShuffled"]
    assert events[3] == BarkmageddonExchanged(1, "dragon_chow")
    assert "dragon_chow" in state.hands[1]
    assert state.draw_pile.count(BARKMAGEDDON) == 1
    assert state.draw_pile[0] == STOP
    assert [len(hand) for hand in state.hands] == [5, 5]


def test_the_pile_is_shuffled_from_the_order_it_has_with_barkmageddon_on_top() -> None:
    asked: list[list[object]] = []

    class Listening(ScriptedChance):
        def shuffle(self, event, items):  # type: ignore[no-untyped-def]
            asked.append(list(items))
            return super().shuffle(event, items)

    chance = Listening(
        {
            CardsShuffled: [[BARKMAGEDDON, *TEN[:9], "dragon_chow"]],
            StartingSeatDrawn: [0],
            DrawPileShuffled: [[]],
        }
    )
    state = RULES.new_state(2, AlienPuppiesOptions())
    first, *_, before = [list(state.draw_pile) for _ in play_out(RULES, state, RULES.set_up(state, chance))][
        :4
    ]
    assert asked == [RULES.new_state(2, AlienPuppiesOptions()).draw_pile, before]
    assert first[0] == before[0] == BARKMAGEDDON


def test_the_starting_seat_is_drawn() -> None:
    """Ruling 13."""
    state, events = set_up([*TEN, *TEN[:2], "gift_from_the_universe"][:10], seats=2, starting=1)
    assert events[-2:] == [StartingSeatDrawn(1), TurnBegan(1)]
    decision = RULES.awaiting(state)
    assert decision is not None
    assert (decision.number, decision.kind, decision.seats) == (1, "turn", (1,))


def test_barkmageddon_is_never_in_a_hand_after_the_set_up() -> None:
    """Ruling 4; in every fourth or so of these it has been dealt."""
    exchanged = 0
    for seed in range(40):
        state = RULES.new_state(5, AlienPuppiesOptions())
        exchanged += "BarkmageddonExchanged" in types(
            play_out(RULES, state, RULES.set_up(state, SeededChance(seed)))
        )
        assert BARKMAGEDDON in state.draw_pile
    assert 0 < exchanged < 40


@pytest.mark.parametrize("seats", [2, 3, 4, 5])
def test_nothing_is_awaited_before_the_set_up(seats: int) -> None:
    state = RULES.new_state(seats, AlienPuppiesOptions())
    assert RULES.awaiting(state) is None
    assert RULES.outcome(state) is None
    assert not [move for seat in range(seats) for move in RULES.legal_moves(state, seat)]
    RULES.invariants(state)
