"""What each event changes: the only code that touches a state. Nothing here judges.

An event that completes something opens the next decision, if that follows from what is public: the turn
goes on, or cards are to be chosen. Where another event follows at once, no decision is open in between.
"""

from __future__ import annotations

from bisect import insort
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from domain.games.alien_puppies.components import BARKMAGEDDON, ON_ENTERING, STOP, Box
from domain.games.alien_puppies.events import (
    ActionAnnounced,
    ActionStopped,
    BarkmageddonDefended,
    BarkmageddonDrawn,
    BarkmageddonExchanged,
    BarkmageddonHidden,
    CardDrawn,
    CardFetched,
    CardsDiscarded,
    CardsShuffled,
    CardTakenFromDiscard,
    CardTakenFromTop,
    CountdownBegan,
    DiscardChosen,
    DrawPileShuffled,
    ExtraActionGranted,
    HandDealt,
    HandSeen,
    HandsSwapped,
    HouseRuleSet,
    NothingTaken,
    PowerDeclined,
    PowerUsed,
    PuppyDestroyed,
    PuppyKicked,
    PuppyPlaced,
    PuppyReturned,
    PuppyStolen,
    SeatEliminated,
    SecondDrawDeclined,
    SkipImposed,
    StartingSeatDrawn,
    StopPlayed,
    TopCardsArranged,
    TopCardsSeen,
    TurnBegan,
    TurnEnded,
    TurnSkipped,
    WindowPassed,
)
from domain.games.alien_puppies.state import AlienPuppiesState, Announcement, Kind, Question
from domain.games.alien_puppies.targets import has_lost_its_target, others_with_a_card, power_is_offered
from domain.games.rules import Event, Seat

# Cards


def _gain(state: AlienPuppiesState, seat: Seat, card: str, box: Box) -> None:
    insort(state.hands[seat], card, key=box.rank.__getitem__)


def _lose(hand: list[str], cards: Iterable[str]) -> None:
    for card in cards:
        hand.remove(card)


def _leave_backyard(state: AlienPuppiesState, seat: Seat, puppy: str, box: Box) -> None:
    """A puppy lies in a Backyard no more; the rule that was set with it is void (rulebook, FAQs)."""
    state.backyards[seat].remove(puppy)
    if box.powers[puppy] == "house_rule":
        state.house_rules[seat] = None


# Decisions


def _ask(
    state: AlienPuppiesState, kind: Kind, seats: list[Seat], count: int = 0, puppy: str | None = None
) -> None:
    """Open the next decision."""
    state.question = Question(kind, seats, count, puppy)
    state.decision += 1


def _settle(state: AlienPuppiesState) -> None:
    """The cards of the action that was announced reach the discard pile, after its effect."""
    if state.announced is not None:
        if state.announced.action != "place":
            state.discard += state.announced.cards
        state.announced = None


def _go_on(state: AlienPuppiesState) -> None:
    """What was under way is done; the turn goes on."""
    _settle(state)
    assert state.turn is not None  # noqa: S101 - somebody's turn goes on
    _ask(state, "turn", [state.turn])


# Set-up


def _cards_shuffled(state: AlienPuppiesState, event: CardsShuffled, box: Box) -> None:
    state.draw_pile = list(event.order)


def _hand_dealt(state: AlienPuppiesState, event: HandDealt, box: Box) -> None:
    state.hands[event.seat] = box.sorted(event.cards)
    del state.draw_pile[: len(event.cards)]


def _barkmageddon_exchanged(state: AlienPuppiesState, event: BarkmageddonExchanged, box: Box) -> None:
    state.hands[event.seat].remove(BARKMAGEDDON)
    _gain(state, event.seat, event.card, box)
    state.draw_pile[0] = BARKMAGEDDON


def _draw_pile_shuffled(state: AlienPuppiesState, event: DrawPileShuffled, box: Box) -> None:
    state.draw_pile = list(event.order)
    if state.announced is not None:
        _go_on(state)


def _starting_seat_drawn(state: AlienPuppiesState, event: StartingSeatDrawn, box: Box) -> None:
    state.turn = event.seat


