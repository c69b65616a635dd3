"""A log that was rewritten by somebody who can repair all that can be computed: chain, seals, openings.

`verify` may find nothing then; `audit` decides again, and finds what the rules, the commitments and the
draws do not allow.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import chance_key, redraw
from domain.games.canonical import component_digest
from domain.log import DRAWS
from domain.sealing import entropy_commitment, hm, secret_commitment
from tests.replay_tool.forger import Draft, Forger, swap
from tests.replay_tool.matches import audited, finished_match, first, places, verified

Forge = Callable[[Forger], int]
"""Rewrites a log, and returns the version at which that must be found."""

EVENTS = finished_match()
END = len(EVENTS)


def forger() -> Forger:
    return Forger(EVENTS)


def test_an_honest_operator_writes_what_is_recorded() -> None:
    honest = forger()
    assert honest.stored() == [event.stored for event in EVENTS]
    assert audited(honest.file()).is_sound


# Moves and what follows from them


def _lay_elsewhere(log: Forger) -> int:
    """A tile away from all others, and all that is recorded of it."""
    version = log.find("MoveMade", 5)
    log.event(version).data["move"]["cell"] = [9, 9]
    log.event(version + 2).data["cell"] = [9, 9]
    return version


def _take_out_of_reach(log: Forger) -> int:
    version = log.find("MoveMade", 5)
    log.event(version).data["move"]["space"] = (log.event(version).data["move"]["space"] + 7) % 12
    return version


def _move_of_no_kind(log: Forger) -> int:
    version = log.find("MoveMade", 5)
    log.event(version).data["move"]["type"] = "steal"
    return version


@pytest.mark.parametrize("forge", [_lay_elsewhere, _take_out_of_reach, _move_of_no_kind])
def test_an_illegal_move(forge: Forge) -> None:
    log = forger()
    version = forge(log)
    assert verified(log.file()).is_sound
    report = audited(log.file())
    assert places(report) == [("illegal-move", version)]
    assert report.sound_events == version - 1
    assert "were not decided again" in report.not_judged[0]


def test_the_rules_say_why_a_move_is_illegal() -> None:
    log = forger()
    _lay_elsewhere(log)
    assert "(9, 9)" in audited(log.file()).findings[0].sentence


def test_a_completed_task_left_out() -> None:
    log = forger()
    version = log.find("TaskCompleted")
    log.remove(version)
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("missing-event", version)


def test_a_completed_task_added() -> None:
    log = forger()
    version = log.find("TaskCompleted")
    log.insert(version + 1, log.copy(version))
    assert first(audited(log.file())) == ("extra-event", version + 1)


def test_a_token_counted_twice() -> None:
    log = forger()
    version = log.find("TaskCompleted")
    log.event(version).data["tokens_left"] -= 1
    report = audited(log.file())
    assert first(report) == ("wrong-data", version)
    assert "tokens_left: 19 is due, the log says 18" in report.findings[0].sentence


def test_an_event_left_out_from_the_midst() -> None:
    log = forger()
    version = log.find("TilePlaced", 5)
    log.remove(version)
    assert first(audited(log.file())) == ("missing-event", version)


def test_an_event_put_into_the_midst() -> None:
    log = forger()
    version = log.find("TilePlaced", 5)
    filled = log.copy(log.find("WheelFilled"))
    filled.at, filled.by = log.event(version).at, log.event(version).by
    log.insert(version, filled)
    assert first(audited(log.file())) == ("extra-event", version)


def test_another_event_in_the_place_of_one() -> None:
    log = forger()
    version = log.find("MoonAdvanced", 3)
    log.event(version).type = "nova_luna.TilePlaced"
    log.event(version).data = log.copy(version - 1).data
    report = audited(log.file())
    assert first(report) == ("wrong-event", version)
    assert "nova_luna.MoonAdvanced is due here" in report.findings[0].sentence


@pytest.mark.parametrize(
    ("data", "why"),
    [({"tile": 7}, "not those of a"), ({"seat": None}, "not those of a")],
)
def test_data_of_another_shape(data: dict[str, Any], why: str) -> None:
    log = forger()
    version = log.find("TilePlaced", 3)
    log.event(version).data.update(data)
    report = audited(log.file())
    assert report.findings[0].code == "wrong-shape"
    assert why in report.findings[0].sentence


def test_a_field_that_such_an_event_does_not_have() -> None:
    log = forger()
    version = log.find("TilePlaced", 3)
    log.event(version).data["note"] = "a message"
    report = audited(log.file())
    assert first(report) == ("wrong-data", version)
    assert "note: there is no such field" in report.findings[0].sentence


def test_a_move_left_out_with_all_its_consequences() -> None:
    log = forger()
    version = log.find("MoveMade", 5)
    while not log.event(version + 1).type.endswith("MoveMade"):
        log.remove(version + 1)
    log.remove(version)
    assert first(audited(log.file())) == ("command-refused", version)


def test_a_move_made_twice() -> None:
    log = forger()
    start, stop = log.find("MoveMade", 5), log.find("MoveMade", 6)
    for version in range(start, stop):
        log.insert(version + stop - start, log.copy(version))
    assert first(audited(log.file())) == ("command-reused", stop)


def test_a_move_made_twice_under_another_id() -> None:
    log = forger()
    start, stop = log.find("MoveMade", 5), log.find("MoveMade", 6)
    for version in range(start, stop):
        log.insert(version + stop - start, log.copy(version))
    log.event(stop).data["command"] = "f" * 32
    assert first(audited(log.file())) == ("command-refused", stop)


def test_a_move_that_no_command_made() -> None:
    log = forger()
    version = log.find("MoveMade", 5)
    del log.event(version).data["command"]
    assert first(audited(log.file())) == ("extra-event", version)


# Who and when


def _by_the_other(log: Forger) -> int:
    version = log.find("MoveMade", 5)
    while not log.event(version).type.endswith("MoveMade") or version == log.find("MoveMade", 5):
        log.event(version).by = 1 - int(log.event(version).by)
        version += 1
    return log.find("MoveMade", 5)


def _by_the_server(log: Forger) -> int:
    version = log.find("MoveMade", 5)
    log.event(version).by = "server"
    return version


def _a_consequence_by_the_other(log: Forger) -> int:
    version = log.find("TilePlaced", 5)
    log.event(version).by = 1 - int(log.event(version).by)
    return version


def _seat_taken_by_a_seat(log: Forger) -> int:
    version = log.find("SeatTaken")
    log.event(version).by = 0
    return version


@pytest.mark.parametrize(
    "forge", [_by_the_other, _by_the_server, _a_consequence_by_the_other, _seat_taken_by_a_seat]
)
def test_a_wrong_author(forge: Forge) -> None:
    log = forger()
    version = forge(log)
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("wrong-author", version)


def test_a_move_attributed_to_the_other_seat() -> None:
    log = forger()
    version = log.find("MoveMade", 5)
    log.event(version).by = log.event(version).data["seat"] = 1 - log.event(version).data["seat"]
    assert first(audited(log.file())) == ("command-refused", version)


def test_a_consequence_at_another_time_than_its_cause() -> None:
    log = forger()
    version = log.find("TilePlaced", 5)
    for later in log.events[version - 1 : log.find("MoveMade", 6) - 1]:
        later.at = later.at.replace(".000Z", ".001Z")
    assert first(audited(log.file())) == ("wrong-time", version)


# Draws


def _order_swapped(log: Forger) -> int:
    """The tiles' order, but not the record of the draw."""
    version = log.find("TilesShuffled")
    log.event(version).data["order"] = swap(log.event(version).data["order"], 0, 20)
    return version


