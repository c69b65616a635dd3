"""The games."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from flask import Response

from api.answers import json_answer
from api.auth import public
from api.components import component_set
from api.openapi import PREFIX, ApiBlueprint
from api.schemas import responses
from api.schemas.games import moves_schema, options_schema
from domain.games.registry import GAMES, component_sets, game, rulings
from domain.games.rules import AnyRules

blueprint = ApiBlueprint("games", __name__, url_prefix=PREFIX, description="What can be played")


@blueprint.route("/games")
@public
@blueprint.response(HTTPStatus.OK, responses.Games)
def list_games() -> Response:
    """The games that can be played here"""
    return json_answer({"games": [_summary(rules) for rules in GAMES.values()]})


@blueprint.route("/games/<word:name>")
@public
@blueprint.response(HTTPStatus.OK, responses.Game)
def get_game(name: str) -> Response:
    """A game: its options, moves, components and rulings"""
    rules = game(name)
    summary = _summary(rules)
    return json_answer(
        {
            **summary,
            "components": {**summary["components"], "content": rules.components},
            "options": options_schema(rules),
            "moves": moves_schema(rules),
            "rulings": rulings(name),
        }
    )


def _summary(rules: AnyRules) -> dict[str, Any]:
    return {
        "name": rules.name,
        "title": rules.title,
        "seats": list(rules.seats),
        "rules": rules.version,
        "bots": list(rules.bots),
        "components": component_set(rules),
        "component_sets": list(component_sets(rules.name)),
    }