# Turns


def _turn_began(state: AlienPuppiesState, event: TurnBegan, box: Box) -> None:
    state.turn = event.seat
    state.in_turn = True
    state.actions_left = 1
    state.draws = 0
    state.turns += 1
    _ask(state, "turn", [event.seat])


def _turn_skipped(state: AlienPuppiesState, event: TurnSkipped, box: Box) -> None:
    state.turn = event.seat
    state.skips[event.seat] -= 1
    _count_down(state, event.seat)


def _turn_ended(state: AlienPuppiesState, event: TurnEnded, box: Box) -> None:
    state.in_turn = False
    state.question = None
    _settle(state)  # one's own Light-speed
    _count_down(state, event.seat)


def _count_down(state: AlienPuppiesState, seat: Seat) -> None:
    if state.countdown is not None:
        state.countdown[seat] -= 1


def _countdown_began(state: AlienPuppiesState, event: CountdownBegan, box: Box) -> None:
    state.countdown = [event.turns] * len(state.alive)


# Actions and the window


def _action_announced(state: AlienPuppiesState, event: ActionAnnounced, box: Box) -> None:
    _lose(state.hands[event.seat], event.cards)
    state.announced = Announcement(event.seat, event.action, event.cards, event.targets)
    state.actions_left -= 1
    state.actions += 1
    _ask(state, "window", state.others(event.seat))


def _stop_played(state: AlienPuppiesState, event: StopPlayed, box: Box) -> None:
    state.hands[event.seat].remove(STOP)
    _announced(state).stops += 1
    state.stops_played += 1
    _ask(state, "window", state.others(event.seat))


def _window_passed(state: AlienPuppiesState, event: WindowPassed, box: Box) -> None:
    window = _question(state)
    window.seats.remove(event.seat)
    if window.seats:
        return
    announced = _announced(state)
    state.discard += [STOP] * announced.stops
    state.question = None
    if announced.stops % 2 == 0:
        _go_ahead(state, announced)


