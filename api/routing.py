"""How routes are put together: what all commands share, and how ids stand in addresses."""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus
from typing import Any

from flask import Response
from marshmallow import Schema
from werkzeug.routing import BaseConverter

from api.auth import requires
from api.idempotency import PARAMETER
from api.openapi import ApiBlueprint
from api.schemas.responses import CommandResult


class SeatConverter(BaseConverter):
    """A seat's number in an address."""

    regex = "[0-9]{1,3}"

    def to_python(self, value: str) -> int:
        """The number."""
        return int(value)


class WordConverter(BaseConverter):
    """An id or a name in an address: letters, digits and what joins them."""

    regex = "[0-9A-Za-z_-]{1,64}"


CONVERTERS: dict[str, type[BaseConverter]] = {"seat": SeatConverter, "word": WordConverter}


def command(
    blueprint: ApiBlueprint,
    rule: str,
    body: type[Schema],
    scopes: tuple[str, ...] = ("play",),
    parameters: tuple[dict[str, Any], ...] = (),
) -> Callable[[Callable[..., Response]], Callable[..., Any]]:
    """A route that carries out a command: a POST with an idempotency key, answered with what it led to.

    `parameters` describes what else the view reads off the request.
    """

    def decorate(view: Callable[..., Response]) -> Callable[..., Any]:
        documented = blueprint.response(
            HTTPStatus.CREATED, CommandResult, description="What the command led to"
        )(view)
        with_body = blueprint.arguments(body, required=_has_required_fields(body))(documented)
        described = blueprint.doc(parameters=[PARAMETER, *parameters])(with_body)
        route = blueprint.route(rule, methods=["POST"])
        return route(requires(*scopes)(described))

    return decorate


def _has_required_fields(body: type[Schema]) -> bool:
    return any(field.required for field in body().fields.values())
