"""The kept matches, replayed from their files alone: all tiles and tokens accounted for at every event."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games.nova_luna.events import TaskCompleted, WheelFilled
from domain.games.nova_luna.scoring import fulfilled_but_open
from domain.games.nova_luna.state import NovaLunaState
from domain.games.rules import Outcome
from domain.match_file import SUFFIX, MatchFile
from tests.domain.games.kept import end_of, events_of, kept_match, replayed
from tests.domain.games.nova_luna.ends import KEPT, MATCHES, REASONS


def kept(name: str) -> MatchFile:
    return kept_match(MATCHES, name)


def last_state(name: str) -> NovaLunaState:
    *_, (_, state, _) = replayed(kept(name))
    assert isinstance(state, NovaLunaState)
    return state


def test_there_is_a_file_for_each_and_no_other() -> None:
    assert {file.name for file in MATCHES.iterdir()} == {f"{name}{SUFFIX}" for name in KEPT}
    assert {name.split(".")[0] for name in KEPT} == set(REASONS)


@pytest.mark.parametrize("name", KEPT)
def test_it_replays_with_all_tiles_and_tokens_accounted_for_to_the_end_on_record(name: str) -> None:
    placed = dict.fromkeys(range(4), 0)
    for rules, state, event in replayed(kept(name)):
        rules.invariants(state)
        in_displays = [tile for display in state.displays for tile in display.tiles.values()]
        on_wheel = [tile for tile in state.wheel if tile is not None]
        in_hand = {state.taken} - {None, *in_displays}
        assert len({*state.supply, *on_wheel, *in_displays, *in_hand}) == 68
        assert len(state.supply) + len(on_wheel) + len(in_displays) + len(in_hand) == 68
        if isinstance(event, TaskCompleted):
            placed[event.seat] += 1
            assert event.tokens_left == state.tokens[event.seat]
        for seat, left in enumerate(state.tokens):
            assert left + placed[seat] == state.tokens_at_start
    end = end_of(kept(name))
    assert rules.outcome(state) == Outcome(end.reason, end.ranking, end.scores)
    assert end.scores == tuple(placed[seat] for seat in range(len(end.scores)))
    assert end.reason == name.split(".", maxsplit=1)[0]


def test_each_shows_what_its_name_says() -> None:
    for name in ("all_tokens_placed.four_seats", "tiles_exhausted.four_seats"):
        assert kept(name).header.seats == 4
    won = last_state("all_tokens_placed.more_tasks_than_tokens")
    assert won.tokens[1] == 0
    assert fulfilled_but_open(won.displays[1]), "there was no token left for these (ruling 4)"
    tied = last_state("tiles_exhausted.ties_broken_by_distance_and_stack")
    assert tied.tokens == [9, 9, 9]
    assert tied.stacks == {88: [2], 90: [0, 1]}
    assert end_of(kept("tiles_exhausted.ties_broken_by_distance_and_stack")).ranking == ((2,), (1,), (0,))


def test_among_them_wheels_are_filled_by_rule_and_on_a_players_wish_and_tokens_differ() -> None:
    files = [kept(name) for name in KEPT]
    later = set()
    for file in files:
        _, *fillings = (event for event in events_of(file) if isinstance(event, WheelFilled))
        later |= {filling.by_rule for filling in fillings}
    assert later == {True, False}
    assert {file.header.options["tokens"] for file in files} == {"standard", "first_game"}


def test_files_are_small() -> None:
    """They are read in review."""
    assert all(Path(file).stat().st_size < 150_000 for file in MATCHES.iterdir())
