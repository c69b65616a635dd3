"""A reaction window of constant shape, and choices that show nowhere: pairs of matches that differ only in
hidden cards are the same for whoever cannot see them, but for seals, `prev` and what hangs on it."""

from __future__ import annotations

import re
from collections.abc import Sequence

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Stream
from domain.commands import MakeMove, Person
from domain.games.alien_puppies.components import BARKMAGEDDON, STOP
from domain.games.alien_puppies.moves import (
    Arrange,
    Combine,
    DeclinePower,
    DefendWithCards,
    Discard,
    Draw,
    DrawAgain,
    Hide,
    LetPass,
    Place,
    Play,
    Stop,
    TakeFromTop,
)
from domain.games.alien_puppies.state import AlienPuppiesState
from domain.games.rules import SPECTATOR, Decision, Move, Seat, Viewer
from domain.log import Recorded
from domain.match import Match
from tests.domain.games.alien_puppies.redeal import BOX, redeal
from tests.domain.table import Table, rebuilt

_SEAL = re.compile(rb'\{"sealed":"[0-9a-f]{64}"\}')
_PREV = re.compile(rb'"prev":"[0-9a-f]{64}"')


def answer(match: Match, seat: Seat, move: Move, number: int = 0) -> list[Recorded]:
    """A seat's answer to the open decision, the same command in both matches of a pair."""
    command = MakeMove(
        id=f"{number:032x}",
        actor=Person(f"player-{seat}"),
        salt=bytes(32),
        decision=open_decision(match).number,
        move=msgspec.to_builtins(move),
    )
    return match.handle(command, "2026-02-01T00:00:00.000Z")


def open_decision(match: Match) -> Decision:
    decision = match.rules.awaiting(match.state)
    assert decision is not None
    return decision


def masked(event: Recorded) -> bytes:
    """A line without what may differ. Everything else must be the same: types, order, authors, lengths."""
    return _PREV.sub(b"prev", _SEAL.sub(b"seal", event.line))


def received(match: Match, events: Sequence[Recorded], viewer: Viewer) -> list[tuple[bytes, int, list[str]]]:
    """What a viewer is given of events: the lines but for seals, how long they are, and which fields are
    opened to it."""
    return [
        (
            masked(event),
            len(event.line),
            [opening.field for opening in event.openings(viewer, match.salt_key)],
        )
        for event in events
    ]


def assert_the_same(pair: tuple[Match, Match], moves: Sequence[tuple[Seat, Move]], viewer: Viewer) -> None:
    """The same answers in both matches look the same to a viewer, and leave the same seats awaited and, as
    long as nothing has been opened to the viewer that it could not see before, the same view."""
    opened = False
    for number, (seat, move) in enumerate(moves):
        first, second = (received(match, answer(match, seat, move, number), viewer) for match in pair)
        assert first == second
        one, other = pair
        assert one.status == other.status
        if one.over:
            return
        assert one.rules.awaiting(one.state) == other.rules.awaiting(other.state)
        assert one.deadline() == other.deadline()
        opened = opened or any(fields for _, _, fields in first)
        if not opened:
            assert one.rules.view(one.state, viewer) == other.rules.view(other.state, viewer)


def all_but(seats: Sequence[Seat], but: Seat) -> list[Viewer]:
    """Who cannot see the cards of one of these seats."""
    return [*(seat for seat in seats if seat != but), SPECTATOR]


def at_a_turn(seats: int, seed: int, moves: int) -> Table:
    """A random match, at somebody's turn with an action left."""
    table = Table("alien_puppies", seats, seed=str(seed), options={"reaction_seconds": 10})
    for _ in range(moves):
        if table.owing():
            table.random_move()
    while table.owing() and not may_act(table):
        table.random_move()
    return table


def may_act(table: Table) -> bool:
    decision = table.open_decision()
    return decision.kind == "turn" and any(
        isinstance(move, Place | Play | Combine) for move in table.legal_moves(decision.seats[0])
    )


def state_of(match: Match) -> AlienPuppiesState:
    state = match.game_state
    assert isinstance(state, AlienPuppiesState)
    return state


def give(state: AlienPuppiesState, seat: Seat, cards: Sequence[str], viewer: Viewer) -> None:
    """Make a hidden hand hold these cards, in exchange for others that its viewer cannot see either."""
    hidden = [state.draw_pile, *(hand for s, hand in enumerate(state.hands) if s not in (seat, viewer))]
    hand = state.hands[seat]
    for card in set(cards):
        while hand.count(card) < cards.count(card):
            source = next(cards_there for cards_there in hidden if card in cards_there)
            other = next(c for c in hand if hand.count(c) > cards.count(c))
            hand.remove(other)
            hand.append(card)
            source[source.index(card)] = other
    for cards_there in state.hands:
        cards_there[:] = BOX.sorted(cards_there)


