"""The end: what is counted when the last explosion is out (rulebook, End of the Game)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from domain.games.puffinova.box import Box, Card
from domain.games.puffinova.events import AreaScored
from domain.games.puffinova.hourglasses import Ending
from domain.games.puffinova.moves import Area
from domain.games.puffinova.scoring import area_stars, ranking, scorepad
from domain.games.puffinova.state import SCORED_AREAS, PuffiNovaState
from domain.games.rules import Event, Outcome, Seat


def final_scoring(state: PuffiNovaState, box: Box) -> Iterator[Event]:
    """Score the areas, then fill in every seat's scorepad."""
    placements = box.area_stars[len(state.players)]
    empty_ranks = state.options.empty_area_ranks
    for area in SCORED_AREAS:
        counts = tuple(len(player.areas[area]) for player in state.players)
        yield AreaScored(area, counts, area_stars(counts, placements, empty_ranks))
    ending = ending_of(state, box)
    for seat in state.seats:
        yield scorepad(
            seat,
            _areas(state, seat, box),
            {area: state.area_stars[area][seat] for area in SCORED_AREAS},
            ending,
        )


def ending_of(state: PuffiNovaState, box: Box) -> Ending:
    """What the hourglasses count."""
    if state.turn is None:
        raise ValueError("a match that has not begun cannot be scored")
    return Ending(
        boards=[[box.cards[card] for card in player.cards()] for player in state.players],
        diamonds=[player.diamonds for player in state.players],
        turn=state.turn,
    )


def _areas(state: PuffiNovaState, seat: Seat, box: Box) -> Mapping[Area, list[Card]]:
    areas = state.players[seat].areas
    return {area: [box.cards[card] for card in cards] for area, cards in areas.items()}


def outcome_of(state: PuffiNovaState) -> Outcome | None:
    """How the match ended, once the last scorepad is filled in."""
    if len(state.scorepad) < len(state.players):
        return None
    totals = tuple(pad.total for pad in state.scorepad)
    return Outcome(
        reason="third_explosion",
        ranking=ranking(
            totals,
            [player.diamonds for player in state.players],
            [len(player.hand) for player in state.players],
        ),
        scores=totals,
    )
