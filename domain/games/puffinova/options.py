"""The choices made when a match of PuffiNova is created."""

from __future__ import annotations

from collections import Counter
from typing import Annotated, Literal

import msgspec

from domain.games.puffinova.components import FAMILY_DECKS, family_decks
from domain.games.rules import InvalidOptions, Options

Deck = Literal["insects", "domestic", "nordic", "lightning", "friend", "construction"]

_STANDARD_DECKS: tuple[Deck, ...] = ("insects", "lightning", "friend", "construction", "domestic")
_FAMILY_DECKS: tuple[Deck, ...] = ("insects", "domestic", "nordic")


class PuffiNovaOptions(Options, frozen=True):
    """The choices made when a match is created."""

    variant: Annotated[
        Literal["standard", "family_only", "experienced_family"],
        msgspec.Meta(
            description="standard: as many decks as players; family_only: shorter, with two Family decks "
            "(three with four or five players); experienced_family: the same, and each seat first chooses "
            "one of three Construction cards to build for free."
        ),
    ] = "standard"
    decks: Annotated[
        tuple[Deck, ...] | None,
        msgspec.Meta(
            description="The decks to play with, as many different ones as the variant takes. By default, "
            "standard: insects, lightning, friend, construction, domestic, as many as players; otherwise "
            "the Family decks insects, domestic, nordic, as many as it takes."
        ),
    ] = None
    empty_area_ranks: Annotated[
        bool,
        msgspec.Meta(
            description="Whether seats without a card in an area take a placement there (tied with each "
            "other) or get nothing."
        ),
    ] = True


def decks_taken(seats: int, options: PuffiNovaOptions) -> int:
    """How many decks a match is played with (rulebook, Setup 2, and Shorter Game Variant)."""
    return seats if options.variant == "standard" else family_decks(seats)


def chosen_decks(seats: int, options: PuffiNovaOptions) -> tuple[Deck, ...]:
    """The decks of a match: those asked for, or the default ones."""
    if options.decks is not None:
        return options.decks
    offered = _STANDARD_DECKS if options.variant == "standard" else _FAMILY_DECKS
    return offered[: decks_taken(seats, options)]


def check_decks(seats: int, options: PuffiNovaOptions) -> None:
    """Raises `InvalidOptions` for decks that do not go with the variant and the number of seats."""
    decks = chosen_decks(seats, options)
    for deck, times in Counter(decks).items():
        if times > 1:
            raise InvalidOptions(f"the decks must be different ones; {deck} is named {times} times")
        if options.variant != "standard" and deck not in FAMILY_DECKS:
            raise InvalidOptions(
                f"{options.variant} is played with the Family decks {', '.join(FAMILY_DECKS)}; "
                f"{deck} is none of them"
            )
    taken = decks_taken(seats, options)
    if len(decks) != taken:
        raise InvalidOptions(
            f"{options.variant} with {seats} players takes {taken} decks; {len(decks)} are named"
        )
