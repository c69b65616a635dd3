"""Commitments and seals: how a secret stands in a public line without being told.

Byte formats are DESIGN's section 4, frozen by `tests/vectors`: lp(x) is a length (u32, big-endian)
before the bytes, H is SHA-256, HM(k, m) is HMAC-SHA256.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Annotated, Any, NamedTuple, get_args, get_origin, get_type_hints
from uuid import UUID

import msgspec

from domain.games.canonical import canonical
from domain.games.rules import Sealed, Seat

SECRET_BYTES = 32


def u32(number: int) -> bytes:
    """Four bytes, big-endian."""
    return struct.pack(">I", number)


def lp(value: bytes | str) -> bytes:
    """Length-prefixed bytes; text in UTF-8."""
    data = value.encode() if isinstance(value, str) else value
    return u32(len(data)) + data


def hm(key: bytes, message: bytes) -> bytes:
    """HMAC-SHA256."""
    return hmac.digest(key, message, "sha256")


def secret_commitment(match: UUID, secret: bytes) -> str:
    """What `MatchCreated` says of the match's secret, in hex."""
    return hashlib.sha256(lp("fairtable/secret/1") + lp(str(match)) + secret).hexdigest()


def entropy_commitment(match: UUID, seat: Seat, entropy: bytes) -> str:
    """What `SeatTaken` says of a seat's entropy, in hex."""
    head = lp("fairtable/entropy/1") + lp(str(match)) + u32(seat)
    return hashlib.sha256(head + entropy).hexdigest()


def salt_key(secret: bytes) -> bytes:
    """The key from which every salt of a match follows."""
    return hm(secret, b"fairtable/salt/1")


def salt(key: bytes, version: int, field: str) -> bytes:
    """The salt of one sealed field; `field` is its dotted path in the event's data."""
    return hm(key, u32(version) + lp(field))


def seal(match: UUID, version: int, field: str, salt: bytes, value: Any) -> str:
    """What stands in the public line in place of a value, in hex."""
    sealed = _seals_of(match) + u32(version) + lp(field) + lp(salt) + lp(canonical(value))
    return hashlib.sha256(sealed).hexdigest()


@lru_cache(maxsize=1024)
def _seals_of(match: UUID) -> bytes:
    """What all that is sealed in a match begins with."""
    return lp("fairtable/sealed/1") + lp(str(match))


class Opening(msgspec.Struct, frozen=True, omit_defaults=True):
    """What makes a sealed field readable, and lets its reader check it against the line.

    A text that has been erased is exported as its version, its field and `erased`, nothing else: value
    and salt are gone for good, and what stays in the line tells nothing.
    """

    version: int
    field: str
    value: Any = msgspec.UNSET
    salt: str = ""
    erased: bool = False

    def __post_init__(self) -> None:
        """Raises `ValueError` for what is neither an opening nor an erasure."""
        if self.erased != (self.value is msgspec.UNSET) or self.erased != (not self.salt):
            raise ValueError("an opening has a value and a salt, or it is erased")


class SealedField(NamedTuple):
    """A secret field of an event or move: its name, and the sibling fields that hold its audience.

    `everyone`: it is a free text, open to all.
    """

    name: str
    audience: tuple[str, ...]
    everyone: bool


@cache
def sealed_fields(struct_type: type[msgspec.Struct]) -> tuple[SealedField, ...]:
    """The fields of an event or a move that are marked `Sealed`."""
    hints = get_type_hints(struct_type, include_extras=True)
    return tuple(
        SealedField(name, mark.audience, mark.everyone)
        for name in struct_type.__struct_fields__
        for mark in _marks(hints[name])
    )


def _marks(hint: Any) -> Iterator[Sealed]:
    if get_origin(hint) is Annotated:
        yield from (mark for mark in get_args(hint)[1:] if isinstance(mark, Sealed))
