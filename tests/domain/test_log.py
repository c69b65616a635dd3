"""Lines, private parts and who may open what (DESIGN, section 4), with events made up for the purpose."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any
from uuid import UUID

import msgspec
import pytest
import rfc8785
from hypothesis import given
from hypothesis import strategies as st

from domain.games.canonical import canonical
from domain.games.rules import AUDITOR, HIDDEN, SPECTATOR, Event, Sealed, Seat, Viewer
from domain.log import (
    DRAWS,
    GENESIS,
    BrokenLine,
    Codec,
    Line,
    LogError,
    Recorded,
    UnknownEvent,
    leaf,
    parse_line,
    sealed_paths,
)
from domain.match_events import MoveMade
from domain.sealing import salt_key, seal

MATCH = UUID(int=1)
KEY = salt_key(bytes(32))
AT = "2026-11-30T12:00:00.000Z"


class CardDealt(Event, frozen=True):
    seat: Seat
    card: Annotated[str, Sealed("seat")]


class CardShown(Event, frozen=True):
    """One seat shows a card to others."""

    seat: Seat
    to: tuple[Seat, ...]
    card: Annotated[str, Sealed("seat", "to")]


class PileShuffled(Event, frozen=True):
    order: Annotated[tuple[str, ...], Sealed()]


class Passed(Event, frozen=True):
    seat: Seat


class Given(Event, frozen=True):
    """A field may be written under a name that Python does not allow."""

    from_: Seat = msgspec.field(name="from")
    card: Annotated[str, Sealed("from_")]


CODEC = Codec(
    {
        "test.CardDealt": CardDealt,
        "test.CardShown": CardShown,
        "test.PileShuffled": PileShuffled,
        "test.Passed": Passed,
        "test.Given": Given,
        "match.MoveMade": MoveMade,
    }
)
MOVE = MoveMade(rules=1, seat=1, decision=4, move={"type": "lay", "card": "fox", "position": 3})


def record(event: Event, *sealed: str, version: int = 7, **more: Any) -> Recorded:
    return CODEC.encode(MATCH, version, GENESIS, AT, 0, event, salt_key=KEY, sealed=sealed, **more)


def revealed(recorded: Recorded, viewer: Viewer) -> Event:
    return CODEC.reveal(parse_line(recorded.line), recorded.openings(viewer, KEY))


def opened(recorded: Recorded, viewer: Viewer) -> list[str]:
    return [opening.field for opening in recorded.openings(viewer, KEY)]


# Canonical JSON

PLAIN = st.recursive(
    st.none() | st.booleans() | st.integers(-(2**53) + 1, 2**53 - 1) | st.text(st.characters(codec="utf-8")),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner, max_size=4)
    ),
    max_leaves=20,
)


@given(PLAIN)
def test_canonical_json_is_that_of_rfc_8785(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_structs_are_encoded_like_the_values_they_hold() -> None:
    assert canonical(CardDealt(1, "fox")) == rfc8785.dumps({"seat": 1, "card": "fox"})


# Lines


def test_a_line_is_canonical_json_with_seven_keys() -> None:
    line = record(Passed(2)).line
    assert line == canonical(msgspec.json.decode(line))
    assert list(msgspec.json.decode(line)) == ["at", "by", "data", "match", "prev", "type", "version"]


def test_the_leaf_is_the_hash_of_the_line_as_a_leaf_of_rfc_6962() -> None:
    assert leaf(b"") == "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d"


def test_stored_bytes_are_read_back_as_they_were_written() -> None:
    recorded = record(CardDealt(1, "fox"), "card", draws=[{"label": "CardDealt", "n": 1}])
    read = CODEC.decode(recorded.stored)
    assert (read.event, read.stored, read.version, read.by) == (recorded.event, recorded.stored, 7, 0)


def test_nothing_secret_is_in_the_line() -> None:
    recorded = record(CardDealt(1, "fox"), "card", secret=bytes(32), version=1)
    assert b"fox" not in recorded.line
    assert bytes(32).hex().encode() not in recorded.line.replace(GENESIS.encode(), b"")
    assert recorded.secret == bytes(32)
    assert recorded.sealed_values == {"card": "fox"}


def test_a_sealed_field_that_was_left_out_stays_out() -> None:
    recorded = record(MoveMade(rules=1, seat=0, decision=1, move={"type": "pass"}), "move.card")
    assert sealed_paths(msgspec.json.decode(parse_line(recorded.line).data)) == {}
    assert recorded.private == b"{}"


# Who may open what


@pytest.mark.parametrize(
    ("viewer", "card"), [(1, "fox"), (0, HIDDEN), (SPECTATOR, HIDDEN), (AUDITOR, "fox")], ids=str
)
def test_a_secret_of_one_seat(viewer: Viewer, card: object) -> None:
    event = revealed(record(CardDealt(1, "fox"), "card"), viewer)
    assert isinstance(event, CardDealt)
    assert (event.seat, event.card) == (1, card)


@pytest.mark.parametrize(("viewer", "card"), [(1, "fox"), (0, HIDDEN)], ids=str)
def test_a_field_that_is_written_under_another_name_is_revealed_too(viewer: Viewer, card: object) -> None:
    recorded = record(Given(1, "fox"), "card")
    assert msgspec.json.decode(parse_line(recorded.line).data)["from"] == 1
    event = revealed(recorded, viewer)
    assert isinstance(event, Given)
    assert (event.from_, event.card) == (1, card)


@pytest.mark.parametrize(
    ("viewer", "sees"), [(0, True), (1, False), (2, True), (3, True), (SPECTATOR, False)], ids=str
)
def test_a_secret_between_seats(viewer: Viewer, sees: bool) -> None:
    recorded = record(CardShown(0, (2, 3), "fox"), "card")
    assert opened(recorded, viewer) == (["card"] if sees else [])


@pytest.mark.parametrize(("viewer", "sees"), [(0, False), (SPECTATOR, False), (AUDITOR, True)], ids=str)
def test_a_secret_without_an_audience_is_for_auditors(viewer: Viewer, sees: bool) -> None:
    recorded = record(PileShuffled(("a", "b")), "order", draws=[{"label": "PileShuffled", "n": 1}])
    assert opened(recorded, viewer) == ([DRAWS, "order"] if sees else [])


@pytest.mark.parametrize(("viewer", "sees"), [(1, True), (0, False), (SPECTATOR, False)], ids=str)
def test_the_secrets_of_a_move_are_for_the_seat_that_moves(viewer: Viewer, sees: bool) -> None:
    recorded = record(MOVE, "move.card", "move.position")
    event = revealed(recorded, viewer)
    assert isinstance(event, MoveMade)
    assert event.move["type"] == "lay"
    assert event.move["card"] == ("fox" if sees else HIDDEN)
    assert opened(recorded, viewer) == (["move.card", "move.position"] if sees else [])


def test_an_opening_can_be_checked_against_the_line() -> None:
    recorded = record(CardDealt(1, "fox"), "card")
    (opening,) = recorded.openings(1, KEY)
    sealed = sealed_paths(msgspec.json.decode(parse_line(recorded.line).data))
    assert seal(MATCH, 7, opening.field, bytes.fromhex(opening.salt), opening.value) == sealed["card"]


def test_the_secret_of_the_match_is_in_nobodys_openings() -> None:
    recorded = record(CardDealt(1, "fox"), "card", secret=bytes(32), version=1)
    assert opened(recorded, AUDITOR) == ["card"]


# Names that are no longer written


class PlacedOnCell(Event, frozen=True):
    """What a `test.Placed` with `x` and `y` became, and then what became of it."""

    seat: Seat
    cell: tuple[int, int]
    colour: str


def _to_cell(data: dict[str, Any]) -> dict[str, Any]:
    return {"seat": data["seat"], "cell": [data["x"], data["y"]]}


def _with_colour(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "colour": "grey"}


LATER = Codec(
    {"test.PlacedOnCell": PlacedOnCell, "test.Passed": Passed},
    {
        "test.Placed": ("test.PlacedAt", _to_cell),
        "test.PlacedAt": ("test.PlacedOnCell", _with_colour),
    },
)


def line_of(name: str, data: Mapping[str, Any]) -> bytes:
    return canonical(Line(AT, 0, msgspec.Raw(canonical(data)), str(MATCH), GENESIS, name, 1))


def test_old_names_are_read_as_what_they_have_become() -> None:
    old = LATER.decode(line_of("test.Placed", {"seat": 1, "x": 3, "y": -1}) + b"\n{}")
    newer = LATER.decode(line_of("test.PlacedAt", {"seat": 1, "cell": [3, -1]}) + b"\n{}")
    assert old.event == newer.event == PlacedOnCell(1, (3, -1), "grey")
    assert old.type == "test.Placed", "the line still says what it said"
    assert LATER.knows("test.Placed")


def test_an_old_event_is_revealed_in_its_new_shape_too() -> None:
    line = parse_line(line_of("test.Placed", {"seat": 1, "x": 3, "y": -1}))
    assert LATER.reveal(line, []) == PlacedOnCell(1, (3, -1), "grey")


# What is no log


def test_a_name_that_nobody_ever_had() -> None:
    with pytest.raises(UnknownEvent, match=r"event 1 is a test\.Exploded, which is unknown here"):
        CODEC.decode(line_of("test.Exploded", {}) + b"\n{}")


@pytest.mark.parametrize("data", [{}, {"seat": "one"}, {"seat": None}, []], ids=str)
def test_data_of_another_shape(data: Any) -> None:
    with pytest.raises(BrokenLine, match=r"are not those of a test\.Passed"):
        CODEC.decode(line_of("test.Passed", data) + b"\n{}")


@pytest.mark.parametrize(
    "private",
    [
        b"",
        b"[]",
        b"{",
        b"\xff{}",
        b'"card"',
        b'{"card":"fox","salts":[]}',
        b'{"card":"fox","salts":{"card":1}}',
        b'{"card":"fox","erased":3}',
        b'{"erased":[["card"]]}',
        b'{"nowhere.card":"fox"}',
        b'{"seat.card":"fox"}',
        b'{"card":' + b"[" * 100_000,
    ],
    ids=range(12),
)
def test_a_private_part_that_belongs_to_no_event(private: bytes) -> None:
    line = line_of("test.CardDealt", {"seat": 1, "card": {"sealed": "0" * 64}})
    with pytest.raises(LogError):
        CODEC.decode(line + b"\n" + private)


@pytest.mark.parametrize("match", ["", "1", "match", "00000000-0000-4000-8000-00000000000g", "é" * 36])
def test_a_match_id_that_is_none(match: str) -> None:
    line = msgspec.json.decode(line_of("test.Passed", {"seat": 1}))
    with pytest.raises(BrokenLine, match="is no match's id"):
        CODEC.decode(canonical({**line, "match": match}) + b"\n{}")


def test_what_is_read_off_an_event_can_be_changed_without_changing_the_event() -> None:
    recorded = record(CardDealt(1, "fox"), "card")
    recorded.sealed_values["card"] = "bear"
    recorded.sealed_values.clear()
    assert recorded.sealed_values == {"card": "fox"}


@pytest.mark.parametrize("line", [b"", b"{}", b"[1]", b"\xff", b'{"at":1}', b"{" * 10])
def test_bytes_that_are_no_line(line: bytes) -> None:
    with pytest.raises(LogError):
        parse_line(line)
