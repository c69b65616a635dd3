"""The moves and the log lines of all registered games, as tagged unions made from their own structs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar, Final

import msgspec
from marshmallow import EXCLUDE, Schema, fields

from api.schemas.fields import Int, TaggedUnion, tag
from api.schemas.structs import camel, schema_of
from domain.games.registry import GAMES
from domain.games.rules import AnyRules, Event
from domain.match_events import MATCH_EVENTS


def _move_union(rules: AnyRules) -> type[TaggedUnion]:
    prefix = camel(rules.name)
    variants = {
        name: schema_of(move, name=f"{prefix}{camel(name)}Move", extra={"type": tag(name)})
        for name, move in rules.moves.items()
    }
    return type(
        f"{prefix}Move", (TaggedUnion,), {"variants": variants, "__doc__": f"A move of {rules.title}."}
    )


def _line(name: str, event: type[Event]) -> type[Schema]:
    title = camel(name.removeprefix("match."))
    data = schema_of(event, name=f"{title}Data", unknown=EXCLUDE)
    members: dict[str, Any] = {
        "at": fields.String(required=True),
        "by": fields.Raw(required=True, metadata={"description": "a seat, or player, server or admin"}),
        "data": fields.Nested(data, required=True),
        "match": fields.UUID(required=True),
        "prev": fields.String(required=True),
        "type": tag(name),
        "version": Int(required=True),
        "Meta": type("Meta", (), {"unknown": EXCLUDE}),
    }
    return type(f"{title}Line", (Schema,), members)


def _all_events() -> Mapping[str, type[Event]]:
    return {
        **MATCH_EVENTS,
        **{name: event for rules in GAMES.values() for name, event in rules.events.items()},
    }


class Line(TaggedUnion):
    """A line of a log, the same bytes for everyone. What is secret stands sealed in it. Skip types that you
    do not know: there will be more."""

    variants: ClassVar = {name: _line(name, event) for name, event in _all_events().items()}


MOVES: Final[Mapping[str, type[TaggedUnion]]] = {name: _move_union(rules) for name, rules in GAMES.items()}
"""The moves of each game, by its name."""


def options_schema(rules: AnyRules) -> dict[str, Any]:
    """A game's options as a JSON Schema."""
    return msgspec.json.schema(rules.options)


def moves_schema(rules: AnyRules) -> dict[str, Any]:
    """A game's moves as a JSON Schema."""
    kinds = tuple(rules.moves.values())
    schemas, components = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    return {"oneOf": list(schemas), "$defs": components}
