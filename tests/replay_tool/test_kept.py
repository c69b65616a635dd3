"""A match that rules 1 decided, kept for ever: what every command prints of it, today and under newer rules.

What is printed is kept in `golden/`. After a wanted change: python -m tests.replay_tool.golden
"""

from __future__ import annotations

import pytest

from replay_tool.audit import audit
from replay_tool.sources import from_file
from tests.replay_tool import golden, rules_two
from tests.replay_tool.matches import places
from tests.replay_tool.terminal import FOUND, lines_of, run


@pytest.mark.parametrize("name", golden.COMMANDS)
def test_what_is_printed_of_the_kept_match(name: str) -> None:
    assert golden.printed(name) == golden.path(name).read_text("utf-8")


def test_nothing_else_is_kept() -> None:
    assert {file.stem for file in golden.FOLDER.iterdir()} == set(golden.COMMANDS)


# Under the rules that decided it


def test_it_is_sound() -> None:
    report = audit(from_file(rules_two.KEPT), thorough=True)
    assert (report.events, report.findings, report.not_judged) == (220, (), ())


# Under newer rules


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    rules_two.install(monkeypatch)


@pytest.mark.usefixtures("newer_rules")
def test_what_newer_rules_decide_otherwise_is_not_judged() -> None:
    report = audit(from_file(rules_two.KEPT))
    assert places(report)[:2] == [("not-judged", 36), ("not-judged", 58)]
    assert {code for code, _ in places(report)} == {"not-judged"}
    assert report.findings[1].sentence == (
        "would differ under rules 2, at event 58: pura_vida.BiodiversityScored: points: 1 is due, "
        "the log says 2"
    )
    shown = run("audit", rules_two.KEPT, code=FOUND).stdout
    assert "event 58: not-judged: would differ under rules 2" in shown


@pytest.mark.usefixtures("newer_rules")
def test_what_older_rules_decided_can_be_let_stand() -> None:
    shown = run("audit", rules_two.KEPT, "--accept-older-rules").stdout
    assert "not judged: would differ under rules 2, at event 58" in shown
    assert "all sound" in shown


@pytest.mark.usefixtures("newer_rules")
def test_it_is_shown_as_it_was_and_said_to_be_of_older_rules() -> None:
    (shown,) = lines_of(run("show", rules_two.KEPT, "--at", 58, "--json"))
    assert (shown["rules"], shown["newest_rules"], shown["view"]["seats"][2]["score"]) == (1, 2, 4)
    assert "decided by rules 1, the newest are 2" in run("show", rules_two.KEPT).stdout
    assert "scores 2 points" in run("log", rules_two.KEPT, "--from", 58, "--to", 58).stdout
