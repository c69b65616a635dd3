"""Alien Puppies in words: what happened, as far as its reader may know, and the board in a terminal."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from domain.games.alien_puppies.components import Box
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
from domain.games.alien_puppies.wording import cards_text, counted_cards, puppies_text
from domain.games.rules import Event, is_hidden
from domain.games.wording import counted, listed

Names = Sequence[str]


def sentence(event: Event, names: Names, box: Box) -> str:
    """What happened, with the players' names; sealed fields may be `HIDDEN`."""
    return _SENTENCES[type(event)](event, names, box)


def _cards(cards: Any, box: Box, hidden: str) -> str:
    """Cards by name, or what to say of them to who may not see them."""
    return hidden if is_hidden(cards) else cards_text(cards, box.names)


def _card(card: Any, box: Box, hidden: str = "a card") -> str:
    return hidden if is_hidden(card) else box.names[card]


def _order(order: Any, box: Box, what: str) -> str:
    if is_hidden(order):
        return what
    return f"{what}, from the top {listed(box.names[card] for card in order) if order else 'nothing'}"


# Set-up and turns


def _cards_shuffled(event: CardsShuffled, names: Names, box: Box) -> str:
    return _order(event.order, box, "all cards are shuffled")


def _hand_dealt(event: HandDealt, names: Names, box: Box) -> str:
    return f"{names[event.seat]} is dealt {_cards(event.cards, box, 'a hand')}"


def _exchanged(event: BarkmageddonExchanged, names: Names, box: Box) -> str:
    return (
        f"{names[event.seat]} was dealt Barkmageddon, shows it, lays it on the draw pile and takes "
        f"{_card(event.card, box, 'the top card')} for it"
    )


def _draw_pile_shuffled(event: DrawPileShuffled, names: Names, box: Box) -> str:
    return _order(event.order, box, "the draw pile is shuffled")


def _starting_seat(event: StartingSeatDrawn, names: Names, box: Box) -> str:
    return f"{names[event.seat]} is drawn to begin"


def _turn_began(event: TurnBegan, names: Names, box: Box) -> str:
    return f"it is {names[event.seat]}'s turn"


def _turn_skipped(event: TurnSkipped, names: Names, box: Box) -> str:
    return f"{names[event.seat]}'s turn is skipped"


def _turn_ended(event: TurnEnded, names: Names, box: Box) -> str:
    return f"{names[event.seat]}'s turn is over"


def _countdown(event: CountdownBegan, names: Names, box: Box) -> str:
    return f"the draw pile has run out: everybody has {counted(event.turns, 'more turn')}"


# Actions and the window


def _announced(event: ActionAnnounced, names: Names, box: Box) -> str:
    who = names[event.seat]
    if event.action == "place":
        return f"{who} wants to put {cards_text(event.cards, box.names)} into the Backyard"
    cards = cards_text(event.cards, box.names)
    if event.action == "combine" and not event.targets:
        return (
            f"{who} wants to take {counted(len(event.cards) // 2, 'card')} from the discard pile with {cards}"
        )
    if not event.targets:
        return f"{who} plays {cards}"
    return f"{who} plays {cards} on {listed(_target(aim, names, box) for aim in event.targets)}"


def _target(aim: tuple[int, str | None], names: Names, box: Box) -> str:
    seat, puppy = aim
    return names[seat] if puppy is None else f"{names[seat]}'s {box.names[puppy]}"


def _stop_played(event: StopPlayed, names: Names, box: Box) -> str:
    return f"{names[event.seat]} plays a Stop"


def _window_passed(event: WindowPassed, names: Names, box: Box) -> str:
    return f"{names[event.seat]} lets it pass"


def _action_stopped(event: ActionStopped, names: Names, box: Box) -> str:
    return (
        f"{names[event.seat]}'s action is stopped ({counted(event.stops, 'Stop')}); its cards are discarded"
    )


# Puppies and powers


def _placed(event: PuppyPlaced, names: Names, box: Box) -> str:
    return f"{box.names[event.puppy]} lies in {names[event.seat]}'s Backyard now"


def _destroyed(event: PuppyDestroyed, names: Names, box: Box) -> str:
    return f"{names[event.seat]} destroys {names[event.from_seat]}'s {box.names[event.puppy]}"


def _stolen(event: PuppyStolen, names: Names, box: Box) -> str:
    return f"{names[event.seat]} takes {names[event.from_seat]}'s {box.names[event.puppy]} into the hand"


def _kicked(event: PuppyKicked, names: Names, box: Box) -> str:
    return f"{names[event.seat]} kicks {names[event.from_seat]}'s {box.names[event.puppy]} onto the draw pile"


def _returned(event: PuppyReturned, names: Names, box: Box) -> str:
    return f"{names[event.seat]} sends {names[event.from_seat]}'s {box.names[event.puppy]} back to the hand"


def _extra_action(event: ExtraActionGranted, names: Names, box: Box) -> str:
    return f"{names[event.seat]} may take one more action"


def _power_used(event: PowerUsed, names: Names, box: Box) -> str:
    return f"{names[event.seat]} uses the power of {box.names[event.puppy]}"


