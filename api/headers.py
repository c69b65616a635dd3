"""What every answer tells browsers not to do."""

from __future__ import annotations

from typing import Final

from flask import Flask, Response

from domain.configuration import Settings

HSTS_SECONDS: Final = 365 * 24 * 3600

NOTHING_POLICY: Final = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
"""The content security policy of what is no page."""

PAGE_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""That of our pages: they use nothing but what comes from this server, and no scripts or styles within
themselves. Their forms are sent by scripts."""

_UNUSED = ("camera", "display-capture", "geolocation", "microphone", "payment", "usb")

_ALWAYS: Final = {
    "Cache-Control": "private, no-cache",
    "Content-Security-Policy": NOTHING_POLICY,
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": ", ".join(f"{feature}=()" for feature in _UNUSED),
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


def install(app: Flask, settings: Settings) -> None:
    """Send these headers with every answer that does not bring its own."""
    headers = dict(_ALWAYS)
    if settings.https:
        headers["Strict-Transport-Security"] = f"max-age={HSTS_SECONDS}"

    def harden(response: Response) -> Response:
        for name, value in headers.items():
            response.headers.setdefault(name, value)
        return response

    app.after_request(harden)
