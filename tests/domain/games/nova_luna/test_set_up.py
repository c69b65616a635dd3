"""Rulebook, Preparation."""

from __future__ import annotations

import pytest

from domain.games.nova_luna.events import TilesShuffled, TurnOrderDrawn, WheelFilled
from domain.games.nova_luna.state import NovaLunaOptions, NovaLunaState
from domain.games.rules import Event, play_out
from tests.domain.games.chance_doubles import ScriptedChance, SeededChance
from tests.domain.games.nova_luna.table import RULES

TILE_IDS = [tile["id"] for tile in RULES.components["tiles"]]


def set_up(seats: int = 2, seed: int = 0) -> tuple[NovaLunaState, list[Event]]:
    state = RULES.new_state(seats, NovaLunaOptions())
    return state, list(play_out(RULES, state, RULES.set_up(state, SeededChance(seed))))


def test_three_facts_open_a_match() -> None:
    _, events = set_up()
    assert [type(event) for event in events] == [TilesShuffled, TurnOrderDrawn, WheelFilled]


def test_the_draws_are_made_from_the_components_order_and_the_seats_in_order() -> None:
    asked: list[tuple[type[Event], list[object]]] = []

    class Listening(SeededChance):
        def shuffle(self, event, items):  # type: ignore[no-untyped-def]
            asked.append((event, list(items)))
            return super().shuffle(event, items)

    list(RULES.set_up(RULES.new_state(3, NovaLunaOptions()), Listening(1)))
    assert asked == [(TilesShuffled, TILE_IDS), (TurnOrderDrawn, [0, 1, 2])]


def test_the_meeple_starts_above_the_new_moon() -> None:
    """Rulebook, Preparation 2."""
    state, _ = set_up()
    assert state.meeple == 0


def test_one_tile_lies_on_each_of_the_eleven_remaining_spaces() -> None:
    """Rulebook, Preparation 3: clockwise from the meeple, from the top of the shuffled tiles; ruling 3."""
    state, events = set_up()
    shuffled, _, filled = events
    assert isinstance(shuffled, TilesShuffled)
    assert filled == WheelFilled(tuple(enumerate(shuffled.order[:11], start=1)), by_rule=True)
    assert state.wheel == [None, *shuffled.order[:11]]


def test_the_remaining_tiles_form_the_supply() -> None:
    """Rulebook, Preparation 4."""
    state, (shuffled, *_) = set_up()
    assert isinstance(shuffled, TilesShuffled)
    assert state.supply == list(shuffled.order[11:])


@pytest.mark.parametrize(
    ("tokens", "seats", "to_place"),
    [
        ("standard", 2, 20),
        ("standard", 3, 20),
        ("standard", 4, 20),
        ("first_game", 2, 20),
        ("first_game", 3, 17),
        ("first_game", 4, 15),
    ],
)
def test_tokens(tokens: str, seats: int, to_place: int) -> None:
    """Rulebook, Preparation 5: 21, in a first game 18 with three and 16 with four; ruling 7: one walks."""
    state = RULES.new_state(seats, NovaLunaOptions(tokens=tokens))  # type: ignore[arg-type]
    assert state.tokens == [to_place] * seats


def test_the_last_seat_drawn_lies_on_top_and_moves_first() -> None:
    """Rulebook, Preparation 6: the first token drawn at the bottom, the next on top; ruling 5."""
    state = RULES.new_state(3, NovaLunaOptions())
    chance = ScriptedChance({TilesShuffled: [()], TurnOrderDrawn: [(1, 0, 2)]})
    list(play_out(RULES, state, RULES.set_up(state, chance)))
    assert state.stacks == {0: [1, 0, 2]}
    decision = RULES.awaiting(state)
    assert decision is not None
    assert (decision.number, decision.kind, decision.seats) == (1, "turn", (2,))


def test_nothing_is_awaited_before_the_set_up() -> None:
    state = RULES.new_state(2, NovaLunaOptions())
    assert RULES.awaiting(state) is None
    assert RULES.outcome(state) is None
    RULES.invariants(state)
