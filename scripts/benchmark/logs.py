"""Logs: what it costs to read and fold a match, to verify and to audit one."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from domain import match_file
from domain.codec import CODEC
from domain.games.registry import GAMES
from domain.games.rules import AUDITOR
from domain.log import Recorded
from domain.match import Match
from domain.sealing import salt_key
from domain.signing import Signer
from domain.simulation import Simulation
from domain.storage import MatchLogs
from domain.tables import migrate
from replay_tool.audit import audit
from replay_tool.sources import from_bytes
from replay_tool.verify import verify
from scripts.benchmark.figures import Figure, timed

MATCHES = 5
SEATS = 4
SIGNER = Signer("bench.example", bytes(32))


def measure(seconds: float, yardstick: float) -> Iterator[Figure]:
    """Events a second of every game, on matches of random moves."""
    for name, matches in played_matches().items():
        yield from _measure_game(name, matches, seconds, yardstick)


def played_matches(matches: int = MATCHES) -> dict[str, list[list[Recorded]]]:
    """Some finished matches of every game."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.db'}"
        migrate(url)
        logs = MatchLogs(url)
        played = {
            name: [
                logs.read(match)
                for match in Simulation(logs, name, min(SEATS, rules.seats[-1]), seed=1).play(matches)
            ]
            for name, rules in GAMES.items()
        }
        logs.close()
    return played


def _measure_game(
    name: str, matches: list[list[Recorded]], seconds: float, yardstick: float
) -> Iterator[Figure]:
    events = sum(map(len, matches))
    size = sum(len(event.stored) for match in matches for event in match) / events
    stored = [[event.stored for event in match] for match in matches]
    files = [as_file(match) for match in matches]

    def rate(what: str, one: Callable[[Any], object], of: list[Any], note: str = "") -> Figure:
        def all_of_them() -> int:
            for each in of:
                one(each)
            return events

        found = timed(all_of_them, seconds)
        return Figure("logs", f"{name}: {what}", found, "events/s", yardstick / found, note)

    per_match = f"{events / len(matches):.0f} events a match, {size:.0f} bytes an event"
    yield rate("decode and fold", fold, stored, per_match)
    yield rate("verify", lambda content: verify(from_bytes("", content)), files, "from the file's bytes on")
    yield rate("audit", lambda content: audit(from_bytes("", content)), files, "verified, and decided again")


def fold(stored: list[bytes]) -> Match:
    """A match from its stored bytes."""
    first = CODEC.decode(stored[0])
    match = Match(first.match)
    match.apply(first)
    for event in stored[1:]:
        match.apply(CODEC.decode(event))
    return match


def as_file(events: list[Recorded]) -> bytes:
    """A finished match as its file."""
    return b"".join(match_file.write(events, AUDITOR, salt_key(events[0].secret)))
