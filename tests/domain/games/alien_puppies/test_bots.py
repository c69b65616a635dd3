"""Bots see what a person in their seat would see."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.alien_puppies.moves import (
    Combine,
    DefendWithCards,
    Draw,
    LetPass,
    Place,
    Play,
    Stop,
    Take,
)
from domain.games.alien_puppies.state import AlienPuppiesOptions
from domain.games.rules import Move, Outcome, Seat, play_out
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    EARTH,
    GIFT,
    HUSKY,
    MASTIFF,
    RADAR,
    RULES,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
)
from tests.domain.games.chance_doubles import SeededChance, SeededPicker


def played_by(bots: Sequence[str], seed: int) -> Outcome:
    """How a match of these bots ends; each of their choices must be legal."""
    chance, picker = SeededChance(seed), SeededPicker(seed)
    state = RULES.new_state(len(bots), AlienPuppiesOptions())
    for _ in play_out(RULES, state, RULES.set_up(state, chance)):
        pass
    while decision := RULES.awaiting(state):
        seat = decision.seats[picker.below(len(decision.seats))]
        legal = list(RULES.legal_moves(state, seat))
        move = RULES.bots[bots[seat]].choose(RULES.view(state, seat), legal, picker)
        assert move in legal
        for _ in play_out(RULES, state, RULES.decide(state, seat, move, chance)):
            pass
    outcome = RULES.outcome(state)
    assert outcome is not None
    return outcome


def choice(table: Table, seat: Seat | None = None, bot: str = "greedy") -> Move:
    asked = table.decision().seats[0] if seat is None else seat
    return RULES.bots[bot].choose(RULES.view(table.state, asked), table.legal(asked), SeededPicker(0))


def test_greedy_beats_random() -> None:
    wins = sum(
        played_by(["greedy", "random", "random"][:seats], seed).ranking[0] == (0,)
        for seed in range(10)
        for seats in (2, 3)
    )
    assert wins >= 17


def test_matches_of_any_bots_end() -> None:
    for seats in RULES.seats:
        assert len(played_by(["random"] * seats, seats).scores) == seats
        assert len(played_by(["greedy"] * seats, seats).scores) == seats


def test_the_same_picker_leads_to_the_same_match() -> None:
    assert played_by(["greedy", "random", "random"], 3) == played_by(["greedy", "random", "random"], 3)


class TestGreedy:
    def test_plays_to_the_goal(self) -> None:
        assert choice(Table([HUSKY, TRIFLE], [])) == Place(HUSKY)

    def test_keeps_a_defence(self) -> None:
        """With three cards and an empty Backyard it plays none of them."""
        assert choice(Table(["fetch", TRIFLE, EARTH], [EARTH] * 6)) == Draw()
        assert choice(Table(["fetch", TRIFLE, EARTH, EARTH], [EARTH] * 6)) == Play("fetch", 1)

    def test_stops_what_would_win_for_another(self) -> None:
        table = Table([HUSKY], [STOP], [], backyards={0: [RADAR, SHIBA]})
        table.play(Place(HUSKY))
        assert choice(table, 1) == Stop()

    def test_saves_its_stop_otherwise(self) -> None:
        table = Table([HUSKY], [STOP], [], backyards={0: [RADAR]})
        table.play(Place(HUSKY))
        assert choice(table, 1) == LetPass()

    def test_stops_what_would_cost_it_a_puppy(self) -> None:
        table = Table(["back_kick"], [STOP], [STOP], backyards={1: [RADAR]})
        table.play(Play("back_kick", 1, RADAR))
        assert (choice(table, 1), choice(table, 2)) == (Stop(), LetPass())

    def test_does_not_stop_what_is_stopped_already(self) -> None:
        table = Table([HUSKY], [STOP], [STOP], backyards={0: [RADAR, SHIBA]})
        table.play(Place(HUSKY))
        table.stop(1)
        assert choice(table, 2) == LetPass()

    def test_stops_the_stop_on_its_own_winning_placement(self) -> None:
        table = Table([HUSKY, STOP], [STOP], [], backyards={0: [RADAR, SHIBA]})
        table.play(Place(HUSKY))
        table.stop(1)
        assert choice(table, 0) == Stop()

    def test_takes_a_puppy_from_the_discard_pile(self) -> None:
        table = Table([GIFT, EARTH, EARTH, EARTH], [], discard=[STOP, HUSKY])
        assert choice(table) == Play(GIFT)
        table.act(Play(GIFT))
        assert choice(table) == Take((HUSKY,))

    def test_destroys_the_puppies_of_who_leads(self) -> None:
        table = Table([EARTH] * 5, [], [], backyards={1: [RADAR], 2: [SHIBA, MASTIFF]})
        assert choice(table) == Combine(2, "destroy", ((2, MASTIFF),))

    def test_gives_up_what_is_worth_least(self) -> None:
        table = Table([EARTH, TRIFLE, STOP, HUSKY], [], backyards={0: [SHIBA]}, pile=[BARKMAGEDDON])
        table.play(Draw())
        assert choice(table) == DefendWithCards((EARTH, STOP, TRIFLE))


def test_random_bot_plays_every_move_there_is() -> None:
    table = Table(["light_speed", "shuffle"], [])
    bot, picker = RULES.bots["random"], SeededPicker(1)
    legal = table.legal()
    view = RULES.view(table.state, 0)
    assert {bot.choose(view, legal, picker) for _ in range(50)} == set(legal)
