"""A game made up for what the first real game does not have: free texts, secrets in moves."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any, ClassVar

import msgspec
import pytest

from domain import match_file
from domain.commands import BeReady, Command, CreateMatch, MakeMove, Person, TakeSeat
from domain.games.registry import GAMES
from domain.games.rules import (
    Bot,
    Chance,
    Decision,
    Event,
    Explanation,
    Move,
    Options,
    Outcome,
    Rules,
    Sealed,
    Seat,
    State,
    Viewer,
)
from domain.log import Codec, Recorded
from domain.match import Match
from domain.match_events import MATCH_EVENTS
from domain.sealing import entropy_commitment, hm
from domain.simulation import SimulatedClock
from tests.domain.table import MATCH

TURNS = 4


class Say(Move, tag="say", frozen=True):
    """Say something aloud, and think something."""

    text: Annotated[str, Sealed(everyone=True)]
    thought: Annotated[str, Sealed()]


class Begun(Event, frozen=True):
    first: int


class Said(Event, frozen=True):
    seat: Seat
    text: Annotated[str, Sealed(everyone=True)]
    thought: Annotated[str, Sealed("seat")]


class ToyState(State):
    said: int = 0
    begun: bool = False


class Toy(Rules[ToyState, Options]):
    """Two seats say something in turn."""

    name = "toy"
    title = "Toy"
    seats = range(2, 3)
    version = 1
    options = Options
    moves: ClassVar[Mapping[str, type[Move]]] = {"say": Say}
    events: ClassVar[Mapping[str, type[Event]]] = {"toy.Begun": Begun, "toy.Said": Said}

    def __init__(self, components: Mapping[str, Any] | None = None) -> None:
        self.components = components or {"set": "toy"}
        self.bots: Mapping[str, Bot] = {}

    def new_state(self, seats: int, options: Options) -> ToyState:
        return ToyState()

    def set_up(self, state: ToyState, chance: Chance) -> Iterator[Event]:
        yield Begun(chance.below(Begun, 2) + chance.below(Begun, 2))

    def decide(self, state: ToyState, seat: Seat, move: Move, chance: Chance) -> Iterator[Event]:
        assert isinstance(move, Say)
        yield Said(seat, move.text, move.thought)

    def evolve(self, state: ToyState, event: Event) -> None:
        state.begun = True
        state.said += isinstance(event, Said)

    def legal_moves(self, state: ToyState, seat: Seat) -> Iterator[Move]:
        yield Say("", "")

    def awaiting(self, state: ToyState) -> Decision | None:
        return Decision(state.said + 1, "say", (state.said % 2,)) if state.said < TURNS else None

    def outcome(self, state: ToyState) -> Outcome | None:
        return None if state.said < TURNS else Outcome("said", ((0, 1),), (0, 0))

    def view(self, state: ToyState, viewer: Viewer) -> dict[str, Any]:
        return {"said": state.said}

    def sentence(self, event: Event, names: Any) -> str:
        return f"{names[event.seat]} says {event.text}" if isinstance(event, Said) else "it begins"

    def explain(self, state: ToyState, event: Event) -> Explanation:
        return Explanation("because", "the rules")

    def board_text(self, view: Mapping[str, Any]) -> str:
        return f"{view['said']} said"

    def invariants(self, state: ToyState) -> None:
        assert state.said <= TURNS

    def statistics(self, state: ToyState) -> Mapping[str, int]:
        return {"said": state.said}


def _without_volume(data: dict[str, Any]) -> dict[str, Any]:
    """What is `Said` now was `Spoke` once, which told how loud."""
    return {key: value for key, value in data.items() if key != "volume"}


def install(monkeypatch: pytest.MonkeyPatch) -> Toy:
    """Make the game known wherever games are known."""
    toy = Toy()
    codec = Codec({**MATCH_EVENTS, **toy.events}, {"toy.Spoke": ("toy.Said", _without_volume)})
    monkeypatch.setitem(GAMES, toy.name, toy)
    readers = ("sources", "line_checks", "compare", "viewing")
    for module in ("domain.codec", "domain.match", *(f"replay_tool.{reader}" for reader in readers)):
        monkeypatch.setattr(f"{module}.CODEC", codec)
    for module in ("domain.match_file", "replay_tool.audit"):
        monkeypatch.setattr(f"{module}.rules_for", lambda *_: toy)
    return toy


class Conversation:
    """A match of the toy."""

    def __init__(self, toy: Toy) -> None:
        self.match = Match(MATCH, lambda *_: toy)
        self.events: list[Recorded] = []
        self._clock = SimulatedClock()
        self.give(CreateMatch, 0, game="toy", seats=2, options={}, bots={}, secret=hm(b"", b"secret"))
        for seat in range(2):
            self.give(
                TakeSeat, seat, seat=seat, entropy_commitment=entropy_commitment(MATCH, seat, bytes(32))
            )
        for seat in range(2):
            self.give(BeReady, seat, entropy=bytes(32))
        for turn in range(TURNS):
            move = {"type": "say", "text": f"text {turn}", "thought": f"thought {turn}"}
            self.give(MakeMove, turn % 2, decision=turn + 1, move=move)

    def give(self, kind: type[Command], who: int, **fields: Any) -> None:
        number = len(self.events)
        command = MATCH.hex if kind is CreateMatch else f"{number:032x}"
        salt = hm(b"salt", b"%d" % number)
        given = kind(id=command, actor=Person(f"player-{who}"), salt=salt, **fields)
        self.events += self.match.handle(given, self._clock())

    def file(self, viewer: Viewer = "auditor") -> bytes:
        return b"".join(match_file.write(self.events, viewer, self.match.salt_key))

    def erase(self, version: int) -> None:
        """Erase the texts of an event, as a server does."""
        recorded = self.events[version - 1]
        private = msgspec.json.decode(recorded.private)
        erased = sorted(private.pop("salts"))
        for path in erased:
            del private[path]
        private["erased"] = erased
        stored = recorded.line + b"\n" + msgspec.json.encode(private, order="sorted")
        from domain.codec import CODEC  # noqa: PLC0415 - the one that knows the toy

        self.events[version - 1] = CODEC.decode(stored)
