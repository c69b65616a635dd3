"""What the doctor finds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal

import msgspec

Level = Literal["ok", "warning", "error"]

EXIT_CODES: Final[dict[Level, int]] = {"ok": 0, "warning": 1, "error": 2}
"""By the worst of all findings. A warning is something to be seen to; with an error the server cannot be
started, or does not keep what it promises."""


class Finding(msgspec.Struct, frozen=True):
    """What was looked at, how it is, a sentence about it, and what to do, if anything."""

    check: str
    level: Level
    sentence: str
    advice: str | None = None


def well(check: str, sentence: str) -> Finding:
    """Nothing is to be done."""
    return Finding(check, "ok", sentence)


def warning(check: str, sentence: str, advice: str) -> Finding:
    """Something is to be seen to."""
    return Finding(check, "warning", sentence, advice)


def error(check: str, sentence: str, advice: str) -> Finding:
    """Something must be done."""
    return Finding(check, "error", sentence, advice)


def exit_code(findings: Sequence[Finding]) -> int:
    """0 when all is well, 1 with warnings, 2 with errors."""
    return max((EXIT_CODES[finding.level] for finding in findings), default=0)


def as_text(findings: Sequence[Finding]) -> str:
    """For people."""
    width = max(len(finding.check) for finding in findings)
    lines = []
    for finding in findings:
        lines.append(f"{finding.level:7}  {finding.check:{width}}  {finding.sentence}")
        if finding.advice is not None:
            lines.append(f"{'':7}  {'':{width}}  → {finding.advice}")
    return "\n".join(lines)
