"""Reading one's own writes: lists follow the matches with a little delay, and can be asked to have caught up.

A command's answer tells its position among everything that has been stored; a list that is given one as
`after_position` is answered when its read model has seen that much. What a position says is our affair.
"""

from __future__ import annotations

from typing import Any, Final

from marshmallow import fields, validate

from api.context import services
from api.problems import InvalidPosition, ReadModelBehind
from domain.service import Accepted
from projections import paging
from projections.projection import Projection
from projections.waiting import wait_for

WAIT_SECONDS: Final = 3.0
_KIND: Final = "position"


def position_of(accepted: Accepted) -> str:
    """The position of a command, the same each time the command is repeated. Raises `StoreUnavailable`."""
    return paging.encode(_KIND, services().service.logs.position(accepted.match, accepted.version))


def position_field() -> fields.String:
    """The parameter of a list that can be waited for."""
    return fields.String(
        load_default=None,
        validate=validate.Length(1, 200),
        metadata={
            "description": "the `position` of a command's answer: the list is given when it has what the "
            f"command led to; 503 when that takes longer than {WAIT_SECONDS:.0f} seconds"
        },
    )


def wait_until_seen(query: dict[str, Any], projection: type[Projection]) -> None:
    """Wait until a read model has what the query asks for. Raises `InvalidPosition`, `ReadModelBehind`,
    `StoreUnavailable`."""
    asked = query["after_position"]
    if asked is None:
        return
    try:
        position = paging.decode(_KIND, asked)
    except paging.InvalidCursor:
        raise InvalidPosition("this position is none that a command here was answered with") from None
    key = (projection.name, projection.version)
    if not wait_for(services().projections, [key], position, WAIT_SECONDS):
        raise ReadModelBehind("this list is behind the matches just now; please try again")
