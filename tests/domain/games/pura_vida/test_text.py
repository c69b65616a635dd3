"""Pura Vida in words."""

from __future__ import annotations

import pytest

from domain.games.pura_vida.events import (
    BiodiversityScored,
    FinalActionsBegan,
    PathLaid,
    RangerMoved,
    RangerRested,
    RoundEnded,
    StartingSeatDrawn,
    StartTileDealt,
    TilePlaced,
    TilesShuffled,
    TurnBegan,
)
from domain.games.pura_vida.moves import Release
from domain.games.pura_vida.state import PuraVidaOptions
from domain.games.rules import HIDDEN, SPECTATOR, Event
from tests.domain.games.chance_doubles import NoChance, SeededChance, SeededPicker
from tests.domain.games.pura_vida.table import RULES, Table, a, of_class

NAMES = ["Ann", "Ben", "Cem"]


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (TilesShuffled(HIDDEN), "the tiles are shuffled and lie face down"),  # type: ignore[arg-type]
        (
            TilesShuffled(("PV03", "PV01", "PV02")),
            "the tiles are shuffled and lie face down, from the top PV03, PV01 and PV02",
        ),
        (StartTileDealt(1, "PV13"), "the park of Ben starts with PV13 (butterfly, cloud forest)"),
        (PathLaid(2, ("PV03", "PV01")), "round 2 begins; on the path lie PV03 on 1 and PV01 on 2"),
        (StartingSeatDrawn(2), "Cem starts the first round"),
        (TurnBegan(0), "it is Ann's turn"),
        (RangerMoved(0, 4), "Ann's ranger walks to space 4 and takes the tile there"),
        (
            TilePlaced(0, "PV08", (1, -2), "from_above"),
            "Ann lays PV08 (butterfly, savannah) at (1, -2), coming from above",
        ),
        (
            TilePlaced(0, "PV01", (-1, 0), "from_left"),
            "Ann lays PV01 (butterfly, rainforest) at (-1, 0), coming from the left",
        ),
        (
            BiodiversityScored(1, "B", "horizontal", ((0, 0), (1, 0), (2, 0), (3, 0)), 2, 14),
            "Ben scores 2 points for a row of 4, from (0, 0) to (3, 0): one animal in different habitats "
            "(criterion B); 14 in all",
        ),
        (
            BiodiversityScored(1, "C", "vertical", ((0, -1), (0, 0), (0, 1)), 1, 1),
            "Ben scores 1 point for a column of 3, from (0, -1) to (0, 1): different animals in different "
            "habitats (criterion C); 1 in all",
        ),
        (RangerRested(2, 1), "Cem's ranger rests, on place 1"),
        (
            RoundEnded(1, ("PV03", "PV01"), 2),
            "round 1 ends: PV03 and PV01 go out of the game; Cem starts the next one",
        ),
        (RoundEnded(3, ("PV03",), 0), "round 3 ends: PV03 goes out of the game; Ann starts the next one"),
        (
            RoundEnded(6, (), None),
            "round 6 ends: no tile is left on the path; too few tiles are left for another path",
        ),
        (
            FinalActionsBegan(0, (1, 2)),
            "Ann has reached 20 points; Ben and Cem have one more action each",
        ),
        (FinalActionsBegan(0, (2,)), "Ann has reached 20 points; Cem has one more action"),
        (
            FinalActionsBegan(0, ()),
            "Ann has reached 20 points; all others rest, so nobody has another action",
        ),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert RULES.sentence(event, NAMES) == sentence


# Explanations


def explained(table: Table, move: Release, kind: type[Event]) -> list[str]:
    """The sentences that explain the events of a class which follow from a move."""
    assert table.state.turn is not None
    told = []
    for event in table.rules.decide(table.state, table.state.turn, move, NoChance()):
        if isinstance(event, kind):
            told.append(table.rules.explain(table.state, event).sentence)
        table.happen(event)
    return told


def test_a_score_is_explained_by_criterion_axis_and_what_was_counted() -> None:
    table = Table([a("butterfly", "mangrove")])
    row = ("rainforest", "volcano", "savannah")
    table.lay({(0, 1): a("frog", "volcano")})
    table.lay({(x, 2): a("butterfly", habitat) for x, habitat in enumerate(row)})
    (sentence,) = explained(table, Release(1, (3, 2)), BiodiversityScored)
    assert sentence == "criterion B, horizontal, four butterflies in four habitats: 2"


