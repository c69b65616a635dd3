"""Reading one's own writes."""

from __future__ import annotations

import threading

import pytest

from projections.runner import ProjectionRunner
from tests.api.caller import API, Caller, problem


def test_a_list_that_is_asked_for_what_came_last_has_it(
    ann: Caller, anyone: Caller, runner: ProjectionRunner
) -> None:
    opened = ann.post(f"{API}/matches", {"game": "nova_luna", "seats": 2}).get_json()
    catching_up = threading.Timer(0.05, runner.catch_up)
    catching_up.start()
    page = anyone.get(f"{API}/matches?after_position={opened['position']}").get_json()
    catching_up.join()
    assert [match["match"] for match in page["matches"]] == [opened["match"]]


def test_pages_keep_the_position(ann: Caller, anyone: Caller, runner: ProjectionRunner) -> None:
    for _ in range(2):
        opened = ann.post(f"{API}/matches", {"game": "nova_luna", "seats": 2}).get_json()
    runner.catch_up()
    answer = anyone.get(f"{API}/matches?limit=1&after_position={opened['position']}")
    assert f"after_position={opened['position']}" in answer.headers["Link"]


def test_a_list_that_is_behind_says_so(ann: Caller, anyone: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("api.freshness.WAIT_SECONDS", 0)
    opened = ann.post(f"{API}/matches", {"game": "nova_luna", "seats": 2}).get_json()
    refused = anyone.get(f"{API}/matches?after_position={opened['position']}")
    problem(refused, 503, "read-model-behind")
    assert refused.headers["Retry-After"] == "1"
    assert anyone.get(f"{API}/matches").status_code == 200


def test_a_repeated_command_has_the_position_that_it_had(ann: Caller, bob: Caller) -> None:
    table = ann.open_table()
    first = ann.post(f"{table}/seats", key="sit").get_json()
    bob.sit(table)
    again = ann.post(f"{table}/seats", key="sit").get_json()
    assert again["replayed"]
    assert again["position"] == first["position"]


@pytest.mark.parametrize("position", ["12", "position:12", "bG9iYnk6MQ", "cG9zaXRpb246MQ==", "%C3%A9"])
def test_positions_that_were_never_given_out(anyone: Caller, position: str) -> None:
    problem(anyone.get(f"{API}/matches?after_position={position}"), 422, "invalid-position")
