"""How a verifier that knows no game knows which sealed values are free texts: they are in fields called
`text`, and nothing else that is sealed is. (Texts have salts of their own, and can be erased.)"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
import pytest

from domain.games.registry import GAMES
from domain.match_events import MATCH_EVENTS
from domain.sealing import SealedField, sealed_fields


def all_sealed() -> Iterator[tuple[type[msgspec.Struct], SealedField]]:
    for kind in MATCH_EVENTS.values():
        yield from ((kind, field) for field in sealed_fields(kind))
    for rules in GAMES.values():
        for struct in [*rules.events.values(), *rules.moves.values()]:
            yield from ((struct, field) for field in sealed_fields(struct))


@pytest.mark.parametrize(
    ("struct", "field"),
    [pytest.param(*each, id=f"{each[0].__name__}.{each[1].name}") for each in all_sealed()],
)
def test_texts_are_called_text_and_nothing_else_is(struct: type[msgspec.Struct], field: SealedField) -> None:
    encoded = dict(zip(struct.__struct_fields__, struct.__struct_encode_fields__, strict=True))
    assert (encoded[field.name] == "text") == field.everyone
