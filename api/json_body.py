"""JSON bodies, read strictly: what our formats cannot hold is refused here, once and for all of them.

Lines are canonical JSON with integers below 2^53, and PostgreSQL stores no NUL; so neither may come in.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

import msgspec
from flask import Request
from gunicorn.http.errors import ParseException

from api.problems import BadRequest, FieldError, InvalidRequest, MalformedJson, UnsupportedMediaType

MAX_DEPTH: Final = 16
"""How deeply arrays and objects may be nested; no move comes near."""

MAX_INTEGER: Final = 2**53 - 1


def read_json(request: Request) -> Any:
    """The body of a request; `{}` where there is none.

    Raises `BadRequest`, `UnsupportedMediaType`, `MalformedJson`, `InvalidRequest`, and what Flask raises for
    a body that is too large.
    """
    body = read_body(request)
    if not body:
        return {}
    if not request.is_json:
        raise UnsupportedMediaType("send the body as application/json")
    return parse_json(body)


def read_body(request: Request) -> bytes:
    """The bytes of a body. Raises `BadRequest` for one that does not come whole, and what Flask raises for
    one that is too large."""
    try:
        body = request.get_data(cache=False)
        # Without a Content-Length a body comes cut off at the limit; only a further read tells that more
        # came.
        request.stream.read(1)
    except (OSError, ParseException):
        # The connection broke, or what should be chunks are none.
        raise BadRequest("the body came broken; please send it again") from None
    if len(body) < (request.content_length or 0):
        raise BadRequest("the body broke off before its end; please send it again")
    return body


def parse_json(body: bytes) -> Any:
    """JSON as our formats can hold it. Raises `MalformedJson`, `InvalidRequest`."""
    try:
        value = msgspec.json.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise MalformedJson(f"the body is no JSON: {error}") from None
    except RecursionError:
        raise MalformedJson(_TOO_DEEP) from None
    if errors := list(_faults(value, "#", 0)):
        raise InvalidRequest(errors)
    return value


_TOO_DEEP = f"the body is nested more than {MAX_DEPTH} levels deep"


def _faults(value: Any, pointer: str, depth: int) -> Iterator[FieldError]:
    if depth > MAX_DEPTH:
        raise MalformedJson(_TOO_DEEP)
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _text_faults(key, pointer, "a name")
            yield from _faults(inner, f"{pointer}/{escape_pointer(key)}", depth + 1)
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _faults(inner, f"{pointer}/{index}", depth + 1)
    elif isinstance(value, str):
        yield from _text_faults(value, pointer, "a text")
    elif isinstance(value, int | float) and not -MAX_INTEGER <= value <= MAX_INTEGER:
        yield FieldError(pointer, "Numbers must lie between -(2^53 - 1) and 2^53 - 1.")


def _text_faults(text: str, pointer: str, what: str) -> Iterator[FieldError]:
    if "\0" in text:
        yield FieldError(pointer, f"No character of {what} may be NUL.")


def escape_pointer(key: str) -> str:
    """A key as a part of a JSON pointer (RFC 6901)."""
    return key.replace("~", "~0").replace("/", "~1")
