"""Figures for Prometheus: what this server does, and how far what follows the logs is behind.

In several processes each counts for itself, into files that all of them share (`api.metrics_folder`); any of
them answers for all.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from prometheus_client import (
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    disable_created_metrics,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST
from prometheus_client.multiprocess import MultiProcessCollector, mark_process_dead
from prometheus_client.registry import Collector
from sqlalchemy import Engine, func, select

from api.metrics_folder import shared_folder
from domain.refusals import StoreUnavailable
from domain.storage import MatchLogs
from domain.tables import AUDITS, WORKER_POSITION, transaction
from projections.projection import Projection
from projections.store import positions
from projections.store import transaction as projections_transaction

CONTENT_TYPE: Final = CONTENT_TYPE_LATEST

disable_created_metrics()  # type: ignore[no-untyped-call]

_SECONDS: Final = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_OWN: Final = CollectorRegistry()

REQUESTS: Final = Histogram(
    "fairtable_request_seconds",
    "From a request's arrival to the head of its answer",
    ("method", "route", "status"),
    buckets=_SECONDS,
    registry=_OWN,
)

COMMANDS: Final = Counter(
    "fairtable_commands",
    "Commands on matches, by what became of them; the reason is a refusal's code",
    ("command", "by", "outcome", "reason"),
    registry=_OWN,
)

CONFLICTS: Final = Counter(
    "fairtable_version_conflicts",
    "Appends that came second and were decided again on the fresh state",
    registry=_OWN,
)

STREAMS: Final = Gauge(
    "fairtable_readers",
    "Live streams and waiting requests that are open",
    registry=_OWN,
    multiprocess_mode="livesum",
)


class StoreCollector(Collector):
    """What the database tells when it is asked: the same from every process."""

    def __init__(
        self, logs: MatchLogs, tables: Engine, views: Engine, projections: Iterable[type[Projection]]
    ) -> None:
        self._logs = logs
        self._tables = tables
        self._views = views
        self._projections = projections

    def collect(self) -> Iterator[Metric]:
        """The figures; only that the store is away where it is."""
        up = GaugeMetricFamily("fairtable_store_up", "Whether the database answers")
        try:
            figures = list(self._figures())
        except StoreUnavailable:
            up.add_metric([], 0)
            yield up
            return
        up.add_metric([], 1)
        yield up
        yield from figures

    def _figures(self) -> Iterator[Metric]:
        newest = self._logs.newest_position()
        stored = GaugeMetricFamily("fairtable_newest_position", "Position of the newest stored event")
        stored.add_metric([], newest)
        yield stored
        yield self._projection_lag(newest)
        yield self._worker_lag(newest)
        yield self._audits()

    def _projection_lag(self, newest: int) -> Metric:
        lag = GaugeMetricFamily(
            "fairtable_projection_lag_positions", "How far a read model is behind", labels=("projection",)
        )
        with projections_transaction(self._views) as connection:
            found = positions(connection)
        for projection in self._projections:
            seen = found.get((projection.name, projection.version), 0)
            lag.add_metric([projection.name], newest - seen)
        return lag

    def _worker_lag(self, newest: int) -> Metric:
        lag = GaugeMetricFamily(
            "fairtable_worker_lag_positions",
            "How far who moves the bots (worker), and who enters the heads of ended matches, is behind",
            labels=("worker",),
        )
        with transaction(self._tables) as connection:
            for row in connection.execute(select(WORKER_POSITION.c.worker, WORKER_POSITION.c.position)):
                lag.add_metric([row.worker], newest - row.position)
        return lag

    def _audits(self) -> Metric:
        audits = GaugeMetricFamily("fairtable_audits", "Audits by how they stand", labels=("status",))
        counted = select(AUDITS.c.status, func.count()).group_by(AUDITS.c.status)
        with transaction(self._tables) as connection:
            for status, count in connection.execute(counted):
                audits.add_metric([status], count)
        return audits


def exposition(store: StoreCollector) -> bytes:
    """All figures, in the text format."""
    counted = _OWN
    if shared_folder() is not None:
        counted = CollectorRegistry()
        MultiProcessCollector(counted)  # type: ignore[no-untyped-call]
    asked = CollectorRegistry()
    asked.register(store)
    return generate_latest(counted) + generate_latest(asked)


def forget_process(pid: int) -> None:
    """A server process has ended: what it had open is no more. What it has counted stays counted."""
    if shared_folder() is not None:
        mark_process_dead(pid)  # type: ignore[no-untyped-call]
