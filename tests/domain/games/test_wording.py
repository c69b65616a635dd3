"""The pieces of English that games share."""

from __future__ import annotations

import pytest

from domain.games.wording import counted, listed


@pytest.mark.parametrize(
    ("items", "text"), [([3], "3"), ([3, 4], "3 and 4"), ([3, 4, 7], "3, 4 and 7"), (["a", "b"], "a and b")]
)
def test_listed(items: list[object], text: str) -> None:
    assert listed(items) == text


@pytest.mark.parametrize(("number", "text"), [(0, "0 tiles"), (1, "1 tile"), (2, "2 tiles")])
def test_counted(number: int, text: str) -> None:
    assert counted(number, "tile") == text
