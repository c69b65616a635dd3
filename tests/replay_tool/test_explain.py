"""`explain`: why an event came out as it did, and what else could have been done.

The five positions are written down by hand from the rules; the choices are those of the kept match.
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from domain.commands import ADMIN, HandToBot, LeaveSeat, Resign
from domain.games.alien_puppies.events import (
    ActionAnnounced,
    ActionStopped,
    CardsShuffled,
    HandDealt,
    StopPlayed,
    TurnBegan,
)
from domain.games.nova_luna.events import (
    MoonAdvanced,
    TaskCompleted,
    TilePlaced,
    TilesShuffled,
    TileTaken,
    TurnOrderDrawn,
    WheelFilled,
)
from domain.games.puffinova.events import AreaScored
from domain.games.pura_vida.events import BiodiversityScored, StartTileDealt
from domain.games.pura_vida.events import TilePlaced as ParkTilePlaced
from domain.games.pura_vida.events import TilesShuffled as ParkTilesShuffled
from domain.games.pura_vida.moves import Rest
from domain.games.pura_vida.rules import PuraVida
from domain.games.registry import GAMES
from domain.games.rules import AUDITOR, Event, Explanation
from replay_tool.explaining import Choice, Explained, Verdict, explain
from replay_tool.sources import Source, Unreadable, from_bytes, from_file
from tests.replay_tool import rules_two
from tests.replay_tool.conftest import Server
from tests.replay_tool.forger import Forger
from tests.replay_tool.handmade import first_fact, log_of
from tests.replay_tool.matches import file_of, finished_match, running_match, table
from tests.replay_tool.terminal import FAILED, lines_of, on, run


def why(name: str, seats: int, *facts: Event) -> Explanation:
    """Why the last of some facts came out as it did."""
    source = log_of(name, seats, facts)
    return explain(source, first_fact(seats) + len(facts) - 1).why


def in_this_order(name: str, *first: str) -> tuple[str, ...]:
    """All tiles of a game, some of them first."""
    tiles = [tile["id"] for tile in GAMES[name].components["tiles"]]
    return (*first, *(tile for tile in tiles if tile not in first))


# Five positions


def test_a_task_counts_all_tiles_of_a_colour_that_are_connected_to_it() -> None:
    """Nova Luna, Completing Tasks: NL29 asks for two turquoise ones around it. NL17 and NL07 lie next to it,
    and NL09 does too; NL55 is yellow and does not count."""
    display = {
        "NL09": (0, 0), "NL55": (-1, 0), "NL28": (0, -1), "NL29": (1, 0), "NL17": (1, -1), "NL07": (1, 1),
    }  # fmt: skip
    facts = [
        TilesShuffled(in_this_order("nova_luna", *display)),
        TurnOrderDrawn((1, 0)),
        WheelFilled(tuple(enumerate(display, start=1)), by_rule=True),
    ]
    for space, (tile, cell) in enumerate(display.items(), start=1):
        facts += [TileTaken(0, space, tile), TilePlaced(0, tile, cell)]
    around = ((0, 0), (1, -1), (1, 1))
    found = why("nova_luna", 2, *facts, TaskCompleted(0, "NL29", (1, 0), 1, (("turquoise", around),), 19))
    assert found.points == 1
    assert "asks for 2 turquoise around the tile" in found.sentence
    assert found.details == (
        "turquoise: 2 needed, 3 counted: NL07 at (1, 1), NL09 at (0, 0) and NL17 at (1, -1)",
    )
    assert found.rule == "rulebook, Completing Tasks; ruling 8"


def test_whoever_stops_on_top_of_another_moves_again() -> None:
    """Nova Luna, Game Flow: the token furthest back moves; of several on one space the one on top."""
    found = why(
        "nova_luna",
        2,
        TilesShuffled(in_this_order("nova_luna", "NL55", "NL07")),
        TurnOrderDrawn((0, 1)),
        WheelFilled(((1, "NL55"), (2, "NL07")), by_rule=True),
        TileTaken(1, 1, "NL55"),
        TilePlaced(1, "NL55", (0, 0)),
        MoonAdvanced(1, 3, 3, ()),
        TileTaken(0, 2, "NL07"),
        TilePlaced(0, "NL07", (0, 0)),
        MoonAdvanced(0, 3, 3, (1,)),
    )
    assert found.sentence == (
        "tile NL07 has time 3, so the token of seat 0 walked from 0 to 3; the same seat is next: on top of "
        "those furthest back, 2 on one space (distance 3)"
    )
    assert found.details == ("distance 3: seat 1, seat 0",)


def test_one_animal_in_three_habitats_scores_two() -> None:
    """Pura Vida, Biodiversity, the rulebook's first example: three butterflies, all habitats different."""
    found = why(
        "pura_vida",
        2,
        ParkTilesShuffled(in_this_order("pura_vida", "PV03", "PV62")),
        StartTileDealt(0, "PV03"),
        StartTileDealt(1, "PV62"),
        ParkTilePlaced(0, "PV10", (1, 0), "from_left"),
        ParkTilePlaced(0, "PV09", (2, 0), "from_left"),
        BiodiversityScored(0, "B", "horizontal", ((0, 0), (1, 0), (2, 0)), 2, 2),
    )
    assert found.points == 2
    assert found.sentence == "criterion B, horizontal, three butterflies in three habitats: 2"
    assert found.details == (
        "(0, 0): PV03 (butterfly, rainforest)",
        "(1, 0): PV10 (butterfly, volcano)",
        "(2, 0): PV09 (butterfly, savannah)",
    )
    assert found.rule == "rulebook, Biodiversity"


