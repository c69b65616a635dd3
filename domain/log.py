"""The log of a match: lines that everybody may read, and beside each what is sealed in it.

An event is stored as its line (canonical JSON, the same bytes for everyone), a newline, and its private
part (the sealed values by dotted path). The line's hash is the next line's `prev`. Stored bytes are
hashed as they are; nothing is serialised again to check it.

Events are found by their persisted name, never by a code path. A name's meaning never changes: an event
that needs another shape gets a new name, and the old one an upcaster.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, get_type_hints
from uuid import UUID

import msgspec

from domain.chance import Draw
from domain.games.canonical import canonical
from domain.games.rules import AUDITOR, HIDDEN, Event, Seat, Viewer
from domain.sealing import Opening, salt, seal, sealed_fields

GENESIS = "0" * 64
"""What stands in for the leaf before the first line."""

DRAWS = "draws"
"""The field under which draws are sealed."""

SECRET = "secret"  # noqa: S105 - the name of a field
"""The key of the match's secret in the private part of its first event. It is no sealed field: it is
published as a whole when the match ends."""

SALTS = "salts"
"""The key of the texts' salts, in hex by dotted path, in the private part. A text is a value sealed for
everyone: its salt is random, not derived, so that it can be erased together with the value, after which
nobody can tell any more what the seal in the line was made of."""

ERASED = "erased"
"""The key of the dotted paths, in the private part, whose texts have been erased."""

RESERVED = frozenset({DRAWS, SECRET, SALTS, ERASED})
"""Names that no sealed field of an event may have."""

ERASED_TEXT = "(erased)"
"""What a text reads as once it has been erased. All texts of a command are erased together."""

Author = int | str
"""Who caused an event: a seat, "player" (who has no seat), "server" or "admin"."""

Upcaster = Callable[[dict[str, Any]], dict[str, Any]]


class Line(msgspec.Struct, frozen=True, gc=False):
    """The public part of a recorded event, as it is stored, hashed and sent."""

    at: str
    by: Author
    data: msgspec.Raw
    match: str
    prev: str
    type: str
    version: int


class LogError(Exception):
    """Stored or received bytes that are no event of a log."""


class BrokenLine(LogError):
    """Bytes that are not a line at all."""


class UnknownEvent(LogError):
    """An event of a name that no game here has ever had."""


_UNREADABLE = (msgspec.MsgspecError, ValueError, TypeError, AttributeError, KeyError, RecursionError)
"""What strange bytes lead to while they are read: no JSON, no text, other shapes than an event has."""


def leaf_hash(line: bytes) -> bytes:
    """The hash of a line: a leaf of the match's tree (RFC 6962)."""
    return hashlib.sha256(b"\0" + line).digest()


def leaf(line: bytes) -> str:
    """The same in hex, as the next line's `prev` has it."""
    return leaf_hash(line).hex()


def timestamp(moment: datetime) -> str:
    """RFC 3339 in UTC with milliseconds, as in lines."""
    return moment.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def parse_timestamp(text: str) -> datetime:
    """The moment that a line names."""
    return datetime.fromisoformat(text)


def later(at: str, delay: timedelta) -> str:
    """A moment so much later, as lines have it."""
    return timestamp(parse_timestamp(at) + delay)


