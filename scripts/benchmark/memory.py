"""Memory: what a thousand matches take that a server keeps at hand.

Measured in a process of its own for each game, by what it keeps of the system's memory.
"""

from __future__ import annotations

import gc
import pickle
import resource
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from scripts.benchmark.figures import Figure
from scripts.benchmark.logs import fold, played_matches

CACHED = 1000
QUICK = 50
KIB = 1024


def measure(seconds: float, _yardstick: float) -> Iterator[Figure]:
    """MiB for each game, at the ends of its matches, when there is most to keep."""
    count = CACHED if seconds >= 1 else QUICK
    for name, matches in played_matches().items():
        stored = [[event.stored for event in match] for match in matches]
        taken = _measured_apart(stored, count)
        log = sum(len(event) for match in stored for event in match) / len(stored)
        note = f"{taken / count / KIB:.0f} KiB a match, whose log has {log / KIB:.0f} KiB"
        yield Figure("memory", f"{name}: {count} cached matches", taken / KIB / KIB, "MiB", None, note)


def _measured_apart(stored: list[list[bytes]], count: int) -> int:
    done = subprocess.run(
        [sys.executable, "-m", "scripts.benchmark.memory", str(count)],
        input=pickle.dumps(stored),
        stdout=subprocess.PIPE,
        check=True,
    )
    return int(done.stdout)


def _resident() -> int:
    """The bytes that this process has in memory; where that cannot be told, the most that it has had."""
    statm = Path("/proc/self/statm")
    if statm.exists():
        return int(statm.read_text().split()[1]) * resource.getpagesize()
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * KIB


def _main(count: int) -> None:
    stored = pickle.loads(sys.stdin.buffer.read())  # noqa: S301 - written by the process that started this one
    kept = [fold(stored[number % len(stored)]) for number in range(len(stored))]
    gc.collect()
    before = _resident()
    kept += [fold(stored[number % len(stored)]) for number in range(count)]
    gc.collect()
    print(_resident() - before)


if __name__ == "__main__":
    _main(int(sys.argv[1]))
