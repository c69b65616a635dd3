"""What the routes work with: the services of one server process, without global state."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from flask import Flask, current_app
from sqlalchemy import Engine

from api.live.hub import READERS, Hub
from api.observed import ObservedLogs, ObservedService
from domain import tables
from domain.accounts import Accounts
from domain.audits import Audits
from domain.configuration import Settings
from domain.heads import Heads
from domain.keys import Notary, open_notary
from domain.service import MatchService, system_clock
from domain.sessions import Sessions
from domain.storage import table_engine
from projections import standard as _standard  # noqa: F401 - declares the tables of all read models
from projections import store
from projections.lobby import Lobby
from projections.players import Players
from projections.statistics import Statistics

_EXTENSION = "fairtable"
_SETTINGS = "fairtable-settings"


@dataclass(frozen=True)
class Services:
    """The write side, the read models, and the tables beside them."""

    service: MatchService
    accounts: Accounts
    engine: Engine
    projections: Engine
    """Where the read models are."""
    notary: Notary
    """Signs checkpoints."""
    heads: Heads
    """The server's own log."""
    hub: Hub = field(default_factory=Hub)
    """Who listens to matches in this process."""
    draw: Callable[[int], bytes] = secrets.token_bytes
    """Gives that many random bytes: secrets, entropies, tokens."""

    @classmethod
    def open(cls, url: str, *, readers: int = READERS) -> Services:
        """Open a migrated database; `readers` may listen to matches at once.

        Raises `InvalidDatabase`, `StoreUnavailable`, `NotMigrated`, and `InvalidKey` for a signing key that
        cannot be used.
        """
        logs = ObservedLogs(url)
        engine = table_engine(url)
        tables.check_migrated(engine)
        projections = store.projection_engine(url)
        store.check_migrated(projections)
        return cls(
            service=ObservedService(logs),
            accounts=Accounts(engine, system_clock, secrets.token_bytes),
            engine=engine,
            projections=projections,
            notary=open_notary(url, engine, system_clock),
            heads=Heads(engine),
            hub=Hub(readers),
        )

    @property
    def sessions(self) -> Sessions:
        """The browsers that are signed in."""
        return Sessions(self.engine, self.service.clock, self.draw)

    @property
    def results(self) -> Players:
        """The read model of what players have achieved."""
        return Players(self.projections)

    @property
    def audits(self) -> Audits:
        """The audits that somebody has asked for."""
        return Audits(self.engine, self.service.clock)

    @property
    def statistics(self) -> Statistics:
        """The read model of what the games' matches have in common."""
        return Statistics(self.projections)

    @property
    def lobby(self) -> Lobby:
        """The read model of all matches."""
        return Lobby(self.projections)

    def close(self) -> None:
        """Give the connections back."""
        self.service.logs.close()
        self.engine.dispose()
        self.projections.dispose()


def migrate(url: str) -> None:
    """Create what the database lacks, read models included. Safe to repeat.

    Raises `InvalidDatabase`, `StoreUnavailable`.
    """
    tables.migrate(url)
    store.migrate(url)


def attach(app: Flask, services: Services) -> None:
    """Let the routes of an application find its services."""
    app.extensions[_EXTENSION] = services


def services() -> Services:
    """The services of the application that handles this request."""
    found: Services = current_app.extensions[_EXTENSION]
    return found


def configure(app: Flask, settings: Settings) -> None:
    """Let the routes of an application find its settings."""
    app.extensions[_SETTINGS] = settings


def settings() -> Settings:
    """The settings of the application that handles this request."""
    found: Settings = current_app.extensions[_SETTINGS]
    return found
