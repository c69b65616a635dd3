"""The whole API under made-up requests: each answer is one that the OpenAPI document foretells, and none is a
server's error. Streams have no end, and are not asked for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from shutil import copytree
from typing import Any, NamedTuple

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis import Case
from schemathesis.checks import CheckFunction, not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    missing_required_header,
    negative_data_rejection,
    response_headers_conformance,
    response_schema_conformance,
    status_code_conformance,
    unsupported_method,
)

from api.app import create_app
from api.context import Services
from domain.worker import Worker
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from tests.api.caller import API, Caller, legal_move, mover, started_table
from tests.api.conftest import UNLIMITED

EXAMPLES = 12
"""How many requests are made up for each operation."""

CHECKS: list[CheckFunction] = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_headers_conformance,
    response_schema_conformance,
    negative_data_rejection,
    missing_required_header,
    unsupported_method,
]


@schemathesis.serializer("application/x-ndjson")
def _as_it_is(_context: Any, value: Any) -> bytes:
    """Match files are sent as they are."""
    return value.encode(errors="replace") if isinstance(value, str) else str(value).encode()


class World(NamedTuple):
    """What there is on the server that is asked."""

    schema: Any
    token: str
    known: dict[str, list[str]]
    """Some ids that there are, by the name of the path's parameter."""


@pytest.fixture(scope="module")
def world(migrated: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[World]:
    """A server with matches of all kinds, asked by somebody who may do everything."""
    folder = copytree(migrated, tmp_path_factory.mktemp("schemathesis"), dirs_exist_ok=True)
    services = Services.open(f"sqlite:///{folder}/fairtable.db")
    app = create_app(services, UNLIMITED)
    client = app.test_client()
    officer = services.accounts.register("Olga")
    token = services.accounts.issue(officer.id, ["play", "admin", "audit"])
    olga, bob = Caller(client, token.text, officer.id), Caller.register(client, "Bob")
    running, ended, opened = started_table(olga, bob), started_table(olga, bob), olga.open_table(3)
    player = mover(running, olga, bob)
    player.post(f"{running}/moves", legal_move(player, running))
    bob.post(f"{ended}/resign")
    audit = olga.post(f"{ended}/audit").get_json()["id"]
    while Worker(services.service, services.engine).step():
        pass
    logs = services.service.logs
    ProjectionRunner(logs, services.projections, standard_projections(logs)).catch_up()
    tables = [table.rpartition("/")[2] for table in (running, ended, opened)]
    known = {"match_id": tables, "player_id": [officer.id], "audit_id": [audit], "name": ["nova_luna"]}
    yield World(schemathesis.openapi.from_wsgi(f"{API}/openapi.json", app), token.text, known)
    services.close()


def test_every_answer_is_foretold(world: World, subtests: pytest.Subtests) -> None:
    operations = [result.ok() for result in world.schema.get_all_operations()]
    assert len(operations) > 30
    for operation in operations:
        if not operation.path.endswith("/stream"):
            for mode in GenerationMode:
                with subtests.test(f"{operation.label} {mode.value}"):
                    _ask(operation, mode, world)


def _ask(operation: Any, mode: GenerationMode, world: World) -> None:
    """Made-up requests of one operation: such as it takes, or such as it should not."""

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
    )
    @given(case=operation.as_strategy(generation_mode=mode))
    def ask(case: Case) -> None:
        _point_at_what_there_is(case, world.known)
        case.headers["Prefer"] = ""  # Who waits for something to happen waits long.
        case.call_and_validate(checks=CHECKS, headers={"Authorization": f"Bearer {world.token}"})

    ask()


def _point_at_what_there_is(case: Case, known: dict[str, list[str]]) -> None:
    """Made-up ids are nobody's: three in four are replaced by real ones."""
    for name, ids in known.items():
        made_up = case.path_parameters.get(name)
        if made_up is not None and sum(str(made_up).encode()) % 4:
            case.path_parameters[name] = ids[sum(str(made_up).encode()) % len(ids)]
