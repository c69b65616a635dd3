"""Start-up: from the command to the first answer."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from api.context import migrate
from scripts.benchmark.figures import Figure
from scripts.benchmark.serving import serving

TIMES = 5


def measure(seconds: float, _yardstick: float) -> Iterator[Figure]:
    """Milliseconds, the best of some starts."""
    times = TIMES if seconds >= 1 else 1
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.db'}"
        migrate(url)
        yield _figure("fairtable serve", times, lambda: _serve(url), "until it is ready; SQLite, empty")
    yield _figure("fairtable-replay", times, lambda: _run("replay_tool.cli", "--version"), "--version")
    yield _figure("an empty Python", times, lambda: _run("this"), "for comparison")


def _figure(name: str, times: int, start: Callable[[], float], note: str) -> Figure:
    return Figure("startup", name, 1000 * min(start() for _ in range(times)), "ms", None, note)


def _serve(url: str) -> float:
    began = time.perf_counter()
    with serving(url):
        return time.perf_counter() - began


def _run(module: str, *arguments: str) -> float:
    began = time.perf_counter()
    subprocess.run([sys.executable, "-m", module, *arguments], stdout=subprocess.DEVNULL, check=True)
    return time.perf_counter() - began
