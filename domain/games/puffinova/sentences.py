"""What happened in a match of PuffiNova, for a person, told from what the viewer may see of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from domain.games.puffinova.box import Box
from domain.games.puffinova.events import (
    AreaScored,
    BuddyAnswered,
    BuildingBuilt,
    BuildingChosen,
    CardDiscarded,
    CardDrawn,
    CardPaid,
    CardPassed,
    CardPlayed,
    CardsShuffled,
    CardsTaken,
    ConstructionOffered,
    ConstructionShuffled,
    DiamondsMoved,
    DiscardChosen,
    DiscardStarted,
    EffectBegan,
    ExplosionDrawn,
    ExtraTurnGranted,
    FinalScored,
    Holder,
    PassChosen,
    PilesPrepared,
    RowRefilled,
    RowsFilled,
    ShipLaunched,
    ShipsCalledHome,
    StartingSeatDrawn,
    TurnBegan,
    TurnSkipped,
)
from domain.games.puffinova.state import LAST_EXPLOSION
from domain.games.puffinova.wording import area_name
from domain.games.rules import Event, is_hidden
from domain.games.wording import counted, listed

Names = Sequence[str]


def sentence(event: Event, names: Names, box: Box) -> str:
    """What happened, with the players' names; sealed fields may be `HIDDEN`."""
    return _SENTENCES[type(event)](event, names, box)


def card_text(card: object, box: Box) -> str:
    """“IN01 Ant”, or “a card” where the viewer may not see which."""
    return "a card" if is_hidden(card) else f"{card} {box.cards[str(card)].name}"


def cards_text(cards: Iterable[str], box: Box) -> str:
    """“IN01 Ant and IN02 Aphid”."""
    return listed(card_text(card, box) for card in cards)


def _from_the_top(cards: Any) -> str:
    return "" if is_hidden(cards) else f", from the top {listed(cards)}"


# Set-up


def _shuffled(event: CardsShuffled, names: Names, box: Box) -> str:
    return f"the chosen decks are shuffled together{_from_the_top(event.order)}"


def _discard_started(event: DiscardStarted, names: Names, box: Box) -> str:
    return f"the discard pile starts with {cards_text(event.cards, box)}"


def _rows_filled(event: RowsFilled, names: Names, box: Box) -> str:
    rows = (f"{column} {row}: {cards_text(cards, box)}" for column, row, cards in event.rows)
    return f"the rows are filled; {'; '.join(rows)}"


def _piles_prepared(event: PilesPrepared, names: Names, box: Box) -> str:
    left = "" if is_hidden(event.left) else f" ({', '.join(event.left)})"
    right = "" if is_hidden(event.right) else f" ({', '.join(event.right)})"
    return (
        f"two draw piles are made, left of {event.left_size} cards{left}, "
        f"right of {event.right_size} cards{right}; each hides two Diamond Explosions near the bottom"
    )


def _construction_shuffled(event: ConstructionShuffled, names: Names, box: Box) -> str:
    return f"the Construction deck is shuffled{_from_the_top(event.order)}"


def _offered(event: ConstructionOffered, names: Names, box: Box) -> str:
    cards = "Construction cards" if is_hidden(event.cards) else cards_text(event.cards, box)
    return f"{names[event.seat]} may build one of three: {cards}"


def _building_chosen(event: BuildingChosen, names: Names, box: Box) -> str:
    what = "a building" if is_hidden(event.card) else card_text(event.card, box)
    return f"{names[event.seat]} has chosen {what}"


def _building_built(event: BuildingBuilt, names: Names, box: Box) -> str:
    return f"{names[event.seat]} builds {card_text(event.card, box)} in Galactic City, free of charge"


def _starting_seat(event: StartingSeatDrawn, names: Names, box: Box) -> str:
    return f"{names[event.seat]} is drawn to begin"


# Turns and ships


def _turn_began(event: TurnBegan, names: Names, box: Box) -> str:
    return f"it is the turn of {names[event.seat]}"


def _turn_skipped(event: TurnSkipped, names: Names, box: Box) -> str:
    return f"{names[event.seat]} can do nothing: the turn is skipped"


def _launched(event: ShipLaunched, names: Names, box: Box) -> str:
    where = f"row {event.row} of the {event.column} column"
    if event.queued:
        return f"{names[event.seat]} queues {event.ship} in {where}, for {counted(event.paid, 'diamond')}"
    return f"{names[event.seat]} launches {event.ship} to {where}"


def _taken(event: CardsTaken, names: Names, box: Box) -> str:
    return f"{names[event.seat]} takes {cards_text(event.cards, box)}"


def _refilled(event: RowRefilled, names: Names, box: Box) -> str:
    return (
        f"{card_text(event.card, box)} comes from the {event.pile} pile to space {event.space} "
        f"of row {event.row}, {event.column} column"
    )


def _explosion(event: ExplosionDrawn, names: Names, box: Box) -> str:
    end = "; the match ends" if event.count == LAST_EXPLOSION else ""
    return (
        f"{names[event.seat]} draws DIAMOND EXPLOSION number {event.count}; "
        f"it lies beside the {event.pile} pile{end}"
    )


def _called_home(event: ShipsCalledHome, names: Names, box: Box) -> str:
    how = "makes an emergency landing" if event.emergency else "calls all ships home"
    return f"{names[event.seat]} {how}: {listed(event.ships)}"


# Cards and diamonds


