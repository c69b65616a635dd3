"""Every command once as a process, with its exit code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import pytest

from domain.tables import migrate as migrate_tables
from projections.store import migrate as migrate_read_models
from replay_tool.cli import main
from tests.replay_tool.conftest import Server
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import finished_match
from tests.replay_tool.terminal import FAILED, FOUND, SOUND, process

CASES: dict[str, tuple[list[Any], int, str]] = {
    "list": (["list"], SOUND, "4 matches"),
    "show": (["show", "FILE", "--at", 57, "--as", 1], SOUND, "MOON WHEEL"),
    "log": (["log", "MATCH", "--kind", "MoveMade"], SOUND, "answers decision"),
    "step": (["step", "MATCH"], SOUND, "event 2 of"),
    "explain": (["explain", "FILE", 57], SOUND, "rule:"),
    "diff": (["diff", "FILE", "MATCH"], SOUND, "all events are the same"),
    "verify": (["verify", "FILE", "MATCH"], SOUND, "all sound"),
    "audit": (["audit", "FORGED"], FOUND, "illegal-move"),
    "rebuild": (["rebuild"], SOUND, "as the logs have it"),
    "export": (["export", "MATCH"], SOUND, '{"checkpoints":[]'),
    "import": (["import", "FORGED"], FOUND, ""),
    "witness": (["witness", "FOLDER", "nowhere"], FAILED, ""),
}


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """A file with an illegal move."""
    log = Forger(finished_match())
    log.event(log.find("MoveMade", 5)).data["move"]["cell"] = [9, 9]
    path = tmp_path / "forged.match.jsonl"
    path.write_bytes(log.file())
    return path


@pytest.mark.parametrize("name", CASES)
def test_a_command_as_a_process(server: Server, forged: Path, tmp_path: Path, name: str) -> None:
    migrate_tables(server.url)
    migrate_read_models(server.url)
    words = {"FILE": server.file, "MATCH": server.finished[0], "FORGED": forged, "FOLDER": tmp_path}
    args, code, shown = CASES[name]
    ended = process(server, *(words.get(arg, arg) for arg in args), typed="n\n")
    assert ended.returncode == code, ended.stderr
    assert shown in ended.stdout
    assert "Traceback" not in ended.stderr
    assert (ended.stderr == "") == (code == SOUND or name == "audit")
    assert "\x1b" not in ended.stdout, "colour is for terminals"


def test_no_command_is_left_out() -> None:
    assert isinstance(main, click.Group)
    assert set(CASES) == set(main.commands)


def test_an_error_is_a_sentence(server: Server) -> None:
    failed = process(server, "show", "no.file")
    assert (failed.returncode, failed.stdout) == (FAILED, "")
    assert failed.stderr == "Error: no.file is neither a file that exists nor the id of a match\n"
