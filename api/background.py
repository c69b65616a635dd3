"""What a server process does besides answering requests, each in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from typing import Final, Protocol

from api.context import Services
from domain.worker import Worker
from projections.runner import ProjectionRunner
from projections.standard import standard_projections

STOP_SECONDS: Final = 2.0
"""How long a thread has to finish what it is at. What it leaves is done after the next start."""


class Follower(Protocol):
    """Something that follows the store until it is told to stop."""

    def run(self) -> None:
        """Work until `stop` is called."""

    def stop(self) -> None:
        """Let `run` come to its end; returns at once."""


class Background:
    """The threads beside the requests: the worker that moves bots, and the projections."""

    def __init__(self, services: Services) -> None:
        """Raises `NotMigrated`, `StoreUnavailable`."""
        service = services.service
        worker = Worker(service, services.engine)
        runner = ProjectionRunner(service.logs, services.projections, standard_projections(service.logs))
        service.subscribe(runner.wake)
        self._followers: Sequence[Follower] = (worker, runner)
        self._threads: list[threading.Thread] = []

    def start(self) -> None:
        """Start the threads."""
        for follower in self._followers:
            thread = threading.Thread(target=follower.run, name=type(follower).__name__, daemon=True)
            thread.start()
            self._threads.append(thread)

    def stop(self) -> None:
        """Stop the threads, and wait for them a bounded time."""
        for follower in self._followers:
            follower.stop()
        for thread in self._threads:
            thread.join(STOP_SECONDS)
