"""Proof: what it costs to seal and chain an event, to sign a receipt, to verify and to audit a match."""

from __future__ import annotations

import importlib.util
import tempfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from domain import match_file
from domain.games.registry import GAMES
from domain.games.rules import AUDITOR
from domain.keys import Notary
from domain.log import Recorded, leaf_hash
from domain.match import CODEC
from domain.merkle import Frontier
from domain.sealing import salt_key
from domain.signing import Signer
from domain.simulation import Simulation
from domain.storage import MatchLogs
from domain.tables import migrate
from replay_tool.audit import audit
from replay_tool.sources import from_bytes
from replay_tool.verify import verify
from scripts.benchmark.figures import Figure, timed

MATCHES = 3
NOTARY = Notary(Signer("fairtable.localhost", bytes(32)))


def measure(seconds: float, yardstick: float) -> Iterator[Figure]:
    """Figures for every game, on matches of random moves at its smallest table."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{Path(folder) / 'bench.db'}"
        migrate(url)
        logs = MatchLogs(url)
        for name in GAMES:
            ids = list(Simulation(logs, name, GAMES[name].seats[0], seed=1).play(MATCHES))
            yield from _measure_game(name, [logs.read(match) for match in ids], seconds, yardstick)
        logs.close()


def _measure_game(
    name: str, matches: list[list[Recorded]], seconds: float, yardstick: float
) -> Iterator[Figure]:
    events = sum(map(len, matches))
    files = [_file(match) for match in matches]
    bare = [_file(match, signed=False) for match in matches]
    costs = {
        "seal and chain": (lambda: _write_again(matches), "events/s", ""),
        "receipt": (lambda: _sign(matches[0]), "receipts/s", "leaf, tree and signature"),
        "verify": (lambda: _verify(bare), "events/s", "fairtable-replay, unsigned file"),
        "verify_match.py": (
            lambda: _verify_alone(bare),
            "events/s",
            "the verifier in one file, unsigned file",
        ),
        "audit": (lambda: _audit(files), "matches/s", f"{events / len(matches):.0f} events a match"),
    }
    for what, (action, unit, note) in costs.items():
        rate = timed(action, seconds)
        yield Figure("proof", f"{name}: {what}", rate, unit, yardstick / rate, note)


def _write_again(matches: list[list[Recorded]]) -> int:
    """What `Match` does for each event beside deciding: encode it with its seals, hash it, grow the tree."""
    for match in matches:
        key, tree, prev = salt_key(match[0].secret), Frontier(), "0" * 64
        for recorded in match:
            sealed = [field for field in recorded.sealed_values if field != "draws"]
            draws = recorded.sealed_values.get("draws", ())
            again = CODEC.encode(
                recorded.match,
                recorded.version,
                prev,
                recorded.at,
                recorded.by,
                recorded.event,
                salt_key=key,
                sealed=sealed,
                draws=draws,
            )
            leaf = leaf_hash(again.line)
            tree.append(leaf)
            prev = leaf.hex()
    return sum(map(len, matches))


def _sign(match: list[Recorded]) -> int:
    tree = Frontier()
    for recorded in match:
        tree.append(leaf_hash(recorded.line))
        NOTARY.checkpoint(recorded.match, tree.size, tree.root())
    return len(match)


def _verify(files: list[bytes]) -> int:
    return sum(verify(from_bytes("bench", content)).events for content in files)


def _verify_alone(files: list[bytes]) -> int:
    module = _verifier()
    checked = 0
    for content in files:
        file = module.MatchFile(content)
        module.verify(file)
        checked += len(file.events)
    return checked


def _audit(files: list[bytes]) -> int:
    for content in files:
        audit(from_bytes("bench", content))
    return len(files)


def _file(match: list[Recorded], *, signed: bool = True) -> bytes:
    tree = Frontier(leaf_hash(recorded.line) for recorded in match)
    note = NOTARY.checkpoint(match[0].match, tree.size, tree.root())
    word = match_file.Signed(NOTARY.key_texts, [note]) if signed else match_file.UNSIGNED
    return b"".join(match_file.write(match, AUDITOR, salt_key(match[0].secret), word))


@cache
def _verifier() -> Any:
    path = Path(__file__).parents[1] / "verify_match.py"
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise ImportError(f"{path} cannot be loaded")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
