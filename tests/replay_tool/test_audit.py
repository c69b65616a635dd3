"""What `audit` decides again: every way through a match, older rules, the game's own laws."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.commands import (
    ADMIN,
    SERVER,
    Abort,
    BeReady,
    HandToBot,
    LeaveSeat,
    MakeMove,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.games.nova_luna.rules import NovaLuna
from domain.games.registry import GAMES
from domain.games.rules import SPECTATOR, Event
from domain.match_state import IDLE_HOURS, READY_SECONDS
from domain.sealing import entropy_commitment, hm
from replay_tool.audit import CannotAudit
from tests.domain.table import MATCH
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import (
    GAME,
    EntropyByServerTable,
    NamedTable,
    audited,
    file_of,
    finished_match,
    first,
    places,
    running_match,
    table,
    verified,
)

KEPT = Path(__file__).parents[1] / "vectors" / "nova_luna.match.jsonl"
NEXT_YEAR = "2027-01-01T00:00:00.000Z"


def assert_sound(played: NamedTable) -> None:
    """The match is over, and everything about it is sound."""
    content = file_of(played.events)
    assert played.match.over
    assert places(verified(content)) == []
    report = audited(content, thorough=True)
    assert places(report) == []
    assert report.not_judged == ()
    assert report.sound_events == len(played.events)


# Ways through a match


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_match_played_to_its_end(seats: int) -> None:
    report = audited(file_of(finished_match(seats)))
    assert report.is_sound
    assert report.check == "audit"


def test_yesterdays_file_is_sound_for_ever() -> None:
    content = KEPT.read_bytes()
    assert places(verified(content)) == []
    report = audited(content, thorough=True)
    assert (report.events, report.findings, report.not_judged) == (160, (), ())


def test_bots_at_the_table() -> None:
    played = table(3, bots={1: "greedy", 2: "random"})
    while played.owing():
        if (bots := list(played.match.owing_bots())) and bots[0][1] in played.owing():
            decision, seat = bots[0]
            move = played.match.bot_move(decision, seat)
            played.give(MakeMove, actor=SERVER, seat=seat, decision=decision, move=move)
        else:
            played.random_move()
    assert_sound(played)


@pytest.mark.parametrize("seated", [False, True])
def test_a_bot_seated_by_who_opened_the_table(seated: bool) -> None:
    played = table(3, start=False)
    if seated:
        played.give(TakeSeat, actor=played.player(0), seat=0, entropy=bytes(32))
    played.give(SeatBot, actor=played.player(0), seat=1, bot="greedy")
    played.give(Abort, actor=played.player(0))
    assert_sound(played)


def test_a_bots_move_is_judged_as_a_move_not_as_its_choice() -> None:
    played = table(2, bots={0: "greedy", 1: "greedy"})
    while played.owing():
        (seat,) = played.owing()
        move = played.legal_moves(seat)[-1]
        given = {"type": "refill"} if type(move).__name__ == "Refill" else {"type": "take"}
        given |= {name: getattr(move, name) for name in move.__struct_fields__}
        played.give(MakeMove, actor=SERVER, seat=seat, decision=played.decision(), move=given)
    assert_sound(played)


def test_entropy_that_the_server_has_drawn() -> None:
    played = EntropyByServerTable(GAME, 2)
    played.play_to_the_end()
    assert_sound(played)
    log = Forger(played.events)
    log.event(2).data["entropy"] = "00" * 32
    assert first(verified(log.file())) == ("entropy-mismatch", 2)


def test_seats_taken_left_and_taken_by_others() -> None:
    played = table(2, start=False)
    other = hm(b"other", b"entropy")
    commitment = entropy_commitment(MATCH, 1, other)
    played.give(TakeSeat, actor=played.player(7), seat=1, entropy_commitment=commitment)
    played.give(LeaveSeat, actor=played.player(7), seat=1)
    played.sit_down()
    played.get_ready()
    played.play_to_the_end()
    assert_sound(played)


def test_a_seat_that_resigns() -> None:
    played = running_match()
    played.give(Resign, actor=played.player(1))
    assert_sound(played)


def test_a_seat_that_resigns_among_three() -> None:
    played = table(3)
    played.random_move()
    played.give(Resign, actor=played.player(1))
    while played.owing():
        if bots := list(played.match.owing_bots()):
            decision, seat = bots[0]
            move = played.match.bot_move(decision, seat)
            played.give(MakeMove, actor=SERVER, seat=seat, decision=decision, move=move)
        else:
            played.random_move()
    assert_sound(played)
    log = Forger(played.events)
    log.event(len(log.events)).data["ranking"].reverse()
    assert first(audited(log.file())) == ("wrong-outcome", len(log.events))


def test_a_seat_handed_to_a_bot_by_an_admin() -> None:
    played = running_match()
    played.give(HandToBot, actor=ADMIN, seat=0, bot="greedy")
    assert_sound(played)


def test_a_seat_handed_to_a_bot_by_the_other_after_the_time_to_answer() -> None:
    played = running_match()
    (owing,) = played.owing()
    played.give(HandToBot, actor=played.player(1 - owing), seat=owing, bot="greedy", at=NEXT_YEAR)
    assert_sound(played)
    log = Forger(played.events)
    version = log.find("SeatHandedToBot")
    for draft in log.events[version - 1 :]:
        draft.at = log.event(version - 1).at
    report = audited(log.file())
    assert first(report) == ("command-refused", version)
    assert f"may take until {_hours_later(log.event(version).at, IDLE_HOURS)}" in report.findings[0].sentence


def _hours_later(at: str, hours: int) -> str:
    day = int(at[8:10]) + hours // 24
    return f"{at[:8]}{day:02d}{at[10:]}"


@pytest.mark.parametrize("actor", ["creator", "seated", ADMIN])
def test_a_match_aborted_before_it_starts(actor: str) -> None:
    played = table(2, start=False)
    played.give(
        TakeSeat, actor=played.player(1), seat=1, entropy_commitment=entropy_commitment(MATCH, 1, bytes(32))
    )
    who: Any = {"creator": played.player(0), "seated": played.player(1)}.get(actor, actor)
    played.give(Abort, actor=who)
    assert_sound(played)


@pytest.mark.parametrize("opener", [ADMIN, SERVER])
def test_a_table_opened_by_no_person(opener: str) -> None:
    log = Forger(finished_match())
    del log.event(1).data["player"]
    log.event(1).by = opener
    assert audited(log.file()).is_sound


def test_a_table_opened_by_no_person_and_closed_by_nobody() -> None:
    played = table(2, start=False)
    played.give(Abort, actor=played.player(0))
    log = Forger(played.events)
    del log.event(1).data["player"]
    log.event(1).by = ADMIN
    assert first(audited(log.file())) == ("wrong-author", 2)


def test_a_match_aborted_since_entropy_was_withheld() -> None:
    played = table(2, start=False)
    played.sit_down()
    played.give(BeReady, actor=played.player(0), entropy=played.entropy(0))
    played.give(Abort, actor=SERVER, at=NEXT_YEAR)
    assert_sound(played)
    log = Forger(played.events)
    end = len(log.events)
    log.event(end).at = log.event(end - 1).at
    report = audited(log.file())
    assert first(report) == ("command-refused", end), f"there are {READY_SECONDS} seconds to reveal it"
    log = Forger(played.events)
    log.event(end).data["seats"] = [0]
    assert first(audited(log.file())) == ("wrong-data", end)


# A running match


def test_the_file_of_a_running_match_cannot_be_audited() -> None:
    with pytest.raises(CannotAudit, match="its secret is not public yet"):
        audited(file_of(running_match().events, SPECTATOR))


def test_findings_are_told_even_where_nothing_can_be_decided_again() -> None:
    content = file_of(running_match().events).replace(b'"cell":[0,0]', b'"cell":[0,1]', 1)
    report = audited(content)
    assert report.findings[0].code == "chain-broken"
    assert report.not_judged[-1] == "no move was decided again, since the match's secret is not there"


def test_what_is_sound_before_a_broken_line_is_decided_again() -> None:
    """An illegal move counts, also when somebody has broken the chain later on."""
    log = Forger(finished_match())
    illegal, broken = log.find("MoveMade", 5), log.find("TilePlaced", 20)
    log.event(illegal).data["move"]["cell"] = [9, 9]
    lines = log.file().split(b"\n")
    place = next(n for n, line in enumerate(lines) if b'"version":%d}' % broken in line)
    lines[place] = lines[place].replace(b'"seat":0', b'"seat":1').replace(b'"cell":[', b'"cell":[1')
    assert places(audited(b"\n".join(lines))) == [("illegal-move", illegal), ("chain-broken", broken)]


def test_a_command_that_is_sound_in_part_only_is_decided_again_as_far() -> None:
    log = Forger(finished_match())
    broken = log.find("MoonAdvanced", 20)
    content = log.file()
    line = next(line for line in content.split(b"\n") if b'"version":%d}' % broken in line)
    changed = content.replace(line, line.replace(b'"distance":', b'"distance":1'))
    assert places(audited(changed)) == [("chain-broken", broken)]


def test_nothing_is_decided_again_by_a_header_that_is_not_the_logs() -> None:
    log = Forger(finished_match())
    log.event(log.find("MoveMade", 5)).data["move"]["cell"] = [9, 9]
    log.header["seats"] = 3
    report = audited(log.file())
    assert places(report) == [("header-mismatch", 0)]
    assert report.not_judged == (
        "no move was decided again, since the header tells another match than the log",
    )


def test_a_game_that_is_not_known_here(monkeypatch: pytest.MonkeyPatch) -> None:
    content = file_of(finished_match())
    monkeypatch.delitem(GAMES, GAME)
    report = verified(content)
    assert report.is_sound
    assert "nova_luna is not known here" in report.not_judged[0]
    with pytest.raises(CannotAudit, match="where nova_luna is not known"):
        audited(content)
    report = audited(content.replace(b'"distance":', b'"distance":1', 1))
    assert report.findings[0].code == "chain-broken"
    assert report.not_judged[-1] == "no move was decided again, since the game is not known here"


# Older rules


@pytest.fixture
def newer_rules(monkeypatch: pytest.MonkeyPatch) -> pytest.MonkeyPatch:
    """The rules have a newer version than the one that decided the match."""
    events = finished_match()
    monkeypatch.setattr(NovaLuna, "version", 2)
    assert events[0].event.rules == 1  # type: ignore[attr-defined]
    return monkeypatch


def _completes_nothing(*_: object) -> Iterator[Event]:
    return iter(())


@pytest.mark.usefixtures("newer_rules")
def test_an_older_version_of_the_rules_is_no_difference_by_itself() -> None:
    report = audited(file_of(finished_match()), thorough=True)
    assert report.is_sound
    assert report.not_judged == ()


@pytest.mark.usefixtures("newer_rules")
def test_forgery_is_found_under_older_rules_too() -> None:
    log = Forger(finished_match())
    version = log.find("TilePlaced", 5)
    log.event(version).by = 1 - int(log.event(version).by)
    assert first(audited(log.file())) == ("wrong-author", version)


def test_what_newer_rules_decide_otherwise_is_not_judged(newer_rules: pytest.MonkeyPatch) -> None:
    log = Forger(finished_match())
    completed = [n for n, draft in enumerate(log.events, 1) if draft.type.endswith("TaskCompleted")]
    newer_rules.setattr(NovaLuna, "_completions", _completes_nothing)
    report = audited(log.file())
    assert not report.is_sound
    assert {finding.code for finding in report.findings} == {"not-judged"}
    assert report.findings[0].version == completed[0]
    assert report.findings[0].sentence.startswith(f"would differ under rules 2, at event {completed[0]}: ")
    assert report.findings[-1].version >= completed[-1], "the match goes on as it is recorded"


def test_older_rules_can_be_accepted(newer_rules: pytest.MonkeyPatch) -> None:
    content = file_of(finished_match())
    newer_rules.setattr(NovaLuna, "_completions", _completes_nothing)
    report = audited(content, accept_older_rules=True)
    assert report.is_sound
    assert report.not_judged[0].startswith("would differ under rules 2, at event ")


def test_accepting_older_rules_accepts_nothing_else(newer_rules: pytest.MonkeyPatch) -> None:
    log = Forger(finished_match())
    version = log.find("TilePlaced", 30)
    log.event(version).by = 1 - int(log.event(version).by)
    newer_rules.setattr(NovaLuna, "_completions", _completes_nothing)
    report = audited(log.file(), accept_older_rules=True)
    assert places(report) == [("wrong-author", version)]


@pytest.mark.parametrize("rules", [0, 2, 10**15])
@pytest.mark.parametrize("event", ["MoveMade", "MatchStarted", "MatchCreated"])
def test_rules_that_cannot_have_decided(event: str, rules: int) -> None:
    log = Forger(finished_match())
    version = log.find(event)
    log.event(version).data["rules"] = rules
    if event == "MatchCreated":
        log.header["rules"] = rules
    assert first(audited(log.file())) == ("rules-version", version)


@pytest.mark.usefixtures("newer_rules")
def test_rules_never_become_older() -> None:
    log = Forger(finished_match())
    version = log.find("MoveMade", 3)
    log.event(version).data["rules"] = 2
    report = audited(log.file())
    assert first(report) == ("rules-version", log.find("MoveMade", 4))
    assert "after rules 2" in report.findings[0].sentence


# What must never happen


def test_a_game_whose_laws_are_broken(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken_from_decision_nine(self: NovaLuna, state: Any) -> None:
        assert state.decision < 9, "a tile is missing"

    content = file_of(finished_match())
    monkeypatch.setattr(NovaLuna, "invariants", broken_from_decision_nine)
    version = Forger(finished_match()).find("MoveMade", 9) - 1
    report = audited(content)
    assert places(report) == [("invariant-broken", version)], "the command after which it is broken is found"
    assert "a tile is missing" in report.findings[0].sentence


def test_rules_that_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> Iterator[Event]:
        raise ZeroDivisionError("oh")

    content = file_of(finished_match())
    monkeypatch.setattr(NovaLuna, "_completions", fail)
    report = audited(content)
    assert report.findings[0].code == "not-decidable"
    assert "ZeroDivisionError: oh" in report.findings[0].sentence
