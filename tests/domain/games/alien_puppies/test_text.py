"""Sentences, explanations and the board."""

from __future__ import annotations

from typing import Any

import pytest

from domain.games.alien_puppies.events import (
    ActionAnnounced,
    ActionStopped,
    BarkmageddonDefended,
    BarkmageddonExchanged,
    BarkmageddonHidden,
    CardDrawn,
    CardFetched,
    CardsShuffled,
    CardTakenFromTop,
    CountdownBegan,
    DiscardChosen,
    DrawPileShuffled,
    HandDealt,
    HandSeen,
    HandsSwapped,
    HouseRuleSet,
    PuppyPlaced,
    PuppyReturned,
    SeatEliminated,
    TopCardsArranged,
    TopCardsSeen,
    TurnEnded,
)
from domain.games.alien_puppies.moves import (
    DefendWithPuppy,
    Discard,
    Draw,
    Place,
    Play,
    SetRule,
    Stop,
    UsePower,
)
from domain.games.alien_puppies.state import AlienPuppiesOptions
from domain.games.rules import AUDITOR, HIDDEN, SPECTATOR, Event
from tests.domain.games.alien_puppies.random_play import random_match
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    EARTH,
    HOUDINI,
    HUSKY,
    MASTIFF,
    POODLE,
    RADAR,
    RULES,
    SHIBA,
    STOP,
    TRIFLE,
    Table,
)

NAMES = ["Ada", "Bo", "Cy", "Di", "Ed"]
H: Any = HIDDEN


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardsShuffled(H), "all cards are shuffled"),
        (CardsShuffled((STOP, EARTH)), "all cards are shuffled, from the top Stop and Earth Puppy"),
        (HandDealt(0, H), "Ada is dealt a hand"),
        (HandDealt(0, (STOP, STOP, HUSKY)), "Ada is dealt 2 × Stop and Eclipse Husky"),
        (
            BarkmageddonExchanged(1, H),
            "Bo was dealt Barkmageddon, shows it, lays it on the draw pile and takes the top card for it",
        ),
        (DrawPileShuffled(H), "the draw pile is shuffled"),
        (DrawPileShuffled(()), "the draw pile is shuffled, from the top nothing"),
        (ActionAnnounced(0, "place", (HUSKY,), ()), "Ada wants to put Eclipse Husky into the Backyard"),
        (ActionAnnounced(0, "play", ("bark",), ((1, None),)), "Ada plays Bark on Bo"),
        (ActionAnnounced(0, "play", ("shuffle",), ()), "Ada plays Shuffle"),
        (
            ActionAnnounced(0, "play", ("back_kick",), ((1, SHIBA),)),
            "Ada plays Back Kick on Bo's Shield Shiba",
        ),
        (
            ActionAnnounced(0, "combine", (EARTH,) * 4, ((1, HUSKY), (2, RADAR))),
            "Ada plays 4 × Earth Puppy on Bo's Eclipse Husky and Cy's Radar Retriever",
        ),
        (
            ActionAnnounced(0, "combine", (EARTH,) * 2, ()),
            "Ada wants to take 1 card from the discard pile with 2 × Earth Puppy",
        ),
        (ActionStopped(0, 3), "Ada's action is stopped (3 Stops); its cards are discarded"),
        (PuppyReturned(0, 1, HUSKY), "Ada sends Bo's Eclipse Husky back to the hand"),
        (DiscardChosen(1, H), "Bo has chosen what to discard"),
        (DiscardChosen(1, (STOP,)), "Bo has chosen Stop to discard"),
        (CardFetched(0, 1, H), "Ada takes a card at random from Bo's hand"),
        (CardFetched(0, 1, STOP), "Ada takes Stop at random from Bo's hand"),
        (HandSeen(0, 1, H), "Ada sees Bo's hand"),
        (HandSeen(0, 1, (STOP,)), "Ada sees Bo's hand: Stop"),
        (HandsSwapped(0, 1, H, H), "Ada swaps hands with Bo"),
        (HandsSwapped(0, 1, (), (STOP,)), "Ada swaps hands with Bo: nothing for Stop"),
        (TopCardsSeen(0, H), "Ada looks at the top cards of the draw pile"),
        (
            TopCardsArranged(0, (STOP, HUSKY)),
            "Ada puts the top cards back, from the top Stop and Eclipse Husky",
        ),
        (CardTakenFromTop(0, H, H), "Ada takes one of the top cards"),
        (CardDrawn(0, H), "Ada draws a card"),
        (CardDrawn(0, STOP), "Ada draws Stop"),
        (BarkmageddonDefended(0, (EARTH,) * 3, None), "Ada discards 3 × Earth Puppy and is safe"),
        (BarkmageddonDefended(0, (), SHIBA), "Ada gives up Shield Shiba and is safe"),
        (BarkmageddonHidden(0, H), "Ada hides Barkmageddon in the draw pile"),
        (BarkmageddonHidden(0, 0), "Ada hides Barkmageddon in the draw pile, on top"),
        (BarkmageddonHidden(0, 1), "Ada hides Barkmageddon in the draw pile, under 1 card"),
        (SeatEliminated(0, ()), "Ada has nothing against Barkmageddon and is out"),
        (HouseRuleSet(0, "Be nice."), "Ada sets the house rule “Be nice.”"),
        (HouseRuleSet(0, H), "Ada sets a house rule"),
        (CountdownBegan(3), "the draw pile has run out: everybody has 3 more turns"),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert RULES.sentence(event, NAMES) == sentence


