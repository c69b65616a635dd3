"""Where matches come from: match files, and a server's database. Both are read through one interface.

A source is read as far as it goes. What is wrong with its bytes is told as its `fault`, for the checks
to report; an exception is raised only where there is nothing to check at all.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from secrets import token_bytes
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from domain.accounts import Accounts
from domain.codec import CODEC
from domain.games.canonical import canonical
from domain.games.registry import UnknownComponents, game, rules_with
from domain.games.rules import AUDITOR, AnyRules, InvalidComponents, Refusal
from domain.heads import Heads
from domain.keys import published_keys
from domain.log import ERASED, SALTS, SECRET, LogError, Recorded, parse_line
from domain.match_events import MatchCreated, SeatTaken
from domain.match_file import UNSIGNED, FileEvent, Header, MalformedFile, Signed, header, read
from domain.match_state import RulesSource
from domain.sealing import SECRET_BYTES, salt_key
from domain.service import system_clock
from domain.storage import (
    DATABASE_VARIABLE,
    MatchLogs,
    library_environment,
    offer_component_sets,
    table_engine,
)
from domain.tables import check_migrated
from replay_tool.texts import texts_of

OPENINGS = b'{"opened":'
ENDINGS = ("match.MatchEnded", "match.MatchAborted")


class Unreadable(Exception):
    """There is nothing to check: no such file, no such match, no database."""


class Fault(NamedTuple):
    """Where a source stops being readable: a finding's code, version and sentence."""

    code: str
    version: int
    sentence: str


class Source:
    """One match as it was found: header, events with their openings, and the first fault in its bytes."""

    def __init__(
        self,
        name: str,
        header: Header | None,
        events: Sequence[FileEvent],
        *,
        fault: Fault | None = None,
        header_line: bytes | None = None,
        opening_lines: Mapping[int, bytes] | None = None,
        stored: Sequence[Recorded] | None = None,
        players: Mapping[str, str] | None = None,
    ) -> None:
        """`opening_lines` are a file's lines of openings by the version they follow; `stored` are the
        events as a database has them; `players` are names of players by id, as far as they are known."""
        self.name = name
        self.header = header
        self.events = events
        self.fault = fault
        self.header_line = header_line
        self.opening_lines = opening_lines or {}
        self.players = players or {}
        self.is_file = stored is None
        self._stored = stored or ()
        self.secrets = self._find_secrets()

    @property
    def finished(self) -> bool:
        """Whether the match is over, so that everything about it is public."""
        return bool(self.events) and self.events[-1].line.type in ENDINGS

    @property
    def is_complete(self) -> bool:
        """Whether every secret must be there: a finished match's are public, a database has them all."""
        return self.finished or not self.is_file

    @property
    def secret(self) -> bytes | None:
        """The match's secret, where it is known."""
        return self.secrets[0][1] if self.secrets else None

    @property
    def match(self) -> str | None:
        """The match's id, as the log itself has it."""
        return self.events[0].line.match if self.events else None

    def private(self, index: int) -> bytes:
        """The private part of an event, as a server stores it: all that is sealed in it, by path."""
        if not self.is_file:
            return self._stored[index].private
        openings = self.events[index].openings
        if not openings and index:
            return b"{}"
        private: dict[str, Any] = {}
        if not index and self.secret is not None:
            private[SECRET] = self.secret.hex()
        texts = self._texts(index) if openings else frozenset()
        for opening in openings:
            if opening.erased:
                private.setdefault(ERASED, []).append(opening.field)
                continue
            private[opening.field] = opening.value
            if opening.field in texts:
                private.setdefault(SALTS, {})[opening.field] = opening.salt
        return canonical(private)

    def _texts(self, index: int) -> frozenset[str]:
        line = self.events[index].line
        data = msgspec.json.decode(line.data)
        return texts_of(self.header.game if self.header else None, line.type, data) or frozenset()

    def recorded(self, index: int) -> Recorded:
        """An event with all its secrets. Raises `LogError`."""
        if not self.is_file:
            return self._stored[index]
        return CODEC.decode(self.events[index].raw + b"\n" + self.private(index))

    def all_recorded(self) -> Iterator[Recorded]:
        """The events with all their secrets, as far as they can be read. Raises `LogError`."""
        return map(self.recorded, range(len(self.events)))

    def rules(self) -> AnyRules:
        """The rules of the game with the component set that the source brings along.

        Raises `Refusal` for a game that is unknown here, and for components it cannot be played with.
        """
        if self.header is None:
            raise Unreadable(f"{self.name} does not tell which game is played")
        own = game(self.header.game)
        if self.header.components == own.components:
            return own
        try:
            return rules_with(self.header.game, self.header.components)
        except Refusal:
            raise
        except Exception as error:  # A stranger's components may break a game in any way.
            raise InvalidComponents(
                f"{own.title} cannot be played with these components: {error!r}"
            ) from error

    def rules_source(self) -> RulesSource:
        """Gives a `Match` the rules with this source's components. Raises as `rules` does."""
        rules = self.rules()
        brought = self.header

        def find(name: str, digest: str) -> AnyRules:
            if brought is None or (name, digest) != (brought.game, brought.digest):
                raise UnknownComponents(f"{self.name} does not bring the components {digest[:12]}… along")
            return rules

        return find

    def _find_secrets(self) -> list[tuple[int, bytes | None]]:
        """The secret wherever it must be, with the version of the event that has it: a database keeps it
        beside the first event, the last one publishes it. None where it is not there."""
        found: list[tuple[int, bytes | None]] = []
        if self._stored:
            found.append((1, _kept_secret(self._stored)))
        if self.finished:
            found.append((len(self.events), _published_secret(self.events[-1])))
        return found


