"""Small pieces of English that refusals and sentences share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.wording import listed

_LONGEST_QUOTE = 40


def quoted(value: object) -> str:
    """What a move named, as it came: between quotes, and cut where it is longer than any name of ours."""
    text = repr(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


def cards_text(cards: Sequence[str], names: Mapping[str, str]) -> str:
    """“2 × Stop and Bark”; “nothing” where there is none. What is no card is quoted as it came."""
    return listed(counted_cards(cards, names)) if cards else "nothing"


def counted_cards(cards: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """“2 × Stop”, “Bark”: every kind once, in the order in which they come."""
    counts = {card: cards.count(card) for card in cards}
    named = ((names.get(card) or quoted(card), number) for card, number in counts.items())
    return [f"{number} × {name}" if number > 1 else name for name, number in named]


def puppies_text(number: int) -> str:
    """“1 Alien Puppy”, “2 Alien Puppies”."""
    return "1 Alien Puppy" if number == 1 else f"{number} Alien Puppies"
