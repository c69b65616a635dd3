"""Importing match files over the API."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

import pytest
from flask.testing import FlaskClient
from sqlalchemy import insert, select
from werkzeug.test import TestResponse

from api.app import create_app
from api.context import Services, migrate
from domain.origins import IMPORTED
from domain.tables import PLAYERS, transaction
from domain.worker import Worker
from projections.runner import ProjectionRunner
from projections.standard import standard_projections
from replay_tool.importing import MAX_BYTES
from tests.api.caller import API, Caller, problem, started_table
from tests.domain.stores import played
from tests.replay_tool.matches import file_of, running_match

FILE = file_of(played(2, 1)[0])
MATCH = played(2, 1)[0][0].match
NDJSON = "application/x-ndjson"


def send(
    caller: Caller, content: bytes = FILE, key: str = "import", query: str = "", content_type: str = NDJSON
) -> TestResponse:
    """Send a match file."""
    headers = {"Idempotency-Key": key}
    if caller.token is not None:
        headers["Authorization"] = f"Bearer {caller.token}"
    return caller.client.post(
        f"{API}/matches/import{query}", data=content, content_type=content_type, headers=headers
    )


def test_an_imported_match_can_be_read_like_any_other(officer: Caller, anyone: Caller) -> None:
    answer = send(officer)
    assert answer.status_code == 201, answer.text
    told = answer.get_json()
    assert (told["match"], told["game"], told["replayed"]) == (str(MATCH), "nova_luna", False)
    table = answer.headers["Location"]
    shown = anyone.get(table).get_json()
    assert shown["imported"]
    assert shown["version"] == told["events"]
    assert anyone.get(f"{table}/export").data == FILE, "byte for byte, under the word of who had it"
    assert (
        anyone.get(f"{table}/events?limit=500").get_json()["events"][-1]["line"]["type"] == "match.MatchEnded"
    )


def test_the_lobby_shows_it_as_such_and_it_counts_nowhere(
    officer: Caller, anyone: Caller, ann: Caller, bob: Caller, runner: ProjectionRunner, worker: Worker
) -> None:
    send(officer)
    ours = started_table(ann, bob)
    ann.post(f"{ours}/resign")
    while worker.step():
        pass
    runner.catch_up()
    listed = anyone.get(f"{API}/matches").get_json()["matches"]
    assert {(match["match"], match["imported"]) for match in listed} == {
        (str(MATCH), True),
        (ours.rpartition("/")[2], False),
    }
    statistics = anyone.get(f"{API}/statistics/nova_luna").get_json()
    assert [table["matches"] for table in statistics["tables"]] == [1]


def test_the_same_file_again(officer: Caller) -> None:
    first = send(officer)
    for key in ("import", "another"):
        again = send(officer, key=key)
        assert again.status_code == 201
        assert again.headers["Location"] == first.headers["Location"]
        assert again.headers["Idempotency-Replayed"] == "true"
        assert again.get_json() == first.get_json() | {"replayed": True}


def test_a_key_is_for_one_file(officer: Caller) -> None:
    send(officer)
    other = file_of(played(3, 1)[0])
    problem(send(officer, other), 422, "idempotency-key-reused")
    assert send(officer, other, key="another").status_code == 201


def test_a_match_that_was_played_here(ann: Caller, bob: Caller, officer: Caller, anyone: Caller) -> None:
    table = started_table(ann, bob)
    bob.post(f"{table}/resign")
    exported = anyone.get(f"{table}/export").data
    told = problem(send(officer, exported), 409, "match-exists")
    assert "played here" in told["detail"]
    assert not anyone.get(table).get_json()["imported"]


@pytest.fixture
def elsewhere(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    """Another server."""
    url = f"sqlite:///{tmp_path_factory.mktemp('other')}/fairtable.db"
    migrate(url)
    other = Services.open(url)
    yield other
    other.close()


def test_a_match_from_another_server(ann: Caller, bob: Caller, anyone: Caller, elsewhere: Services) -> None:
    """It keeps the other's signatures; and who sat there is nobody here, whatever the ids in its log say."""
    table = started_table(ann, bob)
    bob.post(f"{table}/resign")
    exported = anyone.get(f"{table}/export").data
    admin = Caller(create_app(elsewhere).test_client(), _admin_token(elsewhere))
    with transaction(elsewhere.engine) as connection:
        connection.execute(insert(PLAYERS).values(id=bob.player, name="Robert", created_at="2026"))
    assert send(admin, exported).status_code == 201
    logs = elsewhere.service.logs
    ProjectionRunner(logs, elsewhere.projections, standard_projections(logs)).catch_up()
    assert admin.get(f"{table}/export").data == exported
    (listed,) = admin.get(f"{API}/matches").get_json()["matches"]
    for seats in (admin.get(table).get_json()["seats"], listed["seats"]):
        assert [seat["player"] for seat in seats] == [ann.player, bob.player]
        assert not {seat["name"] for seat in seats} & {"Ann", "Bob", "Robert"}
    assert admin.get(f"{API}/matches?player={bob.player}").get_json()["matches"] == []
    assert admin.get(f"{API}/players/{bob.player}").get_json()["results"] == []


def _admin_token(services: Services) -> str:
    return services.accounts.issue(services.accounts.register("Olga").id, ["admin"]).text


@pytest.mark.parametrize(
    ("content", "status", "code"),
    [
        (b"", 422, "unsound-match-file"),
        (b"{}\n", 422, "unsound-match-file"),
        (FILE[:-1], 422, "unsound-match-file"),
        (FILE.replace(b'"by":0', b'"by":1', 1), 422, "unsound-match-file"),
        (FILE.replace(b'"game":"nova_luna"', b'"game":"chess"'), 404, "unknown-game"),
        (file_of(running_match().events), 422, "unfinished-match-file"),
        (b"x" * (MAX_BYTES + 1), 413, "body-too-large"),
    ],
    ids=["empty", "no header", "cut", "changed", "unknown game", "running", "too large"],
)
def test_what_is_refused_leaves_no_trace(
    officer: Caller, services: Services, content: bytes, status: int, code: str
) -> None:
    problem(send(officer, content), status, code)
    assert services.service.logs.newest_position() == 0
    with transaction(services.engine) as connection:
        assert connection.execute(select(IMPORTED)).all() == []
    assert send(officer).status_code == 201, "the key was not used up"


def test_files_may_be_larger_than_other_bodies(officer: Caller, client: FlaskClient) -> None:
    assert len(FILE) > client.application.config["MAX_CONTENT_LENGTH"]


def test_requests_that_are_none(ann: Caller, anyone: Caller, officer: Caller) -> None:
    problem(send(anyone), 401, "token-required")
    problem(send(ann), 403, "missing-scope")
    problem(send(officer, content_type="application/json"), 415, "unsupported-media-type")
    problem(send(officer, query="?accept_older_rules=maybe"), 422, "invalid-request")
    problem(send(officer, key=""), 400, "idempotency-key-required")
    problem(officer.get(f"{API}/matches/{UUID(int=0)}"), 404, "unknown-match")
