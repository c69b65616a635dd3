"""Seals and commitments (DESIGN, section 4): a seal tells nothing, and holds to one value only."""

from __future__ import annotations

from typing import Annotated
from uuid import UUID

import pytest

from domain.games.rules import Event, Sealed, Seat
from domain.match_events import SeatTaken
from domain.sealing import (
    entropy_commitment,
    lp,
    salt,
    salt_key,
    seal,
    sealed_fields,
    secret_commitment,
)

MATCH = UUID(int=1)
OTHER = UUID(int=2)
SECRET = bytes(range(32))


class Dealt(Event, frozen=True):
    seat: Seat
    card: Annotated[str, Sealed("seat")]
    rest: Annotated[list[str], Sealed()]
    colour: Annotated[str, "no secret"]


def test_sealed_fields_are_those_marked_so_with_their_audience() -> None:
    marked = [(field.name, field.audience) for field in sealed_fields(Dealt)]
    assert marked == [("card", ("seat",)), ("rest", ())]


def test_the_entropy_that_the_server_has_drawn_is_for_auditors_only() -> None:
    assert [(field.name, field.audience) for field in sealed_fields(SeatTaken)] == [("entropy", ())]


def test_lengths_keep_neighbouring_parts_apart() -> None:
    assert lp("ab") + lp("c") != lp("a") + lp("bc")
    assert lp("é") == b"\0\0\0\2\xc3\xa9"


@pytest.mark.parametrize(
    ("match", "version", "field", "value"),
    [(OTHER, 3, "card", "a"), (MATCH, 4, "card", "a"), (MATCH, 3, "cards", "a"), (MATCH, 3, "card", "b")],
    ids=["match", "version", "field", "value"],
)
def test_a_seal_belongs_to_its_place_and_value(match: UUID, version: int, field: str, value: str) -> None:
    grain = bytes(32)
    assert seal(match, version, field, grain, value) != seal(MATCH, 3, "card", grain, "a")


def test_equal_values_look_different_at_each_place() -> None:
    key = salt_key(SECRET)
    places = [(1, "card"), (2, "card"), (2, "next")]
    assert len({seal(MATCH, *place, salt(key, *place), "a") for place in places}) == len(places)


def test_commitments_are_bound_to_the_match_and_the_seat() -> None:
    assert secret_commitment(MATCH, SECRET) != secret_commitment(OTHER, SECRET)
    assert entropy_commitment(MATCH, 0, SECRET) != entropy_commitment(MATCH, 1, SECRET)
    assert entropy_commitment(MATCH, 0, SECRET) != entropy_commitment(OTHER, 0, SECRET)
