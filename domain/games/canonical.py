"""Canonical JSON (RFC 8785): the one form in which values are hashed.

Kept trivial on purpose: keys are ASCII, there are no floats, integers stay below 2^53. Within these
limits any compact encoder that sorts keys gives the same bytes.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

_encoder = msgspec.json.Encoder(order="sorted")


def canonical(value: Any) -> bytes:
    """The canonical JSON of plain values or structs."""
    return _encoder.encode(value)


def component_digest(components: Any) -> str:
    """The name for ever of a component set: SHA-256 of its canonical JSON, in hex."""
    return hashlib.sha256(canonical(components)).hexdigest()
