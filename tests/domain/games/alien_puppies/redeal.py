"""Deals again what a viewer cannot see."""

from __future__ import annotations

from domain.chance import Stream
from domain.games.alien_puppies.components import BARKMAGEDDON, Box, printed_components, read_components
from domain.games.alien_puppies.state import AlienPuppiesState
from domain.games.rules import AUDITOR, Viewer

BOX: Box = read_components(printed_components())


def redeal(state: AlienPuppiesState, viewer: Viewer, picker: Stream) -> None:
    """Deals the hands of all others and the draw pile again, but for the top cards that the viewer has
    just looked at. Barkmageddon stays in the pile; what others have chosen to discard is chosen again."""
    if viewer == AUDITOR:
        return
    others = [seat for seat in range(len(state.hands)) if seat != viewer]
    seen = _seen_by(state, viewer)
    unseen = state.draw_pile[seen:]
    cards = picker.shuffle([*unseen, *(card for seat in others for card in state.hands[seat])])
    if BARKMAGEDDON in cards:
        cards.remove(BARKMAGEDDON)
    for seat in others:
        size = len(state.hands[seat])
        state.hands[seat] = BOX.sorted(cards[:size])
        del cards[:size]
    if BARKMAGEDDON in unseen:
        cards.insert(picker.below(len(cards) + 1), BARKMAGEDDON)
    state.draw_pile[seen:] = cards
    for seat in state.chosen.keys() & set(others):
        chosen = picker.shuffle(state.hands[seat])[: len(state.chosen[seat])]
        state.chosen[seat] = tuple(BOX.sorted(chosen))


def _seen_by(state: AlienPuppiesState, viewer: Viewer) -> int:
    """How many top cards of the draw pile the viewer has before its eyes."""
    question = state.question
    if question is None or question.kind not in ("take_from_top", "arrange") or viewer not in question.seats:
        return 0
    return question.count
