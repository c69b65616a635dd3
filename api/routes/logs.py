"""The log of a match, as lines and openings."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from flask import Response, request

from api.answers import JSON, NDJSON, tagged
from api.auth import open_to_all
from api.context import services
from api.narration import Narrator
from api.openapi import PREFIX, ApiBlueprint
from api.schemas import responses
from api.schemas.requests import EventsQuery, ViewerQuery
from api.viewing import etag, looking
from domain import match_file

blueprint = ApiBlueprint("logs", __name__, url_prefix=f"{PREFIX}/matches", description="What happened")


@blueprint.route("/<uuid:match_id>/events")
@open_to_all
@blueprint.arguments(EventsQuery, location="query")
@blueprint.response(HTTPStatus.OK, responses.EventPage)
@blueprint.alt_response(
    HTTPStatus.OK,
    schema={"type": "string"},
    content_type=NDJSON,
    description="Lines and openings",
    success=True,
)
def list_events(query: dict[str, Any], match_id: UUID) -> Response:
    """The log: what happened after a version

    With `Accept: application/x-ndjson` each event's line comes as it is stored, followed by a line of
    openings where the caller may see any. While the match runs, secrets are opened to those whom they
    concern; when it is over, read again from the beginning: then everything is opened.
    """
    after, limit = query["after"], query["limit"]
    with looking(match_id, query["viewer"], "the log") as look:
        version = look.match.version
        narrator = Narrator.of(look.match, look.viewer)
    events = services().service.logs.read(match_id, after=after, until=version, limit=limit)
    last = events[-1].version if events else after
    if _wants_ndjson():
        response = Response(b"".join(narrator.ndjson(events)), content_type=NDJSON)
    else:
        head = b'{"match":"%s","version":%d,"next":%d,"events":' % (str(match_id).encode(), version, last)
        response = Response(head + narrator.json(events) + b"}", content_type=JSON)
    if last < version:
        response.headers["Link"] = f'<{request.path}?after={last}&limit={limit}>; rel="next"'
    response.vary.add("Accept")
    return tagged(response, etag(version, narrator.viewer))


@blueprint.route("/<uuid:match_id>/export")
@open_to_all
@blueprint.arguments(ViewerQuery, location="query")
@blueprint.response(HTTPStatus.OK, {"type": "string"}, content_type=NDJSON)
def export_match(query: dict[str, Any], match_id: UUID) -> Response:
    """The match file

    A header with all that a stranger needs to check the match, signed by the server, then the log. The file
    of a match that is over opens everything.
    """
    with looking(match_id, query["viewer"], "the match file") as look:
        version, viewer, salt_key = look.match.version, look.viewer, look.match.salt_key
        root = look.match.root
    notary = services().notary
    signed = match_file.Signed(notary.key_texts, [notary.checkpoint(match_id, version, root)])
    logs = services().service.logs
    lines = list(match_file.write(logs.read(match_id, until=version), viewer, salt_key, signed))
    if (origin := logs.origin(match_id)) is not None:
        lines[0] = origin.header + b"\n"  # An imported match stays under the word of who had it.
    response = Response(b"".join(lines), content_type=NDJSON)
    response.headers["Content-Disposition"] = f'attachment; filename="{match_id}{match_file.SUFFIX}"'
    return tagged(response, etag(version, viewer))


def _wants_ndjson() -> bool:
    return request.accept_mimetypes.best_match([JSON, NDJSON]) == NDJSON
