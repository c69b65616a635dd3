"""What the finished matches of a game have in common, by number of seats and options.

Everything is a distribution: for each measure, how often each value came up. Averages, medians and
shares are read off it.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import BigInteger, Column, Connection, Engine, Integer, String, Table, select

from domain.games.canonical import canonical
from domain.log import parse_timestamp
from domain.match_events import MatchEnded
from domain.storage import Followed
from projections.folding import Folded, Matches
from projections.projection import Projection, played_here
from projections.store import METADATA, count, transaction

TALLIES = Table(
    "projection_statistics_v1",
    METADATA,
    Column("game", String, primary_key=True),
    Column("seats", Integer, primary_key=True),
    Column("options", String, primary_key=True),
    Column("measure", String, primary_key=True),
    Column("value", BigInteger, primary_key=True),
    Column("count", BigInteger, nullable=False),
)

GIVEN_UP = "resigned"
"""The reason of matches that ended because nobody was left to play on. They count as finished; how long
they were and who won says nothing about the game."""

_ENDED = "ended."
_COUNTER = "counter."


class StatisticsProjection(Projection):
    """Counts finished matches that were played here, each once, when it has ended."""

    name = "statistics"
    version = 1
    listens = frozenset({"match.MatchEnded"})
    tables = (TALLIES,)

    def __init__(self, matches: Matches) -> None:
        super().__init__()
        self._matches = matches

    def apply(self, connection: Connection, events: Sequence[Followed]) -> None:
        """Add what these matches tell."""
        tallies: Counter[tuple[str, int, str, str, int]] = Counter()
        for event in played_here(events):
            folded = self._matches.at(event.match, event.version)
            options = canonical(folded.match.options).decode()
            group = (folded.game, len(folded.match.seats), options)
            tallies.update((*group, measure, value) for measure, value in measures(folded))
        names = ("game", "seats", "options", "measure", "value", "count")
        # In the order of their keys, as all who lock several rows should.
        rows = [dict(zip(names, (*key, times), strict=True)) for key, times in sorted(tallies.items())]
        count(connection, self.table(TALLIES), rows)


def measures(folded: Folded) -> Iterator[tuple[str, int]]:
    """What a finished match tells, as measures with values."""
    match = folded.match
    ended = match.ended
    if not isinstance(ended, MatchEnded):
        return
    yield f"{_ENDED}{ended.reason}", 1
    if ended.reason == GIVEN_UP:
        return
    yield "moves", folded.moves
    yield "minutes", _minutes(folded.started_at, match.at)
    yield from (("score", score) for score in ended.scores)
    first = ended.ranking[0]
    kind = "won" if len(first) == 1 else "shared"
    for seat in first:
        yield f"{kind}.seat", seat
        if seat in folded.turn_order:
            yield f"{kind}.turn", folded.turn_order.index(seat)
    for name, number in match.rules.statistics(match.game_state).items():
        yield f"{_COUNTER}{name}", number


def _minutes(start: str, end: str) -> int:
    return int((parse_timestamp(end) - parse_timestamp(start)).total_seconds()) // 60


Distribution = dict[int, int]
"""How often each value came up, by value."""


class GameStatistics(NamedTuple):
    """A game at tables of one size, with one choice of options.

    `by_reason` counts all finished matches, the rest those that were played out. Wins are by seat, and by
    the order in which the seats made their first moves, from 0; `won` alone, `shared` with others.
    """

    seats: int
    options: dict[str, Any]
    matches: int
    by_reason: dict[str, int]
    moves: Distribution
    minutes: Distribution
    scores: Distribution
    won_by_seat: Distribution
    shared_by_seat: Distribution
    won_by_turn: Distribution
    shared_by_turn: Distribution
    counters: dict[str, Distribution]


class Statistics(NamedTuple):
    """Reads the statistics."""

    engine: Engine

    def of(self, game: str) -> list[GameStatistics]:
        """A game's statistics, by number of seats and options. Raises `StoreUnavailable`."""
        query = select(TALLIES).where(TALLIES.c.game == game).order_by(*TALLIES.primary_key)
        groups: dict[tuple[int, str], dict[str, Distribution]] = defaultdict(lambda: defaultdict(dict))
        with transaction(self.engine) as connection:
            for row in connection.execute(query).mappings():
                groups[row["seats"], row["options"]][row["measure"]][row["value"]] = row["count"]
        return [_game_statistics(seats, options, found) for (seats, options), found in groups.items()]


def _game_statistics(seats: int, options: str, found: Mapping[str, Distribution]) -> GameStatistics:
    by_reason = {reason: distribution[1] for reason, distribution in _below(_ENDED, found)}
    return GameStatistics(
        seats=seats,
        options=msgspec.json.decode(options),
        matches=sum(by_reason.values()),
        by_reason=by_reason,
        moves=found.get("moves", {}),
        minutes=found.get("minutes", {}),
        scores=found.get("score", {}),
        won_by_seat=found.get("won.seat", {}),
        shared_by_seat=found.get("shared.seat", {}),
        won_by_turn=found.get("won.turn", {}),
        shared_by_turn=found.get("shared.turn", {}),
        counters=dict(_below(_COUNTER, found)),
    )


def _below(prefix: str, found: Mapping[str, Distribution]) -> Iterator[tuple[str, Distribution]]:
    return (
        (measure.removeprefix(prefix), distribution)
        for measure, distribution in found.items()
        if measure.startswith(prefix)
    )
