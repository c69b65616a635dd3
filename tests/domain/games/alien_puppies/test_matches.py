"""Whole matches: what holds at each event, whatever is played; and that everything there is occurs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import combinations, combinations_with_replacement, product
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.alien_puppies.components import ACTION_CARDS, BARKMAGEDDON, KINDS
from domain.games.alien_puppies.events import (
    EVENTS,
    ActionAnnounced,
    BarkmageddonDefended,
    CardFetched,
    HouseRuleSet,
    PowerUsed,
    PuppyPlaced,
    PuppyReturned,
    SeatEliminated,
    SkipImposed,
    TopCardsSeen,
    TurnBegan,
    TurnEnded,
)
from domain.games.alien_puppies.moves import (
    MOVES,
    Combine,
    DeclinePower,
    DefendWithCards,
    DefendWithPuppy,
    Discard,
    Draw,
    DrawAgain,
    Enough,
    Hide,
    LetPass,
    Place,
    Play,
    SetRule,
    Stop,
    Take,
    TakeFromTop,
    TakeNothing,
    UsePower,
)
from domain.games.alien_puppies.state import AlienPuppiesOptions, AlienPuppiesState
from domain.games.rules import Event, IllegalMove, Move, Seat
from tests.domain.games.alien_puppies.ends import REASONS
from tests.domain.games.alien_puppies.random_play import after_moves, random_match
from tests.domain.games.alien_puppies.table import BOX, NEBULA, RULES, STOP, Table
from tests.domain.games.chance_doubles import SeededChance

any_match = given(
    seats=st.integers(2, 5),
    options=st.sampled_from([AlienPuppiesOptions(), AlienPuppiesOptions(earth_puppies=22)]),
    seed=st.integers(0, 10**6),
)


@settings(max_examples=15)
@any_match
def test_invariants_hold_at_each_event_and_every_match_ends(
    seats: int, options: AlienPuppiesOptions, seed: int
) -> None:
    for state, _ in random_match(seats, seed, options):
        RULES.invariants(state)
    outcome = RULES.outcome(state)
    assert outcome is not None
    assert outcome.reason in REASONS
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(seats))


@settings(max_examples=15)
@any_match
def test_hands_and_piles_are_those_that_a_recount_of_the_events_finds(
    seats: int, options: AlienPuppiesOptions, seed: int
) -> None:
    """Every card by what the events say of it, without any of the state's bookkeeping."""
    recount = Recount(seats)
    for state, event in random_match(seats, seed, options):
        recount.count(event)
        for seat in range(seats):
            assert recount.hands[seat] == Counter(state.hands[seat])
            assert recount.backyards[seat] == Counter(state.backyards[seat])


class Recount:
    """Who has which cards, told by the events alone."""

    def __init__(self, seats: int) -> None:
        self.hands: list[Counter[str]] = [Counter() for _ in range(seats)]
        self.backyards: list[Counter[str]] = [Counter() for _ in range(seats)]

    def count(self, event: Event) -> None:
        """Move the cards that an event tells of."""
        data = msgspec.to_builtins(event)
        name, seat = type(event).__name__, data.get("seat", 0)
        gained, lost = self._in_hand(name, data)
        self.hands[seat] = self.hands[seat] + Counter(gained) - Counter(lost)
        other = data.get("from_seat", seat)
        match name:
            case "PuppyPlaced":
                self.backyards[seat][data["puppy"]] += 1
            case "PuppyDestroyed" | "PuppyStolen" | "PuppyKicked" | "PuppyReturned":
                self.backyards[other] -= Counter([data["puppy"]])
            case "BarkmageddonDefended" if data["puppy"] is not None:
                self.backyards[seat] -= Counter([data["puppy"]])
            case "SeatEliminated":
                self.hands[seat].clear()
                self.backyards[seat].clear()
            case "HandsSwapped":
                self.hands[seat], self.hands[data["with_seat"]] = (
                    Counter(data["received"]),
                    Counter(data["given"]),
                )
        if name == "PuppyReturned":
            self.hands[other][data["puppy"]] += 1
        if name == "CardFetched":
            self.hands[other] -= Counter([data["card"]])

    def _in_hand(self, name: str, data: dict[str, Any]) -> tuple[list[str], list[str]]:
        gained: list[str] = []
        lost: list[str] = []
        match name:
            case "HandDealt":
                gained = list(data["cards"])
            case "BarkmageddonExchanged":
                gained, lost = [data["card"]], [BARKMAGEDDON]
            case "CardTakenFromDiscard" | "CardFetched" | "CardTakenFromTop" | "CardDrawn":
                gained = [data["card"]]
            case "PuppyStolen":
                gained = [data["puppy"]]
            case "ActionAnnounced" | "CardsDiscarded" | "BarkmageddonDefended":
                lost = list(data["cards"])
            case "StopPlayed":
                lost = ["stop"]
        return gained, lost


