"""Resources as one number: a lane of bits for each kind, so that adding and comparing is arithmetic."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Bundle = int
"""Some of each resource, packed: the `i`-th resource lies in the `i`-th lane."""

LANE_BITS = 12
"""Wide enough for what all cards of a game produce together, with one bit on top kept free."""

LANE = (1 << LANE_BITS) - 1
_GUARD = 1 << (LANE_BITS - 1)


class Resources:
    """The resources of a component set, in its order."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = tuple(names)
        self._shifts = {name: lane * LANE_BITS for lane, name in enumerate(names)}
        self.guards: Bundle = sum(_GUARD << shift for shift in self._shifts.values())

    def bundle(self, amounts: Mapping[str, int]) -> Bundle:
        """Amounts by name, packed."""
        return sum(amount << self._shifts[name] for name, amount in amounts.items())

    def covers(self, bundle: Bundle, cost: Bundle) -> bool:
        """Whether a bundle holds at least the cost of every resource.

        With its guard bit set, a lane keeps that bit exactly when nothing had to be borrowed from it.
        """
        return ((bundle | self.guards) - cost) & self.guards == self.guards

    def amounts(self, bundle: Bundle) -> dict[str, int]:
        """A bundle by name, without what it has none of."""
        found = {name: bundle >> shift & LANE for name, shift in self._shifts.items()}
        return {name: amount for name, amount in found.items() if amount}
