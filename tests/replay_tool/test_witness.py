"""A witness sees at each visit whether a server still stands by what it has signed."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from uuid import UUID

import pytest
from click.testing import CliRunner
from sqlalchemy import delete, update

from api.context import Services, attach
from domain.heads import HeadKeeper
from domain.keys import Notary
from domain.merkle import EMPTY_ROOT
from domain.signing import Signer
from domain.tables import HEADS, transaction
from replay_tool import cli
from replay_tool.commands import checking
from replay_tool.witness import CannotVisit, Fetch, NotThere, Visit, Witness, fetch_from
from tests.api.caller import Caller
from tests.api.conftest import (
    ann,
    anyone,
    app,
    bob,
    client,
    database,
    migrated,
    services,
    unattached,
)

__all__ = ["ann", "anyone", "app", "bob", "client", "database", "migrated", "services", "unattached"]


@pytest.fixture
def fetch(anyone: Caller) -> Fetch:
    """How the server is asked, as if over the net."""

    def get(path: str) -> bytes:
        answer = anyone.get(path)
        if answer.status_code == 404:
            raise NotThere(path)
        assert answer.status_code == 200, answer.text
        content: bytes = answer.data
        return content

    return get


class Server:
    """A server with matches that end when a test wants them to."""

    def __init__(self, services: Services, database: str, player: Caller, fetch: Fetch, folder: Path) -> None:
        self.services = services
        self.database = database
        self.player = player
        self.fetch = fetch
        self.folder = folder

    def open(self) -> UUID:
        """A match that is not over."""
        return UUID(self.player.open_table(2).rpartition("/")[2])

    def end(self, match: UUID) -> UUID:
        """End it, and let it be entered in the server's own log."""
        answer = self.player.post(f"/api/v1/matches/{match}/abort")
        assert answer.status_code == 201
        keeper = HeadKeeper(self.services.service.logs, self.services.engine, self.services.notary.checkpoint)
        while keeper.step():
            pass
        return match

    def restart(self) -> None:
        """Start again, so that nothing is remembered but what is in the database."""
        attach(self.player.client.application, Services.open(self.database))

    def visit(self, *matches: UUID) -> Visit:
        """A witness comes by."""
        return Witness(self.folder, self.fetch).visit(matches)

    def codes(self, *matches: UUID) -> Sequence[str]:
        """What it cries out."""
        return [alarm.code for alarm in self.visit(*matches).alarms]


@pytest.fixture
def server(services: Services, database: str, ann: Caller, fetch: Fetch, tmp_path: Path) -> Server:
    """A server, and a folder for its witness."""
    return Server(services, database, ann, fetch, tmp_path / "witness")


def test_an_honest_server(server: Server) -> None:
    running, ended = server.open(), server.end(server.open())
    first = server.visit(running)
    assert first.alarms == []
    assert (first.server, first.heads, first.matches) == ("fairtable.localhost", 1, 2)
    assert "new key" in first.notes[0]
    server.end(running)
    second = server.visit()
    assert (second.alarms, second.notes, second.heads, second.matches) == ([], [], 2, 2)
    assert server.visit().alarms == []
    assert {file.stem for file in (server.folder / "matches").iterdir()} == {str(running), str(ended)}


def test_a_match_that_the_server_does_not_know(server: Server) -> None:
    unknown = UUID("00000000-0000-4000-8000-000000000001")
    assert server.codes(unknown) == ["match-unknown"]


