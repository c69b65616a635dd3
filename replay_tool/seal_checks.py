"""What is sealed in the lines, against what has been opened of it and the secret it should follow from."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from uuid import UUID

import msgspec

from domain.chance import redraw
from domain.games.canonical import canonical
from domain.log import DRAWS, is_seal
from domain.match_events import SeatTaken
from domain.sealing import Opening, entropy_commitment, salt, seal
from replay_tool.plain_json import NotPlain, check_limits
from replay_tool.sources import bytes32

Found = Iterator[tuple[str, str]]
"""Codes and sentences."""


class SealedEvent(msgspec.Struct, frozen=True):
    """An event with something sealed or opened in it, as the walk along the lines has met it.

    `place` is where it stands, `version` what it says; `n` is the event's ordinal among those of its
    name; `taken` is set where a seat is taken. `texts` are the paths of free texts, None where nobody
    knows them.
    """

    place: int
    version: int
    type: str
    n: int
    seals: Sequence[tuple[str, Any]]
    flaws: Sequence[str]
    openings: Sequence[Opening]
    taken: SeatTaken | None
    texts: frozenset[str] | None

    @property
    def opened(self) -> Iterator[Opening]:
        """The openings that open something that is sealed here: not those that tell of an erasure."""
        sealed = {path for path, _ in self.seals}
        return (opening for opening in self.openings if not opening.erased and opening.field in sealed)


def find_seals(data: Any) -> tuple[list[tuple[str, Any]], list[str]]:
    """The seals in a line's data with their dotted paths, and what is wrong with where they stand."""
    seals: list[tuple[str, Any]] = []
    flaws: list[str] = []
    to_visit: list[tuple[str | None, Any]] = [("", data)]
    while to_visit:
        path, value = to_visit.pop()
        if is_seal(value):
            if path is None:
                flaws.append("a seal stands where no opening can point to it")
            else:
                seals.append((path, value["sealed"]))
        elif isinstance(value, dict):
            to_visit += ((_inner_path(path, key), inner) for key, inner in value.items())
        elif isinstance(value, list):
            to_visit += ((None, inner) for inner in value)
    flaws += (f"{path} holds no seal of 64 hex digits" for path, text in seals if not _is_hash(text))
    return seals, flaws


def _inner_path(path: str | None, key: str) -> str | None:
    if path is None or not key or "." in key:
        return None
    return f"{path}.{key}" if path else key


def _is_hash(text: Any) -> bool:
    return isinstance(text, str) and bytes32(text) is not None


# Without the secret


def check_seals_well_formed(event: SealedEvent) -> Found:
    """Every seal is a hash, and stands where an opening can point to it."""
    for flaw in event.flaws:
        yield "malformed-seal", flaw


def check_openings_point_to_seals(event: SealedEvent) -> Found:
    """Every opening is of a seal in the line it stands beside, and the only one of it."""
    sealed = {path for path, _ in event.seals}
    seen: set[str] = set()
    for opening in event.openings:
        if opening.version != event.version:
            yield "opening-unknown", f"an opening of event {opening.version} stands beside this one"
        elif opening.field not in sealed:
            yield "opening-unknown", f"{opening.field[:60]!r} is opened, but nothing is sealed there"
        elif opening.field in seen:
            yield "opening-repeated", f"{opening.field} is opened twice"
        seen.add(opening.field)


def check_openings_fit(event: SealedEvent, match: UUID) -> Found:
    """What is opened is what was sealed."""
    seals = dict(event.seals)
    for opening in event.opened:
        salt_bytes = bytes32(opening.salt)
        if salt_bytes is None:
            yield "opening-mismatch", f"the salt of {opening.field} is not 32 bytes in hex"
        elif seal(match, event.version, opening.field, salt_bytes, opening.value) != seals[opening.field]:
            yield "opening-mismatch", f"what is opened as {opening.field} is not what was sealed"


def check_opened_values_plain(event: SealedEvent) -> Found:
    """Opened values are within the limits of the format."""
    for opening in event.opened:
        try:
            check_limits(opening.value)
        except NotPlain as error:
            yield "not-canonical", f"the opened {opening.field} {error}"


def check_all_open(event: SealedEvent) -> Found:
    """Where everything must be open, no seal is left closed."""
    opened = {opening.field for opening in event.openings}
    for path, _ in event.seals:
        if path not in opened:
            yield "opening-missing", f"{path} is sealed and not opened, although nothing is secret any more"


def check_drawn_entropy(event: SealedEvent, match: UUID) -> Found:
    """Entropy that the server has drawn for a seat is the one that the seat is committed to."""
    if event.taken is None:
        return
    for opening in event.opened:
        if opening.field == "entropy":
            entropy = bytes32(opening.value) if isinstance(opening.value, str) else None
            commitment = event.taken.entropy_commitment
            seat = event.taken.seat
            if entropy is None or entropy_commitment(match, seat, entropy) != commitment:
                yield "entropy-mismatch", f"the server's entropy for seat {seat} is not the committed one"


def check_erasures(event: SealedEvent) -> Found:
    """Nothing but free texts can be erased."""
    for opening in event.openings:
        if opening.erased and event.texts is not None and opening.field not in event.texts:
            yield "erased-secret", f"{opening.field[:60]} is said to be erased, but is no free text"


# With the secret


def check_salts(event: SealedEvent, salt_key: bytes) -> Found:
    """Every salt follows from the match's secret: so it was fixed before anything was sealed with it.
    Those of texts do not, so that they can be erased."""
    for opening in event.opened:
        is_text = event.texts is None or opening.field in event.texts
        if not is_text and opening.salt != salt(salt_key, event.version, opening.field).hex():
            yield "salt-mismatch", f"the salt of {opening.field[:60]} does not follow from the match's secret"


class _Shuffle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: str
    n: int
    of: list[Any]
    result: list[Any]


class _Pick(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    label: str
    n: int
    below: int
    result: int


def check_draws(event: SealedEvent, chance_key: bytes) -> Found:
    """Every draw on record comes out again: from the secret, the entropies, its label and its ordinal."""
    for opening in event.opened:
        if opening.field == DRAWS:
            draws = opening.value
            if not isinstance(draws, list) or not draws:
                yield "draw-mismatch", "there are no draws where draws should be on record"
                return
            for number, draw in enumerate(draws, start=1):
                if (sentence := _draw_fault(event, number, draw, chance_key)) is not None:
                    yield "draw-mismatch", f"draw {number}: {sentence}"


def _draw_fault(event: SealedEvent, number: int, draw: Any, chance_key: bytes) -> str | None:
    if not _is_draw(draw):
        return "this is not the record of a draw"
    name = event.type.rpartition(".")[2]
    label = name if number == 1 else f"{name}/{number}"
    if (draw["label"], draw["n"]) != (label, event.n):
        return f"its label is {draw['label'][:60]} {draw['n']}, where {label} {event.n} is due"
    if canonical(redraw(chance_key, draw)) != canonical(draw["result"]):
        return "another result follows from the match's secret and the entropies"
    return None


def _is_draw(draw: Any) -> bool:
    if not isinstance(draw, Mapping):
        return False
    try:
        msgspec.convert(draw, _Shuffle if "of" in draw else _Pick)
    except msgspec.ValidationError:
        return False
    return "of" in draw or 1 <= draw["below"] <= 1 << 32
