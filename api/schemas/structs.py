"""msgspec structs as marshmallow schemas, so that what a game declares once is checked and documented.

Covers what moves, events and options are made of: integers, booleans, strings, literals, optional values,
lists and tuples, maps with string keys, structs in structs, and `Annotated` with msgspec's limits.
"""

from __future__ import annotations

import re
import types
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import Annotated, Any, Literal, Union, get_args, get_origin, get_type_hints

import msgspec
from marshmallow import RAISE, Schema, fields, validate

from api.schemas.fields import Bool, FixedTuple, Int, MaybeSealed
from domain.games.rules import Sealed

_PLAIN: Mapping[Any, type[fields.Field[Any]]] = {
    int: Int,
    bool: Bool,
    str: fields.String,
    float: fields.Float,
    Any: fields.Raw,
}


class UnknownHint(TypeError):
    """A struct has a field of a type for which there is no rule here."""


def schema_of(
    struct: type[msgspec.Struct],
    *,
    name: str,
    unknown: str = RAISE,
    extra: Mapping[str, fields.Field[Any]] | None = None,
) -> type[Schema]:
    """The schema `name` of a struct, with `extra` fields before its own. Raises `UnknownHint`."""
    hints = get_type_hints(struct, include_extras=True)
    members: dict[str, Any] = dict(extra or {})
    for field in msgspec.structs.fields(struct):
        members[field.encode_name] = field_of(hints[field.name], required=field.required)
    members["Meta"] = type("Meta", (), {"unknown": unknown})
    return type(name, (Schema,), members)


def field_of(hint: Any, *, required: bool = True) -> fields.Field[Any]:
    """The field for a type. Raises `UnknownHint`."""
    if hint in _PLAIN:
        return _PLAIN[hint](required=required)
    if get_origin(hint) in _COMPOSED:
        return _COMPOSED[get_origin(hint)](get_args(hint), required)
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return fields.Nested(_nested(hint), required=required)
    raise UnknownHint(f"no field is known for {hint!r}")


def camel(name: str) -> str:
    """A persisted name as the name of a schema: nova_luna.TilePlaced as NovaLunaTilePlaced."""
    return "".join(part[:1].upper() + part[1:] for part in re.split(r"[._]", name))


@cache
def _nested(struct: type[msgspec.Struct]) -> type[Schema]:
    """Named after its game's folder too, since two games may have structs of one name."""
    *_, folder, _module = struct.__module__.split(".")
    return schema_of(struct, name=camel(folder) + struct.__name__)


def _annotated(arguments: Sequence[Any], required: bool) -> fields.Field[Any]:
    hint, *marks = arguments
    field = field_of(hint, required=required)
    for mark in marks:
        if isinstance(mark, msgspec.Meta):
            _limit(field, mark)
    if any(isinstance(mark, Sealed) for mark in marks):
        return MaybeSealed(field)
    return field


def _limit(field: fields.Field[Any], meta: msgspec.Meta) -> None:
    if meta.description is not None:
        field.metadata = {**field.metadata, "description": meta.description}
    if meta.ge is not None or meta.le is not None:
        field.validators = [*field.validators, validate.Range(meta.ge, meta.le)]
    if meta.min_length is not None or meta.max_length is not None:
        field.validators = [*field.validators, validate.Length(meta.min_length, meta.max_length)]


def _union(members: Sequence[Any], required: bool) -> fields.Field[Any]:
    others = [member for member in members if member is not type(None)]
    field = field_of(others[0], required=required) if len(others) == 1 else fields.Raw(required=required)
    field.allow_none = len(others) < len(members)
    return field


def _tuple(items: Sequence[Any], required: bool) -> fields.Field[Any]:
    if items[-1] is Ellipsis:
        return _list(items, required)
    return FixedTuple([field_of(item) for item in items], required=required)


def _list(items: Sequence[Any], required: bool) -> fields.Field[Any]:
    return fields.List(field_of(items[0]), required=required)


def _map(arguments: Sequence[Any], required: bool) -> fields.Field[Any]:
    return fields.Dict(keys=fields.String(), values=field_of(arguments[1]), required=required)


def _literal(values: Sequence[Any], required: bool) -> fields.Field[Any]:
    plain = {type(value) for value in values}
    if len(plain) > 1:
        raise UnknownHint(f"no field is known for values of several types: {values!r}")
    return _PLAIN[plain.pop()](required=required, validate=validate.OneOf(values))


_COMPOSED: Mapping[Any, Callable[[Sequence[Any], bool], fields.Field[Any]]] = {
    Annotated: _annotated,
    Literal: _literal,
    Union: _union,
    types.UnionType: _union,
    tuple: _tuple,
    list: _list,
    Sequence: _list,
    dict: _map,
    Mapping: _map,
}