def of_recorded(name: str, stored: Sequence[Recorded], like: Source) -> Source:
    """A log that was never stored, of the same match as another source."""
    return Source(name, like.header, _as_in_file(stored), stored=stored, players=like.players)


def _published_secret(last: FileEvent) -> bytes | None:
    try:
        return bytes32(msgspec.json.decode(last.line.data)[SECRET])
    except (ValueError, TypeError, KeyError, RecursionError):
        return None


def _kept_secret(stored: Sequence[Recorded]) -> bytes | None:
    try:
        return bytes32(msgspec.json.decode(stored[0].private)[SECRET])
    except (ValueError, TypeError, KeyError, IndexError, RecursionError):
        return None


def bytes32(text: str) -> bytes | None:
    """The 32 bytes that are written in lower-case hex; None for anything else."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        return None
    return value if len(value) == SECRET_BYTES and value.hex() == text else None


# Files


def from_file(path: Path) -> Source:
    """A match file. Raises `Unreadable` where there is no such file."""
    try:
        content = path.read_bytes()
    except OSError as error:
        raise Unreadable(f"{path} cannot be read: {error.strerror}") from None
    return from_bytes(str(path), content)


def from_bytes(name: str, content: bytes) -> Source:
    """A match file's content."""
    try:
        found = read(content)
    except MalformedFile as error:
        return Source(name, None, (), fault=Fault("malformed-file", 0, str(error)))
    lines = content.split(b"\n")
    return Source(
        name,
        found.header,
        found.events,
        fault=None if found.fault is None else _file_fault(found.fault, lines),
        header_line=lines[0],
        opening_lines=_opening_lines(found.events, lines),
    )


def _file_fault(error: MalformedFile, lines: Sequence[bytes]) -> Fault:
    sentence = f"line {error.line} of the file: {error}"
    if error.line >= len(lines):
        return Fault("cut-off", error.version + 1, sentence)
    if lines[error.line - 1].startswith(OPENINGS):
        return Fault("malformed-openings", error.version, sentence)
    return Fault("broken-line", error.version + 1, sentence)


def _opening_lines(events: Sequence[FileEvent], lines: Sequence[bytes]) -> dict[int, bytes]:
    """The lines of openings, each by the place of the event it follows.

    An event has one at most, but for empty ones, which nobody writes: then the first one is kept, for it
    is not what should stand there.
    """
    found: dict[int, bytes] = {}
    for place, event in enumerate(events, start=1):
        if event.number < len(lines) and lines[event.number].startswith(OPENINGS):
            found[place] = lines[event.number]
    return found


