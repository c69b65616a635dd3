"""The database: that it answers, has all tables, and keeps what it is given."""

from __future__ import annotations

import stat
import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final

from sqlalchemy import Connection, Engine, text

from api.doctor.findings import Finding, error, warning, well
from domain import tables
from domain.refusals import StoreUnavailable
from domain.storage import sqlite_file
from domain.tables import NotMigrated, transaction
from projections import store

SLOW_SECONDS: Final = 0.25


def check_file(url: str) -> Iterator[Finding]:
    """That an SQLite file is there, and that it is its owner's alone: it holds the secrets of matches that
    are running."""
    file = sqlite_file(url)
    if file is None:
        return
    if not file.exists():
        yield error("database", f"there is no database at {file}", "run: fairtable migrate")
    elif _readable_by_others(file):
        yield warning(
            "database",
            f"others on this machine can read {file}, in which the secrets of running matches are",
            f"chmod 700 {file.parent}",
        )


def check_answers(engine: Engine) -> Iterator[Finding]:
    """That it answers, and how soon."""
    started = time.perf_counter()
    try:
        with transaction(engine) as connection:
            version = _version(connection)
    except StoreUnavailable as refusal:
        reason = str(refusal.__cause__ or refusal).strip().splitlines()[0]
        yield error(
            "database",
            f"it does not answer: {reason}",
            "start it, or correct FAIRTABLE_DATABASE; what was stored is stored",
        )
        return
    seconds = time.perf_counter() - started
    sentence = f"{version} answers in {seconds * 1000:.0f} ms"
    if seconds > SLOW_SECONDS:
        yield warning("database", sentence, "look at its load, and at the network in between")
    else:
        yield well("database", sentence)


def check_schema(engine: Engine, views: Engine) -> Iterator[Finding]:
    """That all tables are there which this version needs."""
    try:
        tables.check_migrated(engine)
        store.check_migrated(views)
    except NotMigrated as refusal:
        yield error("schema", str(refusal), "run: fairtable migrate")
        return
    yield well("schema", "all tables are there that this version needs")


def check_encoding(url: str, engine: Engine) -> Iterator[Finding]:
    """That texts are kept as UTF-8: in another encoding names and logs come back changed, or not at all."""
    with transaction(engine) as connection:
        query = "PRAGMA encoding" if sqlite_file(url) else "SHOW server_encoding"
        encoding = str(connection.execute(text(query)).scalar_one())
    if encoding.replace("-", "").upper() == "UTF8":
        yield well("encoding", "texts are kept as UTF-8")
    else:
        yield error(
            "encoding",
            f"texts are kept as {encoding}",
            "make a new database with the encoding UTF8, and restore a backup into it",
        )


def check_durability(url: str, engine: Engine) -> Iterator[Finding]:
    """That what was acknowledged is on the disk: the promise without which receipts would be worth little."""
    with transaction(engine) as connection:
        found = _sqlite_settings(connection) if sqlite_file(url) else _postgres_settings(connection)
    wrong = {name: value for name, value in found.items() if value not in _DURABLE[name]}
    if wrong:
        told = ", ".join(f"{name} is {value}" for name, value in wrong.items())
        wanted = ", ".join(f"{name} to {_DURABLE[name][0]}" for name in wrong)
        yield error("durability", f"{told}: moves that were acknowledged can be lost", f"set {wanted}")
    else:
        told = ", ".join(f"{name} {value}" for name, value in found.items())
        yield well("durability", f"what is acknowledged is on the disk ({told})")


_DURABLE: Final[Mapping[str, tuple[str, ...]]] = {
    "journal_mode": ("wal",),
    "synchronous": ("full", "extra"),
    "fsync": ("on",),
    "full_page_writes": ("on",),
    "synchronous_commit": ("on", "remote_apply", "remote_write", "local"),
}
"""The values of settings with which nothing is lost that was acknowledged; the first is the one to be set."""

_SYNCHRONOUS: Final = ("off", "normal", "full", "extra")


def _sqlite_settings(connection: Connection) -> dict[str, str]:
    return {
        "journal_mode": str(connection.execute(text("PRAGMA journal_mode")).scalar_one()),
        "synchronous": _SYNCHRONOUS[connection.execute(text("PRAGMA synchronous")).scalar_one()],
    }


def _postgres_settings(connection: Connection) -> dict[str, str]:
    names = ("fsync", "full_page_writes", "synchronous_commit")
    return {name: str(connection.execute(text(f"SHOW {name}")).scalar_one()) for name in names}


def _version(connection: Connection) -> str:
    if connection.dialect.name == "sqlite":
        return f"SQLite {connection.execute(text('SELECT sqlite_version()')).scalar_one()}"
    return f"PostgreSQL {connection.execute(text('SHOW server_version')).scalar_one()}"


def _readable_by_others(file: Path) -> bool:
    """Whether the file's permissions let others read it, and those of its folder let them get there."""
    others = stat.S_IRGRP | stat.S_IROTH
    through = stat.S_IXGRP | stat.S_IXOTH
    return bool(file.stat().st_mode & others and file.resolve().parent.stat().st_mode & through)
