"""`fairtable simulate`: many matches between bots, their files, and what they amounted to."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from uuid import UUID

from domain import match_file
from domain.games.rules import AUDITOR
from domain.log import Recorded
from domain.match_events import MatchEnded, MoveMade
from domain.sealing import salt_key
from domain.simulation import Simulation
from domain.storage import MatchLogs


class Order(NamedTuple):
    """What is to be simulated, and the folder for the files, if any."""

    game: str
    seats: int
    matches: int
    seed: int
    bots: Sequence[str]
    options: Mapping[str, Any]
    folder: Path | None


@dataclass
class Summary:
    """What the matches amounted to."""

    game: str
    wins: list[int]
    """By seat; those that share the first place have won both."""
    matches: int = 0
    moves: int = 0
    events: int = 0
    seconds: float = 0.0
    reasons: dict[str, int] = field(default_factory=dict)

    def count(self, events: Sequence[Recorded]) -> None:
        """Count a finished match."""
        self.matches += 1
        self.events += len(events)
        self.moves += sum(isinstance(recorded.event, MoveMade) for recorded in events)
        ended = events[-1].event
        if isinstance(ended, MatchEnded):
            self.reasons[ended.reason] = self.reasons.get(ended.reason, 0) + 1
            for seat in ended.ranking[0]:
                self.wins[seat] += 1

    def as_json(self) -> dict[str, Any]:
        """For programs."""
        return {
            "game": self.game,
            "matches": self.matches,
            "moves": self.moves,
            "events": self.events,
            "seconds": round(self.seconds, 3),
            "matches_per_second": round(self.matches / self.seconds, 1),
            "moves_per_second": round(self.moves / self.seconds),
            "wins": self.wins,
            "reasons": self.reasons,
        }

    def as_text(self) -> str:
        """For people."""
        figures = self.as_json()
        wins = ", ".join(f"seat {seat} {wins}" for seat, wins in enumerate(self.wins))
        reasons = ", ".join(f"{reason} {count}" for reason, count in sorted(self.reasons.items()))
        return (
            f"{self.matches} matches of {self.game}, {self.moves} moves, {self.events} events "
            f"in {self.seconds:.1f} s\n"
            f"{figures['matches_per_second']} matches/s, {figures['moves_per_second']} moves/s\n"
            f"wins: {wins}\n"
            f"ended by: {reasons}"
        )


def simulate_matches(order: Order, *, show_progress: bool = False) -> Summary:
    """Play the matches and write their files. Files of the same names are overwritten, others left alone.

    Raises `Refusal` where such a table cannot be, `OSError` where the files cannot be written.
    """
    if order.folder is not None:
        order.folder.mkdir(parents=True, exist_ok=True)
    summary = Summary(order.game, wins=[0] * max(order.seats, 0))
    with _store() as logs:
        simulation = Simulation(
            logs, order.game, order.seats, order.seed, bots=order.bots, options=order.options
        )
        started = time.perf_counter()
        matches = simulation.play(order.matches)
        for number, match in enumerate(_tracked(matches, order.matches, show_progress), start=1):
            events = logs.read(match)
            summary.count(events)
            if order.folder is not None:
                _write(order.folder / _file_name(number, order.matches, match), events)
        summary.seconds = time.perf_counter() - started
    return summary


@contextmanager
def _store() -> Iterator[MatchLogs]:
    """A store that is gone afterwards."""
    with (
        TemporaryDirectory(prefix="fairtable-simulate-") as folder,
        closing(MatchLogs(f"sqlite:///{folder}/matches.db", create_tables=True, throw_away=True)) as logs,
    ):
        yield logs


def _file_name(number: int, matches: int, match: UUID) -> str:
    digits = max(3, len(str(matches)))
    return f"{number:0{digits}}-{match}{match_file.SUFFIX}"


def _write(path: Path, events: Sequence[Recorded]) -> None:
    path.write_bytes(b"".join(match_file.write(events, AUDITOR, salt_key(events[0].secret))))


def _tracked(matches: Iterable[UUID], total: int, shown: bool) -> Iterator[UUID]:
    if not shown:
        yield from matches
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, and most runs need none
    from rich.progress import track  # noqa: PLC0415

    yield from track(matches, "Playing", total=total, console=Console(stderr=True), transient=True)