def test_three_tied_seats_share_three_placements() -> None:
    """PuffiNova, Area Scoring, the rulebook's example: 6 stars for the first, and 4 + 2 + 0 for three who
    tie, 2 each."""
    found = why("puffinova", 4, AreaScored("moon_council", (3, 2, 2, 2), (6, 2, 2, 2)))
    assert found.points == 12
    assert "tied seats share those of the placements they fill, rounded down" in found.sentence
    assert found.details == (
        "seat 0: 3 cards, 6 stars",
        "seat 1: 2 cards, 2 stars",
        "seat 2: 2 cards, 2 stars",
        "seat 3: 2 cards, 2 stars",
    )
    assert found.rule == "rulebook, Area Scoring; ruling 2"


def test_an_action_with_an_odd_number_of_stops_does_not_happen() -> None:
    """Alien Puppies, Stop: a Stop that is not stopped itself ends the action, and its cards are discarded."""
    found = why(
        "alien_puppies",
        2,
        CardsShuffled(("meteor_mastiff", "stop")),
        HandDealt(0, ("meteor_mastiff",)),
        HandDealt(1, ("stop",)),
        TurnBegan(0),
        ActionAnnounced(0, "place", ("meteor_mastiff",), ()),
        StopPlayed(1),
        ActionStopped(0, 1),
    )
    assert found.sentence == (
        "1 Stop on it, an odd number: Meteor Mastiff goes to the discard pile, and the action is used up"
    )
    assert found.rule == "rulebook, Guide for Your Cards, Stop; ruling 1"


# The choice behind it, in the kept match: event 55 is a move of seat 2, event 58 scores 2


@pytest.fixture(scope="module")
def kept() -> Source:
    return from_file(rules_two.KEPT)


def choice(explained: Explained) -> Choice:
    assert explained.choice is not None
    return explained.choice


def verdict(explained: Explained) -> Verdict:
    assert explained.verdict is not None
    return explained.verdict


def test_a_consequence_is_told_with_its_cause_and_all_that_followed(kept: Source) -> None:
    explained = explain(kept, 58)
    assert (explained.event.points, explained.cause.version, explained.cause.type) == (
        2,
        55,
        "match.MoveMade",
    )
    assert [told.version for told in explained.follows] == [56, 57, 58, 59]
    assert [told.points for told in explained.follows] == [None, None, 2, None]


def test_the_legal_moves_are_counted_and_listed_the_one_that_was_made_first(kept: Source) -> None:
    found = choice(explain(kept, 58))
    assert (found.after, found.seat, found.legal, len(found.moves)) == (54, 2, 15, 15)
    assert [move.made for move in found.moves] == [True] + [False] * 14
    assert found.moves[0].text == "release, space 10, cell (-1, 0)"
    assert found.moves[-1].text == "rest"
    assert explain(kept, 55).choice == found, "the same is told of the move itself"


def test_the_list_is_capped_not_the_count(kept: Source) -> None:
    found = choice(explain(kept, 58, limit=3))
    assert (found.legal, len(found.moves), found.moves[0].made) == (15, 3, True)


def test_a_legal_move_that_was_not_made_and_what_would_have_followed(kept: Source) -> None:
    found = verdict(explain(kept, 58, move={"type": "rest"}))
    assert (found.legal, found.seat, found.after) == (True, 2, 54)
    assert [told.sentence for told in found.follows] == [
        "seat 2 answers decision 10: rest",
        "seat 2's ranger rests, on place 1",
        "it is seat 0's turn",
    ]


@pytest.mark.parametrize(
    ("move", "code", "reason"),
    [
        ({"type": "release", "space": 10, "cell": [5, 5]}, "not-adjacent", "(5, 5)"),
        ({"type": "release", "space": 99, "cell": [0, 1]}, "no-such-space", "99"),
        ({"type": "fly"}, "invalid-move", "this is no move of Pura Vida"),
        ({"type": "rest", "now": True}, "invalid-move", "unknown field `now`"),
        ({}, "invalid-move", "this is no move of Pura Vida"),
    ],
    ids=lambda value: value.get("type", "none") if isinstance(value, dict) else None,
)
def test_a_move_that_would_have_been_refused(
    kept: Source, move: dict[str, Any], code: str, reason: str
) -> None:
    found = verdict(explain(kept, 58, move=move))
    assert not found.legal
    assert found.code == code
    assert reason in (found.reason or "")


