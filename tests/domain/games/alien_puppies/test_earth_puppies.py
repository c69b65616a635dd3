"""Rulebook, Earth Puppies Combos."""

from __future__ import annotations

import pytest

from domain.games.alien_puppies.events import ActionAnnounced, CardTakenFromDiscard, PuppyDestroyed
from domain.games.alien_puppies.moves import Combine, Draw, Take
from domain.games.alien_puppies.refusals import (
    NeedlessTarget,
    NoSuchPlayer,
    NotInDiscard,
    OwnSeat,
    Protected,
    PuppyNotThere,
    SameTarget,
    TooFewToTake,
    WrongNumberOfCards,
    WrongNumberOfTargets,
)
from domain.games.rules import IllegalMove
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    EARTH,
    HUSKY,
    MASTIFF,
    NEBULA,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
    types,
)


def test_two_destroy_an_alien_puppy() -> None:
    """ "Destroy any other player's Alien Puppy of your choice to the Discard Pile"."""
    table = Table([EARTH] * 3, [], backyards={1: [HUSKY, NEBULA]})
    move = Combine(2, "destroy", ((1, HUSKY),))
    assert table.play(move) == [ActionAnnounced(0, "combine", (EARTH, EARTH), ((1, HUSKY),))]
    assert table.state.hands[0] == [EARTH]
    assert table.all_pass()[-1] == PuppyDestroyed(0, 1, HUSKY)
    assert table.state.backyards[1] == [NEBULA]
    assert table.state.discard == [HUSKY, EARTH, EARTH]


def test_two_take_a_card_from_the_discard_pile() -> None:
    """ "OR Take any card of your choice from the Discard Pile"."""
    table = Table([EARTH, EARTH], [], discard=[STOP, HUSKY])
    table.act(Combine(2, "take"))
    assert table.legal() == [Take((STOP,)), Take((HUSKY,))]
    assert table.play(Take((STOP,))) == [CardTakenFromDiscard(0, STOP)]
    assert table.state.discard == [HUSKY, EARTH, EARTH]


@pytest.mark.parametrize("targets", [((1, HUSKY), (1, NEBULA)), ((2, MASTIFF), (1, HUSKY))])
def test_four_destroy_two(targets: tuple[tuple[int, str], ...]) -> None:
    """ "You can use 4 Earth Puppies to destroy 2 Alien Puppies", of one seat or of two."""
    table = Table([EARTH] * 4, [], [], backyards={1: [HUSKY, NEBULA], 2: [MASTIFF]})
    followed = table.act(Combine(4, "destroy", targets))
    assert followed[1:] == [PuppyDestroyed(0, seat, puppy) for seat, puppy in targets]
    assert table.asked() == ("turn", (0,))
    assert table.state.discard == [*(puppy for _, puppy in targets), *[EARTH] * 4]


@pytest.mark.parametrize("cards", [(STOP, HUSKY), (HUSKY, STOP), (STOP, STOP)])
def test_four_take_two(cards: tuple[str, str]) -> None:
    """ "or take 2 cards from the Discard Pile"; ruling 21: also two of one kind."""
    table = Table([EARTH] * 4, [], discard=[STOP, HUSKY, STOP])
    table.act(Combine(4, "take"))
    assert table.legal() == [Take((STOP, STOP)), Take((STOP, HUSKY))]
    assert types(table.play(Take(cards))) == ["CardTakenFromDiscard"] * 2
    assert table.state.hands[0] == sorted(cards, reverse=True)
    assert table.asked() == ("turn", (0,))


def test_what_is_taken_is_the_topmost_of_its_kind() -> None:
    """Ruling 21."""
    table = Table([EARTH, EARTH], [], discard=[STOP, HUSKY, STOP, TRIFLE])
    table.act(Combine(2, "take"))
    table.play(Take((STOP,)))
    assert table.state.discard[:3] == [STOP, HUSKY, TRIFLE]


def test_four_take_two_not_one() -> None:
    table = Table([EARTH] * 4, [], discard=[STOP, HUSKY])
    table.act(Combine(4, "take"))
    for cards in ((STOP,), (), (STOP, HUSKY, STOP)):
        with pytest.raises(WrongNumberOfCards, match="you take 2 cards"):
            table.play(Take(cards))


def test_two_of_a_kind_are_taken_where_two_lie() -> None:
    """The refusal does not say that there is none."""
    table = Table([EARTH] * 4, [], discard=[STOP, HUSKY])
    table.act(Combine(4, "take"))
    with pytest.raises(NotInDiscard, match="it does not have 2 × Stop"):
        table.play(Take((STOP, STOP)))


def test_the_combined_cards_are_not_in_the_discard_pile_yet() -> None:
    """Ruling 15."""
    table = Table([EARTH] * 2, [], discard=[STOP])
    table.act(Combine(2, "take"))
    assert table.legal() == [Take((STOP,))]


def test_targets_must_be_puppies_of_others_that_are_not_protected() -> None:
    table = Table([EARTH] * 4, [], [], backyards={0: [MASTIFF], 1: [HUSKY, SHIBA], 2: [NEBULA]})
    refused: list[tuple[Combine, type[IllegalMove]]] = [
        (Combine(2, "destroy", ((1, SHIBA),)), Protected),
        (Combine(2, "destroy", ((2, HUSKY),)), PuppyNotThere),
        (Combine(2, "destroy", ((0, MASTIFF),)), OwnSeat),
        (Combine(2, "destroy", ((7, HUSKY),)), NoSuchPlayer),
        (Combine(2, "destroy"), WrongNumberOfTargets),
        (Combine(2, "destroy", ((1, HUSKY), (2, NEBULA))), WrongNumberOfTargets),
        (Combine(4, "destroy", ((1, HUSKY),)), WrongNumberOfTargets),
        (Combine(4, "destroy", ((1, HUSKY), (1, HUSKY))), SameTarget),
        (Combine(4, "destroy", ((1, HUSKY), (1, SHIBA))), Protected),
        (Combine(2, "take", ((1, HUSKY),)), NeedlessTarget),
    ]
    for move, refusal in refused:
        with pytest.raises(refusal):
            table.play(move)


def test_four_are_never_one_of_each() -> None:
    """Ruling 17: two of the same effect."""
    table = Table([EARTH] * 4, [], [], backyards={1: [HUSKY]}, discard=[STOP])
    listed = table.legal()
    assert listed == [Combine(2, "destroy", ((1, HUSKY),)), Combine(2, "take"), Draw()]


def test_taking_needs_cards_that_may_be_taken() -> None:
    """Rulings 4 and 16."""
    table = Table([EARTH] * 4, [], [], discard=[STOP], out=2)
    assert BARKMAGEDDON in table.state.discard
    with pytest.raises(TooFewToTake, match="a combination of 4 takes 2 cards from the discard pile; 1 can"):
        table.play(Combine(4, "take"))
    assert table.legal() == [Combine(2, "take"), Draw()]


def test_all_pairs_of_targets_are_listed_once() -> None:
    table = Table([EARTH] * 4, [], [], backyards={1: [HUSKY, NEBULA], 2: [MASTIFF]})
    fours = [move for move in table.legal() if isinstance(move, Combine) and move.count == 4]
    assert [move.targets for move in fours] == [
        ((1, HUSKY), (1, NEBULA)),
        ((1, HUSKY), (2, MASTIFF)),
        ((1, NEBULA), (2, MASTIFF)),
    ]
