"""Bots see what a person in their seat would see."""

from __future__ import annotations

import time
from collections.abc import Sequence

from domain.games.puffinova.moves import CallHome, Discard, Launch, Play
from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import Move, Outcome, play_out
from tests.domain.games.chance_doubles import SeededChance, SeededPicker
from tests.domain.games.puffinova.random_play import OPTIONS
from tests.domain.games.puffinova.table import RULES, Table


def choice(state: PuffiNovaState, seat: int, bot: str, picker: SeededPicker) -> Move:
    legal = list(RULES.legal_moves(state, seat))
    move = RULES.bots[bot].choose(RULES.view(state, seat), legal, picker)
    assert move in legal
    return move


def played_by(bots: Sequence[str], seed: int, options: PuffiNovaOptions) -> Outcome:
    """How a match of these bots ends; each of their choices must be legal."""
    chance, picker = SeededChance(seed), SeededPicker(seed)
    state = RULES.new_state(len(bots), options)
    for _ in play_out(RULES, state, RULES.set_up(state, chance)):
        pass
    while decision := RULES.awaiting(state):
        seat = decision.seats[0]
        move = choice(state, seat, bots[seat], picker)
        for _ in play_out(RULES, state, RULES.decide(state, seat, move, chance)):
            pass
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def test_greedy_beats_random() -> None:
    wins = sum(
        played_by(["greedy", *["random"] * (seats - 1)], seed, options).ranking[0] == (0,)
        for seats in RULES.seats
        for seed, options in enumerate(OPTIONS)
    )
    assert wins >= 10, "of 12"


def test_random_matches_end() -> None:
    for seats in RULES.seats:
        assert len(played_by(["random"] * seats, seats, OPTIONS[0]).scores) == seats


def test_the_same_picker_leads_to_the_same_match() -> None:
    assert played_by(["greedy", "random"], 3, OPTIONS[2]) == played_by(["greedy", "random"], 3, OPTIONS[2])


def greedy(table: Table) -> Move:
    return choice(table.state, 0, "greedy", SeededPicker(0))


def test_greedy_launches_the_largest_ship_while_its_hand_is_empty() -> None:
    table = Table(rows={("left", 1): ("IN01", "IN02", "IN03")})
    assert greedy(table) == Launch("ark", "left", 1)


def test_greedy_plays_what_brings_most() -> None:
    """The Wasp's six diamonds and three stars, paid exactly."""
    table = Table(hands={0: ["IN31", "DO01", "NO03", "LI01", "IN12", "IN01", "IN02"]})
    move = greedy(table)
    assert isinstance(move, Play)
    assert (move.card, move.area) == ("IN31", "moon_council")


def test_greedy_calls_its_ships_home_when_all_are_out() -> None:
    table = Table(4)
    table.block_all_rows([0, 1])
    assert greedy(table) == CallHome()


def test_greedy_discards_what_it_can_spare() -> None:
    table = Table(hands={0: ["LI25", "IN11", "IN12", "IN29", "IN01"]})
    table.play("LI25", ["IN11", "IN12"], "star_castle")
    assert greedy(table) == Discard("IN01")


def test_a_choice_is_made_in_milliseconds() -> None:
    table = Table(hands={0: [card["id"] for card in RULES.components["cards"][::10]]})
    legal, view = table.legal(), RULES.view(table.state, 0)
    before = time.process_time()
    for _ in range(5):
        RULES.bots["greedy"].choose(view, legal, SeededPicker(0))
    assert time.process_time() - before < 0.25
