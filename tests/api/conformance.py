"""Whether answers are as the OpenAPI document says. Every answer that a test's caller gets is held to it."""

from __future__ import annotations

from typing import Any
from weakref import WeakKeyDictionary

import jsonschema_rs
from flask import Flask
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from api.openapi import PREFIX

_documents: WeakKeyDictionary[Flask, Document] = WeakKeyDictionary()


class Document:
    """An application's OpenAPI document, with a validator for each answer in it that has come up."""

    def __init__(self, app: Flask) -> None:
        self._spec: dict[str, Any] = app.extensions["flask-smorest"]["apis"][""]["ext_obj"].spec.to_dict()
        self._urls = app.url_map.bind("")
        self._validators: dict[tuple[str, str, str, str], Any] = {}

    def check(self, answer: TestResponse) -> None:
        """Fails where an answer of the API has a status, a media type or a body that is not documented."""
        path, method = answer.request.path, answer.request.method.lower()
        template = self._template(path, method)
        if template is None:
            return
        described = self._spec["paths"][template].get(method)
        if described is None:
            return
        status = str(answer.status_code)
        documented = described["responses"].get(status) or described["responses"]["default"]
        documented = self._resolved(documented)
        if "content" not in documented:
            assert answer.is_streamed or not answer.data, (
                f"{method} {template} has no body with {status}, but sent {answer.text!r}"
            )
            return
        media = answer.mimetype or ""
        assert media in documented["content"], f"{method} {template}: {status} with undocumented {media}"
        if "json" in media and "ndjson" not in media:
            self._check_body(template, method, status, media, documented, answer)

    def _check_body(self, *where: Any) -> None:
        *key, documented, answer = where
        validator = self._validators.get(tuple(key))
        if validator is None:
            schema = {**documented["content"][key[-1]]["schema"], "components": self._spec["components"]}
            validator = jsonschema_rs.Draft202012Validator(schema, validate_formats=True)
            self._validators[tuple(key)] = validator
        errors = [f"{error.instance_path}: {error}" for error in validator.iter_errors(answer.get_json())]
        assert errors == [], (key, errors, answer.text[:2000])

    def _template(self, path: str, method: str) -> str | None:
        """The documented path that an address belongs to; None where it is none of the API's."""
        try:
            rule, _ = self._urls.match(path, method.upper(), return_rule=True)
        except HTTPException:
            return None
        parts = rule.rule.split("/")
        template = "/".join(
            f"{{{part[1:-1].rpartition(':')[2]}}}" if part.startswith("<") else part for part in parts
        )
        return template if template.startswith(PREFIX) and template in self._spec["paths"] else None

    def _resolved(self, value: dict[str, Any]) -> dict[str, Any]:
        if "$ref" not in value:
            return value
        found: Any = self._spec
        for part in value["$ref"].removeprefix("#/").split("/"):
            found = found[part]
        resolved: dict[str, Any] = found
        return resolved


def check_answer(app: Flask, answer: TestResponse) -> TestResponse:
    """The answer, which is as this application's document says."""
    document = _documents.get(app)
    if document is None:
        document = _documents[app] = Document(app)
    document.check(answer)
    return answer
