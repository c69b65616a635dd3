"""Where a match of Nova Luna stands, and the questions one may ask about it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec

from domain.games.nova_luna.display import Display
from domain.games.rules import Options, Seat, State

REACH = 3
"""How many tiles the meeple reaches (rulebook, Taking a Tile)."""

FEW_TILES = 2
"""With at most this many tiles on the wheel it may be filled (rulebook, Filling the Selection Track)."""


class NovaLunaOptions(Options, frozen=True):
    """The choices made when a match is created."""

    tokens: Annotated[
        Literal["standard", "first_game"],
        msgspec.Meta(
            description="How many tokens a seat has: standard (21), or for a shorter first game 18 with "
            "three players and 16 with four. One of them walks on the moon track."
        ),
    ] = "standard"


class NovaLunaState(State):
    """The table: the moon wheel, the moon track, and every seat's display and tokens."""

    wheel: list[str | None]
    """The tile on each space, clockwise; the meeple's own space is always empty."""
    supply: list[str]
    """The tiles that lie face down, the next one first."""
    displays: list[Display]
    tokens: list[int]
    """What each seat has left to place."""
    tokens_at_start: int
    distances: list[int]
    """The way each seat's token has walked in all, never taken modulo the track (ruling 1)."""
    stacks: dict[int, list[Seat]] = {}
    """The moon track: the tokens at each occupied distance, from bottom to top."""
    meeple: int = 0
    taken: str | None = None
    """The tile of a turn that is under way: from when it is taken until the token has moved."""
    decision: int = 0
    """The number of the decision that was opened last."""
    refills: int = 0
    """How often a player chose to fill the wheel."""

    def tiles_on_wheel(self) -> int:
        """How many tiles lie on the wheel."""
        return len(self.wheel) - self.wheel.count(None)

    def clockwise(self) -> list[int]:
        """The spaces of the wheel clockwise from the meeple, without its own."""
        return [*range(self.meeple + 1, len(self.wheel)), *range(self.meeple)]

    def reachable(self) -> list[int]:
        """The spaces of the tiles one may take: the next three, empty spaces not counted."""
        wheel = self.wheel
        return [space for space in self.clockwise() if wheel[space] is not None][:REACH]

    def may_refill(self) -> bool:
        """Whether the seat to move may fill the wheel first (ruling 2)."""
        return 0 < self.tiles_on_wheel() <= FEW_TILES and bool(self.supply)

    def must_fill(self) -> bool:
        """Whether the wheel is empty and can be filled: this is done before the next turn
        (ruling 12)."""
        return bool(self.supply) and not self.tiles_on_wheel()

    def rearmost(self) -> Seat:
        """The seat furthest back on the moon track; of those that share a space, the one on top."""
        return self.stacks[min(self.stacks)][-1]

    def seat_to_move(self) -> Seat | None:
        """Whose turn it is; None before the first turn, in the middle of one, and after the last.

        As long as a tile lies on the wheel somebody must take it: no turn is ever skipped (ruling 10).
        """
        if self.taken is not None or not self.tiles_on_wheel() or self.winner_at_once() is not None:
            return None
        return self.rearmost()

    def winner_at_once(self) -> Seat | None:
        """The seat that has placed all its tokens."""
        return self.tokens.index(0) if 0 in self.tokens else None

    def moving_order(self) -> Iterator[Seat]:
        """The seats as they stand on the moon track, the one to move soonest first."""
        for distance in sorted(self.stacks):
            yield from reversed(self.stacks[distance])
