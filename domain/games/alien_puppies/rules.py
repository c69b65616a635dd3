"""The rules of Alien Puppies: setting up, what follows from a move, and where a match stands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.games.alien_puppies import explanations, text
from domain.games.alien_puppies.bots import GreedyBot
from domain.games.alien_puppies.checks import (
    check_combination,
    check_hand,
    check_number,
    check_placing,
    check_playing,
    check_power,
    check_rule,
    check_taking,
)
from domain.games.alien_puppies.components import (
    BARKMAGEDDON,
    EARTH_PUPPY,
    STOP,
    printed_components,
    read_components,
)
from domain.games.alien_puppies.effects import EFFECTS, TOP_FIVE, TOP_THREE, card_fetched, top_cards_seen
from domain.games.alien_puppies.events import (
    EVENTS,
    ActionAnnounced,
    ActionStopped,
    BarkmageddonDefended,
    BarkmageddonDrawn,
    BarkmageddonExchanged,
    BarkmageddonHidden,
    CardDrawn,
    CardsDiscarded,
    CardsShuffled,
    CardTakenFromDiscard,
    CardTakenFromTop,
    CountdownBegan,
    DiscardChosen,
    DrawPileShuffled,
    ExtraActionGranted,
    HandDealt,
    HouseRuleSet,
    NothingTaken,
    PowerDeclined,
    PowerUsed,
    PuppyPlaced,
    PuppyReturned,
    SeatEliminated,
    SecondDrawDeclined,
    SkipImposed,
    StartingSeatDrawn,
    StopPlayed,
    TopCardsArranged,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
    WindowPassed,
)
from domain.games.alien_puppies.evolve import EVOLVE
from domain.games.alien_puppies.invariants import check_invariants
from domain.games.alien_puppies.legal import LET_PASS, legal_moves, seen_cards
from domain.games.alien_puppies.moves import (
    MOVES,
    Arrange,
    Combine,
    DeclinePower,
    DefendWithCards,
    DefendWithPuppy,
    Discard,
    Draw,
    DrawAgain,
    Enough,
    Hide,
    LetPass,
    Place,
    Play,
    SetRule,
    Stop,
    Take,
    TakeFromTop,
    TakeNothing,
    UsePower,
)
from domain.games.alien_puppies.refusals import (
    BarkmageddonStays,
    NoSuchPosition,
    NotAmongTheTop,
    NotInYourBackyard,
    NotTheSameCards,
)
from domain.games.alien_puppies.scoring import outcome_of
from domain.games.alien_puppies.state import (
    COUNTDOWN_TURNS,
    AlienPuppiesOptions,
    AlienPuppiesState,
    Announcement,
    Kind,
    Question,
)
from domain.games.alien_puppies.view import context_of, view_of
from domain.games.alien_puppies.wording import cards_text
from domain.games.bots import RandomBot
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
    TimeLimit,
    UnknownMove,
    Viewer,
)

Consequences = Callable[["AlienPuppies", AlienPuppiesState, Seat, Any, Chance], Iterator[Event]]


class AlienPuppies(Rules[AlienPuppiesState, AlienPuppiesOptions]):
    """Alien Puppies for two to five players."""

    name = "alien_puppies"
    title = "Alien Puppies"
    seats = range(2, 6)
    version = 1
    options = AlienPuppiesOptions
    moves = MOVES
    events = EVENTS

    def __init__(self, components: Mapping[str, Any] | None = None) -> None:
        """Rules for a component set, by default the printed one. Raises `InvalidComponents`."""
        self.components = printed_components() if components is None else components
        self._box = read_components(self.components)
        self.bots: Mapping[str, Bot] = {"random": RandomBot(), "greedy": GreedyBot(self._box)}

    # Set-up

    def new_state(self, seats: int, options: AlienPuppiesOptions) -> AlienPuppiesState:
        """The table before anything has happened: all cards in starting order, nobody holds any."""
        return AlienPuppiesState(
            goal=self._box.goal(seats),
            earth_puppies=options.earth_puppies,
            reaction_seconds=options.reaction_seconds,
            draw_pile=self._box.deck(options.earth_puppies),
            hands=[[] for _ in range(seats)],
            backyards=[[] for _ in range(seats)],
            alive=[True] * seats,
            skips=[0] * seats,
            house_rules=[None] * seats,
        )

    def set_up(self, state: AlienPuppiesState, chance: Chance) -> Iterator[Event]:
        """Shuffle, deal, exchange Barkmageddon, draw who begins (rulebook, Set Up; ruling 13)."""
        yield CardsShuffled(tuple(chance.shuffle(CardsShuffled, state.draw_pile)))
        for seat in range(len(state.hands)):
            yield HandDealt(seat, tuple(state.draw_pile[: self._box.hand]))
        for seat, hand in enumerate(state.hands):
            if BARKMAGEDDON in hand:
                yield BarkmageddonExchanged(seat, state.draw_pile[0])
                yield DrawPileShuffled(tuple(chance.shuffle(DrawPileShuffled, state.draw_pile)))
        starting = chance.below(StartingSeatDrawn, len(state.hands))
        yield StartingSeatDrawn(starting)
        yield TurnBegan(starting)

    # What follows from a move

    def decide(self, state: AlienPuppiesState, seat: Seat, move: Move, chance: Chance) -> Iterator[Event]:
        """The facts that follow from a seat's answer; refuses before the first one."""
        question = state.question
        answers = _ANSWERS[question.kind] if question is not None else {}
        follow = answers.get(type(move))
        if follow is None:
            given = type(move).__struct_config__.tag
            possible = " or ".join(str(kind.__struct_config__.tag) for kind in answers)
            raise UnknownMove(f"now you may answer with {possible}; {given} is none of it")
        return follow(self, state, seat, move, chance)

    # The turn

    def _place(self, state: AlienPuppiesState, seat: Seat, move: Place, chance: Chance) -> Iterator[Event]:
        check_placing(state, seat, move.puppy, self._box)
        yield ActionAnnounced(seat, "place", (move.puppy,), ())

    def _play(self, state: AlienPuppiesState, seat: Seat, move: Play, chance: Chance) -> Iterator[Event]:
        targets = check_playing(state, seat, move, self._box)
        yield ActionAnnounced(seat, "play", (move.card,), targets)

    def _combine(
        self, state: AlienPuppiesState, seat: Seat, move: Combine, chance: Chance
    ) -> Iterator[Event]:
        check_combination(state, seat, move, self._box)
        yield ActionAnnounced(seat, "combine", (EARTH_PUPPY,) * move.count, move.targets)

    def _draw(
        self, state: AlienPuppiesState, seat: Seat, move: Draw | DrawAgain, chance: Chance
    ) -> Iterator[Event]:
        """Draw a card (rulebook, Taking Your Turn 2); from an empty pile nothing. Then the turn is over,
        unless there is more to decide."""
        if not state.draw_pile:
            yield from self._end_turn(state, seat)
            return
        card = state.draw_pile[0]
        if card != BARKMAGEDDON:
            yield CardDrawn(seat, card)
        else:
            yield BarkmageddonDrawn(seat)
            if state.question is None:
                yield SeatEliminated(seat, (*state.hands[seat], *state.backyards[seat]))
        if state.question is None:
            yield from self._end_turn(state, seat)

    def _enough(self, state: AlienPuppiesState, seat: Seat, move: Enough, chance: Chance) -> Iterator[Event]:
        yield SecondDrawDeclined(seat)
        yield from self._end_turn(state, seat)

    def _end_turn(self, state: AlienPuppiesState, seat: Seat) -> Iterator[Event]:
        """The turn is over, and so may be the match; otherwise the next seat that owes no skip begins."""
        if self.outcome(state) is None:
            yield TurnEnded(seat)
        while self.outcome(state) is None:
            if state.countdown is None and not state.draw_pile:
                yield CountdownBegan(COUNTDOWN_TURNS)
            following = next(state.clockwise())
            if not state.skips[following]:
                yield TurnBegan(following)
                return
            yield TurnSkipped(following)

    # The window

    def _stop(self, state: AlienPuppiesState, seat: Seat, move: Stop, chance: Chance) -> Iterator[Event]:
        """Stop the action, or the last Stop (rulebook, Guide for Your Cards, Stop; ruling 1)."""
        check_hand(state, seat, [STOP], self._box)
        yield StopPlayed(seat)

    def _let_pass(
        self, state: AlienPuppiesState, seat: Seat, move: LetPass, chance: Chance
    ) -> Iterator[Event]:
        """With the last pass the window closes: an even number of Stops lets the action go ahead."""
        announced = _announced(state)
        yield WindowPassed(seat)
        if state.question is not None:
            return  # others still owe an answer; or cards are to be chosen; or its target is gone
        if announced.stops % 2:
            yield ActionStopped(announced.seat, announced.stops)
        elif announced.effect == "place":
            yield from self._puppy_comes(state, announced)
        elif announced.effect == "light_speed" and announced.targets[0][0] == announced.seat:
            yield from self._end_turn(state, announced.seat)
        else:
            yield from EFFECTS[announced.effect](state, announced, chance)

    def _puppy_comes(self, state: AlienPuppiesState, announced: Announcement) -> Iterator[Event]:
        (puppy,) = announced.cards
        yield PuppyPlaced(announced.seat, puppy)
        if self._box.powers[puppy] == "extra_action" and self.outcome(state) is None:
            yield ExtraActionGranted(announced.seat)

    # Powers

    def _use_power(
        self, state: AlienPuppiesState, seat: Seat, move: UsePower, chance: Chance
    ) -> Iterator[Event]:
        puppy = _question(state).puppy or ""
        power = self._box.powers[puppy]
        check_power(state, seat, power, move, self._box)
        match power:
            case "take_from_top_five":
                yield top_cards_seen(state, seat, TOP_FIVE)
            case "rearrange_top_three":
                yield top_cards_seen(state, seat, TOP_THREE)
            case "take_random_card":
                yield card_fetched(state, seat, _named(move.seat), chance)
            case "skip_other":
                yield SkipImposed(seat, _named(move.seat))
            case "return_to_hand":
                yield PuppyReturned(seat, _named(move.seat), move.puppy or "")
            case _:
                yield PowerUsed(seat, puppy)

    def _decline_power(
        self, state: AlienPuppiesState, seat: Seat, move: DeclinePower, chance: Chance
    ) -> Iterator[Event]:
        yield PowerDeclined(seat)

    def _set_rule(
        self, state: AlienPuppiesState, seat: Seat, move: SetRule, chance: Chance
    ) -> Iterator[Event]:
        check_rule(move.text)
        yield HouseRuleSet(seat, move.text)

    # Choosing cards

    def _take(self, state: AlienPuppiesState, seat: Seat, move: Take, chance: Chance) -> Iterator[Event]:
        check_taking(state, move.cards, _question(state).count, self._box)
        for card in move.cards:
            yield CardTakenFromDiscard(seat, card)

    def _take_from_top(
        self, state: AlienPuppiesState, seat: Seat, move: TakeFromTop, chance: Chance
    ) -> Iterator[Event]:
        """One of the top five, the rest keep their order (rulebook, FAQs; rulings 4 and 12)."""
        seen = seen_cards(state)
        if move.card == BARKMAGEDDON:
            raise BarkmageddonStays
        if move.card not in seen:
            raise NotAmongTheTop(move.card, cards_text(seen, self._box.names))
        yield CardTakenFromTop(seat, move.card, seen.index(move.card))

    def _take_nothing(
        self, state: AlienPuppiesState, seat: Seat, move: TakeNothing, chance: Chance
    ) -> Iterator[Event]:
        yield NothingTaken(seat)

    def _arrange(
        self, state: AlienPuppiesState, seat: Seat, move: Arrange, chance: Chance
    ) -> Iterator[Event]:
        seen = seen_cards(state)
        if Counter(move.order) != Counter(seen):
            raise NotTheSameCards(cards_text(seen, self._box.names))
        yield TopCardsArranged(seat, move.order)

    def _discard(
        self, state: AlienPuppiesState, seat: Seat, move: Discard, chance: Chance
    ) -> Iterator[Event]:
        """All who must discard choose first; then all they have chosen is laid open, clockwise."""
        check_number("you discard", _question(state).count, move.cards)
        check_hand(state, seat, move.cards, self._box)
        yield DiscardChosen(seat, tuple(self._box.sorted(move.cards)))
        if state.question is None:
            for chooser in state.clockwise():
                if chooser in state.chosen:
                    yield CardsDiscarded(chooser, state.chosen[chooser])

    # Barkmageddon

    def _defend_with_cards(
        self, state: AlienPuppiesState, seat: Seat, move: DefendWithCards, chance: Chance
    ) -> Iterator[Event]:
        check_number("Barkmageddon costs you", _question(state).count, move.cards)
        check_hand(state, seat, move.cards, self._box)
        yield BarkmageddonDefended(seat, tuple(self._box.sorted(move.cards)), None)

    def _defend_with_puppy(
        self, state: AlienPuppiesState, seat: Seat, move: DefendWithPuppy, chance: Chance
    ) -> Iterator[Event]:
        """Also a protected one (ruling 18)."""
        backyard = state.backyards[seat]
        if move.puppy not in backyard:
            raise NotInYourBackyard(move.puppy, cards_text(backyard, self._box.names))
        yield BarkmageddonDefended(seat, (), move.puppy)

    def _hide(self, state: AlienPuppiesState, seat: Seat, move: Hide, chance: Chance) -> Iterator[Event]:
        cards = len(state.draw_pile)
        if not 0 <= move.position <= cards:
            raise NoSuchPosition(move.position, cards)
        yield BarkmageddonHidden(seat, move.position)
        yield from self._end_turn(state, seat)

    # Where the match stands

    def evolve(self, state: AlienPuppiesState, event: Event) -> None:
        """Apply a fact."""
        EVOLVE[type(event)](state, event, self._box)

    def legal_moves(self, state: AlienPuppiesState, seat: Seat) -> Iterator[Move]:
        """All moves of a seat; of choices among many cards of its hand the first ones."""
        return legal_moves(state, seat, self._box)

    def awaiting(self, state: AlienPuppiesState) -> Decision | None:
        """The open decision: one seat's, or all others' at once."""
        question = state.question
        if question is None:
            return None
        return Decision(state.decision, question.kind, tuple(question.seats), context_of(state, self._box))

    def time_limit(self, state: AlienPuppiesState) -> TimeLimit | None:
        """A window may have one (ruling 14)."""
        question = state.question
        if state.reaction_seconds is None or question is None or question.kind != "window":
            return None
        return TimeLimit(state.reaction_seconds, LET_PASS)

    def outcome(self, state: AlienPuppiesState) -> Outcome | None:
        """Won by the goal or by being left alone; or nothing is left; or the countdown is over."""
        return outcome_of(state)

    def statistics(self, state: AlienPuppiesState) -> Mapping[str, int]:
        """Counters over the whole table."""
        return {
            "turns": state.turns,
            "actions": state.actions,
            "stops_played": state.stops_played,
            "actions_stopped": state.actions_stopped,
            "puppies_placed": state.puppies_placed,
            "barkmageddons_drawn": state.barkmageddons_drawn,
            "seats_eliminated": len(state.eliminated),
        }

    def invariants(self, state: AlienPuppiesState) -> None:
        """Raises `AssertionError` when something that must always hold does not."""
        check_invariants(state, self._box)

    # For people

    def view(self, state: AlienPuppiesState, viewer: Viewer) -> dict[str, Any]:
        """What a viewer may see: everything that lies open, and its own hand."""
        return view_of(state, viewer, self._box)

    def sentence(self, event: Event, names: Sequence[str]) -> str:
        """What happened, for a person."""
        return text.sentence(event, names, self._box)

    def explain(self, state: AlienPuppiesState, event: Event) -> Explanation:
        """Why an event came out as it did."""
        return explanations.explain(state, event, self._box)

    def board_text(self, view: Mapping[str, Any]) -> str:
        """A view as text for a terminal."""
        return text.board_text(view, self._box)


