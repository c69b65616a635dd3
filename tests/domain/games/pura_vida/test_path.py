"""Rulebook, How to Play, A. Release Animals into the Wild, B. Rest, and End of a Round."""

from __future__ import annotations

import pytest

from domain.games.pura_vida.events import (
    PathLaid,
    RangerMoved,
    RangerRested,
    RoundEnded,
    TilePlaced,
    TurnBegan,
)
from domain.games.pura_vida.moves import Release, Rest
from domain.games.pura_vida.refusals import EmptySpace, NoSuchSpace, RunTooLong, SpaceBehind
from domain.games.pura_vida.state import STARTING_AREA
from domain.games.rules import Move, UnknownMove
from tests.domain.games.chance_doubles import NoChance
from tests.domain.games.pura_vida.table import Table, of_class

PATH = [f"PV{number:02}" for number in range(1, 13)]
SUPPLY = [f"PV{number:02}" for number in range(13, 30)]


# Turns


def test_play_proceeds_in_clockwise_order() -> None:
    """Rulebook, How to Play."""
    table = Table(PATH, seats=3, first=1)
    turns = [table.state.turn]
    for space in (1, 2, 3):
        table.release(space, (1, 0))
        turns.append(table.state.turn)
    assert turns == [1, 2, 0, 1]


def test_on_a_turn_one_releases_or_rests() -> None:
    """Rulebook, How to Play: "you perform one of the following two actions"."""
    assert {type(move) for move in Table(PATH).legal()} == {Release, Rest}


def test_a_turn_has_one_action() -> None:
    table = Table(PATH)
    assert [type(event) for event in table.release(4, (1, 0))] == [RangerMoved, TilePlaced, TurnBegan]
    assert table.state.turn == 1


def test_who_rests_has_no_turn_until_the_round_ends() -> None:
    """Rulebook, How to Play: "unless their ranger is already 'resting'"; Rest: "will not take any further
    action until the end of the round"."""
    table = Table(PATH, seats=3)
    table.release(1, (1, 0))
    table.rest()
    turns = []
    for space in (2, 3, 4, 5):
        turns.append(table.state.turn)
        table.release(space, (0, 1) if space < 4 else (0, 2))
    assert turns == [2, 0, 2, 0]


def test_the_last_one_standing_goes_on_alone() -> None:
    table = Table(PATH)
    table.rest()
    assert of_class(TurnBegan, table.release(1, (1, 0))) == [TurnBegan(1)]


def test_only_the_seat_whose_turn_it_is_has_moves() -> None:
    table = Table(PATH)
    assert list(table.rules.legal_moves(table.state, 1)) == []


def test_every_turn_opens_the_next_decision() -> None:
    table = Table(PATH, SUPPLY)
    numbers = [table.state.decision]
    for move in (Release(1, (1, 0)), Rest(), Release(3, (2, 0)), Rest(), Rest()):
        table.play(move)
        numbers.append(table.state.decision)
    assert numbers == [1, 2, 3, 4, 5, 6]


def test_nobody_owes_a_move_in_the_middle_of_a_turn() -> None:
    table = Table(PATH)
    coming = table.rules.decide(table.state, 0, Release(1, (1, 0)), NoChance())
    table.happen(next(coming))
    assert table.rules.awaiting(table.state) is None
    assert list(table.rules.legal_moves(table.state, 0)) == []


# Walking


def test_the_ranger_walks_onto_any_space_with_a_tile() -> None:
    """Rulebook, Release Animals: "Move your ranger clockwise onto any space on the path with a tile"."""
    assert Table(PATH).spaces() == set(range(1, 13))


def test_the_ranger_stands_on_the_now_empty_space() -> None:
    """Rulebook, Release Animals: "Take that tile and place your ranger on the now empty space"."""
    table = Table(PATH)
    walked, placed, _ = table.release(5, (1, 0))
    assert walked == RangerMoved(0, 5)
    assert placed == TilePlaced(0, "PV05", (1, 0), "from_right")
    assert table.state.positions == [5, STARTING_AREA]
    assert 5 not in table.state.path


def test_the_path_is_walked_once() -> None:
    """Ruling 2: only to a greater number; spaces already emptied are stepped over."""
    table = Table(PATH)
    table.release(5, (1, 0))
    table.release(7, (1, 0))
    assert table.spaces() == {6, 8, 9, 10, 11, 12}


def test_past_the_last_space_lies_only_the_starting_area() -> None:
    """Ruling 2."""
    table = Table(PATH)
    table.release(12, (1, 0))
    table.rest()
    assert table.legal() == [Rest()]


