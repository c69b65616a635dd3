"""Files and databases give the same match."""

from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from domain.storage import InvalidDatabase
from domain.tables import NotMigrated
from replay_tool.audit import audit
from replay_tool.sources import Database, Unreadable, from_bytes, from_file
from replay_tool.verify import verify
from tests.replay_tool.conftest import Server
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import file_of, finished_match, places


@pytest.fixture
def database(server: Server) -> Iterator[Database]:
    opened = Database(server.url)
    yield opened
    opened.close()


def test_a_file_gives_back_what_was_stored(server: Server, database: Database) -> None:
    """The private parts too, since a finished match's file opens everything."""
    filed, stored = from_file(server.file), database.source(server.finished[0])
    assert [event.stored for event in filed.all_recorded()] == [
        event.stored for event in stored.all_recorded()
    ]
    assert [event.event for event in filed.all_recorded()] == [event.event for event in stored.all_recorded()]
    assert filed.secret == stored.secret
    assert filed.header == stored.header


def test_all_matches_of_a_database_the_oldest_first(server: Server, database: Database) -> None:
    assert database.matches() == [*server.finished, server.running, server.open]


def test_a_database_knows_the_names_of_its_players(server: Server, database: Database) -> None:
    assert database.source(server.running).players == {"player-0": "Ada", "player-1": "Grace"}


def test_a_running_match_in_a_database_is_verified_and_audited_with_its_secret(
    server: Server, database: Database
) -> None:
    for match in (server.running, server.open):
        source = database.source(match)
        assert source.is_complete
        assert not source.finished
        assert places(verify(source)) == []
        report = audit(source, thorough=True)
        assert places(report) == []
        assert report.not_judged == ()


def test_a_match_that_is_not_there(database: Database) -> None:
    with pytest.raises(Unreadable, match="there is no match 00000000-0000-0000-0000-000000000007"):
        database.source(UUID(int=7))


def test_a_file_that_is_not_there() -> None:
    with pytest.raises(Unreadable, match=r"no\.file cannot be read: No such file"):
        from_file(Path("no.file"))


def test_the_components_come_from_the_file() -> None:
    log = Forger(finished_match())
    log.header["components"]["origin"] = "home-made"
    assert from_bytes("x", log.file()).rules().components["origin"] == "home-made"


# Databases that cannot be used


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path) -> None:
    with pytest.raises(Unreadable, match="there is no database at"):
        Database(f"sqlite:///{tmp_path / 'no.db'}")
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    path = tmp_path / "text.db"
    path.write_text("this is no database " * 100)
    with pytest.raises(Exception, match=r"database .*(cannot be read|does not answer)"):
        Database(f"sqlite:///{path}")


def test_a_database_without_tables(tmp_path: Path) -> None:
    path = tmp_path / "empty.db"
    path.touch()
    with pytest.raises(NotMigrated):
        Database(f"sqlite:///{path}")


def test_a_url_that_is_none() -> None:
    with pytest.raises(InvalidDatabase):
        Database("mongodb://localhost/matches")


# Databases that somebody has written in


class Broken:
    """A copy of the server's database, to be written in past the server."""

    def __init__(self, server: Server, folder: Path) -> None:
        self.match = server.finished[0]
        self.path = folder / "broken.db"
        shutil.copy(server.url.removeprefix("sqlite:///"), self.path)

    def rewrite(self, version: int, stored: bytes) -> None:
        with sqlite3.connect(self.path) as connection:
            (name,) = connection.execute(
                "SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%originator_version%'"
            ).fetchone()
            of_match = "replace(originator_id, '-', '') = ?"
            changed = connection.execute(
                f"UPDATE {name} SET state = ? WHERE originator_version = ? AND {of_match}",  # noqa: S608
                (stored, version, self.match.hex),
            )
            assert changed.rowcount == 1
        connection.close()

    def found(self) -> list[tuple[str, int]]:
        opened = Database(f"sqlite:///{self.path}")
        try:
            return places(verify(opened.source(self.match)))
        finally:
            opened.close()


@pytest.fixture
def broken(server: Server, tmp_path: Path) -> Broken:
    return Broken(server, tmp_path)


def stored_in(server: Server, version: int) -> bytes:
    return from_file(server.file).recorded(version - 1).stored


def test_a_copy_is_sound(broken: Broken) -> None:
    assert broken.found() == []


def test_a_line_edited_in_the_database(server: Server, broken: Broken) -> None:
    broken.rewrite(20, stored_in(server, 20).replace(b'"version":20', b'"version":21', 1))
    assert broken.found()[0] == ("version-gap", 20)


@pytest.mark.parametrize("stored", [b"", b"x", b"{}\n{}", b"\xff\n\xff"])
def test_bytes_in_the_database_that_are_no_event(server: Server, broken: Broken, stored: bytes) -> None:
    broken.rewrite(20, stored)
    assert broken.found() == [("broken-line", 20)]


@pytest.mark.parametrize("private", [b"[]", b"7", b'{"order":7}', b"{", b'{"draws":[],"salts":7}'])
def test_private_parts_that_do_not_fit(server: Server, broken: Broken, private: bytes) -> None:
    line = stored_in(server, 7).partition(b"\n")[0]
    assert b"TilesShuffled" in line
    broken.rewrite(7, line + b"\n" + private)
    assert {version for _, version in broken.found()} == {7}


def test_a_private_part_that_was_lost(server: Server, broken: Broken) -> None:
    line = stored_in(server, 7).partition(b"\n")[0]
    broken.rewrite(7, line + b"\n{}")
    assert {version for _, version in broken.found()} == {7}


@pytest.mark.parametrize("private", [b"{}", b'{"secret":"00"}', b'{"secret":7}'])
def test_a_secret_that_was_lost(server: Server, broken: Broken, private: bytes) -> None:
    line = stored_in(server, 1).partition(b"\n")[0]
    broken.rewrite(1, line + b"\n" + private)
    assert ("secret-mismatch", 1) in broken.found()


def test_a_first_event_that_is_none(server: Server, broken: Broken) -> None:
    broken.rewrite(1, stored_in(server, 2))
    assert broken.found()[0][1] in (0, 1)


def test_files_and_databases_are_judged_alike(server: Server, database: Database) -> None:
    by_file = audit(from_bytes("x", file_of(list(from_file(server.file).all_recorded()))))
    by_database = audit(database.source(server.finished[0]))
    assert (by_file.findings, by_file.events) == (by_database.findings, by_database.events)
