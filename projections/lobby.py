"""The lobby: one row a match, whatever became of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from uuid import UUID

import msgspec
from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    Index,
    Integer,
    String,
    Table,
    delete,
    insert,
    select,
)

from domain.match_events import (
    MatchAborted,
    MatchCreated,
    MatchEnded,
    MatchStarted,
    SeatHandedToBot,
    SeatLeft,
    SeatResigned,
    SeatTaken,
)
from domain.match_state import Status
from domain.storage import Followed
from projections import paging
from projections.paging import Page
from projections.projection import Projection
from projections.store import METADATA, transaction, upsert

MATCHES = Table(
    "projection_lobby_v2",
    METADATA,
    Column("match", String, primary_key=True),
    Column("created", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("options", String, nullable=False),
    Column("creator", String),
    Column("status", String, nullable=False),
    Column("seats", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("created_at", String, nullable=False),
    Column("updated_at", String, nullable=False),
    Column("ended_at", String),
    Column("reason", String),
    Column("imported", Boolean, nullable=False),
    Index("projection_lobby_v2_created", "created"),
    Index("projection_lobby_v2_game", "game", "created"),
    Index("projection_lobby_v2_status", "status", "created"),
)

PLAYERS = Table(
    "projection_lobby_v2_players",
    METADATA,
    Column("match", String, primary_key=True),
    Column("player", String, primary_key=True),
    Index("projection_lobby_v2_players_player", "player"),
)

_SILENT = ("match.MoveMade", "match.SeatReady")
"""The match's own events that tell the lobby nothing but that something happened."""


class SeatRow(msgspec.Struct, omit_defaults=True):
    """Who sits on a seat. Where both are named, a bot plays on for the player."""

    player: str | None = None
    bot: str | None = None


class LobbyRow(msgspec.Struct):
    """A match as the lobby knows it. `created` is the position of its first event; one that was `imported`
    was played elsewhere, and whoever sat there is nobody here."""

    match: UUID
    created: int
    game: str
    options: dict[str, Any]
    creator: str | None
    status: Status
    seats: list[SeatRow]
    version: int
    created_at: str
    updated_at: str
    ended_at: str | None = None
    reason: str | None = None
    imported: bool = False


class LobbyProjection(Projection):
    """Keeps the lobby. Reads each match's row once a page, however many events it has there."""

    name = "lobby"
    version = 2
    listens = None
    tables = (MATCHES, PLAYERS)

    def apply(self, connection: Connection, events: Sequence[Followed]) -> None:
        """Bring the matches' rows up to date."""
        latest = {event.match: event for event in events}
        rows = self._load(connection, latest)
        for event in events:
            if event.type.startswith("match.") and event.type not in _SILENT:
                _tell(rows, event)
        for match, event in latest.items():
            rows[match].version = event.version
            rows[match].updated_at = event.line.at
        self._save(connection, rows.values())

    def _load(self, connection: Connection, matches: Iterable[UUID]) -> dict[UUID, LobbyRow]:
        table = self.table(MATCHES)
        found = connection.execute(select(table).where(table.c.match.in_(map(str, matches))))
        rows = (_read(row) for row in found.mappings())
        return {row.match: row for row in rows}

    def _save(self, connection: Connection, rows: Iterable[LobbyRow]) -> None:
        rows = list(rows)
        upsert(connection, self.table(MATCHES), [_write(row) for row in rows])
        players = self.table(PLAYERS)
        connection.execute(delete(players).where(players.c.match.in_(str(row.match) for row in rows)))
        seated = [
            {"match": str(row.match), "player": player}
            for row in rows
            if not row.imported
            for player in sorted({seat.player for seat in row.seats if seat.player is not None})
        ]
        if seated:
            connection.execute(insert(players), seated)


def _tell(rows: dict[UUID, LobbyRow], event: Followed) -> None:
    recorded = event.recorded
    match recorded.event:
        case MatchCreated() as created:
            rows[event.match] = LobbyRow(
                match=event.match,
                created=event.position,
                game=created.game,
                options=dict(created.options),
                creator=created.player,
                status="open",
                seats=[SeatRow() for _ in range(created.seats)],
                version=event.version,
                created_at=recorded.at,
                updated_at=recorded.at,
                imported=event.imported,
            )
        case SeatTaken(seat=seat, player=player, bot=bot):
            rows[event.match].seats[seat] = SeatRow(player, bot)
        case SeatLeft(seat=seat):
            rows[event.match].seats[seat] = SeatRow()
        case SeatResigned(seat=seat, bot=bot) | SeatHandedToBot(seat=seat, bot=bot):
            rows[event.match].seats[seat].bot = bot
        case MatchStarted():
            rows[event.match].status = "running"
        case MatchEnded(reason=reason):
            _end(rows[event.match], "ended", reason, recorded.at)
        case MatchAborted(reason=reason):
            _end(rows[event.match], "aborted", reason, recorded.at)


def _end(row: LobbyRow, status: Status, reason: str, at: str) -> None:
    row.status, row.reason, row.ended_at = status, reason, at


def _write(row: LobbyRow) -> dict[str, Any]:
    plain = msgspec.structs.asdict(row)
    seats, options = msgspec.json.encode(row.seats), msgspec.json.encode(row.options, order="sorted")
    return plain | {"match": str(row.match), "seats": seats.decode(), "options": options.decode()}


def _read(row: Mapping[Any, Any]) -> LobbyRow:
    plain = {name: row[name] for name in LobbyRow.__struct_fields__}
    decoded = {name: msgspec.json.decode(plain[name]) for name in ("seats", "options")}
    return msgspec.convert(plain | decoded, LobbyRow)


class Lobby(NamedTuple):
    """Reads the lobby."""

    engine: Engine

    def list(
        self,
        *,
        game: str | None = None,
        status: Status | None = None,
        player: str | None = None,
        cursor: str | None = None,
        limit: int = 50,
    ) -> Page[LobbyRow]:
        """The matches of a game, in a status, with a player at the table, or all; the newest first.

        A match that changes while one leafs through stays where it is: none is seen twice or missed.
        Raises `InvalidCursor`, `StoreUnavailable`.
        """
        limit = min(limit, paging.MOST)
        query = select(MATCHES).order_by(MATCHES.c.created.desc()).limit(limit + 1)
        if game is not None:
            query = query.where(MATCHES.c.game == game)
        if status is not None:
            query = query.where(MATCHES.c.status == status)
        if player is not None:
            seated = select(PLAYERS.c.match).where(PLAYERS.c.player == player)
            query = query.where(MATCHES.c.match.in_(seated))
        if cursor is not None:
            query = query.where(MATCHES.c.created < paging.decode("lobby", cursor))
        with transaction(self.engine) as connection:
            rows = [_read(row) for row in connection.execute(query).mappings()]
        more = paging.encode("lobby", rows[limit - 1].created) if len(rows) > limit else None
        return Page(rows[:limit], more)

    def match(self, match: UUID) -> LobbyRow | None:
        """One match; None where the lobby does not know it (yet). Raises `StoreUnavailable`."""
        with transaction(self.engine) as connection:
            row = connection.execute(select(MATCHES).where(MATCHES.c.match == str(match))).mappings().first()
        return None if row is None else _read(row)
