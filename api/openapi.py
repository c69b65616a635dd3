"""flask-smorest, told what our schemas and errors look like."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from apispec.ext.marshmallow import MarshmallowPlugin
from apispec.ext.marshmallow.common import resolve_schema_instance
from apispec.ext.marshmallow.openapi import OpenAPIConverter
from flask import Flask, Request
from flask.typing import ResponseReturnValue
from flask_smorest import Api, Blueprint
from marshmallow import Schema, ValidationError, fields
from webargs.flaskparser import FlaskParser
from werkzeug.exceptions import HTTPException

from api.auth import SECURITY_SCHEME, SESSION_SCHEME
from api.json_body import escape_pointer, read_json
from api.problems import PROBLEM_TYPE, FieldError, InvalidRequest, http_problem
from api.schemas.fields import AnyOf, FixedTuple, MaybeSealed, TaggedUnion
from api.schemas.responses import Problem
from api.session_cookie import cookie_name
from domain.configuration import Settings

PREFIX = "/api/v1"

SEAL = {
    "type": "object",
    "description": "a secret value's seal: its hash with a salt",
    "properties": {"sealed": {"type": "string"}},
    "required": ["sealed"],
}


class _Converter(OpenAPIConverter):
    """Knows tagged unions."""

    def schema2jsonschema(self, schema: Any) -> Any:
        """A schema as JSON Schema, with its docstring as description."""
        instance = resolve_schema_instance(schema)
        described = {"description": _first_paragraph(instance)} if _first_paragraph(instance) else {}
        if not isinstance(instance, TaggedUnion):
            return super().schema2jsonschema(schema) | described  # type: ignore[no-untyped-call]
        members = {
            name: self.resolve_nested_schema(variant)  # type: ignore[no-untyped-call]
            for name, variant in instance.variants.items()
        }
        mapping = {name: member["$ref"] for name, member in members.items()}
        return {
            "oneOf": list(members.values()),
            "discriminator": {"propertyName": "type", "mapping": mapping},
            **described,
        }


class _Plugin(MarshmallowPlugin):
    """Knows our fields."""

    Converter = _Converter

    def init_spec(self, spec: Any) -> None:
        """Hook into a specification."""
        super().init_spec(spec)
        converter: Any = self.converter
        for describe in (_any_of, _fixed_tuple, _maybe_sealed):
            converter.add_attribute_function(describe)


def _any_of(converter: Any, field: fields.Field[Any], **_kwargs: Any) -> dict[str, Any]:
    if not isinstance(field, AnyOf):
        return {}
    return {"anyOf": [converter.resolve_nested_schema(schema) for schema in field.schemas]}


def _fixed_tuple(converter: Any, field: fields.Field[Any], **_kwargs: Any) -> dict[str, Any]:
    if not isinstance(field, FixedTuple):
        return {}
    places = [converter.field2property(place) for place in field.places]
    return {"type": "array", "prefixItems": places, "minItems": len(places), "maxItems": len(places)}


def _maybe_sealed(converter: Any, field: fields.Field[Any], **_kwargs: Any) -> dict[str, Any]:
    if not isinstance(field, MaybeSealed):
        return {}
    return {"anyOf": [converter.field2property(field.inner), SEAL]}


class _Parser(FlaskParser):
    """Reads requests strictly, and tells what is wrong with them as problems."""

    DEFAULT_UNKNOWN_BY_LOCATION = dict.fromkeys(FlaskParser.DEFAULT_UNKNOWN_BY_LOCATION)

    def load_json(self, req: Request, schema: Schema) -> Any:
        """The body."""
        return read_json(req)

    def handle_error(
        self,
        error: ValidationError,
        req: Request,
        schema: Schema,
        *,
        error_status_code: Any,
        error_headers: Any,
    ) -> Any:
        """Raises `InvalidRequest`."""
        raise invalid_request(error.messages_dict)


def invalid_request(messages: Any, prefix: str = "") -> InvalidRequest:
    """The problem for marshmallow's messages, which webargs puts under the part of the request (json, query)
    that they are about; `prefix` is a pointer to what was validated."""
    if not prefix and isinstance(messages, dict):
        errors = [
            error
            for part, inner in messages.items()
            for error in _errors(inner, "#" if part == "json" else "?", "/" if part == "json" else "")
        ]
        return InvalidRequest(errors)
    return InvalidRequest(_errors(messages, prefix, "/"))


def _errors(messages: Any, pointer: str, separator: str) -> list[FieldError]:
    if isinstance(messages, dict):
        return [
            error
            for key, inner in messages.items()
            for error in _errors(inner, _below(pointer, separator, key), separator or "/")
        ]
    if isinstance(messages, list | tuple):
        return [error for inner in messages for error in _errors(inner, pointer, separator)]
    return [FieldError(pointer, str(messages))]


def _below(pointer: str, separator: str, key: Any) -> str:
    if key in ("_schema", "key", "value"):
        return pointer
    return pointer + separator + escape_pointer(str(key))


View = TypeVar("View", bound=Callable[..., Any])


class ApiBlueprint(Blueprint):
    """Routes whose requests are read strictly."""

    ARGUMENTS_PARSER = _Parser()

    def route(self, rule: str, **options: Any) -> Callable[[View], View]:
        """A route, which clients that are made from the document know by the name of its view."""
        register = super().route(rule, **options)

        def decorate(view: Any) -> Any:
            return register(self.doc(operationId=view.__name__)(view))

        return decorate


class FairtableApi(Api):
    """The API and its OpenAPI document."""

    ERROR_SCHEMA = Problem

    def __init__(self, app: Flask, title: str, version: str, settings: Settings) -> None:
        app.config.update(API_TITLE=title, API_VERSION=version, OPENAPI_VERSION="3.1.1")
        super().__init__(app, spec_kwargs={"marshmallow_plugin": _Plugin()})
        self.spec.components.security_scheme(
            SECURITY_SCHEME,
            {"type": "http", "scheme": "bearer", "description": "a token as POST /players gives it: ft_…"},
        )
        self.spec.components.security_scheme(
            SESSION_SCHEME,
            {
                "type": "apiKey",
                "in": "cookie",
                "name": cookie_name(https=settings.https),
                "description": "a browser's session as POST /session starts it; for our own web pages",
            },
        )

    def handle_http_exception(self, error: HTTPException) -> ResponseReturnValue:
        """Errors of Flask's own, as problems."""
        return http_problem(error)

    def _register_pagination_header(self) -> None:
        """Pages are told in bodies and `Link` here."""

    def _register_responses(self) -> None:
        usual = self.DEFAULT_RESPONSE_CONTENT_TYPE
        self.DEFAULT_RESPONSE_CONTENT_TYPE = PROBLEM_TYPE
        try:
            super()._register_responses()
        finally:
            self.DEFAULT_RESPONSE_CONTENT_TYPE = usual


def _first_paragraph(schema: Schema) -> str:
    own = type(schema).__dict__.get("__doc__") or ""
    return " ".join(own.split("\n\n")[0].split())