@settings(max_examples=10)
@any_match
def test_a_match_rebuilt_from_its_stored_events_equals_it_at_every_version(
    seats: int, options: AlienPuppiesOptions, seed: int
) -> None:
    rebuilt = RULES.new_state(seats, options)
    for state, event in random_match(seats, seed, options):
        stored = msgspec.json.encode(event)
        kind = EVENTS[f"alien_puppies.{type(event).__name__}"]
        RULES.evolve(rebuilt, msgspec.json.decode(stored, type=kind))
        assert rebuilt == state


@settings(max_examples=10)
@any_match
def test_every_listed_move_is_accepted_and_others_are_refused(
    seats: int, options: AlienPuppiesOptions, seed: int
) -> None:
    random = Random(seed)

    def try_moves(state: AlienPuppiesState, seat: Seat, _: Move) -> None:
        listed = list(RULES.legal_moves(state, seat))
        assert len(listed) == len(set(listed)) <= 500
        for move in listed:
            assert isinstance(next(RULES.decide(state, seat, move, SeededChance(1))), Event)
        for move in {wild_move(random, seats) for _ in range(8)}.difference(listed):
            with pytest.raises(IllegalMove):
                next(RULES.decide(state, seat, move, SeededChance(1)))

    for _ in random_match(seats, seed, options, try_moves):
        pass


def every_move(state: AlienPuppiesState) -> Iterator[Move]:
    """Every move that can be written down with the seats, cards and puppies there are, but for choices
    among many cards."""
    seats = [None, *range(-1, len(state.hands) + 1)]
    puppies = [None, *BOX.puppies]
    cards = [*KINDS, *BOX.puppies]
    aims = [(seat, puppy) for seat in range(len(state.hands)) for puppy in BOX.puppies]
    yield from (Draw(), Stop(), LetPass(), DeclinePower(), TakeNothing(), DrawAgain(), Enough())
    yield from map(Place, cards)
    for card, seat, puppy in product(cards, seats, puppies):
        yield Play(card, seat, puppy)
    for targets in ((), *combinations(aims, 1), *combinations(aims, 2)):
        yield from (Combine(2, "destroy", targets), Combine(4, "destroy", targets))
        yield from (Combine(2, "take", targets), Combine(4, "take", targets))
    for seat, puppy, needless in product(seats, puppies, (None, STOP)):
        yield UsePower(seat, puppy, needless)
    for chosen in (*combinations_with_replacement(cards, 1), *combinations_with_replacement(cards, 2)):
        yield Take(chosen)
    yield from map(TakeFromTop, cards)
    yield from map(DefendWithPuppy, cards)
    yield from map(Hide, range(-1, 80))


@pytest.mark.parametrize(
    ("seats", "seed", "moves"),
    [
        (2, 2, 34),
        (2, 2, 97),
        (2, 2, 99),
        (2, 2, 100),
        (2, 10, 90),
        (3, 1, 38),
        (3, 1, 60),
        (4, 7, 80),
        (5, 9, 90),
    ],
)
def test_legal_moves_are_all_that_are_accepted(seats: int, seed: int, moves: int) -> None:
    """What is listed and what is accepted are worked out apart; of every move there is, they say the same."""
    state = after_moves(seats, seed, moves)
    for seat in range(seats):
        listed = set(RULES.legal_moves(state, seat))
        if not listed:
            continue
        accepted = {move for move in every_move(state) if is_accepted(state, seat, move)}
        assert accepted == {
            move for move in listed if not isinstance(move, DefendWithCards | Discard | SetRule)
        }


def is_accepted(state: AlienPuppiesState, seat: Seat, move: Move) -> bool:
    try:
        next(RULES.decide(state, seat, move, SeededChance(1)))
    except IllegalMove:
        return False
    return True


def wild_move(random: Random, seats: int) -> Move:
    """Some move, probably not legal now."""
    card = random.choice([*KINDS, *BOX.puppies])
    seat = random.choice([None, *range(-1, seats + 1)])
    puppy = random.choice([None, *BOX.puppies])
    return random.choice(
        [
            Place(card),
            Play(card, seat, puppy),
            Play(random.choice(list(ACTION_CARDS)), seat),
            Stop(),
            LetPass(),
            Take((card,)),
            Hide(random.randrange(-2, 90)),
        ]
    )


def potential(state: AlienPuppiesState) -> int:
    """What ruling 26 counts."""
    pile = sum(card != BARKMAGEDDON for card in state.draw_pile)
    held = sum(map(len, state.hands)) + sum(map(len, state.backyards))
    return 3 * pile + 2 * held