def test_a_placement_is_explained_by_how_far_it_leads() -> None:
    table = Table([MASTIFF], [], [], backyards={0: [RADAR, SHIBA]})
    table.play(Place(MASTIFF))
    explanation = RULES.explain(table.state, PuppyPlaced(0, MASTIFF))
    assert explanation.sentence == (
        "nobody stopped it: Meteor Mastiff is Alien Puppy 3 of 3 in the Backyard of seat 0, "
        "which wins at once, before the power"
    )
    assert explanation.rule == "rulebook, How to Win"
    assert explanation.points == 1
    assert explanation.details == ("Radar Retriever", "Shield Shiba", "Meteor Mastiff")


def test_a_stopped_action_is_explained_by_its_stops() -> None:
    table = Table([MASTIFF], [STOP])
    table.play(Place(MASTIFF))
    table.stop(1)
    explanation = RULES.explain(table.state, ActionStopped(0, 1))
    assert explanation.sentence == (
        "1 Stop on it, an odd number: Meteor Mastiff goes to the discard pile, and the action is used up"
    )


def test_the_end_of_a_turn_is_explained_by_how_it_ends() -> None:
    table = Table([EARTH], [], backyards={0: [SHIBA]}, pile=[BARKMAGEDDON])
    table.play(Draw())
    table.play(DefendWithPuppy(SHIBA))
    table.happen(BarkmageddonHidden(0, 0))
    assert RULES.explain(table.state, TurnEnded(0)).sentence == "a turn ends by drawing"
    table = Table([TRIFLE], [], [], short=True, out=2)
    explanation = RULES.explain(table.state, TurnEnded(0))
    assert explanation.sentence == "the draw pile is empty: the turn ends without a card"


def test_an_elimination_is_explained_by_what_was_missing() -> None:
    table = Table([EARTH] * 2, [], [])
    explanation = RULES.explain(table.state, SeatEliminated(0, (EARTH, EARTH)))
    assert explanation.sentence == (
        "seat 0 holds 2 cards of the 3 it needs and has no puppy in the Backyard: it is out, and "
        "Barkmageddon with it"
    )


