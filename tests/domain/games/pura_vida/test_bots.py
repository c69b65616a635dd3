"""Bots see what a person in their seat would see."""

from __future__ import annotations

from collections.abc import Sequence
from time import process_time

from domain.games.pura_vida.moves import Release, Rest
from domain.games.pura_vida.state import PuraVidaOptions
from domain.games.rules import Move, Outcome, play_out
from tests.domain.games.chance_doubles import NoChance, SeededChance, SeededPicker
from tests.domain.games.pura_vida.table import RULES, Table, a


def played_by(bots: Sequence[str], seed: int, contact: str = "any") -> Outcome:
    """How a match of these bots ends; each of their choices must be legal."""
    state = RULES.new_state(len(bots), PuraVidaOptions(contact=contact))  # type: ignore[arg-type]
    for _ in play_out(RULES, state, RULES.set_up(state, SeededChance(seed))):
        pass
    picker = SeededPicker(seed)
    while (seat := state.turn) is not None:
        legal = list(RULES.legal_moves(state, seat))
        move = RULES.bots[bots[seat]].choose(RULES.view(state, seat), legal, picker)
        assert move in legal
        for _ in play_out(RULES, state, RULES.decide(state, seat, move, NoChance())):
            pass
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def choice(table: Table) -> Move:
    seat = table.state.turn
    assert seat is not None
    return table.rules.bots["greedy"].choose(
        table.rules.view(table.state, seat), table.legal(), SeededPicker(0)
    )


def test_greedy_beats_random() -> None:
    wins = sum(
        played_by(["greedy", "random", "random"][:seats], seed, contact).ranking[0] == (0,)
        for seed in range(4)
        for seats in (2, 3)
        for contact in ("any", "ahead")
    )
    assert wins == 16


def test_random_matches_end() -> None:
    for seats in RULES.seats:
        assert len(played_by(["random"] * seats, seats).scores) == seats


def test_the_same_picker_leads_to_the_same_match() -> None:
    assert played_by(["greedy", "random"], 3) == played_by(["greedy", "random"], 3)


def test_greedy_takes_the_placement_with_the_most_points_now() -> None:
    """A third snake completes a column for 2; what lies before it on the path would score 1 at most."""
    table = Table([a("toucan", "mangrove"), a("frog", "rainforest"), a("snake", "volcano")])
    table.lay({(0, 1): a("sloth", "volcano"), (1, 1): a("snake", "savannah"), (1, 2): a("snake", "mangrove")})
    assert choice(table) in (Release(3, (1, 0)), Release(3, (1, 3)))


def test_greedy_looks_for_room_to_grow_when_nothing_scores() -> None:
    """A frog next to a frog in another habitat could become three frogs; the other tile has nothing in
    common with the start but its habitat, which is no worse; the same tile again would spoil a run."""
    table = Table([a("frog", "cloud_forest"), a("frog", "volcano")])
    chosen = choice(table)
    assert isinstance(chosen, Release)
    assert chosen.space == 2


def test_greedy_does_not_spoil_runs_without_need() -> None:
    """With a pair of frogs in a row, a snake of one of their habitats goes where the pair is not cut off."""
    table = Table([a("snake", "cloud_forest")])
    table.lay({(1, 0): a("frog", "volcano")})
    chosen = choice(table)
    assert isinstance(chosen, Release)
    assert chosen.cell not in ((2, 0), (-1, 0))


def test_greedy_prefers_the_nearest_of_equals() -> None:
    table = Table([a("frog", "volcano"), a("frog", "volcano", 1)])
    chosen = choice(table)
    assert isinstance(chosen, Release)
    assert chosen.space == 1


def test_greedy_rests_when_it_can_place_nothing() -> None:
    assert choice(Table()) == Rest()


def test_a_choice_takes_little_time_also_with_500_moves() -> None:
    table = Table([f"PV{number:02}" for number in range(1, 13)])
    table.lay({(step // 2 + step % 2, step // 2): "PV40" for step in range(1, 60)})
    seat, legal = 0, table.legal()
    view = table.rules.view(table.state, seat)
    start = process_time()
    for _ in range(10):
        table.rules.bots["greedy"].choose(view, legal, SeededPicker(0))
    assert (process_time() - start) / 10 < 0.02, "5 ms, with room for a slow machine"


def test_random_bot_plays_every_move_there_is() -> None:
    table = Table([a("frog", "volcano")])
    bot, picker = RULES.bots["random"], SeededPicker(1)
    legal = table.legal()
    view = table.rules.view(table.state, 0)
    assert {bot.choose(view, legal, picker) for _ in range(80)} == set(legal)