@settings(max_examples=30)
@any_match
def test_every_turn_brings_the_end_nearer(seats: int, options: AlienPuppiesOptions, seed: int) -> None:
    """Ruling 26: the argument, at every turn; and the bound, which no match comes near."""
    before = nebula = moves = 0

    def count_move(*_: object) -> None:
        nonlocal moves
        moves += 1

    for state, event in random_match(seats, seed, options, count_move):
        if isinstance(event, TurnBegan):
            before, nebula = potential(state), 0
            assert before <= 218
        elif isinstance(event, PowerUsed) and event.puppy == NEBULA:
            nebula += 1
        elif isinstance(event, TurnEnded) and state.draw_pile and state.alive[event.seat]:
            assert nebula <= 1
            assert potential(state) <= before - 1 + 2 * nebula
    assert state.turns <= 458
    assert moves <= 13_000


# Everything occurs


@pytest.fixture(scope="module")
def played() -> list[tuple[AlienPuppiesState, list[Event], list[Move]]]:
    """Random matches at tables of all sizes: how each ended, its events and its moves."""
    found = []
    for seed in range(120):
        moves: list[Move] = []
        told = list(random_match(2 + seed % 4, seed, None, moves_into(moves)))
        found.append((told[-1][0], [event for _, event in told], moves))
    return found


Played = list[tuple[AlienPuppiesState, list[Event], list[Move]]]


def moves_into(moves: list[Move]) -> Callable[[AlienPuppiesState, Seat, Move], None]:
    """Keeps the moves of a match."""

    def keep(_state: AlienPuppiesState, _seat: Seat, move: Move) -> None:
        moves.append(move)

    return keep


def test_every_move_is_made(played: Played) -> None:
    assert {type(move) for _, _, moves in played for move in moves} == set(MOVES.values())


def test_every_event_happens(played: Played) -> None:
    assert {type(event) for _, events, _ in played for event in events} == set(EVENTS.values())


def test_every_end_is_reached(played: Played) -> None:
    outcomes = [RULES.outcome(state) for state, _, _ in played]
    assert {outcome.reason for outcome in outcomes if outcome is not None} == set(REASONS)


def test_every_kind_of_card_is_announced(played: Played) -> None:
    announced = {
        card for _, events, _ in played for e in events if isinstance(e, ActionAnnounced) for card in e.cards
    }
    assert announced == set(KINDS) - {"stop", BARKMAGEDDON} | set(BOX.puppies)


def test_every_power_that_acts_on_entering_is_used(played: Played) -> None:
    used: set[str] = set()
    for _, events, _ in played:
        placed = ""
        for event in events:
            if isinstance(event, PuppyPlaced):
                placed = event.puppy
            elif isinstance(event, ActionAnnounced | TurnEnded):
                placed = ""
            elif placed and isinstance(
                event, PowerUsed | CardFetched | TopCardsSeen | SkipImposed | PuppyReturned | HouseRuleSet
            ):
                used.add(placed)
    entering = {puppy.id for puppy in BOX.puppies.values() if puppy.when == "enter"}
    assert used == entering - {"dragon_chow"} | {"houdini_komondor"}


def test_every_defence_is_used(played: Played) -> None:
    defences = {
        (len(event.cards), event.puppy is not None)
        for _, events, _ in played
        for event in events
        if isinstance(event, BarkmageddonDefended)
    }
    assert defences == {(3, False), (2, False), (0, True)}
    assert any(isinstance(event, SeatEliminated) for _, events, _ in played for event in events)


def test_invariants_notice_what_is_wrong() -> None:
    """A check that never fails would prove nothing."""

    def broken(change: Callable[[AlienPuppiesState], object]) -> AlienPuppiesState:
        table = Table([STOP, "bark", NEBULA], [], [], discard=["fetch"])
        change(table.state)
        return table.state

    changes: list[Callable[[AlienPuppiesState], object]] = [
        lambda state: state.draw_pile.pop(),
        lambda state: state.draw_pile.append("bark"),
        lambda state: state.hands[0].reverse(),
        lambda state: state.hands[0].append(state.draw_pile.pop(state.draw_pile.index(BARKMAGEDDON))),
        lambda state: setattr(state, "barkmageddon", "out"),
        lambda state: state.house_rules.__setitem__(0, "Be nice."),
        lambda state: state.alive.__setitem__(0, False),
        lambda state: state.eliminated.append(1),
        lambda state: state.backyards[0].append(state.discard.pop()),
        lambda state: setattr(state, "in_turn", False),
        lambda state: state.question.seats.clear() if state.question else None,
        lambda state: state.chosen.__setitem__(0, ("shield_shiba",) * 3),
    ]
    for change in changes:
        with pytest.raises(AssertionError):
            RULES.invariants(broken(change))
