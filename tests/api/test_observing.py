"""What can be seen of a server's work: figures, health, request ids. (What it writes down: test_journal.)"""

from __future__ import annotations

import json

import httpx
import pytest
from flask.testing import FlaskClient
from prometheus_client.parser import text_string_to_metric_families
from sqlalchemy import text

from api.context import Services, migrate
from domain import tables
from domain.refusals import StoreUnavailable
from domain.worker import Worker
from projections.runner import ProjectionRunner
from projections.standard import STANDARD
from tests.api.caller import API, Caller, legal_move, mover, problem, started_table
from tests.api.served import serving
from tests.domain.stores import append_played


class Figures:
    """What has been counted since."""

    def __init__(self, client: FlaskClient) -> None:
        self._client = client
        self._before = self._read()

    def __call__(self, name: str, **labels: str) -> float:
        """How much a figure has grown."""
        return self.now(name, **labels) - self._before.get((name, frozenset(labels.items())), 0)

    def now(self, name: str, **labels: str) -> float:
        """A figure."""
        return self._read().get((name, frozenset(labels.items())), 0)

    def _read(self) -> dict[tuple[str, frozenset[tuple[str, str]]], float]:
        answer = self._client.get("/metrics")
        assert answer.status_code == 200
        assert answer.content_type.startswith("text/plain")
        return {
            (sample.name, frozenset(sample.labels.items())): sample.value
            for family in text_string_to_metric_families(answer.text)
            for sample in family.samples
        }


@pytest.fixture
def figures(client: FlaskClient) -> Figures:
    """What is counted from now on."""
    return Figures(client)


# Requests


def test_requests_are_counted_by_route_not_by_address(figures: Figures, ann: Caller, anyone: Caller) -> None:
    tables = [ann.open_table(2) for _ in range(3)]
    for table in tables:
        anyone.get(table)
    anyone.get(f"{tables[0]}?at=x")
    count = "fairtable_request_seconds_count"
    route = f"{API}/matches/<uuid:match_id>"
    assert figures(count, method="GET", route=route, status="200") == 3
    assert figures(count, method="GET", route=route, status="422") == 1
    assert figures(count, method="POST", route=f"{API}/matches", status="201") == 3


def test_what_is_nowhere_makes_one_series(figures: Figures, anyone: Caller, client: FlaskClient) -> None:
    for number in range(3):
        anyone.get(f"/nowhere/{number}")
    client.open("/nowhere", method="BREW")
    count = "fairtable_request_seconds_count"
    assert figures(count, method="GET", route="none", status="404") == 3
    assert figures(count, method="other", route="none", status="404") == 1


# Commands


def test_commands_are_counted_by_what_became_of_them(
    figures: Figures, ann: Caller, bob: Caller, worker: Worker
) -> None:
    table = started_table(ann, bob)
    player = mover(table, ann, bob)
    move = legal_move(player, table)
    for _ in range(2):
        player.post(f"{table}/moves", move, key="once")
    problem(player.post(f"{table}/moves", move), 409, "decision-closed")
    counted = {"command": "MakeMove", "by": "player"}
    total = "fairtable_commands_total"
    assert figures(total, **counted, outcome="accepted", reason="") == 1
    assert figures(total, **counted, outcome="replayed", reason="") == 1
    assert figures(total, **counted, outcome="refused", reason="decision-closed") == 1
    ann.open_table(2, bots=[{"seat": 0, "bot": "random"}, {"seat": 1, "bot": "random"}])
    worker.step()
    assert figures(total, command="MakeMove", by="server", outcome="accepted", reason="") >= 1


