"""A server's database with two finished matches, one that runs and one that has not begun."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import insert

from domain.commands import CreateMatch, Person
from domain.games.rules import SPECTATOR
from domain.service import MatchService
from domain.simulation import SimulatedClock, Simulation
from domain.storage import MatchLogs, table_engine
from domain.tables import PLAYERS, migrate, transaction
from tests.replay_tool.matches import GAME, file_of, running_match

NAMES = {"player-0": "Ada", "player-1": "Grace"}


@dataclass
class Server:
    """A server's database, and what is in it."""

    url: str
    finished: list[UUID]
    running: UUID
    open: UUID
    file: Path
    """The file of the first finished match."""
    running_file: Path
    """A spectator's file of the running match."""


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Server:
    folder = tmp_path_factory.mktemp("server")
    url = f"sqlite:///{folder / 'fairtable.db'}"
    migrate(url)
    logs = MatchLogs(url)
    finished = list(Simulation(logs, GAME, 2, seed=3).play(2))
    runs = running_match()
    logs.append(runs.events)
    opened = CreateMatch(
        id="f" * 32,
        actor=Person("player-1"),
        game=GAME,
        seats=3,
        options={},
        bots={1: "greedy"},
        secret=bytes(32),
    )
    MatchService(logs, SimulatedClock()).create(opened)
    _name_players(url)
    file, running_file = folder / "finished.match.jsonl", folder / "running.match.jsonl"
    file.write_bytes(file_of(logs.read(finished[0])))
    running_file.write_bytes(file_of(runs.events, SPECTATOR))
    logs.close()
    return Server(url, finished, runs.match.id, UUID("f" * 32), file, running_file)


def _name_players(url: str) -> None:
    engine = table_engine(url)
    with transaction(engine) as connection:
        for player, name in NAMES.items():
            connection.execute(
                insert(PLAYERS).values(id=player, name=name, created_at="2026-01-01T00:00:00.000Z")
            )
    engine.dispose()
