"""What the finished matches of a game have in common."""

from __future__ import annotations

from collections.abc import Mapping
from http import HTTPStatus
from statistics import fmean
from typing import Any

from flask import Response

from api.answers import json_answer
from api.auth import public
from api.context import services
from api.freshness import wait_until_seen
from api.openapi import PREFIX, ApiBlueprint
from api.schemas import statistics as schemas
from domain.games.registry import game
from projections.statistics import Distribution, GameStatistics, StatisticsProjection

blueprint = ApiBlueprint(
    "statistics", __name__, url_prefix=f"{PREFIX}/statistics", description="What matches amount to"
)


@blueprint.route("/<word:name>")
@public
@blueprint.arguments(schemas.StatisticsQuery, location="query")
@blueprint.response(HTTPStatus.OK, schemas.Statistics)
def game_statistics(query: dict[str, Any], name: str) -> Response:
    """A game's statistics

    Lengths, scores, and what it is worth to sit or move first: for each number of seats and choice of options
    that has been played.
    """
    rules = game(name)
    wait_until_seen(query, StatisticsProjection)
    tables = [_told(found) for found in services().statistics.of(rules.name)]
    return json_answer({"game": rules.name, "tables": tables})


def _told(found: GameStatistics) -> dict[str, Any]:
    return {
        "seats": found.seats,
        "options": found.options,
        "matches": found.matches,
        "by_reason": found.by_reason,
        "moves": _distribution(found.moves),
        "minutes": _distribution(found.minutes),
        "scores": _distribution(found.scores),
        "by_seat": _first_places(found.seats, found.won_by_seat, found.shared_by_seat),
        "by_turn": _first_places(found.seats, found.won_by_turn, found.shared_by_turn),
        "counters": {name: _distribution(counted) for name, counted in found.counters.items()},
    }


def _first_places(seats: int, won: Distribution, shared: Distribution) -> list[dict[str, int]]:
    return [
        {"index": index, "won": won.get(index, 0), "shared": shared.get(index, 0)} for index in range(seats)
    ]


def _distribution(found: Distribution) -> dict[str, Any]:
    values = sorted(found)
    count = sum(found.values())
    return {
        "count": count,
        "least": values[0] if values else None,
        "most": values[-1] if values else None,
        "mean": round(fmean(values, [found[value] for value in values]), 3) if values else None,
        "median": _median(found) if values else None,
        "values": [{"value": value, "count": found[value]} for value in values],
    }


def _median(found: Mapping[int, int]) -> float:
    """The value in the middle, of an even number the mean of the two."""
    count = sum(found.values())
    return (_nth(found, (count - 1) // 2) + _nth(found, count // 2)) / 2


def _nth(found: Mapping[int, int], place: int) -> int:
    """The value at a place, from 0, among all in their order."""
    for value in sorted(found):
        place -= found[value]
        if place < 0:
            return value
    raise IndexError(place)
