"""What the cards' effects do, one small function for each, under the names of the component file."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from domain.games.puffinova.box import Box
from domain.games.puffinova.components import Effect
from domain.games.puffinova.drawing import draw
from domain.games.puffinova.events import (
    BuddyAnswered,
    CardDiscarded,
    CardDrawn,
    CardPassed,
    DiamondsMoved,
    DiscardChosen,
    EffectBegan,
    ExtraTurnGranted,
    Holder,
    PassChosen,
)
from domain.games.puffinova.moves import Accept, Column, Decline, Discard, DiscardSecretly, DrawFrom, PassCard
from domain.games.puffinova.refusals import CardNotInHand, NoPileToName, PileEmpty, PileToBeNamed
from domain.games.puffinova.state import PuffiNovaState, effect_under_way
from domain.games.rules import Chance, Event, Seat

# Lightning (rulebook, Decks: must be resolved, whichever area the card lies in)


def take_diamond(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Take diamonds."""
    yield EffectBegan("lightning", "take_diamond", ())
    yield DiamondsMoved("supply", seat, effect.count, "take_diamond")


def draw_card(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Draw cards one by one, each from a pile of one's choice (rulings 12 and 26)."""
    yield EffectBegan("lightning", "draw_card", (seat,) if state.can_draw() else ())


def new_turn(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Take another whole turn after this one (ruling 13)."""
    yield EffectBegan("lightning", "new_turn", ())
    yield ExtraTurnGranted(seat)


def discard_card(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Discard a card of one's choice, also the only one (ruling 20); with an empty hand nothing."""
    yield EffectBegan("lightning", "discard_card", (seat,) if state.players[seat].hand else ())


def give_diamond_to_neighbours(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """A diamond to each adjacent seat, the left one first, as long as one has any (ruling 7).

    With two players one goes to the opponent and one to the supply (rulebook, Appendix).
    """
    yield EffectBegan("lightning", "give_diamond_to_neighbours", ())
    receivers: list[Holder] = list(state.neighbours(seat))
    if len(receivers) == 1:
        receivers.append("supply")
    for receiver in receivers:
        if state.players[seat].diamonds:
            yield DiamondsMoved(seat, receiver, 1, "give_diamond_to_neighbours")


def play_on_right_neighbour(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """The card lies with the right neighbour, and its diamonds have been taken: that was all."""
    yield EffectBegan("lightning", "play_on_right_neighbour", ())


# Buddy Actions (rulebook, Decks: optional, for the adjacent players)


def buddy_take_diamond(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Each adjacent seat may take diamonds."""
    yield EffectBegan("buddy", "take_diamond", tuple(state.neighbours(seat)))


def buddy_draw_card(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Each adjacent seat may draw a card (ruling 26)."""
    yield EffectBegan("buddy", "draw_card", tuple(state.neighbours(seat)) if state.can_draw() else ())


# Mandatory Effects (rulebook, Decks: for all players at once; ruling 14)


def pass_card_right(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Every seat gives a card to its right neighbour."""
    yield EffectBegan("mandatory", "pass_card_right", _with_a_choice(state))
    for only in _without_a_choice(state):
        yield PassChosen(only, state.players[only].hand[0])
    if not state.owing:
        yield from _pass_cards(state)


def discard_card_by_all(state: PuffiNovaState, seat: Seat, effect: Effect) -> Iterator[Event]:
    """Every seat discards a card."""
    yield EffectBegan("mandatory", "discard_card", _with_a_choice(state))
    for only in _without_a_choice(state):
        yield DiscardChosen(only, state.players[only].hand[0])
    if not state.owing:
        yield from _discard_cards(state)


def _with_a_choice(state: PuffiNovaState) -> tuple[Seat, ...]:
    return tuple(seat for seat in state.seats if len(state.players[seat].hand) > 1)


def _without_a_choice(state: PuffiNovaState) -> list[Seat]:
    """Seats with one card: their only answer is given for them (ruling 21)."""
    return [seat for seat in state.seats if len(state.players[seat].hand) == 1]


def _pass_cards(state: PuffiNovaState) -> Iterator[Event]:
    """All cards change hands, by seat; a seat without one gives a diamond, if it had any (rulings 22, 23)."""
    paying = _paying(state)
    for seat, card in sorted(state.chosen.items()):
        yield CardPassed(seat, state.right_neighbour(seat), card)
    for seat in paying:
        yield DiamondsMoved(seat, state.right_neighbour(seat), 1, "pass_card_right")


def _discard_cards(state: PuffiNovaState) -> Iterator[Event]:
    """All cards are shown and discarded, by seat (ruling 23); a seat without one pays a diamond, if it has
    any."""
    paying = _paying(state)
    for seat, card in sorted(state.chosen.items()):
        yield CardDiscarded(seat, card)
    for seat in paying:
        yield DiamondsMoved(seat, "supply", 1, "discard_card")


def _paying(state: PuffiNovaState) -> list[Seat]:
    return [seat for seat in state.seats if seat not in state.chosen and state.players[seat].diamonds > 0]


EFFECTS: Mapping[tuple[str, str], Callable[[PuffiNovaState, Seat, Effect], Iterator[Event]]] = {
    ("lightning", "take_diamond"): take_diamond,
    ("lightning", "draw_card"): draw_card,
    ("lightning", "new_turn"): new_turn,
    ("lightning", "discard_card"): discard_card,
    ("lightning", "give_diamond_to_neighbours"): give_diamond_to_neighbours,
    ("lightning", "play_on_right_neighbour"): play_on_right_neighbour,
    ("buddy", "take_diamond"): buddy_take_diamond,
    ("buddy", "draw_card"): buddy_draw_card,
    ("mandatory", "pass_card_right"): pass_card_right,
    ("mandatory", "discard_card"): discard_card_by_all,
}
"""Every effect, by kind and what it does: the player's own part comes first (ruling 8)."""


# Answers to what an effect asks


def draw_from(state: PuffiNovaState, seat: Seat, move: DrawFrom, box: Box, chance: Chance) -> Iterator[Event]:
    """Draw the next card of the effect."""
    _check_pile(state, move.pile)
    yield from _draw_into_hand(state, seat, move.pile)


def discard(state: PuffiNovaState, seat: Seat, move: Discard, box: Box, chance: Chance) -> Iterator[Event]:
    """Discard the card that the effect asks for."""
    _check_in_hand(state, seat, move.card)
    yield CardDiscarded(seat, move.card)


def discard_secretly(
    state: PuffiNovaState, seat: Seat, move: DiscardSecretly, box: Box, chance: Chance
) -> Iterator[Event]:
    """Keep the choice until the last is in, then discard all."""
    _check_in_hand(state, seat, move.card)
    yield DiscardChosen(seat, move.card)
    if not state.owing:
        yield from _discard_cards(state)


def pass_card(state: PuffiNovaState, seat: Seat, move: PassCard, box: Box, chance: Chance) -> Iterator[Event]:
    """Keep the choice until the last is in, then pass all."""
    _check_in_hand(state, seat, move.card)
    yield PassChosen(seat, move.card)
    if not state.owing:
        yield from _pass_cards(state)


def accept(state: PuffiNovaState, seat: Seat, move: Accept, box: Box, chance: Chance) -> Iterator[Event]:
    """Do the Buddy Action."""
    effect = effect_under_way(state, box)
    if effect.do == "take_diamond":
        if move.pile is not None:
            raise NoPileToName(move.pile)
        yield BuddyAnswered(seat, accepted=True, pile=None)
        yield DiamondsMoved("supply", seat, effect.count, "take_diamond")
        return
    if move.pile is None:
        raise PileToBeNamed
    _check_pile(state, move.pile)
    yield BuddyAnswered(seat, accepted=True, pile=move.pile)
    yield from _draw_into_hand(state, seat, move.pile)


def decline(state: PuffiNovaState, seat: Seat, move: Decline, box: Box, chance: Chance) -> Iterator[Event]:
    """Leave the Buddy Action."""
    yield BuddyAnswered(seat, accepted=False, pile=None)


def _draw_into_hand(state: PuffiNovaState, seat: Seat, pile: Column) -> Iterator[Event]:
    drawn = yield from draw(state, seat, pile)
    if drawn is not None:
        yield CardDrawn(seat, *drawn)


def _check_pile(state: PuffiNovaState, pile: Column) -> None:
    if not state.piles[pile]:
        raise PileEmpty(pile)


def _check_in_hand(state: PuffiNovaState, seat: Seat, card: str) -> None:
    hand = state.players[seat].hand
    if card not in hand:
        raise CardNotInHand(card, hand)