def test_a_match_that_has_vanished(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    match = server.open()
    assert server.codes(match) == []
    ask = server.fetch

    def without_it(path: str) -> bytes:
        if str(match) in path:
            raise NotThere(path)
        return ask(path)

    server.fetch = without_it
    assert server.codes() == ["match-vanished"]
    assert server.codes() == ["match-vanished"], "it is not forgotten after the first alarm"


def rewritten(server: Server, match: UUID, size: int, root: bytes) -> Fetch:
    """A server that signs another history of a match."""
    ask, note = server.fetch, server.services.notary.checkpoint(match, size, root)

    def fetch(path: str) -> bytes:
        if f"{match}/checkpoint" not in path:
            return ask(path)
        if "from=" in path and int(path.rpartition("=")[2]) > size:
            raise NotThere(path)
        proof = '"AAAA"' if "from=" in path else ""
        return f'{{"checkpoint":{note!r},"proof":[{proof}]}}'.replace("'", '"').encode()

    return fetch


@pytest.mark.parametrize(("size", "code"), [(9, "history-rewritten"), (1, "history-split")])
def test_a_match_with_another_history(size: int, code: str, server: Server) -> None:
    match = server.open()
    assert server.codes(match) == []
    kept = (server.folder / "matches" / f"{match}.txt").read_text("utf-8")
    server.fetch = rewritten(server, match, size, bytes(32))
    visit = server.visit()
    assert [(alarm.code, alarm.about) for alarm in visit.alarms] == [(code, f"match {match}")]
    (evidence,) = (server.folder / "evidence").iterdir()
    both = evidence.read_text("utf-8")
    assert kept in both
    assert server.services.notary.checkpoint(match, size, bytes(32)) in both, "the two convict the server"
    assert (server.folder / "matches" / f"{match}.txt").read_text("utf-8") == kept


def test_a_match_that_has_become_shorter(server: Server) -> None:
    match = server.open()
    assert server.codes(match) == []
    server.fetch = rewritten(server, match, 0, EMPTY_ROOT)
    assert server.codes() == ["history-cut"]


def test_an_entry_that_has_vanished(server: Server) -> None:
    server.end(server.open())
    server.end(server.open())
    assert server.codes() == []
    with transaction(server.services.engine) as connection:
        connection.execute(delete(HEADS).where(HEADS.c.number == 1))
    server.restart()
    assert "history-cut" in server.codes()


def test_an_entry_that_says_something_else(server: Server) -> None:
    server.end(server.open())
    assert server.codes() == []
    with transaction(server.services.engine) as connection:
        connection.execute(update(HEADS).values(root="00" * 32))
    server.restart()
    assert server.codes() == ["history-split"]


def test_entries_that_are_not_those_that_are_signed(server: Server) -> None:
    server.end(server.open())
    with transaction(server.services.engine) as connection:
        connection.execute(update(HEADS).values(root="00" * 32))
    assert server.codes() == ["heads-mismatch"], "the match itself has another end"


def test_a_server_that_takes_a_key_back(server: Server) -> None:
    assert server.codes() == []
    fresh = Signer("fairtable.localhost", bytes(32)).public
    ask = server.fetch
    server.fetch = lambda path: f"{fresh.text}\n".encode() if "well-known" in path else ask(path)
    visit = server.visit()
    assert [alarm.code for alarm in visit.alarms] == ["key-vanished"]
    assert [note for note in visit.notes if fresh.text in note]


def test_a_server_whose_texts_are_signed_by_nobody_known(server: Server) -> None:
    match = server.open()
    stranger = Notary(Signer("fairtable.localhost", bytes(32)))
    ask = server.fetch
    note = stranger.checkpoint(match, 1, bytes(32))
    server.fetch = lambda path: (
        ask(path) if str(match) not in path else f'{{"checkpoint":{note!r}}}'.replace("'", '"').encode()
    )
    assert server.codes(match) == ["unknown-signer"]


def test_an_address_at_which_there_is_no_fairtable_server(tmp_path: Path) -> None:
    def nothing(path: str) -> bytes:
        raise NotThere(path)

    with pytest.raises(CannotVisit, match="no Fairtable server"):
        Witness(tmp_path, nothing)
    with pytest.raises(CannotVisit, match="cannot be read"):
        Witness(tmp_path, lambda _path: b"<html>")
    with pytest.raises(CannotVisit, match="cannot be reached"):
        Witness(tmp_path, fetch_from("http://127.0.0.1:9"))


def test_the_command(server: Server, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    match = server.open()
    monkeypatch.setattr(checking, "fetch_from", lambda _address: server.fetch)
    arguments = ["witness", str(tmp_path / "kept"), "https://fairtable.example", str(match)]
    first = CliRunner().invoke(cli.main, arguments)
    assert (first.exit_code, "1 match" in first.output) == (0, True), first.output
    server.fetch = rewritten(server, match, 1, bytes(32))
    alarmed = CliRunner().invoke(cli.main, [*arguments, "--json"])
    assert alarmed.exit_code == 1
    assert "history-split" in alarmed.output
    assert (tmp_path / "kept" / "fairtable.example" / "keys.txt").exists()
