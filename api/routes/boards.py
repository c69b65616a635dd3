"""The board as text, for terminals and for pages that have nothing better."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any, Final
from uuid import UUID

from flask import Response

from api.answers import not_modified, tagged
from api.auth import open_to_all
from api.context import services
from api.openapi import PREFIX, ApiBlueprint
from api.schemas.requests import TableQuery
from api.viewing import etag, looking

blueprint = ApiBlueprint("boards", __name__, url_prefix=f"{PREFIX}/matches", description="The board as text")

TEXT: Final = "text/plain; charset=utf-8"


@blueprint.route("/<uuid:match_id>/board")
@open_to_all
@blueprint.arguments(TableQuery, location="query")
@blueprint.response(HTTPStatus.OK, {"type": "string"}, content_type="text/plain")
@blueprint.alt_response(HTTPStatus.NOT_MODIFIED, description="The caller has it already", success=True)
def get_board(query: dict[str, Any], match_id: UUID) -> Response:
    """The board as text of 100 columns, as the caller may see it

    From the start of the match on; before, there is nothing on it.
    """
    at = query["at"]
    earlier = None if at is None else services().service.at_version(match_id, at)
    with looking(match_id, query["viewer"], "the board") as look:
        tag = etag(look.match.version, look.viewer)
        if (unchanged := not_modified(tag)) is not None:
            return unchanged
        shown = earlier or look.match
        text = shown.rules.board_text(shown.rules.view(shown.game_state, look.viewer))
    return tagged(Response(f"{text.rstrip()}\n", content_type=TEXT), tag)
