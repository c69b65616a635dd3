"""Every check of the verifier in one file is needed: without any one some tampering goes unnoticed."""

from __future__ import annotations

from tests.tamper.silence import cases, noticed_by, silenced_copies
from tests.tamper.tamperings import TAMPERINGS
from tests.tamper.verifiers import IN_ONE_FILE

SOURCE = IN_ONE_FILE.read_text("utf-8")


def test_no_check_can_be_taken_out_unnoticed() -> None:
    suite = cases()
    unnoticed = [
        (copy.line, copy.code, copy.what)
        for copy in silenced_copies(SOURCE)
        if noticed_by(copy, suite) is None
    ]
    assert unnoticed == []


def test_every_code_of_the_verifier_is_among_them() -> None:
    silenced = {copy.code for copy in silenced_copies(SOURCE)} - {"code", "late"}
    assert {tampering.code for tampering in TAMPERINGS} == silenced | {"entropy-out-of-order", "broken-line"}


def test_the_verifier_is_short_enough_to_be_read() -> None:
    assert len(SOURCE.splitlines()) < 400
