"""`scripts/dispute-demo`: whatever the operator does is found out, and shown in few words."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from replay_tool.sources import from_file
from replay_tool.verify import verify
from scripts.disputes.__main__ import main

CODES = ("chain-broken", "draw-mismatch", "illegal-move", "missing-event", "history-rewritten")


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, Path]:
    """What is printed, and the folder with the files."""
    folder = tmp_path_factory.mktemp("disputes")
    result = CliRunner().invoke(main, ["--keep", str(folder)])
    assert result.exit_code == 0, result.output
    return result.output, folder


def test_five_ways_to_tamper_are_found_out(shown: tuple[str, Path]) -> None:
    parts = shown[0].split("\n\n")
    tamperings = [part for part in parts if part[:2] in ("1.", "2.", "3.", "4.", "5.")]
    for part, code in zip([*tamperings[:4], parts[-2]], CODES, strict=True):
        assert f": {code}: " in part
    assert "5 of 5 were found out." in shown[0]


def test_an_honest_operator_is_believed(shown: tuple[str, Path]) -> None:
    assert "0. The operator is honest." in shown[0]
    assert shown[0].count("sound: all") == 2, (
        "and one whose log is right but not the one he gave receipts for"
    )


def test_it_is_short(shown: tuple[str, Path]) -> None:
    assert len(shown[0].splitlines()) <= 40


def test_the_files_can_be_looked_at(shown: tuple[str, Path]) -> None:
    files = sorted(shown[1].glob("*.match.jsonl"))
    assert len(files) == 6
    assert verify(from_file(files[0])).is_sound
    assert (shown[1] / "receipt.txt").read_text().startswith("fairtable.example/match/")