def _chance_key(log: Forger) -> bytes:
    ready = (draft for draft in log.events if draft.type.endswith("SeatReady"))
    return chance_key(log.match, log.secret, [bytes.fromhex(draft.data["entropy"]) for draft in ready])


def _drawn_from_other_tiles(log: Forger) -> int:
    """A draw that is right by itself, from tiles in another order to begin with."""
    version = log.find("TilesShuffled")
    data = log.event(version).data
    (draw,) = data[DRAWS]
    draw["of"] = swap(draw["of"], 3, 40)
    draw["result"] = data["order"] = redraw(_chance_key(log), draw)
    return version


@pytest.mark.parametrize("forge", [_order_swapped, _drawn_from_other_tiles])
def test_a_swapped_draw_that_only_the_rules_tell(forge: Forge) -> None:
    log = forger()
    version = forge(log)
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("wrong-draw", version)


def test_a_swapped_draw_with_its_record() -> None:
    log = forger()
    version = log.find("TilesShuffled")
    data = log.event(version).data
    data["order"] = data[DRAWS][0]["result"] = swap(data["order"], 0, 20)
    assert places(verified(log.file())) == [("draw-mismatch", version)]
    assert first(audited(log.file())) == ("draw-mismatch", version)


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(lambda draws: draws[0].update(label="TurnOrderDrawn"), id="label"),
        pytest.param(lambda draws: draws[0].update(n=2), id="ordinal"),
        pytest.param(lambda draws: draws[0].update(n=True), id="ordinal of another type"),
        pytest.param(lambda draws: draws.append(draws[0]), id="the same draw again"),
        pytest.param(lambda draws: draws.clear(), id="no draw"),
        pytest.param(lambda draws: draws.__setitem__(0, 7), id="no record of a draw"),
        pytest.param(lambda draws: draws[0].pop("of"), id="drawn from nothing"),
        pytest.param(lambda draws: draws[0].update(note=1), id="one more field"),
        pytest.param(
            lambda draws: draws.__setitem__(0, {"label": "TilesShuffled", "n": 1, "below": 0, "result": 0}),
            id="below nothing",
        ),
        pytest.param(
            lambda draws: draws.__setitem__(
                0, {"label": "TilesShuffled", "n": 1, "below": 2**40, "result": 0}
            ),
            id="below more than can be drawn",
        ),
        pytest.param(
            lambda draws: draws.__setitem__(0, {"label": "TilesShuffled", "n": 1, "below": 2, "result": -1}),
            id="an integer that was not drawn",
        ),
    ],
)
def test_a_record_of_draws_that_does_not_hold(edit: Callable[[list[Any]], None]) -> None:
    log = forger()
    version = log.find("TilesShuffled")
    edit(log.event(version).data[DRAWS])
    assert first(verified(log.file())) == ("draw-mismatch", version)


