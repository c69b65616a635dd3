"""What the routes work with: the services of one server process, without global state."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from dataclasses import dataclass

from flask import Flask, current_app
from sqlalchemy import Engine, select

from domain import tables
from domain.accounts import Accounts
from domain.service import MatchService, system_clock
from domain.storage import MatchLogs, table_engine
from projections import standard as _standard  # noqa: F401 - declares the tables of all read models
from projections import store
from projections.lobby import Lobby

_EXTENSION = "fairtable"


@dataclass(frozen=True)
class Services:
    """The write side, the read models, and the tables beside them."""

    service: MatchService
    accounts: Accounts
    engine: Engine
    projections: Engine
    """Where the read models are."""
    draw: Callable[[int], bytes] = secrets.token_bytes
    """Gives that many random bytes: secrets, entropies, tokens."""

    @classmethod
    def open(cls, url: str) -> Services:
        """Open a migrated database. Raises `InvalidDatabase`, `StoreUnavailable`, `NotMigrated`."""
        logs = MatchLogs(url)
        engine = table_engine(url)
        tables.check_migrated(engine)
        projections = store.projection_engine(url)
        store.check_migrated(projections)
        return cls(
            service=MatchService(logs),
            accounts=Accounts(engine, system_clock, secrets.token_bytes),
            engine=engine,
            projections=projections,
        )

    @property
    def lobby(self) -> Lobby:
        """The read model of all matches."""
        return Lobby(self.projections)

    def check_ready(self) -> None:
        """Ask the database whether it is there. Raises `StoreUnavailable`."""
        self.service.logs.newest_position()
        with tables.transaction(self.engine) as connection:
            connection.execute(select(tables.PLAYERS.c.id).limit(1))
        with store.transaction(self.projections) as connection:
            store.positions(connection)

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