# Databases


class StoredMatches:
    """The matches of a server, through its open store."""

    def __init__(
        self,
        logs: MatchLogs,
        accounts: Accounts,
        signed: Callable[[UUID], Signed] = lambda _match: UNSIGNED,
    ) -> None:
        """`signed` tells the server's keys, and what it has signed of a match."""
        self.logs = logs
        self._accounts = accounts
        self._signed = signed

    def matches(self) -> list[UUID]:
        """The ids of all matches, the oldest first. Raises `StoreUnavailable`."""
        return list(self.logs.matches())

    def source(self, match: UUID) -> Source:
        """A match with all its secrets. Raises `Unreadable`, `StoreUnavailable`."""
        stored, fault = self._read(match)
        if not stored and fault is None:
            raise Unreadable(f"there is no match {match} in the database")
        brought: Header | None = None
        try:
            brought = header(stored[0], self._signed(match)) if stored else None
        except (TypeError, ValueError, Refusal) as error:
            fault = Fault("malformed-file", 0, str(error))
        players = self._players(stored)
        return Source(str(match), brought, _as_in_file(stored), fault=fault, stored=stored, players=players)

    def _read(self, match: UUID) -> tuple[list[Recorded], Fault | None]:
        """The events up to the first that cannot be read."""
        try:
            return self.logs.read(match), None
        except (LogError, ValueError, TypeError, AttributeError, RecursionError):
            return self._read_one_by_one(match)

    def _read_one_by_one(self, match: UUID) -> tuple[list[Recorded], Fault | None]:
        stored: list[Recorded] = []
        while True:
            version = len(stored) + 1
            try:
                found = self.logs.read(match, after=version - 1, limit=1)
            except (LogError, ValueError, TypeError, AttributeError, RecursionError) as error:
                return stored, Fault("broken-line", version, str(error))
            if not found:
                return stored, None
            stored += found

    def _players(self, stored: Sequence[Recorded]) -> Mapping[str, str]:
        events = (recorded.event for recorded in stored)
        ids = {event.player for event in events if isinstance(event, MatchCreated | SeatTaken)}
        return self._accounts.names(player for player in ids if player is not None)


class Database(StoredMatches):
    """The matches of a server, in its database."""

    def __init__(self, url: str) -> None:
        """Raises `Unreadable` where there is no such database, `InvalidConfiguration`, `InvalidComponents`,
        `NotMigrated`, `StoreUnavailable`."""
        path = library_environment(url).get("SQLITE_DBNAME")
        if path is not None and not Path(path).is_file():
            raise Unreadable(f"there is no database at {path}; --database or {DATABASE_VARIABLE} names one")
        self._engine = table_engine(url)
        try:
            check_migrated(self._engine)
        except SQLAlchemyError:
            raise Unreadable(f"the database at {path or url.rpartition('@')[2]} cannot be read") from None
        offer_component_sets()
        accounts = Accounts(self._engine, system_clock, token_bytes)
        super().__init__(MatchLogs(url), accounts, lambda match: signed_in(self._engine, match))

    def close(self) -> None:
        """Give the connections back."""
        self.logs.close()
        self._engine.dispose()


def signed_in(engine: Engine, match: UUID) -> Signed:
    """A server's public keys, and its final checkpoint of a match that is over. Raises `StoreUnavailable`."""
    final = Heads(engine).final_checkpoint(match)
    return Signed([key.text for key in published_keys(engine)], [] if final is None else [final])


def _as_in_file(stored: Sequence[Recorded]) -> list[FileEvent]:
    secret = _kept_secret(stored)
    key = salt_key(secret) if secret is not None else b""
    return [
        FileEvent(number, recorded.line, parse_line(recorded.line), tuple(recorded.openings(AUDITOR, key)))
        for number, recorded in enumerate(stored, start=1)
    ]
