"""A feed that goes as far as the test says."""

from __future__ import annotations

import pytest

from api.context import Services
from api.live.feed import Feed


@pytest.fixture
def feed(services: Services) -> Feed:
    """What tells the readers of this process what is stored."""
    return Feed(services.service.logs, services.hub)


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Streams that say at once that nothing has happened, so that a test is never kept waiting."""
    monkeypatch.setattr("api.live.stream.KEEP_ALIVE_SECONDS", 0)
