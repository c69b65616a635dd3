"""Logs written down by hand: facts of a game as one wants them, in a match of bots."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from domain.codec import CODEC
from domain.games.canonical import component_digest
from domain.games.registry import game
from domain.games.rules import Event
from domain.log import Recorded
from domain.match import Match
from domain.match_events import MatchCreated, MatchEnded, MatchStarted, SeatTaken
from domain.match_file import header
from domain.sealing import salt_key, secret_commitment
from replay_tool.sources import Source, of_recorded
from tests.domain.table import MATCH

AT = "2026-01-01T00:00:00.000Z"
SECRET = bytes(32)


def first_fact(seats: int) -> int:
    """The version that the first of the facts gets."""
    return seats + 3


def log_of(name: str, seats: int, facts: Sequence[Event]) -> Source:
    """A finished match in which these facts follow on the start. Nobody has decided them."""
    rules = game(name)
    opening = [
        MatchCreated(
            command=MATCH.hex,
            game=name,
            rules=rules.version,
            options=_plain_options(name),
            components=rules.components["set"],
            digest=component_digest(rules.components),
            seats=seats,
            commitment=secret_commitment(MATCH, SECRET),
        ),
        *(SeatTaken(seat=seat, bot="random") for seat in range(seats)),
        MatchStarted(rules=rules.version),
    ]
    ending = MatchEnded(reason="written_down", ranking=((0,),), scores=(), secret=SECRET.hex())
    events = _record([*opening, *facts, ending])
    return of_recorded("by hand", events, Source("by hand", header(events[0]), ()))


def _plain_options(name: str) -> Any:
    return msgspec.to_builtins(game(name).options())


def _record(events: Sequence[Event]) -> list[Recorded]:
    match = Match(MATCH)
    recorded = []
    for version, event in enumerate(events, start=1):
        secret = SECRET if version == 1 else None
        recorded.append(
            CODEC.encode(
                MATCH, version, match.head, AT, "server", event, salt_key=salt_key(SECRET), secret=secret
            )
        )
        match.apply(recorded[-1])
    return recorded
