"""Deals again what a viewer cannot see."""

from __future__ import annotations

from domain.chance import Stream
from domain.games.puffinova.components import EXPLOSION
from domain.games.puffinova.state import Player, PuffiNovaState
from domain.games.rules import AUDITOR, Viewer


def redeal(state: PuffiNovaState, viewer: Viewer, picker: Stream) -> None:
    """Mixes the piles and the others' hands, and apart from them the Construction cards that the others
    were offered or nobody was. What was chosen in secret is chosen anew."""
    if viewer == AUDITOR:
        return
    others = [player for seat, player in enumerate(state.players) if seat != viewer]
    builds = [seat for seat, card in state.chosen.items() if card in state.players[seat].offer]
    _deal_hands_and_piles(state, others, picker)
    _deal_buildings(state, others, picker)
    for seat in state.chosen:
        if seat != viewer:
            held = state.players[seat].offer if seat in builds else state.players[seat].hand
            state.chosen[seat] = held[picker.below(len(held))]


def _deal_hands_and_piles(state: PuffiNovaState, others: list[Player], picker: Stream) -> None:
    """Explosions stay in their pile, but anywhere in it."""
    for pile in state.piles.values():
        pile[:] = picker.shuffle(pile)
    hidden = [card for player in others for card in player.hand]
    hidden += [card for pile in state.piles.values() for card in pile if card != EXPLOSION]
    hidden = picker.shuffle(hidden)
    for player in others:
        player.hand[:] = [hidden.pop() for _ in player.hand]
    for pile in state.piles.values():
        pile[:] = [card if card == EXPLOSION else hidden.pop() for card in pile]


def _deal_buildings(state: PuffiNovaState, others: list[Player], picker: Stream) -> None:
    hidden = [*state.construction, *(card for player in others for card in player.offer)]
    hidden = picker.shuffle(hidden)
    state.construction[:] = [hidden.pop() for _ in state.construction]
    for player in others:
        player.offer[:] = [hidden.pop() for _ in player.offer]