def _paid(event: CardPaid, names: Names, box: Box) -> str:
    return f"{names[event.seat]} pays with {cards_text(event.cards, box)}"


def _played(event: CardPlayed, names: Names, box: Box) -> str:
    whose = "" if event.owner == event.seat else f" of {names[event.owner]}"
    return f"{names[event.seat]} plays {card_text(event.card, box)} to {area_name(event.area)}{whose}"


_REASONS = {
    "card": "for the card",
    "queue": "to queue",
    "emergency_landing": "for the emergency landing",
    "take_diamond": "by the card's effect",
    "give_diamond_to_neighbours": "by the card's effect",
    "pass_card_right": "in place of a card",
    "discard_card": "in place of a card",
}


def _diamonds(event: DiamondsMoved, names: Names, box: Box) -> str:
    count = counted(event.count, "diamond")
    if event.from_ == "supply":
        return f"{_holder(event.to, names)} takes {count} {_REASONS[event.reason]}"
    verb = "pays" if event.to == "supply" else "gives"
    giver, taker = _holder(event.from_, names), _holder(event.to, names)
    return f"{giver} {verb} {count} {_REASONS[event.reason]} to {taker}"


def _holder(holder: Holder, names: Names) -> str:
    return "the supply" if holder == "supply" else names[holder]


# Effects

EFFECT_TEXTS: Mapping[tuple[str, str], str] = {
    ("lightning", "take_diamond"): "take diamonds",
    ("lightning", "draw_card"): "draw cards",
    ("lightning", "new_turn"): "play a new turn",
    ("lightning", "discard_card"): "discard a card",
    ("lightning", "give_diamond_to_neighbours"): "give a diamond to each neighbour",
    ("lightning", "play_on_right_neighbour"): "the card lies with the right neighbour",
    ("buddy", "take_diamond"): "each neighbour may take diamonds",
    ("buddy", "draw_card"): "each neighbour may draw a card",
    ("mandatory", "pass_card_right"): "everyone gives a card, or else a diamond, to the right",
    ("mandatory", "discard_card"): "everyone discards a card, or else a diamond",
}


def _effect(event: EffectBegan, names: Names, box: Box) -> str:
    asked = f"; asked: {listed(names[seat] for seat in event.seats)}" if event.seats else ""
    return f"{event.kind} effect: {EFFECT_TEXTS[event.kind, event.do]}{asked}"


def _drawn(event: CardDrawn, names: Names, box: Box) -> str:
    return f"{names[event.seat]} draws {card_text(event.card, box)} from the {event.pile} pile"


def _buddy(event: BuddyAnswered, names: Names, box: Box) -> str:
    where = f", drawing from the {event.pile} pile" if event.pile else ""
    return f"{names[event.seat]} {'does the Buddy Action' if event.accepted else 'declines'}{where}"


def _pass_chosen(event: PassChosen, names: Names, box: Box) -> str:
    return f"{names[event.seat]} has chosen {card_text(event.card, box)} to pass on"


def _passed(event: CardPassed, names: Names, box: Box) -> str:
    return f"{names[event.from_seat]} gives {card_text(event.card, box)} to {names[event.to_seat]}"


def _discard_chosen(event: DiscardChosen, names: Names, box: Box) -> str:
    return f"{names[event.seat]} has chosen {card_text(event.card, box)} to discard"


def _discarded(event: CardDiscarded, names: Names, box: Box) -> str:
    return f"{names[event.seat]} discards {card_text(event.card, box)}"


def _extra_turn(event: ExtraTurnGranted, names: Names, box: Box) -> str:
    return f"{names[event.seat]} will play another turn"


# The end


def _area_scored(event: AreaScored, names: Names, box: Box) -> str:
    seats = (
        f"{name} {counted(stars, 'star')} for {counted(cards, 'card')}"
        for name, cards, stars in zip(names, event.counts, event.stars, strict=True)
    )
    return f"{area_name(event.area)} is scored: {', '.join(seats)}"


def _final(event: FinalScored, names: Names, box: Box) -> str:
    return (
        f"{names[event.seat]} has {counted(event.total, 'star')}: {event.diamonds} for diamonds, "
        f"{event.castle} in Star Castle, {event.council} in Moon Council, {event.areas} for areas, "
        f"{event.city} in Galactic City"
    )


_SENTENCES: Mapping[type[Event], Callable[[Any, Names, Box], str]] = {
    CardsShuffled: _shuffled,
    DiscardStarted: _discard_started,
    RowsFilled: _rows_filled,
    PilesPrepared: _piles_prepared,
    ConstructionShuffled: _construction_shuffled,
    ConstructionOffered: _offered,
    BuildingChosen: _building_chosen,
    BuildingBuilt: _building_built,
    StartingSeatDrawn: _starting_seat,
    TurnBegan: _turn_began,
    TurnSkipped: _turn_skipped,
    ShipLaunched: _launched,
    CardsTaken: _taken,
    RowRefilled: _refilled,
    ExplosionDrawn: _explosion,
    ShipsCalledHome: _called_home,
    CardPaid: _paid,
    CardPlayed: _played,
    DiamondsMoved: _diamonds,
    EffectBegan: _effect,
    CardDrawn: _drawn,
    BuddyAnswered: _buddy,
    PassChosen: _pass_chosen,
    CardPassed: _passed,
    DiscardChosen: _discard_chosen,
    CardDiscarded: _discarded,
    ExtraTurnGranted: _extra_turn,
    AreaScored: _area_scored,
    FinalScored: _final,
}
