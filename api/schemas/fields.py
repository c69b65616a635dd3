"""Fields that marshmallow does not have, or has with other edges than JSON Schema."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from marshmallow import Schema, ValidationError, fields, validate

PLAIN_DIGITS: Final = re.compile(r"-?[0-9]{1,18}")


class Int(fields.Integer):
    """JSON Schema's `integer`: 2 and 2.0 pass; 2.5, "2" and true do not. For bodies; in a query string
    everything is text: `QueryInt`."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        if isinstance(value, float) and value.is_integer():
            value = int(value)
        if isinstance(value, bool) or not isinstance(value, int):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class QueryInt(fields.Integer):
    """An integer in a query string, in plain digits: Python's own reading of numbers also takes `1_0` and
    the digits of other scripts."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        if not (isinstance(value, str) and PLAIN_DIGITS.fullmatch(value)):
            raise self.make_error("invalid", input=value)
        return super()._deserialize(value, attr, data, **kwargs)


class Bool(fields.Boolean):
    """JSON's true and false, without marshmallow's "yes", "on" and 1."""

    def _deserialize(
        self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **kwargs: Any
    ) -> Any:
        if not isinstance(value, bool):
            raise self.make_error("invalid", input=value)
        return value


class FixedTuple(fields.Tuple):
    """An array of a fixed length, each place with a schema of its own."""

    @property
    def places(self) -> Sequence[fields.Field[Any]]:
        """The fields of its places."""
        return list(self.tuple_fields)


class MaybeSealed(fields.Raw):
    """A value that stands sealed in a public line. For documentation only."""

    def __init__(self, inner: fields.Field[Any]) -> None:
        super().__init__(required=inner.required)
        self.inner = inner


class AnyOf(fields.Dict):
    """An object that matches one of several schemas, which is not yet known when the field is read."""

    def __init__(self, schemas: Sequence[type[Schema]], **options: Any) -> None:
        super().__init__(keys=fields.String(), **options)
        self.schemas = schemas


class JsonObject(fields.Dict):
    """Any JSON object; `metadata` says what it is."""

    def __init__(self, description: str, **options: Any) -> None:
        super().__init__(keys=fields.String(), metadata={"description": description}, **options)


class TaggedUnion(Schema):
    """One of several flat objects, told apart by a required `type` with one value in each.

    The tag is a real property of every member, so that a JSON Schema validator that knows nothing of
    discriminators still tells the members apart.
    """

    variants: ClassVar[Mapping[str, type[Schema]]] = {}

    def load(self, data: Any, **options: Any) -> Any:
        """Load the member that the tag names. Raises `ValidationError`."""
        if not isinstance(data, dict):
            raise ValidationError({"_schema": ["Not a valid object."]})
        if "type" not in data:
            raise ValidationError({"type": ["Missing data for required field."]})
        tag = data["type"]
        if not isinstance(tag, str) or tag not in self.variants:
            raise ValidationError({"type": [f"Must be one of: {', '.join(self.variants)}."]})
        return self.variants[tag]().load(data, **options)


def tag(value: str) -> fields.String:
    """The field that names a member of a tagged union."""
    return fields.String(required=True, validate=validate.Equal(value))
