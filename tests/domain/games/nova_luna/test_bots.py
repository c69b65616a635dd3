"""Bots see what a person in their seat would see."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.nova_luna.moves import Refill, Take
from domain.games.nova_luna.state import NovaLunaOptions
from domain.games.rules import Outcome, play_out
from tests.domain.games.chance_doubles import NoChance, SeededChance, SeededPicker
from tests.domain.games.nova_luna.table import RULES, Table


def played_by(bots: Sequence[str], seed: int) -> Outcome:
    """How a match of these bots ends; each of their choices must be legal."""
    state = RULES.new_state(len(bots), NovaLunaOptions())
    for _ in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        pass
    picker = SeededPicker(seed)
    while decision := RULES.awaiting(state):
        (seat,) = decision.seats
        legal = list(RULES.legal_moves(state, seat))
        move = RULES.bots[bots[seat]].choose(RULES.view(state, seat), legal, picker)
        assert move in legal
        for _ in play_out(RULES, state, RULES.decide(state, seat, move, NoChance())):
            pass
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def choice(table: Table, bot: str = "greedy") -> object:
    seat = table.state.rearmost()
    return RULES.bots[bot].choose(RULES.view(table.state, seat), table.legal(), SeededPicker(0))


def test_greedy_beats_random() -> None:
    wins = sum(
        played_by(["greedy", "random", "random"][:seats], seed).ranking[0] == (0,)
        for seed in range(10)
        for seats in (2, 3)
    )
    assert wins >= 18


def test_random_matches_end() -> None:
    for seats in RULES.seats:
        assert len(played_by(["random"] * seats, seats).scores) == seats


def test_the_same_picker_leads_to_the_same_match() -> None:
    assert played_by(["greedy", "random"], 3) == played_by(["greedy", "random"], 3)


def test_greedy_completes_a_task_when_it_can() -> None:
    """A red tile asks for one blue; the blue tile in reach goes next to it."""
    table = Table({1: "NL47", 2: "NL01", 3: "NL18", 4: "NL52"}, stack=(0, 1))
    table.walk(0, 9)
    table.take(1)
    taken = choice(table)
    assert isinstance(taken, Take)
    assert (taken.space, abs(taken.cell[0]) + abs(taken.cell[1])) == (3, 1)


def test_greedy_fills_the_wheel_when_nothing_is_worth_taking() -> None:
    assert choice(Table({1: "NL17"}, supply=["NL01", "NL18"])) == Refill()


def test_random_bot_plays_every_move_there_is() -> None:
    table = Table({1: "NL17", 2: "NL18", 3: "NL19"})
    bot, picker = RULES.bots["random"], SeededPicker(1)
    view = RULES.view(table.state, 0)
    legal = table.legal()
    assert {bot.choose(view, legal, picker) for _ in range(50)} == set(legal)
