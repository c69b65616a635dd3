"""What each line of a log must be by itself and after those before it.

Every check is a function of a `Walk`, which stands at one event, and answers with a sentence when
something is wrong. `LINE_CHECKS` pairs each with its stable code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import Any
from uuid import UUID

import msgspec

from domain.codec import CODEC
from domain.games.canonical import canonical
from domain.games.registry import GAMES
from domain.games.rules import Event, Seat
from domain.log import Line
from domain.match_events import MATCH_EVENTS, MatchCreated, SeatLeft, SeatReady, SeatTaken
from domain.match_file import FileEvent
from domain.sealing import entropy_commitment, sealed_fields
from replay_tool.plain_json import NotPlain, decode_plain
from replay_tool.sources import ENDINGS, bytes32

_CREATED = "match.MatchCreated"
_AUTHORS = ("player", "server", "admin")
_TIMESTAMP = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}\.[0-9]{3}Z")
MAX_VERSION = (1 << 32) - 1
"""Versions are hashed as four bytes."""

MAX_SEATS = 1000
"""No table has more, whatever is played."""


class Walk:
    """A walk along the lines of a log: where it stands, and what it has seen on the way.

    `place` counts the events from 1; `expected` is the version that this event should have, which follows
    from the one before. `data` is None where the line's data cannot be read, `event` where the line is
    none of the match's own events, or one with data of another shape.
    """

    def __init__(self, game: str | None) -> None:
        self.game = game
        self.place = 0
        self.expected = 1
        self.raw = b""
        self.line = Line("", "", msgspec.Raw(b"{}"), "", "", "", 0)
        self.data: Any = None
        self.fault: str | None = None
        self.event: Event | None = None
        self.shape_fault: str | None = None
        self.match = ""
        self.uuid: UUID | None = None
        self.before: Line | None = None
        self.created: MatchCreated | None = None
        self.ended_at: int | None = None
        self.commitments: dict[Seat, str | None] = {}
        self.entropies: dict[Seat, bytes] = {}
        self.counts: dict[str, int] = {}

    def enter(self, event: FileEvent) -> None:
        """Step onto the next event."""
        self.place += 1
        self.raw, self.line = event.raw, event.line
        if self.before is None:
            self.match = self.line.match
            self.uuid = _uuid(self.match)
        self._read_data()
        self._read_event()

    def _read_data(self) -> None:
        self.data = self.fault = None
        try:
            if canonical(self.line) != self.raw:
                raise NotPlain("is not in canonical form, or has a field that lines do not have")
            data = decode_plain(bytes(self.line.data))
            if isinstance(data, dict):
                self.data = data
            else:
                self.fault = "has data that are no object"
        except NotPlain as error:
            self.fault = str(error)

    def _read_event(self) -> None:
        self.event = self.shape_fault = None
        kind = MATCH_EVENTS.get(self.line.type)
        if kind is None or self.data is None:
            return
        try:
            event = msgspec.convert(_without_seals(kind, self.data), kind)
        except msgspec.ValidationError as error:
            self.shape_fault = f"its data are not those of a {self.line.type}: {error}"
            return
        if isinstance(event, MatchCreated) and not 1 <= event.seats <= MAX_SEATS:
            self.shape_fault = f"a table for {event.seats} is none"
            return
        seat = getattr(event, "seat", 0)
        if 0 <= seat < (MAX_SEATS if self.created is None else self.created.seats):
            self.event = event
        else:
            self.shape_fault = f"there is no seat {seat} at this table"

    def leave(self) -> None:
        """Remember what later events are checked against."""
        line = self.line
        self.counts[line.type] = self.counts.get(line.type, 0) + 1
        match self.event:
            case None:
                pass
            case MatchCreated() if self.place == 1:
                self.created = self.event
            case SeatTaken():
                self.commitments[self.event.seat] = self.event.entropy_commitment
            case SeatLeft():
                self.commitments.pop(self.event.seat, None)
            case SeatReady():
                self.entropies[self.event.seat] = bytes32(self.event.entropy) or b""
            case _:
                pass
        if line.type in ENDINGS and self.ended_at is None:
            self.ended_at = self.place
        self.before = line
        self.expected = line.version + 1


def _uuid(text: str) -> UUID | None:
    """The id that is written in a UUID's own form; None for anything else."""
    try:
        found = UUID(text)
    except ValueError:
        return None
    return found if str(found) == text else None


