"""The card set: what `components.json` holds, as values that the rules can rely on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal

import msgspec

from domain.games.component_sets import checked_set, own_components

EARTH_PUPPY: Final = "earth_puppy"
STOP: Final = "stop"
BARKMAGEDDON: Final = "barkmageddon"

ACTION_CARDS: Mapping[str, str] = {
    "gift_from_the_universe": "Gift from the Universe",
    "light_speed": "Light-speed",
    "bark": "Bark",
    "back_kick": "Back Kick",
    "time_machine": "Time Machine",
    "satellite": "Satellite",
    "shuffle": "Shuffle",
    "fetch": "Fetch",
    "alternate_dimension": "Alternate Dimension",
    "alien_theft": "Alien Theft",
}
"""The cards that one plays on one's turn, with their printed names. (A Stop answers another action.)"""

KINDS: Mapping[str, str] = {
    EARTH_PUPPY: "Earth Puppy",
    STOP: "Stop",
    **ACTION_CARDS,
    BARKMAGEDDON: "Barkmageddon",
}
"""The kinds of cards that the rules know, with their printed names."""

ON_ENTERING = (
    "extra_action",
    "take_from_top_five",
    "take_from_discard",
    "take_random_card",
    "others_discard_one",
    "rearrange_top_three",
    "skip_other",
    "return_to_hand",
)
"""The powers that act when their puppy comes into a Backyard."""

ONGOING = ("optional_second_draw", "house_rule", "protected", "cheap_defence")
"""The powers that act while their puppy lies there."""

PRINTED_EARTH_PUPPIES = 20
"""How many Earth Puppies a set lists; an option may ask for others."""

MOST_SEATS = 5


class Kind(msgspec.Struct, frozen=True):
    """Cards that cannot be told apart, and how many there are."""

    kind: str
    count: int


class Puppy(msgspec.Struct, frozen=True):
    """An Alien Puppy: each is a card of its own, with its own power."""

    id: str
    kind: Literal["alien_puppy"]
    name: str
    when: Literal["enter", "ongoing"]
    power: str
    text: str


class ComponentSet(msgspec.Struct, frozen=True):
    """Everything in the box that a rule depends on."""

    game: str
    goal: dict[str, int]
    hand: int
    kinds: tuple[Kind, ...]
    alien_puppies: tuple[Puppy, ...]


class Box:
    """A component set, with what the rules look up in it.

    Cards are values: the name of their kind, or an Alien Puppy's id. They have a starting order, that of
    the file, in which hands are kept.
    """

    def __init__(self, components: ComponentSet) -> None:
        self.hand = components.hand
        self.puppies: Mapping[str, Puppy] = {puppy.id: puppy for puppy in components.alien_puppies}
        self.powers: Mapping[str, str] = {puppy.id: puppy.power for puppy in components.alien_puppies}
        self.names: Mapping[str, str] = {
            **{kind.kind: KINDS[kind.kind] for kind in components.kinds},
            **{puppy.id: puppy.name for puppy in components.alien_puppies},
        }
        self.rank: Mapping[str, int] = {card: rank for rank, card in enumerate(self.names)}
        self._goal = components.goal
        self._counts = {kind.kind: kind.count for kind in components.kinds}

    def goal(self, seats: int) -> int:
        """How many Alien Puppies in a Backyard win (rulebook, How to Win)."""
        return self._goal.get(str(seats), self._goal["default"])

    def deck(self, earth_puppies: int) -> list[str]:
        """All cards in starting order, with so many Earth Puppies."""
        counts = {**self._counts, EARTH_PUPPY: earth_puppies}
        kinds = [kind for kind, count in counts.items() for _ in range(count)]
        return [*kinds, *self.puppies]

    def sorted(self, cards: Iterable[str]) -> list[str]:
        """Cards in starting order."""
        return sorted(cards, key=self.rank.__getitem__)


def printed_components() -> dict[str, Any]:
    """The printed game's set, as read from its file."""
    return own_components("domain.games.alien_puppies")


def read_components(components: Mapping[str, Any]) -> Box:
    """A component set with all that its rules need. Raises `InvalidComponents`."""
    return Box(checked_set(components, ComponentSet, "Alien Puppies", _faults))


def _faults(box: ComponentSet) -> Iterator[str]:
    """What is wrong with a set, a sentence each."""
    if box.game != "alien_puppies":
        yield f"an Alien Puppies set names the game alien_puppies, this one names {box.game!r}"
    yield from _kind_faults(box)
    yield from _puppy_faults(box)
    yield from _size_faults(box)


def _kind_faults(box: ComponentSet) -> Iterator[str]:
    counts: Counter[str] = Counter()
    for kind in box.kinds:
        if kind.kind not in KINDS:
            yield f"there is no rule for cards of the kind {kind.kind!r}; the kinds are {', '.join(KINDS)}"
        if kind.kind in counts:
            yield f"every kind is listed once; {kind.kind} is listed again"
        if kind.count < 1:
            yield f"of every kind listed there is at least 1 card; of {kind.kind} there are {kind.count}"
        counts[kind.kind] = kind.count
    if counts[BARKMAGEDDON] != 1:
        yield f"a set has 1 Barkmageddon; this one has {counts[BARKMAGEDDON]}"
    if counts[EARTH_PUPPY] != PRINTED_EARTH_PUPPIES:
        yield (
            f"a set lists {PRINTED_EARTH_PUPPIES} Earth Puppies, other numbers are an option; "
            f"this one lists {counts[EARTH_PUPPY]}"
        )


def _puppy_faults(box: ComponentSet) -> Iterator[str]:
    ids: set[str] = set(KINDS)
    for puppy in box.alien_puppies:
        if puppy.id in ids:
            yield f"every Alien Puppy has an id of its own; {puppy.id} is taken already"
        ids.add(puppy.id)
        powers = ON_ENTERING if puppy.when == "enter" else ONGOING
        if puppy.power not in powers:
            yield (
                f"the powers of the time {puppy.when!r} are {', '.join(powers)}; "
                f"that of {puppy.id} is {puppy.power!r}"
            )


def _size_faults(box: ComponentSet) -> Iterator[str]:
    cards = sum(kind.count for kind in box.kinds) + len(box.alien_puppies)
    if box.hand < 1:
        yield f"a hand has at least 1 card at the start; this set gives {box.hand}"
    if cards <= MOST_SEATS * box.hand:
        yield (
            f"{MOST_SEATS} hands of {box.hand} and 1 card to exchange for Barkmageddon are needed; "
            f"this set has {cards} cards"
        )
    if "default" not in box.goal:
        yield "the goal has a default, for all numbers of players that are not named"
    for players, goal in box.goal.items():
        if not 1 <= goal <= len(box.alien_puppies):
            yield (
                f"the goal is 1 to {len(box.alien_puppies)}, as many as there are Alien Puppies; "
                f"for {players} players this set says {goal}"
            )