_ANSWERS: Mapping[Kind, Mapping[type[Move], Consequences]] = {
    "turn": {
        Place: AlienPuppies._place,
        Play: AlienPuppies._play,
        Combine: AlienPuppies._combine,
        Draw: AlienPuppies._draw,
    },
    "window": {Stop: AlienPuppies._stop, LetPass: AlienPuppies._let_pass},
    "power": {UsePower: AlienPuppies._use_power, DeclinePower: AlienPuppies._decline_power},
    "take_from_discard": {Take: AlienPuppies._take},
    "take_from_top": {TakeFromTop: AlienPuppies._take_from_top, TakeNothing: AlienPuppies._take_nothing},
    "arrange": {Arrange: AlienPuppies._arrange},
    "discard": {Discard: AlienPuppies._discard},
    "second_draw": {DrawAgain: AlienPuppies._draw, Enough: AlienPuppies._enough},
    "defend": {
        DefendWithCards: AlienPuppies._defend_with_cards,
        DefendWithPuppy: AlienPuppies._defend_with_puppy,
    },
    "hide": {Hide: AlienPuppies._hide},
    "house_rule": {SetRule: AlienPuppies._set_rule, DeclinePower: AlienPuppies._decline_power},
}
"""Which moves answer a decision, and what follows from each."""


def _question(state: AlienPuppiesState) -> Question:
    assert state.question is not None  # noqa: S101 - a move answers an open decision
    return state.question


def _announced(state: AlienPuppiesState) -> Announcement:
    assert state.announced is not None  # noqa: S101 - a window is about an announced action
    return state.announced


def _named(seat: Seat | None) -> Seat:
    assert seat is not None  # noqa: S101 - it has been checked
    return seat
