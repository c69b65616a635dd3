"""Drawing a card from a pile, wherever the rules say so, with the explosions that may come before it."""

from __future__ import annotations

from collections.abc import Generator

from domain.games.puffinova.components import EXPLOSION
from domain.games.puffinova.events import ExplosionDrawn
from domain.games.puffinova.moves import Column
from domain.games.puffinova.state import PuffiNovaState, other_pile
from domain.games.rules import Event, Seat

Drawing = Generator[Event, None, tuple[Column, str] | None]
"""Yields the explosions on the way; returns the pile and the card on its top, which is still to be moved.
None where the match is over, or no card is left."""


def draw(state: PuffiNovaState, seat: Seat, pile: Column) -> Drawing:
    """The next card of a pile, or of the other one if that is empty.

    An explosion is laid beside its pile and replaced from the same pile (rulebook, Launch a Spaceship 5).
    """
    while not state.over():
        if not state.piles[pile]:
            pile = other_pile(pile)
        if not state.piles[pile]:
            return None  # No card is left anywhere (ruling 18).
        top = state.piles[pile][0]
        if top != EXPLOSION:
            return pile, top
        yield ExplosionDrawn(seat, pile, state.explosions_out() + 1)
    return None
