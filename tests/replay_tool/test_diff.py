"""`diff`: where two logs part, and what follows."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from domain.commands import ADMIN, HandToBot, Resign
from replay_tool.differing import Comparison, compare
from replay_tool.newest_rules import compare_with_newest_rules, decide_by_newest_rules
from replay_tool.sources import Source, Unreadable, from_bytes, from_file
from tests.replay_tool import rules_two
from tests.replay_tool.conftest import Server
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import file_of, finished_match, running_match, table
from tests.replay_tool.terminal import FAILED, FOUND, lines_of, on, run


def compared(forger: Forger, **more: Any) -> Comparison:
    """The true log on the left, a forged one on the right."""
    return compare(source_of(file_of(finished_match())), source_of(forger.file()), **more)


def source_of(content: bytes) -> Source:
    return from_bytes("test", content)


def places(found: Comparison) -> list[tuple[int | None, int | None]]:
    """The versions of what differs, on the left and on the right."""
    pairs = ([found.parting] if found.parting is not None else []) + list(found.following)
    return [(p.left.version if p.left else None, p.right.version if p.right else None) for p in pairs]


# Two files


def test_a_log_is_the_same_as_itself() -> None:
    found = compared(Forger(finished_match()))
    assert found.is_same
    assert (found.common, found.parting, found.differing) == (len(finished_match()), None, 0)


def test_a_changed_event_is_named_with_what_was_changed_in_it() -> None:
    log = Forger(finished_match())
    version = log.find("MoonAdvanced", 4)
    due = log.event(version).data["distance"]
    log.event(version).data["distance"] = due + 1
    found = compared(log)
    assert (found.common, found.differing, places(found)) == (version - 1, 1, [(version, version)])
    assert found.parting is not None
    ((field),) = found.parting.fields
    assert (field.name, field.left, field.right) == ("distance", due, due + 1)


def test_the_chain_does_not_make_all_that_follows_differ() -> None:
    log = Forger(finished_match())
    log.event(2).at = "2026-01-01T00:00:02.500Z"
    assert places(compared(log)) == [(2, 2)]


def test_what_is_left_out_is_missing_on_one_side() -> None:
    log = Forger(finished_match())
    version = log.find("TaskCompleted", 2)
    log.remove(version)
    assert places(compared(log)) == [(version, None)]


def test_what_is_put_in_is_missing_on_the_other() -> None:
    log = Forger(finished_match())
    version = log.find("TaskCompleted", 2)
    log.insert(version, log.copy(version))
    found = compared(log)
    assert found.differing == 1
    assert [pair[0] for pair in places(found)] == [None]


def test_sealed_values_are_compared_as_they_are_opened() -> None:
    log = Forger(finished_match())
    version = log.find("TilesShuffled")
    log.event(version).data["order"].reverse()
    found = compared(log)
    assert places(found) == [(version, version)]
    assert found.parting is not None
    assert [field.name for field in found.parting.fields] == ["order"]


def test_one_that_was_cut_off_lacks_the_rest() -> None:
    full = file_of(finished_match())
    lines = full.splitlines(keepends=True)
    found = compare(source_of(full), source_of(b"".join(lines[:30])))
    events = len(found.following) + found.common + 1
    assert found.differing == found.left.events - found.right.events
    assert found.right.ending == "it is not over"
    assert events == found.right.events + 21, "twenty of them are listed after the first"


def test_the_list_is_capped_not_the_count() -> None:
    log = Forger(finished_match())
    for version in range(20, 40):
        log.event(version).at = log.event(40).at
    found = compared(log, limit=2)
    assert (found.differing > 10, len(found.following)) == (True, 2)


def test_headers_are_compared_too() -> None:
    log = Forger(finished_match())
    log.header["keys"] = ["another+00000000+key"]
    found = compared(log)
    assert [field.name for field in found.header] == ["keys"]
    assert not found.is_same
    assert found.parting is None


def test_two_matches_part_at_once() -> None:
    other = table(3)
    other.play_to_the_end()
    found = compare(source_of(file_of(finished_match())), source_of(file_of(other.events)))
    assert found.common == 0
    assert "seats" in [field.name for field in found.header]


def test_a_running_matchs_file_beside_the_finished_one() -> None:
    """What the one has sealed the other opens: that is a difference in what one may read, and told as one."""
    sealed, opened = file_of(running_match().events, "spectator"), file_of(running_match().events)
    found = compare(source_of(sealed), source_of(opened))
    assert {field.name for pair in [found.parting, *found.following] if pair for field in pair.fields} == {
        "order", "draws",
    }  # fmt: skip


# The newest rules


@pytest.fixture(scope="module")
def kept() -> Source:
    return from_file(rules_two.KEPT)


def test_the_rules_that_decided_make_the_same_of_it(kept: Source) -> None:
    assert compare_with_newest_rules(kept).is_same


def test_every_kind_of_command_is_given_again() -> None:
    played = table(3, bots={2: "greedy"})
    played.give(HandToBot, actor=ADMIN, seat=0, bot="random")
    played.give(Resign, actor=played.player(1))
    again, refused = decide_by_newest_rules(source_of(file_of(played.events)))
    assert [event.raw for event in again.events] == [event.line for event in played.events]
    assert refused == []


def test_where_newer_rules_part_and_what_follows(kept: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    rules_two.install(monkeypatch)
    found = compare_with_newest_rules(kept, limit=100)
    assert found.common == 35
    assert found.parting is not None
    assert {field.name: (field.left, field.right) for field in found.parting.fields} == {
        "points": (2, 1),
        "total": (2, 1),
    }
    assert (58, 58) in places(found)
    assert found.right.ending.startswith("it is not over: seat ")
    assert "1. seat 2 with 20" in found.left.ending
    assert found.refused == ()


def test_a_command_that_newer_rules_refuse_is_told(kept: Source, monkeypatch: pytest.MonkeyPatch) -> None:
    rules_two.install(monkeypatch)
    monkeypatch.setattr(rules_two.PuraVidaTwo, "_tile_to_take", rules_two.refuse)
    found = compare_with_newest_rules(kept)
    assert found.refused[0].name == "event 16"
    assert found.refused[0].right == "no ranger walks any more"


def test_a_forged_log_is_decided_again_as_far_as_commands_can_be_read() -> None:
    log = Forger(finished_match())
    log.event(log.find("MoveMade", 5)).data["move"]["cell"] = [9, 9]
    found = compare_with_newest_rules(source_of(log.file()))
    assert "(9, 9) is next to none" in str(found.refused[0].right)
    with pytest.raises(Unreadable, match="only log and verify work on it"):
        compare_with_newest_rules(source_of(file_of(running_match().events)))


# At the command line


def test_the_same_ends_with_exit_code_0(server: Server) -> None:
    shown = on(server, "diff", server.file, server.finished[0]).stdout
    assert "all events are the same" in shown


def test_what_differs_ends_with_exit_code_1(server: Server, tmp_path: Path) -> None:
    log = Forger(finished_match())
    version = log.find("MoonAdvanced", 4)
    log.event(version).data["distance"] = 99
    true, forged = tmp_path / "true.match.jsonl", tmp_path / "forged.match.jsonl"
    true.write_bytes(file_of(finished_match()))
    forged.write_bytes(log.file())
    shown = run("diff", true, forged, code=FOUND).stdout
    assert f"{version - 1} events are the same; then they part:" in shown
    assert "99 on the right" in shown
    (told,) = lines_of(run("diff", true, forged, "--json", code=FOUND))
    assert (told["common"], told["differing"]) == (version - 1, 1)


def test_newest_rules_at_the_command_line(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "all events are the same" in run("diff", rules_two.KEPT, "--newest-rules").stdout
    rules_two.install(monkeypatch)
    shown = run("diff", rules_two.KEPT, "--newest-rules", code=FOUND).stdout
    assert "35 events are the same; then they part:" in shown
    assert "under rules 2" in shown


def test_two_logs_or_the_newest_rules(server: Server) -> None:
    for args in ([], [server.file, "--newest-rules"]):
        assert "name two logs, or one with --newest-rules" in (
            run("diff", server.file, *args, code=FAILED).stderr
        )
