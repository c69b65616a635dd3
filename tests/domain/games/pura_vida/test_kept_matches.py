"""The kept matches, replayed from their files alone: all tiles accounted for at every event."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.games.pura_vida.events import BiodiversityScored, FinalActionsBegan, RoundEnded
from domain.games.rules import Outcome
from domain.match_events import MatchEnded
from domain.match_file import SUFFIX, MatchFile
from tests.domain.games.kept import end_of, events_of, kept_match, replayed
from tests.domain.games.pura_vida.ends import KEPT, MATCHES, REASONS


def kept(name: str) -> MatchFile:
    return kept_match(MATCHES, name)


def test_there_is_a_file_for_each_and_no_other() -> None:
    assert {file.name for file in MATCHES.iterdir()} == {f"{name}{SUFFIX}" for name in KEPT}
    assert {name.split(".")[0] for name in KEPT} == set(REASONS)


@pytest.mark.parametrize("name", KEPT)
def test_it_replays_with_all_tiles_accounted_for_to_the_end_on_record(name: str) -> None:
    file = kept(name)
    for rules, state, _ in replayed(file):
        rules.invariants(state)
        in_parks = sum(len(park.tiles) for park in state.parks)
        lying = len(state.supply) + len(state.path) + len(state.removed) + in_parks
        assert lying + (state.taken is not None) == 75
    end = end_of(file)
    assert rules.outcome(state) == Outcome(end.reason, end.ranking, end.scores)
    assert end.reason == name.split(".", maxsplit=1)[0]


def final_actions(name: str) -> FinalActionsBegan:
    (announced,) = (event for event in events_of(kept(name)) if isinstance(event, FinalActionsBegan))
    return announced


def ended(name: str) -> MatchEnded:
    return end_of(kept(name))


def test_each_shows_what_its_name_says() -> None:
    assert final_actions("twenty_points").remaining_seats
    assert final_actions("twenty_points.all_others_rest").remaining_seats == ()
    assert len(final_actions("twenty_points.one_of_the_others_rests").remaining_seats) == 2
    assert ended("twenty_points.two_reach_it").scores == (20, 21)
    assert ended("twenty_points.tie_broken_by_tiles").scores == (21, 21)
    assert ended("twenty_points.tie_broken_by_tiles").ranking == ((1,), (0,))
    assert ended("path_not_refilled.victory_shared").ranking == ((0, 1),)
    assert ended("path_not_refilled.tie_broken_by_tiles").scores == (0, 0, 0)
    assert ended("path_not_refilled.tie_broken_by_tiles").ranking == ((1, 2), (0,))
    assert kept("twenty_points.three_seats").header.options == {"contact": "ahead"}


@pytest.mark.parametrize("name", [name for name in KEPT if name.startswith("twenty_points")])
def test_no_round_ends_once_somebody_has_20_points(name: str) -> None:
    """Ruling 4."""
    happened = events_of(kept(name))
    after = happened[happened.index(final_actions(name)) :]
    assert not [event for event in after if isinstance(event, RoundEnded)]


@pytest.mark.parametrize("name", [name for name in KEPT if name.startswith("path_not_refilled")])
def test_nobody_starts_a_round_that_cannot_be(name: str) -> None:
    *_, last = (event for event in events_of(kept(name)) if isinstance(event, RoundEnded))
    assert last.next_first_seat is None


def test_totals_on_record_are_sums_of_points() -> None:
    for name in KEPT:
        totals = dict.fromkeys(range(4), 0)
        for event in events_of(kept(name)):
            if isinstance(event, BiodiversityScored):
                totals[event.seat] += event.points
                assert event.total == totals[event.seat]


def test_files_are_small() -> None:
    """They are read in review."""
    assert all(Path(file).stat().st_size < 150_000 for file in MATCHES.iterdir())
