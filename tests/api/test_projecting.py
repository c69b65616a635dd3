"""`fairtable projections`: looked at and filled anew."""

from __future__ import annotations

import json
from typing import Any

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.context import Services
from projections.lobby import MATCHES, Lobby
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from tests.api.caller import Caller

NAMES = ["lobby", "players", "statistics"]


@pytest.fixture(autouse=True)
def _environment(database: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRTABLE_DATABASE", database)


def run(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, ["projections", *arguments])


def test_the_status_tells_how_far_each_is_behind(ann: Caller, runner: ProjectionRunner) -> None:
    ann.open_table()
    runner.catch_up()
    assert run("status").output.splitlines()[0].endswith("at position 1, up to date")
    ann.open_table()
    told: list[dict[str, Any]] = json.loads(run("status", "--json").output)
    assert [(each["name"], each["position"], each["lag"]) for each in told] == [
        (name, 1, 1) for name in NAMES
    ]
    assert all("1 behind" in line for line in run("status").output.splitlines())


def test_a_rebuild_fills_anew_what_is_named_or_all(ann: Caller, services: Services) -> None:
    ann.open_table()
    assert run("rebuild").output.splitlines() == [f"{name} is filled anew." for name in NAMES]
    assert len(Lobby(services.projections).list().items) == 1
    with services.projections.begin() as connection:
        connection.execute(MATCHES.delete())
    assert run("rebuild", "lobby").output == "lobby is filled anew.\n"
    assert len(Lobby(services.projections).list().items) == 1


def test_the_names_are_those_of_all_projections(services: Services) -> None:
    assert [each.name for each in standard_projections(services.service.logs)] == NAMES


def test_what_is_not_there_cannot_be_rebuilt() -> None:
    refused = run("rebuild", "hall")
    assert refused.exit_code == 2
    assert "there is no projection 'hall'; there are lobby, players, statistics" in refused.output