@pytest.mark.parametrize(
    ("space", "refusal", "sentence"),
    [
        (7, SpaceBehind, "^space 7 is behind your ranger, which stands on 9$"),
        (9, SpaceBehind, "^space 9 is under your ranger, which stands on 9$"),
        (10, EmptySpace, "^space 10 is empty; ahead of your ranger tiles lie on 11 and 12$"),
        (13, NoSuchSpace, "^the spaces of the path are numbered 1 to 12; there is no space 13$"),
        (0, NoSuchSpace, "there is no space 0"),
        (-1, NoSuchSpace, "there is no space -1"),
        (10**15, NoSuchSpace, "there is no space 1000000000000000"),
    ],
)
def test_no_other_space_may_be_taken_from(space: int, refusal: type[Exception], sentence: str) -> None:
    table = Table(PATH)
    table.release(9, (1, 0))
    table.release(10, (1, 0))
    with pytest.raises(refusal, match=sentence):
        table.release(space, (2, 0))


def test_an_empty_space_is_refused_with_what_lies_ahead() -> None:
    table = Table(PATH[:3])
    table.release(1, (1, 0))
    table.release(3, (1, 0))
    with pytest.raises(EmptySpace, match=r"ahead of your ranger a tile lies on 2$"):
        table.release(3, (2, 0))
    table.release(2, (2, 0))
    table.rest()
    with pytest.raises(EmptySpace, match=r"no tile lies ahead of your ranger, so it can only rest$"):
        table.release(3, (3, 0))


def test_a_seat_that_can_lay_no_tile_can_only_rest() -> None:
    """Ruling 1: only what can be laid may be taken. At a full square of five by five nothing can."""
    table = Table(PATH)
    table.lay({(x, y): "PV40" for x in range(5) for y in range(5) if (x, y) != (0, 0)})
    assert table.legal() == [Rest()]
    with pytest.raises(RunTooLong):
        table.release(1, (0, 5))


def test_another_move_is_unknown() -> None:
    class Pass(Move, tag="pass", frozen=True):
        """No move of this game."""

    with pytest.raises(UnknownMove, match="on a turn one may release or rest, not Pass"):
        Table(PATH).play(Pass())


# Resting and the end of a round


def test_the_first_to_rest_takes_place_1_and_the_others_the_next() -> None:
    """Rulebook, Rest: "The first player to reach the starting area places their ranger on … '1'"."""
    table = Table(PATH, seats=3, first=1)
    rests = [event for _ in range(3) for event in of_class(RangerRested, table.rest())]
    assert rests == [RangerRested(1, 1), RangerRested(2, 2), RangerRested(0, 3)]


def test_one_may_rest_without_having_walked_and_with_tiles_ahead() -> None:
    """Rulebook, How to Play: either action, on any turn."""
    assert Table(PATH).legal()[-1] == Rest()


def test_the_round_goes_on_until_all_rest() -> None:
    """Rulebook, End of a Round: "Once all players have reached the starting area"."""
    table = Table(PATH, SUPPLY, seats=3)
    assert not of_class(RoundEnded, [*table.rest(), *table.rest()])
    assert of_class(RoundEnded, table.rest())


def test_the_remaining_tiles_go_back_into_the_box_and_twelve_new_ones_are_laid() -> None:
    """Rulebook, End of a Round; ruling 14: all of it follows from the last rest."""
    table = Table(PATH, SUPPLY)
    table.release(2, (1, 0))
    table.release(11, (1, 0))
    table.rest()
    events = table.rest()
    left = tuple(tile for tile in PATH if tile not in ("PV02", "PV11"))
    assert events == [
        RangerRested(1, 2),
        RoundEnded(1, left, next_first_seat=0),
        PathLaid(2, tuple(SUPPLY[:12])),
        TurnBegan(0),
    ]
    assert table.state.removed == list(left)
    assert table.state.supply == SUPPLY[12:]
    assert table.state.path == dict(enumerate(SUPPLY[:12], start=1))


def test_the_rangers_stand_up_again() -> None:
    """Rulebook, End of a Round: "Make the rangers stand up again"."""
    table = Table(PATH, SUPPLY)
    table.release(12, (1, 0))
    table.rest()
    table.rest()
    assert table.state.positions == [STARTING_AREA, STARTING_AREA]
    assert table.state.resting == []
    assert table.spaces() == set(range(1, 13))


def test_the_first_to_rest_starts_the_next_round_and_play_goes_on_clockwise() -> None:
    """Rulebook, End of a Round: "whose ranger ended the last round on space '1' … starts the new round";
    ruling 10: the other places do not matter."""
    table = Table(PATH, SUPPLY, seats=4)
    table.release(1, (1, 0))
    table.release(2, (1, 0))
    table.rest()  # seat 2 rests first
    table.release(3, (1, 0))
    table.rest()  # then seat 0
    table.release(4, (2, 0))
    table.rest()  # then seat 3
    (turn,) = of_class(TurnBegan, table.rest())  # and seat 1 last
    assert turn == TurnBegan(2)
    assert table.state.first_seat == 2
    turns = [table.state.turn]
    for space in (1, 2, 3):
        table.release(space, (0, 1))
        turns.append(table.state.turn)
    assert turns == [2, 3, 0, 1]
