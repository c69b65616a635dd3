"""The kept matches, replayed from their files alone: all cards and diamonds accounted for at every event."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from domain.codec import CODEC
from domain.games.puffinova.events import ConstructionOffered, ExplosionDrawn, FinalScored
from domain.games.puffinova.state import PuffiNovaState
from domain.games.registry import rules_with
from domain.games.rules import AnyRules, Event, Outcome
from domain.match_events import MatchEnded, MatchEvent, MoveMade
from domain.match_file import SUFFIX, MatchFile, read
from tests.domain.games.puffinova.ends import KEPT, MATCHES, REASONS


def kept(name: str) -> MatchFile:
    file = read((MATCHES / f"{name}{SUFFIX}").read_bytes())
    assert file.fault is None
    assert file.finished
    return file


def events(file: MatchFile) -> list[Event]:
    return [CODEC.reveal(event.line, event.openings) for event in file.events]


def replayed(file: MatchFile) -> Iterator[tuple[AnyRules, PuffiNovaState, Event]]:
    """Each of the game's events, with the state that it led to."""
    rules = rules_with(file.header.game, file.header.components)
    state = rules.new_state(file.header.seats, msgspec.convert(file.header.options, rules.options))
    for event in events(file):
        if not isinstance(event, MatchEvent):
            rules.evolve(state, event)
            yield rules, state, event


def test_there_is_a_file_for_each_and_no_other() -> None:
    assert {file.name for file in MATCHES.iterdir()} == {f"{name}{SUFFIX}" for name in KEPT}
    assert {name.split(".")[0] for name in KEPT} == set(REASONS)


@pytest.mark.parametrize("name", KEPT)
def test_it_replays_with_everything_accounted_for_to_the_end_on_record(name: str) -> None:
    file = kept(name)
    for rules, state, _ in replayed(file):
        rules.invariants(state)
        assert state.supply + sum(player.diamonds for player in state.players) == 65
    ended = events(file)[-1]
    assert isinstance(ended, MatchEnded)
    assert rules.outcome(state) == Outcome(ended.reason, ended.ranking, ended.scores)
    assert ended.reason == name.split(".", maxsplit=1)[0]


def last_state(name: str) -> PuffiNovaState:
    *_, (_, state, _) = replayed(kept(name))
    return state


def ended(name: str) -> MatchEnded:
    last = events(kept(name))[-1]
    assert isinstance(last, MatchEnded)
    return last


def last_move(name: str) -> str:
    *_, last = (event for event in events(kept(name)) if isinstance(event, MoveMade))
    return str(last.move["type"])


@pytest.mark.parametrize(
    ("name", "move"),
    [
        ("third_explosion", "launch"),
        ("third_explosion.while_drawing", "draw_from"),
        ("third_explosion.by_a_buddy", "accept"),
    ],
)
def test_the_third_explosion_comes_wherever_a_card_is_drawn(name: str, move: str) -> None:
    assert last_move(name) == move


def test_a_buddys_explosion_ends_the_match_on_anothers_turn() -> None:
    """Ruling 13."""
    *_, last = (e for e in events(kept("third_explosion.by_a_buddy")) if isinstance(e, ExplosionDrawn))
    assert last.count == 3
    assert last.seat != last_state("third_explosion.by_a_buddy").turn


def test_ties_are_broken_as_their_names_say() -> None:
    """Rulebook, Final Scoring."""
    by_diamonds = last_state("third_explosion.tie_broken_by_diamonds")
    assert ended("third_explosion.tie_broken_by_diamonds").scores == (10, 10)
    assert [player.diamonds for player in by_diamonds.players] == [5, 0]
    assert ended("third_explosion.tie_broken_by_diamonds").ranking == ((0,), (1,))

    by_hand = last_state("third_explosion.tie_broken_by_cards_in_hand")
    assert ended("third_explosion.tie_broken_by_cards_in_hand").scores == (8, 8)
    assert [player.diamonds for player in by_hand.players] == [0, 0]
    assert [len(player.hand) for player in by_hand.players] == [2, 8]
    assert ended("third_explosion.tie_broken_by_cards_in_hand").ranking == ((1,), (0,))

    assert ended("third_explosion.victory_shared").ranking == ((0, 1),)
    assert ended("third_explosion.place_shared").ranking == ((0,), (1, 2))


def test_the_variants_and_sizes_are_there() -> None:
    assert len(kept("third_explosion.five_seats").header.options) == 3
    assert kept("third_explosion.five_seats").header.seats == 5
    offers = [
        event
        for event in events(kept("third_explosion.experienced_family"))
        if isinstance(event, ConstructionOffered)
    ]
    assert len(offers) == 4
    assert max(len(player.hand) for player in last_state("third_explosion.large_hands").players) > 20


@pytest.mark.parametrize("name", KEPT)
def test_the_scorepads_on_record_add_up(name: str) -> None:
    pads = [event for event in events(kept(name)) if isinstance(event, FinalScored)]
    assert tuple(pad.total for pad in pads) == ended(name).scores
    for pad in pads:
        assert pad.total == pad.diamonds + pad.castle + pad.council + pad.areas + pad.city
        assert pad.total == sum(source.stars for source in pad.detail)
