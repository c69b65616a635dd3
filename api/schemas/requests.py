"""What the API takes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema, ValidationError, fields, validate, validates_schema

from api.freshness import position_field
from api.schemas.fields import AnyOf, Int, JsonObject, QueryInt
from api.schemas.games import MOVES
from domain.accounts import NAME_LENGTH, SCOPES
from domain.games.registry import GAMES
from projections import paging

MAX_VERSION = 2**31 - 1
DEFAULT_EVENTS, MAX_EVENTS = 100, 500
DEFAULT_MATCHES, MAX_MATCHES = 50, paging.MOST

_HEX_32_BYTES = validate.Regexp(r"[0-9a-f]{64}\Z", error="Must be 32 bytes in hex, 64 digits in lower case.")


class Body(Schema):
    """A request's body: unknown fields are refused."""

    class Meta:
        unknown = RAISE


class Query(Schema):
    """A query string: unknown parameters are refused, since a mistyped one would otherwise do nothing."""

    class Meta:
        unknown = RAISE


def cursor_field() -> fields.String:
    """Where a page of a list begins."""
    return fields.String(
        load_default=None,
        validate=validate.Regexp(r"[0-9A-Za-z_-]{1,200}\Z"),
        metadata={"description": "`next` of the page before"},
    )


class NewPlayer(Body):
    """Who wants to play."""

    name = fields.String(
        required=True,
        validate=validate.Length(1, 4 * NAME_LENGTH),
        metadata={"description": f"shown to others: 1 to {NAME_LENGTH} characters", "example": "Ann"},
    )


class NewToken(Body):
    """What a new token should allow."""

    scopes = fields.List(
        fields.String(validate=validate.OneOf(SCOPES)),
        required=True,
        validate=validate.Length(1, len(SCOPES)),
        metadata={"description": "some of those of the token that asks", "example": ["play"]},
    )


class NewSession(Body):
    """Who signs in: a new player by a name, or a known one by what it holds. One of these is given."""

    name = fields.String(
        validate=validate.Length(1, 4 * NAME_LENGTH),
        metadata={"description": "of a new player", "example": "Ann"},
    )
    link = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "the secret part of a one-time link"}
    )
    token = fields.String(
        validate=validate.Length(1, 200), metadata={"description": "a token with the scope play"}
    )

    @validates_schema
    def one_of_them(self, data: Mapping[str, Any], **_kwargs: Any) -> None:
        """Who signs in is told in one way."""
        if len(data) != 1:
            raise ValidationError("Give one of name, link and token.")


class BotSeat(Body):
    """A bot to be seated."""

    seat = Int(required=True, validate=validate.Range(0, 99))
    bot = fields.String(required=True, metadata={"example": "greedy"})


class NewMatch(Body):
    """A table to be opened. Nobody is seated but the bots asked for."""

    game = fields.String(required=True, metadata={"example": next(iter(GAMES))})
    seats = Int(required=True, validate=validate.Range(1, 99), metadata={"example": 2})
    options = JsonObject("the game's options; what is left out takes its default", load_default=dict)
    components = fields.String(
        load_default=None,
        allow_none=True,
        validate=validate.Length(1, 100),
        metadata={"description": "the name of a component set; the game's own where it is left out"},
    )
    bots = fields.List(
        fields.Nested(BotSeat),
        load_default=list,
        validate=validate.Length(max=99),
        metadata={"example": [{"seat": 1, "bot": "greedy"}]},
    )

    @validates_schema
    def one_bot_a_seat(self, data: Mapping[str, Any], **_kwargs: Any) -> None:
        """No seat is given to two bots."""
        seats = [bot["seat"] for bot in data["bots"]]
        if len(set(seats)) < len(seats):
            raise ValidationError("Each seat takes one bot.", "bots")


class SeatWanted(Body):
    """Where to sit down."""

    seat = Int(
        load_default=None,
        validate=validate.Range(0, 99),
        metadata={"description": "the first free one where it is left out", "example": 0},
    )
    entropy_commitment = fields.String(
        load_default=None,
        validate=_HEX_32_BYTES,
        metadata={
            "description": "the commitment to 32 random bytes of your own, which you reveal when you are "
            "ready; without one the server draws for you, and the seat protects nobody"
        },
    )
    bot = fields.String(
        load_default=None,
        metadata={
            "description": "a bot of the game, to be seated instead of oneself by who has opened the table"
        },
    )

    @validates_schema
    def bots_commit_to_nothing(self, data: Mapping[str, Any], **_kwargs: Any) -> None:
        """Entropy is a person's."""
        if data["bot"] is not None and data["entropy_commitment"] is not None:
            raise ValidationError("A bot has no entropy of its own.", "entropy_commitment")


class Ready(Body):
    """Ready to start."""

    entropy = fields.String(
        load_default=None,
        validate=_HEX_32_BYTES,
        metadata={
            "description": "the bytes that your seat committed to, in hex; none where the server drew them"
        },
    )


class BotWanted(Body):
    """The bot that plays on."""

    bot = fields.String(load_default="random", metadata={"example": "random"})


class Nothing(Body):
    """No body, or an empty object."""


class MoveWanted(Body):
    """An answer to a decision."""

    decision = Int(
        required=True,
        validate=validate.Range(0, MAX_VERSION),
        metadata={"description": "the number of the decision that this move answers"},
    )
    move = AnyOf(list(MOVES.values()), required=True)


class ViewerQuery(Query):
    """With whose eyes to look."""

    viewer = fields.String(
        data_key="as",
        load_default=None,
        validate=validate.OneOf(["spectator", "auditor"]),
        metadata={
            "description": "with whose eyes to look, where not with one's own: a spectator's, or (with the "
            "scope audit, and not at a running match one plays in) an auditor's"
        },
    )


class TableQuery(ViewerQuery):
    """Which table to see."""

    at = QueryInt(
        load_default=None,
        validate=validate.Range(1, MAX_VERSION),
        metadata={"description": "the version to show, where not the newest"},
    )


class EventsQuery(ViewerQuery):
    """A page of a log."""

    after = QueryInt(
        load_default=0,
        validate=validate.Range(0, MAX_VERSION),
        metadata={"description": "the version after which the page begins"},
    )
    limit = QueryInt(load_default=DEFAULT_EVENTS, validate=validate.Range(1, MAX_EVENTS))


class MatchesQuery(Query):
    """A page of the lobby."""

    game = fields.String(load_default=None, validate=validate.OneOf(list(GAMES)))
    status = fields.String(
        load_default=None, validate=validate.OneOf(["open", "running", "ended", "aborted"])
    )
    player = fields.UUID(load_default=None, metadata={"description": "matches in which this player sits"})
    cursor = cursor_field()
    limit = QueryInt(load_default=DEFAULT_MATCHES, validate=validate.Range(1, MAX_MATCHES))
    after_position = position_field()


class ProfileQuery(Query):
    """A page of a player's matches."""

    cursor = cursor_field()
    limit = QueryInt(load_default=DEFAULT_MATCHES, validate=validate.Range(1, MAX_MATCHES))
    after_position = position_field()


class StreamQuery(ViewerQuery):
    """Where a stream begins."""

    after = QueryInt(
        load_default=None,
        validate=validate.Range(0, MAX_VERSION),
        metadata={
            "description": "the version after which the stream goes on; the newest one where it is left out. "
            "A `Last-Event-ID` comes before it"
        },
    )
