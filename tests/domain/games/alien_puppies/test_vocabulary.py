"""The vocabulary of moves and events, with who may see what: `*` marks a secret, after it its audience.

A bare `*` is for auditors only, in a move for the seat that moves; `*everyone` is a text.
"""

from __future__ import annotations

import msgspec

from domain.games.alien_puppies.events import EVENTS
from domain.games.alien_puppies.moves import MOVES
from domain.sealing import sealed_fields

EXPECTED_EVENTS = """
CardsShuffled(order*)
HandDealt(seat, cards*seat)
BarkmageddonExchanged(seat, card*seat)
DrawPileShuffled(order*)
StartingSeatDrawn(seat)
TurnBegan(seat)
TurnSkipped(seat)
ActionAnnounced(seat, action, cards, targets)
StopPlayed(seat)
WindowPassed(seat)
ActionStopped(seat, stops)
PuppyPlaced(seat, puppy)
PuppyDestroyed(seat, from_seat, puppy)
PuppyStolen(seat, from_seat, puppy)
PuppyKicked(seat, from_seat, puppy)
PuppyReturned(seat, from_seat, puppy)
ExtraActionGranted(seat)
PowerUsed(seat, puppy)
PowerDeclined(seat)
DiscardChosen(seat, cards*seat)
CardsDiscarded(seat, cards)
CardTakenFromDiscard(seat, card)
CardFetched(seat, from_seat, card*seat,from_seat)
HandSeen(seat, of_seat, cards*seat,of_seat)
HandsSwapped(seat, with_seat, given*seat,with_seat, received*seat,with_seat)
TopCardsSeen(seat, cards*seat)
CardTakenFromTop(seat, card*seat, position*seat)
NothingTaken(seat)
TopCardsArranged(seat, order*seat)
SkipImposed(seat, on_seat)
HouseRuleSet(seat, text*everyone)
CardDrawn(seat, card*seat)
SecondDrawDeclined(seat)
BarkmageddonDrawn(seat)
BarkmageddonDefended(seat, cards, puppy)
BarkmageddonHidden(seat, position*seat)
SeatEliminated(seat, cards)
CountdownBegan(turns)
TurnEnded(seat)
"""

EXPECTED_MOVES = """
place(puppy)
play(card, seat?, puppy?)
combine(count, aim, targets?)
draw()
stop()
let_pass()
use_power(seat?, puppy?, card?)
decline_power()
take(cards)
take_from_top(card*)
take_nothing()
arrange(order*)
discard(cards*)
draw_again()
enough()
defend_with_cards(cards)
defend_with_puppy(puppy)
hide(position*)
set_rule(text*everyone)
"""


def signature(name: str, kind: type[msgspec.Struct]) -> str:
    """A struct in the notation above; `?` marks what may be left out."""
    marks = {
        field.name: "*" + ("everyone" if field.everyone else ",".join(field.audience))
        for field in sealed_fields(kind)
    }
    fields = (
        f"{field.name}{marks.get(field.name, '')}{'' if field.required else '?'}"
        for field in msgspec.structs.fields(kind)
    )
    return f"{name}({', '.join(fields)})"


def test_events() -> None:
    written = [signature(name.removeprefix("alien_puppies."), kind) for name, kind in EVENTS.items()]
    assert written == EXPECTED_EVENTS.split("\n")[1:-1]


def test_moves() -> None:
    assert [signature(name, kind) for name, kind in MOVES.items()] == EXPECTED_MOVES.split("\n")[1:-1]
