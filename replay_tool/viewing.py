"""Matches for people: the table at any version with anybody's eyes, and the log in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fnmatch import fnmatchcase
from typing import Any, NamedTuple
from uuid import UUID

import msgspec

from domain.codec import CODEC
from domain.games.rules import AUDITOR, SPECTATOR, Event, Refusal, Seat, Viewer
from domain.log import Line
from domain.match import Match
from domain.match_events import MatchCreated, SeatHandedToBot, SeatLeft, SeatResigned, SeatTaken
from domain.sealing import Opening, salt_key
from domain.wording import seat_names, sentence
from replay_tool.sources import Source, Unreadable


class Occupant(NamedTuple):
    """Who sits on a seat, as far as the log has told."""

    player: str | None = None
    bot: str | None = None


class Occupants:
    """Who sits where, followed along a log."""

    def __init__(self, players: Mapping[str, str]) -> None:
        """`players` are names by id, as far as they are known."""
        self._players = players
        self._seats: list[Occupant] = []

    def names(self) -> list[str]:
        """What each seat is called."""
        return seat_names(self._seats, self._players)

    def follow(self, event: Event) -> None:
        """Take in what an event tells about the seats."""
        match event:
            case MatchCreated():
                self._seats = [Occupant()] * event.seats
            case SeatTaken():
                self._seats[event.seat] = Occupant(event.player, event.bot)
            case SeatLeft():
                self._seats[event.seat] = Occupant()
            case SeatResigned() | SeatHandedToBot():
                self._seats[event.seat] = self._seats[event.seat]._replace(bot=event.bot)
            case _:
                pass


# The table


class Table(msgspec.Struct, frozen=True):
    """A match as it stood at a version, as a viewer may see it. `rules` is the version of the rules that
    decided last by then, `newest_rules` the one that is known here."""

    match: str
    game: str
    title: str
    rules: int
    newest_rules: int
    version: int
    versions: int
    at: str
    status: str
    viewer: Viewer
    seats: list[dict[str, Any]]
    awaiting: dict[str, Any] | None
    result: dict[str, Any] | None
    view: dict[str, Any] | None
    board: str | None


def default_viewer(source: Source) -> Viewer:
    """Whose eyes are used when nobody is named: everybody sees all of a match that is over."""
    return AUDITOR if source.finished else SPECTATOR


def table(source: Source, at: int | None, viewer: Viewer | None) -> Table:
    """The table at a version, by default the last. Raises `Unreadable`."""
    return table_of(rebuild(source, at), source, viewer)


def table_of(match: Match, source: Source, viewer: Viewer | None) -> Table:
    """The table as a match stands that was rebuilt from a source. Raises `Unreadable`."""
    seen_by = default_viewer(source) if viewer is None else viewer
    if isinstance(seen_by, int) and seen_by >= len(match.seats):
        raise Unreadable(f"there is no seat {seen_by}; the table has seats 0 to {len(match.seats) - 1}")
    view = None if match.state is None else match.rules.view(match.state, seen_by)
    decision = match.rules.awaiting(match.state) if match.status == "running" else None
    names = seat_names(match.seats, source.players)
    return Table(
        match=str(match.id),
        game=match.rules.name,
        title=match.rules.title,
        rules=match.rules_version,
        newest_rules=match.rules.version,
        version=match.version,
        versions=len(source.events),
        at=match.at,
        status=match.status,
        viewer=seen_by,
        seats=[
            {"seat": number, "name": name, "bot": seat.bot, "taken": seat.taken, "gave_up_at": seat.gave_up}
            for number, (name, seat) in enumerate(zip(names, match.seats, strict=True))
        ],
        awaiting=None
        if decision is None
        else {"decision": decision.number, "kind": decision.kind, "seats": list(decision.seats)},
        result=None if match.ended is None else _result(match.ended),
        view=view,
        board=None if view is None else match.rules.board_text(view),
    )


def _result(ended: Event) -> dict[str, Any]:
    told = {"reason", "ranking", "scores"}
    return {name: value for name, value in msgspec.to_builtins(ended).items() if name in told}


def rebuild(source: Source, at: int | None = None) -> Match:
    """The match as it stood at a version, by default the last. Raises `Unreadable`."""
    check_complete(source)
    events = len(source.events)
    if at is not None:
        check_version(source, at)
    if at is None and source.fault is not None:
        raise Unreadable(f"{source.name} cannot be read to its end: {source.fault.sentence}")
    try:
        match = Match(UUID(source.match), source.rules_source())
        take_further(match, source, events if at is None else at)
    except Refusal as error:
        raise Unreadable(f"{source.name} cannot be shown here: {error}") from None
    except Exception as error:  # An unverified log may hold anything; verify and audit tell what is wrong.
        raise Unreadable(
            f"{source.name} cannot be rebuilt ({type(error).__name__}: {error}); verify tells what is wrong"
        ) from error
    return match


def take_further(match: Match, source: Source, version: int) -> None:
    """Apply a source's next events to a match that was rebuilt from it."""
    for index in range(match.version, version):
        match.apply(source.recorded(index))


def check_version(source: Source, version: int) -> None:
    """Raises `Unreadable` where a source has no such event."""
    if not 1 <= version <= len(source.events):
        raise Unreadable(f"{source.name} has events 1 to {len(source.events)}, not {version}")


