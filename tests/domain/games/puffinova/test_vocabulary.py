"""The names that logs and programs know for ever, and who may see what is sealed."""

from __future__ import annotations

import msgspec

from domain.games.puffinova.events import EVENTS
from domain.games.puffinova.moves import MOVES
from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.rules import Event, Move
from domain.sealing import sealed_fields


def fields(kind: type[Event | Move]) -> str:
    """A class's fields as logs name them; a sealed one with its audience after a star."""
    audiences = {field.name: ",".join(field.audience) for field in sealed_fields(kind)}
    return " ".join(
        f"{field.encode_name}*{audiences[field.name]}" if field.name in audiences else field.encode_name
        for field in msgspec.structs.fields(kind)
    )


def test_events_have_these_fields_and_these_secrets() -> None:
    """A bare star is for auditors alone."""
    assert {name.removeprefix("puffinova."): fields(kind) for name, kind in EVENTS.items()} == {
        "CardsShuffled": "order*",
        "DiscardStarted": "cards",
        "RowsFilled": "rows",
        "PilesPrepared": "left_size right_size left* right*",
        "ConstructionShuffled": "order*",
        "ConstructionOffered": "seat cards*seat",
        "BuildingChosen": "seat card*seat",
        "BuildingBuilt": "seat card",
        "StartingSeatDrawn": "seat",
        "TurnBegan": "seat",
        "TurnSkipped": "seat",
        "ShipLaunched": "seat ship column row queued paid",
        "CardsTaken": "seat column row cards",
        "RowRefilled": "column row space pile card",
        "ExplosionDrawn": "seat pile count",
        "ShipsCalledHome": "seat ships emergency",
        "CardPaid": "seat cards",
        "CardPlayed": "seat card area owner",
        "DiamondsMoved": "from to count reason",
        "EffectBegan": "kind do seats",
        "CardDrawn": "seat pile card*seat",
        "BuddyAnswered": "seat accepted pile",
        "PassChosen": "seat card*seat",
        "CardPassed": "from_seat to_seat card*from_seat,to_seat",
        "DiscardChosen": "seat card*seat",
        "CardDiscarded": "seat card",
        "ExtraTurnGranted": "seat",
        "AreaScored": "area counts stars",
        "FinalScored": "seat diamonds castle council areas city total detail",
    }


def test_moves_have_these_fields_and_these_secrets() -> None:
    """The audience of a move's secret is the seat that moves."""
    assert {name: fields(kind) for name, kind in MOVES.items()} == {
        "choose_building": "card*",
        "emergency_landing": "",
        "play": "card payment area",
        "launch": "ship column row queue refill",
        "call_home": "",
        "draw_from": "pile",
        "discard": "card",
        "discard_secretly": "card*",
        "pass_card": "card*",
        "accept": "pile",
        "decline": "",
    }


def test_options_have_these_names_and_defaults() -> None:
    assert msgspec.to_builtins(PuffiNovaOptions()) == {
        "variant": "standard",
        "decks": None,
        "empty_area_ranks": True,
    }
