"""Audits of many matches at once, and what they come to."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay_tool import auditing_many
from replay_tool.auditing_many import Failed, Order, audit_many, summarise
from replay_tool.findings import Finding, Report
from tests.replay_tool.conftest import Server
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import finished_match
from tests.replay_tool.terminal import FOUND, lines_of, on, run

UNKNOWN = "00000000-0000-0000-0000-000000000007"


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """A file with an illegal move."""
    log = Forger(finished_match())
    log.event(log.find("MoveMade", 5)).data["move"]["cell"] = [9, 9]
    path = tmp_path / "forged.match.jsonl"
    path.write_bytes(log.file())
    return path


def test_several_processes_find_what_one_finds(
    server: Server, forged: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = [*map(str, server.finished), str(server.running), str(server.file), str(forged), UNKNOWN]
    order = Order(server.url, accept_older_rules=False, thorough=False)
    alone = list(audit_many(names, order, jobs=1))
    monkeypatch.setattr(auditing_many, "FEW", 2)
    together = list(audit_many(names, order, jobs=2))
    assert sorted(map(repr, together)) == sorted(map(repr, alone))
    assert [each.name for each in alone if isinstance(each, Failed)] == [UNKNOWN]


def test_a_summary_by_game_and_verdict() -> None:
    sound = Report("a", "audit", None, "nova_luna", 100, True, (), ())
    wrong = Report("b", "audit", None, "nova_luna", 50, True, (Finding("illegal-move", 3, "!"),), ())
    nothing = Report("c", "audit", None, None, 0, False, (Finding("malformed-file", 0, "!"),), ())
    assert [
        (each.game, each.verdict, each.matches, each.events)
        for each in summarise([sound, wrong, sound, nothing])
    ] == [
        ("?", "malformed-file", 1, 0),
        ("nova_luna", "illegal-move", 1, 50),
        ("nova_luna", "sound", 2, 200),
    ]


def test_what_is_printed_of_all_is_what_is_wrong_and_the_summary(server: Server, forged: Path) -> None:
    shown = on(server, "audit", "--all").stdout
    assert str(server.finished[0]) not in shown, "what is sound needs no line of its own among many"
    assert "4 checked" in shown
    shown = run("audit", server.file, forged, code=FOUND).stdout
    assert "illegal-move" in shown
    assert "2 checked" in shown


def test_many_matches_for_programs(server: Server) -> None:
    reports = lines_of(on(server, "audit", "--all", "--jobs", 2, "--json"))
    assert {report["match"] for report in reports} == {
        str(match) for match in (*server.finished, server.running, server.open)
    }
