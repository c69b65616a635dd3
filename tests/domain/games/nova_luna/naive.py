"""The rules once more, word by word and slowly, on plain values: to check the quick code against.

Shares nothing with it but the printed tiles. Everything is searched for again at every question.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from domain.games.nova_luna.components import Tile
from tests.domain.games.facts import Fact

Cell = tuple[int, int]


class NaiveMatch:
    """A match from its draws on: which moves it offers, what follows from each, and how it ends."""

    def __init__(
        self, tiles: Mapping[str, Tile], order: Sequence[str], drawn: Sequence[int], tokens: int
    ) -> None:
        """`order`: the shuffled tiles; `drawn`: the seats as their tokens were drawn; `tokens` to place."""
        self.tiles = tiles
        self.supply = list(order)
        self.wheel: dict[int, str] = {}
        self.meeple = 0
        self.piled = list(drawn)  # all tokens, one that came to its space later stands later
        self.walked = dict.fromkeys(drawn, 0)
        self.displays: dict[int, dict[Cell, str]] = {seat: {} for seat in drawn}
        self.completed: dict[int, set[tuple[str, int]]] = {seat: set() for seat in drawn}
        self.tokens = dict.fromkeys(drawn, tokens)
        self.at_start = tokens

    def set_up(self) -> list[Fact]:
        """What follows from the draws."""
        return [self._fill(by_rule=True)]

    # Whose turn it is

    def soonest(self) -> list[int]:
        """The seats, the one who would move soonest first: rearmost, then higher in the stack."""
        return sorted(self.piled, key=lambda seat: (self.walked[seat], -self.piled.index(seat)))

    def reach(self) -> list[int]:
        """The next three occupied spaces clockwise from the meeple."""
        return [space for space in self._clockwise() if space in self.wheel][:3]

    def _clockwise(self) -> list[int]:
        return [(self.meeple + step) % 12 for step in range(1, 12)]

    def may_refill(self) -> bool:
        """One or two tiles lie on the wheel and the supply is not empty."""
        return len(self.wheel) in (1, 2) and self.supply != []

    def legal_moves(self) -> list[dict[str, Any]]:
        """What the seat to move may do."""
        display = self.displays[self.soonest()[0]]
        cells = sorted({near for cell in display for near in _around(cell)} - set(display)) or [(0, 0)]
        takes = [
            {"type": "take", "space": space, "cell": list(cell)} for space in self.reach() for cell in cells
        ]
        return [{"type": "refill"}, *takes] if self.may_refill() else takes

    # What follows from a move

    def play(self, move: Mapping[str, Any]) -> Iterator[Fact]:
        """What follows from a move of the seat to move."""
        if move["type"] == "refill":
            yield self._fill(by_rule=False)
            return
        seat, space, cell = self.soonest()[0], move["space"], move["cell"]
        tile = self.wheel.pop(space)
        self.meeple = space
        yield "TileTaken", {"seat": seat, "space": space, "tile": tile}
        self.displays[seat][cell[0], cell[1]] = tile
        yield "TilePlaced", {"seat": seat, "tile": tile, "cell": list(cell)}
        yield self._walk(seat, self.tiles[tile].time)
        yield from self._complete(seat)
        if not self.wheel and self.supply and self.tokens[seat]:
            yield self._fill(by_rule=True)

    def _fill(self, by_rule: bool) -> Fact:
        laid = []
        for space in self._clockwise():
            if space not in self.wheel and self.supply:
                self.wheel[space] = self.supply.pop(0)
                laid.append([space, self.wheel[space]])
        return "WheelFilled", {"tiles": laid, "by_rule": by_rule}

    def _walk(self, seat: int, by: int) -> Fact:
        self.piled.remove(seat)
        self.walked[seat] += by
        above = [other for other in self.piled if self.walked[other] == self.walked[seat]]
        self.piled.append(seat)
        return "MoonAdvanced", {"seat": seat, "by": by, "distance": self.walked[seat], "above": above}

    def _complete(self, seat: int) -> Iterator[Fact]:
        lying = {cell: self.tiles[tile] for cell, tile in self.displays[seat].items()}
        for (x, y), tile in sorted(lying.items(), key=lambda piece: (-piece[0][1], piece[0][0])):
            for index, task in enumerate(tile.tasks):
                if (tile.id, index) in self.completed[seat] or not self.tokens[seat]:
                    continue
                if is_fulfilled(lying, (x, y), task):
                    self.completed[seat].add((tile.id, index))
                    self.tokens[seat] -= 1
                    around = [[colour, counted(lying, (x, y), colour)] for colour in sorted(task)]
                    yield (
                        "TaskCompleted",
                        {"seat": seat, "tile": tile.id, "cell": [x, y], "task": index, "counted": around}
                        | {"tokens_left": self.tokens[seat]},
                    )

    # How it ends

    def outcome(self) -> tuple[str, list[list[int]], list[int]] | None:
        """Reason, ranking and scores; None while the match goes on."""
        if 0 in self.tokens.values():
            reason = "all_tokens_placed"
        elif not self.wheel and not self.supply:
            reason = "tiles_exhausted"
        else:
            return None
        soonest = self.soonest()
        order = sorted(soonest, key=lambda seat: (self.tokens[seat], soonest.index(seat)))
        scores = [self.at_start - self.tokens[seat] for seat in sorted(self.tokens)]
        return reason, [[seat] for seat in order], scores


def counted(display: Mapping[Cell, Tile], cell: Cell, colour: str) -> list[list[int]]:
    """The cells of the tiles of a colour that count for the tile on a cell: the display is taken without
    that tile; groups that have a tile next to it count with all their tiles."""
    of_colour = {c for c, tile in display.items() if tile.colour == colour and c != cell}
    counting = of_colour.intersection(_around(cell))
    while more := {near for c in counting for near in _around(c)} & of_colour - counting:
        counting |= more
    return sorted([x, y] for x, y in counting)


def is_fulfilled(display: Mapping[Cell, Tile], cell: Cell, task: Mapping[str, int]) -> bool:
    """Whether at least as many tiles of each colour count as the task asks for."""
    return all(len(counted(display, cell, colour)) >= needed for colour, needed in task.items())


def fulfilled(display: Mapping[Cell, Tile]) -> set[tuple[Cell, int]]:
    """Every task (its tile's cell and its index) that a display fulfils."""
    return {
        (cell, index)
        for cell, tile in display.items()
        for index, task in enumerate(tile.tasks)
        if is_fulfilled(display, cell, task)
    }


def _around(cell: Cell) -> list[Cell]:
    x, y = cell
    return [(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)]