@pytest.mark.parametrize(
    ("shown", "sentence"),
    [
        (
            [("sloth", "volcano"), ("snake", "volcano"), ("toucan", "volcano")],
            "criterion A, vertical, three different animals in one habitat (volcano): 2",
        ),
        (
            [("sloth", "cloud_forest"), ("snake", "volcano"), ("toucan", "mangrove")],
            "criterion C, vertical, three different animals in three habitats: 1",
        ),
        (
            [("snake", "cloud_forest"), ("snake", "volcano"), ("snake", "mangrove")],
            "criterion B, vertical, three snakes in three habitats: 2",
        ),
    ],
)
def test_each_criterion_is_explained(shown: list[tuple[str, str]], sentence: str) -> None:
    table = Table([a(*shown[2])])
    table.lay({(1, 0): "PV68", (2, 0): a(*shown[0]), (2, 1): a(*shown[1])})
    assert explained(table, Release(1, (2, 2)), BiodiversityScored) == [sentence]


def test_a_score_lists_the_tiles_and_its_points() -> None:
    table = Table()
    table.lay({(0, 1): "PV61", (0, 2): "PV64"})
    event = BiodiversityScored(0, "B", "vertical", ((0, 0), (0, 1), (0, 2)), 2, 2)
    explanation = RULES.explain(table.state, event)
    assert explanation.points == 2
    assert explanation.rule == "rulebook, Biodiversity"
    assert explanation.details == (
        "(0, 0): PV75 (frog, cloud forest)",
        "(0, 1): PV61 (frog, rainforest)",
        "(0, 2): PV64 (frog, mangrove)",
    )


def test_a_placement_is_explained_by_its_arrow_and_by_its_runs() -> None:
    """Also why a run scores nothing: a five that meets no criterion (rulebook, Biodiversity)."""
    table = Table()
    table.lay({(1, 0): "PV01", (2, 0): "PV10", (4, 0): "PV61", (2, 1): "PV02"})
    explanation = RULES.explain(table.state, TilePlaced(0, "PV08", (3, 0), "from_above"))
    assert explanation.sentence == (
        "(3, 0) is next to PV10 and PV61; an arrow of PV08 lets it come from above, "
        "where no tile lies in the way"
    )
    assert explanation.details == (
        "horizontal: 5 tiles of at most 5; no criterion: 2 × frog, 3 × butterfly; 1 × cloud forest, "
        "2 × rainforest, 1 × volcano, 1 × savannah",
        "vertical: 1 tile of at most 5; only 3 or more can score",
    )


def test_a_placement_that_scores_says_so() -> None:
    table = Table()
    table.lay({(0, 1): "PV61"})
    explanation = RULES.explain(table.state, TilePlaced(0, "PV64", (0, 2), "from_below"))
    assert (
        explanation.details[1] == "vertical: 3 tiles of at most 5; criterion B, three frogs in three habitats"
    )


def test_a_walk_is_explained_by_what_lay_ahead() -> None:
    table = Table(["PV01", "PV02", "PV03"])
    table.release(2, (1, 0))
    table.rest()
    explanation = RULES.explain(table.state, RangerMoved(0, 3))
    assert explanation.sentence == (
        "the ranger of seat 0 stood on space 2 and could walk to any space ahead with a tile on it; it took "
        "PV03 from space 3"
    )
    assert explanation.details == ("space 3: PV03 (butterfly, rainforest)",)


@pytest.mark.parametrize(
    ("first_actions", "sentence"),
    [
        ((), "seat 0 is the next in clockwise order whose ranger does not rest"),
        (
            (RangerRested(1, 1),),
            "seat 0 is the next in clockwise order whose ranger does not rest; resting: seat 1",
        ),
        ((FinalActionsBegan(1, (0,)),), "seat 0 is the next of those that still have one action"),
        (
            (RoundEnded(1, (), 0), PathLaid(2, ("PV30",))),
            "seat 0 was the first to rest in round 1 and starts round 2",
        ),
    ],
)
def test_a_turn_is_explained(first_actions: tuple[Event, ...], sentence: str) -> None:
    table = Table(["PV01", "PV02", "PV03"], ["PV30"])
    table.release(2, (1, 0))
    for event in first_actions:
        table.happen(event)
    assert RULES.explain(table.state, TurnBegan(0)).sentence == sentence