def check_complete(source: Source) -> None:
    """Raises `Unreadable` where a match cannot be rebuilt: there is none, or secrets are missing."""
    if source.header is None or not source.events:
        why = source.fault.sentence if source.fault is not None else "it has no events"
        raise Unreadable(f"{source.name} is no match file: {why}")
    if not source.is_complete:
        raise Unreadable(
            f"{source.name} is the file of a match that is not over, in which secrets are missing: only log "
            "and verify work on it"
        )


# The log


class LogEntry(msgspec.Struct, frozen=True):
    """An event as a viewer may know it. `seats` are those that caused it and that it is about."""

    version: int
    at: str
    by: str
    type: str
    seats: tuple[Seat, ...]
    sentence: str


class Wanted(msgspec.Struct, frozen=True):
    """Which events of a log one wants to see: those that a seat caused or that are about it, those of some
    kinds (names, or patterns with `*`), those from one version to another."""

    seat: Seat | None = None
    kinds: tuple[str, ...] = ()
    first: int = 1
    last: int | None = None

    def takes(self, entry: LogEntry) -> bool:
        """Whether an event is among them."""
        return (
            self.first <= entry.version
            and (self.last is None or entry.version <= self.last)
            and (self.seat is None or self.seat in entry.seats)
            and (not self.kinds or any(is_of_kind(entry.type, kind) for kind in self.kinds))
        )


def is_of_kind(name: str, kind: str) -> bool:
    """Whether an event's name, `nova_luna.TilePlaced`, or its last part fits what is asked for."""
    return any(fnmatchcase(text.lower(), kind.lower()) for text in (name, name.rpartition(".")[2]))


def log_entries(source: Source, viewer: Viewer | None) -> Iterator[LogEntry]:
    """The events in sentences, as far as they can be read. Raises `Unreadable`."""
    if source.header is None or not source.events:
        check_complete(source)
    if viewer is not None and not source.is_complete:
        raise Unreadable(
            f"{source.name} is the file of a match that is not over: it shows what its reader may see, and "
            "cannot be read with the eyes of others"
        )
    try:
        rules = source.rules()
    except Refusal as error:
        raise Unreadable(f"{source.name} cannot be told here: {error}") from None
    return _told(source, lambda event, names: sentence(event, rules, names, source.players), viewer)


def _told(source: Source, tell: Any, viewer: Viewer | None) -> Iterator[LogEntry]:
    occupants = Occupants(source.players)
    seen_by = default_viewer(source) if viewer is None else viewer
    for index, file_event in enumerate(source.events):
        line = file_event.line
        try:
            event = CODEC.reveal(line, _openings(source, index, seen_by))
            occupants.follow(event)
            told = tell(event, occupants.names())
        except Exception as error:  # An unverified log may hold anything; verify tells what is wrong.
            told = f"({line.type} cannot be told: {type(error).__name__}: {error})"
        author = _author(line.by, occupants.names())
        yield LogEntry(line.version, line.at, author, line.type, _seats_of(line), told)


def _seats_of(line: Line) -> tuple[Seat, ...]:
    data = msgspec.json.decode(line.data)
    about = data.get("seat") if isinstance(data, dict) else None
    return tuple(sorted({seat for seat in (line.by, about) if isinstance(seat, int)}))


def _openings(source: Source, index: int, viewer: Viewer) -> Sequence[Opening]:
    """What a viewer may open: in the file of a running match, all that is there."""
    if not source.is_complete:
        return source.events[index].openings
    return source.recorded(index).openings(viewer, salt_key(source.secret or b""))


def _author(by: int | str, names: Sequence[str]) -> str:
    if isinstance(by, int):
        return names[by] if 0 <= by < len(names) else f"seat {by}"
    return by


# Lists


class Summary(msgspec.Struct, frozen=True):
    """A match in a list: what is played, who sits there, how far it is."""

    match: str
    game: str
    status: str
    seats: list[str]
    version: int
    created_at: str
    changed_at: str


def summary(source: Source) -> Summary:
    """A match in short. Raises `Unreadable`."""
    if source.header is None or not source.events:
        why = source.fault.sentence if source.fault is not None else "it has no events"
        raise Unreadable(f"match {source.name} cannot be read: {why}")
    occupants = Occupants(source.players)
    types = set()
    for index, event in enumerate(source.events):
        types.add(event.line.type)
        if event.line.type.startswith("match."):
            occupants.follow(source.recorded(index).event)
    return Summary(
        match=source.name,
        game=source.header.game,
        status=_status(types),
        seats=occupants.names(),
        version=len(source.events),
        created_at=source.events[0].line.at,
        changed_at=source.events[-1].line.at,
    )


def _status(types: set[str]) -> str:
    if "match.MatchEnded" in types:
        return "ended"
    if "match.MatchAborted" in types:
        return "aborted"
    return "running" if "match.MatchStarted" in types else "open"


def export_viewer(source: Source, viewer: Viewer | None) -> Viewer:
    """Whose openings a file gets: all, when the match is over."""
    return AUDITOR if source.finished else viewer if viewer is not None else SPECTATOR
