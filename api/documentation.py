"""The OpenAPI document arranged for the page that people read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from markupsafe import Markup

from api.auth import SECURITY_SCHEME, SESSION_SCHEME

_METHODS = ("get", "post", "put", "patch", "delete")


class Operation(NamedTuple):
    """What can be done at an address."""

    method: str
    path: str
    anchor: str
    summary: str
    paragraphs: list[str]
    access: str
    parameters: list[Mapping[str, Any]]
    body: Mapping[str, Any] | None
    answers: list[tuple[str, str, str, Mapping[str, Any] | None]]
    """Status, description, media type and schema."""


class Section(NamedTuple):
    """A group of operations."""

    name: str
    description: str
    operations: list[Operation]


def sections(spec: Mapping[str, Any]) -> list[Section]:
    """The operations of a specification by tag, in the order in which they were declared."""
    operations = list(_operations(spec))
    return [
        Section(
            tag["name"], tag.get("description", ""), [op for name, op in operations if name == tag["name"]]
        )
        for tag in spec.get("tags", [])
    ]


def prose(text: str) -> Markup:
    """A text with what stands between backticks set as code."""
    parts = text.split("`")
    return Markup("").join(
        Markup("<code>{}</code>").format(part) if index % 2 else part for index, part in enumerate(parts)
    )


def _operations(spec: Mapping[str, Any]) -> Iterator[tuple[str, Operation]]:
    for path, item in spec["paths"].items():
        for method in _METHODS:
            if method in item:
                yield item[method]["tags"][0], _operation(path, method, item, spec)


def _operation(path: str, method: str, item: Mapping[str, Any], spec: Mapping[str, Any]) -> Operation:
    described = item[method]
    parameters = [*item.get("parameters", []), *described.get("parameters", [])]
    return Operation(
        method=method.upper(),
        path=path,
        anchor=f"{method}{path.replace('/', '-').replace('{', '').replace('}', '')}",
        summary=described.get("summary", ""),
        paragraphs=described.get("description", "").split("\n\n") if described.get("description") else [],
        access=_access(described.get("security", [])),
        parameters=[_resolved(parameter, spec) for parameter in parameters],
        body=_schema(described.get("requestBody", {})),
        answers=[
            (status, answer.get("description", ""), media, content.get("schema"))
            for status, answer in _answers(described, spec)
            for media, content in (answer.get("content") or {"": {}}).items()
        ],
    )


def _access(security: list[Mapping[str, list[str]]]) -> str:
    """Who may call, in words."""
    if not security:
        return "open to all"
    if {} in security:
        return "open to all; a token or session shows more"
    by_session = " or a session" if {SESSION_SCHEME: []} in security else ""
    scopes = [scope for one in security for scope in one.get(SECURITY_SCHEME, [])]
    with_scope = f" with the scope {' or '.join(scopes)}" if scopes else ""
    return f"needs a token{with_scope}{by_session}"


def _answers(
    described: Mapping[str, Any], spec: Mapping[str, Any]
) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The answers to be expected; every operation may also answer with a problem."""
    for status, answer in described["responses"].items():
        resolved = _resolved(answer, spec)
        if status != "default" and not status.startswith(("4", "5")):
            yield status, resolved


def _schema(content: Mapping[str, Any]) -> Mapping[str, Any] | None:
    for described in content.get("content", {}).values():
        schema: Mapping[str, Any] = described["schema"]
        return schema
    return None


def _resolved(value: Mapping[str, Any], spec: Mapping[str, Any]) -> Mapping[str, Any]:
    reference = value.get("$ref")
    if reference is None:
        return value
    found: Any = spec
    for part in reference.removeprefix("#/").split("/"):
        found = found[part]
    resolved: Mapping[str, Any] = found
    return resolved
