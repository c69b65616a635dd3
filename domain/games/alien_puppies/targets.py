"""What actions and powers may be aimed at, and whether they still can do anything. All of it is public:
nothing here depends on which cards a hand holds."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.alien_puppies.components import Box
from domain.games.alien_puppies.moves import Target
from domain.games.alien_puppies.state import AlienPuppiesState, Announcement
from domain.games.rules import Seat

AT_A_SEAT = ("light_speed", "bark", "satellite", "fetch", "alternate_dimension")
"""Action cards that are played on another seat, Light-speed also on one's own."""

POWERS_AT_A_SEAT = ("take_random_card", "skip_other")
"""Powers that are used on another seat."""

NEED_A_HAND = ("bark", "satellite", "fetch", "take_random_card")
"""What needs at least one card in the named hand (ruling 9)."""

AT_A_PUPPY = ("back_kick", "alien_theft")
"""Action cards that are played on a puppy in another seat's Backyard."""


def puppies_of_others(state: AlienPuppiesState, seat: Seat, box: Box) -> Iterator[Target]:
    """The puppies that a seat may destroy, take, kick or return: those of others that are not protected."""
    for other in state.others(seat):
        for puppy in state.backyards[other]:
            if box.powers[puppy] != "protected":
                yield other, puppy


def others_with_a_card(state: AlienPuppiesState, seat: Seat) -> list[Seat]:
    """The other living seats that hold a card."""
    return [other for other in state.others(seat) if state.hands[other]]


def seats_for(state: AlienPuppiesState, seat: Seat, effect: str) -> list[Seat]:
    """The seats that an action card or a power may be aimed at."""
    if effect == "light_speed":
        return state.living()
    if effect in NEED_A_HAND:
        return others_with_a_card(state, seat)
    return state.others(seat)


def power_is_offered(state: AlienPuppiesState, seat: Seat, power: str, box: Box) -> bool:
    """Whether a power that acts on entering has a legal target (ruling 3)."""
    match power:
        case "take_from_top_five" | "rearrange_top_three":
            return bool(state.draw_pile)
        case "take_from_discard":
            return bool(state.takeable())
        case "take_random_card" | "others_discard_one":
            return bool(others_with_a_card(state, seat))
        case "return_to_hand":
            return any(True for _ in puppies_of_others(state, seat, box))
        case "skip_other":
            return True
    return False


def has_lost_its_target(state: AlienPuppiesState, announced: Announcement) -> bool:
    """Whether an action can do nothing any more now that its window has closed (ruling 16): the named hand
    may have played its last card, a Stop, in that very window. (No puppy leaves a Backyard in one.)"""
    return announced.effect in NEED_A_HAND and not all(state.hands[seat] for seat, _ in announced.targets)
