"""Which games have a board that is drawn; all others are shown as text."""

from __future__ import annotations

from functools import cache
from importlib import resources

from flask import url_for

_FOLDER = "games"


def board_address(game: str) -> str | None:
    """Where the script lies that draws a game's board; None where there is none."""
    return url_for("static", filename=f"{_FOLDER}/{game}.js") if _is_drawn(game) else None


@cache
def _is_drawn(game: str) -> bool:
    return resources.files("api").joinpath("static", _FOLDER, f"{game}.js").is_file()
