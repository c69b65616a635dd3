"""Taking in a match that was played on another server: from its file, checked before anything is stored."""

from __future__ import annotations

from typing import NamedTuple
from uuid import UUID

from domain.games.registry import game
from domain.games.rules import Refusal
from domain.origins import Origin
from domain.refusals import CommandReused
from domain.service import MatchService
from replay_tool.audit import CannotAudit, audit
from replay_tool.findings import HEADER, OLDER_RULES, Finding, Report
from replay_tool.sources import Source, from_bytes

MAX_BYTES = 8 * 1024 * 1024
"""The longest file that is taken in; one of two hundred events has some 64 KiB."""


class UnsoundFile(Refusal):
    """A match file in which something was found: it is no match file, was changed, or tells of what the rules
    do not allow."""

    code = "unsound-match-file"


class UnfinishedFile(Refusal):
    """The file of a match that is not over: its secrets are missing, so nobody can check it."""

    code = "unfinished-match-file"


class Imported(NamedTuple):
    """A match that is here now, and whether it was before."""

    match: UUID
    game: str
    events: int
    replayed: bool
    report: Report


def import_match(
    service: MatchService, content: bytes, *, by: str, command: str, accept_older_rules: bool = False
) -> Imported:
    """Check a match file as an audit does, and store its log as it is, marked as played elsewhere.

    `by` and `command` tell who imports it and by which command; `accept_older_rules` lets stand what older
    rules decided otherwise. When it is refused nothing has been stored. The same file again is no new match.
    Raises `UnsoundFile`, `UnfinishedFile`, `MatchExists`, `CommandReused`, `UnknownGame`,
    `StoreUnavailable`.
    """
    source = from_bytes("the file", content)
    report = _checked(source, accept_older_rules)
    match = UUID(source.match)
    earlier = service.logs.origin_by(command)
    if earlier is not None and earlier.match != match:
        raise CommandReused("this idempotency key was used for another file; take a fresh one")
    origin = Origin(match, source.header_line or b"", service.clock(), by, command)
    is_new = service.adopt(list(source.all_recorded()), origin)
    return Imported(match, str(report.game), report.events, not is_new, report)


def _checked(source: Source, accept_older_rules: bool) -> Report:
    """The report of an audit that found nothing. Raises as `import_match` does."""
    if source.header is not None and source.fault is None:
        game(source.header.game)
    try:
        report = audit(source, accept_older_rules=accept_older_rules)
    except CannotAudit as error:
        raise UnfinishedFile(str(error)) from None
    if report.is_sound and not source.finished:
        raise UnfinishedFile("the match in the file is not over; only what is over can be imported")
    if report.findings:
        raise UnsoundFile(_told(report.findings))
    return report


def _told(findings: tuple[Finding, ...]) -> str:
    first = findings[0]
    place = "in its header" if first.version == HEADER else f"at event {first.version}"
    more = f" (and {len(findings) - 1} more findings)" if len(findings) > 1 else ""
    sentence = first.sentence.rstrip(".")
    if first.code == OLDER_RULES:
        more += "; accept_older_rules lets it stand"
    return f"the file is not sound: {first.code} {place}: {sentence}{more}"
