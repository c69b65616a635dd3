"""Rulebook, Setup."""

from __future__ import annotations

import pytest

from domain.games.pura_vida.events import (
    PathLaid,
    StartingSeatDrawn,
    StartTileDealt,
    TilesShuffled,
    TurnBegan,
)
from domain.games.pura_vida.state import STARTING_AREA, PuraVidaOptions, PuraVidaState
from domain.games.rules import Event, play_out
from tests.domain.games.chance_doubles import ScriptedChance, SeededChance
from tests.domain.games.pura_vida.table import RULES, TILES


def set_up(seats: int = 2, seed: int = 0) -> tuple[PuraVidaState, list[Event]]:
    state = RULES.new_state(seats, PuraVidaOptions())
    return state, list(play_out(RULES, state, RULES.set_up(state, SeededChance(seed))))


def test_the_facts_that_open_a_match() -> None:
    _, events = set_up(3)
    assert [type(event) for event in events] == [
        TilesShuffled,
        *[StartTileDealt] * 3,
        PathLaid,
        StartingSeatDrawn,
        TurnBegan,
    ]


def test_the_draws_are_made_from_the_components_order_and_among_the_seats() -> None:
    asked: list[tuple[type[Event], object]] = []

    class Listening(SeededChance):
        def shuffle(self, event, items):  # type: ignore[no-untyped-def]
            asked.append((event, list(items)))
            return super().shuffle(event, items)

        def below(self, event: type[Event], limit: int) -> int:
            asked.append((event, limit))
            return super().below(event, limit)

    state = RULES.new_state(3, PuraVidaOptions())
    list(play_out(RULES, state, RULES.set_up(state, Listening(1))))
    assert asked == [(TilesShuffled, list(TILES)), (StartingSeatDrawn, 3)]


def test_score_tokens_stand_on_0_and_rangers_in_the_starting_area() -> None:
    """Rulebook, Setup: "Place your score token on the first space of the score track (0)"."""
    state, _ = set_up(4)
    assert state.scores == [0, 0, 0, 0]
    assert state.positions == [STARTING_AREA] * 4
    assert state.resting == []


def test_each_player_is_dealt_a_tile_as_the_start_of_the_park() -> None:
    """Rulebook, Setup: "Deal 1 tile each to all players"; ruling 7: it scores nothing."""
    state, (shuffled, *_) = set_up(3)
    assert isinstance(shuffled, TilesShuffled)
    assert [park.tiles for park in state.parks] == [{(0, 0): tile} for tile in shuffled.order[:3]]
    assert state.scores == [0, 0, 0]


def test_the_next_twelve_tiles_are_laid_on_the_path_clockwise() -> None:
    """Rulebook, Setup: "1 tile after the other … in a clockwise pattern … on the 12 spaces"; none lies in
    the starting area."""
    state, (shuffled, *_) = set_up(2)
    assert isinstance(shuffled, TilesShuffled)
    assert state.path == dict(zip(range(1, 13), shuffled.order[2:14], strict=True))
    assert state.supply == list(shuffled.order[14:])


def test_the_starting_seat_is_drawn() -> None:
    """Rulebook, Setup: "Choose the starting player"; ruling 6."""
    state = RULES.new_state(3, PuraVidaOptions())
    chance = ScriptedChance({TilesShuffled: [()], StartingSeatDrawn: [2]})
    list(play_out(RULES, state, RULES.set_up(state, chance)))
    assert (state.first_seat, state.turn) == (2, 2)


def test_the_first_decision_is_the_starting_seats() -> None:
    state, _ = set_up(2)
    decision = RULES.awaiting(state)
    assert decision is not None
    assert (decision.number, decision.kind, decision.seats) == (1, "turn", (state.first_seat,))
    assert decision.context == {"round": 1, "reachable": list(range(1, 13)), "last_action": False}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_nothing_is_awaited_before_the_set_up(seats: int) -> None:
    state = RULES.new_state(seats, PuraVidaOptions())
    assert RULES.awaiting(state) is None
    assert RULES.outcome(state) is None
    RULES.invariants(state)
