"""Runs `fairtable-replay` in tests, in this process and as one of its own."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

from click.testing import CliRunner, Result

from domain.storage import DATABASE_VARIABLE
from replay_tool.cli import main
from tests.replay_tool.conftest import Server

SOUND, FOUND, FAILED = 0, 1, 2


def run(*args: object, code: int = SOUND, typed: str | None = None, **environment: str) -> Result:
    """The command with these arguments; `typed` comes from standard input."""
    result = CliRunner().invoke(main, [str(arg) for arg in args], input=typed, env=environment)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert result.exit_code == code, result.output
    return result


def on(server: Server, *args: object, code: int = SOUND, typed: str | None = None) -> Result:
    """The same, on a server's database."""
    return run(*args, code=code, typed=typed, **{DATABASE_VARIABLE: server.url})


def lines_of(result: Result) -> list[Any]:
    """The JSON that was printed, line by line."""
    return [json.loads(line) for line in result.stdout.splitlines()]


def process(server: Server, *args: object, typed: str = "") -> subprocess.CompletedProcess[str]:
    """The command as a process, on a server's database."""
    return subprocess.run(
        [sys.executable, "-m", "replay_tool.cli", *map(str, args)],
        env={**os.environ, DATABASE_VARIABLE: server.url},
        input=typed,
        capture_output=True,
        text=True,
        check=False,
    )
