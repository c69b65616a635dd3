"""The whole API under made-up requests: each answer is one that the OpenAPI document foretells, what breaks
the document is refused, and nothing is a server's error. Streams have no end, and are not asked for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest
import schemathesis
from flask import Flask
from schemathesis.engine import events, from_schema

from api.app import create_app
from api.context import Services
from domain.worker import Worker
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from tests.api.caller import API, Caller, legal_move, mover, started_table
from tests.api.conftest import UNLIMITED

EXAMPLES = 6
"""How many requests are made up for each operation, besides those at the limits of what it takes."""


class World(NamedTuple):
    """The server that is asked, a token for everything, and some ids that there are."""

    app: Flask
    token: str
    known: dict[str, str]


@pytest.fixture
def world(migrated: Path, tmp_path: Path) -> Iterator[World]:
    """A server with matches of all kinds, asked by somebody who may do everything."""
    copytree(migrated, tmp_path, dirs_exist_ok=True)
    services = Services.open(f"sqlite:///{tmp_path}/fairtable.db")
    app = create_app(services, UNLIMITED)
    client = app.test_client()
    player = services.accounts.register("Olga").id
    token = services.accounts.issue(player, ["play", "admin", "audit"]).text
    olga, bob = Caller(client, token, player), Caller.register(client, "Bob")
    running, ended = started_table(olga, bob), started_table(olga, bob)
    moving = mover(running, olga, bob)
    moving.post(f"{running}/moves", legal_move(moving, running))
    bob.post(f"{ended}/resign")
    audit = olga.post(f"{ended}/audit").get_json()["id"]
    while Worker(services.service, services.engine).step():
        pass
    logs = services.service.logs
    ProjectionRunner(logs, services.projections, standard_projections(logs)).catch_up()
    known = {
        "match_id": running.rpartition("/")[2],
        "player_id": player,
        "audit_id": audit,
        "name": "nova_luna",
    }
    yield World(app, token, known)
    services.close()


@schemathesis.serializer("application/x-ndjson")
def _as_it_is(_context: Any, value: Any) -> bytes:
    """Match files are sent as they are."""
    return str(value).encode(errors="replace")


@pytest.mark.parametrize("known", [False, True], ids=["made-up ids", "real ids"])
def test_nothing_is_found(world: World, *, known: bool) -> None:
    parameters = {f"path.{name}": value for name, value in world.known.items()} if known else {}
    config = schemathesis.Config.from_dict(
        {
            "seed": 1,
            "continue-on-failure": True,
            "generation": {"max-examples": EXAMPLES, "deterministic": True, "database": "none"},
            "headers": {"Authorization": f"Bearer {world.token}", "Prefer": ""},
            "parameters": parameters,
            "phases": {"stateful": {"enabled": False}},
            "checks": {
                # That what fits the document is taken cannot be asked for: whether a move is legal, no schema
                # tells.
                "positive_data_acceptance": {"enabled": False},
                # test_access walks all routes; this check does not work without a socket in between.
                "ignored_auth": {"enabled": False},
            },
        }
    )
    schema = schemathesis.openapi.from_wsgi(f"{API}/openapi.json", world.app, config=config)
    found, checked = _run(schema.exclude(path_regex="/stream$"))
    assert found == []
    assert checked["response_schema_conformance"] > 500
    assert checked["negative_data_rejection"] > 500


def _run(schema: Any) -> tuple[list[str], Counter[str]]:
    """What was found, and how often each check was made."""
    found: list[str] = []
    checked: Counter[str] = Counter()
    for event in from_schema(schema).execute():
        if isinstance(event, events.NonFatalError | events.FatalError):
            found.append(str(event))
        elif isinstance(event, events.ScenarioFinished):
            for case, checks in event.recorder.checks.items():
                for check in checks:
                    checked[check.name] += 1
                    if check.failure_info is not None:
                        asked = event.recorder.cases[case].value.as_curl_command()
                        found.append(f"{check.name}: {check.failure_info.failure.message}\n{asked}")
    return found, checked
