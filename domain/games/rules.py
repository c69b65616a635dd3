"""What every game is: the contract between a game's folder and the rest of the server.

A game decides what happens (`Rules.decide`), and what has happened changes its state (`Rules.evolve`).
The two are apart so that a match can be rebuilt from its log by `evolve` alone, years later, whatever
the rules have become. Nothing here reads a clock, draws a number or touches storage: time never enters
a game, and chance is an argument (`Chance`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, Literal, Protocol, TypeVar

import msgspec

Seat = int
"""A place at the table: 0 … n−1, clockwise."""

Viewer = int | Literal["spectator", "auditor"]
"""Who looks: a seat, a spectator, or an auditor. After a match has ended everybody is an auditor."""

SPECTATOR: Final = "spectator"
AUDITOR: Final = "auditor"

T = TypeVar("T")


class Sealed:
    """Marks a field of an event or a move as a secret, and names its audience.

    Used as `card: Annotated[CardId, Sealed("seat")]`: the value is opened to the seats that the named
    sibling fields hold, to auditors always, and to everybody when the match has ended. Without a name
    only auditors see it; in a move, the seat that moves does too.

    `everyone=True` marks a free text: shown to all, but kept out of the public line so that it can be
    erased later without breaking the chain.
    """

    __slots__ = ("audience", "everyone")

    def __init__(self, *audience: str, everyone: bool = False) -> None:
        self.audience = audience
        self.everyone = everyone


class Hidden:
    """Stands in an event, in place of a value that the viewer may not see."""

    __slots__ = ()

    def __repr__(self) -> str:
        return "HIDDEN"


HIDDEN: Final = Hidden()


def is_hidden(value: object) -> bool:
    """Whether a field of an event is one that the viewer may not see."""
    return value is HIDDEN


class Event(msgspec.Struct, frozen=True, gc=False):
    """A fact of a game. Its fields are persisted: they may be added to, with defaults, never changed."""


class Move(msgspec.Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a player submits. Each move names itself by its `tag`, which is its persisted name."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The choices made when a match is created: fields with defaults and one-line descriptions."""


class State(msgspec.Struct):
    """Where a match of a game stands: mutable, changed by `Rules.evolve` alone, never handed out."""


class Decision(msgspec.Struct, frozen=True):
    """What a match waits for.

    `number` counts from 1 and is raised by the event that opens the decision; `seats` are those that
    still owe an answer; `context` holds public facts that the answer depends on.
    """

    number: int
    kind: str
    seats: tuple[Seat, ...]
    context: Mapping[str, Any] = {}


class TimeLimit(msgspec.Struct, frozen=True):
    """How long the open decision may wait: `seconds` from the event that opened it. After that the server
    makes `move` for each seat that still owes an answer.

    It must be a move that every such seat may make whatever it holds, so that it tells of nothing but time.
    """

    seconds: int
    move: Move


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended by its rules.

    `reason` is a stable name; `ranking` lists the seats of the first place, then of the next, and so on
    (seats that share a place share a group); `scores` has a number for each seat, more being better.
    """

    reason: str
    ranking: tuple[tuple[Seat, ...], ...]
    scores: tuple[int, ...]


class Explanation(msgspec.Struct, frozen=True):
    """Why an event came out as it did: a sentence, the rule's source, and what was counted."""

    sentence: str
    rule: str
    points: int | None = None
    details: tuple[str, ...] = ()


class Refusal(Exception):
    """A command that the server will not carry out; nothing has happened.

    Each reason is a class of its own with a stable `code`; the message is for the player.
    """

    code: ClassVar[str] = "refused"


class IllegalMove(Refusal):
    """A move that the rules of the game do not allow now."""

    code = "illegal-move"


class UnknownMove(IllegalMove):
    """A move of a kind that this decision does not take."""

    code = "unknown-move"


class InvalidOptions(Refusal):
    """Options that the game does not offer for this number of seats."""

    code = "invalid-options"


class InvalidComponents(Refusal):
    """A component set that breaks the game's own rules for sets."""

    code = "invalid-components"


class Chance(Protocol):
    """Where shuffles and picks come from. Each draw is recorded with the event it leads to.

    A draw must be made before its event is yielded, and belongs to the next event of that class.
    """

    def shuffle(self, event: type[Event], items: Sequence[T]) -> list[T]:
        """The items in a random order; index 0 of the result is the top."""
        ...

    def below(self, event: type[Event], limit: int) -> int:
        """A random integer from 0 up to, but not including, `limit`."""
        ...


