"""msgspec structs as marshmallow schemas."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Optional

import msgspec
import pytest
from marshmallow import ValidationError

from api.schemas.fields import TaggedUnion, tag
from api.schemas.structs import UnknownHint, schema_of
from domain.games.registry import GAMES
from domain.games.rules import Move


class Spot(msgspec.Struct, frozen=True):
    """A struct in a struct."""

    x: int
    y: int


class Everything(Move, frozen=True, tag="everything"):
    """A move with fields of all kinds."""

    number: int
    small: Annotated[int, msgspec.Meta(ge=1, le=3, description="from 1 to 3")]
    flag: bool
    word: Annotated[str, msgspec.Meta(max_length=5)]
    choice: Literal["left", "right"]
    amount: Literal[2, 4]
    maybe: int | None
    older: Optional[str]  # noqa: UP045 - also this spelling
    pair: tuple[int, str]
    many: tuple[int, ...]
    listed: list[str]
    mapping: Mapping[str, int]
    spot: Spot
    anything: Any
    left_out: int = 7


GOOD: dict[str, Any] = {
    "type": "everything",
    "number": 1,
    "small": 2,
    "flag": True,
    "word": "abc",
    "choice": "left",
    "amount": 4,
    "maybe": None,
    "older": "x",
    "pair": [1, "a"],
    "many": [1, 2, 3],
    "listed": ["a"],
    "mapping": {"a": 1},
    "spot": {"x": 1, "y": 2},
    "anything": [None],
}

SCHEMA = schema_of(Everything, name="EverythingMove", extra={"type": tag("everything")})


def test_what_fits_is_loaded_and_makes_the_struct() -> None:
    loaded = SCHEMA().load(GOOD)
    assert msgspec.convert(loaded, Everything) == msgspec.convert(GOOD, Everything)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("number", "1"),
        ("number", True),
        ("number", None),
        ("number", 1.5),
        ("small", 0),
        ("small", 4),
        ("flag", 1),
        ("flag", "yes"),
        ("word", "abcdef"),
        ("word", 1),
        ("choice", "middle"),
        ("amount", 3),
        ("amount", "4"),
        ("maybe", "1"),
        ("pair", [1]),
        ("pair", ["a", 1]),
        ("pair", [1, "a", 2]),
        ("many", 1),
        ("many", ["a"]),
        ("mapping", {"a": "b"}),
        ("mapping", []),
        ("spot", {"x": 1}),
        ("spot", {"x": 1, "y": 2, "z": 3}),
        ("type", "nothing"),
        ("unknown", 1),
    ],
)
def test_what_does_not_fit_is_told_by_its_name(field: str, value: object) -> None:
    with pytest.raises(ValidationError) as caught:
        SCHEMA().load(GOOD | {field: value})
    assert list(caught.value.messages_dict) == [field]


@pytest.mark.parametrize("field", sorted(GOOD.keys()))
def test_what_is_left_out_is_told(field: str) -> None:
    with pytest.raises(ValidationError) as caught:
        SCHEMA().load({name: value for name, value in GOOD.items() if name != field})
    assert list(caught.value.messages_dict) == [field]


def test_types_without_a_rule_are_refused() -> None:
    class Odd(msgspec.Struct):
        """Has a field that no move should have."""

        raw: bytes

    with pytest.raises(UnknownHint, match="bytes"):
        schema_of(Odd, name="Odd")


def test_a_union_takes_the_member_that_the_tag_names() -> None:
    union = type("Union", (TaggedUnion,), {"variants": {"everything": SCHEMA}})
    assert union().load(GOOD)["number"] == 1
    wrongs: list[Any] = [{}, {"type": "other"}, {"type": {}}, [], None, "everything"]
    for wrong in wrongs:
        with pytest.raises(ValidationError):
            union().load(wrong)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_moves_of_every_game_have_schemas(name: str) -> None:
    for tag_value, move in GAMES[name].moves.items():
        schema = schema_of(move, name="Tested", extra={"type": tag(tag_value)})
        assert set(schema().fields) == {"type", *move.__struct_fields__}
