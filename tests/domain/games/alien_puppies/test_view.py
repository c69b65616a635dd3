"""What each viewer sees."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from domain.games.alien_puppies.moves import Discard, Place, Play, SetRule, UsePower
from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from tests.domain.games.alien_puppies.table import (
    AKITA,
    EARTH,
    HOUDINI,
    HUSKY,
    POODLE,
    RADAR,
    STOP,
    TORNADO,
    TRIFLE,
    Table,
)


def view(table: Table, viewer: Viewer) -> dict[str, Any]:
    return table.rules.view(table.state, viewer)


@pytest.fixture
def table() -> Table:
    table = Table([HUSKY, STOP], [EARTH], [], backyards={1: [RADAR]}, discard=["bark"], pile=[TRIFLE])
    table.play(Place(HUSKY))
    return table


def test_what_lies_open_is_seen_by_all(table: Table) -> None:
    announced = {
        "seat": 0, "action": "place", "effect": "place", "cards": [HUSKY], "targets": [], "stops": 0,
    }  # fmt: skip
    nobody = {"alive": True, "skips": 0, "turns_left": None, "house_rule": None}
    assert view(table, SPECTATOR) == {
        "decision": table.state.decision,
        "turn": 0,
        "actions_left": 0,
        "goal": 3,
        "draw_pile_size": 70,
        "discard": ["bark"],
        "barkmageddon": "in_play",
        "announced": announced,
        "waiting": {"kind": "window", "seats": [1, 2], **announced},
        "seats": [
            nobody | {"hand_size": 1, "backyard": []},
            nobody | {"hand_size": 1, "backyard": [RADAR]},
            nobody | {"hand_size": 0, "backyard": []},
        ],
    }


def test_a_seat_sees_its_own_hand_beside_that(table: Table) -> None:
    own = {"seat": 1, "hand": [EARTH], "seen": [], "chosen": []}
    assert view(table, 1) == view(table, SPECTATOR) | own


def test_an_auditor_sees_all_hands_and_the_pile(table: Table) -> None:
    all_cards = {"hands": [[STOP], [EARTH], []], "draw_pile": table.state.draw_pile, "chosen": []}
    assert view(table, AUDITOR) == view(table, SPECTATOR) | all_cards


@pytest.mark.parametrize("puppy", [TORNADO, AKITA])
def test_top_cards_are_seen_by_who_looks_at_them(puppy: str) -> None:
    table = Table([puppy], [], pile=[STOP, EARTH, EARTH, TRIFLE, "bark"])
    table.place(puppy)
    table.play(UsePower())
    assert view(table, 0)["seen"] == [STOP, EARTH, EARTH, TRIFLE, "bark"][: 5 if puppy == TORNADO else 3]
    assert view(table, 1)["seen"] == []
    assert "seen" not in view(table, SPECTATOR)


def test_what_one_will_discard_is_seen_by_oneself_until_all_have_chosen() -> None:
    table = Table([POODLE], [EARTH, STOP], [TRIFLE])
    table.place(POODLE)
    table.play(UsePower())
    table.play(Discard((STOP,)), 1)
    assert view(table, 1)["chosen"] == [STOP]
    assert view(table, 2)["chosen"] == view(table, 0)["chosen"] == []
    assert view(table, AUDITOR)["chosen"] == [[1, [STOP]]]
    assert view(table, 1)["waiting"] == view(table, 2)["waiting"]


def test_a_house_rule_is_seen_by_all() -> None:
    """Ruling 11."""
    table = Table([HOUDINI], [], [])
    table.place(HOUDINI)
    table.play(SetRule("Be nice."))
    for viewer in (0, 1, SPECTATOR, AUDITOR):
        assert view(table, viewer)["seats"][0]["house_rule"] == "Be nice."


def test_which_cards_are_gone_is_seen_and_which_are_where_is_not() -> None:
    table = Table([STOP], [HUSKY], [RADAR])
    seen = msgspec.json.encode(view(table, 0)).decode()
    assert STOP in seen
    assert HUSKY not in seen
    assert RADAR not in seen


def test_a_view_is_never_the_state_itself(table: Table) -> None:
    before = view(table, AUDITOR)
    spoilt = view(table, AUDITOR)
    spoilt["hands"][0].clear()
    spoilt["draw_pile"].clear()
    spoilt["discard"].clear()
    spoilt["seats"][1]["backyard"].clear()
    spoilt["waiting"]["seats"].clear()
    spoilt["announced"]["cards"].clear()
    assert view(table, AUDITOR) == before


def test_views_are_plain_json_values(table: Table) -> None:
    for viewer in (0, SPECTATOR, AUDITOR):
        seen = view(table, viewer)
        assert msgspec.json.decode(msgspec.json.encode(seen)) == seen


def test_nothing_is_to_be_done_after_the_end() -> None:
    table = Table(["shuffle"], [], [], short=True, out=2)
    table.act(Play("shuffle"))
    table.play(table.legal()[0])
    assert view(table, SPECTATOR)["waiting"] is None
    assert view(table, SPECTATOR)["turn"] is None
