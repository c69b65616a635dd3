"""`docs/fairness.md` is right: its commands print what it says, its client checks, its codes are all."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain import match_file
from domain.games.rules import SPECTATOR, Viewer
from domain.sealing import salt_key
from tests.domain.table import Table
from tests.tamper.silence import silenced_copies
from tests.tamper.verifiers import IN_ONE_FILE, SCRIPTS

ROOT = SCRIPTS.parent
PAGE = (ROOT / "docs" / "fairness.md").read_text("utf-8")
CONSOLE = re.compile(r"```console\n(.*?)```", re.DOTALL)
CHECKING = (
    "audit",
    "compare",
    "findings",
    "header_checks",
    "line_checks",
    "receipts",
    "reconstruct",
    "seal_checks",
    "sources",
    "verify",
    "witness",
)
CODE = re.compile(r'"([a-z]+(?:-[a-z]+)+)"')


def commands() -> Iterator[tuple[str, str]]:
    """Each command of the page, with what it prints by the page."""
    for block in CONSOLE.findall(PAGE):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            lines = part.splitlines(keepends=True)
            more = [line for line in lines[1:] if line.startswith("> ")]
            command = lines[0] + "".join(line[2:] for line in more)
            yield command, "".join(line for line in lines[1:] if not line.startswith("> "))


def test_its_commands_print_what_it_says(tmp_path: Path) -> None:
    for name in ("scripts", "tests/vectors"):
        shutil.copytree(ROOT / name, tmp_path / name)
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command, printed in commands():
        run = subprocess.run(
            ["bash", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert run.stdout == printed, f"{command}{run.stderr}"


@pytest.fixture(scope="module")
def client() -> dict[str, Any]:
    """The example client of the page."""
    (source,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    names: dict[str, Any] = {"__name__": "client"}
    exec(compile(source, "docs/fairness.md", "exec"), names)  # noqa: S102
    return names


def sent(table: Table, viewer: Viewer) -> bytes:
    """What the server sends of a log, as lines and openings."""
    lines = match_file.write(table.events, viewer, salt_key(table.events[0].secret))
    return b"".join(lines).partition(b"\n")[2]


@pytest.mark.parametrize("viewer", [0, 1, SPECTATOR])
def test_its_client_finds_an_honest_server_honest(viewer: Viewer, client: dict[str, Any]) -> None:
    table = Table("alien_puppies", 3)
    for _ in range(10):
        table.random_move()
    whole = sent(table, viewer)
    assert client["check"](whole, "0" * 64) == table.match.head
    half = whole.index(b"\n", len(whole) // 2) + 1
    while whole[half:].startswith(b'{"opened"'):
        half = whole.index(b"\n", half) + 1
    assert client["check"](whole[half:], client["check"](whole[:half], "0" * 64)) == table.match.head


def test_its_client_notices_a_card_that_was_exchanged(client: dict[str, Any]) -> None:
    table = Table("alien_puppies", 3)
    content = re.sub(rb'"salt":"..', b'"salt":"00', sent(table, 0), count=1)
    with pytest.raises(AssertionError, match="was another"):
        client["check"](content, "0" * 64)


def test_its_client_notices_a_line_that_was_exchanged(client: dict[str, Any]) -> None:
    content = sent(Table("alien_puppies", 3), 0).replace(b'"by":"player"', b'"by":"server"', 1)
    with pytest.raises(AssertionError, match="does not follow"):
        client["check"](content, "0" * 64)


def test_every_code_is_explained() -> None:
    """Those of the verifier in one file, and those of what checks in the replay tool."""
    codes = {copy.code for copy in silenced_copies(IN_ONE_FILE.read_text("utf-8"))} - {"code", "late"}
    for name in CHECKING:
        codes |= set(CODE.findall((ROOT / "replay_tool" / f"{name}.py").read_text("utf-8")))
    explained = set(re.findall(r"`([a-z]+(?:-[a-z]+)+)`", PAGE))
    assert sorted(codes - explained) == []
