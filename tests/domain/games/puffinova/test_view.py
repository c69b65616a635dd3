"""What each viewer sees."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.puffinova.moves import ChooseBuilding, PassCard
from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from tests.domain.games.chance_doubles import NoChance
from tests.domain.games.puffinova.random_play import opening
from tests.domain.games.puffinova.table import BOOM, RULES, Table


def view(table: Table, viewer: Viewer) -> dict[str, Any]:
    return RULES.view(table.state, viewer)


@pytest.fixture
def table() -> Table:
    table = Table(
        hands={0: ["IN01", "IN02"], 1: ["IN03"]},
        diamonds={1: 2},
        left=["DO01", BOOM],
        right=["DO02"],
        rows={("left", 1): ("IN11", "IN12", "IN13"), ("left", 2): (), ("right", 1): ("IN21", "IN22", "IN23")},
    )
    table.lay(1, "star_castle", "IN31")
    table.fly(1, "ark", "right", 1)
    return table


def test_what_lies_on_the_table_is_seen_by_all(table: Table) -> None:
    nothing: dict[str, list[str]] = {
        "diamond_field": [],
        "star_castle": [],
        "moon_council": [],
        "galactic_city": [],
    }
    empty_row = {"cards": [None, None, None], "ships": []}
    seen = view(table, SPECTATOR)
    assert seen == {
        "decision": 1,
        "kind": "turn",
        "seats_asked": [0],
        "turn": 0,
        "landed": False,
        "extra_turns": 0,
        "effect": None,
        "rows": {
            "left": [{"cards": ["IN11", "IN12", "IN13"], "ships": []}, {"cards": [], "ships": []}],
            "right": [{"cards": ["IN21", "IN22", "IN23"], "ships": [[1, "ark"]]}, empty_row],
        },
        "pile_sizes": {"left": 2, "right": 1},
        "explosions": {"left": 0, "right": 0},
        "discard": [],
        "supply": 63,
        "seats": [
            {
                "hand_size": 2,
                "diamonds": 0,
                "ships": ["skiff", "shuttle", "cruiser", "ark"],
                "areas": nothing,
            },
            {
                "hand_size": 1,
                "diamonds": 2,
                "ships": ["skiff", "shuttle", "cruiser"],
                "areas": nothing | {"star_castle": ["IN31"]},
            },
        ],
        "scorepad": [],
    }


def test_a_seat_sees_its_own_hand_besides(table: Table) -> None:
    seen = view(table, 0)
    assert seen["seats"][0]["hand"] == ["IN01", "IN02"]
    assert "hand" not in seen["seats"][1]
    for key in ("hand", "offer", "chosen"):
        del seen["seats"][0][key]
    assert seen == view(table, SPECTATOR)


def test_an_auditor_sees_hands_and_piles(table: Table) -> None:
    seen = view(table, AUDITOR)
    assert [shown["hand"] for shown in seen["seats"]] == [["IN01", "IN02"], ["IN03"]]
    assert seen["piles"] == {"left": ["DO01", BOOM], "right": ["DO02"]}


@pytest.mark.parametrize(
    ("viewer", "hidden"), [(0, ["IN03"]), (1, ["IN01", "IN02"]), (SPECTATOR, ["IN01", "IN03"])]
)
def test_no_hidden_card_occurs_in_what_others_see(table: Table, viewer: Viewer, hidden: list[str]) -> None:
    seen = msgspec.json.encode(view(table, viewer)).decode()
    assert not [card for card in [*hidden, "DO01", "DO02", BOOM] if card in seen]


def test_a_card_chosen_in_secret_is_seen_by_its_chooser_alone() -> None:
    """Ruling 14; who is still asked is public."""
    table = Table(hands={0: ["FR01", "IN01", "NO10", "NO11"], 1: ["NO20", "NO21"]})
    table.play("FR01", ["IN01"], "star_castle")
    table.answer(0, PassCard("NO11"))
    assert view(table, 0)["seats"][0]["chosen"] == "NO11"
    for viewer in (1, SPECTATOR):
        seen = view(table, viewer)
        assert seen["seats_asked"] == [1]
        assert "chosen" not in seen["seats"][0]
        assert "NO11" not in msgspec.json.encode(seen).decode()
    assert view(table, 1)["effect"] == {
        "card": "FR01",
        "kind": "mandatory",
        "do": "pass_card_right",
        "count": 1,
    }


def test_offered_buildings_are_seen_by_their_seat_alone() -> None:
    state = opening(2, 1, PuffiNovaOptions(variant="experienced_family"))
    offers = [player.offer for player in state.players]
    assert RULES.view(state, 1)["seats"][1]["offer"] == offers[1]
    seen = msgspec.json.encode(RULES.view(state, 1)).decode()
    assert not [card for card in [*offers[0], *state.construction] if card in seen]
    assert RULES.view(state, AUDITOR)["construction"] == state.construction
    for event in RULES.decide(state, 0, ChooseBuilding(offers[0][1]), NoChance()):
        RULES.evolve(state, event)
    assert RULES.view(state, 0)["seats"][0]["chosen"] == offers[0][1]
    assert offers[0][1] not in msgspec.json.encode(RULES.view(state, 1)).decode()


def test_a_draw_tells_how_many_cards_are_left_to_draw() -> None:
    table = Table(hands={0: ["LI07", "IN09", "IN10"]})
    table.play("LI07", ["IN09", "IN10"], "star_castle")
    assert view(table, 1)["effect"]["count"] == 2
    table.draw("left")
    assert view(table, 1)["effect"]["count"] == 1


def test_after_the_end_the_scorepad_tells_where_every_star_came_from() -> None:
    table = Table(left=[BOOM], diamonds={0: 2})
    table.lay(0, "star_castle", "DO01")
    table.explode("right", "right")
    table.launch("skiff", "left", 1)
    pad = view(table, SPECTATOR)["scorepad"][0]
    assert (pad["total"], pad["diamonds"], pad["castle"], pad["areas"]) == (1 + 1 + 4, 1, 1, 4)
    assert {"line": "castle", "of": "DO01", "stars": 1, "counted": 1, "choice": None, "cards": []} in pad[
        "detail"
    ]
    assert sum(source["stars"] for source in pad["detail"]) == pad["total"]


def test_a_view_is_never_the_state_itself(table: Table) -> None:
    before = view(table, AUDITOR)
    spoilt = view(table, AUDITOR)
    spoilt["seats"][0]["hand"].clear()
    spoilt["seats"][1]["areas"]["star_castle"].clear()
    spoilt["rows"]["left"][0]["cards"].clear()
    spoilt["rows"]["right"][0]["ships"][0].clear()
    spoilt["piles"]["left"].clear()
    spoilt["discard"].append("IN01")
    assert view(table, AUDITOR) == before