def test_lost_races_are_counted(
    figures: Figures, services: Services, ann: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = ann.open_table(2)
    recorder = services.service.logs._recorder
    insert = recorder.insert_events

    def lose_once(*arguments: object, **more: object) -> object:
        monkeypatch.setattr(recorder, "insert_events", insert)
        from eventsourcing.persistence import IntegrityError  # noqa: PLC0415

        raise IntegrityError

    monkeypatch.setattr(recorder, "insert_events", lose_once)
    ann.sit(table)
    assert figures("fairtable_version_conflicts_total") == 1


def test_a_store_that_is_away(
    figures: Figures, services: Services, ann: Caller, monkeypatch: pytest.MonkeyPatch
) -> None:
    def away(*_args: object, **_more: object) -> None:
        raise StoreUnavailable("the database does not answer")

    monkeypatch.setattr(services.service.logs, "append", away)
    problem(ann.post(f"{API}/matches", {"game": "nova_luna", "seats": 2}), 503, "store-unavailable")
    counted = {"command": "CreateMatch", "by": "player"}
    assert (
        figures("fairtable_commands_total", **counted, outcome="unavailable", reason="store-unavailable") == 1
    )
    assert figures.now("fairtable_store_up") == 1
    monkeypatch.setattr(services.service.logs, "newest_position", away)
    assert figures.now("fairtable_store_up") == 0, "and it answers none the less"


# What follows the logs


def test_how_far_read_models_are_behind(
    figures: Figures, services: Services, runner: ProjectionRunner, anyone: Caller
) -> None:
    append_played(services.service.logs)
    newest = services.service.logs.newest_position()
    ready = anyone.get("/health/ready").get_json()
    assert ready == {"status": "ready", "projection_lag": {each.name: newest for each in STANDARD}}
    assert figures.now("fairtable_projection_lag_positions", projection="lobby") == newest
    runner.catch_up()
    assert figures.now("fairtable_projection_lag_positions", projection="lobby") == 0
    assert set(anyone.get("/health/ready").get_json()["projection_lag"].values()) == {0}
    assert figures.now("fairtable_newest_position") == newest


def test_readers_and_audits(figures: Figures, services: Services, ann: Caller, officer: Caller) -> None:
    table = ann.open_table(2)
    officer.post(f"{table}/audit")
    assert figures.now("fairtable_audits", status="queued") == 1
    with services.hub.subscribe(services.service.logs.follow(0)[0].match):
        assert figures("fairtable_readers") == 1
    assert figures("fairtable_readers") == 0


def test_a_server_whose_database_lacks_tables_is_not_ready(services: Services, anyone: Caller) -> None:
    with tables.transaction(services.engine) as connection:
        connection.execute(text("DROP TABLE audits"))
    told = problem(anyone.get("/health/ready"), 503, "not-ready")
    assert "fairtable migrate" in told["detail"]
    assert anyone.get("/health/live").status_code == 200


# Request ids


def test_a_request_id_is_repeated(anyone: Caller) -> None:
    for given in ("abc", "0af7651916cd43dd8448eb211c80319c", "a.b-c_d"):
        for path in ("/health/live", "/nowhere"):
            assert anyone.get(path, X_Request_Id=given).headers["X-Request-Id"] == given


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "<script>", "caf\u00e9", '"quoted"'])
def test_one_that_is_none_is_not(anyone: Caller, given: str) -> None:
    made = anyone.get("/health/live", X_Request_Id=given).headers["X-Request-Id"]
    assert made != given
    assert len(made) == 32


def test_each_request_has_its_own(anyone: Caller) -> None:
    assert len({anyone.get("/health/live").headers["X-Request-Id"] for _ in range(3)}) == 3


# Several processes


def test_any_worker_tells_what_all_have_done(fresh_postgres_database: str) -> None:
    """And each writes JSON lines."""
    migrate(fresh_postgres_database)
    with serving(fresh_postgres_database, "--workers", "2", FAIRTABLE_LOG_LEVEL="info") as served:
        for number in range(20):
            # Each on a connection of its own, so that both workers get some.
            answer = httpx.get(f"{served.url}{API}/games", headers={"X-Request-Id": f"request-{number}"})
            assert answer.status_code == 200
        told = {httpx.get(f"{served.url}/metrics").text for _ in range(4)}
        count = f'fairtable_request_seconds_count{{method="GET",route="{API}/games",status="200"}} 20.0'
        assert all(count in figures for figures in told)
        lines = [json.loads(line) for line in served.said().splitlines() if line.startswith("{")]
        asked = [line["request_id"] for line in lines if line.get("route") == f"{API}/games"]
        assert sorted(asked) == sorted(f"request-{number}" for number in range(20))
        assert len(lines) >= len(served.said().splitlines()) - 1, "all but where it listens"
