"""The write side's one door: commands in, events stored.

Matches are kept in a bounded cache of our own. Each has a lock, under which it is read, decided on and
saved, so that nobody ever sees a match with events that are not stored; views are built under it too.
Other processes may write as well: a match is brought up to date from the store before it is used, and
the store's key lets only one writer have a version.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from secrets import token_bytes
from typing import NamedTuple
from uuid import UUID

import msgspec

from domain.commands import Command, CreateMatch, MakeMove, new_match_id
from domain.log import Recorded, leaf_hash, timestamp
from domain.match import Match
from domain.merkle import root
from domain.origins import Origin
from domain.refusals import Busy, CommandReused, MatchExists, UnknownMatch, UnknownVersion
from domain.repetition import asks_the_same
from domain.sealing import SECRET_BYTES
from domain.storage import MatchLogs, VersionConflict

CACHED_MATCHES = 1000
ATTEMPTS = 10

Clock = Callable[[], str]
"""Tells the time as lines have it."""


def system_clock() -> str:
    """The time of this machine."""
    return timestamp(datetime.now(UTC))


class Accepted(NamedTuple):
    """What a command led to. `replayed` tells that it had been carried out before.

    `root` is that of the tree over all lines up to `version`: what the server's receipt will say, the same
    for the same command whenever it is asked for.
    """

    match: UUID
    version: int
    events: list[Recorded]
    salt_key: bytes
    replayed: bool
    root: bytes


class _Slot:
    """A cached match and its lock."""

    __slots__ = ("lock", "match")

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.match: Match | None = None


class MatchService:
    """Carries out commands on matches, and lets them be read."""

    def __init__(
        self, logs: MatchLogs, clock: Clock = system_clock, *, cached_matches: int = CACHED_MATCHES
    ) -> None:
        self.logs = logs
        self.clock = clock
        self._listeners: list[Callable[[], None]] = []
        self._slots: OrderedDict[UUID, _Slot] = OrderedDict()
        self._slots_lock = threading.Lock()
        self._cached_matches = cached_matches

    def subscribe(self, listener: Callable[[], None]) -> None:
        """Have `listener` called whenever events have been stored here, by the thread that stored them:
        a wake-up, which must be quick and cannot fail."""
        self._listeners.append(listener)

    def create(self, command: CreateMatch) -> Accepted:
        """Open a table. Its id is the command's. Raises `Refusal`."""
        return self._carry_out(new_match_id(command.id), command)

    def handle(self, match: UUID, command: Command) -> Accepted:
        """Carry out a command on a match, once: the same id again gives the same answer.

        A race lost to another process is tried again on the fresh state: a move still counts while its
        decision is open and owed by its seat, and is refused as closed otherwise, never reinterpreted.
        Raises `Refusal`.
        """
        return self._carry_out(match, command)

    def adopt(self, events: Sequence[Recorded], origin: Origin) -> bool:
        """Store the whole log of a match that was played elsewhere, as it is, with where it came from; all of
        it or nothing. Whether it is new: the same log again changes nothing.

        The race of two who bring different logs of one match is decided by the store, like any other: one has
        its version 1 stored, and the other finds it there. Raises `MatchExists`, `StoreUnavailable`.
        """
        with self._locked(origin.match):
            for _ in range(ATTEMPTS):
                if stored := self.logs.read(origin.match):
                    self._check_same(stored, events, origin.match)
                    return False
                try:
                    self.logs.append(events, origin)
                except VersionConflict:  # Others were faster, or our own insert's acknowledgement got lost.
                    continue
                for listener in self._listeners:
                    listener()
                return True
        raise Busy("others kept changing this match at the same moment; please send it again")

    def _check_same(self, stored: Sequence[Recorded], events: Sequence[Recorded], match: UUID) -> None:
        if self.logs.origin(match) is None:
            raise MatchExists(f"match {match} was played here; there is nothing to import")
        if [event.stored for event in stored] != [event.stored for event in events]:
            raise MatchExists(f"another log of match {match} has been imported already")

    @contextmanager
    def reading(self, match: UUID) -> Iterator[Match]:
        """A match as it stands, for as long as the context lasts: build what you need, keep nothing.

        Raises `UnknownMatch`.
        """
        with self._locked(match) as slot:
            yield self._existing(slot, match)

    def at_version(self, match: UUID, version: int) -> Match:
        """A match as it stood at a version, folded anew. Raises `UnknownMatch`, `UnknownVersion`."""
        with self.reading(match) as current:
            newest = current.version
        if not 1 <= version <= newest:
            raise UnknownVersion(f"the match has versions 1 to {newest}, not {version}")
        return _fold(match, self.logs.read(match, until=version))

    def leaves(self, match: UUID, version: int) -> list[bytes]:
        """The leaves of a match's tree up to a version. Raises `StoreUnavailable`."""
        return [leaf_hash(recorded.line) for recorded in self.logs.read(match, until=version)]

    def _carry_out(self, match_id: UUID, command: Command) -> Accepted:
        if command.salt is None:
            command = msgspec.structs.replace(command, salt=token_bytes(SECRET_BYTES))
        with self._locked(match_id) as slot:
            for _ in range(ATTEMPTS):
                if isinstance(command, CreateMatch):
                    match = self._current(slot, match_id) or Match(match_id)
                else:
                    match = self._existing(slot, match_id)
                if match.command_range(command.id) is not None:
                    return self._repeat(match, command)
                before = match.version
                try:
                    events = match.handle(command, self.clock())
                    self.logs.append(events)
                except VersionConflict:
                    # Either another process was faster, or our own insert had been stored although its
                    # acknowledgement got lost. The fresh state tells: it knows the command's id, or not.
                    slot.match = None
                    continue
                except BaseException:
                    # A refusal comes before the first event and leaves the match as it was. Anything
                    # else may leave it ahead of the store.
                    if match.version != before:
                        slot.match = None
                    raise
                slot.match = match
                for listener in self._listeners:
                    listener()
                return Accepted(
                    match_id, match.version, events, match.salt_key, replayed=False, root=match.root
                )
        raise Busy("others kept changing this match at the same moment; please send it again")

    def _repeat(self, match: Match, command: Command) -> Accepted:
        first, last = match.command_range(command.id) or (0, 0)
        events = self.logs.read(match.id, after=first - 1, until=last)
        asked = match.as_recorded(command) if isinstance(command, MakeMove) else command
        if not asks_the_same(asked, [recorded.event for recorded in events]):
            raise CommandReused("this idempotency key was used for another request; take a fresh one")
        at_that_time = match.root if last == match.version else root(self.leaves(match.id, last))
        return Accepted(match.id, last, events, match.salt_key, replayed=True, root=at_that_time)

    def _existing(self, slot: _Slot, match_id: UUID) -> Match:
        match = self._current(slot, match_id)
        if match is None:
            raise UnknownMatch(match_id)
        return match

    def _current(self, slot: _Slot, match_id: UUID) -> Match | None:
        """The match with all that the store has of it; None where it has nothing."""
        match = slot.match
        events = self.logs.read(match_id, after=match.version if match else 0)
        if not events:
            return match
        if match is None:
            match = Match(match_id)
        slot.match = None  # Should applying fail, nothing half done stays behind.
        for event in events:
            match.apply(event)
        slot.match = match
        return match

    @contextmanager
    def _locked(self, match_id: UUID) -> Iterator[_Slot]:
        """The match's slot, under its lock.

        A slot that has been dropped from the cache meanwhile is not used: two threads would otherwise
        hold two locks of one match. (The store would still let only one of them write.)
        """
        while True:
            with self._slots_lock:
                slot = self._slots.setdefault(match_id, _Slot())
                self._slots.move_to_end(match_id)
                while len(self._slots) > self._cached_matches:
                    self._slots.popitem(last=False)
            with slot.lock:
                if self._slots.get(match_id) is not slot:
                    continue
                try:
                    yield slot
                finally:
                    if slot.match is None:
                        self._forget(match_id)
                return

    def _forget(self, match_id: UUID) -> None:
        """Drop a slot that holds nothing: asking for matches that do not exist must not push out others."""
        with self._slots_lock:
            self._slots.pop(match_id, None)


def _fold(match_id: UUID, events: list[Recorded]) -> Match:
    match = Match(match_id)
    for event in events:
        match.apply(event)
    return match