def _power_declined(event: PowerDeclined, names: Names, box: Box) -> str:
    return f"{names[event.seat]} leaves the power unused"


def _house_rule(event: HouseRuleSet, names: Names, box: Box) -> str:
    text = "a house rule" if is_hidden(event.text) else f"the house rule “{event.text}”"
    return f"{names[event.seat]} sets {text}"


def _skip_imposed(event: SkipImposed, names: Names, box: Box) -> str:
    return f"{names[event.seat]} makes {names[event.on_seat]} skip a turn"


# Choosing and moving cards


def _discard_chosen(event: DiscardChosen, names: Names, box: Box) -> str:
    return f"{names[event.seat]} has chosen {_cards(event.cards, box, 'what')} to discard"


def _discarded(event: CardsDiscarded, names: Names, box: Box) -> str:
    return f"{names[event.seat]} discards {cards_text(event.cards, box.names)}"


def _taken(event: CardTakenFromDiscard, names: Names, box: Box) -> str:
    return f"{names[event.seat]} takes {box.names[event.card]} from the discard pile"


def _fetched(event: CardFetched, names: Names, box: Box) -> str:
    return (
        f"{names[event.seat]} takes {_card(event.card, box)} at random from {names[event.from_seat]}'s hand"
    )


def _hand_seen(event: HandSeen, names: Names, box: Box) -> str:
    hand = "" if is_hidden(event.cards) else f": {cards_text(event.cards, box.names)}"
    return f"{names[event.seat]} sees {names[event.of_seat]}'s hand{hand}"


def _swapped(event: HandsSwapped, names: Names, box: Box) -> str:
    who = f"{names[event.seat]} swaps hands with {names[event.with_seat]}"
    if is_hidden(event.given):
        return who
    given, received = (cards_text(cards, box.names) for cards in (event.given, event.received))
    return f"{who}: {given} for {received}"


def _top_seen(event: TopCardsSeen, names: Names, box: Box) -> str:
    return _order(event.cards, box, f"{names[event.seat]} looks at the top cards of the draw pile")


def _taken_from_top(event: CardTakenFromTop, names: Names, box: Box) -> str:
    return f"{names[event.seat]} takes {_card(event.card, box, 'one')} of the top cards"


def _nothing_taken(event: NothingTaken, names: Names, box: Box) -> str:
    return f"{names[event.seat]} takes none of the top cards"


def _arranged(event: TopCardsArranged, names: Names, box: Box) -> str:
    return _order(event.order, box, f"{names[event.seat]} puts the top cards back")


# Drawing and Barkmageddon


def _drawn(event: CardDrawn, names: Names, box: Box) -> str:
    return f"{names[event.seat]} draws {_card(event.card, box)}"


def _second_declined(event: SecondDrawDeclined, names: Names, box: Box) -> str:
    return f"{names[event.seat]} draws no second card"


def _barkmageddon(event: BarkmageddonDrawn, names: Names, box: Box) -> str:
    return f"{names[event.seat]} draws BARKMAGEDDON"


def _defended(event: BarkmageddonDefended, names: Names, box: Box) -> str:
    if event.puppy is not None:
        return f"{names[event.seat]} gives up {box.names[event.puppy]} and is safe"
    return f"{names[event.seat]} discards {cards_text(event.cards, box.names)} and is safe"


def _hidden(event: BarkmageddonHidden, names: Names, box: Box) -> str:
    who = f"{names[event.seat]} hides Barkmageddon in the draw pile"
    if is_hidden(event.position):
        return who
    where = f"under {counted(event.position, 'card')}" if event.position else "on top"
    return f"{who}, {where}"


def _eliminated(event: SeatEliminated, names: Names, box: Box) -> str:
    left = f"; to the discard pile go {cards_text(event.cards, box.names)}" if event.cards else ""
    return f"{names[event.seat]} has nothing against Barkmageddon and is out{left}"


_SENTENCES: Mapping[type[Event], Callable[[Any, Names, Box], str]] = {
    CardsShuffled: _cards_shuffled,
    HandDealt: _hand_dealt,
    BarkmageddonExchanged: _exchanged,
    DrawPileShuffled: _draw_pile_shuffled,
    StartingSeatDrawn: _starting_seat,
    TurnBegan: _turn_began,
    TurnSkipped: _turn_skipped,
    TurnEnded: _turn_ended,
    CountdownBegan: _countdown,
    ActionAnnounced: _announced,
    StopPlayed: _stop_played,
    WindowPassed: _window_passed,
    ActionStopped: _action_stopped,
    PuppyPlaced: _placed,
    PuppyDestroyed: _destroyed,
    PuppyStolen: _stolen,
    PuppyKicked: _kicked,
    PuppyReturned: _returned,
    ExtraActionGranted: _extra_action,
    PowerUsed: _power_used,
    PowerDeclined: _power_declined,
    HouseRuleSet: _house_rule,
    SkipImposed: _skip_imposed,
    DiscardChosen: _discard_chosen,
    CardsDiscarded: _discarded,
    CardTakenFromDiscard: _taken,
    CardFetched: _fetched,
    HandSeen: _hand_seen,
    HandsSwapped: _swapped,
    TopCardsSeen: _top_seen,
    CardTakenFromTop: _taken_from_top,
    NothingTaken: _nothing_taken,
    TopCardsArranged: _arranged,
    CardDrawn: _drawn,
    SecondDrawDeclined: _second_declined,
    BarkmageddonDrawn: _barkmageddon,
    BarkmageddonDefended: _defended,
    BarkmageddonHidden: _hidden,
    SeatEliminated: _eliminated,
}


