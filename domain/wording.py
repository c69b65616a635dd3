"""The events of a match in words: who sat down, moved, gave up, won. A game's own events are told by its
rules.

Events come as far as the reader may see them: what stays sealed is `HIDDEN`, so a sentence cannot tell
more than its reader knows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Protocol

from domain.games.rules import HIDDEN, AnyRules, Event
from domain.match_events import (
    MatchAborted,
    MatchCreated,
    MatchEnded,
    MatchEvent,
    MatchStarted,
    MoveMade,
    SeatHandedToBot,
    SeatLeft,
    SeatReady,
    SeatResigned,
    SeatTaken,
)


class Occupant(Protocol):
    """Who sits on a seat: a player's id, a bot's name, or (a bot plays on for a player) both."""

    @property
    def player(self) -> str | None:
        """The player's id."""

    @property
    def bot(self) -> str | None:
        """The bot's name."""


def seat_names(seats: Sequence[Occupant], players: Mapping[str, str]) -> list[str]:
    """What each seat is called in sentences, by the names of players as far as they are known."""
    return [_seat_name(number, seat, players) for number, seat in enumerate(seats)]


def _seat_name(number: int, seat: Occupant, players: Mapping[str, str]) -> str:
    if seat.player is not None:
        return players.get(seat.player, f"seat {number}")
    return f"seat {number}" if seat.bot is None else f"{seat.bot} bot (seat {number})"


def sentence(
    event: Event, rules: AnyRules, names: Sequence[str], players: Mapping[str, str] | None = None
) -> str:
    """What happened, for a person. `names` are those of the seats (`seat_names`); `players` those of
    players by id, for the events that tell who came to a seat."""
    if isinstance(event, MatchCreated):
        return (
            f"{_player(event.player, players, 'somebody')} opens a table of {rules.title} for {event.seats}"
        )
    if isinstance(event, SeatTaken):
        who = _player(event.player, players, "a player") if event.bot is None else f"the {event.bot} bot"
        return f"{who} takes seat {event.seat}"
    if isinstance(event, MatchEvent):
        return _SENTENCES[type(event)](event, names)
    return rules.sentence(event, names)


def move_text(move: Mapping[str, Any]) -> str:
    """A move with its fields: “take, space 3, cell (0, 1)”."""
    fields = (f"{_words(name)} {_value_text(value)}" for name, value in move.items() if name != "type")
    return ", ".join([_words(move["type"]), *fields])


def _player(player: str | None, players: Mapping[str, str] | None, unknown: str) -> str:
    return unknown if player is None or players is None else players.get(player, unknown)


def _left(event: SeatLeft, _names: Sequence[str]) -> str:
    return f"seat {event.seat} is free again"


def _ready(event: SeatReady, names: Sequence[str]) -> str:
    return f"{names[event.seat]} is ready"


def _started(_event: MatchStarted, _names: Sequence[str]) -> str:
    return "the match begins"


def _moved(event: MoveMade, names: Sequence[str]) -> str:
    return f"{names[event.seat]} answers decision {event.decision}: {move_text(event.move)}"


def _resigned(event: SeatResigned, names: Sequence[str]) -> str:
    return f"{names[event.seat]} resigns; the {event.bot} bot plays on at seat {event.seat}"


def _handed_to_bot(event: SeatHandedToBot, names: Sequence[str]) -> str:
    return f"{names[event.seat]} has vanished; the {event.bot} bot plays on at seat {event.seat}"


def _ended(event: MatchEnded, names: Sequence[str]) -> str:
    places = []
    place = 1
    for group in event.ranking:
        places.append(f"{place}. {' and '.join(_with_score(event, seat, names) for seat in group)}")
        place += len(group)
    return f"the match is over ({_words(event.reason)}): {', '.join(places)}"


def _with_score(event: MatchEnded, seat: int, names: Sequence[str]) -> str:
    return f"{names[seat]} with {event.scores[seat]}" if event.scores else names[seat]


def _aborted(event: MatchAborted, names: Sequence[str]) -> str:
    if event.reason == "entropy-withheld":
        late = " and ".join(names[seat] for seat in event.seats)
        return f"the table is closed before the match began: {late} did not get ready in time"
    return "the table is closed before the match began"


_SENTENCES: Mapping[type[MatchEvent], Callable[[Any, Sequence[str]], str]] = {
    SeatLeft: _left,
    SeatReady: _ready,
    MatchStarted: _started,
    MoveMade: _moved,
    SeatResigned: _resigned,
    SeatHandedToBot: _handed_to_bot,
    MatchEnded: _ended,
    MatchAborted: _aborted,
}


def _words(name: str) -> str:
    return name.replace("_", " ")


def _value_text(value: Any) -> str:
    if value is HIDDEN:
        return "(hidden)"
    if isinstance(value, list | tuple):
        return f"({', '.join(map(_value_text, value))})"
    return str(value)
