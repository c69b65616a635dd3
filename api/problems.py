"""What goes wrong, as the API tells it: RFC 9457 problems with stable types.

Refusals come from the domain, each reason a class with a code of its own; `REFUSAL_STATUSES` is the one
place that gives them HTTP statuses. What is wrong with a request as such is an `ApiProblem`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from http import HTTPStatus
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple

import msgspec
from flask import Flask, Response, current_app, request
from werkzeug.exceptions import HTTPException

from domain import refusals
from domain.accounts import InvalidName, InvalidScopes, UnknownPlayer, UnknownToken
from domain.audits import UnknownAudit
from domain.games.registry import UnknownComponents, UnknownGame
from domain.games.rules import IllegalMove, InvalidComponents, InvalidOptions, Refusal
from domain.sessions import UnknownLink
from projections.paging import InvalidCursor
from replay_tool.importing import UnfinishedFile, UnsoundFile

PROBLEM_TYPE = "application/problem+json"
PROBLEM_PATH = "/problems/"
RETRY_SECONDS = 1

REFUSAL_STATUSES: Final[Mapping[type[Refusal], HTTPStatus]] = {
    refusals.UnknownMatch: HTTPStatus.NOT_FOUND,
    refusals.UnknownVersion: HTTPStatus.NOT_FOUND,
    UnknownAudit: HTTPStatus.NOT_FOUND,
    refusals.NoSuchSeat: HTTPStatus.NOT_FOUND,
    UnknownGame: HTTPStatus.NOT_FOUND,
    UnknownPlayer: HTTPStatus.NOT_FOUND,
    UnknownToken: HTTPStatus.NOT_FOUND,
    UnknownLink: HTTPStatus.NOT_FOUND,
    refusals.NotSeated: HTTPStatus.FORBIDDEN,
    refusals.NotYourSeat: HTTPStatus.FORBIDDEN,
    refusals.NotAllowed: HTTPStatus.FORBIDDEN,
    IllegalMove: HTTPStatus.CONFLICT,
    refusals.SeatOccupied: HTTPStatus.CONFLICT,
    refusals.TableFull: HTTPStatus.CONFLICT,
    refusals.AlreadySeated: HTTPStatus.CONFLICT,
    refusals.SeatsFixed: HTTPStatus.CONFLICT,
    refusals.TableNotFull: HTTPStatus.CONFLICT,
    refusals.AlreadyReady: HTTPStatus.CONFLICT,
    refusals.MatchNotOpen: HTTPStatus.CONFLICT,
    refusals.MatchNotRunning: HTTPStatus.CONFLICT,
    refusals.MatchOver: HTTPStatus.CONFLICT,
    refusals.NotAwaited: HTTPStatus.CONFLICT,
    refusals.DecisionClosed: HTTPStatus.CONFLICT,
    refusals.NotIdle: HTTPStatus.CONFLICT,
    refusals.MatchExists: HTTPStatus.CONFLICT,
    refusals.NotDue: HTTPStatus.CONFLICT,
    refusals.StaleVersion: HTTPStatus.PRECONDITION_FAILED,
    refusals.InvalidMove: HTTPStatus.UNPROCESSABLE_ENTITY,
    refusals.InvalidSeats: HTTPStatus.UNPROCESSABLE_ENTITY,
    refusals.UnknownBot: HTTPStatus.UNPROCESSABLE_ENTITY,
    refusals.InvalidEntropy: HTTPStatus.UNPROCESSABLE_ENTITY,
    refusals.CommandReused: HTTPStatus.UNPROCESSABLE_ENTITY,
    UnsoundFile: HTTPStatus.UNPROCESSABLE_ENTITY,
    UnfinishedFile: HTTPStatus.UNPROCESSABLE_ENTITY,
    InvalidOptions: HTTPStatus.UNPROCESSABLE_ENTITY,
    InvalidComponents: HTTPStatus.UNPROCESSABLE_ENTITY,
    UnknownComponents: HTTPStatus.UNPROCESSABLE_ENTITY,
    InvalidCursor: HTTPStatus.UNPROCESSABLE_ENTITY,
    InvalidName: HTTPStatus.UNPROCESSABLE_ENTITY,
    InvalidScopes: HTTPStatus.UNPROCESSABLE_ENTITY,
    refusals.Busy: HTTPStatus.SERVICE_UNAVAILABLE,
    refusals.StoreUnavailable: HTTPStatus.SERVICE_UNAVAILABLE,
}
"""The status of every refusal, also for those derived from it."""

LONGEST_DETAIL: Final = 1000
"""How much of a reason is told, in characters."""


class FieldError(NamedTuple):
    """One thing wrong with a request: where (a JSON pointer into the body, or a query parameter's name
    behind `?`), and what."""

    pointer: str
    detail: str


class ApiProblem(Exception):
    """A request that cannot be carried out as it came."""

    code: ClassVar[str]
    status: ClassVar[HTTPStatus]
    headers: Mapping[str, str] = MappingProxyType({})
    errors: Sequence[FieldError] = ()


class BadRequest(ApiProblem):
    """The request cannot be understood."""

    code = "bad-request"
    status = HTTPStatus.BAD_REQUEST


class MalformedJson(ApiProblem):
    """The body is not JSON: broken syntax, broken UTF-8, NaN, half a surrogate pair, or nested too deeply."""

    code = "malformed-json"
    status = HTTPStatus.BAD_REQUEST


class IdempotencyKeyRequired(ApiProblem):
    """A command needs an `Idempotency-Key`: sent again with the same key, it is carried out once. A key has
    1 to 255 printable ASCII characters, with or without quotes around them."""

    code = "idempotency-key-required"
    status = HTTPStatus.BAD_REQUEST


class InvalidPrecondition(ApiProblem):
    """`If-Match` takes one entity tag: the `ETag` of the table, or its version in quotes."""

    code = "invalid-if-match"
    status = HTTPStatus.BAD_REQUEST


class TokenRequired(ApiProblem):
    """This needs a player's token, sent as `Authorization: Bearer …`; `POST /api/v1/players` gives one. On
    the web pages the visitor's session does, once a name has been given."""

    code = "token-required"
    status = HTTPStatus.UNAUTHORIZED
    headers = MappingProxyType({"WWW-Authenticate": 'Bearer realm="fairtable"'})


