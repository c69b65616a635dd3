"""A stream: one match as one reader sees it happen.

It begins with the table, goes on with events, and when the match is over tells what had been sealed for
this reader until then. The order of its start is what makes it complete: listen first, then look where the
match stands, then read what the log has up to there, then go on with what was heard, dropping what has been
told already. What is stored in between is heard, or read, or both; never neither.
"""

from __future__ import annotations

import time
from collections.abc import Generator, Iterator
from typing import Final

import msgspec

from api.context import services
from api.live.frames import KEEP_ALIVE, Frame
from api.live.hub import Cut, Subscription
from api.narration import Narrator
from api.table import seen_table
from api.viewing import Look, looking
from domain.games.canonical import canonical
from domain.games.rules import AUDITOR, Refusal
from domain.log import Recorded
from domain.match_file import Opened
from domain.refusals import UnknownVersion
from domain.storage import PAGE

KEEP_ALIVE_SECONDS: Final = 15.0
LIFETIME_SECONDS: Final = 30 * 60.0
"""After so long a reader is sent round: what its token allows is looked at again, and readers spread anew
over servers of which one has been away."""

RENEWAL: Final = "renewal"

END_SUFFIX: Final = "-end"
"""Behind the last version in the id of a stream's end: who has had that needs nothing more."""

_CHANGES_SEATS_OR_EYES: Final = frozenset(
    {
        "match.SeatTaken",
        "match.SeatLeft",
        "match.SeatResigned",
        "match.SeatHandedToBot",
        "match.MatchEnded",
        "match.MatchAborted",
    }
)


class Stream:
    """What one reader is sent, a frame after the other. Works in a context of the application with the caller
    in it."""

    def __init__(self, subscription: Subscription, asked: str | None, after: int | None) -> None:
        """For a reader that has the events up to `after`; None for one that wants those to come. `asked` is
        with whose eyes to look. Raises what `looking` raises, and `UnknownVersion`."""
        self._subscription = subscription
        self._match = subscription.match
        self._asked = asked
        with looking(self._match, asked, "the stream") as look:
            self._see(look)
            self._table = seen_table(look, look.match)
        self._sent = self._version if after is None else after
        if self._sent > self._version:
            raise UnknownVersion(f"the match has versions 1 to {self._version}, not {after}")
        self._partly_open = self._sent
        """Up to where the reader may not have been told all that is open when the match is over."""

    def frames(self) -> Iterator[Frame | None]:
        """All frames, until there are no more to come or the reader is sent round."""
        yield Frame("table", msgspec.json.encode(self._table), str(self._sent))
        try:
            yield from self._read(until=self._version)
            cut = yield from self._listen()
        except Refusal as refusal:
            # The store is away, or an auditor has sat down to play: the answer began long ago.
            cut = refusal.code
        if cut is not None:
            yield Frame("bye", msgspec.json.encode({"reason": cut}))

    def _listen(self) -> Generator[Frame | None, None, str | None]:
        """Frames as things happen; returns why the reader is sent round, None at the match's end."""
        deadline = time.monotonic() + LIFETIME_SECONDS
        while not (self._over and self._sent >= self._version):
            heard = self._subscription.take(KEEP_ALIVE_SECONDS)
            if isinstance(heard, Cut):
                return heard.value
            if time.monotonic() > deadline:
                return RENEWAL
            if heard is None:
                yield KEEP_ALIVE
            elif heard.version == self._sent + 1:
                yield self._event(heard.recorded)
            else:
                yield from self._read(until=heard.version)
        yield from self._openings()
        yield self._end()
        return None

    def _read(self, until: int) -> Iterator[Frame]:
        """What the log has after what has been sent, up to a version."""
        while self._sent < until:
            for recorded in self._page(self._sent, until):
                yield self._event(recorded)

    def _page(self, after: int, until: int) -> list[Recorded]:
        return services().service.logs.read(self._match, after=after, until=until, limit=PAGE)

    def _event(self, recorded: Recorded) -> Frame:
        if recorded.type in _CHANGES_SEATS_OR_EYES:
            with looking(self._match, self._asked, "the stream") as look:
                self._see(look)
        if self._narrator.viewer != AUDITOR:
            self._partly_open = recorded.version
        self._sent = recorded.version
        return Frame("event", self._narrator.event(recorded), str(recorded.version))

    def _openings(self) -> Iterator[Frame]:
        """What can be opened now of the events that were told with other eyes, or by another stream."""
        read = 0
        while read < self._partly_open:
            for recorded in self._page(read, self._partly_open):
                if openings := recorded.openings(AUDITOR, self._narrator.salt_key):
                    yield Frame("opened", canonical(Opened(openings)))
                read = recorded.version

    def _end(self) -> Frame:
        data = {"version": self._sent, "status": self._status}
        return Frame("end", msgspec.json.encode(data), f"{self._sent}{END_SUFFIX}")

    def _see(self, look: Look) -> None:
        """Go on with the eyes that the reader has now."""
        self._narrator = Narrator.of(look.match, look.viewer)
        self._version = look.match.version
        self._status = look.match.status
        self._over = look.match.over
