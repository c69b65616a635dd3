"""Types for the part of flask-smorest 0.47 that the API uses; the package has none of its own."""

from collections.abc import Callable, Mapping, Sequence
from http import HTTPStatus
from typing import Any, ParamSpec, TypeVar

from apispec import APISpec
from apispec.ext.marshmallow import MarshmallowPlugin
from flask import Blueprint as FlaskBlueprint
from flask import Flask
from flask.typing import ResponseReturnValue
from marshmallow import Schema
from marshmallow.fields import Field
from webargs.flaskparser import FlaskParser
from webargs.flaskparser import abort as abort
from werkzeug.exceptions import HTTPException
from werkzeug.routing import BaseConverter
from werkzeug.wrappers import Response

_P = ParamSpec("_P")
_R = TypeVar("_R")
_View = TypeVar("_View", bound=Callable[..., Any])
_Schema = type[Schema] | Schema
_DocumentedSchema = _Schema | str | dict[str, Any]
# A reference (str) or a plain OpenAPI schema (dict) only documents: such a view returns a `Response`.

class Api:
    DEFAULT_ERROR_RESPONSE_NAME: str | None
    DEFAULT_REQUEST_BODY_CONTENT_TYPE: str
    DEFAULT_RESPONSE_CONTENT_TYPE: str
    ERROR_SCHEMA: type[Schema]
    config: Mapping[str, Any]
    config_prefix: str
    ma_plugin: MarshmallowPlugin
    spec: APISpec

    def __init__(
        self,
        app: Flask | None = None,
        *,
        spec_kwargs: Mapping[str, Any] | None = None,
        config_prefix: str = "",
    ) -> None: ...
    def init_app(self, app: Flask, *, spec_kwargs: Mapping[str, Any] | None = None) -> None: ...
    def register_blueprint(
        self, blp: Blueprint, *, parameters: Sequence[str | dict[str, Any]] | None = None, **options: Any
    ) -> None: ...
    def register_converter(
        self, converter: type[BaseConverter], func: Callable[[BaseConverter], dict[str, Any]]
    ) -> None: ...
    def register_field(self, field: type[Field[Any]], *args: Any) -> None: ...
    def handle_http_exception(self, error: HTTPException) -> ResponseReturnValue: ...
    def _register_responses(self) -> None: ...

class Blueprint(FlaskBlueprint):
    ARGUMENTS_PARSER: FlaskParser
    description: str

    def __init__(
        self,
        name: str,
        import_name: str,
        *,
        static_folder: str | None = None,
        static_url_path: str | None = None,
        template_folder: str | None = None,
        url_prefix: str | None = None,
        url_defaults: dict[str, Any] | None = None,
        description: str = "",
    ) -> None: ...
    def route(
        self,
        rule: str,
        *,
        parameters: Sequence[str | dict[str, Any]] | None = None,
        tags: Sequence[str] | None = None,
        **options: Any,
    ) -> Callable[[_View], _View]: ...

    # Adds the loaded value to the view's arguments, which a `ParamSpec` cannot say of methods.
    def arguments(
        self,
        schema: _Schema | dict[str, Any],
        *,
        location: str = "json",
        content_type: str | None = None,
        required: bool = True,
        description: str | None = None,
        example: Any = None,
        examples: Mapping[str, Any] | None = None,
        **kwargs: Any,
    ) -> Callable[[Callable[..., _R]], Callable[..., _R]]: ...
    def response(
        self,
        status_code: int | str | HTTPStatus,
        schema: _DocumentedSchema | None = None,
        *,
        content_type: str | None = None,
        description: str | None = None,
        example: Any = None,
        examples: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
    ) -> Callable[[Callable[_P, Any]], Callable[_P, Response]]: ...
    def alt_response(
        self,
        status_code: int | str | HTTPStatus,
        response: str | None = None,
        *,
        schema: _DocumentedSchema | None = None,
        content_type: str | None = None,
        description: str | None = None,
        example: Any = None,
        examples: Mapping[str, Any] | None = None,
        headers: Mapping[str, Any] | None = None,
        success: bool = False,
    ) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]: ...
    @staticmethod
    def doc(**kwargs: Any) -> Callable[[Callable[_P, _R]], Callable[_P, _R]]: ...

current_api: Api