class Recorded:
    """A domain event in the log: what happened, and its exact bytes.

    `originator_id` and `originator_version` are the names under which the persistence library knows the
    match and the event's version.
    """

    __slots__ = ("at", "by", "event", "line", "originator_id", "originator_version", "private", "type")

    def __init__(
        self,
        match: UUID,
        version: int,
        name: str,
        at: str,
        by: Author,
        event: Event,
        line: bytes,
        private: bytes,
    ) -> None:
        self.originator_id = match
        self.originator_version = version
        self.type = name
        self.at = at
        self.by = by
        self.event = event
        self.line = line
        self.private = private

    @property
    def match(self) -> UUID:
        """The match whose log this event belongs to."""
        return self.originator_id

    @property
    def version(self) -> int:
        """The event's place in the log, from 1."""
        return self.originator_version

    @property
    def stored(self) -> bytes:
        """The bytes in the store."""
        return self.line + b"\n" + self.private

    @property
    def secret(self) -> bytes:
        """The match's secret, which is kept beside its first event."""
        return bytes.fromhex(msgspec.json.decode(self.private)[SECRET])

    @property
    def sealed_values(self) -> dict[str, Any]:
        """The sealed values by dotted path, without the secret and what has been erased. They are read
        afresh each time: whoever changes them changes nothing here."""
        return _read_private(self.private).values

    @property
    def texts(self) -> Mapping[str, str]:
        """The salts, in hex, of what is sealed for everyone, by dotted path."""
        return _read_private(self.private).salts

    def openings(self, viewer: Viewer, key: bytes) -> list[Opening]:
        """What of this event a viewer may open; `key` is the match's salt key.

        An auditor opens every sealed field, a seat those of which it is the audience, a spectator none;
        texts, also where they have been erased, are open to everyone.
        """
        if self.private == b"{}":
            return []
        values, texts, erased = _read_private(self.private)
        openings = [
            Opening(self.version, field, value, texts.get(field) or salt(key, self.version, field).hex())
            for field, value in values.items()
            if viewer == AUDITOR
            or field in texts
            or (isinstance(viewer, int) and viewer in self.audience(field))
        ]
        return openings + [Opening(self.version, field, erased=True) for field in erased]

    def is_text(self, field: str) -> bool:
        """Whether a sealed field is a text, which is for everyone, also when it has been erased."""
        _, texts, erased = _read_private(self.private)
        return field in texts or field in erased

    def audience(self, field: str) -> set[Seat]:
        """The seats that a sealed field is for."""
        if field.startswith("move."):
            return _seats(getattr(self.event, "seat", None))
        for sealed in sealed_fields(type(self.event)):
            if sealed.name == field:
                return set().union(*(_seats(getattr(self.event, name)) for name in sealed.audience))
        return set()


def _seats(value: Any) -> set[Seat]:
    if value is None:
        return set()
    return {value} if isinstance(value, int) else set(value)


class _Private(NamedTuple):
    """A private part: the sealed values by dotted path, the salts of the texts among them, and the paths
    of texts that have been erased."""

    values: dict[str, Any]
    salts: Mapping[str, str]
    erased: Sequence[str]


_NOTHING_PRIVATE = MappingProxyType[str, Any]({})

_private_decoder = msgspec.json.Decoder(dict[str, Any])


def _read_private(private: bytes) -> _Private:
    """Raises `BrokenLine`."""
    try:
        values = _private_decoder.decode(private)
        values.pop(SECRET, None)
        salts = msgspec.convert(values.pop(SALTS), dict[str, str]) if SALTS in values else {}
        erased = msgspec.convert(values.pop(ERASED), list[str]) if ERASED in values else []
    except _UNREADABLE as error:
        raise BrokenLine(f"the private part of an event cannot be read: {error}") from None
    return _Private(values, salts, erased)


class _Kind(NamedTuple):
    """How an event of one persisted name is read."""

    name: str
    type: type[Event]
    decoder: msgspec.json.Decoder[Any]