def test_the_first_turn_is_explained_by_the_draw() -> None:
    state = RULES.new_state(2, PuraVidaOptions())
    for event in (PathLaid(1, ("PV01",)), StartingSeatDrawn(1)):
        RULES.evolve(state, event)
    assert RULES.explain(state, TurnBegan(1)).sentence == "seat 1 was drawn to start"


def test_both_ends_are_explained() -> None:
    table = Table(["PV01"], ["PV30"], seats=3)
    table.give_points(1, 21)
    table.happen(RangerRested(2, 1))
    final = RULES.explain(table.state, FinalActionsBegan(1, (0,)))
    assert final.sentence == (
        "seat 1 has 21 points, at least 20: every other seat that does not rest has exactly one action left; "
        "resting: seat 2"
    )
    assert final.details == ("seat 0: 0 points", "seat 1: 21 points", "seat 2: 0 points")
    short = RULES.explain(table.state, RoundEnded(1, ("PV01",), None))
    assert short.sentence == (
        "all rangers rest, and 1 tile in the supply cannot fill the path: the game ends immediately"
    )


def test_every_event_of_a_match_has_a_sentence_and_an_explanation_with_its_source() -> None:
    kinds = set()
    for seed in range(4):
        state = RULES.new_state(3, PuraVidaOptions())
        chance, picker = SeededChance(seed), SeededPicker(seed)
        coming = RULES.set_up(state, chance)
        while True:
            for event in coming:
                assert RULES.sentence(event, NAMES)
                assert "rul" in RULES.explain(state, event).rule
                kinds.add(type(event))
                RULES.evolve(state, event)
            seat = state.turn
            if seat is None:
                break
            legal = list(RULES.legal_moves(state, seat))
            move = RULES.bots["greedy"].choose(RULES.view(state, seat), legal, picker)
            coming = RULES.decide(state, seat, move, chance)
    assert kinds == set(RULES.events.values())


# The board

BOARD = """\
PATH, round 1; 2 tiles in the supply, 0 out of the game
  START  seat 2 stands, seat 1 rests on place 1
>     1  PV03  butterfly  rainforest    from right, left, below, above
      2  ranger of seat 0
>     3  PV21  snake      mangrove      from right, left, above
      4  -
      5  -
      6  -
      7  -
      8  -
      9  -
     10  -
     11  -
     12  -

A tile in a park: its id, below it the first letters of its animal and of its habitat

SEAT 0   2 points, 4 tiles
  x      0       1
   1  PV61
      fr ra
   0  PV75    PV05
      fr cl   bu ma
  -1  PV64
      fr ma

SEAT 1   0 points, 1 tile
  x      0
   0  PV60
      to cl

SEAT 2   0 points, 1 tile   <- to move
  x      0
   0  PV45
      sl cl"""


def test_the_board() -> None:
    table = Table(["PV03", "PV05", "PV21"], ["PV30", "PV31"], seats=3, rules=RULES)
    table.lay({(0, 1): "PV61", (0, -1): "PV64"})
    table.give_points(0, 2)
    assert of_class(TilePlaced, table.release(2, (1, 0)))
    table.rest()
    assert RULES.board_text(RULES.view(table.state, SPECTATOR)) == BOARD


def test_the_board_tells_who_still_may_act() -> None:
    table = Table(["PV03", "PV05"], seats=3)
    table.happen(FinalActionsBegan(2, (0, 1)))
    titles = [
        line for line in RULES.board_text(RULES.view(table.state, SPECTATOR)).splitlines() if "SEAT" in line
    ]
    assert titles == [
        "SEAT 0   0 points, 1 tile, one action left   <- to move",
        "SEAT 1   0 points, 1 tile, one action left",
        "SEAT 2   0 points, 1 tile, no action left",
    ]


def test_a_wide_park_fits_the_terminal() -> None:
    table = Table()
    table.lay({(x, 0): "PV40" for x in range(1, 30)})
    lines = RULES.board_text(RULES.view(table.state, SPECTATOR)).splitlines()
    assert max(map(len, lines)) <= 100
    assert sum(line.count("PV40") for line in lines) == 29