class InvalidToken(ApiProblem):
    """The token is mistyped, unknown or revoked."""

    code = "invalid-token"
    status = HTTPStatus.UNAUTHORIZED
    headers = MappingProxyType({"WWW-Authenticate": 'Bearer realm="fairtable", error="invalid_token"'})


class CrossSite(ApiProblem):
    """A page of another site asks for a change in the name of the visitor. Programs send neither `Origin` nor
    `Sec-Fetch-Site`; a request with a token of its own may come from anywhere."""

    code = "cross-site-request"
    status = HTTPStatus.FORBIDDEN


class TooManyRequests(ApiProblem):
    """More requests came than are taken from one player, or one address, in this time. `RateLimit-Policy`
    tells how many are, `Retry-After` in how many seconds the next one is."""

    code = "too-many-requests"
    status = HTTPStatus.TOO_MANY_REQUESTS

    def __init__(self, message: str, wait: int) -> None:
        super().__init__(message)
        self.headers = {"Retry-After": str(wait)}


class MissingScope(ApiProblem):
    """The token is sound, but does not allow this."""

    code = "missing-scope"
    status = HTTPStatus.FORBIDDEN

    def __init__(self, message: str, scopes: Sequence[str]) -> None:
        super().__init__(message)
        needed = " ".join(scopes)
        self.headers = {
            "WWW-Authenticate": f'Bearer realm="fairtable", error="insufficient_scope", scope="{needed}"'
        }


class NotFound(ApiProblem):
    """There is nothing under this address."""

    code = "not-found"
    status = HTTPStatus.NOT_FOUND


class MethodNotAllowed(ApiProblem):
    """This address does not take this method; `Allow` names those it takes."""

    code = "method-not-allowed"
    status = HTTPStatus.METHOD_NOT_ALLOWED


class BodyTooLarge(ApiProblem):
    """The body is longer than anything that this server takes."""

    code = "body-too-large"
    status = HTTPStatus.REQUEST_ENTITY_TOO_LARGE


class UnsupportedMediaType(ApiProblem):
    """The body is not sent as `application/json`."""

    code = "unsupported-media-type"
    status = HTTPStatus.UNSUPPORTED_MEDIA_TYPE


class InvalidRequest(ApiProblem):
    """The request is well formed, but does not match its schema: `errors` tells where."""

    code = "invalid-request"
    status = HTTPStatus.UNPROCESSABLE_ENTITY

    def __init__(self, errors: Sequence[FieldError]) -> None:
        super().__init__(_summary(errors))
        self.errors = errors


class InvalidLastEventId(ApiProblem):
    """`Last-Event-ID` takes the `id` of an event of this stream, as the reader has last had it."""

    code = "invalid-last-event-id"
    status = HTTPStatus.BAD_REQUEST


class InvalidPosition(ApiProblem):
    """`after_position` takes the `position` of a command's answer, as it came."""

    code = "invalid-position"
    status = HTTPStatus.UNPROCESSABLE_ENTITY


class TooManyReaders(ApiProblem):
    """This server process serves as many streams and waiting requests as it can. Come back a little later."""

    code = "too-many-readers"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    headers = MappingProxyType({"Retry-After": "5"})


class ReadModelBehind(ApiProblem):
    """What is listed here follows the matches with a delay, which is longer than usual just now: it does not
    yet have what was asked for by `after_position`. Try again."""

    code = "read-model-behind"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    headers = MappingProxyType({"Retry-After": str(RETRY_SECONDS)})


class NotReady(ApiProblem):
    """The server runs, but cannot do its work yet: the detail says what an operator has to do."""

    code = "not-ready"
    status = HTTPStatus.SERVICE_UNAVAILABLE
    headers = MappingProxyType({"Retry-After": "5"})


