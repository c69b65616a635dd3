"""Importing matches that were played elsewhere."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final

from flask import Response, request

from api.answers import NDJSON, json_answer
from api.auth import principal, requires
from api.context import services
from api.idempotency import PARAMETER, REPLAYED_HEADER, required_command_id
from api.json_body import read_body
from api.openapi import PREFIX, ApiBlueprint
from api.problems import UnsupportedMediaType
from api.schemas import imports as schemas
from replay_tool.importing import MAX_BYTES, import_match

blueprint = ApiBlueprint(
    "imports", __name__, url_prefix=f"{PREFIX}/matches", description="Matches that were played elsewhere"
)

_BODY: Final[dict[str, Any]] = {
    "required": True,
    "description": f"the match file, as the server that had it exports it; {MAX_BYTES >> 20} MiB at most",
    "content": {NDJSON: {"schema": {"type": "string"}}},
}


@blueprint.route("/import", methods=["POST"])
@requires("admin")
@blueprint.doc(parameters=[PARAMETER], requestBody=_BODY)
@blueprint.arguments(schemas.ImportQuery, location="query")
@blueprint.response(HTTPStatus.CREATED, schemas.ImportedMatch)
def import_file(query: dict[str, Any]) -> Response:
    """Import a match

    The file of a match that is over, from whichever server, is audited, and stored as it is when nothing is
    found. Imported matches are marked as such, and count in no result, rating or statistic.
    """
    command = required_command_id()
    imported = import_match(
        services().service,
        _file(),
        by=principal().player,
        command=command,
        accept_older_rules=query["accept_older_rules"],
    )
    response = json_answer(
        {
            "match": str(imported.match),
            "game": imported.game,
            "events": imported.events,
            "not_judged": imported.report.not_judged,
            "replayed": imported.replayed,
        },
        HTTPStatus.CREATED,
    )
    response.headers["Location"] = f"{PREFIX}/matches/{imported.match}"
    if imported.replayed:
        response.headers[REPLAYED_HEADER] = "true"
    return response


def _file() -> bytes:
    """The body. Raises `UnsupportedMediaType`, and what Flask raises for one that is too large."""
    if request.mimetype != NDJSON:
        raise UnsupportedMediaType(f"send the match file as {NDJSON}")
    request.max_content_length = MAX_BYTES
    return read_body(request)
