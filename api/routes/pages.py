"""Pages for people and documents for programs: the API described, and each kind of problem explained."""

from __future__ import annotations

from flask import Blueprint, Response, current_app, render_template, request
from flask_smorest import Api

from api.answers import json_answer
from api.auth import public
from api.documentation import prose, sections
from api.headers import PAGE_POLICY
from api.openapi import PREFIX
from api.problems import PROBLEM_PATH, Kind, NotFound, kinds, title

blueprint = Blueprint("pages", __name__, template_folder="../templates")

blueprint.add_app_template_filter(prose)


@blueprint.get(f"{PREFIX}/openapi.json")
@public
def openapi() -> Response:
    """The OpenAPI document."""
    return json_answer(_api().spec.to_dict())


@blueprint.get(f"{PREFIX}/docs")
@public
def docs() -> Response:
    """The OpenAPI document as a page."""
    spec = _api().spec.to_dict()
    return _page(render_template("docs.html", spec=spec, sections=sections(spec), problems=kinds().values()))


@blueprint.get(f"{PROBLEM_PATH}<word:code>")
@public
def problem(code: str) -> Response:
    """What a kind of problem means: a page for browsers, JSON for others."""
    kind = kinds().get(code)
    if kind is None:
        raise NotFound(f"there is no kind of problem called {code}")
    if request.accept_mimetypes.best_match(["application/json", "text/html"]) == "text/html":
        return _page(render_template("problem.html", kind=kind, title=title(code)))
    return json_answer(_as_json(kind))


def _as_json(kind: Kind) -> dict[str, object]:
    return {
        "type": PROBLEM_PATH + kind.code,
        "title": title(kind.code),
        "status": kind.status.value,
        "meaning": kind.meaning,
    }


def _api() -> Api:
    api: Api = current_app.extensions["flask-smorest"]["apis"][""]["ext_obj"]
    return api


def _page(html: str) -> Response:
    response = Response(html, content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response
