"""The Flask application."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final

from flask import Flask, Response

from api import auth, problems
from api.context import Services, attach
from api.openapi import FairtableApi
from api.routes import games, logs, matches, moves, operations, pages, players, seats
from api.routing import CONVERTERS

MAX_BODY_BYTES: Final = 64 * 1024

DESCRIPTION: Final = """\
An event-sourced board-game server: every match can be rebuilt, proved and disputed from its log.

Register a player, open a table with bots or people, take a seat, be ready, and answer the decisions that are
yours. Commands are POSTs with an Idempotency-Key; they answer with the events that they caused."""


def create_app(services: Services) -> Flask:
    """The application that serves these services."""
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.url_map.converters.update(CONVERTERS)
    app.url_map.strict_slashes = False
    auth.public(app.view_functions["static"])
    attach(app, services)
    auth.install(app)
    api = FairtableApi(app, "Fairtable", _version())
    api.spec.options["info"] = {"description": DESCRIPTION}
    for module in (players, games, matches, seats, moves, logs):
        api.register_blueprint(module.blueprint)
    app.register_blueprint(operations.blueprint)
    app.register_blueprint(pages.blueprint)
    problems.register(app)
    app.after_request(_harden)
    return app


def _harden(response: Response) -> Response:
    """Headers that every answer carries."""
    response.headers.setdefault("Cache-Control", "private, no-cache")
    response.headers.setdefault("X-Content-Type-Options", "nosniff")
    response.headers.setdefault("Referrer-Policy", "no-referrer")
    response.headers.setdefault("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
    return response


def _version() -> str:
    try:
        return version("fairtable")
    except PackageNotFoundError:
        return "0"
