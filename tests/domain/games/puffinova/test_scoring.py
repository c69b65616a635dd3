"""Final scoring (rulebook, Final Scoring, and Area Scoring)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from domain.games.puffinova.components import AnyHourglass
from domain.games.puffinova.events import AreaScored, FinalScored, StarSource
from domain.games.puffinova.hourglasses import Ending, count
from domain.games.puffinova.moves import Area
from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.puffinova.scoring import area_stars, ranking
from domain.games.rules import Event
from tests.domain.games.puffinova.table import BOOM, BOX, RULES, Table, of_class

EXAMPLES = Path(__file__).parent / "examples"
AREA_CASES = msgspec.json.decode((EXAMPLES / "puffinova_areas.json").read_bytes())["cases"]
HOURGLASS_CASES = msgspec.json.decode((EXAMPLES / "puffinova_hourglasses.json").read_bytes())["cases"]


# Areas


@pytest.mark.parametrize("case", AREA_CASES, ids=[str(case["counts"]) for case in AREA_CASES])
def test_shared_examples_of_areas(case: dict[str, Any]) -> None:
    """The first two are the rulebook's."""
    placements = BOX.area_stars[len(case["counts"])]
    assert list(area_stars(case["counts"], placements, True)) == case["stars"]
    assert list(area_stars(case["counts"], placements, False)) == case["stars_if_empty_does_not_rank"]


@pytest.mark.parametrize(
    ("counts", "stars"),
    [
        ([1, 0], (2, 0)),
        ([3, 2, 1], (4, 2, 0)),
        ([1, 2, 3, 4], (0, 2, 4, 6)),
        ([5, 4, 3, 2, 1], (6, 4, 2, 0, 0)),
    ],
)
def test_stars_by_placement(counts: list[int], stars: tuple[int, ...]) -> None:
    """Rulebook, Area Scoring: the table by number of players."""
    assert area_stars(counts, BOX.area_stars[len(counts)], True) == stars


def test_tied_seats_share_rounding_down() -> None:
    """Rulebook, Area Scoring: 6 + 4 + 2 + 0 between four players, 4 + 2 + 0 + 0 between four."""
    assert area_stars([2, 2, 2, 2], BOX.area_stars[4], True) == (3, 3, 3, 3)
    assert area_stars([3, 2, 2, 2, 2], BOX.area_stars[5], True) == (6, 1, 1, 1, 1)


# Hourglasses


@pytest.mark.parametrize("case", HOURGLASS_CASES, ids=range(len(HOURGLASS_CASES)))
def test_shared_examples_of_hourglasses(case: dict[str, Any]) -> None:
    """The last one is the rulebook's: seven mushrooms, two stars."""
    ending = Ending(
        [[BOX.cards[card] for card in board] for board in case["boards"]],
        case["diamonds"],
        case["ended_on_turn_of"],
    )
    hourglass = msgspec.convert(case["hourglass"], AnyHourglass)
    assert count(hourglass, case["seat"], ending).stars == case["stars"]


def ended(table: Table) -> list[Event]:
    """The third explosion is drawn by seat 0, and all is scored."""
    table.state.piles["left"][0] = BOOM
    table.explode("right", "right")
    return table.launch("skiff", "left", 1)


def pads(table: Table) -> list[FinalScored]:
    return of_class(FinalScored, ended(table))


def hourglass_stars(card: str, *cards: str, seats: int = 2, diamonds: dict[int, int] | None = None) -> int:
    """The stars of an hourglass in the city of seat 0, with other cards in its Star Castle."""
    table = Table(seats, diamonds=diamonds)
    table.lay(0, "galactic_city", card)
    table.lay(0, "star_castle", *cards)
    (source,) = (source for source in pads(table)[0].detail if source.of == card)
    return source.stars


@pytest.mark.parametrize(
    ("card", "cards", "stars"),
    [
        # CO18 counts meteor mushrooms, and costs two of them itself (ruling 11)
        ("CO18", (), 0),
        ("CO18", ("LI05",), 1),
        ("CO18", ("LI05", "LI11", "LI22"), 1),
        ("CO18", ("LI05", "LI11", "LI22", "LI23"), 2),
        # CO01 counts cards that cost three, and costs three itself
        ("CO01", (), 1),
        ("CO01", ("IN13", "IN21", "IN01"), 2),
        # CO05 counts cards that cost one or two, and costs three itself
        ("CO05", (), 0),
        ("CO05", ("IN01", "IN05", "IN13", "IN21", "IN29"), 2),
        # CO09 counts cards of the best cost among one, two and five, and costs three itself
        ("CO09", (), 0),
        ("CO09", ("IN01", "IN05", "IN06", "IN13", "IN29"), 2),
        ("CO09", ("IN01", "IN29", "IN30", "IN31"), 3),
        ("CO09", ("IN13", "IN14", "IN21"), 0),
        # CO13 counts sets of two, three, four and five, and costs four itself
        ("CO13", ("IN05", "IN13", "IN29"), 2),
        ("CO13", ("IN05", "IN13"), 0),
        ("CO13", ("IN05", "IN13", "IN29", "IN06", "IN14", "IN30"), 2),
        ("CO13", ("IN05", "IN13", "IN29", "IN06", "IN14", "IN30", "IN21"), 4),
    ],
)
def test_hourglasses_that_count_cards(card: str, cards: tuple[str, ...], stars: int) -> None:
    """Rulebook, Appendix; ruling 11: the hourglass itself is one of the cards."""
    assert hourglass_stars(card, *cards) == stars