settings_of_a_pair = given(
    seats=st.integers(2, 5), seed=st.integers(0, 10**6), moves=st.integers(0, 90), data=st.data()
)


@settings(max_examples=40)
@settings_of_a_pair
def test_a_window_looks_the_same_whoever_holds_a_stop(
    seats: int, seed: int, moves: int, data: st.DataObject
) -> None:
    """From the announcement to what follows from the last pass; for every other seat, and a spectator."""
    table = at_a_turn(seats, seed, moves)
    if not table.owing():
        return
    (actor,) = table.owing()
    actions = [m for m in table.legal_moves(actor) if isinstance(m, Place | Play | Combine)]
    action = data.draw(st.sampled_from(actions))
    others = [seat for seat in state_of(table.match).living() if seat != actor]
    order = data.draw(st.permutations(others))
    for viewer in all_but(others, actor):
        pair = rebuilt(table.events), rebuilt(table.events)
        for match, deal in zip(pair, (b"one", b"two"), strict=True):
            redeal(state_of(match), viewer, Stream(deal + b"%d" % seed))
            give(state_of(match), actor, cards_of(action), viewer)
            match.rules.invariants(match.state)
        assert_the_same(pair, [(actor, action), *((seat, LetPass()) for seat in order)], viewer)


def cards_of(action: Move) -> Sequence[str]:
    """The cards of the hand that an answer shows."""
    match action:
        case Place():
            return [action.puppy]
        case Play():
            return [action.card]
        case Combine():
            return ["earth_puppy"] * action.count
        case Stop():
            return [STOP]
        case DefendWithCards():
            return action.cards
    return []


@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("viewer", [2, SPECTATOR])
def test_nobody_holds_a_stop_or_everybody_does(seats: int, viewer: Viewer) -> None:
    """The extremes: all others hold as many Stops as there are, or all Stops lie in the draw pile."""
    table = announced_by_seat_0(seats)
    pair = rebuilt(table.events), rebuilt(table.events)
    others = [seat for seat in range(1, seats) if seat != viewer]
    for seat in others:
        give(state_of(pair[0]), seat, [STOP], viewer)
    with_none = state_of(pair[1])
    for seat in others:
        while STOP in with_none.hands[seat]:
            place = next(
                n for n, card in enumerate(with_none.draw_pile) if card not in (STOP, "barkmageddon")
            )
            hand = with_none.hands[seat]
            hand[hand.index(STOP)], with_none.draw_pile[place] = with_none.draw_pile[place], STOP
            hand[:] = BOX.sorted(hand)
    assert all(STOP in state_of(pair[0]).hands[seat] for seat in others)
    assert not any(STOP in state_of(pair[1]).hands[seat] for seat in others)
    assert_the_same(pair, [(seat, LetPass()) for seat in range(1, seats)], viewer)


def announced_by_seat_0(seats: int) -> Table:
    """Seat 0 has announced something."""
    for seed in range(100):
        table = Table("alien_puppies", seats, seed=f"window {seed}")
        if table.owing() == (0,) and may_act(table):
            action = next(m for m in table.legal_moves(0) if isinstance(m, Place | Play | Combine))
            table.move(0, action)
            return table
    raise LookupError("seat 0 never began")


@settings(max_examples=30)
@settings_of_a_pair
def test_a_stop_tells_nothing_but_itself(seats: int, seed: int, moves: int, data: st.DataObject) -> None:
    """Who plays a Stop shows it; what else it holds, and whether others hold one, shows nowhere."""
    table = at_a_turn(seats, seed, moves)
    if not table.owing():
        return
    (actor,) = table.owing()
    others = [seat for seat in state_of(table.match).living() if seat != actor]
    stopper = data.draw(st.sampled_from(others))
    if not state_of(table.match).hands[stopper]:
        return
    table.move(actor, next(m for m in table.legal_moves(actor) if isinstance(m, Place | Play | Combine)))
    passing = [seat for seat in (*others, actor) if seat != stopper]
    for viewer in all_but(passing, stopper):
        pair = rebuilt(table.events), rebuilt(table.events)
        for match, deal in zip(pair, (b"one", b"two"), strict=True):
            redeal(state_of(match), viewer, Stream(deal + b"%d" % seed))
            try:
                give(state_of(match), stopper, [STOP], viewer)
            except StopIteration:  # the viewer holds what Stops are left
                return
        assert_the_same(pair, [(stopper, Stop()), *((seat, LetPass()) for seat in passing)], viewer)


# Every other answer


