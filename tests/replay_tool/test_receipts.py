"""What the server has signed, against the log: in a file's header, in receipts, and in a database."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from replay_tool.cli import main
from replay_tool.receipts import Evidence, read_receipts
from replay_tool.sources import from_bytes
from replay_tool.verify import verify
from tests.replay_tool.matches import places
from tests.tamper.played import SERVER, PlayedMatch, played, signed_anew
from tests.tamper.played import Evidence as Given
from tests.tamper.tamperings import TAMPERINGS, Tampering
from tests.tamper.verifiers import by_python

ABOUT_SIGNATURES = [
    tampering
    for tampering in TAMPERINGS
    if tampering.code
    in {
        "forged-signature",
        "history-cut",
        "history-rewritten",
        "history-split",
        "malformed-checkpoint",
        "malformed-key",
        "unknown-signer",
        "wrong-origin",
    }
]


@pytest.fixture
def match() -> PlayedMatch:
    """A match that was played to its end."""
    return played("nova_luna")


@pytest.mark.parametrize("tampering", ABOUT_SIGNATURES, ids=lambda tampering: tampering.name)
def test_it_says_what_the_verifier_in_one_file_says(tampering: Tampering, match: PlayedMatch) -> None:
    made, _ = tampering.make(match)
    given = made if isinstance(made, Given) else Given(made)
    report = verify(from_bytes("evidence", given.content), Evidence(given.receipts, given.keys))
    assert set(places(report)) == set(by_python(given))


def test_a_signed_file_is_sound(match: PlayedMatch) -> None:
    report = verify(from_bytes("file", match.content()))
    assert report.is_sound
    assert len(report.not_judged) == 1
    assert "compare them with keys" in report.not_judged[0]


def test_with_a_key_that_was_noted_nothing_is_left_to_be_judged(match: PlayedMatch) -> None:
    noted = Evidence([match.receipt(9)], [SERVER.public.text])
    report = verify(from_bytes("file", match.content()), noted)
    assert report.is_sound
    assert report.not_judged == ()


@pytest.mark.parametrize("gap", ["", "\n", "\n\n"])
def test_receipts_of_one_file(gap: str, match: PlayedMatch) -> None:
    receipts = [match.receipt(size) for size in (3, 9, 20)]
    assert read_receipts(gap.join(receipts) + gap) == receipts


@pytest.mark.parametrize("field", ["receipt", "checkpoint"])
def test_a_receipt_in_an_answer_of_the_server(field: str, match: PlayedMatch) -> None:
    assert read_receipts(json.dumps({"version": 9, field: match.receipt(9)})) == [match.receipt(9)]


@pytest.mark.parametrize("text", ["", "nonsense", "{", "[]", '{"receipt":7}'])
def test_what_holds_no_receipt_is_said_to_be_none(text: str, match: PlayedMatch) -> None:
    report = verify(from_bytes("file", match.content()), Evidence(read_receipts(text), ()))
    assert places(report) == [("malformed-checkpoint", 0)]


def test_the_command(match: PlayedMatch, tmp_path: Path) -> None:
    file, receipt = tmp_path / "m.match.jsonl", tmp_path / "receipt.txt"
    receipt.write_text(match.receipt(9), "utf-8")
    arguments = ["verify", str(file), "--receipt", str(receipt), "--key", SERVER.public.text]

    file.write_bytes(match.content())
    assert CliRunner().invoke(main, arguments).exit_code == 0

    file.write_bytes(signed_anew(played("nova_luna", seed="2").content()))
    assert CliRunner().invoke(main, ["verify", str(file)]).exit_code == 0
    convicted = CliRunner().invoke(main, [*arguments, "--json"])
    assert convicted.exit_code == 1
    assert json.loads(convicted.stdout)["first_failure"]["code"] == "history-rewritten"


def test_receipts_are_of_one_match(match: PlayedMatch, tmp_path: Path) -> None:
    file, receipt = tmp_path / "m.match.jsonl", tmp_path / "receipt.txt"
    receipt.write_text(match.receipt(9), "utf-8")
    file.write_bytes(match.content())
    answer = CliRunner().invoke(main, ["verify", str(file), str(file), "--receipt", str(receipt)])
    assert answer.exit_code == 2
    assert "one match at a time" in answer.stderr
