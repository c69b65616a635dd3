"""A whole random match of a game as a text, with what every viewer sees at every step.

Kept beside each game's tests and compared: any change in what a game does, shows or says comes up as a
difference for review. `scripts/playthrough` writes it anew.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

from domain.codec import CODEC
from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from domain.log import Recorded, parse_line
from tests.domain.table import Table

SEED = "playthrough"


def path(game: str) -> Path:
    """Where a game's playthrough is kept."""
    return Path(__file__).parent / game / "playthrough.txt"


def playthrough(game: str, seats: int = 2) -> str:
    """The text, the same at each call."""
    table = Table(game, seats, seed=SEED)
    lines = [f"{table.match.rules.title}, {seats} seats, rules {table.match.rules.version}", ""]
    lines += _step(table, table.events)
    while table.owing():
        decision = table.open_decision()
        counts = ", ".join(f"seat {seat}: {len(table.legal_moves(seat))}" for seat in table.owing())
        context = json.dumps(dict(decision.context), sort_keys=True)
        lines += [f"== decision {decision.number}: {decision.kind} {context}; legal moves: {counts}", ""]
        lines += _step(table, table.random_move())
    return "\n".join(lines).rstrip() + "\n"


def _step(table: Table, caused: list[Recorded]) -> Iterator[str]:
    seats = range(len(table.match.seats))
    names = [f"seat {seat}" for seat in seats]
    viewers: tuple[Viewer, ...] = (*seats, SPECTATOR, AUDITOR)
    yield from _grouped(
        {viewer: [_told(table, event, viewer, names) for event in caused] for viewer in viewers}, "hears"
    )
    rules, state = table.match.rules, table.match.game_state
    boards = {viewer: rules.board_text(rules.view(state, viewer)).splitlines() for viewer in viewers}
    yield from _grouped(boards, "sees")


def _grouped(texts: dict[Viewer, list[str]], verb: str) -> Iterator[str]:
    """Each text once, under all who are given it."""
    by_text: dict[str, list[Viewer]] = {}
    for viewer, lines in texts.items():
        by_text.setdefault("\n".join(f"   {line}".rstrip() for line in lines), []).append(viewer)
    for text, viewers in by_text.items():
        who = ", ".join(f"seat {viewer}" if isinstance(viewer, int) else viewer for viewer in viewers)
        yield f"-- {who} {verb}:"
        yield text
        yield ""


def _told(table: Table, event: Recorded, viewer: Viewer, names: list[str]) -> str:
    openings = event.openings(viewer, table.match.salt_key)
    shown = CODEC.reveal(parse_line(event.line), openings)
    if event.type.startswith("match."):
        return f"{event.version} {event.type.removeprefix('match.')} by {event.by}"
    return f"{event.version} {table.match.rules.sentence(shown, names)}"
