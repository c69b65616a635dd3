"""Waiting for read models: who has caused something may want to see it in a list."""

from __future__ import annotations

import time
from collections.abc import Callable, Collection
from typing import Final

from sqlalchemy import Engine

from projections.store import Key, positions, transaction

WAIT_SECONDS: Final = 0.02
"""How soon somebody who waits sees that a projection has moved on, in whatever process."""


def wait_for(
    engine: Engine,
    keys: Collection[Key],
    position: int,
    timeout: float,
    pause: Callable[[float], object] = time.sleep,
) -> bool:
    """Wait until these projections have seen the events up to a position, whoever runs them; False when the
    time is over before. `pause` may come back earlier than it is asked to. Raises `StoreUnavailable`."""
    deadline = time.monotonic() + timeout
    while True:
        with transaction(engine) as connection:
            found = positions(connection)
        if all(found.get(key, 0) >= position for key in keys):
            return True
        left = deadline - time.monotonic()
        if left <= 0:
            return False
        pause(min(left, WAIT_SECONDS))
