"""The runner: takes projections through the events of all matches, each event exactly once.

It pulls pages of events by position from the store, and writes what a projection makes of a page in one
transaction with the projection's position. Killed at any moment, it goes on where the last commit was;
several runners at once, in one process or many, do each page once (see `store.advance`).
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Engine

from domain.refusals import StoreUnavailable
from domain.storage import Followed, MatchLogs
from projections.projection import Projection
from projections.rebuilding import Progress, rebuild
from projections.store import (
    POSITIONS,
    advance,
    check_migrated,
    lock_position,
    positions,
    transaction,
)
from projections.waiting import wait_for

POLL_SECONDS = 0.25
"""How soon the runner sees what another process has stored."""

RETRY_SECONDS = 1.0
"""How long it waits when the store does not answer."""

_log = logging.getLogger(__name__)


class UnknownProjection(Exception):
    """This runner has no projection of that name."""


class ProjectionStatus(NamedTuple):
    """How a projection is. `lag` is how far its position is behind the newest; `error` says why it has
    stopped, if it has."""

    name: str
    version: int
    position: int
    lag: int
    error: str | None


class _Follower:
    """A projection and where it stands, as this runner knows it."""

    def __init__(self, projection: Projection, position: int) -> None:
        self.projection = projection
        self.position = position
        self.error: str | None = None


class ProjectionRunner:
    """Keeps read models up to date."""

    def __init__(self, logs: MatchLogs, engine: Engine, projections: Sequence[Projection]) -> None:
        """Raises `NotMigrated`, `StoreUnavailable`."""
        check_migrated(engine, [POSITIONS, *(table for each in projections for table in each.tables)])
        self._logs = logs
        self._engine = engine
        self._working = threading.Lock()
        self._moved = threading.Condition()
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._followers = {each.name: self._follow(each) for each in projections}

    def run(self) -> None:
        """Work until `stop` is called."""
        while not self._stopped.is_set():
            try:
                if not self.step():
                    self._woken.wait(POLL_SECONDS)
                    self._woken.clear()
            except StoreUnavailable as error:
                _log.warning("the projections wait for the database: %s", error)
                self._stopped.wait(RETRY_SECONDS)

    def stop(self) -> None:
        """Let `run` come to its end."""
        self._stopped.set()
        self._woken.set()

    def wake(self) -> None:
        """There are new events."""
        self._woken.set()

    def catch_up(self) -> None:
        """Work until all has been seen that is stored by now. Raises `StoreUnavailable`."""
        while self.step():
            pass

    def step(self) -> bool:
        """Take each projection one page further. Whether there was any. Raises `StoreUnavailable`."""
        pages: dict[int, list[Followed]] = {}  # Most stand at the same position: one reading serves them all.
        with self._working:
            self._resume_rebuilt()
            for follower in self._followers.values():
                if follower.error is None:
                    if follower.position not in pages:
                        pages[follower.position] = self._logs.follow(follower.position)
                    self._take_further(follower, pages[follower.position])
        with self._moved:
            self._moved.notify_all()
        return any(pages.values())

    def wait_for(self, position: int, timeout: float, names: Collection[str] | None = None) -> bool:
        """Wait until all projections, or those named, have seen the events up to a position, whoever runs
        them; False when the time is over before. Raises `UnknownProjection`, `StoreUnavailable`."""
        keys = [each.projection.key for each in self._named(names)]
        return wait_for(self._engine, keys, position, timeout, self._until_moved)

    def status(self) -> list[ProjectionStatus]:
        """How each projection is. Raises `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            found = positions(connection)
        newest = self._logs.newest_position()
        return [
            ProjectionStatus(
                *each.projection.key,
                position=found.get(each.projection.key, 0),
                lag=newest - found.get(each.projection.key, 0),
                error=each.error,
            )
            for each in self._followers.values()
        ]

    def rebuild(self, name: str, progress: Progress | None = None) -> None:
        """Fill a projection's tables anew from the first event on, while live traffic goes on. A projection
        that has stopped goes on after that.

        Raises `UnknownProjection`, `RebuildOvertaken`, `StoreUnavailable`, and what the projection raises
        for an event that it cannot apply; the tables are then as they were.
        """
        (follower,) = self._named([name])
        position = rebuild(self._logs, self._engine, follower.projection, progress)
        with self._working:
            # The live runner may have gone on from there already; it notices what it does not know.
            follower.position, follower.error = position, None
        self.wake()

    def _until_moved(self, timeout: float) -> None:
        with self._moved:
            self._moved.wait(timeout)

    def _named(self, names: Collection[str] | None) -> list[_Follower]:
        try:
            return [self._followers[name] for name in (self._followers if names is None else names)]
        except KeyError as error:
            there = ", ".join(self._followers)
            raise UnknownProjection(f"there is no projection {error}; there are {there}") from None

    def _follow(self, projection: Projection) -> _Follower:
        with transaction(self._engine) as connection:
            position = lock_position(connection, projection.key)
        follower = _Follower(projection, position)
        if position > (newest := self._logs.newest_position()):
            # Positions that it has seen under other events would be skipped.
            follower.error = (
                f"it is at position {position}, the logs end at {newest}: they are others than it was filled "
                f"from; rebuild it"
            )
            _log.error("projection %s does not start: %s", projection.name, follower.error)
        return follower

    def _resume_rebuilt(self) -> None:
        """Go on with what had stopped, once another process has rebuilt it or has come past the obstacle."""
        stopped = [each for each in self._followers.values() if each.error is not None]
        if not stopped:
            return
        with transaction(self._engine) as connection:
            found = positions(connection)
        for follower in stopped:
            position = found.get(follower.projection.key, 0)
            if position != follower.position:
                _log.warning("projection %s goes on from position %d", follower.projection.name, position)
                follower.position, follower.error = position, None

    def _take_further(self, follower: _Follower, page: Sequence[Followed]) -> None:
        if not page:
            return
        try:
            self._apply(follower, page)
        except StoreUnavailable:
            raise
        except Exception:  # One of the events cannot be applied; the ones before it can.
            self._apply_singly(follower, page)

    def _apply_singly(self, follower: _Follower, page: Sequence[Followed]) -> None:
        for event in page:
            try:
                if not self._apply(follower, [event]):
                    return
            except StoreUnavailable:
                raise
            except Exception as error:  # Whatever it is: the other projections go on.
                follower.error = (
                    f"event {event.version} of match {event.match}, a {event.type} at position "
                    f"{event.position}, cannot be applied: {type(error).__name__}: {error}"
                )
                _log.exception("projection %s stops: %s", follower.projection.name, follower.error)
                return

    def _apply(self, follower: _Follower, page: Sequence[Followed]) -> bool:
        """Apply a page, rows and position in one transaction. False where another runner was faster: then
        nothing is applied, and the follower stands where that one has come to."""
        projection = follower.projection
        with transaction(self._engine) as connection:
            position = page[-1].position
            applied = advance(connection, projection.key, follower.position, position)
            if applied:
                if wanted := projection.wanted(page):
                    projection.apply(connection, wanted)
            else:
                position = lock_position(connection, projection.key)
        follower.position = position
        return applied
