"""Tables with other component sets than a game's own, as an owner of the printed game puts them up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from domain.games import registry
from domain.games.nova_luna.components import printed_components
from tests.api.caller import API, GAME, Caller, problem

OTHER = printed_components() | {"set": "few-tokens", "tokens": {"standard": 5, "first_game": {}}}


@pytest.fixture(autouse=True)
def offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_OFFERED", {})
    registry.offer(OTHER)
    yield
    registry.rules_for.cache_clear()


def test_a_table_is_opened_with_a_set_by_name(ann: Caller) -> None:
    assert ann.get(f"{API}/games/{GAME}").get_json()["component_sets"] == ["printed-2020", "few-tokens"]
    table = ann.open_table(components="few-tokens")
    assert ann.get(table).get_json()["components"]["set"] == "few-tokens"
    assert ann.get(ann.open_table()).get_json()["components"]["set"] == "printed-2020"


def test_an_unknown_set_is_refused(ann: Caller) -> None:
    body = {"game": GAME, "seats": 2, "components": "gold"}
    refused = problem(ann.post(f"{API}/matches", body), 422, "unknown-components")
    assert "few-tokens" in refused["detail"]


def test_the_set_is_part_of_what_a_key_stands_for(ann: Caller) -> None:
    body = {"game": GAME, "seats": 2}
    assert ann.post(f"{API}/matches", {**body, "components": "few-tokens"}, key="once").status_code == 201
    assert ann.post(f"{API}/matches", {**body, "components": "few-tokens"}, key="once").status_code == 201
    problem(ann.post(f"{API}/matches", body, key="once"), 422, "idempotency-key-reused")
