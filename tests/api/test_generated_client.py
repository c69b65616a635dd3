"""A client that was generated from the OpenAPI document plays whole matches, and needs nothing else."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType
from typing import Any
from uuid import UUID

import httpx
import pytest
from flask import Flask
from openapi_python_client import generate
from openapi_python_client.config import Config, ConfigFile, MetaType

from domain.games.registry import GAMES
from domain.worker import Worker
from tests.api.caller import API, Caller

PACKAGE = "generated_client"


@pytest.fixture(scope="session")
def generated(unattached: Flask, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ModuleType]:
    """The client's package, generated and imported."""
    folder = tmp_path_factory.mktemp("generated")
    document = folder / "openapi.json"
    document.write_bytes(unattached.test_client().get(f"{API}/openapi.json").data)
    settings = ConfigFile(
        post_hooks=[], content_type_overrides={"application/x-ndjson": "application/octet-stream"}
    )
    config = Config.from_sources(
        settings,
        MetaType.NONE,
        document_source=document,
        file_encoding="utf-8",
        overwrite=False,
        output_path=folder / PACKAGE,
    )
    warnings = generate(config=config)
    assert [f"{warning.header} {warning.detail}" for warning in warnings] == []
    sys.path.insert(0, str(folder))
    yield importlib.import_module(PACKAGE)
    sys.path.remove(str(folder))
    for name in [name for name in sys.modules if name.partition(".")[0] == PACKAGE]:
        del sys.modules[name]


class Player:
    """Somebody who plays by the generated functions."""

    def __init__(self, app: Flask) -> None:
        self._transport = {"transport": httpx.WSGITransport(app=app)}
        self._keys = 0
        self.client: Any = self._module("client").Client("http://test", httpx_args=self._transport)
        body = self.model("NewPlayer")(name="Gen")
        token = self.call("players.register_player", body=body).token.token
        authenticated = self._module("client").AuthenticatedClient
        self.client = authenticated("http://test", token=token, httpx_args=self._transport)

    def model(self, name: str) -> Any:
        """A generated class."""
        return getattr(self._module("models"), name)

    def call(self, name: str, *arguments: Any, **more: Any) -> Any:
        """What a generated function returns; fails where that is a problem."""
        answer = self._module(f"api.{name}").sync(*arguments, client=self.client, **more)
        assert not isinstance(answer, self.model("Problem")), answer
        assert answer is not None
        return answer

    def give(self, name: str, *arguments: Any, **more: Any) -> Any:
        """A command."""
        self._keys += 1
        return self.call(name, *arguments, idempotency_key=str(self._keys), **more)

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"{PACKAGE}.{name}")


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_a_match_to_its_end(app: Flask, generated: ModuleType, worker: Worker, game: str) -> None:
    player = Player(app)
    played = player.call("games.get_game", game)
    opened = player.give(
        "matches.create_match",
        body=player.model("NewMatch").from_dict(
            {"game": game, "seats": played.seats[0], "bots": _bots(played.seats[0])}
        ),
    )
    match: UUID = opened.match
    player.give("seats.take_seat", match, body=player.model("SeatWanted")(seat=0))
    started = player.give("seats.be_ready", match, body=player.model("Ready")())
    assert {event.line.type_ for event in started.events} >= {"match.SeatReady", "match.MatchStarted"}
    for _ in range(2000):
        while worker.step():
            pass
        owed = player.call("moves.list_moves", match)
        if owed.decision is None:
            break
        move = owed.moves[len(owed.moves) // 2].to_dict()
        wanted = player.model("MoveWanted").from_dict({"decision": owed.decision, "move": move})
        made = player.give("moves.make_move", match, body=wanted)
        assert made.version > owed.version
        assert made.events[0].line.data.decision == owed.decision
    table = player.call("matches.get_match", match)
    assert (table.status, table.imported) == ("ended", False)
    assert table.outcome.ranking
    page = player.call("logs.list_events", match, after=table.version - 1)
    assert page.events[-1].line.type_ == "match.MatchEnded"


def _bots(seats: int) -> list[dict[str, Any]]:
    return [{"seat": seat, "bot": "random"} for seat in range(1, seats)]


def test_bodies_that_are_no_json(app: Flask, generated: ModuleType, ann: Caller) -> None:
    player = Player(app)
    exported = player.call("logs.export_match", UUID(ann.open_table(2).rpartition("/")[2]))
    assert exported.startswith(b'{"checkpoints":')
