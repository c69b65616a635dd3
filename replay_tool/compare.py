"""What a command should have led to, against what the log says it did, event by event."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import msgspec

from domain.codec import CODEC
from domain.games.canonical import canonical
from domain.log import DRAWS, Recorded, parse_line
from replay_tool.seal_checks import find_seals

SHOWN = 60
"""How much of a value a sentence quotes."""


class Difference(NamedTuple):
    """Where a log parts from what the rules decide: a finding's code, which of the compared events (from
    0), and what should be there in a sentence."""

    code: str
    offset: int
    sentence: str


def first_difference(
    due: Sequence[Recorded], recorded: Sequence[Recorded], *, cut: bool
) -> Difference | None:
    """Compare what is due with what is recorded. `cut` tells that the recorded events may go on."""
    for index, (expected, found) in enumerate(zip(due, recorded, strict=False)):
        if CODEC.name_of(expected.event) != CODEC.name_of(found.event):
            return _another_event(due, recorded, index)
        if (difference := _within(expected, found)) is not None:
            return Difference(difference[0], index, f"{found.type}: {difference[1]}")
    if len(due) > len(recorded):
        if cut:
            return None
        return Difference(
            "missing-event", len(recorded), f"{due[len(recorded)].type} is due here and is missing"
        )
    if len(due) < len(recorded):
        return Difference(
            "extra-event", len(due), f"{recorded[len(due)].type} does not follow from the command"
        )
    return None


def _another_event(due: Sequence[Recorded], recorded: Sequence[Recorded], index: int) -> Difference:
    """Another event than the one due: left out, put in, or put in its place."""
    expected, found = due[index].type, recorded[index].type
    if _type_at(due, index + 1) == found:
        return Difference("missing-event", index, f"{expected} is due here and is missing")
    if _type_at(recorded, index + 1) == expected:
        return Difference("extra-event", index, f"{found} does not follow from the command")
    return Difference("wrong-event", index, f"{expected} is due here, the log says {found}")


def _type_at(events: Sequence[Recorded], index: int) -> str | None:
    return events[index].type if index < len(events) else None


def _within(expected: Recorded, found: Recorded) -> tuple[str, str] | None:
    """What differs between two events of one name. The version of the rules is judged elsewhere."""
    if expected.by != found.by:
        return "wrong-author", f"it is by {_author(expected.by)}, the log says by {_author(found.by)}"
    if expected.at != found.at:
        return "wrong-time", f"it happened with its command at {expected.at}, the log says {found.at}"
    if (draws := _unequal(expected.sealed_values.get(DRAWS), found.sealed_values.get(DRAWS))) is not None:
        return "wrong-draw", f"draws: {draws}"
    if (field := _different_field(expected, found)) is not None:
        return _data_code(expected), field
    return None


def _author(by: int | str) -> str:
    return f"seat {by}" if isinstance(by, int) else by


def _data_code(expected: Recorded) -> str:
    if expected.type == "match.MatchEnded":
        return "wrong-outcome"
    return "wrong-draw" if DRAWS in expected.sealed_values else "wrong-data"


def _different_field(expected: Recorded, found: Recorded) -> str | None:
    due, said = _fields(expected), _fields(found)
    for name in sorted(due.keys() | said.keys()):
        if name != "rules" and (values := _unequal(due.get(name), said.get(name))) is not None:
            return f"{name}: {values}"
    return _different_form(expected, found)


def _fields(recorded: Recorded) -> dict[str, Any]:
    fields: dict[str, Any] = msgspec.to_builtins(recorded.event)
    return dict(sorted(fields.items()))


def _unequal(due: Any, said: Any) -> str | None:
    if canonical(due) == canonical(said):
        return None
    return f"{_quoted(due)} is due, the log says {_quoted(said)}"


def _quoted(value: Any) -> str:
    text = canonical(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _different_form(expected: Recorded, found: Recorded) -> str | None:
    """What the values do not tell: fields that such an event does not have, and what is sealed. A line
    written when the event had another name is of another form by right."""
    if expected.type != found.type:
        return None
    due, said = _line_data(expected), _line_data(found)
    if unknown := said.keys() - due.keys() - set(type(found.event).__struct_fields__):
        return f"{min(unknown)[:SHOWN]}: there is no such field"
    sealed_due, sealed_said = ({path for path, _ in find_seals(data)[0]} for data in (due, said))
    for path in sorted(sealed_due ^ sealed_said):
        return f"{path} should {'be' if path in sealed_due else 'not be'} sealed"
    return None


def _line_data(recorded: Recorded) -> dict[str, Any]:
    data: dict[str, Any] = msgspec.json.decode(parse_line(recorded.line).data)
    return data
