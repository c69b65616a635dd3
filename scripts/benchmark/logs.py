"""Logs: what it costs to record an event, to read and fold one, to verify and to audit one."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

from domain import match_file
from domain.games.registry import GAMES
from domain.games.rules import AUDITOR
from domain.log import Recorded
from domain.match import CODEC, Match
from domain.simulation import Simulation
from domain.storage import MatchLogs
from domain.tables import migrate
from scripts.benchmark.figures import Figure, timed

MATCHES = 5
SEATS = 4


def measure(seconds: float, yardstick: float) -> Iterator[Figure]:
    """Events a second of every game, on matches of random moves."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.db'}"
        migrate(url)
        logs = MatchLogs(url)
        for name in GAMES:
            seats = min(SEATS, GAMES[name].seats[-1])
            ids = list(Simulation(logs, name, seats, seed=1).play(MATCHES))
            yield from _measure_game(name, [logs.read(match) for match in ids], seconds, yardstick)
        logs.close()


def _measure_game(
    name: str, matches: list[list[Recorded]], seconds: float, yardstick: float
) -> Iterator[Figure]:
    events = sum(map(len, matches))
    size = sum(len(event.stored) for match in matches for event in match) / events
    per_match = f"{events / len(matches):.0f} events a match, {size:.0f} bytes an event"
    stored = [[event.stored for event in match] for match in matches]

    def fold() -> int:
        for match in stored:
            _fold(match)
        return events

    rate = timed(fold, seconds)
    yield Figure("logs", f"{name}: decode and fold", rate, "events/s", yardstick / rate, per_match)


def _fold(stored: list[bytes]) -> Match:
    first = CODEC.decode(stored[0])
    match = Match(first.match)
    match.apply(first)
    for event in stored[1:]:
        match.apply(CODEC.decode(event))
    return match


def as_file(events: list[Recorded]) -> bytes:
    """A finished match as its file."""
    match = Match(UUID(str(events[0].match)))
    for event in events:
        match.apply(event)
    return b"".join(match_file.write(events, AUDITOR, match.salt_key))
