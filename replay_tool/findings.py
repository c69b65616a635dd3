"""What a check of a match comes to: findings with stable codes, and how far the log is sound."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal

import msgspec

HEADER = 0
"""The place of a finding that is not about an event, but about the file's header."""

OLDER_RULES = "not-judged"
"""The code of a difference from what the rules are today, where older rules decided."""

Check = Literal["verify", "audit"]


class Finding(msgspec.Struct, frozen=True):
    """One thing that is wrong: its stable code, the version of the event (0 for the header), and what it
    is in a sentence.

    In a log whose numbering is broken `version` is the event's place in it, counted from 1.
    """

    code: str
    version: int
    sentence: str


class Report(msgspec.Struct, frozen=True):
    """What was checked, and what came of it.

    `findings` are in the order of the log. `not_judged` tells in sentences what this check could not
    judge, without anything being wrong.
    """

    source: str
    check: Check
    match: str | None
    game: str | None
    events: int
    finished: bool
    findings: tuple[Finding, ...]
    not_judged: tuple[str, ...]

    @property
    def is_sound(self) -> bool:
        """Whether nothing was found."""
        return not self.findings

    @property
    def first_failure(self) -> Finding | None:
        """The finding that comes first in the log; those after it may follow from it."""
        return self.findings[0] if self.findings else None

    @property
    def sound_events(self) -> int:
        """How many events, from the first, nothing was found about."""
        return sound_events(self.findings, self.events)

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "source": self.source,
            "check": self.check,
            "match": self.match,
            "game": self.game,
            "events": self.events,
            "finished": self.finished,
            "sound": self.is_sound,
            "sound_events": self.sound_events,
            "first_failure": msgspec.to_builtins(self.first_failure),
            "findings": msgspec.to_builtins(self.findings),
            "not_judged": list(self.not_judged),
        }


def in_log_order(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """Findings by the version they are about; those about one event as they were found."""
    return tuple(sorted(findings, key=lambda finding: finding.version))


def sound_events(findings: Sequence[Finding], events: int) -> int:
    """How many of the events come before the first that something was found about."""
    return min((finding.version - 1 for finding in findings if finding.version != HEADER), default=events)
