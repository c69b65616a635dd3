"""The match file (`.match.jsonl`): a match for a stranger, who needs nothing else.

A header line with the component set embedded; then each event's line as stored, followed, where the
reader may see any of its secrets, by a line of openings. A finished match's file opens everything.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import msgspec

from domain.games.canonical import canonical
from domain.games.registry import rules_for
from domain.games.rules import Viewer
from domain.log import Line, Recorded, parse_line
from domain.match_events import MatchCreated
from domain.sealing import Opening

FORMAT = 1
SUFFIX = ".match.jsonl"


class Header(msgspec.Struct, frozen=True):
    """The first line of a match file. `keys` are the server's public keys, `checkpoints` its signatures."""

    fairtable: int
    match: str
    game: str
    rules: int
    seats: int
    options: dict[str, Any]
    components: dict[str, Any]
    digest: str
    keys: list[str]
    checkpoints: list[str]


class FileEvent(NamedTuple):
    """An event in a file: its exact line, what the line says, and the openings given beside it.

    `number` is the number of the line in the file, from 1, for whoever looks it up there.
    """

    number: int
    raw: bytes
    line: Line
    openings: tuple[Opening, ...]


class Opened(msgspec.Struct, frozen=True):
    """The line of openings that follows an event's line."""

    opened: list[Opening]


class MalformedFile(Exception):
    """The bytes are no match file. `line` is the number of the first line that is wrong, from 1;
    `version` that of the last event read before it."""

    def __init__(self, message: str, line: int, version: int) -> None:
        super().__init__(message)
        self.line = line
        self.version = version


class MatchFile(NamedTuple):
    """A match file as read: as far as it could be read, and what is wrong with the line after that."""

    header: Header
    events: list[FileEvent]
    fault: MalformedFile | None

    @property
    def finished(self) -> bool:
        """Whether the match was over when the file was written, so that everything must be open."""
        return bool(self.events) and self.events[-1].line.type in ("match.MatchEnded", "match.MatchAborted")


class Signed(NamedTuple):
    """What makes a file a server's word: its public keys, and signed checkpoints of the match."""

    keys: list[str]
    checkpoints: list[str]


UNSIGNED = Signed([], [])
"""Nobody's word."""


def write(
    events: Iterable[Recorded], viewer: Viewer, salt_key: bytes, signed: Signed = UNSIGNED
) -> Iterator[bytes]:
    """A match's file for a viewer: the header, then its lines. Each line ends with its newline."""
    for recorded in events:
        if isinstance(recorded.event, MatchCreated):
            yield canonical(header(recorded, signed)) + b"\n"
        yield from event_lines(recorded, viewer, salt_key)


def event_lines(recorded: Recorded, viewer: Viewer, salt_key: bytes) -> Iterator[bytes]:
    """An event's line, and the line of openings for a viewer that may see any of its secrets."""
    yield recorded.line + b"\n"
    if openings := recorded.openings(viewer, salt_key):
        yield canonical(Opened(openings)) + b"\n"


def header(recorded: Recorded, signed: Signed = UNSIGNED) -> Header:
    """The header that goes with a match's first event."""
    created = recorded.event
    if not isinstance(created, MatchCreated):
        raise TypeError(f"a match begins with MatchCreated, not with {recorded.type}")
    return Header(
        fairtable=FORMAT,
        match=str(recorded.match),
        game=created.game,
        rules=created.rules,
        seats=created.seats,
        options=dict(created.options),
        components=dict(rules_for(created.game, created.digest).components),
        digest=created.digest,
        keys=signed.keys,
        checkpoints=signed.checkpoints,
    )


_header_decoder = msgspec.json.Decoder(Header, strict=True)
_opened_decoder = msgspec.json.Decoder(Opened, strict=True)


def read(content: bytes) -> MatchFile:
    """Read a match file, as far as it goes. Raises `MalformedFile` where even the header cannot be read."""
    lines = content.split(b"\n")
    complete = lines.pop() == b""
    if not lines:
        raise MalformedFile("the file is empty" if complete else "the header line is cut off", 1, 0)
    head = _read_header(lines[0])
    events: list[FileEvent] = []
    fault: MalformedFile | None = None
    try:
        for number, raw in enumerate(lines[1:], start=2):
            _read_line(number, raw, events)
        if not complete:
            raise MalformedFile("the last line is cut off", len(lines) + 1, len(events))
    except MalformedFile as error:
        fault = error
    return MatchFile(head, events, fault)


def _read_header(raw: bytes) -> Header:
    try:
        head = _header_decoder.decode(raw)
    except (msgspec.MsgspecError, RecursionError) as error:
        raise MalformedFile(f"this is no header of a match file: {error}", 1, 0) from None
    if head.fairtable != FORMAT:
        raise MalformedFile(f"the file has format {head.fairtable}; this program reads format {FORMAT}", 1, 0)
    return head


def _read_line(number: int, raw: bytes, events: list[FileEvent]) -> None:
    if raw.startswith(b'{"opened":'):
        if not events or events[-1].openings:
            raise MalformedFile("openings must follow the line they open", number, len(events))
        try:
            opened = _opened_decoder.decode(raw).opened
        except (msgspec.MsgspecError, RecursionError) as error:
            raise MalformedFile(f"these are no openings: {error}", number, len(events)) from None
        events[-1] = events[-1]._replace(openings=tuple(opened))
        return
    try:
        line = parse_line(raw)
    except Exception as error:
        raise MalformedFile(str(error), number, len(events)) from None
    events.append(FileEvent(number, raw, line, ()))