def test_draws_left_out() -> None:
    log = forger()
    version = log.find("TilesShuffled")
    del log.event(version).data[DRAWS]
    log.event(version).sealed.remove(DRAWS)
    assert verified(log.file()).is_sound, "without the rules nobody knows what rests on chance"
    assert first(audited(log.file())) == ("wrong-draw", version)


def test_a_draw_too_many() -> None:
    """It came out as it should, only that nothing was to be drawn."""
    log = forger()
    version = log.find("TilesShuffled")
    draw = {"label": "TilesShuffled/2", "n": 1, "below": 6}
    draw["result"] = redraw(_chance_key(log), draw)
    log.event(version).data[DRAWS].append(draw)
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("wrong-draw", version)


# Secrets


@pytest.mark.parametrize("value", [0.5, 2**53])
def test_a_secret_beyond_the_limits_of_the_format(value: float) -> None:
    log = forger()
    version = log.find("TilePlaced")
    log.event(version).data["more"] = [value]
    log.event(version).sealed.append("more")
    assert first(verified(log.file())) == ("not-canonical", version)


def test_a_seal_under_a_key_that_reads_like_a_path() -> None:
    log = forger()
    version = log.find("TilePlaced")
    log.event(version).data["more.of"] = {"sealed": "00" * 32}
    assert first(verified(log.file())) == ("malformed-seal", version)


def test_a_secret_that_is_called_entropy_where_no_seat_is_taken() -> None:
    log = forger()
    version = log.find("TilePlaced")
    log.event(version).data["entropy"] = "mine"
    log.event(version).sealed.append("entropy")
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("wrong-data", version)


def test_what_should_be_sealed_lies_open() -> None:
    log = forger()
    version = log.find("TilesShuffled")
    log.event(version).sealed.remove("order")
    report = audited(log.file())
    assert first(report) == ("wrong-draw", version)
    assert "order should be sealed" in report.findings[0].sentence


def test_what_should_lie_open_is_sealed() -> None:
    log = forger()
    version = log.find("TilePlaced")
    log.event(version).sealed.append("tile")
    report = audited(log.file())
    assert first(report) == ("wrong-data", version)
    assert "tile should not be sealed" in report.findings[0].sentence


def test_the_log_under_another_secret() -> None:
    log = forger()
    log.secret = hm(log.secret, b"another")
    log.event(END).data["secret"] = log.secret.hex()
    report = audited(log.file())
    assert first(report) == ("secret-mismatch", END)
    assert report.not_judged == ("no move was decided again, since the match's secret is not there",)


def test_another_secret_with_its_commitment() -> None:
    log = forger()
    log.secret = hm(log.secret, b"another")
    log.event(END).data["secret"] = log.secret.hex()
    log.event(1).data["commitment"] = secret_commitment(log.match, log.secret)
    assert first(verified(log.file())) == ("draw-mismatch", log.find("TilesShuffled"))


def test_salts_of_another_secret() -> None:
    log = forger()
    secret, log.secret = log.secret, hm(log.secret, b"another")
    content = log.file()
    assert log.event(END).data["secret"] == secret.hex()
    shuffled = log.find("TilesShuffled")
    assert places(verified(content))[:2] == [("salt-mismatch", shuffled), ("salt-mismatch", shuffled)]


def test_another_entropy_with_its_commitment() -> None:
    log = forger()
    entropy = hm(log.secret, b"another")
    log.event(log.find("SeatTaken")).data["entropy_commitment"] = entropy_commitment(log.match, 0, entropy)
    log.event(log.find("SeatReady")).data["entropy"] = entropy.hex()
    assert first(verified(log.file())) == ("draw-mismatch", log.find("TilesShuffled"))


def test_an_entropy_that_nobody_committed_to() -> None:
    log = forger()
    version = log.find("SeatReady")
    log.event(version).data["entropy"] = "00" * 32
    assert first(verified(log.file())) == ("entropy-mismatch", version)


