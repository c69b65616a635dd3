"""What each viewer sees."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.pura_vida.state import PuraVidaOptions
from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from tests.domain.games.pura_vida.table import RULES, Table

SUPPLY = ["PV20", "PV21", "PV22"]


@pytest.fixture
def table() -> Table:
    table = Table(["PV01", "PV02", "PV03"], SUPPLY)
    table.release(2, (1, 0))
    table.rest()
    return table


def view(table: Table, viewer: Viewer) -> dict[str, Any]:
    return table.rules.view(table.state, viewer)


def test_everything_on_the_table_is_seen(table: Table) -> None:
    assert view(table, SPECTATOR) == {
        "decision": 3,
        "round": 1,
        "first_seat": 0,
        "turn": 0,
        "last_actions": None,
        "contact": "any",
        "path": [[1, "PV01"], [2, None], [3, "PV03"], *([space, None] for space in range(4, 13))],
        "reachable": [3],
        "supply_size": 3,
        "removed": [],
        "seats": [
            {
                "park": [{"cell": [0, 0], "tile": "PV75"}, {"cell": [1, 0], "tile": "PV02"}],
                "score": 0,
                "ranger": {"stands_on": 2, "rests_on_place": None},
            },
            {
                "park": [{"cell": [0, 0], "tile": "PV60"}],
                "score": 0,
                "ranger": {"stands_on": None, "rests_on_place": 1},
            },
        ],
    }


def test_who_still_may_act_is_seen() -> None:
    table = Table(["PV01", "PV02"], seats=3)
    table.lay({(0, 1): "PV74", (0, 2): "PV73"})
    table.give_points(0, 20)
    table.release(1, (1, 0))
    assert view(table, SPECTATOR)["last_actions"] == [1, 2]
    table.rest()
    assert view(table, SPECTATOR)["last_actions"] == [2]


def test_seats_see_what_spectators_see(table: Table) -> None:
    assert view(table, 0) == view(table, 1) == view(table, SPECTATOR)


def test_only_auditors_see_the_order_of_the_supply(table: Table) -> None:
    assert view(table, AUDITOR) == view(table, SPECTATOR) | {"supply": SUPPLY}


@pytest.mark.parametrize("viewer", [0, SPECTATOR])
def test_no_tile_of_the_supply_occurs_in_what_others_see(table: Table, viewer: Viewer) -> None:
    seen = msgspec.json.encode(view(table, viewer)).decode()
    assert not [tile for tile in SUPPLY if tile in seen]


def test_views_are_plain_json_values(table: Table) -> None:
    for viewer in (SPECTATOR, AUDITOR):
        seen = view(table, viewer)
        assert msgspec.json.decode(msgspec.json.encode(seen)) == seen


def test_a_view_is_never_the_state_itself(table: Table) -> None:
    before = view(table, AUDITOR)
    spoilt = view(table, AUDITOR)
    for name in ("path", "supply", "removed", "reachable", "seats"):
        spoilt[name].clear()
    assert view(table, AUDITOR) == before


def test_nobody_is_to_move_before_the_first_turn() -> None:
    seen = RULES.view(RULES.new_state(2, PuraVidaOptions()), SPECTATOR)
    assert (seen["turn"], seen["reachable"]) == (None, [])
