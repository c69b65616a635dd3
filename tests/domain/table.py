"""A table in memory for tests: a match aggregate with persons at it, without a store."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.chance import Stream
from domain.codec import CODEC
from domain.commands import BeReady, Command, CreateMatch, MakeMove, Person, TakeSeat
from domain.games.rules import Decision, Move, Seat
from domain.log import Recorded
from domain.match import Match
from domain.sealing import entropy_commitment, hm
from domain.simulation import SimulatedClock

MATCH = UUID("00000000-0000-4000-8000-000000000001")


class Table:
    """Plays one match: seats take their places and get ready, moves are made, all events are kept."""

    def __init__(
        self,
        game: str,
        seats: int,
        *,
        seed: str = "1",
        options: Mapping[str, Any] | None = None,
        bots: Mapping[Seat, str] | None = None,
        digest: str | None = None,
        start: bool = True,
    ) -> None:
        self.seed = seed.encode()
        self.match = Match(MATCH)
        self.clock = SimulatedClock()
        self.events: list[Recorded] = []
        self.picker = Stream(hm(self.seed, b"picker"))
        self._commands = 0
        bots = bots or {}
        self.give(
            CreateMatch,
            command=MATCH.hex,  # a match is named after the command that creates it
            actor=self.player(0),
            game=game,
            seats=seats,
            options=options or {},
            bots=bots,
            digest=digest,
            secret=hm(self.seed, b"secret"),
        )
        self.persons = [seat for seat in range(seats) if seat not in bots]
        if start:
            self.sit_down()
            self.get_ready()

    def player(self, seat: Seat) -> Person:
        """The person who sits, or may sit, on a seat."""
        return Person(f"player-{seat}")

    def entropy(self, seat: Seat) -> bytes:
        """What the client of a seat has drawn."""
        return hm(self.seed, b"entropy %d" % seat)

    def give(
        self, kind: type[Command], *, command: str | None = None, at: str | None = None, **fields: Any
    ) -> list[Recorded]:
        """Give a command, with a fresh id and the time by default."""
        self._commands += 1
        salt = hm(self.seed, b"salt %d" % self._commands)
        given = kind(id=command or f"{self._commands:032x}", salt=salt, **fields)
        caused = self.match.handle(given, at or self.clock())
        self.events += caused
        return caused

    def sit_down(self) -> None:
        """Every person takes its seat, committed to an entropy."""
        for seat in self.persons:
            commitment = entropy_commitment(MATCH, seat, self.entropy(seat))
            self.give(TakeSeat, actor=self.player(seat), seat=seat, entropy_commitment=commitment)

    def get_ready(self) -> None:
        """Every person reveals its entropy; the last one starts the match."""
        for seat in self.persons:
            self.give(BeReady, actor=self.player(seat), entropy=self.entropy(seat))

    def legal_moves(self, seat: Seat) -> list[Move]:
        """What a seat may answer now."""
        return list(self.match.rules.legal_moves(self.match.state, seat))

    def owing(self) -> Sequence[Seat]:
        """The seats that owe an answer; none when the match is over."""
        decision = None if self.match.over else self.match.rules.awaiting(self.match.state)
        return () if decision is None else decision.seats

    def open_decision(self) -> Decision:
        """What the match waits for."""
        decision = self.match.rules.awaiting(self.match.state)
        assert decision is not None, "no decision is open"
        return decision

    def decision(self) -> int:
        """The number of the open decision."""
        return self.open_decision().number

    def move(self, seat: Seat, move: Move | Mapping[str, Any], decision: int | None = None) -> list[Recorded]:
        """Answer the open decision, or another, for a seat."""
        number = self.decision() if decision is None else decision
        plain = msgspec.to_builtins(move) if isinstance(move, Move) else move
        return self.give(MakeMove, actor=self.player(seat), decision=number, move=plain)

    def random_move(self) -> list[Recorded]:
        """One of the seats that owe an answer makes any of its legal moves."""
        seats = self.owing()
        seat = seats[self.picker.below(len(seats))]
        moves = self.legal_moves(seat)
        return self.move(seat, moves[self.picker.below(len(moves))])

    def play_to_the_end(self) -> None:
        """Random moves until the match is over."""
        while self.owing():
            self.random_move()


def rebuilt(events: Sequence[Recorded]) -> Match:
    """The match as its stored bytes tell it."""
    match = Match(events[0].match)
    for event in events:
        match.apply(CODEC.decode(event.stored))
    return match
