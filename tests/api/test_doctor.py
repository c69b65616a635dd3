"""`fairtable doctor`: what it finds, and that it says what to do."""

from __future__ import annotations

import json
import os
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from shutil import copytree
from types import SimpleNamespace

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.context import Services, migrate
from api.doctor import examination
from api.doctor.findings import Finding
from domain.commands import Abort
from domain.games import registry
from domain.games.canonical import component_digest
from domain.log import timestamp
from domain.service import MatchService
from domain.storage import MatchLogs
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from tests.domain.stores import append_played, command, open_table, opened, person
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import finished_match


@pytest.fixture(autouse=True)
def data(tmp_path: Path, migrated: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder with a migrated database, and a server that has been started once."""
    folder = copytree(migrated, tmp_path / "data")
    folder.chmod(0o700)
    (folder / "fairtable.key").unlink(missing_ok=True)
    monkeypatch.setenv("FAIRTABLE_DATA", str(folder))
    monkeypatch.delenv("FAIRTABLE_DATABASE", raising=False)
    Services.open(url(folder)).close()
    return folder


def url(data: Path) -> str:
    """Its database."""
    return f"sqlite:///{data}/fairtable.db"


@pytest.fixture
def logs(data: Path) -> Iterator[MatchLogs]:
    """Its logs."""
    with opened(url(data)) as logs:
        yield logs


def examined() -> tuple[int, dict[str, Finding]]:
    """The exit code, and what is found, the worst of each kind."""
    result: Result = CliRunner().invoke(main, ["doctor", "--json"])
    findings = [Finding(**found) for found in json.loads(result.output)]
    for finding in findings:
        assert finding.sentence
        assert (finding.advice is None) == (finding.level == "ok")
    levels = ("ok", "warning", "error")
    ranked = sorted(findings, key=lambda finding: levels.index(finding.level))
    return result.exit_code, {finding.check: finding for finding in ranked}


def found(check: str, level: str) -> Finding:
    """The one thing that is not well."""
    code, findings = examined()
    assert code == {"warning": 1, "error": 2}[level]
    assert {name for name, finding in findings.items() if finding.level != "ok"} == {check}
    assert findings[check].level == level
    return findings[check]


CHECKS = {
    "clock",
    "components",
    "database",
    "disk",
    "durability",
    "encoding",
    "key",
    "projections",
    "schema",
    "worker",
}


def test_a_server_that_is_well(logs: MatchLogs, data: Path) -> None:
    append_played(logs)
    engine = Services.open(url(data))
    ProjectionRunner(logs, engine.projections, standard_projections(logs)).catch_up()
    engine.close()
    code, findings = examined()
    assert code == 0, findings
    assert findings.keys() == CHECKS
    text = CliRunner().invoke(main, ["doctor"])
    assert text.exit_code == 0
    assert len(text.output.splitlines()) == len(CHECKS)
    assert "all matches can be read (1 matches with 1 component sets)" in text.output


def test_no_database(data: Path) -> None:
    (data / "fairtable.db").unlink()
    assert found("database", "error").advice == "run: fairtable migrate"


def test_a_database_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRTABLE_DATABASE", "postgresql://ann:hidden@127.0.0.1:9/nowhere")
    finding = found("database", "error")
    assert "does not answer" in finding.sentence
    assert "hidden" not in finding.sentence


def test_a_database_that_is_none(data: Path) -> None:
    (data / "fairtable.db").write_bytes(b"this is no database, whatever its name says" * 100)
    (data / "fairtable.db-wal").unlink(missing_ok=True)
    (data / "fairtable.db").chmod(0o600)
    assert "not a database" in found("database", "error").sentence


def test_missing_tables(data: Path) -> None:
    with closing(sqlite3.connect(data / "fairtable.db")) as connection:
        connection.execute("DROP TABLE audits")
    finding = found("schema", "error")
    assert "audits" in finding.sentence
    assert finding.advice == "run: fairtable migrate"


def test_a_database_that_others_can_read(data: Path) -> None:
    (data / "fairtable.db").chmod(0o644)
    assert examined()[0] == 0, "the folder keeps them out"
    data.chmod(0o755)
    assert found("database", "warning").advice == f"chmod 700 {data}"


def test_postgresql_that_can_lose_moves(
    fresh_postgres_database: str, data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """That of the tests does not sync."""
    migrate(fresh_postgres_database)
    monkeypatch.setenv("FAIRTABLE_DATABASE", fresh_postgres_database)
    (data / "fairtable.key").unlink()
    finding = found("durability", "error")
    assert "fsync is off" in finding.sentence
    assert finding.advice == "set fsync to on, full_page_writes to on, synchronous_commit to on"
    assert examined()[1].keys() == CHECKS


def test_a_clock_that_is_slow(logs: MatchLogs) -> None:
    later = timestamp(datetime.now(UTC) + timedelta(hours=1))
    service = MatchService(logs, lambda: later)
    service.handle(open_table(service), Abort(id=command(), actor=person(0)))
    code, findings = examined()
    assert code == 1
    assert "seconds from now" in findings["clock"].sentence


def test_read_models_that_nobody_keeps(logs: MatchLogs) -> None:
    append_played(logs)
    finding = found("projections", "warning")
    assert "lobby" in finding.sentence
    assert "fairtable projections run" in (finding.advice or "")


def test_read_models_of_other_logs(data: Path, logs: MatchLogs) -> None:
    append_played(logs)
    engine = Services.open(url(data))
    ProjectionRunner(logs, engine.projections, standard_projections(logs)).catch_up()
    engine.close()
    with closing(sqlite3.connect(data / "fairtable.db")) as connection:
        connection.execute("DELETE FROM stored_events WHERE originator_version > 20")
        connection.commit()
    assert found("projections", "error").advice == "run: fairtable projections rebuild"


def test_a_disk_that_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    for free, level in ((50 << 20, "error"), (500 << 20, "warning")):
        usage = SimpleNamespace(total=100 << 30, free=free)
        monkeypatch.setattr("shutil.disk_usage", lambda _folder, usage=usage: usage)
        assert "are free at" in found("disk", level).sentence


def test_a_key_that_others_can_read(data: Path) -> None:
    (data / "fairtable.key").chmod(0o640)
    assert "others than its owner can read" in found("key", "error").sentence


def test_a_key_that_is_gone(data: Path) -> None:
    (data / "fairtable.key").unlink()
    assert "restore it from a backup" in (found("key", "error").advice or "")
    assert not (data / "fairtable.key").exists(), "the doctor makes none"


def test_a_key_that_is_none(data: Path) -> None:
    (data / "fairtable.key").write_text("PRIVATE+KEY+broken\n")
    assert "PRIVATE+KEY+broken" not in found("key", "error").sentence


def test_the_key_of_another_server(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    other = tmp_path / "other"
    other.mkdir()
    migrate(url(other))
    Services.open(url(other)).close()
    os.replace(other / "fairtable.key", data / "fairtable.key")
    assert "has not signed here yet" in found("key", "warning").sentence


def test_matches_whose_components_are_gone(logs: MatchLogs, monkeypatch: pytest.MonkeyPatch) -> None:
    log = Forger(finished_match())
    log.header["components"]["origin"] = "home-made"
    digest = log.event(1).data["digest"] = component_digest(log.header["components"])
    from replay_tool.sources import from_bytes  # noqa: PLC0415

    logs.append([*from_bytes("home-made", log.file()).all_recorded()])
    code, findings = examined()
    assert code == 2
    assert "1 matches cannot be read" in findings["components"].sentence
    assert digest[:12] in findings["components"].sentence
    monkeypatch.setattr(registry, "_KEPT", {})


def test_a_component_set_that_is_none(data: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "sets").mkdir()
    (tmp_path / "sets" / "mine.json").write_text("{}")
    monkeypatch.setenv("FAIRTABLE_COMPONENTS", str(tmp_path / "sets"))
    assert "mine.json" in found("components", "error").sentence


def test_a_database_that_goes_away_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    from domain.refusals import StoreUnavailable  # noqa: PLC0415

    def away(*_arguments: object) -> None:
        raise StoreUnavailable("the database does not answer")

    monkeypatch.setattr(examination, "_examine_logs", away)
    assert "went away" in found("database", "error").sentence
