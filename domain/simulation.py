"""Whole matches played by bots through the real aggregate and store, for tests, figures and examples.

Everything that is chance or time elsewhere comes from the seed here: ids, times, secrets, entropies and
what the bots choose. The same seed gives the same matches, byte for byte.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Any
from uuid import UUID

import msgspec

from domain.chance import Stream
from domain.commands import BeReady, CreateMatch, MakeMove, Person, TakeSeat
from domain.games.registry import game
from domain.games.rules import Seat
from domain.log import timestamp
from domain.refusals import UnknownBot
from domain.sealing import SECRET_BYTES, entropy_commitment, hm, lp, u32
from domain.service import MatchService
from domain.storage import MatchLogs

_EPOCH = datetime(2026, 1, 1, tzinfo=UTC)
_TICK = timedelta(seconds=1)


class SimulatedClock:
    """A clock that goes on by a second at each look."""

    def __init__(self) -> None:
        self._now = _EPOCH

    def __call__(self) -> str:
        self._now += _TICK
        return timestamp(self._now)

    def reset(self) -> None:
        """Start again, so that a match does not depend on those before it."""
        self._now = _EPOCH


class Simulation:
    """Plays matches of one game at tables of one size."""

    def __init__(
        self,
        logs: MatchLogs,
        game_name: str,
        seats: int,
        seed: int,
        *,
        bots: Sequence[str] = ("random",),
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """`bots` play in turn, from seat 0. Raises `UnknownGame`, `UnknownBot`."""
        self._rules = game(game_name)
        for bot in bots:
            if bot not in self._rules.bots:
                raise UnknownBot(
                    f"{self._rules.title} has no bot {bot!r}; there are {', '.join(self._rules.bots)}"
                )
        self._seats = seats
        self._seed = seed
        self._bots = [self._rules.bots[bots[seat % len(bots)]] for seat in range(seats)]
        self._options = dict(options or {})
        self._clock = SimulatedClock()
        self.service = MatchService(logs, self._clock, cached_matches=1)

    def play(self, matches: int) -> Iterator[UUID]:
        """Play matches to their ends, one after another. Raises `Refusal` where the table cannot be."""
        for number in range(matches):
            yield self._play_one(number)

    def _play_one(self, number: int) -> UUID:
        self._clock.reset()
        source = _Source(self._rules.name, self._seats, self._seed, number)
        players = [Person(str(UUID(bytes=source.take(16)))) for _ in range(self._seats)]
        match = self.service.create(
            CreateMatch(
                id=source.command(),
                actor=players[0],
                game=self._rules.name,
                seats=self._seats,
                options=self._options,
                bots={},
                secret=source.take(SECRET_BYTES),
            )
        ).match
        self._sit_down(match, players, source)
        while (owing := self._owing(match)) is not None:
            decision, seats = owing
            seat = seats[source.stream.below(len(seats))] if len(seats) > 1 else seats[0]
            self._answer(match, decision, seat, players[seat], source)
        return match

    def _sit_down(self, match: UUID, players: Sequence[Person], source: _Source) -> None:
        entropies = [source.take(SECRET_BYTES) for _ in players]
        for seat, player in enumerate(players):
            commitment = entropy_commitment(match, seat, entropies[seat])
            self.service.handle(
                match, TakeSeat(id=source.command(), actor=player, seat=seat, entropy_commitment=commitment)
            )
        for player, entropy in zip(players, entropies, strict=True):
            self.service.handle(match, BeReady(id=source.command(), actor=player, entropy=entropy))

    def _owing(self, match: UUID) -> tuple[int, tuple[Seat, ...]] | None:
        with self.service.reading(match) as current:
            decision = None if current.over else current.rules.awaiting(current.state)
            return None if decision is None else (decision.number, decision.seats)

    def _answer(self, match: UUID, decision: int, seat: Seat, player: Person, source: _Source) -> None:
        with self.service.reading(match) as current:
            moves = list(self._rules.legal_moves(current.state, seat))
            move = self._bots[seat].choose(self._rules.view(current.state, seat), moves, source.stream)
        self.service.handle(
            match,
            MakeMove(
                id=source.command(),
                actor=player,
                salt=source.salt(),
                decision=decision,
                move=msgspec.to_builtins(move),
            ),
        )


class _Source:
    """All that is chance in one simulated match."""

    def __init__(self, game_name: str, seats: int, seed: int, number: int) -> None:
        key = hm(b"fairtable/simulate/1", lp(game_name) + u32(seats) + lp(str(seed)) + u32(number))
        self._bytes = Stream(hm(key, b"bytes"))
        self._salts = (hm(key, b"salt" + u32(n)) for n in count())
        self.stream = Stream(hm(key, b"bots"))

    def take(self, count: int) -> bytes:
        """That many bytes."""
        return bytes(self._bytes.below(256) for _ in range(count))

    def salt(self) -> bytes:
        """The next salt."""
        return next(self._salts)

    def command(self) -> str:
        """A command id."""
        return self.take(16).hex()
