"""The rules of PuffiNova: what follows from a move, and where the match stands.

What a move leads to is told by the module of its own name; here they are put together.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.games.bots import RandomBot
from domain.games.puffinova import effects, sentences
from domain.games.puffinova.board import board_text
from domain.games.puffinova.bots import GreedyBot
from domain.games.puffinova.box import Box
from domain.games.puffinova.components import printed_components, read_components
from domain.games.puffinova.ending import final_scoring, outcome_of
from domain.games.puffinova.events import EVENTS
from domain.games.puffinova.evolve import EVOLVE
from domain.games.puffinova.explanations import explain
from domain.games.puffinova.invariants import check_invariants
from domain.games.puffinova.launching import launch
from domain.games.puffinova.legal import legal_moves
from domain.games.puffinova.moves import (
    MOVES,
    Accept,
    CallHome,
    ChooseBuilding,
    Decline,
    Discard,
    DiscardSecretly,
    DrawFrom,
    EmergencyLanding,
    Launch,
    PassCard,
    Play,
)
from domain.games.puffinova.options import PuffiNovaOptions, check_decks
from domain.games.puffinova.playing import play
from domain.games.puffinova.set_up import choose_building, set_up
from domain.games.puffinova.state import (
    Kind,
    PuffiNovaState,
    effect_under_way,
    empty_rows,
    new_player,
)
from domain.games.puffinova.turns import call_home, emergency_landing, next_turn
from domain.games.puffinova.view import view_of
from domain.games.rules import (
    Bot,
    Chance,
    Decision,
    Event,
    Explanation,
    Move,
    Outcome,
    Rules,
    Seat,
    UnknownMove,
    Viewer,
)


class PuffiNova(Rules[PuffiNovaState, PuffiNovaOptions]):
    """PuffiNova for two to five players."""

    name = "puffinova"
    title = "PuffiNova"
    seats = range(2, 6)
    version = 1
    options = PuffiNovaOptions
    moves = MOVES
    events = EVENTS

    def __init__(self, components: Mapping[str, Any] | None = None) -> None:
        """Rules for a component set, by default the reference one. Raises `InvalidComponents`."""
        self.components = printed_components() if components is None else components
        self._box = Box(read_components(self.components))
        self.bots: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot(self._box)}

    # Set-up

    def check_options(self, seats: int, options: PuffiNovaOptions) -> None:
        """Raises `InvalidOptions` for decks that cannot be played with (rulebook, Setup 2)."""
        check_decks(seats, options)

    def new_state(self, seats: int, options: PuffiNovaOptions) -> PuffiNovaState:
        """The table before anything has happened: an empty board, all ships at home."""
        box = self._box
        return PuffiNovaState(
            rows=empty_rows(box.rows[seats], box.cards_per_row),
            players=[new_player(box.ships_by_players[seats]) for _ in range(seats)],
            supply=box.diamonds,
            options=options,
        )

    def set_up(self, state: PuffiNovaState, chance: Chance) -> Iterator[Event]:
        """Lay out the cards, and begin (rulebook, Setup)."""
        return set_up(state, self._box, chance)

    # Playing

    def decide(self, state: PuffiNovaState, seat: Seat, move: Move, chance: Chance) -> Iterator[Event]:
        """The facts that follow from a move; refuses before the first one.

        Once the move is dealt with, the match is scored if the last explosion is out, and otherwise the
        next turn begins unless another decision is open.
        """
        if state.kind is None or type(move) not in _ANSWERS[state.kind]:
            raise UnknownMove(_what_is_asked(state.kind, move))
        yield from _ANSWERERS[type(move)](state, seat, move, self._box, chance)
        yield from self._what_follows(state)

    def _what_follows(self, state: PuffiNovaState) -> Iterator[Event]:
        if state.over():
            yield from final_scoring(state, self._box)
        elif state.kind is None:
            yield from next_turn(state, self._box)

    def evolve(self, state: PuffiNovaState, event: Event) -> None:
        """Apply a fact."""
        EVOLVE[type(event)](state, event, self._box)

    def legal_moves(self, state: PuffiNovaState, seat: Seat) -> Iterator[Move]:
        """The moves open to a seat, with canonical payments only, at most 500."""
        return legal_moves(state, seat, self._box)

    # Where the match stands

    def awaiting(self, state: PuffiNovaState) -> Decision | None:
        """The open decision."""
        if state.kind is None:
            return None
        return Decision(state.decision, state.kind, state.awaited_seats(), self._context(state))

    def _context(self, state: PuffiNovaState) -> Mapping[str, Any]:
        if state.kind == "turn":
            return {"landed": state.landed, "extra_turns": state.extra_turns}
        if state.kind == "choose_building":
            return {}
        context: dict[str, Any] = {"card": state.played, "do": effect_under_way(state, self._box).do}
        if state.kind == "draw":
            context["draws_left"] = state.draws_left
        return context

    def outcome(self, state: PuffiNovaState) -> Outcome | None:
        """Most stars win once the third explosion is out and everything is scored."""
        return outcome_of(state)

    def statistics(self, state: PuffiNovaState) -> Mapping[str, int]:
        """Counters over the whole table."""
        return {
            "turns": state.turns,
            "launches": state.launches,
            "ships_queued": state.queued,
            "homecomings": state.homecomings,
            "emergency_landings": state.landings,
            "cards_played": sum(len(list(player.cards())) for player in state.players),
            "cards_in_hand": sum(len(player.hand) for player in state.players),
            "diamonds_held": sum(player.diamonds for player in state.players),
            "stars": sum(pad.total for pad in state.scorepad),
        }

    def invariants(self, state: PuffiNovaState) -> None:
        """Raises `AssertionError` when something that must always hold does not."""
        check_invariants(state, self._box)

    # For people

    def view(self, state: PuffiNovaState, viewer: Viewer) -> dict[str, Any]:
        """What a viewer may see."""
        return view_of(state, viewer, self._box)

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """What happened, for a person."""
        return sentences.sentence(event, names, self._box)

    def explain(self, state: PuffiNovaState, event: Event) -> Explanation:
        """Why an event came out as it did, and where stars came from."""
        return explain(state, event, self._box)

    def board_text(self, view: Mapping[str, Any]) -> str:
        """A view as text for a terminal."""
        return board_text(view, self._box)


_ANSWERS: Mapping[Kind, tuple[type[Move], ...]] = {
    "choose_building": (ChooseBuilding,),
    "turn": (Launch, Play, CallHome, EmergencyLanding),
    "draw": (DrawFrom,),
    "discard": (Discard,),
    "discard_all": (DiscardSecretly,),
    "pass_right": (PassCard,),
    "buddy": (Accept, Decline),
}
"""The moves that each decision takes."""

_ANSWERERS: Mapping[type[Move], Callable[[PuffiNovaState, Seat, Any, Box, Chance], Iterator[Event]]] = {
    ChooseBuilding: choose_building,
    Launch: launch,
    Play: play,
    CallHome: call_home,
    EmergencyLanding: emergency_landing,
    DrawFrom: effects.draw_from,
    Discard: effects.discard,
    DiscardSecretly: effects.discard_secretly,
    PassCard: effects.pass_card,
    Accept: effects.accept,
    Decline: effects.decline,
}
"""What deals with each move."""


def _what_is_asked(kind: Kind | None, move: Move) -> str:
    given = type(move).__struct_config__.tag
    if kind is None:
        return f"nothing is asked now; {given} answers nothing"
    takes = " or ".join(str(answer.__struct_config__.tag) for answer in _ANSWERS[kind])
    return f"the decision {kind} takes {takes}; {given} answers another one"
