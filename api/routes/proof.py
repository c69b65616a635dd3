"""Proof: signed checkpoints of matches and of the server's own log, and what there is to check in a match."""

from __future__ import annotations

import base64
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any
from uuid import UUID

import msgspec
from flask import Blueprint, Response

from api.answers import JSON, json_answer, tagged
from api.auth import open_to_all, public
from api.context import services
from api.openapi import PREFIX, ApiBlueprint
from api.schemas import proof as schemas
from api.schemas.requests import ViewerQuery
from api.viewing import etag, looking
from domain.fairness import fairness
from domain.merkle import consistency_proof, root
from domain.refusals import UnknownVersion

blueprint = ApiBlueprint("proof", __name__, url_prefix=PREFIX, description="Checking without trusting us")
well_known = Blueprint("well_known", __name__, url_prefix="/.well-known")


@blueprint.route("/matches/<uuid:match_id>/checkpoint")
@public
@blueprint.arguments(schemas.CheckpointQuery, location="query")
@blueprint.response(HTTPStatus.OK, schemas.Checkpoint)
def match_checkpoint(query: dict[str, Any], match_id: UUID) -> Response:
    """A signed checkpoint of a match

    The newest, or that of an older version (`size`). With `from`, the size of a checkpoint that you keep,
    comes the proof that the match you saw then is the beginning of this one.
    """
    with services().service.reading(match_id) as match:
        version, newest = match.version, match.root
    size = _size(query["size"], version)
    older = query["since"]
    leaves = [] if older is None and size == version else services().service.leaves(match_id, size)
    signed = services().notary.checkpoint(match_id, size, newest if size == version else root(leaves))
    return _checkpoint(size, signed, older, leaves)


@blueprint.route("/matches/<uuid:match_id>/fairness")
@open_to_all
@blueprint.arguments(ViewerQuery, location="query")
@blueprint.response(HTTPStatus.OK, schemas.Fairness)
def match_fairness(query: dict[str, Any], match_id: UUID) -> Response:
    """What there is to check in a match

    The commitments, the entropies, and every seal: for whom it is, and its opening where the caller may have
    it. `docs/fairness.md` tells how each is checked.
    """
    with looking(match_id, query["viewer"], "what can be checked") as look:
        version, viewer, salt_key = look.match.version, look.viewer, look.match.salt_key
    events = services().service.logs.read(match_id, until=version)
    found = msgspec.to_builtins(fairness(events, viewer, salt_key))
    return tagged(json_answer({"match": str(match_id), "version": version, **found}), etag(version, viewer))


@blueprint.route("/log/checkpoint")
@public
@blueprint.arguments(schemas.CheckpointQuery, location="query")
@blueprint.response(HTTPStatus.OK, schemas.Checkpoint)
def log_checkpoint(query: dict[str, Any]) -> Response:
    """A signed checkpoint of the server's own log

    Its leaves are the heads of all matches that are over, in the order in which they ended.
    """
    all_leaves = services().heads.leaves()
    size = _size(query["size"], len(all_leaves))
    leaves = all_leaves[:size]
    return _checkpoint(size, services().notary.heads_checkpoint(size, root(leaves)), query["since"], leaves)


@blueprint.route("/log/entries")
@public
@blueprint.arguments(schemas.EntriesQuery, location="query")
@blueprint.response(HTTPStatus.OK, schemas.Heads)
def log_entries(query: dict[str, Any]) -> Response:
    """The entries of the server's own log

    Each stands in the answer as the bytes that are hashed.
    """
    entries = services().heads.entries(query["after"], query["limit"])
    lines = b",".join(head.line for head in entries)
    following = query["after"] + len(entries)
    return Response(b'{"entries":[%s],"next":%d}' % (lines, following), content_type=JSON)


@well_known.get("/fairtable-key")
@public
def server_keys() -> Response:
    """The server's public keys, one a line, the present one first."""
    text = "".join(f"{key}\n" for key in services().notary.key_texts)
    return Response(text, content_type="text/plain; charset=utf-8")


def _size(wanted: int | None, newest: int) -> int:
    if wanted is None:
        return newest
    if wanted > newest:
        raise UnknownVersion(f"the log has {newest} leaves by now, not {wanted}")
    return wanted


def _checkpoint(size: int, signed: str, older: int | None, leaves: Sequence[bytes]) -> Response:
    body: dict[str, Any] = {"size": size, "checkpoint": signed}
    if older is not None:
        if older > size:
            raise UnknownVersion(f"a log of {older} leaves is not the beginning of one of {size}")
        body["from"] = older
        body["proof"] = [base64.b64encode(node).decode() for node in consistency_proof(older, leaves)]
    return json_answer(body)
