"""Why an event of Alien Puppies came out as it did, and by which rule."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.alien_puppies.components import Box
from domain.games.alien_puppies.events import (
    ActionAnnounced,
    ActionStopped,
    BarkmageddonDefended,
    BarkmageddonDrawn,
    BarkmageddonExchanged,
    BarkmageddonHidden,
    CardDrawn,
    CardFetched,
    CardsDiscarded,
    CardsShuffled,
    CardTakenFromDiscard,
    CardTakenFromTop,
    CountdownBegan,
    DiscardChosen,
    DrawPileShuffled,
    ExtraActionGranted,
    HandDealt,
    HandSeen,
    HandsSwapped,
    HouseRuleSet,
    NothingTaken,
    PowerDeclined,
    PowerUsed,
    PuppyDestroyed,
    PuppyKicked,
    PuppyPlaced,
    PuppyReturned,
    PuppyStolen,
    SeatEliminated,
    SecondDrawDeclined,
    SkipImposed,
    StartingSeatDrawn,
    StopPlayed,
    TopCardsArranged,
    TopCardsSeen,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
    WindowPassed,
)
from domain.games.alien_puppies.state import AlienPuppiesState
from domain.games.alien_puppies.wording import cards_text, puppies_text
from domain.games.rules import Event, Explanation
from domain.games.wording import counted, listed

Explainer = Callable[[AlienPuppiesState, Any, Box], Explanation]


def explain(state: AlienPuppiesState, event: Event, box: Box) -> Explanation:
    """Why an event came out as it did; `state` is the one right before it."""
    return _EXPLANATIONS[type(event)](state, event, box)


def _plainly(sentence: str, rule: str) -> Explainer:
    """An explanation that is the same each time."""

    def why(state: AlienPuppiesState, event: Event, box: Box) -> Explanation:
        return Explanation(sentence, rule)

    return why


# Set-up and turns


def _dealt(state: AlienPuppiesState, event: HandDealt, box: Box) -> Explanation:
    return Explanation(
        f"every seat is dealt the next {counted(len(event.cards), 'card')} from the top",
        "rulebook, Set Up 1; ruling 27",
    )


def _exchanged(state: AlienPuppiesState, event: BarkmageddonExchanged, box: Box) -> Explanation:
    return Explanation(
        f"seat {event.seat} was dealt Barkmageddon, which never stays in a hand: it took the top card for "
        "it, and the pile with Barkmageddon on top is shuffled",
        "rulebook, Set Up 1; ruling 4",
    )


def _shuffled(state: AlienPuppiesState, event: DrawPileShuffled, box: Box) -> Explanation:
    if state.announced is None:
        return Explanation("Barkmageddon had come back to the pile from a hand", "rulebook, Set Up 1")
    return Explanation("a Shuffle was played and not stopped", "rulebook, Guide for Your Cards, Shuffle")


def _turn_began(state: AlienPuppiesState, event: TurnBegan, box: Box) -> Explanation:
    if not state.turns:
        return Explanation("the seat that was drawn begins", "ruling 13")
    return Explanation(
        f"play goes on clockwise: seat {event.seat} is the next that is still in after seat {state.turn} "
        "and owes no skip",
        "rulebook, Taking Your Turn",
    )


def _turn_skipped(state: AlienPuppiesState, event: TurnSkipped, box: Box) -> Explanation:
    return Explanation(
        f"seat {event.seat} owed {counted(state.skips[event.seat], 'skip')}; one is used up, and the whole "
        "turn with it",
        "rulebook, Light-speed; ruling 8",
    )


def _turn_ended(state: AlienPuppiesState, event: TurnEnded, box: Box) -> Explanation:
    if state.announced is not None:
        return Explanation(
            "Light-speed on oneself ends the turn without drawing",
            "rulebook, Guide for Your Cards, Light-speed",
        )
    if not state.alive[event.seat]:
        return Explanation(f"seat {event.seat} is out, and its turn ends", "ruling 5; ruling 23")
    if not state.draws:
        return Explanation("the draw pile is empty: the turn ends without a card", "ruling 7")
    return Explanation("a turn ends by drawing", "rulebook, Taking Your Turn 2")


def _countdown(state: AlienPuppiesState, event: CountdownBegan, box: Box) -> Explanation:
    return Explanation(
        f"a turn has ended with an empty draw pile: {counted(event.turns, 'turn')} more for every seat, "
        "skipped ones count; then most Alien Puppies win",
        "ruling 7",
    )


# Actions and the window


def _announced(state: AlienPuppiesState, event: ActionAnnounced, box: Box) -> Explanation:
    return Explanation(
        f"an action is announced, with its cards on the table: seats {listed(state.others(event.seat))} may "
        "stop it, whoever holds a Stop",
        "rulebook, Taking Your Turn 1; ruling 2",
        details=(f"actions left after it: {state.actions_left - 1}",),
    )


def _stop(state: AlienPuppiesState, event: StopPlayed, box: Box) -> Explanation:
    stops = 1 + (state.announced.stops if state.announced is not None else 0)
    return Explanation(
        f"with {counted(stops, 'Stop')} on it the action "
        f"{'is stopped' if stops % 2 else 'goes ahead'}, unless another follows; all others are asked again",
        "rulebook, Guide for Your Cards, Stop; ruling 1",
    )


def _passed(state: AlienPuppiesState, event: WindowPassed, box: Box) -> Explanation:
    waiting = [] if state.question is None else [seat for seat in state.question.seats if seat != event.seat]
    then = f"still asked: seats {listed(waiting)}" if waiting else "everybody has answered: the window closes"
    return Explanation(then, "ruling 2; ruling 14")


def _stopped(state: AlienPuppiesState, event: ActionStopped, box: Box) -> Explanation:
    cards = () if state.announced is None else state.announced.cards
    return Explanation(
        f"{counted(event.stops, 'Stop')} on it, an odd number: {cards_text(cards, box.names)} "
        f"{'goes' if len(cards) == 1 else 'go'} to the discard pile, and the action is used up",
        "rulebook, Guide for Your Cards, Stop; ruling 1",
    )


# Puppies and powers


def _placed(state: AlienPuppiesState, event: PuppyPlaced, box: Box) -> Explanation:
    number = len(state.backyards[event.seat]) + 1
    won = number >= state.goal
    return Explanation(
        f"nobody stopped it: {box.names[event.puppy]} is Alien Puppy {number} of {state.goal} in the "
        f"Backyard of seat {event.seat}" + (", which wins at once, before the power" if won else ""),
        "rulebook, How to Win",
        points=1,
        details=tuple(box.names[puppy] for puppy in (*state.backyards[event.seat], event.puppy)),
    )


def _left_a_backyard(what: str, rule: str) -> Explainer:
    def why(
        state: AlienPuppiesState,
        event: PuppyDestroyed | PuppyStolen | PuppyKicked | PuppyReturned,
        box: Box,
    ) -> Explanation:
        left = len(state.backyards[event.from_seat]) - 1
        return Explanation(
            f"{what}: {box.names[event.puppy]} is not protected; {puppies_text(left)} left in the Backyard "
            f"of seat {event.from_seat}",
            rule,
        )

    return why


def _power_used(state: AlienPuppiesState, event: PowerUsed, box: Box) -> Explanation:
    return Explanation(
        f"the power of {box.names[event.puppy]}: {box.puppies[event.puppy].text}",
        "rulebook, Guide for Your Cards, Alien Puppies; ruling 3; ruling 20",
    )


def _power_declined(state: AlienPuppiesState, event: PowerDeclined, box: Box) -> Explanation:
    return Explanation("every power is optional", "rulebook, Guide for Your Cards, Alien Puppies; ruling 3")


def _skip(state: AlienPuppiesState, event: SkipImposed, box: Box) -> Explanation:
    skips = counted(state.skips[event.on_seat] + 1, "skip")
    by = "Light-speed" if state.announced is not None else "Eclipse Husky"
    return Explanation(f"by {by}: seat {event.on_seat} owes {skips} now", "rulebook, Light-speed; ruling 8")


# Cards


def _discard_chosen(state: AlienPuppiesState, event: DiscardChosen, box: Box) -> Explanation:
    held = len(state.hands[event.seat])
    if state.announced is not None:
        why = f"Bark costs half of {counted(held, 'card')}, rounded up: {len(event.cards)}, of its own choice"
        return Explanation(why, "rulebook, Guide for Your Cards, Bark")
    return Explanation("Pulsar Poodle costs every other seat 1 card, of its own choice", "ruling 22")


def _discarded(state: AlienPuppiesState, event: CardsDiscarded, box: Box) -> Explanation:
    return Explanation("all who had to choose have chosen: now it is laid open, clockwise", "ruling 22")


def _taken(state: AlienPuppiesState, event: CardTakenFromDiscard, box: Box) -> Explanation:
    by, rule = "a Gift from the Universe", "Guide for Your Cards, Gift from the Universe"
    if state.announced is None:
        by, rule = "the power of Nebula Pinscher", "Guide for Your Cards, Alien Puppies"
    elif state.announced.action == "combine":
        by, rule = "a combination of Earth Puppies", "Earth Puppies Combos"
    return Explanation(f"by {by}", f"rulebook, {rule}; ruling 15; ruling 21")


def _fetched(state: AlienPuppiesState, event: CardFetched, box: Box) -> Explanation:
    by = "Fetch" if state.announced is not None else "Comet Corgi"
    held = counted(len(state.hands[event.from_seat]), "card")
    return Explanation(
        f"by {by}: one of {held} of seat {event.from_seat}, each as likely as the next",
        "rulebook, Guide for Your Cards, Fetch; ruling 9",
    )


def _top_seen(state: AlienPuppiesState, event: TopCardsSeen, box: Box) -> Explanation:
    if state.announced is not None:
        return Explanation("by Time Machine", "rulebook, Guide for Your Cards, Time Machine; ruling 19")
    return Explanation("by a power", "rulebook, FAQs; ruling 12; ruling 19")


# Drawing and Barkmageddon


def _drawn(state: AlienPuppiesState, event: CardDrawn, box: Box) -> Explanation:
    if state.draws:
        return Explanation("a second card, by Meteor Mastiff", "rulebook, FAQs")
    return Explanation("a turn ends by drawing the top card", "rulebook, Taking Your Turn 2")


def _barkmageddon(state: AlienPuppiesState, event: BarkmageddonDrawn, box: Box) -> Explanation:
    held, needed = len(state.hands[event.seat]), state.cards_to_defend(event.seat, box)
    return Explanation(
        f"it lay on top; {counted(needed, 'card')} of the hand or a puppy of the Backyard protect from it",
        "rulebook, Barkmageddon",
        details=(
            f"cards in the hand: {held}",
            f"in the Backyard: {cards_text(state.backyards[event.seat], box.names)}",
        ),
    )


def _defended(state: AlienPuppiesState, event: BarkmageddonDefended, box: Box) -> Explanation:
    if event.puppy is not None:
        return Explanation(
            f"{box.names[event.puppy]} of the Backyard protects", "rulebook, Barkmageddon; ruling 18"
        )
    cheap = state.has_power(event.seat, "cheap_defence", box)
    why = "with Radar Retriever in the Backyard 2 cards" if cheap else "3 cards of the hand"
    return Explanation(f"{why} protect", "rulebook, Barkmageddon" + ("; ruling 24" if cheap else ""))


def _eliminated(state: AlienPuppiesState, event: SeatEliminated, box: Box) -> Explanation:
    held, needed = len(state.hands[event.seat]), state.cards_to_defend(event.seat, box)
    return Explanation(
        f"seat {event.seat} holds {counted(held, 'card')} of the {needed} it needs and has no puppy in the "
        "Backyard: it is out, and Barkmageddon with it",
        "rulebook, Barkmageddon; ruling 5",
    )


_EXPLANATIONS: Mapping[type[Event], Explainer] = {
    CardsShuffled: _plainly("all cards were shuffled before anything else", "rulebook, Set Up 1"),
    HandDealt: _dealt,
    BarkmageddonExchanged: _exchanged,
    DrawPileShuffled: _shuffled,
    StartingSeatDrawn: _plainly("every seat was as likely as the next", "ruling 13"),
    TurnBegan: _turn_began,
    TurnSkipped: _turn_skipped,
    TurnEnded: _turn_ended,
    CountdownBegan: _countdown,
    ActionAnnounced: _announced,
    StopPlayed: _stop,
    WindowPassed: _passed,
    ActionStopped: _stopped,
    PuppyPlaced: _placed,
    PuppyDestroyed: _left_a_backyard("destroyed by Earth Puppies", "rulebook, Earth Puppies Combos"),
    PuppyStolen: _left_a_backyard("Alien Theft", "rulebook, Guide for Your Cards, Alien Theft"),
    PuppyKicked: _left_a_backyard("Back Kick", "rulebook, Guide for Your Cards, Back Kick"),
    PuppyReturned: _left_a_backyard("the power of Gravity Dane", "rulebook, Guide for Your Cards; ruling 10"),
    ExtraActionGranted: _plainly("the power of Dragon Chow: one more action", "rulebook, Sample Turn 1"),
    PowerUsed: _power_used,
    PowerDeclined: _power_declined,
    DiscardChosen: _discard_chosen,
    CardsDiscarded: _discarded,
    CardTakenFromDiscard: _taken,
    CardFetched: _fetched,
    HandSeen: _plainly("by Satellite", "rulebook, Guide for Your Cards, Satellite"),
    HandsSwapped: _plainly(
        "by Alternate Dimension: all cards of one hand for all of the other",
        "rulebook, Guide for Your Cards, Alternate Dimension; ruling 9",
    ),
    TopCardsSeen: _top_seen,
    CardTakenFromTop: _plainly("by Tornado Cane; the rest keep their order", "rulebook, FAQs; ruling 12"),
    NothingTaken: _plainly("Tornado Cane need not take", "ruling 12"),
    TopCardsArranged: _plainly(
        "the cards that were looked at go back in any order", "rulebook, Guide for Your Cards, Time Machine"
    ),
    SkipImposed: _skip,
    HouseRuleSet: _plainly(
        "Houdini Komondor lets its owner set a rule while it lies there; nothing enforces it",
        "rulebook, FAQs; ruling 11",
    ),
    CardDrawn: _drawn,
    SecondDrawDeclined: _plainly("Meteor Mastiff's second card is optional", "rulebook, FAQs"),
    BarkmageddonDrawn: _barkmageddon,
    BarkmageddonDefended: _defended,
    BarkmageddonHidden: _plainly("it goes back into the pile, anywhere", "rulebook, Barkmageddon"),
    SeatEliminated: _eliminated,
}
