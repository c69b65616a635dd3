"""Stars at the end of a match, line by line as on the scorepad, and who is ahead: pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from domain.games.puffinova.box import Card
from domain.games.puffinova.events import FinalScored, Line, StarSource
from domain.games.puffinova.hourglasses import Ending, count
from domain.games.puffinova.moves import Area
from domain.games.puffinova.state import GALACTIC_CITY
from domain.games.rules import Seat

DIAMONDS_A_STAR = 2
"""Rulebook, Final Scoring."""


def area_stars(counts: Sequence[int], placements: Sequence[int], empty_area_ranks: bool) -> tuple[int, ...]:
    """Each seat's stars for its number of cards in an area (rulebook, Area Scoring; ruling 2).

    Tied seats fill as many placements as they are, and share their stars, rounded down.
    """
    stars = [0] * len(counts)
    ranked = [seat for seat, number in enumerate(counts) if number or empty_area_ranks]
    ranked.sort(key=lambda seat: -counts[seat])
    first = 0
    for _, tied in groupby(ranked, key=counts.__getitem__):
        seats = list(tied)
        share = sum(placements[first : first + len(seats)]) // len(seats)
        for seat in seats:
            stars[seat] = share
        first += len(seats)
    return tuple(stars)


def scorepad(
    seat: Seat,
    areas: Mapping[Area, Sequence[Card]],
    area_stars_of: Mapping[Area, int],
    ending: Ending,
) -> FinalScored:
    """A seat's stars, with where each came from (rulebook, Final Scoring)."""
    sources = (
        _diamonds(ending.diamonds[seat]),
        *_printed("castle", areas["star_castle"]),
        *_printed("council", areas["moon_council"]),
        *(StarSource("areas", area, stars, len(areas[area])) for area, stars in area_stars_of.items()),
        *_city(seat, areas[GALACTIC_CITY], ending),
    )
    lines = {
        line: sum(source.stars for source in sources if source.line == line)
        for line in ("diamonds", "castle", "council", "areas", "city")
    }
    return FinalScored(seat=seat, **lines, total=sum(lines.values()), detail=sources)


def _diamonds(diamonds: int) -> StarSource:
    return StarSource("diamonds", "diamonds", diamonds // DIAMONDS_A_STAR, diamonds)


def _printed(line: Line, cards: Sequence[Card]) -> Iterator[StarSource]:
    for card in cards:
        if card.stars:
            yield StarSource(line, card.id, card.stars, 1)


def _city(seat: Seat, cards: Sequence[Card], ending: Ending) -> Iterator[StarSource]:
    yield from _printed("city", cards)
    for card in cards:
        if card.hourglass is not None:
            found = count(card.hourglass, seat, ending)
            yield StarSource("city", card.id, found.stars, found.counted, found.choice, found.cards)


def ranking(
    totals: Sequence[int], diamonds: Sequence[int], hands: Sequence[int]
) -> tuple[tuple[Seat, ...], ...]:
    """Most stars, then most diamonds, then most cards in hand; else shared (rulebook, Final Scoring;
    ruling 27)."""

    def strength(seat: Seat) -> tuple[int, int, int]:
        return totals[seat], diamonds[seat], hands[seat]

    seats = sorted(range(len(totals)), key=strength, reverse=True)
    return tuple(tuple(sorted(place)) for _, place in groupby(seats, key=strength))