@pytest.mark.parametrize("seats", [2, 3, 5])
def test_every_event_has_a_sentence_and_an_explanation_with_its_source(seats: int) -> None:
    kinds = set()
    for seed in range(12):
        for state, event in told(seats, seed):
            assert RULES.sentence(event, NAMES)
            explanation = RULES.explain(state, event)
            assert explanation.sentence
            assert "ruling" in explanation.rule or "rulebook" in explanation.rule
            kinds.add(type(event))
    if seats > 2:
        assert kinds == set(RULES.events.values())


def told(seats: int, seed: int) -> Any:
    """Each event of a random match with the state right before it."""
    before = RULES.new_state(seats, AlienPuppiesOptions())
    for _, event in random_match(seats, seed):
        yield before, event
        RULES.evolve(before, event)


BOARD = """\
GOAL: 3 Alien Puppies in a Backyard; waiting for seats 0 and 2: window
DRAW PILE: 66 cards; Barkmageddon is hidden in it
DISCARD PILE, Light-speed on top: Light-speed, Bark
ON THE TABLE: seat 0, back_kick: Back Kick -> seat 1's Radar Retriever; 1 Stop
SEAT 0   1 card   <- turn, 0 actions left
   Backyard: Houdini Komondor
   house rule: Be nice.
SEAT 1   1 card, skips 1 turn
   Backyard: Radar Retriever
SEAT 2   1 card"""


def a_table() -> Table:
    table = Table(
        ["light_speed", HOUDINI, "back_kick", EARTH], [EARTH, STOP], [HUSKY],
        backyards={1: [RADAR]}, discard=["bark"], actions=3,
    )  # fmt: skip
    table.place(HOUDINI)
    table.play(SetRule("Be nice."))
    table.act(Play("light_speed", 1))
    table.play(Play("back_kick", 1, RADAR))
    table.play(Stop(), 1)
    return table


def test_the_board() -> None:
    table = a_table()
    shown = RULES.board_text(RULES.view(table.state, SPECTATOR))
    assert shown == BOARD


def test_the_board_for_a_seat() -> None:
    table = a_table()
    shown = RULES.board_text(RULES.view(table.state, 2))
    assert shown.endswith("\nYOUR HAND: Eclipse Husky")


def test_the_board_for_an_auditor() -> None:
    shown = RULES.board_text(RULES.view(a_table().state, AUDITOR)).splitlines()
    assert "   hand: Eclipse Husky" in shown
    assert any(line.startswith("DRAW PILE, from the top: ") for line in shown)
    assert max(map(len, shown)) <= 100


def test_the_board_shows_what_one_looks_at_and_will_discard() -> None:
    table = Table(["time_machine"], [], pile=[STOP, EARTH, HUSKY])
    table.act(Play("time_machine"))
    shown = RULES.board_text(RULES.view(table.state, 0))
    assert "YOU SEE, from the top: Stop, Earth Puppy, Eclipse Husky" in shown
    table = Table([POODLE], [EARTH, STOP], [TRIFLE])
    table.place(POODLE)
    table.play(UsePower())
    table.play(Discard((STOP,)), 1)
    assert RULES.board_text(RULES.view(table.state, 1)).endswith("YOU WILL DISCARD: Stop")


def test_the_board_tells_who_is_out_and_how_long_it_lasts() -> None:
    table = Table([TRIFLE], [TRIFLE], [], pile=[STOP], short=True, out=2)
    table.play(Draw())
    shown = RULES.board_text(RULES.view(table.state, SPECTATOR)).splitlines()
    assert "SEAT 2   out" in shown
    assert "SEAT 1   1 card, 3 turns left   <- turn, 1 action left" in shown
    assert "DRAW PILE: 0 cards; Barkmageddon is out of play" in shown
    table = Table([TRIFLE] * 3, [], pile=[BARKMAGEDDON])
    table.play(Draw())
    assert "Barkmageddon is drawn" in RULES.board_text(RULES.view(table.state, SPECTATOR))
