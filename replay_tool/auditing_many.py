"""Audits of many matches: in several processes, each with a connection of its own, and a summary of all."""

from __future__ import annotations

import multiprocessing
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import ExitStack
from typing import NamedTuple

import msgspec

from replay_tool.audit import audit
from replay_tool.commands.common import KNOWN_ERRORS, finder
from replay_tool.findings import Report
from replay_tool.sources import Source

FEW = 16
"""So many matches are audited before further processes would have begun to work."""


class Order(NamedTuple):
    """How matches are to be audited: from which database, and what is asked of each."""

    database: str | None
    accept_older_rules: bool
    thorough: bool


class Failed(NamedTuple):
    """A match that could not be audited, and why in a sentence."""

    name: str
    reason: str


class GameSummary(msgspec.Struct, frozen=True):
    """The matches of a game that came to one verdict: `sound`, or the code of their first finding."""

    game: str
    verdict: str
    matches: int
    events: int


def audit_many(names: Sequence[str], order: Order, jobs: int) -> Iterator[Report | Failed]:
    """Audit matches and files by name, in up to `jobs` processes. Reports come as they are made; from one
    process in order."""
    if jobs == 1 or len(names) < FEW:
        with finder(order.database) as find:
            for name in names:
                yield _audit(name, order, find)
        return
    # Spawned, not forked: a process must not share the connections of this one.
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs, context, initializer=_begin, initargs=(order,)) as pool:
        yield from (done.result() for done in as_completed([pool.submit(_work, name) for name in names]))


def summarise(reports: Iterable[Report]) -> list[GameSummary]:
    """What the reports come to, by game and verdict."""
    matches: Counter[tuple[str, str]] = Counter()
    events: Counter[tuple[str, str]] = Counter()
    for report in reports:
        first = report.first_failure
        key = (report.game or "?", "sound" if first is None else first.code)
        matches[key] += 1
        events[key] += report.events
    return [GameSummary(*key, matches[key], events[key]) for key in sorted(matches)]


Find = Callable[[str], Source]


def _audit(name: str, order: Order, find: Find) -> Report | Failed:
    try:
        return audit(find(name), accept_older_rules=order.accept_older_rules, thorough=order.thorough)
    except KNOWN_ERRORS as error:
        return Failed(name, str(error))


# In the processes

_open = ExitStack()
_at_work: list[tuple[Order, Find]] = []


def _begin(order: Order) -> None:
    _at_work.append((order, _open.enter_context(finder(order.database))))


def _work(name: str) -> Report | Failed:
    order, find = _at_work[0]
    return _audit(name, order, find)