# The board in a terminal

_WIDTH = 100


def board_text(view: Mapping[str, Any], box: Box) -> str:
    """The table as text, from a view of it."""
    lines = [_goal_line(view), _piles_line(view), *_discard_lines(view, box)]
    if view["announced"] is not None:
        lines.append(_announced_line(view["announced"], box))
    for seat, shown in enumerate(view["seats"]):
        lines += [_seat_line(seat, shown, view), *_seat_details(seat, shown, view, box)]
    if "hand" in view:
        lines += _own_cards_lines(view, box)
    return "\n".join(line.rstrip() for line in lines)


def _goal_line(view: Mapping[str, Any]) -> str:
    waiting = view["waiting"]
    if waiting is None:
        return f"GOAL: {puppies_text(view['goal'])} in a Backyard"
    seats = listed(waiting["seats"])
    who = f"seat {seats}" if len(waiting["seats"]) == 1 else f"seats {seats}"
    return f"GOAL: {puppies_text(view['goal'])} in a Backyard; waiting for {who}: {waiting['kind']}"


def _piles_line(view: Mapping[str, Any]) -> str:
    where = {"in_play": "hidden in it", "drawn": "drawn", "out": "out of play"}[view["barkmageddon"]]
    return f"DRAW PILE: {counted(view['draw_pile_size'], 'card')}; Barkmageddon is {where}"


def _discard_lines(view: Mapping[str, Any], box: Box) -> Iterator[str]:
    """What lies in the discard pile; for an auditor also the draw pile, the top card first."""
    discard = view["discard"]
    title = f"DISCARD PILE, {box.names[discard[-1]]} on top:" if discard else "DISCARD PILE:"
    yield from _wrapped(title, counted_cards(box.sorted(discard), box.names))
    if "draw_pile" in view:
        yield from _wrapped("DRAW PILE, from the top:", [box.names[card] for card in view["draw_pile"]])


def _wrapped(title: str, words: Sequence[str], between: str = ",") -> Iterator[str]:
    line = title
    for index, word in enumerate(words or ["-"]):
        part = f" {word}{between if index + 1 < len(words) else ''}"
        if len(line) + len(part) > _WIDTH:
            yield line
            line = "   "
        line += part
    yield line


def _announced_line(announced: Mapping[str, Any], box: Box) -> str:
    targets = ", ".join(
        f"seat {seat}" if puppy is None else f"seat {seat}'s {box.names[puppy]}"
        for seat, puppy in announced["targets"]
    )
    aim = f" -> {targets}" if targets else ""
    stops = f"; {counted(announced['stops'], 'Stop')}" if announced["stops"] else ""
    cards = cards_text(announced["cards"], box.names)
    return f"ON THE TABLE: seat {announced['seat']}, {announced['effect']}: {cards}{aim}{stops}"


def _seat_line(seat: int, shown: Mapping[str, Any], view: Mapping[str, Any]) -> str:
    if not shown["alive"]:
        return f"SEAT {seat}   out"
    notes = [counted(shown["hand_size"], "card")]
    if shown["skips"]:
        notes.append(f"skips {counted(shown['skips'], 'turn')}")
    if shown["turns_left"] is not None:
        notes.append(f"{counted(shown['turns_left'], 'turn')} left")
    turn = f"   <- turn, {counted(view['actions_left'], 'action')} left" if seat == view["turn"] else ""
    return f"SEAT {seat}   {', '.join(notes)}{turn}"


def _seat_details(seat: int, shown: Mapping[str, Any], view: Mapping[str, Any], box: Box) -> Iterator[str]:
    if shown["backyard"]:
        yield from _wrapped("   Backyard:", [box.names[puppy] for puppy in shown["backyard"]])
    if shown["house_rule"] is not None:
        yield from _wrapped("   house rule:", shown["house_rule"].split(), between="")
    if "hands" in view and view["hands"][seat]:
        yield from _wrapped("   hand:", counted_cards(view["hands"][seat], box.names))


def _own_cards_lines(view: Mapping[str, Any], box: Box) -> Iterator[str]:
    """What only the viewer sees: its hand, and what it has looked at or chosen."""
    yield from _wrapped("YOUR HAND:", counted_cards(view["hand"], box.names))
    if view["seen"]:
        yield from _wrapped("YOU SEE, from the top:", [box.names[card] for card in view["seen"]])
    if view["chosen"]:
        yield from _wrapped("YOU WILL DISCARD:", counted_cards(view["chosen"], box.names))
