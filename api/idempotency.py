"""Idempotency keys: a command that comes again, as after a lost answer, is carried out once."""

from __future__ import annotations

import re
from typing import Any, Final

from flask import request

from api.auth import principal
from api.context import services
from api.problems import IdempotencyKeyRequired
from domain.commands import command_id

HEADER: Final = "Idempotency-Key"
REPLAYED_HEADER: Final = "Idempotency-Replayed"

PARAMETER: Final[dict[str, Any]] = {
    "in": "header",
    "name": HEADER,
    "required": True,
    "schema": {"type": "string", "minLength": 1, "maxLength": 257},
    "description": "1 to 255 printable ASCII characters, quoted or not; a fresh one for each command. The "
    "same command sent again with the same key is carried out once and gets the same answer.",
}
"""The header as the OpenAPI document describes it."""

OPTIONAL_PARAMETER: Final[dict[str, Any]] = {**PARAMETER, "required": False}

_KEY = re.compile(r"[\x20-\x7e]{1,255}")


def required_command_id() -> str:
    """The id of the command that this request gives. Raises `IdempotencyKeyRequired`."""
    key = _key()
    if key is None:
        raise IdempotencyKeyRequired(
            f"this command needs the header {HEADER}, with a fresh key for each command"
        )
    return command_id(principal().player, request.path, key)


def optional_command_id() -> str:
    """The same where the method itself is idempotent, so that nobody needs to send a key."""
    key = _key()
    return services().draw(16).hex() if key is None else command_id(principal().player, request.path, key)


def _key() -> str | None:
    sent = request.headers.get(HEADER)
    if sent is None:
        return None
    key = sent[1:-1] if len(sent) > 1 and sent[0] == sent[-1] == '"' else sent
    if _KEY.fullmatch(key) is None:
        raise IdempotencyKeyRequired(f"the header {HEADER} takes 1 to 255 printable ASCII characters")
    return key