def _go_ahead(state: AlienPuppiesState, announced: Announcement) -> None:
    """An action that was not stopped: asks who has to choose cards first; others take effect by the events
    that follow."""
    if has_lost_its_target(state, announced):
        _go_on(state)
        return
    match announced.effect:
        case "gift_from_the_universe":
            _ask(state, "take_from_discard", [announced.seat], 1)
        case "take":
            _ask(state, "take_from_discard", [announced.seat], len(announced.cards) // 2)
        case "bark":
            ((seat, _),) = announced.targets
            _ask(state, "discard", [seat], (len(state.hands[seat]) + 1) // 2)


def _action_stopped(state: AlienPuppiesState, event: ActionStopped, box: Box) -> None:
    state.discard += _announced(state).cards
    state.announced = None
    state.actions_stopped += 1
    _go_on(state)


def _announced(state: AlienPuppiesState) -> Announcement:
    assert state.announced is not None, "no action is announced"  # noqa: S101
    return state.announced


def _question(state: AlienPuppiesState) -> Question:
    assert state.question is not None, "no decision is open"  # noqa: S101
    return state.question


# Puppies


def _puppy_placed(state: AlienPuppiesState, event: PuppyPlaced, box: Box) -> None:
    state.announced = None
    state.backyards[event.seat].append(event.puppy)
    state.puppies_placed += 1
    power = box.powers[event.puppy]
    if state.reached_the_goal() is not None or power == "extra_action":
        return  # won before the power; or it is granted next
    if power == "house_rule":
        _ask(state, "house_rule", [event.seat], puppy=event.puppy)
    elif power in ON_ENTERING and power_is_offered(state, event.seat, power, box):
        _ask(state, "power", [event.seat], puppy=event.puppy)
    else:
        _go_on(state)


def _puppy_destroyed(state: AlienPuppiesState, event: PuppyDestroyed, box: Box) -> None:
    _leave_backyard(state, event.from_seat, event.puppy, box)
    state.discard.append(event.puppy)
    announced = _announced(state)
    announced.targets = tuple(aim for aim in announced.targets if aim != (event.from_seat, event.puppy))
    if not announced.targets:
        _go_on(state)


def _puppy_stolen(state: AlienPuppiesState, event: PuppyStolen, box: Box) -> None:
    _leave_backyard(state, event.from_seat, event.puppy, box)
    _gain(state, event.seat, event.puppy, box)
    _go_on(state)


def _puppy_kicked(state: AlienPuppiesState, event: PuppyKicked, box: Box) -> None:
    _leave_backyard(state, event.from_seat, event.puppy, box)
    state.draw_pile.insert(0, event.puppy)
    _go_on(state)


def _puppy_returned(state: AlienPuppiesState, event: PuppyReturned, box: Box) -> None:
    _leave_backyard(state, event.from_seat, event.puppy, box)
    _gain(state, event.from_seat, event.puppy, box)
    _go_on(state)


# Powers


def _extra_action_granted(state: AlienPuppiesState, event: ExtraActionGranted, box: Box) -> None:
    state.actions_left += 1
    _go_on(state)


def _power_used(state: AlienPuppiesState, event: PowerUsed, box: Box) -> None:
    if box.powers[event.puppy] == "take_from_discard":
        _ask(state, "take_from_discard", [event.seat], 1)
    else:
        _ask(state, "discard", others_with_a_card(state, event.seat), 1)


def _power_declined(state: AlienPuppiesState, event: PowerDeclined, box: Box) -> None:
    _go_on(state)


def _house_rule_set(state: AlienPuppiesState, event: HouseRuleSet, box: Box) -> None:
    state.house_rules[event.seat] = event.text
    _go_on(state)


def _skip_imposed(state: AlienPuppiesState, event: SkipImposed, box: Box) -> None:
    state.skips[event.on_seat] += 1
    _go_on(state)


# Choosing cards


def _discard_chosen(state: AlienPuppiesState, event: DiscardChosen, box: Box) -> None:
    state.chosen[event.seat] = event.cards
    question = _question(state)
    question.seats.remove(event.seat)
    if not question.seats:
        state.question = None


def _cards_discarded(state: AlienPuppiesState, event: CardsDiscarded, box: Box) -> None:
    del state.chosen[event.seat]
    _lose(state.hands[event.seat], event.cards)
    state.discard += event.cards
    if not state.chosen:
        _go_on(state)


def _card_taken_from_discard(state: AlienPuppiesState, event: CardTakenFromDiscard, box: Box) -> None:
    topmost = len(state.discard) - 1 - state.discard[::-1].index(event.card)
    del state.discard[topmost]
    _gain(state, event.seat, event.card, box)
    question = _question(state)
    question.count -= 1
    if not question.count:
        _go_on(state)


def _card_fetched(state: AlienPuppiesState, event: CardFetched, box: Box) -> None:
    state.hands[event.from_seat].remove(event.card)
    _gain(state, event.seat, event.card, box)
    _go_on(state)


def _hand_seen(state: AlienPuppiesState, event: HandSeen, box: Box) -> None:
    _go_on(state)


def _hands_swapped(state: AlienPuppiesState, event: HandsSwapped, box: Box) -> None:
    hands = state.hands
    hands[event.seat], hands[event.with_seat] = hands[event.with_seat], hands[event.seat]
    _go_on(state)


def _top_cards_seen(state: AlienPuppiesState, event: TopCardsSeen, box: Box) -> None:
    puppy = state.question.puppy if state.question is not None else None
    takes_one = puppy is not None and box.powers[puppy] == "take_from_top_five"
    _ask(state, "take_from_top" if takes_one else "arrange", [event.seat], len(event.cards))


def _card_taken_from_top(state: AlienPuppiesState, event: CardTakenFromTop, box: Box) -> None:
    del state.draw_pile[event.position]
    _gain(state, event.seat, event.card, box)
    _go_on(state)


def _nothing_taken(state: AlienPuppiesState, event: NothingTaken, box: Box) -> None:
    _go_on(state)


def _top_cards_arranged(state: AlienPuppiesState, event: TopCardsArranged, box: Box) -> None:
    state.draw_pile[: len(event.order)] = event.order
    _go_on(state)


# Drawing


def _card_drawn(state: AlienPuppiesState, event: CardDrawn, box: Box) -> None:
    del state.draw_pile[0]
    _gain(state, event.seat, event.card, box)
    state.draws += 1
    state.question = None
    if state.may_draw_again(event.seat, box):
        _ask(state, "second_draw", [event.seat])


def _second_draw_declined(state: AlienPuppiesState, event: SecondDrawDeclined, box: Box) -> None:
    state.question = None


def _barkmageddon_drawn(state: AlienPuppiesState, event: BarkmageddonDrawn, box: Box) -> None:
    del state.draw_pile[0]
    state.barkmageddon = "drawn"
    state.barkmageddons_drawn += 1
    state.draws += 1
    state.question = None
    if state.can_defend(event.seat, box):
        _ask(state, "defend", [event.seat], state.cards_to_defend(event.seat, box))


def _barkmageddon_defended(state: AlienPuppiesState, event: BarkmageddonDefended, box: Box) -> None:
    _lose(state.hands[event.seat], event.cards)
    state.discard += event.cards
    if event.puppy is not None:
        _leave_backyard(state, event.seat, event.puppy, box)
        state.discard.append(event.puppy)
    _ask(state, "hide", [event.seat])


def _barkmageddon_hidden(state: AlienPuppiesState, event: BarkmageddonHidden, box: Box) -> None:
    state.draw_pile.insert(event.position, BARKMAGEDDON)
    state.barkmageddon = "in_play"
    state.question = None


def _seat_eliminated(state: AlienPuppiesState, event: SeatEliminated, box: Box) -> None:
    seat = event.seat
    state.hands[seat].clear()
    state.backyards[seat].clear()
    state.house_rules[seat] = None
    state.discard += (*event.cards, BARKMAGEDDON)
    state.barkmageddon = "out"
    state.alive[seat] = False
    state.eliminated.append(seat)
    state.skips[seat] = 0


EVOLVE: Mapping[type[Event], Callable[[AlienPuppiesState, Any, Box], None]] = {
    CardsShuffled: _cards_shuffled,
    HandDealt: _hand_dealt,
    BarkmageddonExchanged: _barkmageddon_exchanged,
    DrawPileShuffled: _draw_pile_shuffled,
    StartingSeatDrawn: _starting_seat_drawn,
    TurnBegan: _turn_began,
    TurnSkipped: _turn_skipped,
    ActionAnnounced: _action_announced,
    StopPlayed: _stop_played,
    WindowPassed: _window_passed,
    ActionStopped: _action_stopped,
    PuppyPlaced: _puppy_placed,
    PuppyDestroyed: _puppy_destroyed,
    PuppyStolen: _puppy_stolen,
    PuppyKicked: _puppy_kicked,
    PuppyReturned: _puppy_returned,
    ExtraActionGranted: _extra_action_granted,
    PowerUsed: _power_used,
    PowerDeclined: _power_declined,
    DiscardChosen: _discard_chosen,
    CardsDiscarded: _cards_discarded,
    CardTakenFromDiscard: _card_taken_from_discard,
    CardFetched: _card_fetched,
    HandSeen: _hand_seen,
    HandsSwapped: _hands_swapped,
    TopCardsSeen: _top_cards_seen,
    CardTakenFromTop: _card_taken_from_top,
    NothingTaken: _nothing_taken,
    TopCardsArranged: _top_cards_arranged,
    SkipImposed: _skip_imposed,
    HouseRuleSet: _house_rule_set,
    CardDrawn: _card_drawn,
    SecondDrawDeclined: _second_draw_declined,
    BarkmageddonDrawn: _barkmageddon_drawn,
    BarkmageddonDefended: _barkmageddon_defended,
    BarkmageddonHidden: _barkmageddon_hidden,
    SeatEliminated: _seat_eliminated,
    CountdownBegan: _countdown_began,
    TurnEnded: _turn_ended,
}
"""How to apply an event of each class."""
