"""`log` with filters: by seat, by kind, from and to an event."""

from __future__ import annotations

from typing import Any

import pytest

from tests.replay_tool.conftest import Server
from tests.replay_tool.terminal import FAILED, lines_of, on, run


@pytest.fixture(scope="module")
def entries(server: Server) -> list[Any]:
    return lines_of(run("log", server.file, "--json"))


def test_from_one_event_to_another(server: Server, entries: list[Any]) -> None:
    assert lines_of(run("log", server.file, "--from", 20, "--to", 25, "--json")) == entries[19:25]
    assert lines_of(run("log", server.file, "--from", 100, "--json")) == entries[99:]


def test_what_a_seat_did_and_what_it_befell(server: Server, entries: list[Any]) -> None:
    found = lines_of(run("log", server.file, "--seat", 1, "--json"))
    assert found == [entry for entry in entries if 1 in entry["seats"]]
    assert {"match.SeatTaken", "match.MoveMade", "nova_luna.TaskCompleted"} <= {e["type"] for e in found}
    assert 0 < len(found) < len(entries)


@pytest.mark.parametrize(
    "kind", ["nova_luna.TilePlaced", "TilePlaced", "tileplaced", "*Placed", "nova*Plac*"]
)
def test_events_of_a_kind(server: Server, entries: list[Any], kind: str) -> None:
    found = lines_of(run("log", server.file, "--kind", kind, "--json"))
    assert found == [entry for entry in entries if entry["type"] == "nova_luna.TilePlaced"]


def test_several_kinds_and_all_filters_together(server: Server, entries: list[Any]) -> None:
    args = ("--kind", "MoveMade", "--kind", "TaskCompleted", "--seat", 0, "--from", 30, "--to", 90)
    kinds = {"match.MoveMade", "nova_luna.TaskCompleted"}
    assert lines_of(run("log", server.file, *args, "--json")) == [
        entry for entry in entries[29:90] if entry["type"] in kinds and 0 in entry["seats"]
    ]


def test_on_a_database(server: Server) -> None:
    moves = lines_of(on(server, "log", server.running, "--kind", "MoveMade", "--json"))
    assert len(moves) == 6


def test_a_kind_with_a_mistake_in_it_is_told(server: Server) -> None:
    stderr = run("log", server.file, "--kind", "TilePlcaed", code=FAILED).stderr
    assert "there is no event 'TilePlcaed' in this match; there are match.MatchCreated" in stderr
