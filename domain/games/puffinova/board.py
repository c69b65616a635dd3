"""A view of PuffiNova as text for a terminal."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from domain.games.puffinova.box import Box, Card
from domain.games.puffinova.events import FinalScored
from domain.games.puffinova.explanations import source_text
from domain.games.puffinova.moves import PILES
from domain.games.puffinova.state import AREAS
from domain.games.puffinova.wording import amounts_code, area_name, initials, named
from domain.games.rules import Seat
from domain.games.wording import counted, listed

WIDTH = 100
_CARD_WIDTH = 30
_EFFECTS: Mapping[tuple[str, str], str] = {
    ("lightning", "take_diamond"): "take diamond",
    ("lightning", "draw_card"): "draw",
    ("lightning", "new_turn"): "new turn",
    ("lightning", "discard_card"): "discard",
    ("lightning", "give_diamond_to_neighbours"): "give diamonds",
    ("lightning", "play_on_right_neighbour"): "to the right",
    ("buddy", "take_diamond"): "buddies diamond",
    ("buddy", "draw_card"): "buddies draw",
    ("mandatory", "pass_card_right"): "all pass right",
    ("mandatory", "discard_card"): "all discard",
}


def board_text(view: Mapping[str, Any], box: Box) -> str:
    """The table as text, from a view of it."""
    lines = [*_legend(box), "", _turn_line(view)]
    for column in PILES:
        lines += ["", _pile_line(column, view), *_row_lines(view["rows"][column], box)]
    lines += ["", *_wrapped("DISCARD", view["discard"]), f"SUPPLY  {counted(view['supply'], 'diamond')}"]
    for seat, shown in enumerate(view["seats"]):
        lines += ["", _seat_title(seat, shown, view["turn"]), *_seat_lines(shown, box)]
    for pad in view["scorepad"]:
        lines += ["", *_scorepad_lines(msgspec.convert(pad, FinalScored), box)]
    return "\n".join(line.rstrip() for line in lines)


def _legend(box: Box) -> Iterator[str]:
    yield "A card: its cost > what it gives as payment, diamonds (d), stars (*), effect"
    yield from _wrapped(" ", (f"{initials(name)} {named(name)}" for name in box.resources.names))


def _turn_line(view: Mapping[str, Any]) -> str:
    if view["scorepad"]:
        return f"the match is over; it ended on the turn of seat {view['turn']}"
    if view["kind"] is None:
        return "nobody is asked"
    asked = view["seats_asked"]
    seats = f"{'seat' if len(asked) == 1 else 'seats'} {listed(asked)}"
    line = f"decision {view['decision']}: {view['kind']}, asked: {seats}"
    if effect := view["effect"]:
        line += f"; {effect['card']}: {effect['kind']} {effect['do']} {effect['count']}"
    if view["landed"]:
        line += "; landed"
    if view["extra_turns"]:
        line += f"; {counted(view['extra_turns'], 'extra turn')}"
    return line


def _pile_line(column: str, view: Mapping[str, Any]) -> str:
    if column not in view["pile_sizes"]:
        return f"{column.upper()}  no pile yet"
    cards, explosions = view["pile_sizes"][column], view["explosions"][column]
    return (
        f"{column.upper()}  {counted(cards, 'card')} in the pile, "
        f"{counted(explosions, 'explosion')} beside it"
    )


def _row_lines(rows: Iterable[Mapping[str, Any]], box: Box) -> Iterator[str]:
    for number, row in enumerate(rows, start=1):
        cards = [None if card is None else box.cards[card] for card in row["cards"]]
        yield f" {number} " + _columns("-" if card is None else _title(card) for card in cards)
        yield "   " + _columns("" if card is None else _values(card) for card in cards)
        if row["ships"]:
            yield f"   ships: {' < '.join(f'{ship} of seat {seat}' for seat, ship in row['ships'])}"


def _columns(texts: Iterable[str]) -> str:
    return "  ".join(text.ljust(_CARD_WIDTH) for text in texts)


def _title(card: Card) -> str:
    return f"{card.id} {card.name}"[:_CARD_WIDTH]


def _values(card: Card) -> str:
    text = f"{amounts_code(card.cost)} > {amounts_code(card.produces)}"
    if card.diamonds:
        text += f" {card.diamonds}d"
    if card.stars:
        text += f" {card.stars}*"
    return text


def effect_code(card: Card) -> str:
    """What a card does, in a few words."""
    if card.effect is not None:
        times = f" {card.effect.count}" if card.effect.count > 1 else ""
        return _EFFECTS[card.effect.kind, card.effect.do] + times
    return "" if card.hourglass is None else f"end: {type(card.hourglass).__struct_config__.tag}"


def _seat_title(seat: Seat, shown: Mapping[str, Any], turn: Seat | None) -> str:
    on_turn = "   <- turn" if seat == turn else ""
    diamonds, hand = counted(shown["diamonds"], "diamond"), counted(shown["hand_size"], "card")
    ships = listed(shown["ships"]) if shown["ships"] else "none"
    return f"SEAT {seat}   {diamonds}, {hand} in hand, ships at home: {ships}{on_turn}"


def _seat_lines(shown: Mapping[str, Any], box: Box) -> Iterator[str]:
    for area in AREAS:
        if shown["areas"][area]:
            yield from _wrapped(f"  {area_name(area)}", shown["areas"][area])
    for kind in ("hand", "offer"):
        for card in shown.get(kind, ()):
            label = "chosen" if card == shown["chosen"] else kind
            yield f"  {label:<6} {_card_line(box.cards[card])}"


def _card_line(card: Card) -> str:
    return f"{_title(card):<{_CARD_WIDTH}} {_values(card):<26} {effect_code(card)}".rstrip()


def _wrapped(title: str, items: Iterable[str]) -> Iterator[str]:
    """A titled list, in as many lines as it needs."""
    line = title
    for item in items:
        if len(line) + len(item) + 2 > WIDTH:
            yield line
            line = " " * len(title)
        line += f"  {item}"
    yield line


def _scorepad_lines(pad: FinalScored, box: Box) -> Iterator[str]:
    yield (
        f"SCOREPAD OF SEAT {pad.seat}   diamonds {pad.diamonds}, Star Castle {pad.castle}, "
        f"Moon Council {pad.council}, areas {pad.areas}, Galactic City {pad.city}: "
        f"{counted(pad.total, 'star')}"
    )
    for source in pad.detail:
        yield from _wrapped_words("  ", source_text(source, box).split(" "))


def _wrapped_words(indent: str, words: Iterable[str]) -> Iterator[str]:
    line = indent
    for word in words:
        if len(line) + len(word) + 1 > WIDTH:
            yield line
            line = indent + "  "
        line += f"{word} "
    yield line
