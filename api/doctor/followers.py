"""What follows the logs: the read models, the worker that moves the bots, the log of heads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from typing import Final

from sqlalchemy import Engine, select

from api.doctor.findings import Finding, error, warning, well
from domain.log import parse_timestamp
from domain.storage import MatchLogs
from domain.tables import WORKER_POSITION, transaction
from projections.standard import STANDARD
from projections.store import positions
from projections.store import transaction as views_transaction

MUCH: Final = 5000
"""As many positions behind are no moment's lag any more."""

SECONDS: Final = 30.0
"""What was stored longer ago should have been seen."""


def check_projections(logs: MatchLogs, _engine: Engine, views: Engine) -> Iterator[Finding]:
    """How far the read models are behind."""
    with views_transaction(views) as connection:
        found = positions(connection)
    seen = {each.name: found.get((each.name, each.version), 0) for each in STANDARD}
    newest = logs.newest_position()
    if ahead := [name for name, position in seen.items() if position > newest]:
        yield error(
            "projections",
            f"{', '.join(ahead)} were filled from other logs than these, which are shorter",
            "run: fairtable projections rebuild",
        )
        return
    yield _lag(
        "projections",
        logs,
        seen,
        newest,
        "see that a server runs, or fairtable projections run; its log says so when one has stopped, and "
        "fairtable projections rebuild fills it anew",
    )


def check_worker(logs: MatchLogs, engine: Engine, _views: Engine) -> Iterator[Finding]:
    """How far the worker and the log of heads are behind."""
    with transaction(engine) as connection:
        rows = connection.execute(select(WORKER_POSITION.c.worker, WORKER_POSITION.c.position))
        seen = {row.worker: row.position for row in rows}
    yield _lag("worker", logs, seen, logs.newest_position(), "see that a server runs: bots wait for it")


def _lag(check: str, logs: MatchLogs, seen: Mapping[str, int], newest: int, advice: str) -> Finding:
    behind = {name: newest - position for name, position in seen.items() if position < newest}
    if not behind or not (
        max(behind.values()) > MUCH or _stored_long_ago(logs, newest - max(behind.values()))
    ):
        return well(check, f"up to date at position {newest}" if not behind else "a moment behind")
    told = ", ".join(f"{name} {lag}" for name, lag in behind.items())
    return warning(check, f"behind the logs, in positions: {told}", advice)


def _stored_long_ago(logs: MatchLogs, position: int) -> bool:
    """Whether the first event after a position has been there for longer than it takes to see it."""
    for entry in logs.follow(position, 1):
        return (datetime.now(UTC) - parse_timestamp(entry.line.at)).total_seconds() > SECONDS
    return False
