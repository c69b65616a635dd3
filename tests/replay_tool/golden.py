"""What the commands print of the kept match. Writes it anew: python -m tests.replay_tool.golden"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from replay_tool.cli import main
from tests.replay_tool.rules_two import KEPT

FOLDER = Path(__file__).parent / "golden"

COMMANDS: dict[str, tuple[list[str], str]] = {
    "show": (["show", "{}", "--at", "57", "--as", "2"], ""),
    "show-at-the-end": (["show", "{}"], ""),
    "log": (["log", "{}", "--from", "50", "--to", "60"], ""),
    "log-of-a-seat": (["log", "{}", "--seat", "2", "--kind", "MoveMade"], ""),
    "log-json": (["log", "{}", "--from", "55", "--to", "58", "--json"], ""),
    "step": (["step", "{}", "--at", "57"], "n\ne\np\nas 0\nq\n"),
    "explain": (["explain", "{}", "58"], ""),
    "explain-a-move-not-made": (
        ["explain", "{}", "58", "--limit", "3", "--move", '{"type":"release","space":10,"cell":[0,1]}'],
        "",
    ),
    "explain-a-refused-move": (
        ["explain", "{}", "58", "--limit", "3", "--move", '{"type":"release","space":10,"cell":[5,5]}'],
        "",
    ),
    "explain-json": (["explain", "{}", "58", "--limit", "2", "--json"], ""),
    "diff-newest-rules": (["diff", "{}", "--newest-rules"], ""),
    "verify": (["verify", "{}"], ""),
    "audit": (["audit", "{}"], ""),
    "audit-json": (["audit", "{}", "--json"], ""),
}
"""Command lines, `{}` being the file, with what is typed."""


def path(name: str) -> Path:
    """Where it is kept what a command prints."""
    return FOLDER / f"{name}.txt"


def printed(name: str) -> str:
    """What a command prints now."""
    args, typed = COMMANDS[name]
    before = Path.cwd()
    os.chdir(KEPT.parent)  # The file's name is printed, and must not depend on where the repository lies.
    try:
        result: Any = CliRunner().invoke(main, [arg.replace("{}", KEPT.name, 1) for arg in args], input=typed)
    finally:
        os.chdir(before)
    text: str = result.output
    return "".join(f"{line.rstrip()}\n" for line in text.splitlines())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for _name in COMMANDS:
        path(_name).write_text(printed(_name), "utf-8")
