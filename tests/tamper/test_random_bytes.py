"""A match file in which any one byte is another is no longer sound, and nothing makes a verifier fail."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.games.registry import GAMES
from tests.tamper.played import Evidence, played
from tests.tamper.verifiers import by_node, by_python


def flipped(content: bytes, place: int, mask: int) -> bytes:
    """The content with one byte changed."""
    changed = bytearray(content)
    changed[place % len(changed)] ^= mask
    return bytes(changed)


@pytest.mark.parametrize("game", GAMES)
@given(place=st.integers(0, 1 << 20), mask=st.integers(1, 255))
def test_one_byte(game: str, place: int, mask: int) -> None:
    assert by_python(Evidence(flipped(played(game).content(), place, mask)))


@pytest.mark.parametrize("game", GAMES)
@given(place=st.integers(0, 1 << 20), mask=st.integers(1, 255))
def test_one_byte_of_a_receipt(game: str, place: int, mask: int) -> None:
    match = played(game)
    receipt = flipped(match.receipt(9).encode(), place, mask).decode("utf-8", "replace")
    assert by_python(Evidence(match.content(), (receipt,)))


@pytest.mark.parametrize("game", GAMES)
def test_one_byte_for_the_second_reading(game: str) -> None:
    """Many files at once, for starting it takes longer than a file."""
    source, content = random.Random(game), played(game).content()
    files = [
        Evidence(flipped(content, source.randrange(len(content)), source.randrange(1, 256)))
        for _ in range(100)
    ]
    assert all(by_node(files))


@given(st.binary(max_size=200))
def test_any_bytes(content: bytes) -> None:
    evidence = Evidence(content)
    assert by_python(evidence)


@given(start=st.integers(0, 1 << 20), stop=st.integers(0, 1 << 20))
def test_any_piece_of_a_file(start: int, stop: int) -> None:
    content = played("nova_luna").content()
    piece = content[start % len(content) : stop % len(content)]
    assert by_python(Evidence(piece))


def test_the_header_around_the_components() -> None:
    """The header is not part of the chain: all that stands in it is checked by itself."""
    content = played("pura_vida").content()
    before, after = content.index(b'"components"'), content.index(b',"digest"')
    places = [*range(before), *range(after, content.index(b"\n"))]
    evidence = [Evidence(flipped(content, place, 1)) for place in places[::2]]
    assert all(by_python(each) for each in evidence)
    assert all(by_node(evidence))
