"""The logs of the matches: when they were written, and whether all can be read."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

import msgspec
from sqlalchemy import Engine, text

from api.doctor.findings import Finding, error, warning, well
from domain.games.registry import rules_for
from domain.games.rules import Refusal
from domain.log import parse_timestamp
from domain.match_events import MatchCreated
from domain.storage import MatchLogs
from domain.tables import transaction

SKEW_SECONDS: Final = 2.0


def check_clock(logs: MatchLogs, engine: Engine, _views: Engine) -> Iterator[Finding]:
    """That this machine's clock is right enough: the times in logs are its, and time limits rest on them."""
    now = datetime.now(UTC)
    if not time.get_clock_info("monotonic").monotonic:
        yield warning("clock", "this machine has no steady clock", "run the server on another machine")
        return
    newest = logs.newest_position()
    for entry in logs.follow(newest - 1)[:1] if newest else []:
        ahead = (parse_timestamp(entry.line.at) - now).total_seconds()
        if ahead > SKEW_SECONDS:
            yield warning(
                "clock",
                f"the newest event was written {ahead:.0f} seconds from now: this clock is slow, or that of "
                "another server was fast",
                "synchronise the clocks (NTP); until then all events get the time of the newest one",
            )
            return
    skew = _database_skew(engine)
    if skew is not None and abs(skew) > SKEW_SECONDS:
        yield warning(
            "clock",
            f"the database's machine is {abs(skew):.0f} seconds {'ahead' if skew > 0 else 'behind'}",
            "synchronise the clocks (NTP)",
        )
        return
    yield well("clock", f"it is {now:%Y-%m-%d %H:%M:%S} UTC, and nothing was written later")


def _database_skew(engine: Engine) -> float | None:
    """How many seconds the database's clock is ahead; None where it is the same."""
    if engine.dialect.name == "sqlite":
        return None
    with transaction(engine) as connection:
        theirs = connection.execute(text("SELECT extract(epoch FROM clock_timestamp())")).scalar_one()
    return float(theirs) - time.time()


def check_component_sets(logs: MatchLogs, _engine: Engine, _views: Engine) -> Iterator[Finding]:
    """That every match can be read: with the components that it was played with."""
    matches: Counter[tuple[str, str]] = Counter()
    unreadable: dict[tuple[str, str], str] = {}
    position = 0
    while page := logs.follow(position, types=["match.MatchCreated"]):
        for entry in page:
            created = msgspec.json.decode(entry.line.data, type=MatchCreated)
            matches[created.game, created.digest] += 1
            if not entry.imported:
                try:
                    rules_for(created.game, created.digest)
                except Refusal as refusal:
                    unreadable[created.game, created.digest] = str(refusal)
        position = page[-1].position
    for played, reason in unreadable.items():
        yield error(
            "components",
            f"{matches[played]} matches cannot be read: {reason}",
            "put the component set back into the folder that FAIRTABLE_COMPONENTS names",
        )
    if not unreadable:
        told = f"{matches.total()} matches with {len(matches)} component sets"
        yield well("components", f"all matches can be read ({told})")
