"""Small pieces of English that refusals and sentences share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from domain.games.wording import listed


def cards_text(cards: Sequence[str], names: Mapping[str, str]) -> str:
    """“2 × Stop and Bark”; “nothing” where there is none. What is no card is quoted as it came."""
    return listed(counted_cards(cards, names)) if cards else "nothing"


def counted_cards(cards: Sequence[str], names: Mapping[str, str]) -> list[str]:
    """“2 × Stop”, “Bark”: every kind once, in the order in which they come."""
    counts = {card: cards.count(card) for card in cards}
    return [
        f"{number} × {names.get(card, repr(card))}" if number > 1 else names.get(card, repr(card))
        for card, number in counts.items()
    ]


def puppies_text(number: int) -> str:
    """“1 Alien Puppy”, “2 Alien Puppies”."""
    return "1 Alien Puppy" if number == 1 else f"{number} Alien Puppies"
