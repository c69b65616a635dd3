"""Figures, and the yardstick that makes those of two machines comparable."""

from __future__ import annotations

import hashlib
import json
import threading
import time
from collections.abc import Callable, Sequence
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
    beforehand, and then until the time is over: the processor's time, so that what else the machine does
    counts as little as possible."""
    action()
    done, start = 0, time.process_time()
    while (elapsed := time.process_time() - start) < seconds:
        done += action()
    return done / elapsed


def microseconds(rate: float) -> float:
    """What one of so many a second takes."""
    return 1_000_000 / rate


def run_threads(actions: Sequence[Callable[[], None]], seconds: float) -> tuple[float, tuple[float, float]]:
    """Every action again and again in a thread of its own: how many a second in all, and the median and
    99th percentile of the time one takes, in milliseconds."""
    took: list[float] = []
    failures: list[BaseException] = []
    end = time.perf_counter() + seconds

    def work(action: Callable[[], None]) -> None:
        try:
            while (start := time.perf_counter()) < end:
                action()
                took.append(time.perf_counter() - start)
        except BaseException as error:
            failures.append(error)
            raise

    threads = [threading.Thread(target=work, args=(action,)) for action in actions]
    started = time.perf_counter()
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    elapsed = time.perf_counter() - started
    if failures or not took:
        raise RuntimeError("not all threads could do their work") from (failures[0] if failures else None)
    took.sort()
    return len(took) / elapsed, (took[len(took) // 2] * 1000, took[len(took) * 99 // 100] * 1000)


def yardstick(seconds: float = 0.5) -> float:
    """How often a second this machine turns a small dict into JSON and hashes 300 bytes."""

    def once() -> int:
        for number in range(100):
            json.dumps({"seat": number, "cell": [number, 1]})
            hashlib.sha256(YARDSTICK_BYTES).digest()
        return 100

    return timed(once, seconds)
