"""What each viewer sees."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from tests.domain.games.nova_luna.table import BLUE, TURQUOISE, YELLOW, Table

RED_ASKS_3_BLUE_OR_1_BLUE = "NL47"
SUPPLY = ["NL20", "NL21", "NL22"]


@pytest.fixture
def table() -> Table:
    table = Table({1: RED_ASKS_3_BLUE_OR_1_BLUE, 2: BLUE, 6: YELLOW, 7: TURQUOISE}, supply=SUPPLY)
    table.take(1, (0, 0), seat=0)
    table.take(2, (0, -1), seat=0)
    return table


def view(table: Table, viewer: Viewer) -> dict[str, Any]:
    return table.rules.view(table.state, viewer)


def test_everything_on_the_table_is_seen(table: Table) -> None:
    assert view(table, SPECTATOR) == {
        "decision": 3,
        "turn": 1,
        "wheel": [None, None, None, None, None, None, YELLOW, TURQUOISE, None, None, None, None],
        "meeple": 2,
        "reachable": [6, 7],
        "may_refill": True,
        "supply_size": 3,
        "moon_track": [[0, [1]], [6, [0]]],
        "seats": [
            {
                "display": [
                    {"cell": [0, 0], "tile": RED_ASKS_3_BLUE_OR_1_BLUE},
                    {"cell": [0, -1], "tile": BLUE},
                ],
                "tasks": {RED_ASKS_3_BLUE_OR_1_BLUE: [False, True], BLUE: []},
                "tokens_left": 19,
                "distance": 6,
            },
            {"display": [], "tasks": {}, "tokens_left": 20, "distance": 0},
        ],
    }


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
    spoilt["wheel"].clear()
    spoilt["supply"].clear()
    spoilt["moon_track"][0][1].clear()
    assert view(table, AUDITOR) == before


def test_nobody_is_to_move_before_the_first_turn() -> None:
    rules = Table(stack=(0, 1)).rules
    assert rules.view(rules.new_state(2, rules.options()), SPECTATOR)["turn"] is None
