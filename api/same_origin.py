"""Whose page a request comes from: a browser sends the visitor's cookie along whoever asks for that.

All current browsers tell by `Sec-Fetch-Site`, the others by `Origin`; programs send neither, and have no
cookie that somebody else could use.
"""

from __future__ import annotations

from typing import Final
from urllib.parse import urlsplit

from flask import request

from api.problems import CrossSite

SAFE_METHODS: Final = frozenset({"GET", "HEAD", "OPTIONS"})


def check_same_origin() -> None:
    """Demand that what changes something was asked for by our own pages. Raises `CrossSite`.

    A request with a token is let through: no browser adds that by itself.
    """
    if request.method in SAFE_METHODS or "Authorization" in request.headers:
        return
    if not _from_own_page():
        raise CrossSite("this was asked for by a page of another site")


def _from_own_page() -> bool:
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in ("same-origin", "none")
    origin = request.headers.get("Origin")
    return origin is None or urlsplit(origin).netloc == request.host
