"""Figures, and the yardstick that makes those of two machines comparable."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable
from typing import NamedTuple

YARDSTICK_BYTES = b"x" * 300


class Figure(NamedTuple):
    """One measurement. `ratio` is how many of its baseline (the yardstick, or what the note names) could
    be had for one of these: where machines differ, it should not."""

    part: str
    name: str
    value: float
    unit: str
    ratio: float | None = None
    note: str = ""


def timed(action: Callable[[], int], seconds: float) -> float:
    """How many things a second `action` does; it tells how many it did at each call. It is called once
    beforehand, and then until the time is over."""
    action()
    done, start = 0, time.perf_counter()
    while (elapsed := time.perf_counter() - start) < seconds:
        done += action()
    return done / elapsed


def yardstick(seconds: float = 0.5) -> float:
    """How often a second this machine turns a small dict into JSON and hashes 300 bytes."""

    def once() -> int:
        for number in range(100):
            json.dumps({"seat": number, "cell": [number, 1]})
            hashlib.sha256(YARDSTICK_BYTES).digest()
        return 100

    return timed(once, seconds)
