"""The stores with read models beside them, for all tests of this folder."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from sqlalchemy import Engine

from domain.storage import MatchLogs
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from projections.store import migrate, projection_engine
from tests.domain.stores import clock, kept_postgres_database, logs, migrated, service

__all__ = ["clock", "kept_postgres_database", "logs", "migrated", "service"]


@pytest.fixture
def views(migrated: str) -> Iterator[Engine]:
    """The read models' tables, empty."""
    migrate(migrated)
    engine = projection_engine(migrated)
    yield engine
    engine.dispose()


@pytest.fixture
def runner(logs: MatchLogs, views: Engine) -> ProjectionRunner:
    """The projections that every server keeps."""
    return ProjectionRunner(logs, views, standard_projections(logs))
