"""What all tests share: databases, how long Hypothesis searches, and that a strict run skips nothing."""

from __future__ import annotations

import os
from collections.abc import Iterator

import hypothesis
import pytest

from tests import postgres

hypothesis.settings.register_profile("default", deadline=None, derandomize=True, max_examples=50)
hypothesis.settings.register_profile("thorough", deadline=None, max_examples=2000)
hypothesis.settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "default"))

STRICT = os.environ.get("FAIRTABLE_TESTS_STRICT") == "1"


@pytest.fixture(scope="session")
def postgres_server() -> Iterator[postgres.Server]:
    """A PostgreSQL server of this test process, started by the first test that asks for it."""
    try:
        with postgres.kept_server() as server:
            yield server
        return
    except postgres.PostgresUnavailable as error:
        reason = str(error)
    pytest.fail(reason, pytrace=False)


@pytest.fixture(scope="session")
def postgres_url(postgres_server: postgres.Server) -> str:
    """The URL of that server's own database `postgres`, for tests that leave no traces in it."""
    return postgres_server.url()


@pytest.fixture
def fresh_postgres_database(postgres_server: postgres.Server) -> Iterator[str]:
    """The URL of an empty PostgreSQL database of this test's own."""
    with postgres_server.fresh_database() as url:
        yield url


def pytest_sessionfinish(session: pytest.Session) -> None:
    """In a strict run (FAIRTABLE_TESTS_STRICT=1) skipped tests make the run fail: what CI has not seen pass
    has not passed."""
    reporter = session.config.pluginmanager.get_plugin("terminalreporter")
    if STRICT and reporter is not None and reporter.stats.get("skipped"):
        reporter.ensure_newline()
        reporter.write_line("Tests were skipped, which FAIRTABLE_TESTS_STRICT=1 forbids.", red=True)
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