class InternalError(ApiProblem):
    """The server failed. What it was told before stands; a command may be sent again with the same key."""

    code = "internal-error"
    status = HTTPStatus.INTERNAL_SERVER_ERROR


class Kind(NamedTuple):
    """A kind of problem, for its page."""

    code: str
    status: HTTPStatus
    meaning: str


def register(app: Flask) -> None:
    """Answer every error of this application with a problem."""
    app.register_error_handler(Refusal, _refused)
    app.register_error_handler(ApiProblem, _api_problem)
    app.register_error_handler(HTTPException, http_problem)
    app.register_error_handler(Exception, _unexpected)


def status_of(kind: type[Refusal]) -> HTTPStatus:
    """The status of a refusal. Raises `KeyError` for one that was forgotten in `REFUSAL_STATUSES`."""
    for ancestor in kind.__mro__:
        if ancestor in REFUSAL_STATUSES:
            return REFUSAL_STATUSES[ancestor]
    raise KeyError(f"{kind.__name__} has no status")


def kinds() -> Mapping[str, Kind]:
    """All kinds of problems by code."""
    found = {kind.code: Kind(kind.code, kind.status, _meaning(kind)) for kind in descendants(ApiProblem)}
    found |= {kind.code: Kind(kind.code, status_of(kind), _meaning(kind)) for kind in descendants(Refusal)}
    return dict(sorted(found.items()))


def descendants(kind: type[Any]) -> Iterator[type[Any]]:
    """All classes derived from one."""
    for child in kind.__subclasses__():
        yield child
        yield from descendants(child)


def title(code: str) -> str:
    """A code in words."""
    return code.replace("-", " ").capitalize().replace("json", "JSON")


def http_problem(error: HTTPException) -> Response:
    """The problem for what Flask and Werkzeug refuse by themselves."""
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    status = HTTPStatus(error.code or HTTPStatus.INTERNAL_SERVER_ERROR)
    code = next((kind.code for kind in descendants(ApiProblem) if kind.status == status), None)
    detail = _http_detail(status) or error.description or status.phrase
    return _problem(code, status, detail, headers=headers)


def _http_detail(status: HTTPStatus) -> str | None:
    if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:
        return (
            f"the body is too large; {(request.max_content_length or 0) // 1024} KiB are taken at most here"
        )
    return _HTTP_DETAILS.get(status)


_HTTP_DETAILS: Final = {
    HTTPStatus.NOT_FOUND: "there is nothing under this address",
    HTTPStatus.METHOD_NOT_ALLOWED: "this address does not take this method; Allow names those it takes",
    HTTPStatus.INTERNAL_SERVER_ERROR: "the server failed; please try again with the same idempotency key",
}


def _refused(refusal: Refusal) -> Response:
    status = status_of(type(refusal))
    headers = {}
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        headers["Retry-After"] = str(RETRY_SECONDS)
        current_app.logger.warning("%s %s: %s", request.method, request.path, refusal)
    version = getattr(refusal, "version", None)
    more = {} if version is None else {"version": version}
    return _problem(refusal.code, status, str(refusal), headers=headers, more=more)


def _api_problem(problem: ApiProblem) -> Response:
    more = {"errors": [error._asdict() for error in problem.errors]} if problem.errors else {}
    return _problem(problem.code, problem.status, str(problem), headers=problem.headers, more=more)


def _unexpected(error: Exception) -> Response:
    current_app.logger.error("%s %s failed", request.method, request.path, exc_info=error)
    status = HTTPStatus.INTERNAL_SERVER_ERROR
    return _problem(InternalError.code, status, _HTTP_DETAILS[status])


def _problem(
    code: str | None,
    status: HTTPStatus,
    detail: str,
    *,
    headers: Mapping[str, str] | None = None,
    more: Mapping[str, Any] | None = None,
) -> Response:
    body = {
        "type": "about:blank" if code is None else PROBLEM_PATH + code,
        "title": status.phrase if code is None else title(code),
        "status": status.value,
        "detail": _sentence(detail),
        "instance": request.path,
        **(more or {}),
    }
    response = Response(msgspec.json.encode(body), status=status, content_type=PROBLEM_TYPE)
    response.headers.update(headers or {})
    response.headers["Cache-Control"] = "no-store"
    return response


def _sentence(text: str) -> str:
    """A reason as a sentence. What was sent may be quoted in it, and may be as long as a request: cut."""
    short = text if len(text) <= LONGEST_DETAIL else text[:LONGEST_DETAIL] + "…"
    capitalised = short[:1].upper() + short[1:]
    return capitalised if capitalised.endswith((".", "!", "?", "…")) else capitalised + "."


def _summary(errors: Sequence[FieldError]) -> str:
    first = f"{errors[0].pointer}: {errors[0].detail}" if errors else "it does not match its schema"
    more = f" (and {len(errors) - 1} more)" if len(errors) > 1 else ""
    return f"the request does not match its schema: {first.rstrip('.')}{more}"


def _meaning(kind: type[Any]) -> str:
    return " ".join((kind.__doc__ or "").split())