def _without_seals(kind: type[Event], data: dict[str, Any]) -> dict[str, Any]:
    """The data without the values that are sealed by right: their types are not those of the fields."""
    secret = [field.name for field in sealed_fields(kind) if field.name in data]
    return {key: value for key, value in data.items() if key not in secret} if secret else data


def canonical_line(walk: Walk) -> str | None:
    """The line is canonical JSON, so that its bytes are the only ones that say what it says."""
    return None if walk.fault is None else f"the line {walk.fault}"


def version_follows(walk: Walk) -> str | None:
    """Versions count 1, 2, … without gap, repetition or change of order."""
    version = walk.line.version
    if version == walk.expected and version <= MAX_VERSION:
        return None
    if walk.before is None:
        return f"the log begins with event {version}, not with event 1"
    return f"event {walk.expected} should follow here, but it is event {version}"


def same_match(walk: Walk) -> str | None:
    """Every line is of the same match."""
    if walk.uuid is None:
        return f"{walk.match[:40]!r} is no match's id"
    if walk.line.match == walk.match:
        return None
    return f"the line is of match {walk.line.match[:40]!r}, the log is of match {walk.match[:40]!r}"


def time_is_well_formed(walk: Walk) -> str | None:
    """Times are RFC 3339 in UTC with milliseconds."""
    at = walk.line.at
    if walk.before is not None and at == walk.before.at:
        return None
    if _TIMESTAMP.fullmatch(at):
        try:
            datetime.fromisoformat(at)
        except ValueError:
            pass
        else:
            return None
    return f"{at[:40]!r} is no time like 2026-11-30T12:00:00.000Z"


def time_goes_on(walk: Walk) -> str | None:
    """No event is earlier than the one before."""
    if walk.before is None or walk.line.at >= walk.before.at:
        return None
    return f"it happened at {walk.line.at[:40]}, before the event it follows ({walk.before.at[:40]})"


def author_is_possible(walk: Walk) -> str | None:
    """Events are caused by a seat of this table, a player without one, the server or an admin."""
    by = walk.line.by
    if by in _AUTHORS:
        return None
    if isinstance(by, int) and (walk.created is None or 0 <= by < walk.created.seats):
        return None
    return f"{_short(by)} is nobody who could cause an event here"


def name_is_known(walk: Walk) -> str | None:
    """Event names are the match's own, or the game's.

    The names of a game that is not known here cannot be judged.
    """
    name = walk.line.type
    if name in MATCH_EVENTS:
        return None
    game, _, _ = name.partition(".")
    if game == walk.game and (game not in GAMES or CODEC.knows(name)):
        return None
    return f"there is no event {name[:60]!r} in a match of {walk.game}"


def shape_is_right(walk: Walk) -> str | None:
    """The data of a match's own events have the fields that they should have."""
    return walk.shape_fault


def starts_once(walk: Walk) -> str | None:
    """A log begins with the match's creation, which never comes again."""
    is_creation = walk.line.type == _CREATED
    if is_creation == (walk.place == 1):
        return None
    return "the match is created again" if is_creation else f"a log begins with {_CREATED}"


def not_after_the_end(walk: Walk) -> str | None:
    """Nothing happens in a match that is over."""
    return None if walk.ended_at is None else f"the match was over with event {walk.ended_at}"


def entropy_was_committed_to(walk: Walk) -> str | None:
    """Who gets ready reveals the entropy that its seat was taken with."""
    ready = walk.event
    if not isinstance(ready, SeatReady):
        return None
    commitment = walk.commitments.get(ready.seat)
    if commitment is None:
        return f"seat {ready.seat} has committed to no entropy"
    entropy = bytes32(ready.entropy)
    if entropy is None:
        return "entropy is 32 bytes in hex"
    if walk.uuid is None or entropy_commitment(walk.uuid, ready.seat, entropy) != commitment:
        return f"this is not the entropy that seat {ready.seat} committed to"
    return None


Check = Callable[[Walk], str | None]

LINE_CHECKS: Sequence[tuple[str, Check]] = (
    ("version-gap", version_follows),
    ("not-canonical", canonical_line),
    ("wrong-match", same_match),
    ("malformed-time", time_is_well_formed),
    ("time-reversed", time_goes_on),
    ("unknown-author", author_is_possible),
    ("unknown-event", name_is_known),
    ("wrong-shape", shape_is_right),
    ("misplaced-start", starts_once),
    ("event-after-end", not_after_the_end),
    ("entropy-mismatch", entropy_was_committed_to),
)
"""Every check of a line, with the code of what it finds."""


def _short(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:40]}…"
