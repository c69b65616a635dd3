"""The hub: passes on what happens in a match to everybody in this process who listens.

A reader that does not keep up must cost nobody anything, neither memory nor the time of whoever tells. So
each has a bounded queue of its own; when that is full, the reader is cut off with a mark, and comes back for
what it has missed. Readers are bounded too: each of them holds a thread of the server.
"""

from __future__ import annotations

import threading
from collections import defaultdict, deque
from enum import Enum
from types import TracebackType
from typing import Final, Self
from uuid import UUID

from api.metrics import STREAMS
from api.problems import TooManyReaders
from domain.storage import Followed

QUEUED_EVENTS: Final = 256
"""How far a reader may be behind: some forty moves."""

READERS: Final = 1000
"""How many listen at most in one process, where nothing else is said."""


class Cut(Enum):
    """Why a reader is told nothing more."""

    LAGGED = "lagged"
    """It was too far behind."""
    SHUTDOWN = "shutdown"
    """The process comes to its end."""


class Subscription:
    """One reader's queue. To be closed, or used as a context."""

    def __init__(self, hub: Hub, match: UUID) -> None:
        self.match = match
        self._hub = hub
        self._queue: deque[Followed] = deque()
        self._cut: Cut | None = None
        self._changed = threading.Condition()

    def take(self, timeout: float) -> Followed | Cut | None:
        """The next event; why there is none to come; or None when nothing happens for `timeout` seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self._queue or self._cut, timeout)
            return self._cut or (self._queue.popleft() if self._queue else None)

    def offer(self, event: Followed) -> None:
        """Put an event into the queue; cut the reader off where it is full. Never waits."""
        with self._changed:
            if self._cut is None and len(self._queue) < QUEUED_EVENTS:
                self._queue.append(event)
                self._changed.notify()
                return
        self.cut(Cut.LAGGED)

    def cut(self, why: Cut) -> None:
        """Tell the reader nothing more. What is queued is dropped: it comes back for it."""
        with self._changed:
            self._cut = self._cut or why
            self._queue.clear()
            self._changed.notify()

    def close(self) -> None:
        """Make room for another reader. May be repeated."""
        self._hub.leave(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()


class Hub:
    """All readers of one process, by match."""

    def __init__(self, readers: int = READERS) -> None:
        """`readers` is how many it takes."""
        self._readers = readers
        self._lock = threading.Lock()
        self._by_match: defaultdict[UUID, set[Subscription]] = defaultdict(set)
        self._count = 0
        self._closed = False

    def __len__(self) -> int:
        """How many listen."""
        return self._count

    def subscribe(self, match: UUID) -> Subscription:
        """Listen to a match from now on. Raises `TooManyReaders`."""
        subscription = Subscription(self, match)
        with self._lock:
            if self._count >= self._readers:
                raise TooManyReaders(f"{self._count} are listening already, which is as many as can")
            if self._closed:
                subscription.cut(Cut.SHUTDOWN)
            self._by_match[match].add(subscription)
            self._count += 1
        STREAMS.inc()
        return subscription

    def leave(self, subscription: Subscription) -> None:
        """Forget a reader; one that is not there is no matter."""
        with self._lock:
            listening = self._by_match.get(subscription.match, set())
            if subscription in listening:
                listening.remove(subscription)
                self._count -= 1
                STREAMS.dec()
            if not listening:
                self._by_match.pop(subscription.match, None)

    def publish(self, event: Followed) -> None:
        """Tell all who listen to its match of an event. Never waits for any of them."""
        with self._lock:
            listening = list(self._by_match.get(event.match, ()))
        for subscription in listening:
            subscription.offer(event)

    def close(self) -> None:
        """Cut everybody off, and whoever still comes."""
        with self._lock:
            self._closed = True
            listening = [each for readers in self._by_match.values() for each in readers]
        for subscription in listening:
            subscription.cut(Cut.SHUTDOWN)
