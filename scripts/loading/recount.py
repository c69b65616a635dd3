"""Statistics counted anew from logs, as plainly as can be, and held against what the server tells."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from scripts.loading.failures import BrokenPromise

Counts = Counter[tuple[str, Any]]
"""How often something was so, by measure and value."""


def recount(matches: Iterable[list[dict[str, Any]]]) -> Counts:
    """Count finished matches by their lines."""
    counts: Counts = Counter()
    for lines in matches:
        ended = next(line["data"] for line in lines if line["type"] == "match.MatchEnded")
        winners = ended["ranking"][0]
        counts["matches", None] += 1
        counts["reason", ended["reason"]] += 1
        counts["moves", sum(line["type"] == "match.MoveMade" for line in lines)] += 1
        counts.update(("score", score) for score in ended["scores"])
        counts.update(("won" if len(winners) == 1 else "shared", seat) for seat in winners)
    return counts


def told(statistics: Mapping[str, Any], seats: int) -> Counts:
    """The same of what the server tells of tables of one size."""
    counts: Counts = Counter()
    for table in statistics["tables"]:
        if table["seats"] == seats:
            counts["matches", None] += table["matches"]
            counts.update({("reason", reason): count for reason, count in table["by_reason"].items()})
            for measure, name in (("moves", "moves"), ("score", "scores")):
                counts.update({(measure, row["value"]): row["count"] for row in table[name]["values"]})
            for row in table["by_seat"]:
                counts.update({(kind, row["index"]): row[kind] for kind in ("won", "shared")})
    return +counts


def compare(before: Counts, after: Counts, counted: Counts) -> None:
    """Demand that statistics have grown by what was counted. Raises `BrokenPromise`."""
    grown = after - before
    if grown != counted:
        missing, surplus = counted - grown, grown - counted
        differences = {"missing": _plain(missing), "too many": _plain(surplus)}
        raise BrokenPromise(
            f"statistics are not what the logs tell: {msgspec.json.encode(differences).decode()}"
        )


def _plain(counts: Counts) -> list[Any]:
    return [[measure, value, count] for (measure, value), count in sorted(counts.items(), key=str)]
