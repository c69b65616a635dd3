"""What each viewer sees of a match of PuffiNova, built up from what is allowed."""

from __future__ import annotations

from typing import Any

from domain.games.puffinova.box import Box
from domain.games.puffinova.events import FinalScored
from domain.games.puffinova.moves import PILES
from domain.games.puffinova.state import AREAS, PuffiNovaState, effect_under_way
from domain.games.rules import AUDITOR, Seat, Viewer


def view_of(state: PuffiNovaState, viewer: Viewer, box: Box) -> dict[str, Any]:
    """The table as a viewer sees it.

    Hidden are the piles' order, the others' hands, and what was chosen in secret and is not shown yet;
    of the Construction cards offered at the start each seat knows its own.
    """
    view: dict[str, Any] = {
        "decision": state.decision,
        "kind": state.kind,
        "seats_asked": list(state.awaited_seats()),
        "turn": state.turn,
        "landed": state.landed,
        "extra_turns": state.extra_turns,
        "effect": _effect(state, box),
        "rows": {column: [_row(row.spaces, row.queue) for row in state.rows[column]] for column in PILES},
        "pile_sizes": {column: len(pile) for column, pile in state.piles.items()},
        "explosions": dict(state.explosions),
        "discard": list(state.discard),
        "supply": state.supply,
        "seats": [_seat_view(state, seat, viewer) for seat in state.seats],
        "scorepad": [_pad(pad) for pad in state.scorepad],
    }
    if viewer == AUDITOR:
        view["piles"] = {column: list(pile) for column, pile in state.piles.items()}
        view["construction"] = list(state.construction)
    return view


def _pad(pad: FinalScored) -> dict[str, Any]:
    """A seat's scorepad: the stars of each line, and where they came from."""
    return {
        "seat": pad.seat,
        "diamonds": pad.diamonds,
        "castle": pad.castle,
        "council": pad.council,
        "areas": pad.areas,
        "city": pad.city,
        "total": pad.total,
        "detail": [
            {
                "line": source.line,
                "of": source.of,
                "stars": source.stars,
                "counted": source.counted,
                "choice": source.choice,
                "cards": list(source.cards),
            }
            for source in pad.detail
        ],
    }


def _row(spaces: list[str | None], queue: list[tuple[Seat, str]]) -> dict[str, Any]:
    return {"cards": list(spaces), "ships": [[seat, ship] for seat, ship in queue]}


def _effect(state: PuffiNovaState, box: Box) -> dict[str, Any] | None:
    """The effect that asks for an answer: the card, what it does, and how often still."""
    if state.kind in (None, "turn", "choose_building"):
        return None
    effect = effect_under_way(state, box)
    count = state.draws_left if state.kind == "draw" else effect.count
    return {"card": state.played, "kind": effect.kind, "do": effect.do, "count": count}


def _seat_view(state: PuffiNovaState, seat: Seat, viewer: Viewer) -> dict[str, Any]:
    player = state.players[seat]
    shown: dict[str, Any] = {
        "hand_size": len(player.hand),
        "diamonds": player.diamonds,
        "ships": list(player.ships),
        "areas": {area: list(player.areas[area]) for area in AREAS},
    }
    if viewer in (seat, AUDITOR):
        shown["hand"] = list(player.hand)
        shown["offer"] = list(player.offer)
        shown["chosen"] = state.chosen.get(seat)
    return shown
