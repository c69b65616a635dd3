"""The events of a match in words."""

from __future__ import annotations

import pytest

from domain.games.registry import game
from domain.games.rules import HIDDEN, Event
from domain.match_events import (
    MATCH_EVENTS,
    MatchAborted,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    MoveMade,
    SeatHandedToBot,
    SeatLeft,
    SeatReady,
    SeatResigned,
    SeatTaken,
)
from domain.match_state import SeatState
from domain.wording import seat_names, sentence

PLAYERS = {"a": "Ann", "b": "Bob"}
NAMES = ["Ann", "greedy bot (seat 1)", "seat 2"]

CREATED = MatchCreated(
    game="nova_luna", rules=1, options={}, components="x", digest="x", seats=3, commitment="x", player="a"
)

SENTENCES: list[tuple[Event, str]] = [
    (CREATED, "Ann opens a table of Nova Luna for 3"),
    (SeatTaken(seat=0, player="b"), "Bob takes seat 0"),
    (SeatTaken(seat=0, player="unknown"), "a player takes seat 0"),
    (SeatTaken(seat=1, bot="greedy"), "the greedy bot takes seat 1"),
    (SeatLeft(seat=0), "seat 0 is free again"),
    (SeatReady(seat=0, entropy="x"), "Ann is ready"),
    (MatchStarted(rules=1), "the match begins"),
    (
        MoveMade(rules=1, seat=0, decision=5, move={"type": "take", "space": 3, "cell": [0, -1]}),
        "Ann answers decision 5: take, space 3, cell (0, -1)",
    ),
    (
        MoveMade(rules=1, seat=1, decision=5, move={"type": "play_card", "card": HIDDEN}),
        "greedy bot (seat 1) answers decision 5: play card, card (hidden)",
    ),
    (SeatResigned(seat=0, bot="random"), "Ann resigns; the random bot plays on at seat 0"),
    (SeatHandedToBot(seat=0, bot="greedy"), "Ann has vanished; the greedy bot plays on at seat 0"),
    (
        MatchEnded(reason="tiles_exhausted", ranking=((0, 2), (1,)), scores=(9, 3, 9), secret="x"),
        "the match is over (tiles exhausted): 1. Ann with 9 and seat 2 with 9, 3. greedy bot (seat 1) with 3",
    ),
    (
        MatchEnded(reason="resigned", ranking=((1,), (0,)), scores=(), secret="x"),
        "the match is over (resigned): 1. greedy bot (seat 1), 2. Ann",
    ),
    (MatchAborted(reason="aborted", secret="x"), "the table is closed before the match began"),
    (
        MatchAborted(reason="entropy-withheld", secret="x", seats=(0, 2)),
        "the table is closed before the match began: Ann and seat 2 did not get ready in time",
    ),
]


@pytest.mark.parametrize(
    ("event", "expected"), SENTENCES, ids=[type(event).__name__ for event, _ in SENTENCES]
)
def test_sentences(event: Event, expected: str) -> None:
    assert sentence(event, game("nova_luna"), NAMES, PLAYERS) == expected


def test_every_event_of_a_match_has_a_sentence() -> None:
    assert {type(event) for event, _ in SENTENCES} == set(MATCH_EVENTS.values())


def test_without_players_names_nobody_is_named() -> None:
    rules = game("nova_luna")
    assert sentence(CREATED, rules, NAMES) == "somebody opens a table of Nova Luna for 3"
    assert sentence(SeatTaken(seat=0, player="b"), rules, NAMES) == "a player takes seat 0"


def test_seats_are_called_after_who_sits_there() -> None:
    seats = [SeatState(player="a"), SeatState(player="a", bot="random"), SeatState(bot="greedy")]
    seats += [SeatState(), SeatState(player="unknown")]
    assert seat_names(seats, PLAYERS) == ["Ann", "Ann", "greedy bot (seat 2)", "seat 3", "seat 4"]
