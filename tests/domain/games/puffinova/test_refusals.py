"""Refusals: one class for each reason, told apart by a stable code."""

from __future__ import annotations

from collections import Counter

from domain.games.puffinova import refusals
from domain.games.rules import IllegalMove

CLASSES: list[type[IllegalMove]] = [
    kind
    for kind in vars(refusals).values()
    if isinstance(kind, type) and issubclass(kind, IllegalMove) and kind is not IllegalMove
]


def test_every_reason_has_a_code_of_its_own() -> None:
    assert max(Counter(kind.code for kind in CLASSES).values()) == 1


def test_codes_are_kept() -> None:
    """Programs know them by these names."""
    assert {kind.code for kind in CLASSES} == {
        "area-not-open",
        "area-to-be-named",
        "card-not-in-hand",
        "card-not-offered",
        "landed-already",
        "no-pile-to-name",
        "no-ship-out",
        "no-such-row",
        "nobody-to-queue-for",
        "not-enough-resources",
        "not-the-exact-resources",
        "paid-twice",
        "pays-for-itself",
        "pile-empty",
        "pile-to-be-named",
        "refill-not-yours",
        "row-taken",
        "ship-not-at-home",
        "too-few-diamonds",
    }
