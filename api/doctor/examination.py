"""All that the doctor looks at, in the order in which one rests on the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from typing import Final

from sqlalchemy import Engine

from api.doctor.database import check_answers, check_durability, check_encoding, check_file, check_schema
from api.doctor.findings import Finding, error
from api.doctor.followers import check_projections, check_worker
from api.doctor.logs import check_clock, check_component_sets
from api.doctor.surroundings import check_disk, check_key
from domain.games.rules import InvalidComponents
from domain.refusals import StoreUnavailable
from domain.storage import MatchLogs, table_engine
from domain.tables import NotMigrated
from projections.store import projection_engine

_ON_TABLES: Final[Sequence[Callable[[str, Engine], Iterator[Finding]]]] = (
    check_encoding,
    check_durability,
    check_key,
)
_ON_LOGS: Final[Sequence[Callable[[MatchLogs, Engine, Engine], Iterator[Finding]]]] = (
    check_clock,
    check_component_sets,
    check_projections,
    check_worker,
)


def examine(url: str) -> list[Finding]:
    """What is found about the server with this database. Raises `InvalidConfiguration`."""
    findings = list(check_file(url))
    if _is_well(findings):
        engine = table_engine(url)
        try:
            findings += _examine_database(url, engine)
        finally:
            engine.dispose()
    return [*findings, *check_disk(url)]


def _examine_database(url: str, engine: Engine) -> Iterator[Finding]:
    answers = list(check_answers(engine))
    yield from answers
    if not _is_well(answers):
        return
    views = projection_engine(url)
    try:
        schema = list(check_schema(engine, views))
        yield from schema
        for check in _ON_TABLES:
            yield from check(url, engine)
        if _is_well(schema):
            yield from _examine_logs(url, engine, views)
    except StoreUnavailable as refusal:
        yield error("database", f"it went away meanwhile: {refusal}", "look at it again")
    finally:
        views.dispose()


def _examine_logs(url: str, engine: Engine, views: Engine) -> Iterator[Finding]:
    try:
        logs = MatchLogs(url)
    except InvalidComponents as refusal:
        yield error("components", f"{refusal}", "mend the set, or take it out of the folder")
        return
    except NotMigrated as refusal:
        yield error("schema", f"{refusal}", "run: fairtable migrate")
        return
    with closing(logs):
        for check in _ON_LOGS:
            yield from check(logs, engine, views)


def _is_well(findings: Sequence[Finding]) -> bool:
    return all(finding.level != "error" for finding in findings)
