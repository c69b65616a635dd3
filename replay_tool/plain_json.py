"""Whether bytes are canonical JSON within the format's limits, and what they say.

The limits (ASCII keys, no floats, integers below 2^53) are what makes any sorted compact encoder give the
same bytes; a line beyond them would be another line for another program.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec

from domain.games.canonical import canonical

_LIMIT = 1 << 53
_SUSPECT = re.compile(rb"(?:^|[:\[,])-?[0-9]+(?:\.|[eE]|(?<=[0-9]{16}))")
"""What may be a float or a large integer. Texts may look like one too, so suspects are looked at again."""


class NotPlain(Exception):
    """The bytes are no canonical JSON within the limits; the message says why."""


def decode_plain(raw: bytes) -> Any:
    """The value of canonical JSON. Raises `NotPlain`."""
    try:
        value = msgspec.json.decode(raw)
        if canonical(value) != raw:
            raise NotPlain("is not in canonical form: another order, spacing or spelling")
        check_limits(raw, value)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotPlain(f"is no JSON that can be read: {error}") from None
    return value


def check_limits(raw: bytes, value: Any) -> None:
    """Whether what was decoded from canonical bytes keeps the limits. Raises `NotPlain`.

    The bytes tell quickly that most values do, without a walk through them.
    """
    if not raw.isascii() or _SUSPECT.search(raw):
        _check_value(value)


def _check_value(value: Any) -> None:
    match value:
        case dict():
            for key, inner in value.items():
                if not key.isascii():
                    raise NotPlain(f"has the key {key!r}, which is not ASCII")
                _check_value(inner)
        case list():
            for inner in value:
                _check_value(inner)
        case float():
            raise NotPlain(f"holds {value!r}, which is not an integer")
        case int() if abs(value) >= _LIMIT:
            raise NotPlain("holds an integer of 2^53 or more")
