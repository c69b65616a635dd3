"""What an action does once its window has closed and it goes ahead. One function for each effect that
takes place at once. Where somebody chooses cards first, that decision opens as the window closes."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.alien_puppies.events import (
    CardFetched,
    DrawPileShuffled,
    HandSeen,
    HandsSwapped,
    PuppyDestroyed,
    PuppyKicked,
    PuppyStolen,
    SkipImposed,
    TopCardsSeen,
)
from domain.games.alien_puppies.state import AlienPuppiesState, Announcement
from domain.games.rules import Chance, Event, Seat

TOP_THREE = 3
"""How many cards Time Machine and Quasar Akita see."""

TOP_FIVE = 5
"""How many cards Tornado Cane sees."""


def top_cards_seen(state: AlienPuppiesState, seat: Seat, number: int) -> TopCardsSeen:
    """The top cards of the draw pile, as many as there are (ruling 19)."""
    return TopCardsSeen(seat, tuple(state.draw_pile[:number]))


def card_fetched(state: AlienPuppiesState, seat: Seat, from_seat: Seat, chance: Chance) -> CardFetched:
    """A random card of another's hand, each card as likely as the next."""
    hand = state.hands[from_seat]
    return CardFetched(seat, from_seat, hand[chance.below(CardFetched, len(hand))])


def _skip(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Light-speed; ruling 8: one skip more, if it owes some already."""
    ((on_seat, _),) = action.targets
    yield SkipImposed(action.seat, on_seat)


def _see_top(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Time Machine."""
    yield top_cards_seen(state, action.seat, TOP_THREE)


def _see_hand(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Satellite."""
    ((of_seat, _),) = action.targets
    yield HandSeen(action.seat, of_seat, tuple(state.hands[of_seat]))


def _shuffle(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Shuffle."""
    yield DrawPileShuffled(tuple(chance.shuffle(DrawPileShuffled, state.draw_pile)))


def _fetch(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Fetch."""
    ((from_seat, _),) = action.targets
    yield card_fetched(state, action.seat, from_seat, chance)


def _swap(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Alternate Dimension; ruling 9: empty hands are swapped too."""
    ((with_seat, _),) = action.targets
    given, received = state.hands[action.seat], state.hands[with_seat]
    yield HandsSwapped(action.seat, with_seat, tuple(given), tuple(received))


def _kick(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Back Kick."""
    ((from_seat, puppy),) = action.targets
    yield PuppyKicked(action.seat, from_seat, puppy or "")


def _steal(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Alien Theft."""
    ((from_seat, puppy),) = action.targets
    yield PuppyStolen(action.seat, from_seat, puppy or "")


def _destroy(state: AlienPuppiesState, action: Announcement, chance: Chance) -> Iterator[Event]:
    """Rulebook, Earth Puppies Combos."""
    for from_seat, puppy in action.targets:
        yield PuppyDestroyed(action.seat, from_seat, puppy or "")


EFFECTS: Mapping[str, Callable[[AlienPuppiesState, Announcement, Chance], Iterator[Event]]] = {
    "light_speed": _skip,
    "back_kick": _kick,
    "time_machine": _see_top,
    "satellite": _see_hand,
    "shuffle": _shuffle,
    "fetch": _fetch,
    "alternate_dimension": _swap,
    "alien_theft": _steal,
    "destroy": _destroy,
}
"""By the name of the effect."""
