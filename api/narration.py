"""Events as the API sends them: the stored line as it is, what the reader may open, and a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

import msgspec

from api.context import services
from domain.codec import CODEC
from domain.games.canonical import canonical
from domain.games.rules import AnyRules, Viewer
from domain.log import Recorded, parse_line
from domain.match import Match
from domain.match_events import MatchCreated, SeatTaken
from domain.match_file import Opened
from domain.wording import seat_names, sentence


class _Sitting(NamedTuple):
    player: str | None
    bot: str | None


@dataclass(frozen=True)
class Narrator:
    """Tells events to one reader. Holds nothing of a match that changes, so it may be used after the match's
    lock has been given back."""

    rules: AnyRules
    seats: Sequence[_Sitting]
    viewer: Viewer
    salt_key: bytes
    _names: dict[str, str | None] = field(default_factory=dict)
    """The players' names, each looked up once: a stream tells many events. None where there is none."""

    @classmethod
    def of(cls, match: Match, viewer: Viewer) -> Narrator:
        """The narrator of a match as it stands."""
        seats = [_Sitting(seat.player, seat.bot) for seat in match.seats]
        return cls(match.rules, seats, viewer, match.salt_key)

    def json(self, events: Iterable[Recorded]) -> bytes:
        """Events as a JSON array around their stored bytes."""
        recorded = list(events)
        players = self._player_names(recorded)
        names = seat_names(self.seats, players)
        return b"[" + b",".join(self._event(event, names, players) for event in recorded) + b"]"

    def event(self, recorded: Recorded) -> bytes:
        """One event as JSON around its stored bytes."""
        players = self._player_names([recorded])
        return self._event(recorded, seat_names(self.seats, players), players)

    def ndjson(self, events: Iterable[Recorded]) -> Iterator[bytes]:
        """Events as in a match file: each line, and where there are any, its openings on the next."""
        for recorded in events:
            yield recorded.line + b"\n"
            if openings := recorded.openings(self.viewer, self.salt_key):
                yield canonical(Opened(openings)) + b"\n"

    def _event(self, recorded: Recorded, names: Sequence[str], players: Mapping[str, str]) -> bytes:
        openings = recorded.openings(self.viewer, self.salt_key)
        revealed = CODEC.reveal(parse_line(recorded.line), openings)
        text = sentence(revealed, self.rules, names, players)
        parts = (
            b'{"line":',
            recorded.line,
            b',"opened":',
            canonical(openings),
            b',"text":',
            msgspec.json.encode(text),
            b"}",
        )
        return b"".join(parts)

    def _player_names(self, events: Iterable[Recorded]) -> Mapping[str, str]:
        players = {seat.player for seat in self.seats}
        players |= {
            recorded.event.player
            for recorded in events
            if isinstance(recorded.event, MatchCreated | SeatTaken)
        }
        unasked = {player for player in players if player is not None and player not in self._names}
        if unasked:
            found = services().accounts.names(unasked)
            self._names.update((player, found.get(player)) for player in unasked)
        return {player: name for player, name in self._names.items() if name is not None}
