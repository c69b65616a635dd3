"""Whether the server does its work, and how much of it."""

from __future__ import annotations

from flask import Blueprint, Response

from api.answers import json_answer
from api.auth import always_served
from api.context import services
from api.health import check_ready
from api.metrics import CONTENT_TYPE, StoreCollector, exposition
from projections.standard import STANDARD

blueprint = Blueprint("operations", __name__)


@blueprint.get("/health/live")
@always_served
def live() -> Response:
    """The process answers."""
    return json_answer({"status": "live"})


@blueprint.get("/health/ready")
@always_served
def ready() -> Response:
    """The database answers too and has all its tables, 503 where not; and how far read models are behind."""
    return json_answer({"status": "ready", "projection_lag": check_ready(services())})


@blueprint.get("/metrics")
@always_served
def metrics() -> Response:
    """Figures for Prometheus."""
    found = services()
    store = StoreCollector(found.service.logs, found.engine, found.projections, STANDARD)
    return Response(exposition(store), content_type=CONTENT_TYPE)
