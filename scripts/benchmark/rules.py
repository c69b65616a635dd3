"""Rules alone: all legal moves listed at each move, one picked, decided and evolved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from domain.chance import Stream
from domain.games.registry import GAMES
from domain.games.rules import AnyRules, Event, play_out
from scripts.benchmark.figures import Figure, timed

SEATS = 4


class _UnderivedChance:
    """Chance without a match: what a draw costs in one is measured with the log."""

    def __init__(self, stream: Stream) -> None:
        self._stream = stream

    def shuffle(self, event: type[Event], items: Any) -> Any:
        return self._stream.shuffle(items)

    def below(self, event: type[Event], limit: int) -> int:
        return self._stream.below(limit)


def measure(seconds: float, yardstick: float) -> Iterator[Figure]:
    """Moves a second of every game."""
    for name, rules in GAMES.items():
        stream = Stream(name.encode())
        moves_a_second = timed(lambda rules=rules, stream=stream: _play(rules, stream), seconds)  # type: ignore[misc]
        yield Figure("rules", name, moves_a_second, "moves/s", yardstick / moves_a_second, f"{SEATS} seats")


def _play(rules: AnyRules, stream: Stream) -> int:
    """Play one random match; the number of moves."""
    seats = min(SEATS, rules.seats[-1])
    state = rules.new_state(seats, rules.options())
    chance = _UnderivedChance(stream)
    _drive(rules, state, rules.set_up(state, chance))
    moves = 0
    while (decision := rules.awaiting(state)) is not None:
        for seat in decision.seats:
            legal = list(rules.legal_moves(state, seat))
            move = legal[stream.below(len(legal))]
            _drive(rules, state, rules.decide(state, seat, move, chance))
            moves += 1
    return moves


def _drive(rules: AnyRules, state: Any, events: Iterator[Event]) -> None:
    for _ in play_out(rules, state, events):
        pass
