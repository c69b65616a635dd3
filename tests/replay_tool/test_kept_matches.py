"""Finished matches kept for ever, of every game one for each way it can end: they must stay sound."""

from __future__ import annotations

from pathlib import Path

import pytest

from replay_tool.audit import audit
from replay_tool.sources import from_file

TESTS = Path(__file__).parents[1]
KEPT = sorted([*TESTS.glob("domain/games/*/matches/*.match.jsonl"), *TESTS.glob("vectors/*.match.jsonl")])


@pytest.mark.parametrize("file", KEPT, ids=lambda file: str(file.relative_to(TESTS)))
def test_a_kept_match_verifies_and_is_decided_again_as_it_was(file: Path) -> None:
    report = audit(from_file(file))
    assert report.findings == ()
    assert report.sound_events == report.events
