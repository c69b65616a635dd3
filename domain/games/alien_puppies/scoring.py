"""How a match ends, and who is ahead: pure functions."""

from __future__ import annotations

from collections.abc import Sequence

from domain.games.alien_puppies.state import AlienPuppiesState
from domain.games.rules import Outcome, Seat

GOAL_REACHED = "goal_reached"
LAST_SEAT = "last_seat_alive"
NO_CARDS = "no_cards_left"
COUNTDOWN = "countdown_ended"


def end_of(state: AlienPuppiesState) -> str | None:
    """Why the match is over; None while it goes on (rulebook, How to Win; ruling 6 and 7).

    The goal counts at once; one seat alone has won at once; the rest is looked at when a turn has ended.
    """
    if state.reached_the_goal() is not None:
        return GOAL_REACHED
    living = state.living()
    if len(living) == 1:
        return LAST_SEAT
    if state.turn is None or state.in_turn:
        return None
    if nothing_left(state, living):
        return NO_CARDS
    if state.countdown is not None and all(state.countdown[seat] <= 0 for seat in living):
        return COUNTDOWN
    return None


def nothing_left(state: AlienPuppiesState, living: Sequence[Seat]) -> bool:
    """Whether there is no card to draw and none on a hand."""
    return not state.draw_pile and not any(state.hands[seat] for seat in living)


def outcome_of(state: AlienPuppiesState) -> Outcome | None:
    """How the match ended; None while it runs."""
    reason = end_of(state)
    if reason is None:
        return None
    puppies = tuple(map(len, state.backyards))
    return Outcome(reason, ranking(puppies, state.living(), state.eliminated), puppies)


def ranking(
    puppies: Sequence[int], living: Sequence[Seat], eliminated: Sequence[Seat]
) -> tuple[tuple[Seat, ...], ...]:
    """Living seats by their Alien Puppies, ties shared; then those that are out, the latest first.

    Who reached the goal has more than anybody else: the match ended when it did.
    """
    numbers = sorted({puppies[seat] for seat in living}, reverse=True)
    places = (tuple(seat for seat in living if puppies[seat] == number) for number in numbers)
    return (*places, *((seat,) for seat in reversed(eliminated)))
