"""Whether the server does its work."""

from __future__ import annotations

from flask import Blueprint, Response

from api.answers import json_answer
from api.auth import public
from api.context import services

blueprint = Blueprint("operations", __name__, url_prefix="/health")


@blueprint.get("/live")
@public
def live() -> Response:
    """The process answers."""
    return json_answer({"status": "live"})


@blueprint.get("/ready")
@public
def ready() -> Response:
    """The database answers too; 503 where it does not."""
    services().check_ready()
    return json_answer({"status": "ready"})
