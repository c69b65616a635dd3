"""What a move must fulfil to be accepted: each check raises the refusal that says what is missing."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import TypeVar

from domain.games.alien_puppies.components import ACTION_CARDS, BARKMAGEDDON, EARTH_PUPPY, STOP, Box
from domain.games.alien_puppies.events import AnnouncedTarget
from domain.games.alien_puppies.moves import Combine, Play, UsePower
from domain.games.alien_puppies.refusals import (
    BarkmageddonStays,
    EmptyHand,
    EmptyPile,
    NeedlessTarget,
    NoActionLeft,
    NoSuchPlayer,
    NotAnActionCard,
    NotAnAlienPuppy,
    NoText,
    NotInDiscard,
    NotInHand,
    OwnSeat,
    Protected,
    PuppyNotThere,
    SameTarget,
    StopNeedsAnAction,
    TargetMissing,
    TextNotPlain,
    TextTooLong,
    TooFewToTake,
    WrongNumberOfCards,
    WrongNumberOfTargets,
)
from domain.games.alien_puppies.state import AlienPuppiesState
from domain.games.alien_puppies.targets import AT_A_PUPPY, AT_A_SEAT, NEED_A_HAND, POWERS_AT_A_SEAT
from domain.games.alien_puppies.wording import cards_text
from domain.games.rules import Seat

LONGEST_RULE = 140
"""How many characters a house rule may have (ruling 11)."""

_WILD = ("Cc", "Cs", "Zl", "Zp")
"""The categories of control characters, surrogates and line breaks."""

_CHANGES_OF_DIRECTION = ("LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI")
"""The bidirectional classes of the invisible characters that turn the words around them about. (Letters of
scripts that are written from the right need none of them.)"""

T = TypeVar("T")


# Cards


def check_hand(state: AlienPuppiesState, seat: Seat, cards: Iterable[str], box: Box) -> None:
    """The seat holds these cards, each as often as it is named."""
    hand = state.hands[seat]
    wanted = list(cards)
    if Counter(wanted) - Counter(hand):
        raise NotInHand(cards_text(wanted, box.names), cards_text(hand, box.names))


def check_number(what: str, needed: int, cards: Sequence[str]) -> None:
    """As many cards as are asked for."""
    if len(cards) != needed:
        raise WrongNumberOfCards(what, needed, len(cards))


# Actions


def check_action_left(state: AlienPuppiesState) -> None:
    """An action a turn, unless a power gave more (rulebook, Taking Your Turn)."""
    if state.actions_left < 1:
        raise NoActionLeft


def check_placing(state: AlienPuppiesState, seat: Seat, puppy: str, box: Box) -> None:
    """An Alien Puppy of the hand goes into the Backyard."""
    check_action_left(state)
    if puppy not in box.puppies:
        raise NotAnAlienPuppy(puppy)
    check_hand(state, seat, [puppy], box)


def check_playing(state: AlienPuppiesState, seat: Seat, move: Play, box: Box) -> tuple[AnnouncedTarget, ...]:
    """What an action card is aimed at; refused where it is against its text (rulebook, Guide for Your
    Cards; rulings 9, 16 and 19)."""
    check_action_left(state)
    if move.card == STOP:
        raise StopNeedsAnAction
    if move.card not in ACTION_CARDS:
        raise NotAnActionCard(move.card)
    check_hand(state, seat, [move.card], box)
    what = ACTION_CARDS[move.card]
    if move.card in AT_A_PUPPY:
        target = (check_given(what, "seat", move.seat), check_given(what, "puppy", move.puppy))
        check_puppy(state, seat, target, what, box)
        return (target,)
    check_needless(what, "puppy", move.puppy)
    if move.card in AT_A_SEAT:
        return ((check_seat(state, seat, move.card, what, move.seat), None),)
    check_needless(what, "seat", move.seat)
    if move.card == "gift_from_the_universe":
        check_takeable(state, what, 1)
    if move.card == "time_machine" and not state.draw_pile:
        raise EmptyPile(what)
    return ()


def check_combination(state: AlienPuppiesState, seat: Seat, move: Combine, box: Box) -> None:
    """Earth Puppies of the hand, with as many targets, or cards to take, as they are good for (rulebook,
    Earth Puppies Combos; rulings 16 and 17)."""
    check_action_left(state)
    check_hand(state, seat, [EARTH_PUPPY] * move.count, box)
    what = f"a combination of {move.count}"
    good_for = move.count // 2
    if move.aim == "take":
        if move.targets:
            raise NeedlessTarget(what, "targets when it takes cards", list(move.targets))
        check_takeable(state, what, good_for)
        return
    if len(move.targets) != good_for:
        raise WrongNumberOfTargets(move.count, good_for, len(move.targets))
    for target in move.targets:
        check_puppy(state, seat, target, what, box)
    if len(set(move.targets)) < good_for:
        raise SameTarget(box.names[move.targets[0][1]])


# Powers


def check_power(state: AlienPuppiesState, seat: Seat, power: str, move: UsePower, box: Box) -> None:
    """A power is aimed at what it needs, and at nothing else."""
    what = "this power"
    check_needless(what, "card", move.card)
    if power == "return_to_hand":
        target = (check_given(what, "seat", move.seat), check_given(what, "puppy", move.puppy))
        check_puppy(state, seat, target, what, box)
        return
    check_needless(what, "puppy", move.puppy)
    if power in POWERS_AT_A_SEAT:
        check_seat(state, seat, power, what, move.seat)
    else:
        check_needless(what, "seat", move.seat)


# Targets


def check_given(what: str, field: str, value: T | None) -> T:
    """A target that must be named."""
    if value is None:
        raise TargetMissing(what, field)
    return value


def check_needless(what: str, field: str, value: object) -> None:
    """A target that must not be named."""
    if value is not None:
        raise NeedlessTarget(what, field, value)


def check_seat(state: AlienPuppiesState, seat: Seat, effect: str, what: str, aim: Seat | None) -> Seat:
    """A player that a card or power may be aimed at."""
    named = check_given(what, "seat", aim)
    if named not in state.living():
        raise NoSuchPlayer(named, state.living())
    if named == seat and effect != "light_speed":
        raise OwnSeat(what)
    if effect in NEED_A_HAND and not state.hands[named]:
        raise EmptyHand(what, named)
    return named


def check_puppy(state: AlienPuppiesState, seat: Seat, target: tuple[Seat, str], what: str, box: Box) -> None:
    """A puppy in another player's Backyard that is not protected."""
    aim, puppy = target
    if aim not in state.living():
        raise NoSuchPlayer(aim, state.living())
    if aim == seat:
        raise OwnSeat(what)
    if puppy not in state.backyards[aim]:
        raise PuppyNotThere(puppy, aim, cards_text(state.backyards[aim], box.names))
    if box.powers[puppy] == "protected":
        raise Protected(box.names[puppy])


# The discard pile


def check_takeable(state: AlienPuppiesState, what: str, number: int) -> None:
    """The discard pile has as many cards that may be taken (rulings 4, 15 and 16)."""
    if (there := len(state.takeable())) < number:
        raise TooFewToTake(what, number, there)


def check_taking(state: AlienPuppiesState, cards: Sequence[str], number: int, box: Box) -> None:
    """Cards of the discard pile, as many as one may take."""
    check_number("you take", number, cards)
    if BARKMAGEDDON in cards:
        raise BarkmageddonStays
    if missing := Counter(cards) - Counter(state.discard):
        raise NotInDiscard(cards_text([card for card in cards if card in missing], box.names))


# House rules


def check_rule(text: str) -> None:
    """A house rule is one line of up to 140 characters (ruling 11)."""
    if len(text) > LONGEST_RULE:
        raise TextTooLong(len(text), LONGEST_RULE)
    if all(unicodedata.category(character) in (*_WILD, "Cf", "Zs") for character in text):
        raise NoText
    if any(
        unicodedata.category(character) in _WILD
        or unicodedata.bidirectional(character) in _CHANGES_OF_DIRECTION
        for character in text
    ):
        raise TextNotPlain
