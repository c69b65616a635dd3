"""The feed: follows the store, and tells the hub what has been stored, by whatever process."""

from __future__ import annotations

import logging
import threading
from typing import Final

from api.live.hub import Hub
from domain.refusals import StoreUnavailable
from domain.storage import MatchLogs

POLL_SECONDS: Final = 0.1
"""How soon it sees what another process has stored. (Of what this process stores it is told at once.)

Asking is one look at an index; on PostgreSQL a subscription would take a connection for good and miss what
is stored before its LISTEN, on SQLite there is none."""

RETRY_SECONDS: Final = 0.5
"""How long it waits when the store does not answer."""

_log = logging.getLogger(__name__)


class Feed:
    """Follows the store from its newest event on. There is one in each process that has a hub."""

    def __init__(self, logs: MatchLogs, hub: Hub) -> None:
        """Raises `StoreUnavailable`."""
        self._logs = logs
        self._hub = hub
        self._position = logs.newest_position()
        self._woken = threading.Event()
        self._stopped = threading.Event()

    def run(self) -> None:
        """Work until `stop` is called."""
        while not self._stopped.is_set():
            try:
                if not self.step():
                    self._woken.wait(POLL_SECONDS)
                    self._woken.clear()
            except StoreUnavailable as error:
                _log.warning("the streams wait for the database: %s", error)
                self._stopped.wait(RETRY_SECONDS)

    def stop(self) -> None:
        """Let `run` come to its end."""
        self._stopped.set()
        self._woken.set()

    def wake(self) -> None:
        """Something has been stored: look at once."""
        self._woken.set()

    def step(self) -> bool:
        """Tell of one page of events. Whether there were any. Raises `StoreUnavailable`."""
        page = self._logs.follow(self._position)
        for event in page:
            self._hub.publish(event)
        if page:
            self._position = page[-1].position
        return bool(page)
