"""Whether bytes are canonical JSON within the format's limits, and what they say.

The limits (ASCII keys, no floats, integers below 2^53) are what makes any sorted compact encoder give the
same bytes; a line beyond them would be another line for another program.
"""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec

from domain.games.canonical import canonical

_LIMIT = 1 << 53
_ALL_DIGITS_ZERO = bytes.maketrans(b"123456789", b"000000000")
_LONG_NUMBER = b"0" * 16


class NotPlain(Exception):
    """The bytes are no canonical JSON within the limits; the message says why."""


def decode_plain(raw: bytes) -> Any:
    """The value of canonical JSON. Raises `NotPlain`."""
    try:
        value = _decoder.decode(raw)
        if canonical(value) != raw:
            raise NotPlain("is not in canonical form: another order, spacing or spelling")
        if not raw.isascii() or _may_hold_large_integer(raw):
            _check_value(value)
    except msgspec.ValidationError as error:  # Of untyped values it can only tell of a float.
        raise NotPlain(str(error)) from None
    except (msgspec.MsgspecError, RecursionError) as error:
        raise NotPlain(f"is no JSON that can be read: {error}") from None
    return value


def check_limits(value: Any) -> None:
    """Whether a value that was decoded elsewhere keeps the limits. Raises `NotPlain`."""
    try:
        decode_plain(canonical(value))
    except msgspec.MsgspecError as error:
        raise NotPlain(f"cannot be written as JSON: {error}") from None


def _refuse_float(text: str) -> NoReturn:
    raise ValueError(f"holds {text[:40]}, which is not an integer")


_decoder = msgspec.json.Decoder(float_hook=_refuse_float)


def _may_hold_large_integer(raw: bytes) -> bool:
    """Whether there are sixteen digits in a row. The bytes tell quickly that most values are within the
    limits, without a walk through them."""
    return _LONG_NUMBER in raw.translate(_ALL_DIGITS_ZERO)


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
        case int() if abs(value) >= _LIMIT:
            raise NotPlain("holds an integer of 2^53 or more")
