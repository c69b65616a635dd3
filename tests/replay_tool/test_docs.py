"""`docs/replay.md`: the commands that it tells referees to type do what it says."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from tests.replay_tool.golden import path, printed
from tests.replay_tool.rules_two import KEPT
from tests.replay_tool.terminal import run

PAGE = (Path(__file__).parents[2] / "docs" / "replay.md").read_text("utf-8")
BLOCKS = re.findall(r"^```(\w*)\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
COMMANDS = [line for language, block in BLOCKS if language == "bash" for line in block.splitlines()]


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_can_be_typed(command: str) -> None:
    name, *args = shlex.split(command)
    assert name == "fairtable-replay"
    run(*(str(KEPT) if arg == "dispute.match.jsonl" else arg for arg in args), typed="q\n")


def test_all_five_questions_are_answered() -> None:
    words = {command.split()[1] for command in COMMANDS}
    assert {"audit", "show", "log", "step", "explain", "diff"} <= words


def test_what_is_said_to_be_printed_is_printed() -> None:
    (shown,) = [block for language, block in BLOCKS if not language and block.startswith("Event 58")]
    assert printed("explain").startswith(shown)
    assert path("audit").read_text("utf-8").strip().endswith("1 checked, 220 events: all sound")
