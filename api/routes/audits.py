"""Audits: asking for one, and what came of it."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from urllib.parse import urlencode
from uuid import UUID

import msgspec
from flask import Response, request

from api.answers import json_answer
from api.auth import principal, requires
from api.context import services
from api.idempotency import PARAMETER, REPLAYED_HEADER, required_command_id
from api.openapi import PREFIX, ApiBlueprint
from api.schemas import audits as schemas
from api.viewing import looking
from domain.audits import Audit
from domain.games.rules import AUDITOR
from projections import paging

blueprint = ApiBlueprint("audits", __name__, url_prefix=PREFIX, description="Deciding matches again")

_TOLD_OF_ALL = tuple(schemas.AuditState().fields)


@blueprint.route("/matches/<uuid:match_id>/audit", methods=["POST"])
@requires("audit")
@blueprint.doc(parameters=[PARAMETER])
@blueprint.arguments(schemas.AuditWanted, required=False)
@blueprint.response(HTTPStatus.ACCEPTED, schemas.Audit)
def request_audit(body: dict[str, Any], match_id: UUID) -> Response:
    """Ask for an audit

    The match is decided again from its log, command by command, beside the server's other work; `Location`
    tells where to look for what it comes to. A match that is not over can be audited by who does not play in
    it; that is recorded.
    """
    audit_id = UUID(hex=required_command_id())
    with looking(match_id, AUDITOR, "an audit"):
        pass
    audit, replayed = services().audits.request(audit_id, match_id, principal().player, **body)
    response = json_answer(_told(audit), HTTPStatus.ACCEPTED)
    response.headers["Location"] = f"{PREFIX}/audits/{audit.id}"
    if replayed:
        response.headers[REPLAYED_HEADER] = "true"
    return response


@blueprint.route("/audits/<uuid:audit_id>")
@requires("audit")
@blueprint.response(HTTPStatus.OK, schemas.Audit)
def get_audit(audit_id: UUID) -> Response:
    """An audit, with its report once it is done"""
    audit = services().audits.get(audit_id)
    if audit.report is not None:
        # Findings tell what they are about, secrets included.
        with looking(UUID(audit.match), AUDITOR, "an audit's report"):
            pass
    return json_answer(_told(audit))


@blueprint.route("/audits")
@requires("audit")
@blueprint.arguments(schemas.AuditsQuery, location="query")
@blueprint.response(HTTPStatus.OK, schemas.AuditPage)
def list_audits(query: dict[str, Any]) -> Response:
    """How audits stand, the newest first"""
    cursor, limit = query["cursor"], query["limit"]
    before = None if cursor is None else paging.decode("audits", cursor)
    found = services().audits.list(query["match"], before, limit + 1)
    more = paging.encode("audits", found[limit - 1].number) if len(found) > limit else None
    response = json_answer({"audits": [_state(audit) for audit in found[:limit]], "next": more})
    if more is not None:
        following = urlencode(request.args.to_dict() | {"cursor": more})
        response.headers["Link"] = f'<{request.path}?{following}>; rel="next"'
    return response


def _state(audit: Audit) -> dict[str, Any]:
    told = audit._asdict()
    return {name: told[name] for name in _TOLD_OF_ALL}


def _told(audit: Audit) -> dict[str, Any]:
    report = None if audit.report is None else msgspec.json.decode(audit.report)
    return {**_state(audit), "report": report}
