"""A server's application on a database of its own, and players."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import httpx
import pytest
from flask import Flask
from flask.testing import FlaskClient

from api.app import create_app
from api.context import Services, attach, migrate
from domain.configuration import Settings
from domain.worker import Worker
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from tests.api.caller import Caller
from tests.api.served import NewProgram, Program

UNLIMITED = Settings(request_limit=0, registration_limit=0)
"""For tests, which all come from one address."""


@pytest.fixture(scope="session")
def migrated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a migrated database, to be copied."""
    folder = tmp_path_factory.mktemp("migrated")
    migrate(f"sqlite:///{folder}/fairtable.db")
    return folder


@pytest.fixture
def database(migrated: Path, tmp_path: Path) -> str:
    """The URL of a migrated database."""
    shutil.copytree(migrated, tmp_path, dirs_exist_ok=True)
    return f"sqlite:///{tmp_path}/fairtable.db"


@pytest.fixture
def services(database: str) -> Iterator[Services]:
    """The services on that database."""
    opened = Services.open(database)
    yield opened
    opened.close()


@pytest.fixture(scope="session")
def unattached(migrated: Path) -> Flask:
    """The application, made once: describing all schemas takes a while."""
    return create_app(Services.open(f"sqlite:///{migrated}/fairtable.db"), UNLIMITED)


@pytest.fixture
def app(unattached: Flask, services: Services) -> Flask:
    """The application on this test's own services."""
    attach(unattached, services)
    return unattached


@pytest.fixture
def client(app: Flask) -> FlaskClient:
    """A client of it."""
    return app.test_client()


@pytest.fixture
def anyone(client: FlaskClient) -> Caller:
    """Somebody without a token."""
    return Caller(client)


@pytest.fixture
def ann(client: FlaskClient) -> Caller:
    """A player."""
    return Caller.register(client, "Ann")


@pytest.fixture
def bob(client: FlaskClient) -> Caller:
    """Another player."""
    return Caller.register(client, "Bob")


@pytest.fixture
def officer(client: FlaskClient, services: Services) -> Caller:
    """A player whose token has all scopes."""
    player = services.accounts.register("Olga")
    token = services.accounts.issue(player.id, ["play", "admin", "audit"])
    return Caller(client, token.text, player.id)


@pytest.fixture
def runner(services: Services) -> ProjectionRunner:
    """What keeps the read models, one step at a time."""
    logs = services.service.logs
    return ProjectionRunner(logs, services.projections, standard_projections(logs))


@pytest.fixture
def worker(services: Services) -> Worker:
    """What moves the bots, one step at a time."""
    return Worker(services.service, services.engine)


@pytest.fixture
def new_program() -> Iterator[NewProgram]:
    """Makes programs that play at the server with this address."""
    with ExitStack() as stack:
        yield lambda url: Program(stack.enter_context(httpx.Client(base_url=url, timeout=10)))