# The end


@pytest.mark.parametrize(
    "edit",
    [
        pytest.param(lambda end: end["ranking"].reverse(), id="ranking"),
        pytest.param(lambda end: end["scores"].reverse(), id="scores"),
        pytest.param(lambda end: end.update(scores=[20, 20]), id="both first"),
        pytest.param(lambda end: end.update(reason="resigned"), id="reason"),
    ],
)
def test_a_wrong_outcome(edit: Callable[[dict[str, Any]], None]) -> None:
    log = forger()
    edit(log.event(END).data)
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("wrong-outcome", END)


def test_an_end_before_the_end() -> None:
    log = forger()
    version = log.find("MoveMade", 9)
    del log.events[version - 1 : END - 1]
    log.event(version).at, log.event(version).by = log.event(version - 1).at, log.event(version - 1).by
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("extra-event", version)


def test_an_end_before_the_end_as_an_act_of_its_own() -> None:
    log = forger()
    version = log.find("MoveMade", 9)
    del log.events[version - 1 : END - 1]
    log.event(version).data["command"] = "0" * 32
    assert first(audited(log.file())) == ("wrong-event", version)


def test_an_end_as_an_act_of_its_own() -> None:
    log = forger()
    log.event(END).data["command"] = "0" * 32
    report = audited(log.file())
    assert first(report) == ("missing-event", END)


# The beginning


def test_a_match_created_with_another_command() -> None:
    log = forger()
    log.event(1).data["command"] = "0" * 32
    assert first(audited(log.file())) == ("wrong-data", 1)


def test_a_match_that_no_command_created() -> None:
    log = forger()
    del log.event(1).data["command"]
    assert first(audited(log.file())) == ("wrong-data", 1)


def test_a_match_opened_by_nobody() -> None:
    log = forger()
    del log.event(1).data["player"]
    assert first(audited(log.file())) == ("wrong-author", 1)


def test_options_that_the_game_does_not_have() -> None:
    log = forger()
    log.event(1).data["options"] = log.header["options"] = {"tokens": "many"}
    assert first(audited(log.file())) == ("command-refused", 1)


def test_a_seat_taken_twice() -> None:
    log = forger()
    version = log.find("SeatTaken", 2)
    log.insert(version, log.copy(version - 1))
    log.event(version).data["command"] = "f" * 32
    assert first(audited(log.file())) == ("command-refused", version)


def test_a_bot_that_nobody_asked_for() -> None:
    log = forger()
    version = log.find("SeatTaken")
    data = {"seat": 0, "bot": "greedy", "command": log.event(version).data["command"]}
    log.events[version - 1] = Draft(log.event(version).at, "server", "match.SeatTaken", data)
    assert ("wrong-author", version) in places(audited(log.file()))


def test_a_seat_taken_by_nobody() -> None:
    log = forger()
    version = log.find("SeatTaken")
    data = {"seat": 0, "command": log.event(version).data["command"]}
    log.events[version - 1] = Draft(log.event(version).at, "player", "match.SeatTaken", data)
    assert ("wrong-data", version) in places(audited(log.file()))


def test_other_components_than_those_anybody_knows_are_pointed_out() -> None:
    """They may be right, if that was the table's choice: then all the rest must be right by them."""
    log = forger()
    components = log.header["components"]
    components["origin"] = "home-made"
    log.header["digest"] = log.event(1).data["digest"] = component_digest(components)
    report = audited(log.file())
    assert report.is_sound
    assert "is none that is known here" in report.not_judged[0]


def test_a_component_set_under_another_name() -> None:
    log = forger()
    log.event(1).data["components"] = "other"
    assert places(verified(log.file())) == [("components-mismatch", 0)]


def test_components_that_the_game_cannot_be_played_with() -> None:
    log = forger()
    log.header["components"] = {"set": log.header["components"]["set"]}
    log.header["digest"] = log.event(1).data["digest"] = component_digest(log.header["components"])
    assert verified(log.file()).is_sound
    assert first(audited(log.file())) == ("components-invalid", 0)


# Anything at all

JUNK = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-5, 80)
    | st.sampled_from([10**15, -(10**15), "", "seat", "é", "0" * 64, {"sealed": "0" * 64}]),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["type", "seat", "a"]), inner)
    ),
    max_leaves=5,
)


@given(st.integers(1, END), st.data())
@settings(max_examples=100)
def test_no_field_of_any_value_passes_or_makes_it_fail(version: int, data: st.DataObject) -> None:
    log = forger()
    draft = log.event(version)
    field = data.draw(st.sampled_from([*draft.data, "more"]))
    value = data.draw(JUNK)
    if draft.data.get(field, ...) != value or isinstance(value, bool):
        draft.data[field] = value
        assert not audited(log.file()).is_sound
