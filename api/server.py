"""Serving: gunicorn's threads, set up for us and started in this process."""

from __future__ import annotations

import gc
import logging
import resource
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

from gunicorn.app.base import BaseApplication
from gunicorn.config import Config
from gunicorn.glogging import Logger
from gunicorn.workers.base import Worker

from api.app import create_app
from api.background import Background
from api.context import Services
from api.http_worker import ProblemWorker
from api.live.hub import Hub
from api.metrics import forget_process
from domain.configuration import Settings

REQUEST_THREADS: Final = 16
"""How many requests a worker answers at once, beside its live streams: each of those holds a thread too."""

KEPT_CONNECTIONS: Final = 500
"""How many idle connections a worker keeps open beside those it serves."""

OTHER_FILES: Final = 100
"""How many files a worker has open beside its connections."""

GRACE_SECONDS: Final = 1
"""How long requests may go on after a signal to stop, and connections that might bring one stay open."""

STOP_SECONDS: Final = 2
"""How long a worker has to come to its end after that signal, before it is killed."""


class Server(BaseApplication):
    """Fairtable behind gunicorn. Each worker process opens the database for itself, after the fork."""

    def __init__(self, url: str, settings: Settings, *, on_ready: Callable[[], None]) -> None:
        self._url = url
        self._configured = settings
        host, port = settings.host, settings.port
        threads = settings.max_streams + REQUEST_THREADS
        self._settings: dict[str, Any] = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "worker_class": ProblemWorker,
            "workers": settings.workers,
            "threads": threads,
            "worker_connections": threads + KEPT_CONNECTIONS,
            "graceful_timeout": STOP_SECONDS,
            "keepalive": 15,
            "loglevel": settings.log_level,
            "control_socket_disable": True,
            "when_ready": lambda _arbiter: self._tell_ready(on_ready),
            "post_worker_init": self._start,
            "worker_exit": lambda _arbiter, _worker: self._stop(),
            "child_exit": lambda _arbiter, worker: forget_process(worker.pid),
            "logger_class": _Logger,
        }
        self._services: Services | None = None
        self._background: Background | None = None
        _allow_files(threads + KEPT_CONNECTIONS + OTHER_FILES)
        super().__init__()

    def load_config(self) -> None:
        """Our settings are all there are; no file and no variable changes them."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application of one worker process."""
        self._services = Services.open(self._url, readers=self._configured.max_streams)
        return create_app(self._services, self._configured)

    def _start(self, worker: Worker) -> None:
        # The process that watches the workers has its own copy, and gives them longer: they have more to do
        # than to wait for requests.
        worker.cfg.set("graceful_timeout", GRACE_SECONDS)
        if self._services is not None:
            self._background = Background(self._services, projections=self._configured.projections)
            self._background.start()
            _end_streams_at_signals(self._services.hub)
        _keep_for_good()

    def _tell_ready(self, on_ready: Callable[[], None]) -> None:
        on_ready()
        _keep_for_good()

    def _stop(self) -> None:
        if self._background is not None:
            self._background.stop()
        if self._services is not None:
            self._services.close()


class _Logger(Logger):
    """gunicorn's log, written as all logs of the process are."""

    def setup(self, cfg: Config) -> None:
        """Leave the writing to the root logger."""
        super().setup(cfg)
        self.error_log.handlers = []
        self.error_log.propagate = True
        self.error_log.addFilter(_is_worth_telling)


def _is_worth_telling(record: logging.LogRecord) -> bool:
    """Not that a reader has vanished from the network, as phones do."""
    return record.exc_info is None or not isinstance(record.exc_info[1], TimeoutError)


def _end_streams_at_signals(hub: Hub) -> None:
    """End all streams as soon as the process is told to stop: gunicorn would wait for them, and they have no
    end of their own."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGQUIT):
        signal.signal(number, _after_closing(hub, signal.getsignal(number)))
    # As gunicorn has it, and as setting a handler undoes it: no system call of a request is interrupted.
    signal.siginterrupt(signal.SIGTERM, False)


def _after_closing(hub: Hub, handler: Any) -> Callable[[int, FrameType | None], Any]:
    def close_and_handle(number: int, frame: FrameType | None) -> Any:
        # Closing takes locks, of which the thread that the signal interrupts may hold one.
        threading.Thread(target=hub.close, daemon=True).start()
        return handler(number, frame)

    return close_and_handle


def _keep_for_good() -> None:
    """Have the garbage collector pass over what is there by now, modules and routes above all: nothing of it
    becomes garbage. Otherwise it is looked through several times when the process ends, which takes up to a
    second of the three in which a server has to be gone."""
    gc.collect()
    gc.freeze()


def _allow_files(wanted: int) -> None:
    """Let this process and its workers open as many files as they may need, as far as that is allowed:
    usually 1024 are, and each connection is one."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        allowed = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (allowed, hard))
