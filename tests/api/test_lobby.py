"""The lobby."""

from __future__ import annotations

import pytest

from projections.runner import ProjectionRunner
from tests.api.caller import API, Caller, problem, started_table


def listed(caller: Caller, query: str = "") -> list[str]:
    """The addresses of the tables that the lobby lists."""
    page = caller.get(f"{API}/matches{query}").get_json()
    return [f"{API}/matches/{match['match']}" for match in page["matches"]]


def test_tables_are_listed_the_newest_first(
    ann: Caller, bob: Caller, anyone: Caller, runner: ProjectionRunner
) -> None:
    waiting = ann.open_table(3, bots=[{"seat": 2, "bot": "greedy"}])
    bob.sit(waiting, seat=1)
    running = started_table(ann, bob)
    closed = bob.open_table(2)
    bob.post(f"{closed}/abort")
    runner.catch_up()
    assert listed(anyone) == [closed, running, waiting]
    assert listed(anyone, "?status=open") == [waiting]
    assert listed(anyone, "?game=nova_luna&status=running") == [running]
    assert listed(anyone, f"?player={ann.player}") == [running]
    assert listed(anyone, f"?player={bob.player}") == [running, waiting]
    shown = anyone.get(f"{API}/matches?status=open").get_json()["matches"][0]
    assert [seat["name"] for seat in shown["seats"]] == ["seat 0", "Bob", "greedy bot (seat 2)"]
    assert shown["version"] == anyone.get(waiting).get_json()["version"]


def test_pages_lead_to_one_another(ann: Caller, anyone: Caller, runner: ProjectionRunner) -> None:
    tables = [ann.open_table(2) for _ in range(5)]
    runner.catch_up()
    address, found = f"{API}/matches?limit=2&game=nova_luna", []
    while address:
        answer = anyone.get(address)
        found += [match["match"] for match in answer.get_json()["matches"]]
        assert (answer.get_json()["next"] is None) == ("Link" not in answer.headers)
        address = answer.headers.get("Link", "<>").partition(">")[0][1:]
    assert [f"{API}/matches/{match}" for match in found] == tables[::-1]


@pytest.mark.parametrize(
    "query", ["game=chess", "status=lost", "player=Ann", "limit=0", "limit=201", "cursor=%00"]
)
def test_queries_that_do_not_match_the_schema(anyone: Caller, query: str) -> None:
    problem(anyone.get(f"{API}/matches?{query}"), 422, "invalid-request")


def test_cursors_that_were_never_given_out(anyone: Caller) -> None:
    problem(anyone.get(f"{API}/matches?cursor=abc"), 422, "invalid-cursor")
