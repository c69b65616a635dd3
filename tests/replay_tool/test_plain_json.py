"""The limits within which every encoder gives the same bytes."""

from __future__ import annotations

from typing import Any

import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from replay_tool.plain_json import NotPlain, decode_plain

JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=10,
)


def is_plain(value: Any) -> bool:
    match value:
        case dict():
            return all(key.isascii() and is_plain(inner) for key, inner in value.items())
        case list():
            return all(map(is_plain, value))
        case bool():
            return True
        case int():
            return abs(value) < 2**53
    return not isinstance(value, float)


@given(JSON)
def test_plain_is_what_keeps_the_limits(value: Any) -> None:
    try:
        raw = rfc8785.dumps(value)
    except rfc8785.CanonicalizationError:
        return
    # RFC 8785 writes 1.0 as 1: an integer, for whoever reads it.
    try:
        decoded = decode_plain(raw)
    except NotPlain:
        assert not is_plain(value)
    else:
        assert rfc8785.dumps(decoded) == raw


@pytest.mark.parametrize(
    ("raw", "why"),
    [
        (b"[1.5]", "not an integer"),
        (b'{"a":1e3}', "not an integer"),
        (b'{"a":[1000.0]}', "not an integer"),
        (b'{"a":9007199254740992}', "2^53"),
        (b"[-9007199254740992]", "2^53"),
        (b'{"a":123456789012345678901234567890}', "2^53"),
        ('{"é":1}'.encode(), "not ASCII"),
        (b'{"\\u00e9":1}', "canonical"),
        (b'{"b":1,"a":2}', "canonical"),
        (b'{"a":1,"a":1}', "canonical"),
        (b"[1, 2]", "canonical"),
        (b"[-0]", "canonical"),
        (b"[01]", "no JSON"),
        (b"[" * 3000, "no JSON"),
        (b'"\xff"', "no JSON"),
        (b'"\\ud800"', "no JSON"),
        (b"", "no JSON"),
    ],
)
def test_what_is_not(raw: bytes, why: str) -> None:
    with pytest.raises(NotPlain, match=why.replace("^", r"\^")):
        decode_plain(raw)


@pytest.mark.parametrize(
    "raw",
    [
        b'{"at":"2026-11-30T12:00:00.000Z"}',
        b'[":1.5",",1e9","[12345678901234567890"]',
        b"[9007199254740991,-9007199254740991]",
        '{"a":"é"}'.encode(),
    ],
)
def test_what_only_looks_like_it(raw: bytes) -> None:
    decode_plain(raw)
