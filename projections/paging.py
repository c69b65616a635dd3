"""Lists in pages. What a cursor says is our affair: clients hand it back as it is."""

from __future__ import annotations

import base64
import binascii
from typing import Generic, NamedTuple, TypeVar

from domain.games.rules import Refusal

MOST = 200
"""The longest page."""

T = TypeVar("T")


class InvalidCursor(Refusal):
    """A cursor that no list here has given out."""

    code = "invalid-cursor"


class Page(NamedTuple, Generic[T]):
    """A part of a list; `next_cursor` leads to what comes after it, and is None at the end."""

    items: list[T]
    next_cursor: str | None


def encode(kind: str, position: int) -> str:
    """The cursor that points behind a position of a list."""
    return base64.urlsafe_b64encode(f"{kind}:{position}".encode()).decode().rstrip("=")


def decode(kind: str, cursor: str) -> int:
    """The position that a cursor of this kind of list points behind. Raises `InvalidCursor`."""
    try:
        text = base64.urlsafe_b64decode(cursor.encode("ascii") + b"=" * (-len(cursor) % 4)).decode("ascii")
    except (binascii.Error, UnicodeError):
        text = ""
    found, _, digits = text.partition(":")
    if found != kind or not digits.isdecimal() or encode(kind, position := int(digits[:19])) != cursor:
        raise InvalidCursor("this cursor is none that this list has given out; begin without one")
    return position
