"""`import`: matches from files into a server's database. What is checked on the way is tested with
`import_match`."""

from __future__ import annotations

from pathlib import Path

import pytest

from domain.storage import DATABASE_VARIABLE, MatchLogs
from domain.tables import migrate
from tests.replay_tool import rules_two
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import file_of, finished_match, running_match
from tests.replay_tool.terminal import FAILED, FOUND, lines_of, run


@pytest.fixture
def empty(tmp_path: Path) -> str:
    """A database without a match."""
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    migrate(url)
    return url


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    """A sound file, a forged one and that of a running match."""
    forged = Forger(finished_match())
    forged.event(forged.find("MoveMade", 5)).data["move"]["cell"] = [9, 9]
    contents = {
        "sound": file_of(finished_match()),
        "forged": forged.file(),
        "running": file_of(running_match().events, "spectator"),
    }
    for name, content in contents.items():
        (tmp_path / f"{name}.match.jsonl").write_bytes(content)
    return {name: tmp_path / f"{name}.match.jsonl" for name in contents}


def matches_in(url: str) -> int:
    logs = MatchLogs(url)
    found = len(list(logs.matches()))
    logs.close()
    return found


def test_a_match_is_taken_in_once(empty: str, files: dict[str, Path]) -> None:
    (first,) = lines_of(run("import", files["sound"], "--database", empty, "--json"))
    assert (first["new"], first["events"], first["game"]) == (True, len(finished_match()), "nova_luna")
    shown = run("import", files["sound"], "--database", empty).stdout
    assert "(it was here already)" in shown
    assert matches_in(empty) == 1
    run("audit", first["match"], "--database", empty)
    assert (
        run("export", first["match"], "--database", empty).stdout_bytes.splitlines()[1:]
        == (files["sound"].read_bytes().splitlines()[1:])
    )


def test_several_files_and_what_cannot_be_taken_in(empty: str, files: dict[str, Path]) -> None:
    result = run("import", *files.values(), files["sound"].with_name("none"), "--database", empty, code=FOUND)
    assert "events of match" in result.stdout
    assert "forged.match.jsonl: the file is not sound: illegal-move" in result.stderr
    assert "running.match.jsonl" in result.stderr
    assert "No such file" in result.stderr
    assert matches_in(empty) == 1
    run("import", files["running"], code=FAILED, **{DATABASE_VARIABLE: empty})


def test_what_older_rules_decided(empty: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rules_two.install(monkeypatch)
    refused = run("import", rules_two.KEPT, "--database", empty, code=FOUND)
    assert "not-judged" in refused.stderr
    run("import", rules_two.KEPT, "--accept-older-rules", "--database", empty)
    assert matches_in(empty) == 1