class Picker(Protocol):
    """A bot's own source of chance: no part of the match's draws."""

    def below(self, limit: int) -> int:
        """A random integer from 0 up to, but not including, `limit`."""
        ...


class Bot(Protocol):
    """A player made of code. It sees what a person in its seat would see, never a `State`."""

    def choose(self, view: Mapping[str, Any], legal_moves: Sequence[Move], picker: Picker) -> Move:
        """One of the legal moves."""
        ...


StateT = TypeVar("StateT", bound=State)
OptionsT = TypeVar("OptionsT", bound=Options)


class Rules(ABC, Generic[StateT, OptionsT]):
    """One game's rules for one component set: pure, without clock, storage or randomness of its own."""

    name: ClassVar[str]
    """As in logs and URLs, `nova_luna`."""
    title: ClassVar[str]
    """As on the box, `Nova Luna`."""
    seats: ClassVar[range]
    """The allowed numbers of players."""
    version: ClassVar[int]
    """Raised whenever a decision could come out differently."""
    options: type[OptionsT]
    moves: ClassVar[Mapping[str, type[Move]]]
    """By persisted name, `take`."""
    events: ClassVar[Mapping[str, type[Event]]]
    """By persisted name, `nova_luna.TilePlaced`."""
    bots: Mapping[str, Bot]
    """By name; every game has at least `random` and `greedy`."""
    components: Mapping[str, Any]
    """The component set these rules play with, as read from its file: plain JSON values."""

    @abstractmethod
    def __init__(self, components: Mapping[str, Any] | None = None) -> None:
        """Rules for a component set, by default the printed one.

        Raises `InvalidComponents` for a set that the game cannot be played with.
        """

    def check_options(self, seats: int, options: OptionsT) -> None:
        """Raises `InvalidOptions` when these options cannot go with this number of seats."""

    @abstractmethod
    def new_state(self, seats: int, options: OptionsT) -> StateT:
        """The table before anything has happened: no chance has been drawn yet."""

    @abstractmethod
    def set_up(self, state: StateT, chance: Chance) -> Iterator[Event]:
        """The facts that open a match, up to its first decision. Driven like `decide`."""

    @abstractmethod
    def decide(self, state: StateT, seat: Seat, move: Move, chance: Chance) -> Iterator[Event]:
        """The facts that follow from a seat's answer to the open decision; at least one.

        Whoever drives this generator applies each event with `evolve` before asking for the next, so
        later facts may be read off the state. Raises `Refusal` before the first event, or not at all.
        The caller has checked that the seat owes an answer.
        """

    @abstractmethod
    def evolve(self, state: StateT, event: Event) -> None:
        """Apply a fact: the only place where a state changes. Takes any event once recorded, without
        judging it."""

    @abstractmethod
    def legal_moves(self, state: StateT, seat: Seat) -> Iterator[Move]:
        """The moves open to a seat, in a fixed order; none when it owes no answer.

        Where payments or discards make them many this is a canonical subset, at most 500.
        """

    @abstractmethod
    def awaiting(self, state: StateT) -> Decision | None:
        """The open decision; None before set-up and after the end."""

    def time_limit(self, state: StateT) -> TimeLimit | None:
        """The time limit of the open decision; None where it may wait for ever, as in most games."""
        return None

    @abstractmethod
    def outcome(self, state: StateT) -> Outcome | None:
        """How the match ended; None while it runs."""

    @abstractmethod
    def view(self, state: StateT, viewer: Viewer) -> dict[str, Any]:
        """What a viewer may see, as plain JSON values: built from what is allowed, never by removal."""

    @abstractmethod
    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """What happened, for a person. Fields that the viewer may not see are `HIDDEN`."""

    @abstractmethod
    def explain(self, state: StateT, event: Event) -> Explanation:
        """Why an event came out as it did; `state` is the one right before it."""

    @abstractmethod
    def board_text(self, view: Mapping[str, Any]) -> str:
        """A view as text for a terminal of 100 columns, without colour."""

    @abstractmethod
    def invariants(self, state: StateT) -> None:
        """Raises `AssertionError` when a state breaks what must always hold: components conserved, and so
        on."""

    @abstractmethod
    def statistics(self, state: StateT) -> Mapping[str, int]:
        """What is counted over many matches, by stable name."""


AnyRules = Rules[Any, Any]


def play_out(rules: AnyRules, state: State, events: Iterable[Event]) -> Iterator[Event]:
    """Drive a `decide` or `set_up` generator: each event is applied before the next is asked for."""
    for event in events:
        rules.evolve(state, event)
        yield event