@pytest.mark.parametrize(
    ("seats", "diamonds", "stars"),
    [
        (2, {1: 1}, 0),
        (2, {1: 5}, 2),
        (3, {1: 4, 2: 6}, 3),
        (4, {1: 2, 2: 20, 3: 4}, 2),
        (2, {0: 9}, 0),
    ],
)
def test_the_hourglass_that_counts_a_neighbours_diamonds(
    seats: int, diamonds: dict[int, int], stars: int
) -> None:
    """Rulebook, Appendix; rulings 9 and 10: the richer adjacent seat, whose diamonds stay there."""
    assert hourglass_stars("FR35", seats=seats, diamonds=diamonds) == stars


@pytest.mark.parametrize(
    ("seats", "seat", "own", "neighbour"),
    [(2, 0, 4, 0), (2, 1, 0, 4), (3, 2, 0, 4), (4, 1, 0, 4), (4, 2, 0, 0), (5, 4, 0, 4), (5, 3, 0, 0)],
)
def test_hourglasses_that_ask_on_whose_turn_the_match_ended(
    seats: int, seat: int, own: int, neighbour: int
) -> None:
    """Rulebook, Appendix: LI35 one's own turn, FR37 an adjacent player's turn. It ends on that of seat 0."""
    table = Table(seats)
    table.lay(seat, "galactic_city", "LI35", "FR37")
    stars = {source.of: source.stars for source in pads(table)[seat].detail if source.line == "city"}
    assert stars == {"LI35": own, "FR37": neighbour}


def test_it_is_the_last_turn_that_counts_whoever_began() -> None:
    """Rulebook, Appendix (If the game ends on your turn)."""
    table = Table()
    table.lay(0, "galactic_city", "LI35")
    table.lay(1, "galactic_city", "LI36")
    table.launch("skiff", "left", 1)
    table.state.piles["left"][0] = BOOM
    table.explode("right", "right")
    scored = of_class(FinalScored, table.launch("skiff", "left", 2, seat=1))
    assert [pad.city for pad in scored] == [0, 4]


def test_it_is_the_turn_of_who_played_also_when_a_buddys_draw_ends_the_match() -> None:
    """Ruling 13."""
    table = Table(4, hands={0: ["FR13", "IN11", "IN12"]}, left=[BOOM])
    for seat, card in ((0, "LI35"), (3, "LI36"), (3, "FR37"), (2, "FR38")):
        table.lay(seat, "galactic_city", card)
    table.explode("right", "right")
    table.play("FR13", ["IN11", "IN12"], "star_castle")
    table.decline(1)
    scored = of_class(FinalScored, table.accept(3, "left"))
    assert [pad.city for pad in scored] == [4, 0, 0, 0 + 4]


# The scorepad


def example_of_the_rulebook() -> Table:
    """Mom (seat 0) has the second most cards in Diamond Field, shares Star Castle with Paul (seat 1), and
    has the most in Moon Council; Katy is seat 2. Her Candy Store counts two cards that cost three."""
    table = Table(3, diamonds={0: 7})
    table.lay(0, "diamond_field", "IN01")
    table.lay(1, "diamond_field", "IN02", "IN03")
    table.lay(0, "star_castle", "DO01")
    table.lay(1, "star_castle", "DO02")
    table.lay(0, "moon_council", "DO21", "DO13")
    table.lay(2, "moon_council", "DO22")
    table.lay(0, "galactic_city", "CO01")
    return table


