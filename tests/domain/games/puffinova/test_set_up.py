"""Setting up (rulebook, Setup, and Shorter Game Variant)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
import pytest

from domain.games.puffinova.events import (
    BuildingBuilt,
    BuildingChosen,
    CardsShuffled,
    ConstructionOffered,
    ConstructionShuffled,
    DiscardStarted,
    PilesPrepared,
    RowsFilled,
    StartingSeatDrawn,
    TurnBegan,
)
from domain.games.puffinova.moves import ChooseBuilding
from domain.games.puffinova.options import PuffiNovaOptions, chosen_decks
from domain.games.puffinova.refusals import CardNotOffered
from domain.games.puffinova.state import PuffiNovaState
from domain.games.rules import Event, InvalidOptions, play_out
from tests.domain.games.chance_doubles import ScriptedChance, SeededChance
from tests.domain.games.puffinova.table import BOOM, BOX, RULES, of_class
from tests.domain.table import Table as MatchTable

FAMILY = PuffiNovaOptions(variant="family_only")
EXPERIENCED = PuffiNovaOptions(variant="experienced_family")


def set_up(
    seats: int = 2, options: PuffiNovaOptions | None = None, chance: Any = None
) -> tuple[PuffiNovaState, list[Event]]:
    state = RULES.new_state(seats, options or PuffiNovaOptions())
    return state, list(play_out(RULES, state, RULES.set_up(state, chance or SeededChance(1))))


@pytest.mark.parametrize(("seats", "rows"), [(2, 2), (3, 3), (4, 4), (5, 4)])
def test_space_extensions_by_number_of_players(seats: int, rows: int) -> None:
    """Rulebook, Setup 1: none with two, one with three, two with four or five players."""
    state, _ = set_up(seats)
    assert [len(state.rows[column]) for column in ("left", "right")] == [rows, rows]


@pytest.mark.parametrize("seats", RULES.seats)
def test_as_many_decks_as_players(seats: int) -> None:
    """Rulebook, Setup 2."""
    state, _ = set_up(seats)
    assert len(chosen_decks(seats, state.options)) == seats


def decks_of(event: CardsShuffled) -> set[str]:
    return {BOX.cards[card].deck for card in event.order}


@pytest.mark.parametrize(
    ("seats", "options", "decks"),
    [
        (2, PuffiNovaOptions(), ("insects", "lightning")),
        (5, PuffiNovaOptions(), ("insects", "lightning", "friend", "construction", "domestic")),
        (2, PuffiNovaOptions(decks=("friend", "construction")), ("friend", "construction")),
        (2, FAMILY, ("insects", "domestic")),
        (3, FAMILY, ("insects", "domestic")),
        (4, FAMILY, ("insects", "domestic", "nordic")),
        (5, EXPERIENCED, ("insects", "domestic", "nordic")),
        (3, PuffiNovaOptions(variant="family_only", decks=("nordic", "insects")), ("nordic", "insects")),
    ],
)
def test_the_chosen_decks_are_shuffled_together(
    seats: int, options: PuffiNovaOptions, decks: Sequence[str]
) -> None:
    """Rulebook, Setup 2 and 3; Shorter Game Variant. A Family deck is recommended, not mandatory."""
    RULES.check_options(seats, options)
    _, events = set_up(seats, options)
    (shuffled,) = of_class(CardsShuffled, events)
    assert decks_of(shuffled) == set(decks)
    assert len(shuffled.order) == sum(card.deck in decks for card in BOX.cards.values())


@pytest.mark.parametrize(
    ("seats", "options", "sentence"),
    [
        (2, PuffiNovaOptions(decks=("insects",)), "standard with 2 players takes 2 decks; 1 are named"),
        (2, PuffiNovaOptions(decks=("insects", "insects")), "insects is named 2 times"),
        (
            2,
            PuffiNovaOptions(variant="family_only", decks=("insects", "friend")),
            "family_only is played with the Family decks .*; friend is none",
        ),
        (4, PuffiNovaOptions(variant="experienced_family", decks=("insects", "nordic")), "takes 3 decks"),
    ],
)
def test_decks_that_do_not_go_with_the_variant_are_refused(
    seats: int, options: PuffiNovaOptions, sentence: str
) -> None:
    with pytest.raises(InvalidOptions, match=sentence):
        RULES.check_options(seats, options)


def test_unknown_decks_are_no_options() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"decks": ["sea", "insects"]}, PuffiNovaOptions)


def test_shuffling_starts_in_the_order_of_the_component_file() -> None:
    """Whatever order the decks are named in."""
    _, events = set_up(2, PuffiNovaOptions(decks=("lightning", "insects")), FileOrder())
    (shuffled,) = of_class(CardsShuffled, events)
    assert list(shuffled.order) == [
        card.id for card in BOX.cards.values() if card.deck in ("insects", "lightning")
    ]


class FileOrder:
    """A chance that leaves all as it was."""

    def shuffle(self, event: type[Event], items: Any) -> Any:
        return list(items)

    def below(self, event: type[Event], limit: int) -> int:
        return 0


def test_ten_cards_then_the_rows_then_two_piles() -> None:
    """Rulebook, Setup 4 to 6; the left column is filled first, the left pile gets the odd card."""
    options = PuffiNovaOptions(decks=("friend", "construction", "domestic"))
    state, events = set_up(3, options, FileOrder())
    order = of_class(CardsShuffled, events)[0].order
    assert of_class(DiscardStarted, events)[0].cards == order[:10]
    assert of_class(RowsFilled, events)[0].rows == (
        ("left", 1, order[10:13]),
        ("left", 2, order[13:16]),
        ("left", 3, order[16:19]),
        ("right", 1, order[19:22]),
        ("right", 2, order[22:25]),
        ("right", 3, order[25:28]),
    )
    rest = order[28:]
    assert len(rest) == 82
    assert [card for card in state.piles["left"] if card != BOOM] == list(rest[:41])
    assert [card for card in state.piles["right"] if card != BOOM] == list(rest[41:])


def test_the_left_pile_is_the_upper_half_with_the_odd_card() -> None:
    components = {**RULES.components, "discard_start": 11}
    rules = type(RULES)(components)
    state = rules.new_state(2, PuffiNovaOptions())
    (*_,) = play_out(rules, state, rules.set_up(state, SeededChance(1)))
    assert len(state.piles["left"]) == len(state.piles["right"]) + 1


def test_two_explosions_are_shuffled_into_the_bottom_ten_of_each_pile() -> None:
    """Rulebook, Setup 7. The input of the draw is the ten cards in order, then the explosions."""
    seen: list[list[str]] = []

    class Watched(FileOrder):
        def shuffle(self, event: type[Event], items: Any) -> Any:
            if event is PilesPrepared:
                seen.append(list(items))
                return list(reversed(items))
            return list(items)

    _, events = set_up(2, None, Watched())
    (prepared,) = of_class(PilesPrepared, events)
    left, right = seen
    for pile, drawn in ((prepared.left, left), (prepared.right, right)):
        assert len(drawn) == 12
        assert drawn[-2:] == [BOOM, BOOM]
        assert list(pile[-12:]) == drawn[::-1]
        assert BOOM not in pile[:-12]
    assert (prepared.left_size, prepared.right_size) == (len(prepared.left), len(prepared.right))


def test_draws_are_on_record_by_label_and_by_what_was_drawn_from() -> None:
    """The left pile's draw comes first, the right one's is the second of its event."""
    table = MatchTable("puffinova", 2, options={"variant": "experienced_family"})
    while table.owing():
        table.random_move()
        if table.open_decision().kind == "turn":
            break
    draws = {
        draw["label"]: draw
        for event in table.events
        for draw in msgspec.json.decode(event.stored.split(b"\n", 1)[1]).get("draws", ())
    }
    assert list(draws) == [
        "CardsShuffled",
        "PilesPrepared",
        "PilesPrepared/2",
        "ConstructionShuffled",
        "StartingSeatDrawn",
    ]
    family = [card.id for card in BOX.cards.values() if card.deck in ("insects", "domestic")]
    buildings = [card.id for card in BOX.cards.values() if card.deck == "construction"]
    order = draws["CardsShuffled"]["result"]
    left, right = order[22:43], order[43:]
    assert draws["CardsShuffled"]["of"] == family
    assert draws["PilesPrepared"]["of"] == [*left[-10:], BOOM, BOOM]
    assert draws["PilesPrepared/2"]["of"] == [*right[-10:], BOOM, BOOM]
    assert draws["ConstructionShuffled"]["of"] == buildings
    assert draws["StartingSeatDrawn"]["below"] == 2
    assert {draw["n"] for draw in draws.values()} == {1}


@pytest.mark.parametrize("seed", range(5))
def test_explosions_never_lie_higher(seed: int) -> None:
    state, _ = set_up(2, None, SeededChance(seed))
    for pile in state.piles.values():
        assert pile.count(BOOM) == pile[-12:].count(BOOM) == 2


@pytest.mark.parametrize(
    ("seats", "ships"),
    [(2, ["skiff", "shuttle", "cruiser", "ark"]), (5, ["skiff", "shuttle", "cruiser"])],
)
def test_four_ships_each_but_with_five_players_none_with_three_windows(seats: int, ships: list[str]) -> None:
    """Rulebook, Setup 10 and 11."""
    state, _ = set_up(seats)
    assert [player.ships for player in state.players] == [ships] * seats


def test_hands_start_empty_and_diamonds_at_zero() -> None:
    state, _ = set_up(3)
    assert [(player.hand, player.diamonds) for player in state.players] == [([], 0)] * 3
    assert state.supply == 65


def test_a_random_seat_begins() -> None:
    """Ruling 17."""
    chance = ScriptedChance(
        {CardsShuffled: [[]], PilesPrepared: [[], []], StartingSeatDrawn: [2], ConstructionShuffled: []}
    )
    state, events = set_up(3, None, chance)
    assert events[-2:] == [StartingSeatDrawn(2), TurnBegan(2)]
    decision = RULES.awaiting(state)
    assert decision is not None
    assert (decision.number, decision.kind, decision.seats) == (1, "turn", (2,))


# The variant for experienced players


def offered() -> PuffiNovaState:
    return set_up(3, EXPERIENCED)[0]


def test_each_seat_is_offered_three_construction_cards() -> None:
    """Rulebook, Shorter Game Variant: three random cards each, from the top by seat."""
    state, events = set_up(3, EXPERIENCED, FileOrder())
    construction = [card.id for card in BOX.cards.values() if card.deck == "construction"]
    assert of_class(ConstructionShuffled, events)[0].order == tuple(construction)
    assert of_class(ConstructionOffered, events) == [
        ConstructionOffered(seat, tuple(construction[3 * seat : 3 * seat + 3])) for seat in range(3)
    ]
    decision = RULES.awaiting(state)
    assert decision is not None
    assert (decision.number, decision.kind, decision.seats) == (1, "choose_building", (0, 1, 2))
    assert list(RULES.legal_moves(state, 1)) == [ChooseBuilding(card) for card in construction[3:6]]


def test_no_other_variant_offers_buildings() -> None:
    for options in (PuffiNovaOptions(), FAMILY):
        assert not of_class(ConstructionOffered, set_up(3, options)[1])


def test_buildings_are_built_when_the_last_answer_is_in() -> None:
    """All at once; the others go out of the game, and only then is the starting seat drawn (ruling 19)."""
    state = offered()
    chosen = [player.offer[1] for player in state.players]
    chance = ScriptedChance({StartingSeatDrawn: [1]})

    def choose(seat: int) -> list[Event]:
        answer = ChooseBuilding(chosen[seat])
        return list(play_out(RULES, state, RULES.decide(state, seat, answer, chance)))

    assert choose(2) == [BuildingChosen(2, chosen[2])]
    assert RULES.awaiting(state).seats == (0, 1)  # type: ignore[union-attr]
    assert not list(RULES.legal_moves(state, 2))
    assert choose(0) == [BuildingChosen(0, chosen[0])]
    assert RULES.awaiting(state).number == 1  # type: ignore[union-attr]
    assert choose(1) == [
        BuildingChosen(1, chosen[1]),
        *[BuildingBuilt(seat, card) for seat, card in enumerate(chosen)],
        StartingSeatDrawn(1),
        TurnBegan(1),
    ]
    assert RULES.awaiting(state).number == 2  # type: ignore[union-attr]
    assert [player.areas["galactic_city"] for player in state.players] == [[card] for card in chosen]
    assert all(len(player.offer) == 2 for player in state.players)
    assert state.supply == 65
    RULES.invariants(state)


def test_only_what_was_offered_can_be_built() -> None:
    state = offered()
    other = state.players[1].offer[0]
    with pytest.raises(CardNotOffered, match=f"you may build .*; {other} was not offered"):
        next(RULES.decide(state, 0, ChooseBuilding(other), SeededChance(1)))
