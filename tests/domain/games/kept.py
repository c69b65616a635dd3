"""Kept matches: how they are played and written once, and how they are read again from their files alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from domain.codec import CODEC
from domain.games.registry import rules_with
from domain.games.rules import AUDITOR, AnyRules, Event, Move, Seat
from domain.match_events import MatchEnded, MatchEvent
from domain.match_file import SUFFIX, MatchFile, read, write
from tests.domain.table import Table

KeptT = TypeVar("KeptT")

Player = Callable[[Table, Seat], Move]
"""Who chooses a seat's moves."""


def greedy(table: Table, seat: Seat) -> Move:
    """The game's own greedy bot."""
    bot = table.match.rules.bots["greedy"]
    return bot.choose(table.match.rules.view(table.match.state, seat), table.legal_moves(seat), table.picker)


def any_move(table: Table, seat: Seat) -> Move:
    """Any legal move."""
    moves = table.legal_moves(seat)
    return moves[table.picker.below(len(moves))]


def play_to_the_end(table: Table, players: tuple[Player, ...]) -> None:
    """Each seat's player moves whenever it is awaited."""
    while owing := table.owing():
        seat = owing[0]
        table.move(seat, players[seat](table, seat))


def write_missing(folder: Path, kept: Mapping[str, KeptT], played: Callable[[KeptT], Table]) -> None:
    """Play and write the matches that are not kept yet; those that are stay as they are."""
    for name, recipe in kept.items():
        path = folder / f"{name}{SUFFIX}"
        if not path.exists():
            table = played(recipe)
            path.write_bytes(b"".join(write(table.events, AUDITOR, table.match.salt_key)))


def kept_match(folder: Path, name: str) -> MatchFile:
    """A kept match as read from its file."""
    file = read((folder / f"{name}{SUFFIX}").read_bytes())
    assert file.fault is None
    assert file.finished
    return file


def events_of(file: MatchFile) -> list[Event]:
    """Its events, with all that is sealed in them."""
    return [CODEC.reveal(event.line, event.openings) for event in file.events]


def end_of(file: MatchFile) -> MatchEnded:
    """Its last event."""
    last = events_of(file)[-1]
    assert isinstance(last, MatchEnded)
    return last


def replayed(file: MatchFile) -> Iterator[tuple[AnyRules, Any, Event]]:
    """Each of the game's own events, with the state that it led to."""
    rules = rules_with(file.header.game, file.header.components)
    state = rules.new_state(file.header.seats, msgspec.convert(file.header.options, rules.options))
    for event in events_of(file):
        if not isinstance(event, MatchEvent):
            rules.evolve(state, event)
            yield rules, state, event