class Codec:
    """Events to bytes and back, for a set of persisted names."""

    def __init__(
        self,
        events: Mapping[str, type[Event]],
        retired: Mapping[str, tuple[str, Upcaster]] | None = None,
    ) -> None:
        """`retired` maps a name no longer written to its successor's name, and to the function that turns
        the old data into the successor's."""
        self._retired = dict(retired or {})
        self._kinds = {name: _Kind(name, kind, msgspec.json.Decoder(kind)) for name, kind in events.items()}
        self._names = {kind: name for name, kind in events.items()}

    def name_of(self, event: Event) -> str:
        """The persisted name of an event."""
        return self._names[type(event)]

    def knows(self, name: str) -> bool:
        """Whether events of this name can be read."""
        return name in self._kinds or name in self._retired

    def encode(
        self,
        match: UUID,
        version: int,
        prev: str,
        at: str,
        by: Author,
        event: Event,
        *,
        salt_key: bytes,
        sealed: Iterable[str] = (),
        texts: Mapping[str, bytes] | None = None,
        draws: Iterable[Draw] = (),
        secret: bytes | None = None,
    ) -> Recorded:
        """Record an event: its line with `sealed` (dotted paths), `texts` (dotted paths with the salts to
        seal them under) and the draws sealed in it, and its private part. A sealed path whose field was
        left out stays out."""
        name = self._names[type(event)]
        private: dict[str, Any] = {} if secret is None else {SECRET: secret.hex()}
        salts = texts or {}
        paths, draws = [*sealed, *salts], list(draws)
        if paths or draws:
            data = msgspec.to_builtins(event)
            if draws:
                data[DRAWS] = draws
                paths.append(DRAWS)
            for path in paths:
                holder, key = _locate(data, path)
                if key in holder:
                    value = private[path] = holder[key]
                    if path in salts:
                        private.setdefault(SALTS, {})[path] = salts[path].hex()
                    path_salt = salts.get(path) or salt(salt_key, version, path)
                    holder[key] = {"sealed": seal(match, version, path, path_salt, value)}
            raw = canonical(data)
        else:
            raw = canonical(event)
        line = canonical(Line(at, by, msgspec.Raw(raw), _match_text(match), prev, name, version))
        return Recorded(match, version, name, at, by, event, line, canonical(private) if private else b"{}")

    def decode(self, stored: bytes) -> Recorded:
        """Read an event with all its secrets, as the store keeps it. Raises `LogError`."""
        line, _, private = stored.partition(b"\n")
        envelope = parse_line(line)
        event = self._event(envelope, _NOTHING_PRIVATE if private == b"{}" else _private_values(private))
        return Recorded(
            _match_id(envelope.match),
            envelope.version,
            envelope.type,
            envelope.at,
            envelope.by,
            event,
            line,
            private,
        )

    def reveal(self, line: Line, openings: Iterable[Opening]) -> Event:
        """Read an event as far as the openings go: what stays sealed is `HIDDEN`. Raises `LogError`."""
        values = {opening.field: ERASED_TEXT if opening.erased else opening.value for opening in openings}
        return self._event(line, values, hidden=True)

    def _event(self, line: Line, values: Mapping[str, Any], *, hidden: bool = False) -> Event:
        kind = self._kinds.get(line.type)
        try:
            if kind is not None and not values and not hidden:
                event: Event = kind.decoder.decode(line.data)
                return event
            data = msgspec.json.decode(line.data)
            _open(data, values)
            name = line.type
            while name in self._retired:
                name, upcast = self._retired[name]
                data = upcast(data)
            kind = self._kinds.get(name)
            if kind is not None:
                return _partial(kind.type, data) if hidden else msgspec.convert(data, kind.type)
        except _UNREADABLE as error:
            raise BrokenLine(
                f"the data of event {line.version} are not those of a {line.type}: {error}"
            ) from None
        raise UnknownEvent(f"event {line.version} is a {line.type}, which is unknown here")


@lru_cache(maxsize=1024)
def _match_id(text: str) -> UUID:
    """Parsing an id costs more than the rest of an event, and all events of a match have the same.
    Raises `BrokenLine`."""
    try:
        return UUID(text)
    except ValueError:
        raise BrokenLine(f"{text[:40]!r} is no match's id") from None


@lru_cache(maxsize=1024)
def _match_text(match: UUID) -> str:
    """Writing an id costs as much as all else in a line."""
    return str(match)


_line_decoder = msgspec.json.Decoder(Line)


def parse_line(line: bytes) -> Line:
    """A line's envelope. Raises `BrokenLine`."""
    try:
        return _line_decoder.decode(line)
    except _UNREADABLE as error:
        raise BrokenLine(f"not a line of a log: {error}") from None


def _locate(data: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    *parents, key = path.split(".")
    for parent in parents:
        data = data[parent]
    return data, key


def is_seal(value: Any) -> bool:
    """Whether a value in a line's data is a seal."""
    return isinstance(value, dict) and value.keys() == {"sealed"}


def sealed_paths(data: Any, prefix: str = "") -> dict[str, str]:
    """The seals in a line's data, by dotted path."""
    found: dict[str, str] = {}
    if isinstance(data, dict):
        for key, value in data.items():
            if is_seal(value):
                found[prefix + key] = value["sealed"]
            else:
                found |= sealed_paths(value, f"{prefix}{key}.")
    return found


def _private_values(private: bytes) -> dict[str, Any]:
    """What the fields hold that are sealed in the line. Raises `BrokenLine`."""
    values, _, erased = _read_private(private)
    return values | dict.fromkeys(erased, ERASED_TEXT) if erased else values


def _open(data: dict[str, Any], values: Mapping[str, Any]) -> None:
    for path, value in values.items():
        holder, key = _locate(data, path)
        holder[key] = value


def _partial(kind: type[Event], data: dict[str, Any]) -> Event:
    hints = _hints(kind)
    fields = {
        name: HIDDEN if is_seal(data[key]) else msgspec.convert(_hide(data[key]), hints[name])
        for name, key in zip(kind.__struct_fields__, kind.__struct_encode_fields__, strict=True)
        if key in data
    }
    return kind(**fields)


@cache
def _hints(kind: type[Event]) -> Mapping[str, Any]:
    """The types of an event's fields, which are written as texts in its class."""
    return get_type_hints(kind, include_extras=True)


def _hide(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: HIDDEN if is_seal(inner) else inner for key, inner in value.items()}
    return value
