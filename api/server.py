"""Serving: gunicorn's threads, set up for us and started in this process."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from gunicorn.app.base import BaseApplication

from api.app import create_app
from api.background import Background
from api.context import Services

THREADS: Final = 32
KEPT_CONNECTIONS: Final = 500
"""How many idle connections a worker keeps open beside those it serves."""

GRACE_SECONDS: Final = 2
"""How long requests may go on after a signal to stop."""


class Server(BaseApplication):
    """Fairtable behind gunicorn. Each worker process opens the database for itself, after the fork."""

    def __init__(self, url: str, *, host: str, port: int, workers: int, on_ready: Callable[[], None]) -> None:
        self._url = url
        self._settings: dict[str, Any] = {
            "bind": f"[{host}]:{port}" if ":" in host else f"{host}:{port}",
            "worker_class": "gthread",
            "workers": workers,
            "threads": THREADS,
            "worker_connections": THREADS + KEPT_CONNECTIONS,
            "graceful_timeout": GRACE_SECONDS,
            "keepalive": 15,
            "loglevel": "warning",
            "control_socket_disable": True,
            "when_ready": lambda _arbiter: on_ready(),
            "post_worker_init": lambda _worker: self._start(),
            "worker_exit": lambda _arbiter, _worker: self._stop(),
        }
        self._services: Services | None = None
        self._background: Background | None = None
        super().__init__()

    def load_config(self) -> None:
        """Our settings are all there are; no file and no variable changes them."""
        for name, value in self._settings.items():
            self.cfg.set(name, value)

    def load(self) -> Any:
        """The application of one worker process."""
        self._services = Services.open(self._url)
        return create_app(self._services)

    def _start(self) -> None:
        if self._services is not None:
            self._background = Background(self._services)
            self._background.start()

    def _stop(self) -> None:
        if self._background is not None:
            self._background.stop()
        if self._services is not None:
            self._services.close()
