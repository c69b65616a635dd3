"""`scripts/load`: it sees what it should see, and sees when it is not so."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from click.testing import CliRunner

from scripts.loading.__main__ import main
from scripts.loading.failures import BrokenPromise
from scripts.loading.recount import compare, recount, told
from scripts.loading.watcher import Frame, Watcher
from tests.api.conftest import database, migrated
from tests.api.served import serving

__all__ = ["database", "migrated"]


def test_a_small_load_on_a_running_server(database: str) -> None:
    with serving(database, FAIRTABLE_REGISTRATION_LIMIT="0") as served:
        options = ["--url", served.url, "--matches", "2", "--seats", "2", "--idle", "5", "--json"]
        result = CliRunner().invoke(main, options)
    assert result.exit_code == 0, result.output
    figures = json.loads(result.output)
    assert figures["matches"] == 2
    assert figures["moves"] > 100
    assert figures["idle_streams"] == 5
    assert {"p50", "p99", "most"} == set(figures["milliseconds"]["move"])


def test_a_server_that_is_not_there() -> None:
    result = CliRunner().invoke(main, ["--url", "http://127.0.0.1:9"])
    assert result.exit_code == 2


def event(version: int, **more: Any) -> Frame:
    """A frame with an event."""
    data = {"line": {"at": "2026-01-01T00:00:00.000Z", "version": version}, "opened": [], **more}
    return Frame("event", str(version), json.dumps(data, separators=(",", ":")).encode())


@pytest.fixture
def watcher() -> Watcher:
    """A watcher that is not connected."""
    return Watcher("http://nowhere", "/match", {}, time.monotonic())


@pytest.mark.parametrize("second", [1, 3])
def test_a_watcher_notices_what_is_missing_or_comes_twice(watcher: Watcher, second: int) -> None:
    watcher._take(event(1))
    with pytest.raises(BrokenPromise, match=f"after event 1 came event {second}"):
        watcher._take(event(second))


def test_a_watcher_notices_that_the_end_is_missing(watcher: Watcher) -> None:
    watcher._take(event(1))
    with pytest.raises(BrokenPromise, match="it stands at event 1"):
        watcher.seen()
    watcher._take(Frame("opened", "", b'{"opened":[{"version":1,"field":"order"}]}'))
    watcher._take(Frame("end", "1-end", b"{}"))
    seen = watcher.seen()
    assert seen.events == 1
    assert seen.openings == frozenset({(1, "order")})


LINES: list[dict[str, Any]] = [
    {"type": "match.MoveMade", "data": {}},
    {"type": "match.MoveMade", "data": {}},
    {"type": "match.MatchEnded", "data": {"reason": "played", "ranking": [[1], [0]], "scores": [3, 5]}},
]


def statistics(matches: int, moves: int) -> dict[str, Any]:
    """What a server tells of a number of matches like that one."""
    return {
        "tables": [
            {
                "seats": 2,
                "matches": matches,
                "by_reason": {"played": matches},
                "moves": {"values": [{"value": moves, "count": matches}]},
                "scores": {"values": [{"value": 3, "count": matches}, {"value": 5, "count": matches}]},
                "by_seat": [
                    {"index": 0, "won": 0, "shared": 0},
                    {"index": 1, "won": matches, "shared": 0},
                ],
            },
            {"seats": 3, "matches": 7},
        ]
    }


def test_statistics_are_held_against_a_recount() -> None:
    before, after = told(statistics(1, 2), 2), told(statistics(3, 2), 2)
    compare(before, after, recount([LINES, LINES]))
    for wrong in (statistics(2, 2), statistics(4, 2), statistics(3, 1)):
        with pytest.raises(BrokenPromise, match="not what the logs tell"):
            compare(before, told(wrong, 2), recount([LINES, LINES]))
