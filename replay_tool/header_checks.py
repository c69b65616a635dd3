"""The header of a match file, against the log that it introduces."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.canonical import canonical, component_digest
from domain.match_events import MatchCreated
from domain.match_file import Header
from replay_tool.findings import HEADER, Finding
from replay_tool.plain_json import NotPlain, decode_plain
from replay_tool.sources import Source

_SHARED = ("game", "rules", "seats", "options", "digest")
"""What the header repeats from the match's creation."""


def check_header(source: Source, created: MatchCreated | None) -> Iterator[Finding]:
    """All that a header can get wrong. Where the log has no creation that can be read, nothing is there to
    compare the header with, and that is a finding already."""
    if source.header is None:
        return
    yield from _check_bytes(source.header, source.header_line)
    yield from _check_match(source.header, source.match)
    if created is not None:
        yield from _check_repeated(source.header, created)
        yield from _check_set_name(source.header, created)
    yield from _check_components(source.header)


def _check_bytes(header: Header, raw: bytes | None) -> Iterator[Finding]:
    """The header is canonical JSON, without fields of its own."""
    if raw is None:
        return
    try:
        decode_plain(raw)
        if canonical(header) != raw:
            raise NotPlain("has other fields than a header has")
    except NotPlain as error:
        yield Finding("not-canonical", HEADER, f"the header {error}")


def _check_match(header: Header, match: str | None) -> Iterator[Finding]:
    """The header is of the match that the log is of."""
    if match is not None and header.match != match:
        yield _mismatch("match", header.match, match)


def _check_repeated(header: Header, created: MatchCreated) -> Iterator[Finding]:
    """What the header repeats is what the log says."""
    for name in _SHARED:
        said, recorded = canonical(getattr(header, name)), canonical(getattr(created, name))
        if said != recorded:
            yield _mismatch(name, said.decode(), recorded.decode())


def _mismatch(name: str, said: str, recorded: str) -> Finding:
    sentence = f"the header's {name} is {said[:80]}, the log's is {recorded[:80]}"
    return Finding("header-mismatch", HEADER, sentence)


def _check_set_name(header: Header, created: MatchCreated) -> Iterator[Finding]:
    """The embedded component set is the one that the log names."""
    if header.components.get("set") != created.components:
        sentence = f"the components are not the set {created.components[:60]!r}"
        yield Finding("components-mismatch", HEADER, sentence)


def _check_components(header: Header) -> Iterator[Finding]:
    """The embedded component set is the one that the digest names for ever."""
    digest = component_digest(header.components)
    if digest != header.digest:
        sentence = f"the components' digest is {digest}, not {header.digest[:64]}"
        yield Finding("components-mismatch", HEADER, sentence)
