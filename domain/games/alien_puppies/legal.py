"""The moves that a seat may make, in a fixed order: that of the card set, of seats, of Backyards."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations, islice, permutations

from domain.games.alien_puppies.components import ACTION_CARDS, BARKMAGEDDON, EARTH_PUPPY, STOP, Box
from domain.games.alien_puppies.moves import (
    Arrange,
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
from domain.games.alien_puppies.state import AlienPuppiesState, Kind
from domain.games.alien_puppies.targets import (
    AT_A_PUPPY,
    AT_A_SEAT,
    POWERS_AT_A_SEAT,
    puppies_of_others,
    seats_for,
)
from domain.games.rules import Move, Seat

LISTED_CHOICES = 60
"""How many ways to choose cards of a hand are listed; every other one is accepted too."""

SUGGESTED_RULES = (
    "Each player needs to do 5 push-ups at the beginning of each round.",
    "Whoever plays a Stop says sorry in the voice of a puppy.",
)
"""House rules for who has no idea of an own one; the first is the rulebook's example."""

LET_PASS = LetPass()
_PASS_ONLY: Sequence[Move] = (LET_PASS,)
_STOP_OR_PASS: Sequence[Move] = (Stop(), LET_PASS)
_DRAW = Draw()
_DECLINE = DeclinePower()
_HOUSE_RULE: Sequence[Move] = (*map(SetRule, SUGGESTED_RULES), _DECLINE)
_SECOND_DRAW: Sequence[Move] = (DrawAgain(), Enough())
_NO_TARGET = UsePower()


def legal_moves(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    """All moves of a seat, those that choose among many cards in part; none when it owes no answer."""
    question = state.question
    if question is None or seat not in question.seats:
        return iter(())
    return iter(_LISTINGS[question.kind](state, seat, box))


def _window(state: AlienPuppiesState, seat: Seat, box: Box) -> Sequence[Move]:
    return _STOP_OR_PASS if STOP in state.hands[seat] else _PASS_ONLY


def _turn(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    if state.actions_left:
        hand = state.hands[seat]
        kinds = dict.fromkeys(hand)
        for card in kinds:
            if card in box.puppies:
                yield Place(card)
            elif card in ACTION_CARDS:
                yield from _plays(state, seat, card, box)
        if EARTH_PUPPY in kinds:
            yield from _combinations(state, seat, hand.count(EARTH_PUPPY), box)
    yield _DRAW


def _plays(state: AlienPuppiesState, seat: Seat, card: str, box: Box) -> Iterator[Move]:
    if card in AT_A_PUPPY:
        for aim, puppy in puppies_of_others(state, seat, box):
            yield Play(card, aim, puppy)
    elif card in AT_A_SEAT:
        for aim in seats_for(state, seat, card):
            yield Play(card, aim)
    elif card == "gift_from_the_universe":
        if state.takeable():
            yield Play(card)
    elif card != "time_machine" or state.draw_pile:
        yield Play(card)


def _combinations(state: AlienPuppiesState, seat: Seat, earth_puppies: int, box: Box) -> Iterator[Move]:
    if earth_puppies < 2:
        return
    targets = list(puppies_of_others(state, seat, box))
    takeable = len(state.takeable())
    for target in targets:
        yield Combine(2, "destroy", (target,))
    if takeable:
        yield Combine(2, "take")
    if earth_puppies >= 4:
        for pair in combinations(targets, 2):
            yield Combine(4, "destroy", pair)
        if takeable >= 2:
            yield Combine(4, "take")


def _power(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    assert state.question is not None  # noqa: S101 - the caller has looked
    power = box.powers[state.question.puppy or ""]
    if power == "return_to_hand":
        for aim, puppy in puppies_of_others(state, seat, box):
            yield UsePower(aim, puppy)
    elif power in POWERS_AT_A_SEAT:
        for aim in seats_for(state, seat, power):
            yield UsePower(aim)
    else:
        yield _NO_TARGET
    yield _DECLINE


def _take_from_discard(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    assert state.question is not None  # noqa: S101
    takeable = box.sorted(state.takeable())
    return (Take(cards) for cards in different_choices(takeable, state.question.count))


def _take_from_top(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    for card in dict.fromkeys(seen_cards(state)):
        if card != BARKMAGEDDON:
            yield TakeFromTop(card)
    yield TakeNothing()


def _arrange(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    return map(Arrange, dict.fromkeys(permutations(seen_cards(state))))


def _discard(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    assert state.question is not None  # noqa: S101
    choices = different_choices(state.hands[seat], state.question.count)
    return map(Discard, islice(choices, LISTED_CHOICES))


def _second_draw(state: AlienPuppiesState, seat: Seat, box: Box) -> Sequence[Move]:
    return _SECOND_DRAW


def _defend(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    assert state.question is not None  # noqa: S101
    choices = different_choices(state.hands[seat], state.question.count)
    yield from map(DefendWithCards, islice(choices, LISTED_CHOICES))
    yield from map(DefendWithPuppy, state.backyards[seat])


def _hide(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Move]:
    return map(Hide, range(len(state.draw_pile) + 1))


def _house_rule(state: AlienPuppiesState, seat: Seat, box: Box) -> Sequence[Move]:
    return _HOUSE_RULE


_LISTINGS: Mapping[Kind, Callable[[AlienPuppiesState, Seat, Box], Iterator[Move] | Sequence[Move]]] = {
    "turn": _turn,
    "window": _window,
    "power": _power,
    "take_from_discard": _take_from_discard,
    "take_from_top": _take_from_top,
    "arrange": _arrange,
    "discard": _discard,
    "second_draw": _second_draw,
    "defend": _defend,
    "hide": _hide,
    "house_rule": _house_rule,
}


def seen_cards(state: AlienPuppiesState) -> tuple[str, ...]:
    """The top cards of the draw pile that the seat which is asked has seen."""
    assert state.question is not None  # noqa: S101
    return tuple(state.draw_pile[: state.question.count])


def different_choices(cards: Sequence[str], number: int) -> Iterator[tuple[str, ...]]:
    """Every way to choose so many of these sorted cards, once: cards of one kind cannot be told apart."""
    if number == 0:
        yield ()
        return
    previous = None
    for index in range(len(cards) - number + 1):
        card = cards[index]
        if card != previous:
            previous = card
            for rest in different_choices(cards[index + 1 :], number - 1):
                yield (card, *rest)
