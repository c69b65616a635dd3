"""Proof: what an event costs beside deciding it (line, seals, chain, draws), what a receipt costs, and how
fast the verifier in one file is."""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from domain.chance import redraw
from domain.codec import CODEC
from domain.keys import Notary
from domain.log import DRAWS, GENESIS, Recorded, leaf_hash
from domain.match_events import MatchEvent
from domain.merkle import Frontier
from domain.sealing import salt_key
from domain.signing import Signer
from scripts.benchmark.figures import Figure, microseconds, timed
from scripts.benchmark.logs import as_file, played_matches

NOTARY = Notary(Signer("fairtable.localhost", bytes(32)))


def measure(seconds: float, yardstick: float) -> Iterator[Figure]:
    """Figures for every game, on matches of random moves."""
    for name, matches in played_matches().items():
        yield from _measure_recording(name, [_Again(match) for match in matches], seconds, yardstick)
        yield _measure_stranger(name, [as_file(match) for match in matches], seconds, yardstick)


def _measure_stranger(name: str, files: list[bytes], seconds: float, yardstick: float) -> Figure:
    rate = timed(lambda: _verify_alone(files), seconds)
    note = "the verifier in one file, unsigned file"
    return Figure("proof", f"{name}: verify_match.py", rate, "events/s", yardstick / rate, note)


def _verify_alone(files: list[bytes]) -> int:
    module = _verifier()
    checked = 0
    for content in files:
        file = module.MatchFile(content)
        module.verify(file)
        checked += len(file.events)
    return checked


@cache
def _verifier() -> Any:
    path = Path(__file__).parents[1] / "verify_match.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _measure_recording(
    name: str, matches: list[_Again], seconds: float, yardstick: float
) -> Iterator[Figure]:
    events = sum(len(match.events) for match in matches)
    commands = sum(match.commands for match in matches)

    def cost(what: str, action: Callable[[], None], of: int, unit: str, note: str) -> Figure:
        def once() -> int:
            action()
            return of

        rate = timed(once, seconds)
        return Figure("proof", f"{name}: {what}", microseconds(rate), unit, yardstick / rate, note)

    note = "line, seals, private part, leaf, tree"
    yield cost("chain and seals", lambda: _each(_Again.record, matches), events, "µs/event", note)
    drawn = sum(len(match.draws) for match in matches)
    note = f"{drawn / len(matches):.0f} draws a match"
    yield cost("draws", lambda: _each(_Again.draw, matches), events, "µs/event", note)
    note = "root and signature, once a command"
    yield cost("receipt", lambda: _each(_Again.sign, matches), commands, "µs/command", note)


def _each(action: Callable[[_Again], None], matches: list[_Again]) -> None:
    for match in matches:
        action(match)


class _Sealed(NamedTuple):
    """An event with all that is needed to record it again."""

    recorded: Recorded
    paths: list[str]
    texts: dict[str, bytes]
    draws: list[Any]


class _Again:
    """A match whose events are sealed and chained again, drawn again, signed for again."""

    def __init__(self, events: list[Recorded]) -> None:
        self.match = events[0].match
        self.secret = events[0].secret
        self.key = salt_key(self.secret)
        self.events = [_with_secrets(event) for event in events]
        self.draws = [draw for event in self.events for draw in event.draws]
        self.commands = sum(
            isinstance(event.event, MatchEvent) and event.event.command is not None for event in events
        )

    def record(self) -> None:
        """Seal every event, chain it, put it on the tree."""
        tree, prev = Frontier(), GENESIS
        for recorded, paths, texts, draws in self.events:
            again = CODEC.encode(
                self.match, recorded.version, prev, recorded.at, recorded.by, recorded.event,
                salt_key=self.key, sealed=paths, texts=texts, draws=draws,
            )  # fmt: skip
            leaf = leaf_hash(again.line)
            tree.append(leaf)
            prev = leaf.hex()

    def draw(self) -> None:
        """Make every draw."""
        for draw in self.draws:
            redraw(self.secret, draw)

    def sign(self) -> None:
        """A receipt for every command."""
        tree = Frontier(leaf_hash(event.recorded.line) for event in self.events)
        for _ in range(self.commands):
            NOTARY.checkpoint(self.match, tree.size, tree.root())


def _with_secrets(recorded: Recorded) -> _Sealed:
    values, texts = recorded.sealed_values, recorded.texts
    draws = values.pop(DRAWS, [])
    return _Sealed(
        recorded,
        [path for path in values if path not in texts],
        {path: bytes.fromhex(salt) for path, salt in texts.items()},
        draws,
    )
