"""What each viewer sees of a match of Alien Puppies, built up from what is allowed."""

from __future__ import annotations

from typing import Any

from domain.games.alien_puppies.checks import LONGEST_RULE
from domain.games.alien_puppies.components import Box
from domain.games.alien_puppies.legal import seen_cards
from domain.games.alien_puppies.state import AlienPuppiesState
from domain.games.rules import AUDITOR, Seat, Viewer


def view_of(state: AlienPuppiesState, viewer: Viewer, box: Box) -> dict[str, Any]:
    """The table as a viewer sees it: all that lies open, the sizes of what does not, and the own hand.

    `seen` are the top cards of the draw pile, for the seat that has just looked at them; `chosen` is what
    the viewer will discard once all have chosen.
    """
    question = state.question
    view: dict[str, Any] = {
        "decision": state.decision,
        "turn": state.turn if state.in_turn else None,
        "actions_left": state.actions_left if state.in_turn else 0,
        "goal": state.goal,
        "draw_pile_size": len(state.draw_pile),
        "discard": list(state.discard),
        "barkmageddon": state.barkmageddon,
        "announced": _announced(state),
        "waiting": None
        if question is None
        else {"kind": question.kind, "seats": list(question.seats), **context_of(state, box)},
        "seats": [_seat_view(state, seat) for seat in range(len(state.hands))],
    }
    if viewer == AUDITOR:
        view["hands"] = [list(hand) for hand in state.hands]
        view["draw_pile"] = list(state.draw_pile)
        view["chosen"] = [[seat, list(cards)] for seat, cards in sorted(state.chosen.items())]
    elif isinstance(viewer, int):
        view["seat"] = viewer
        view["hand"] = list(state.hands[viewer])
        view["seen"] = list(_seen_by(state, viewer))
        view["chosen"] = list(state.chosen.get(viewer, ()))
    return view


def context_of(state: AlienPuppiesState, box: Box) -> dict[str, Any]:
    """The public facts that an answer to the open decision depends on."""
    question = state.question
    context: dict[str, Any] = {}
    match question.kind if question is not None else None:
        case "turn":
            context["actions_left"] = state.actions_left
        case "window":
            context |= _announced(state) or {}
        case "hide":
            context["pile"] = len(state.draw_pile)
        case "house_rule":
            context["longest"] = LONGEST_RULE
    if question is not None and question.puppy is not None:
        context |= {"puppy": question.puppy, "power": box.powers[question.puppy]}
    if question is not None and question.count:
        context["count"] = question.count
    return context


def _announced(state: AlienPuppiesState) -> dict[str, Any] | None:
    """The action on the table, from its announcement until it is over."""
    announced = state.announced
    if announced is None:
        return None
    return {
        "seat": announced.seat,
        "action": announced.action,
        "effect": announced.effect,
        "cards": list(announced.cards),
        "targets": [list(target) for target in announced.targets],
        "stops": announced.stops,
    }


def _seen_by(state: AlienPuppiesState, seat: Seat) -> tuple[str, ...]:
    question = state.question
    if question is None or question.kind not in ("take_from_top", "arrange") or seat not in question.seats:
        return ()
    return seen_cards(state)


def _seat_view(state: AlienPuppiesState, seat: Seat) -> dict[str, Any]:
    return {
        "alive": state.alive[seat],
        "hand_size": len(state.hands[seat]),
        "backyard": list(state.backyards[seat]),
        "skips": state.skips[seat],
        "turns_left": None if state.countdown is None else max(0, state.countdown[seat]),
        "house_rule": state.house_rules[seat],
    }