@settings(max_examples=20)
@settings_of_a_pair
def test_every_answer_looks_the_same_whatever_the_hidden_cards_are(
    seats: int, seed: int, moves: int, data: st.DataObject
) -> None:
    """Drawing, placing, powers, taking, defending: but for what is drawn by chance and shown to nobody else,
    nothing differs."""
    table = Table("alien_puppies", seats, seed=str(seed), options={"reaction_seconds": 10})
    for _ in range(moves):
        if table.owing():
            table.random_move()
    for _ in range(12):
        if not table.owing():
            return
        seat = data.draw(st.sampled_from(table.owing()))
        move = data.draw(st.sampled_from(table.legal_moves(seat)))
        viewer = data.draw(st.sampled_from(all_but(range(seats), seat)))
        if not isinstance(move, Arrange | Discard | TakeFromTop):
            pair = rebuilt(table.events), rebuilt(table.events)
            if all(
                dealt_again(match, seat, move, viewer, deal)
                for match, deal in zip(pair, (b"one", b"two"), strict=True)
            ):
                assert_the_same(pair, [(seat, move)], viewer)
        table.move(seat, move)


def dealt_again(match: Match, seat: Seat, move: Move, viewer: Viewer, deal: bytes) -> bool:
    """Deal again what a viewer cannot see, so that the seat can still make the move; whether that went. (Who
    draws Barkmageddon shows it, and who goes out its cards: such a draw is left out.)"""
    state = state_of(match)
    redeal(state, viewer, Stream(deal))
    try:
        give(state, seat, cards_of(move), viewer)
    except StopIteration:  # the viewer holds what cards of the kind are left
        return False
    match.rules.invariants(state)
    return not isinstance(move, Draw | DrawAgain) or state.draw_pile[:1] != [BARKMAGEDDON]


# What is chosen in secret


def found(kind: str, several: bool = False) -> Table:
    """A match at an open decision of a kind with two different answers."""
    for seed in range(300):
        table = Table("alien_puppies", 4, seed=f"choice {seed}")
        while table.owing():
            decision = table.open_decision()
            if (
                decision.kind == kind
                and (len(decision.seats) > 1) == several
                and len(secret_answers(table.legal_moves(decision.seats[0]))) > 1
            ):
                return table
            table.random_move()
    raise LookupError(kind)


def secret_answers(moves: Sequence[Move]) -> list[Move]:
    return [move for move in moves if isinstance(move, Arrange | Discard | Hide | TakeFromTop)]


@pytest.mark.parametrize(
    ("kind", "several"),
    [("arrange", False), ("take_from_top", False), ("hide", False), ("discard", True)],
)
def test_two_different_secret_choices_look_the_same_to_all_others(kind: str, several: bool) -> None:
    """Whatever is chosen, and however long its name is: as long as the rules keep it secret."""
    table = found(kind, several)
    chooser = table.owing()[0]
    choices = secret_answers(table.legal_moves(chooser))
    for viewer in all_but(range(4), chooser):
        seen = []
        for choice in choices[:6]:
            match = rebuilt(table.events)
            caused = answer(match, chooser, choice)
            seen.append((received(match, caused, viewer), open_decision(match)))
        assert all(one == seen[0] for one in seen)


def test_what_a_seat_has_chosen_to_discard_is_sealed_until_the_last_has_chosen() -> None:
    table = found("discard", several=True)
    first, *others = table.owing()
    choice = secret_answers(table.legal_moves(first))[0]
    assert isinstance(choice, Discard)
    made, chosen = table.move(first, choice)
    for event in (made, chosen):
        assert _SEAL.search(event.line)
        assert [opening.value for opening in event.openings(first, table.match.salt_key)]
        for viewer in all_but(others, first):
            assert event.openings(viewer, table.match.salt_key) == []
    opened = []
    for seat in others:
        opened = table.move(seat, secret_answers(table.legal_moves(seat))[0])
    assert [event.type for event in opened[2:]] == ["alien_puppies.CardsDiscarded"] * (1 + len(others))


def test_declining_a_power_tells_nothing_of_the_hand() -> None:
    """The question is asked, and looks the same, whatever is held."""
    table = found_power()
    (seat,) = table.owing()
    for viewer in all_but(range(4), seat):
        pair = rebuilt(table.events), rebuilt(table.events)
        for match, deal in zip(pair, (b"one", b"two"), strict=True):
            redeal(state_of(match), viewer, Stream(deal))
        assert_the_same(pair, [(seat, DeclinePower())], viewer)


def found_power() -> Table:
    for seed in range(100):
        table = Table("alien_puppies", 4, seed=f"power {seed}")
        while table.owing():
            if table.open_decision().kind == "power":
                return table
            table.random_move()
    raise LookupError("power")