def test_the_worked_example_line_by_line() -> None:
    """Rulebook, Final Scoring (Mom's player board)."""
    mom = pads(example_of_the_rulebook())[0]
    assert (mom.diamonds, mom.castle, mom.council, mom.areas, mom.city) == (3, 1, 5, 2 + 3 + 4, 2)
    assert mom.total == 3 + 1 + 5 + 9 + 2
    assert mom.detail == (
        StarSource("diamonds", "diamonds", 3, 7),
        StarSource("castle", "DO01", 1, 1),
        StarSource("council", "DO21", 3, 1),
        StarSource("council", "DO13", 2, 1),
        StarSource("areas", "diamond_field", 2, 1),
        StarSource("areas", "star_castle", 3, 1),
        StarSource("areas", "moon_council", 4, 2),
        StarSource("city", "CO01", 2, 2, None, ("DO13", "CO01")),
    )


def test_areas_are_scored_for_the_record() -> None:
    events = ended(example_of_the_rulebook())
    assert of_class(AreaScored, events) == [
        AreaScored("diamond_field", (1, 2, 0), (2, 4, 0)),
        AreaScored("star_castle", (1, 1, 0), (3, 3, 0)),
        AreaScored("moon_council", (2, 0, 1), (4, 0, 2)),
    ]


def test_areas_without_a_card_rank_or_not() -> None:
    """Ruling 2."""
    for ranks, stars in ((True, (4, 1, 1)), (False, (4, 0, 0))):
        table = Table(3, options=PuffiNovaOptions(empty_area_ranks=ranks))
        table.lay(0, "star_castle", "DO01")
        assert of_class(AreaScored, ended(table))[1] == AreaScored("star_castle", (1, 0, 0), stars)


@pytest.mark.parametrize(("diamonds", "stars"), [(0, 0), (1, 0), (2, 1), (7, 3)])
def test_a_star_for_every_two_diamonds(diamonds: int, stars: int) -> None:
    """Rulebook, Final Scoring."""
    assert pads(Table(diamonds={0: diamonds}))[0].diamonds == stars


@pytest.mark.parametrize(
    ("area", "line", "stars"),
    [("diamond_field", "castle", 0), ("star_castle", "castle", 3), ("moon_council", "council", 3)],
)
def test_printed_stars_count_in_star_castle_and_moon_council(area: Area, line: str, stars: int) -> None:
    """Rulebook, Diamond Field: its cards do not provide any stars."""
    table = Table()
    table.lay(0, area, "IN29")
    (pad, _) = pads(table)
    assert getattr(pad, line) == stars
    assert pad.castle + pad.council == stars


def test_printed_stars_count_in_galactic_city() -> None:
    """Rulebook, Galactic City; it is not scored by placement."""
    table = Table()
    table.lay(0, "galactic_city", "CO37", "CO25")
    events = ended(table)
    assert of_class(FinalScored, events)[0].city == 5
    assert {event.area for event in of_class(AreaScored, events)} == {
        "diamond_field",
        "star_castle",
        "moon_council",
    }


def test_a_card_on_a_neighbours_board_counts_for_the_neighbour() -> None:
    """Rulebook, Appendix (Play this card as the top card); ruling 11."""
    table = Table(hands={0: ["FR31", "IN01", "IN02"]})
    table.lay(1, "galactic_city", "CO09")
    table.play("FR31", ["IN01", "IN02"], "star_castle")
    table.state.piles["left"][0] = BOOM
    table.explode("right", "right")
    scored = of_class(FinalScored, table.launch("skiff", "left", 1, seat=1))
    assert scored[1].city == 1
    assert (scored[0].areas, scored[1].areas) == (1 + 0 + 1, 1 + 2 + 1)


# Ranking


@pytest.mark.parametrize(
    ("totals", "diamonds", "hands", "places"),
    [
        ([5, 9, 7], [9, 0, 0], [9, 0, 0], ((1,), (2,), (0,))),
        ([5, 5, 4], [1, 2, 9], [9, 0, 0], ((1,), (0,), (2,))),
        ([5, 5], [2, 2], [1, 3], ((1,), (0,))),
        ([5, 5, 6], [2, 2, 0], [3, 3, 0], ((2,), (0, 1))),
        ([5, 5], [2, 2], [3, 3], ((0, 1),)),
    ],
)
def test_ties_are_broken_by_diamonds_then_by_cards_in_hand(
    totals: list[int], diamonds: list[int], hands: list[int], places: tuple[tuple[int, ...], ...]
) -> None:
    """Rulebook, Final Scoring; ruling 27: the whole ranking; else the players share the victory."""
    assert ranking(totals, diamonds, hands) == places


def test_the_outcome_tells_stars_and_places() -> None:
    table = Table(hands={1: ["IN01"]})
    table.lay(1, "star_castle", "DO01")
    ended(table)
    outcome = RULES.outcome(table.state)
    assert outcome is not None
    assert outcome.scores == (1 + 0 + 1, 1 + 1 + 2 + 1)
    assert outcome.ranking == ((1,), (0,))
