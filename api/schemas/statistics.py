"""What statistics of a game look like."""

from __future__ import annotations

from marshmallow import fields

from api.freshness import position_field
from api.schemas.fields import Int, JsonObject
from api.schemas.requests import Query
from api.schemas.responses import Answer


class StatisticsQuery(Query):
    """Which statistics."""

    after_position = position_field()


class Occurrence(Answer):
    """A value, and how often it came up."""

    value = Int(required=True)
    count = Int(required=True)


class Distribution(Answer):
    """How often each value came up, by value, and what follows from that; nulls where there is none."""

    count = Int(required=True)
    least = Int(required=True, allow_none=True)
    most = Int(required=True, allow_none=True)
    mean = fields.Float(required=True, allow_none=True)
    median = fields.Float(required=True, allow_none=True)
    values = fields.List(fields.Nested(Occurrence), required=True)


class FirstPlaces(Answer):
    """How often those who sat here, or moved in this place of the order, came first."""

    index = Int(required=True, metadata={"description": "the seat, or the place in the order of first moves"})
    won = Int(required=True, metadata={"description": "first places held alone"})
    shared = Int(required=True, metadata={"description": "first places held with others"})


class GameStatistics(Answer):
    """Finished matches at tables of one size, with one choice of options."""

    seats = Int(required=True)
    options = JsonObject("the game's options, with defaults", required=True)
    matches = Int(required=True, metadata={"description": "all that have finished"})
    by_reason = JsonObject("how many matches ended for each reason", required=True)
    moves = fields.Nested(
        Distribution,
        required=True,
        metadata={"description": "the length in moves; of those played out, like all that follows"},
    )
    minutes = fields.Nested(Distribution, required=True, metadata={"description": "the length in minutes"})
    scores = fields.Nested(Distribution, required=True, metadata={"description": "of all seats"})
    by_seat = fields.List(fields.Nested(FirstPlaces), required=True)
    by_turn = fields.List(fields.Nested(FirstPlaces), required=True)
    counters = JsonObject("distributions of what else the game counts, by name", required=True)


class Statistics(Answer):
    """A game's statistics, by number of seats and options. Matches that were imported do not count."""

    game = fields.String(required=True)
    tables = fields.List(fields.Nested(GameStatistics), required=True)
