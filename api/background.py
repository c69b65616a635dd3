"""What a server process does besides answering requests, each in a thread of its own."""

from __future__ import annotations

import threading
from typing import Final, Protocol

from api.context import Services
from api.live.feed import Feed
from domain.heads import HeadKeeper
from domain.worker import Worker
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from replay_tool.audit_runner import AuditRunner

STOP_SECONDS: Final = 2.0
"""How long a thread has to finish what it is at. What it leaves is done after the next start."""


class Follower(Protocol):
    """Something that follows the store until it is told to stop."""

    def run(self) -> None:
        """Work until `stop` is called."""

    def stop(self) -> None:
        """Let `run` come to its end; returns at once."""


class Background:
    """The threads beside the requests: the feed of this process's streams, the worker that moves bots, the
    projections, and who enters the heads of matches that end.

    All of them may run in any number of processes. The feed must run in each. The worker and the heads do:
    so bots answer at once, in the process that took the move, whichever other process is away. Projections
    need to run somewhere; where many processes serve, one of their own (`fairtable projections run`) spares
    the others from each reading everything to find it done.
    """

    def __init__(self, services: Services, *, projections: bool = True) -> None:
        """Raises `NotMigrated`, `StoreUnavailable`."""
        service = services.service
        worker = Worker(service, services.engine)
        feed = Feed(service.logs, services.hub)
        keeper = HeadKeeper(service.logs, services.engine, services.notary.checkpoint)
        service.subscribe(feed.wake)
        service.subscribe(keeper.wake)
        self._followers: list[Follower] = [feed, worker, keeper]
        if projections:
            runner = ProjectionRunner(service.logs, services.projections, standard_projections(service.logs))
            service.subscribe(runner.wake)
            self._followers.append(runner)
        self._followers.append(AuditRunner(service.logs, services.accounts, services.audits))
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
