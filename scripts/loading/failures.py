"""What a load run can fail by."""

from __future__ import annotations


class CannotRun(Exception):
    """There is nothing to put a load on."""


class BrokenPromise(Exception):
    """The server did not do what it promises; the message says what."""
