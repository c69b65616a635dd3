"""The Flask application."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Any, Final

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api import auth, headers, observing, problems
from api.context import Services, attach, configure
from api.openapi import FairtableApi
from api.routes import (
    audits,
    boards,
    games,
    imports,
    live,
    logs,
    matches,
    moves,
    operations,
    pages,
    players,
    proof,
    seats,
    sessions,
    statistics,
)
from api.routing import CONVERTERS
from api.web import routes as web
from domain.configuration import Settings

MAX_BODY_BYTES: Final = 64 * 1024

DESCRIPTION: Final = """\
An event-sourced board-game server: every match can be rebuilt, proved and disputed from its log.

Register a player, open a table with bots or people, take a seat, be ready, and answer the decisions that are
yours. Commands are POSTs with an Idempotency-Key; they answer with the events that they caused."""


def create_app(services: Services, settings: Settings | None = None) -> Flask:
    """The application that serves these services, by default as a server without any configuration does."""
    settings = settings or Settings()
    app = Flask(__name__)
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY_BYTES
    app.url_map.converters.update(CONVERTERS)
    app.url_map.strict_slashes = False
    auth.always_served(app.view_functions["static"])
    attach(app, services)
    configure(app, settings)
    observing.install(app)
    headers.install(app, settings)
    auth.install(app, settings)
    _trust_proxies(app, settings.trusted_proxies)
    api = FairtableApi(app, "Fairtable", _version(), settings)
    api.spec.options["info"] = {"description": DESCRIPTION}
    for module in (
        players,
        sessions,
        games,
        matches,
        seats,
        moves,
        boards,
        logs,
        live,
        proof,
        statistics,
        audits,
        imports,
    ):
        api.register_blueprint(module.blueprint)
    app.register_blueprint(operations.blueprint)
    app.register_blueprint(pages.blueprint)
    app.register_blueprint(web.blueprint)
    app.register_blueprint(proof.well_known)
    problems.register(app)
    return app


def _trust_proxies(app: Flask, proxies: int) -> None:
    """Take address, scheme and host of a request from what our own reverse proxies have added."""
    if proxies:
        wsgi: Any = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies, x_host=proxies)
        app.wsgi_app = wsgi  # type: ignore[method-assign]


def _version() -> str:
    try:
        return version("fairtable")
    except PackageNotFoundError:
        return "0"
