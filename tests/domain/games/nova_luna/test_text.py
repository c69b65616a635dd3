"""Nova Luna in words."""

from __future__ import annotations

import pytest

from domain.games.nova_luna.events import (
    MoonAdvanced,
    TaskCompleted,
    TilePlaced,
    TilesShuffled,
    TileTaken,
    TurnOrderDrawn,
    WheelFilled,
)
from domain.games.nova_luna.state import NovaLunaOptions
from domain.games.rules import HIDDEN, SPECTATOR, Event
from tests.domain.games.chance_doubles import SeededChance, SeededPicker
from tests.domain.games.nova_luna.table import BLUE, RED, RULES, TILES, TURQUOISE, YELLOW, Table

NAMES = ["Ann", "Ben", "Cem"]
RED_ASKS_3_BLUE_OR_1_BLUE = "NL47"
COMPLETED = TaskCompleted(0, "NL10", (0, 1), 0, (("blue", ((1, 1),)), ("red", ((0, 0), (0, 2)))), 12)


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TilesShuffled(HIDDEN), "the tiles are shuffled and lie face down"),  # type: ignore[arg-type]
        (
            TilesShuffled(("NL03", "NL01", "NL02")),
            "the tiles are shuffled and lie face down, from the top NL03, NL01 and NL02",
        ),
        (
            TurnOrderDrawn((1, 2, 0)),
            "the starting stack is, from bottom to top, Ben, Cem and Ann: Ann moves first",
        ),
        (
            WheelFilled(((1, "NL03"), (2, "NL01")), by_rule=True),
            "the wheel is filled: NL03 on space 1 and NL01 on space 2",
        ),
        (
            WheelFilled(((1, "NL03"),), by_rule=False),
            "the wheel is filled on the mover's wish: NL03 on space 1",
        ),
        (TileTaken(1, 4, "NL17"), "Ben takes NL17 (turquoise, time 7) from space 4; the meeple follows"),
        (TilePlaced(1, "NL17", (-1, 2)), "Ben lays NL17 at (-1, 2)"),
        (MoonAdvanced(2, 3, 12, ()), "Cem walks 3 on the moon track, to 12"),
        (MoonAdvanced(2, 3, 12, (1, 0)), "Cem walks 3 on the moon track, to 12, on top of Ben and Ann"),
        (
            COMPLETED,
            "Ann completes the task “1 red, 1 blue” of NL10 (1 blue and 2 red tiles around it); "
            "12 tokens left",
        ),
        (
            TaskCompleted(1, "NL47", (0, 0), 1, (("blue", ((1, 0),)),), 1),
            "Ben completes the task “1 blue” of NL47 (1 blue tile around it); 1 token left",
        ),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert RULES.sentence(event, NAMES) == sentence


def test_a_completed_task_is_explained_by_the_tiles_that_count() -> None:
    table = Table()
    table.lay_all({(0, 0): RED_ASKS_3_BLUE_OR_1_BLUE, (0, 1): YELLOW, (1, 1): BLUE})
    event = TaskCompleted(0, RED_ASKS_3_BLUE_OR_1_BLUE, (0, 0), 1, (("blue", ((1, 0), (1, 1))),), 19)
    table.state.displays[0].place((1, 0), TILES["NL20"])
    explanation = RULES.explain(table.state, event)
    assert explanation.sentence.startswith("task 1 of NL47 at (0, 0) asks for 1 blue around the tile")
    assert explanation.rule == "rulebook, Completing Tasks; ruling 8"
    assert explanation.points == 1
    assert explanation.details == ("blue: 1 needed, 2 counted: NL18 at (1, 1) and NL20 at (1, 0)",)


def test_a_walk_is_explained_by_the_tile_and_who_is_next() -> None:
    table = Table({1: "NL17"})
    table.happen(TileTaken(0, 1, "NL17"))
    explanation = RULES.explain(table.state, MoonAdvanced(0, 7, 7, ()))
    assert explanation.sentence == (
        "tile NL17 has time 7, so the token of seat 0 walked from 0 to 7; "
        "seat 1 is next: furthest back (distance 0)"
    )
    assert explanation.details == ("distance 0: seat 1", "distance 7: seat 0")
    assert explanation.points is None


def test_a_seat_that_moves_again_is_explained() -> None:
    table = Table({1: RED})
    table.walk(1, 1)
    table.happen(TileTaken(0, 1, RED))
    assert RULES.explain(table.state, MoonAdvanced(0, 1, 1, (1,))).sentence.endswith(
        "the same seat is next: on top of those furthest back, 2 on one space (distance 1)"
    )


def test_a_filling_is_explained_by_what_lay_on_the_wheel() -> None:
    table = Table({5: BLUE}, supply=["NL20", "NL21"])
    explanation = RULES.explain(table.state, WheelFilled(((1, "NL20"), (2, "NL21")), by_rule=False))
    assert explanation.sentence.startswith("only 1 tile lay on the wheel, so the mover could have it filled")
    assert explanation.rule == "rulebook, Filling the Selection Track; ruling 2; ruling 3"
    assert explanation.details == ("left in the supply: 0",)


def test_every_event_of_a_match_has_a_sentence_and_an_explanation_with_its_source() -> None:
    state = RULES.new_state(3, NovaLunaOptions())
    chance, picker = SeededChance(1), SeededPicker(1)
    coming = RULES.set_up(state, chance)
    kinds = set()
    while True:
        for event in coming:
            assert RULES.sentence(event, NAMES)
            assert "rul" in RULES.explain(state, event).rule
            kinds.add(type(event))
            RULES.evolve(state, event)
        decision = RULES.awaiting(state)
        if decision is None:
            break
        (seat,) = decision.seats
        legal = list(RULES.legal_moves(state, seat))
        coming = RULES.decide(state, seat, legal[picker.below(len(legal))], chance)
    assert kinds == set(RULES.events.values())


BOARD = """\
MOON WHEEL, clockwise from the meeple; 1 tile in the supply
     2  meeple
     3  -
     4  -
     5  -
>    6  NL52  yellow     time 1   no task
>    7  NL17  turquoise  time 7   1 red, 1 blue | 1 red, 1 yellow | 1 yellow, 1 blue
     8  -
     9  -
    10  -
    11  -
     0  -
     1  -

MOON TRACK (distance: stack, top last)   0: seat 2 < seat 1   6: seat 0

A tile: its id; its colour's initial, its time, a mark for each task (x completed, o open)

SEAT 0   19 tokens left, distance 6
  x      0       1
   0          NL18
              B1
  -1  NL01    NL47
      T1      R5 ox
  open:  NL47: 3 blue

SEAT 1   20 tokens left, distance 0   <- to move
  no tile yet; the first one goes on (0, 0)

SEAT 2   20 tokens left, distance 0
  no tile yet; the first one goes on (0, 0)"""


def test_the_board() -> None:
    table = Table({1: "NL47", 2: BLUE, 6: YELLOW, 7: "NL17"}, supply=["NL20"], stack=(2, 1, 0))
    table.state.displays[0].place((0, -1), TILES[TURQUOISE])
    table.take(1, (1, -1), seat=0)
    table.take(2, (1, 0), seat=0)
    assert RULES.board_text(RULES.view(table.state, SPECTATOR)) == BOARD


def test_a_wide_display_fits_the_terminal() -> None:
    table = Table()
    table.lay_all({(x, 0): RED_ASKS_3_BLUE_OR_1_BLUE for x in range(30)})
    lines = RULES.board_text(RULES.view(table.state, SPECTATOR)).splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.count("NL47") for line in lines if line.startswith("   0  ")) == 30