def test_a_seat_that_owed_no_answer(kept: Source) -> None:
    asked = explain(kept, 58, seat=0, move={"type": "rest"})
    assert (choice(asked).legal, choice(asked).moves) == (0, ())
    assert choice(asked).note == "seat 0 owed no answer: the match waited for seat 2"
    assert verdict(asked).code == "not-your-turn"


def test_a_move_that_the_list_of_legal_ones_leaves_out(kept: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    """Games may list a selection; then the move that was made is shown all the same, and not counted."""
    monkeypatch.setattr(PuraVida, "legal_moves", lambda *_: iter([Rest()]))
    found = choice(explain(kept, 58))
    assert found.legal == 1
    assert [(move.text, move.made) for move in found.moves] == [
        ("release, cell (-1, 0), space 10", True),
        ("rest", False),
    ]


def test_older_rules_are_told_of(kept: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    rules_two.install(monkeypatch)
    assert (explain(kept, 58).rules, explain(kept, 58).newest_rules) == (1, 2)
    assert "decided by rules 1; what could have been done is judged by the newest, 2" in (
        run("explain", rules_two.KEPT, 58).stdout
    )
    assert explain(kept, 58).event.points == 2, "what happened stays what it was"


# The match's own events


def test_every_event_of_a_match_is_explained(kept: Source) -> None:
    for version in range(1, len(kept.events) + 1):
        found = explain(kept, version, limit=0)
        assert found.why.sentence
        assert found.why.rule


def test_what_is_rare_is_explained_too() -> None:
    played = table(3, start=False)
    played.sit_down()
    played.give(LeaveSeat, actor=played.player(1), seat=1)
    played.persons = [1]
    played.sit_down()
    played.persons = [0, 1, 2]
    played.get_ready()
    played.give(HandToBot, actor=ADMIN, seat=0, bot="greedy")
    played.give(Resign, actor=played.player(1))
    source = from_bytes("test", file_of(played.events))
    told = {event.line.type: explain(source, event.line.version).why.sentence for event in source.events}
    assert "until somebody is ready" in told["match.SeatLeft"]
    assert "ranks after all who stay" in told["match.SeatResigned"]
    assert "who vanished" in told["match.SeatHandedToBot"]
    assert "one person among persons" in told["match.MatchEnded"]


# What cannot be explained


def test_a_running_match_is_explained_to_auditors_only(server: Server) -> None:
    refused = on(server, "explain", server.running, 12, code=FAILED)
    assert "may tell what is still hidden" in refused.stderr
    (told,) = lines_of(on(server, "explain", server.running, 12, "--as", "auditor", "--json"))
    assert told["event"]["version"] == 12


def test_events_seats_and_moves_that_are_not_there(kept: Source) -> None:
    with pytest.raises(Unreadable, match="has events 1 to 220, not 221"):
        explain(kept, 221)
    with pytest.raises(Unreadable, match="there is no seat 3; the table has seats 0 to 2"):
        explain(kept, 58, seat=3)
    with pytest.raises(Unreadable, match="event 3 is no move; --seat tells whose move is meant"):
        explain(kept, 3, move={"type": "rest"})
    with pytest.raises(Unreadable, match="secrets are missing"):
        explain(from_bytes("test", file_of(running_match().events)), 5)


def test_a_forged_log_is_told_to_be_one() -> None:
    log = Forger(finished_match())
    version = log.find("TilePlaced", 5)
    log.event(version).data["tile"] = "NL99"
    with pytest.raises(Unreadable, match=r"(audit|verify) tells what is wrong"):
        explain(from_bytes("test", log.file()), version, viewer=AUDITOR)


# At the command line


def test_what_is_printed(kept: Source) -> None:
    shown = run("explain", kept.name, 58, "--limit", 2, "--move", '{"type":"rest"}').stdout
    for part in (
        "Event 58: seat 2 scores 2 points",
        "scored: 2",
        "rule:   rulebook, Biodiversity",
        "It follows from event 55: seat 2 answers decision 10",
        "After event 54 15 moves were open to seat 2 (decision 10, turn):",
        "… and 13 more; --limit 15 lists them all",
        'After event 54 seat 2 with {"type":"rest"}: legal. It would have led to',
        "Pura Vida: decided by rules 1, the newest.",
    ):
        assert part in shown


@pytest.mark.parametrize("move", ["rest", "[]", '{"type"'])
def test_what_is_no_move_at_all(kept: Source, move: str) -> None:
    result = run("explain", kept.name, 58, "--move", move, code=FAILED)
    assert "is no JSON" in result.stderr or "is no move; a move is an object" in result.stderr


def test_for_programs(kept: Source) -> None:
    (told,) = lines_of(run("explain", kept.name, 58, "--move", json.dumps({"type": "fly"}), "--json"))
    assert told["why"]["points"] == 2
    assert told["choice"]["legal"] == 15
    assert (told["verdict"]["legal"], told["verdict"]["code"]) == (False, "invalid-move")
