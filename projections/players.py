"""What players have achieved: one row for each player in each match that has started."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple
from uuid import UUID

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ColumnElement,
    Connection,
    Engine,
    Index,
    Integer,
    String,
    Table,
    bindparam,
    case,
    func,
    insert,
    select,
    update,
)

from domain.games.rules import Seat
from domain.match_events import MatchEnded
from domain.storage import Followed
from projections import paging
from projections.folding import Folded, Matches
from projections.paging import Page
from projections.projection import Projection, played_here
from projections.store import METADATA, transaction

RESULTS = Table(
    "projection_players_v1",
    METADATA,
    Column("match", String, primary_key=True),
    Column("player", String, primary_key=True),
    Column("started", BigInteger, nullable=False),
    Column("game", String, nullable=False),
    Column("seat", Integer, nullable=False),
    Column("started_at", String, nullable=False),
    Column("ended_at", String),
    Column("reason", String),
    Column("place", Integer),
    Column("shared", Boolean),
    Column("gave_up", Boolean),
    Column("score", Integer),
    Index("projection_players_v1_player", "player", "started"),
)


class PlayersProjection(Projection):
    """Keeps the players' results. A match that was aborted had not started, and counts for nobody; one
    that a player has given up counts like any other, with the place that giving up leads to. One that was
    imported counts for nobody."""

    name = "players"
    version = 1
    listens = frozenset({"match.MatchStarted", "match.MatchEnded"})
    tables = (RESULTS,)

    def __init__(self, matches: Matches) -> None:
        super().__init__()
        self._matches = matches

    def apply(self, connection: Connection, events: Sequence[Followed]) -> None:
        """Enter the players of a match that starts, and how it ended for them."""
        for event in played_here(events):
            folded = self._matches.at(event.match, event.version)
            ended = folded.match.ended
            if isinstance(ended, MatchEnded):
                self._end(connection, list(_results(folded, ended)))
            else:
                self._start(connection, event, folded)

    def _start(self, connection: Connection, event: Followed, folded: Folded) -> None:
        rows = [
            {
                "match": str(event.match),
                "player": seat.player,
                "started": event.position,
                "game": folded.game,
                "seat": number,
                "started_at": folded.started_at,
            }
            for number, seat in enumerate(folded.match.seats)
            if seat.player is not None
        ]
        if rows:
            connection.execute(insert(self.table(RESULTS)), rows)

    def _end(self, connection: Connection, rows: list[dict[str, Any]]) -> None:
        table = self.table(RESULTS)
        if rows:
            connection.execute(
                update(table).where(
                    table.c.match == bindparam("of_match"), table.c.player == bindparam("of_player")
                ),
                rows,
            )


def _results(folded: Folded, ended: MatchEnded) -> Iterator[dict[str, Any]]:
    for place, group in places(ended.ranking):
        for number in group:
            seat = folded.match.seats[number]
            if seat.player is not None:
                yield {
                    "of_match": str(folded.match.id),
                    "of_player": seat.player,
                    "ended_at": folded.match.at,
                    "reason": ended.reason,
                    "place": place,
                    "shared": len(group) > 1,
                    "gave_up": seat.gave_up is not None,
                    "score": ended.scores[number] if ended.scores else None,
                }


def places(ranking: Sequence[Sequence[Seat]]) -> Iterator[tuple[int, Sequence[Seat]]]:
    """The places of a ranking, from 1, each with its seats: after two on the first comes the third."""
    place = 1
    for group in ranking:
        yield place, group
        place += len(group)


class Totals(NamedTuple):
    """A player's results in one game. `won` are first places held alone; `shared` those held with others."""

    matches: int
    finished: int
    won: int
    shared: int


class Result(NamedTuple):
    """A player in one match. While the match runs, nothing is known of the result."""

    match: UUID
    game: str
    seat: Seat
    started_at: str
    ended_at: str | None
    reason: str | None
    place: int | None
    shared: bool | None
    gave_up: bool | None
    score: int | None


class Players(NamedTuple):
    """Reads the players' results."""

    engine: Engine

    def totals(self, player: str) -> dict[str, Totals]:
        """What a player has achieved, by game; nothing for one who has not played. Raises
        `StoreUnavailable`."""
        first = RESULTS.c.place == 1
        query = (
            select(
                RESULTS.c.game,
                func.count(),
                func.count(RESULTS.c.ended_at),
                _number_where(first & ~RESULTS.c.shared),
                _number_where(first & RESULTS.c.shared),
            )
            .where(RESULTS.c.player == player)
            .group_by(RESULTS.c.game)
            .order_by(RESULTS.c.game)
        )
        with transaction(self.engine) as connection:
            return {game: Totals(*numbers) for game, *numbers in connection.execute(query)}

    def results(self, player: str, *, cursor: str | None = None, limit: int = 50) -> Page[Result]:
        """A player's matches, the newest first. Raises `InvalidCursor`, `StoreUnavailable`."""
        limit = min(limit, paging.MOST)
        query = (
            select(RESULTS)
            .where(RESULTS.c.player == player)
            .order_by(RESULTS.c.started.desc())
            .limit(limit + 1)
        )
        if cursor is not None:
            query = query.where(RESULTS.c.started < paging.decode("results", cursor))
        with transaction(self.engine) as connection:
            rows = connection.execute(query).mappings().all()
        more = paging.encode("results", rows[limit - 1]["started"]) if len(rows) > limit else None
        return Page([_result(row) for row in rows[:limit]], more)


def _number_where(condition: ColumnElement[bool]) -> ColumnElement[int]:
    return func.count(case((condition, 1)))


def _result(row: Any) -> Result:
    return Result(**{name: row[name] for name in Result._fields if name != "match"}, match=UUID(row["match"]))
