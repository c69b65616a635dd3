"""What holds in every state of PuffiNova, whatever was played."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from domain.games.puffinova.box import Box
from domain.games.puffinova.components import CONSTRUCTION, EXPLOSION, EXPLOSIONS_A_PILE
from domain.games.puffinova.moves import PILES
from domain.games.puffinova.options import chosen_decks
from domain.games.puffinova.state import LAST_EXPLOSION, PuffiNovaState

EXPLOSIONS = EXPLOSIONS_A_PILE * len(PILES)


def check_invariants(state: PuffiNovaState, box: Box) -> None:
    """Raises `AssertionError`, with what is wrong, when a state is impossible."""
    _cards_are_conserved(state, box)
    _diamonds_are_conserved(state, box)
    _ships_are_conserved(state, box)
    _explosions_are_counted(state)
    _one_decision_is_open_while_a_match_runs(state)
    _secret_choices_are_in_hand(state)


def _hold(condition: bool, otherwise: str) -> None:
    """An assertion that `python -O` does not remove."""
    if not condition:
        raise AssertionError(otherwise)


def _cards_are_conserved(state: PuffiNovaState, box: Box) -> None:
    if not state.deck and not state.piles:
        return  # before the decks are shuffled, no card is anywhere
    decks: set[str] = {*chosen_decks(len(state.players), state.options)}
    if state.construction:
        decks.add(CONSTRUCTION)
    expected = Counter(card.id for card in box.cards.values() if card.deck in decks)
    if state.piles:
        expected[EXPLOSION] = EXPLOSIONS
    there = Counter(_cards_there(state))
    there[EXPLOSION] += state.explosions_out()
    off = (there - expected) + (expected - there)
    _hold(not off, f"each card is somewhere, once; off: {off}")


def _cards_there(state: PuffiNovaState) -> Iterator[str]:
    yield from state.deck
    yield from state.discard
    yield from state.construction
    for pile in state.piles.values():
        yield from pile
    for column in PILES:
        for row in state.rows[column]:
            yield from (card for card in row.spaces if card is not None)
    for player in state.players:
        yield from player.hand
        yield from player.offer
        yield from player.cards()


def _diamonds_are_conserved(state: PuffiNovaState, box: Box) -> None:
    held = [player.diamonds for player in state.players]
    _hold(min(held) >= 0, f"a seat owes diamonds: {held}")
    _hold(state.supply + sum(held) == box.diamonds, f"diamonds: {state.supply} and {held} of {box.diamonds}")


def _ships_are_conserved(state: PuffiNovaState, box: Box) -> None:
    fleet = box.ships_by_players[len(state.players)]
    for seat, player in enumerate(state.players):
        ships = [*player.ships, *state.ships_out(seat)]
        _hold(sorted(ships) == sorted(fleet), f"the ships of seat {seat} are {ships}")


def _explosions_are_counted(state: PuffiNovaState) -> None:
    out = state.explosions_out()
    _hold(out <= LAST_EXPLOSION, f"{out} explosions are out")
    if out == LAST_EXPLOSION:
        _hold(state.kind is None and not state.owing, f"the match is over, and waits for {state.owing}")


def _one_decision_is_open_while_a_match_runs(state: PuffiNovaState) -> None:
    _hold((state.kind is None) == (not state.owing), f"{state.kind} is owed by {state.owing}")
    _hold(len(set(state.owing)) == len(state.owing), f"a seat owes twice: {state.owing}")
    if state.kind in ("turn", "draw", "discard"):
        _hold(
            state.owing == [state.turn], f"{state.kind} is owed by {state.owing}, on the turn of {state.turn}"
        )
    _hold(state.extra_turns >= 0, f"{state.extra_turns} extra turns")


def _secret_choices_are_in_hand(state: PuffiNovaState) -> None:
    for seat, card in state.chosen.items():
        player = state.players[seat]
        _hold(
            card in player.hand or card in player.offer, f"seat {seat} chose {card}, which it does not hold"
        )
        _hold(seat not in state.owing, f"seat {seat} has chosen and still owes an answer")
