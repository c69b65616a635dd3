"""`step`: a walk through a match, steered by lines and by keys."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from domain.games.rules import AUDITOR, SPECTATOR
from replay_tool.sources import Source, Unreadable, from_bytes
from replay_tool.stepping import Stepper, orders_from_keys, orders_from_lines
from replay_tool.viewing import table
from replay_tool.walking import Walkthrough
from tests.replay_tool.conftest import Server
from tests.replay_tool.matches import file_of, finished_match
from tests.replay_tool.terminal import FAILED, lines_of, on, run


@pytest.fixture(scope="module")
def source() -> Source:
    return from_bytes("test", file_of(finished_match()))


def visited(source: Source, *orders: str) -> list[int]:
    """The events at which a walk stops that these orders steer."""
    stops: list[int] = []
    walk = Walkthrough(source, None)
    Stepper(walk, lambda stop: stops.append(stop.event.version), lambda _: None, lambda _: None).run(orders)
    return stops


def told(source: Source, *orders: str) -> list[str]:
    """What is told between the stops."""
    sentences: list[str] = []
    Stepper(Walkthrough(source, None), lambda _: None, sentences.append, lambda _: None).run(orders)
    return sentences


# Orders


def test_forwards_and_back(source: Source) -> None:
    assert visited(source, "n", "n", "p", "n") == [1, 2, 3, 2, 3]


def test_to_an_event_and_by_some_events(source: Source) -> None:
    assert visited(source, "57", "+5", "-12", "f") == [1, 57, 62, 50, 1]


def test_to_the_last_event_and_not_beyond(source: Source) -> None:
    last = len(source.events)
    assert visited(source, "l", "n", "99999") == [1, last]
    assert visited(source, "+99999", "p") == [1, last, last - 1]
    assert told(source, "l", "n") == ["this is the last event"]


def test_not_before_the_first_event(source: Source) -> None:
    assert visited(source, "p", "0", "-3") == [1]
    assert told(source, "p") == ["this is the first event"]


def test_the_walk_ends_where_it_is_told_to(source: Source) -> None:
    assert visited(source, "n", "q", "n") == [1, 2]


@pytest.mark.parametrize("order", ["x", "1.5", "--1", "++1", "+", "as", "٣"])
def test_what_is_no_order(source: Source, order: str) -> None:
    assert told(source, order) == [f"{order!r} is no order; ? lists them"]


def test_the_orders_are_listed(source: Source) -> None:
    (listed,) = told(source, "?")
    assert "next event" in listed
    assert "with seat 2's eyes" in listed


def test_explaining_tells_of_the_event_that_has_just_happened(source: Source) -> None:
    explained: list[int] = []
    Stepper(Walkthrough(source, None), lambda _: None, lambda _: None, explained.append).run(["57", "e"])
    assert explained == [57]


def test_other_eyes(source: Source) -> None:
    walk = Walkthrough(source, None, 20)
    assert (walk.stop().table.viewer, "supply" in (walk.stop().table.view or {})) == (AUDITOR, True)
    Stepper(walk, lambda _: None, lambda _: None, lambda _: None).run(["as 1"])
    assert (walk.stop().table.viewer, "supply" in (walk.stop().table.view or {})) == (1, False)
    Stepper(walk, lambda _: None, lambda _: None, lambda _: None).run(["as spectator"])
    assert walk.stop().table.viewer == SPECTATOR


@pytest.mark.parametrize("eyes", ["7", "nobody", "-1", "²"])
def test_eyes_that_nobody_has(source: Source, eyes: str) -> None:
    (sentence,) = told(source, f"as {eyes}")
    assert "there is no seat 7" in sentence or "is neither a seat's number nor" in sentence


def test_what_is_shown_is_what_show_shows(source: Source) -> None:
    walk = Walkthrough(source, 1)
    for version in (30, 57, 12):
        walk.go(version)
        stop = walk.stop()
        assert stop.table == table(source, version, 1)
        assert [entry.version for entry in stop.before] == list(range(version - 4, version))


# From lines


def test_orders_from_lines() -> None:
    assert list(orders_from_lines(["n\n", "\n", " 57 \n", "nnp\n", "as 2\n", "b"])) == [
        *("n", "n", "57", "n", "n", "p", "as 2", "p")
    ]


def test_a_piped_walk(server: Server) -> None:
    shown = run("step", server.file, typed="57\nn\ne\nq\n").stdout
    assert "event 57 of" in shown
    assert "> 58" in shown
    assert "Event 58: " in shown
    assert shown.count("MOON WHEEL") == 2, "there is no board yet at event 1"


def test_sentence_and_board_stand_side_by_side(server: Server) -> None:
    lines = run("step", server.file, "--at", 57, typed="").stdout.splitlines()
    wheel = next(line for line in lines if "MOON WHEEL" in line)
    assert wheel.lstrip().startswith("53 "), "the first of the recent events"
    assert all(line == line.rstrip() for line in lines)


def test_below_each_other_in_a_narrow_terminal(server: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("replay_tool.output.WIDTH_WITHOUT_TERMINAL", 100)
    lines = run("step", server.file, "--at", 57, typed="").stdout.splitlines()
    assert any(line.startswith("MOON WHEEL") for line in lines)


def test_a_walk_for_programs(server: Server) -> None:
    first, second = lines_of(on(server, "step", server.finished[0], "--at", 9, "--json", typed="n\n"))
    assert (first["event"]["version"], second["event"]["version"]) == (9, 10)
    assert second["table"]["view"]["supply_size"] > 0


def test_a_walk_through_a_running_match(server: Server) -> None:
    shown = on(server, "step", server.running, "--at", 12, typed="e\nas 0\n")
    assert "seen by the spectator" in shown.stdout
    assert "may tell what is still hidden" in shown.stdout
    assert "seen by seat 0" in shown.stdout


def test_a_walk_that_cannot_begin(server: Server) -> None:
    assert "has events 1 to" in run("step", server.file, "--at", 9999, code=FAILED).stderr
    assert "only log and verify work on it" in run("step", server.running_file, code=FAILED).stderr
    with pytest.raises(Unreadable, match="there is no seat 5"):
        Walkthrough(from_bytes("test", server.file.read_bytes()), 5)


# From keys


def keys(*typed: str) -> Callable[[], str]:
    pressed: Iterator[str] = iter(typed)
    return lambda: next(pressed)


def orders_of(*typed: str) -> tuple[list[str], str]:
    """The orders that keys amount to, up to q, and what was echoed."""
    echoed: list[str] = []
    orders = []
    for order in orders_from_keys(keys(*typed, "q"), echoed.append):
        orders.append(order)
        if order == "q":
            break
    return orders, "".join(echoed)


def test_single_keys_are_orders() -> None:
    assert orders_of("n", " ", "\r", "\x1b[C", "\x1b[D", "p", "e", "?") == (
        ["n", "n", "n", "n", "p", "p", "e", "?", "q"],
        "",
    )


@pytest.mark.parametrize("key", ["q", "\x03", "\x04", "\x1b"])
def test_keys_that_end_the_walk(key: str) -> None:
    assert orders_of(key)[0] == ["q"]


def test_keys_that_are_read_together_are_still_single_keys() -> None:
    assert orders_of("nn\x1b[Dp57\r\x1b[C")[0] == ["n", "n", "p", "p", "57", "n", "q"]


def test_what_needs_more_than_a_key_is_read_up_to_enter() -> None:
    assert orders_of("5", "8", "\x7f", "7", "\r", "a", "s", " ", "2", "\n") == (
        ["57", "as 2", "q"],
        "58\b \b7\nas 2\n",
    )
