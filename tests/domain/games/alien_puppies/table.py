"""A table for rule tests: positions are reached by events, never by poking into a state."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from domain.games.alien_puppies.components import (
    BARKMAGEDDON,
    EARTH_PUPPY,
    STOP,
    Box,
    printed_components,
    read_components,
)
from domain.games.alien_puppies.events import (
    ActionAnnounced,
    ActionStopped,
    BarkmageddonDrawn,
    CardFetched,
    CardsShuffled,
    DrawPileShuffled,
    ExtraActionGranted,
    HandDealt,
    PuppyPlaced,
    SeatEliminated,
    TurnBegan,
    TurnEnded,
)
from domain.games.alien_puppies.moves import LetPass, Place, Stop
from domain.games.alien_puppies.rules import AlienPuppies
from domain.games.alien_puppies.state import AlienPuppiesOptions, AlienPuppiesState
from domain.games.rules import Decision, Event, Move, Seat, play_out
from tests.domain.games.chance_doubles import ScriptedChance

RULES = AlienPuppies()
BOX: Box = read_components(printed_components())

EARTH = EARTH_PUPPY
GIFT = "gift_from_the_universe"
DRAGON, TORNADO, MASTIFF, HOUDINI = "dragon_chow", "tornado_cane", "meteor_mastiff", "houdini_komondor"
NEBULA, CORGI, POODLE, AKITA = "nebula_pinscher", "comet_corgi", "pulsar_poodle", "quasar_akita"
HUSKY, DANE, SHIBA, RADAR = "eclipse_husky", "gravity_dane", "shield_shiba", "radar_retriever"
TRIFLE = "satellite"
"""A card for a hand that no rule looks at, where the test does not care."""

__all__ = [
    "AKITA", "BARKMAGEDDON", "BOX", "CORGI", "DANE", "DRAGON", "EARTH", "GIFT", "HOUDINI", "HUSKY", "MASTIFF",
    "NEBULA", "POODLE", "RADAR", "RULES", "SHIBA", "STOP", "TORNADO", "TRIFLE", "Table", "of_class", "types",
]  # fmt: skip

EventT = TypeVar("EventT", bound=Event)


def of_class(kind: type[EventT], events: Iterable[Event]) -> list[EventT]:
    """The events of one class."""
    return [event for event in events if isinstance(event, kind)]


def types(events: Iterable[Event]) -> list[str]:
    """The names of events."""
    return [type(event).__name__ for event in events]


class Table:
    """A match in which the test chooses the cards.

    One hand a seat; `backyards` and `discard` as they shall lie; `pile` is the top of the draw pile. The
    other cards lie below it, or with `short` on the discard pile (but for Barkmageddon, which is then
    below the pile unless it is in it already). `out` are seats that have lost, one at most, for Barkmageddon
    is gone with it.
    """

    def __init__(
        self,
        *hands: Sequence[str],
        backyards: Mapping[Seat, Sequence[str]] | None = None,
        pile: Sequence[str] = (),
        discard: Sequence[str] = (),
        short: bool = False,
        out: Seat | None = None,
        turn: Seat = 0,
        actions: int = 1,
        options: AlienPuppiesOptions | None = None,
        rules: AlienPuppies = RULES,
    ) -> None:
        self.rules = rules
        self.state: AlienPuppiesState = rules.new_state(len(hands), options or AlienPuppiesOptions())
        self._lay_out(hands, backyards or {}, list(pile), list(discard), short, out)
        self.happen(TurnBegan(turn))
        for _ in range(actions - 1):
            self.happen(ExtraActionGranted(turn))
        rules.invariants(self.state)

    def _lay_out(
        self,
        hands: Sequence[Sequence[str]],
        backyards: Mapping[Seat, Sequence[str]],
        pile: list[str],
        discard: list[str],
        short: bool,
        out: Seat | None,
    ) -> None:
        dealt = [[*hand, *backyards.get(seat, ())] for seat, hand in enumerate(hands)]
        rest = Counter(self.state.draw_pile)
        rest.subtract(card for cards in (*dealt, pile, discard) for card in cards)
        assert min(rest.values()) >= 0, f"there are not as many cards: {-rest}"
        left = BOX.sorted(rest.elements())
        if out is not None:
            left.remove(BARKMAGEDDON)
        if short:
            if BARKMAGEDDON in left:
                left.remove(BARKMAGEDDON)
                pile = [*pile, BARKMAGEDDON]
            discard, left = [*left, *discard], []
        first = [*discard, *dealt[0]]
        bark = [BARKMAGEDDON] if out is not None else []
        self.happen(CardsShuffled((*first, *(c for cards in dealt[1:] for c in cards), *bark, *pile, *left)))
        for seat, cards in enumerate([first, *dealt[1:]]):
            self.happen(HandDealt(seat, tuple(cards)))
        if out is not None:
            self.happen(TurnBegan(out))
            self.happen(BarkmageddonDrawn(out))
            self.happen(SeatEliminated(out, tuple(self.state.hands[out])))
        for seat, puppies in backyards.items():
            for puppy in puppies:
                self.happen(TurnBegan(seat))
                self.happen(ActionAnnounced(seat, "place", (puppy,), ()))
                self.happen(PuppyPlaced(seat, puppy))
                self.happen(TurnEnded(seat))
        for card in discard:
            self.happen(TurnBegan(0))
            self.happen(ActionAnnounced(0, "play", (card,), ()))
            self.happen(ActionStopped(0, 1))
            self.happen(TurnEnded(0))

    def happen(self, event: Event) -> None:
        """Apply a fact."""
        self.rules.evolve(self.state, event)

    # What is asked

    def decision(self) -> Decision:
        """The open decision."""
        decision = self.rules.awaiting(self.state)
        assert decision is not None, "nothing is awaited"
        return decision

    def asked(self) -> tuple[str, tuple[Seat, ...]]:
        """The kind of the open decision, and who owes an answer."""
        decision = self.decision()
        return decision.kind, decision.seats

    def legal(self, seat: Seat | None = None) -> list[Move]:
        """The moves of a seat, by default the first that owes an answer."""
        return list(self.rules.legal_moves(self.state, self.decision().seats[0] if seat is None else seat))

    # What is answered

    def play(
        self, move: Move, seat: Seat | None = None, *, fetched: int = 0, shuffled: Sequence[str] = ()
    ) -> list[Event]:
        """Let a seat, by default the first that owes an answer, make a move; what followed. Cards fetched
        are the one at that place of the hand; a shuffled pile has these cards on top."""
        mover = self.decision().seats[0] if seat is None else seat
        assert mover in self.decision().seats, f"seat {mover} owes no answer"
        chance = ScriptedChance({CardFetched: [fetched], DrawPileShuffled: [shuffled]})
        followed = list(play_out(self.rules, self.state, self.rules.decide(self.state, mover, move, chance)))
        self.rules.invariants(self.state)
        return followed

    def act(self, move: Move, **chance: Any) -> list[Event]:
        """Announce an action, let all others pass; what followed from the last pass."""
        self.play(move)
        return self.all_pass(**chance)

    def all_pass(self, **chance: Any) -> list[Event]:
        """Everybody who is asked lets it pass; what followed from the last pass."""
        followed: list[Event] = []
        for seat in self.decision().seats:
            followed = self.play(LetPass(), seat, **chance)
        return followed

    def stop(self, *seats: Seat) -> None:
        """These seats play a Stop, each on the one before."""
        for seat in seats:
            self.play(Stop(), seat)

    def place(self, puppy: str, **chance: Any) -> list[Event]:
        """Put a puppy into the Backyard, and nobody stops it."""
        return self.act(Place(puppy), **chance)

    def outcome(self) -> tuple[str, tuple[tuple[Seat, ...], ...]]:
        """The reason and the ranking of a match that is over."""
        outcome = self.rules.outcome(self.state)
        assert outcome is not None, "the match goes on"
        return outcome.reason, outcome.ranking
