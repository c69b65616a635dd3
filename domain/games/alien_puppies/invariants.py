"""What holds in every state of Alien Puppies, whatever was played."""

from __future__ import annotations

from collections import Counter

from domain.games.alien_puppies.components import BARKMAGEDDON, STOP, Box
from domain.games.alien_puppies.state import AlienPuppiesState


def check_invariants(state: AlienPuppiesState, box: Box) -> None:
    """Raises `AssertionError`, with what is wrong, when a state is impossible."""
    _cards_are_conserved(state, box)
    _barkmageddon_is_where_it_should_be(state)
    _only_puppies_lie_in_backyards(state, box)
    _who_is_out_has_nothing(state)
    _who_is_asked_is_in(state)
    _choices_are_held(state, box)


def _hold(condition: bool, otherwise: str) -> None:
    """An assertion that `python -O` does not remove."""
    if not condition:
        raise AssertionError(otherwise)


def _cards_are_conserved(state: AlienPuppiesState, box: Box) -> None:
    there = Counter(state.draw_pile)
    there.update(state.discard)
    for hand in state.hands:
        there.update(hand)
    for backyard in state.backyards:
        there.update(backyard)
    if state.announced is not None:
        there.update(state.announced.cards)
        there[STOP] += state.stops_on_table()
    if state.barkmageddon == "drawn":
        there[BARKMAGEDDON] += 1
    deck = Counter(box.deck(state.earth_puppies))
    _hold(there == deck, f"each card is somewhere, once; too many {there - deck}, too few {deck - there}")


def _barkmageddon_is_where_it_should_be(state: AlienPuppiesState) -> None:
    if not state.decision:
        return  # while the cards are dealt it may be in a hand
    where = "in_play" if BARKMAGEDDON in state.draw_pile else "drawn"
    where = "out" if BARKMAGEDDON in state.discard else where
    _hold(state.barkmageddon == where, f"Barkmageddon is {where}, not {state.barkmageddon}")
    for seat, hand in enumerate(state.hands):
        _hold(BARKMAGEDDON not in hand, f"seat {seat} holds Barkmageddon (ruling 4)")


def _only_puppies_lie_in_backyards(state: AlienPuppiesState, box: Box) -> None:
    for seat, backyard in enumerate(state.backyards):
        _hold(all(card in box.puppies for card in backyard), f"in the Backyard of seat {seat}: {backyard}")
        houdini = any(box.powers[puppy] == "house_rule" for puppy in backyard)
        _hold(houdini or state.house_rules[seat] is None, f"seat {seat} has a house rule without its puppy")
        _hold(len(backyard) <= state.goal, f"seat {seat} has more than the goal: {backyard}")
    for seat, hand in enumerate(state.hands):
        _hold(hand == box.sorted(hand), f"the hand of seat {seat} is out of order: {hand}")


def _who_is_out_has_nothing(state: AlienPuppiesState) -> None:
    _hold(
        sorted(state.eliminated) == [seat for seat, alive in enumerate(state.alive) if not alive],
        f"out are {state.eliminated}, alive {state.alive}",
    )
    for seat in state.eliminated:
        _hold(
            not state.hands[seat] and not state.backyards[seat] and not state.skips[seat],
            f"seat {seat} is out and still has something",
        )


def _who_is_asked_is_in(state: AlienPuppiesState) -> None:
    question = state.question
    if question is None:
        return
    seats = question.seats
    _hold(bool(seats) and len(set(seats)) == len(seats), f"asked are {seats}")
    _hold(all(state.alive[seat] for seat in seats), f"asked are {seats}, alive {state.alive}")
    _hold(len(seats) == 1 or question.kind in ("window", "discard"), f"{question.kind} asks {seats}")
    _hold(state.in_turn, f"{question.kind} is asked between two turns")


def _choices_are_held(state: AlienPuppiesState, box: Box) -> None:
    for seat, cards in state.chosen.items():
        _hold(not Counter(cards) - Counter(state.hands[seat]), f"seat {seat} chose {cards}, which it lacks")
        _hold(list(cards) == box.sorted(cards), f"what seat {seat} chose is out of order: {cards}")
