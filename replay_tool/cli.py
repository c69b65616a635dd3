"""The command `fairtable-replay`."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, TypeVar
from uuid import UUID

import click
from sqlalchemy.exc import SQLAlchemyError

from domain import match_file
from domain.configuration import InvalidConfiguration
from domain.games.rules import AUDITOR, SPECTATOR, Refusal, Viewer
from domain.log import LogError
from domain.sealing import salt_key
from domain.storage import DATABASE_VARIABLE, database_url
from domain.tables import NotMigrated
from replay_tool import output
from replay_tool.audit import audit
from replay_tool.findings import Report
from replay_tool.receipts import Evidence, read_receipts
from replay_tool.sources import Database, Source, Unreadable, from_file
from replay_tool.verify import verify
from replay_tool.viewing import export_viewer, log_entries, summary, table

FOUND = 1
FAILED = 2

_EXIT_CODES = f"""
Exit codes: 0 when all is well, {FOUND} when something was found, {FAILED} when the tool could not do its
work (no such file or match, no database, a match that still runs). With several matches a finding counts
more than one that could not be checked.
"""

F = TypeVar("F", bound=Callable[..., Any])

_KNOWN_ERRORS = (Unreadable, InvalidConfiguration, NotMigrated, Refusal, LogError, SQLAlchemyError, OSError)


class Failure(click.ClickException):
    """Why the tool could not do its work, in a sentence on standard error."""

    exit_code = FAILED


class _Group(click.Group):
    """Commands whose errors are sentences."""

    def invoke(self, context: click.Context) -> Any:
        try:
            return super().invoke(context)
        except _KNOWN_ERRORS as error:
            if isinstance(error, BrokenPipeError):
                raise
            raise Failure(str(error)) from error


class _ViewerType(click.ParamType[Viewer]):
    name = "seat|spectator|auditor"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Viewer:
        if value in (SPECTATOR, AUDITOR):
            return SPECTATOR if value == SPECTATOR else AUDITOR
        if str(value).isdecimal():
            return int(value)
        self.fail(f"{value!r} is neither a seat's number nor {SPECTATOR} nor {AUDITOR}", param, context)


def _database_option(command: F) -> F:
    return click.option(
        "--database",
        metavar="URL",
        help=f"The server's database; by default ${DATABASE_VARIABLE}, else SQLite in the data folder.",
    )(command)


def _json_option(command: F) -> F:
    return click.option("--json", "as_json", is_flag=True, help="One line of JSON for each result.")(command)


def _viewer_option(command: F) -> F:
    return click.option(
        "--as",
        "viewer",
        type=_ViewerType(),
        help="With whose eyes. By default everything of a match that is over, and what spectators see of one "
        "that runs.",
    )(command)


@click.group(cls=_Group, epilog=_EXIT_CODES)
@click.version_option(package_name="fairtable")
def main() -> None:
    """Rebuild, verify and audit matches from their logs.

    Every command takes match files (as `export` and the server write them) or, where nothing of that name
    exists, ids of matches in the server's database.
    """


# Sources


@contextmanager
def _open(url: str | None) -> Iterator[Database]:
    database = Database(url or database_url())
    try:
        yield database
    finally:
        database.close()


@contextmanager
def _finder(url: str | None) -> Iterator[Callable[[str], Source]]:
    """Finds matches by path or id. The database is opened when the first id comes."""
    opened: list[Database] = []

    def find(name: str) -> Source:
        path = Path(name)
        if path.is_dir():
            raise Unreadable(f"{name} is a folder; name the files in it: {name.rstrip('/')}/*")
        if path.exists():
            return from_file(path)
        match = _match_id(name)
        if not opened:
            opened.append(Database(url or database_url()))
        return opened[0].source(match)

    try:
        yield find
    finally:
        for database in opened:
            database.close()


def _match_id(name: str) -> UUID:
    try:
        return UUID(name)
    except ValueError:
        raise Unreadable(f"{name} is neither a file that exists nor the id of a match") from None


# Commands


@main.command("list")
@_database_option
@_json_option
def list_matches(database: str | None, as_json: bool) -> None:
    """The matches of a server, the oldest first."""
    with _open(database) as opened:
        found = [summary(opened.source(match)) for match in output.with_progress(opened.matches(), "reading")]
    if as_json:
        for entry in found:
            output.print_json(entry)
    else:
        output.print_summaries(found)


@main.command()
@click.argument("match", metavar="MATCH|FILE")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="After this event instead of the last.")
@_viewer_option
@_database_option
@_json_option
def show(match: str, at: int | None, viewer: Viewer | None, database: str | None, as_json: bool) -> None:
    """The table of a match: board, seats, and who is waited for."""
    with _finder(database) as find:
        shown = table(find(match), at, viewer)
    if as_json:
        output.print_json(shown)
    else:
        output.print_table(shown)


@main.command()
@click.argument("match", metavar="MATCH|FILE")
@_viewer_option
@_database_option
@_json_option
def log(match: str, viewer: Viewer | None, database: str | None, as_json: bool) -> None:
    """What happened in a match, event by event, as far as the viewer may know it."""
    with _finder(database) as find:
        source = find(match)
        entries = log_entries(source, viewer)
        if as_json:
            for entry in entries:
                output.print_json(entry)
        else:
            output.print_log(entries)
    if source.fault is not None:
        raise Failure(f"{source.name} cannot be read further: {source.fault.sentence}")


@main.command("verify", epilog=_EXIT_CODES)
@click.argument("matches", metavar="FILE…|MATCH…", nargs=-1, required=True)
@click.option(
    "--receipt",
    "receipts",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    multiple=True,
    metavar="FILE",
    help="Receipts that somebody kept of the match; as often as there are files.",
)
@click.option(
    "--key", "keys", multiple=True, metavar="KEY", help="A key of the server that you noted earlier."
)
@_database_option
@_json_option
def verify_matches(
    matches: tuple[str, ...],
    receipts: tuple[Path, ...],
    keys: tuple[str, ...],
    database: str | None,
    as_json: bool,
) -> None:
    """Check logs without knowing their games.

    Format, chain, seals and openings; once the secret is public, that it is the one committed to and that
    every salt and every draw follows from it; and what the server has signed, in the file and in receipts.
    """
    if receipts and len(matches) != 1:
        raise click.UsageError("receipts are checked against one match at a time")
    notes = [note for path in receipts for note in read_receipts(path.read_text("utf-8", "replace"))]
    _check(matches, database, as_json, lambda source: verify(source, Evidence(notes, keys)))


@main.command("audit", epilog=_EXIT_CODES)
@click.argument("matches", metavar="FILE…|MATCH…", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All matches of the database.")
@click.option("--accept-older-rules", is_flag=True, help="Let stand what older rules decided otherwise.")
@click.option("--thorough", is_flag=True, help="Check the game's own laws after every command; takes longer.")
@_database_option
@_json_option
def audit_matches(
    matches: tuple[str, ...],
    every: bool,
    accept_older_rules: bool,
    thorough: bool,
    database: str | None,
    as_json: bool,
) -> None:
    """Verify logs, then decide every move again.

    Each command is given again to the rules, and what they decide is compared with the log: moves, events,
    draws, authors, scores, ranking. Stops at a log's first difference, since what follows rests on it.
    """
    if every == bool(matches):
        raise click.UsageError("name matches or files, or give --all")
    if every:
        with _open(database) as opened:
            matches = tuple(map(str, opened.matches()))
    _check(
        matches,
        database,
        as_json,
        lambda source: audit(source, accept_older_rules=accept_older_rules, thorough=thorough),
    )


def _check(
    names: Sequence[str], database: str | None, as_json: bool, check: Callable[[Source], Report]
) -> None:
    """Check match by match, print the reports, and end with the exit code they call for."""
    reports: list[Report] = []
    failures = 0
    with _finder(database) as find:
        for name in output.with_progress(names, "checking"):
            try:
                report = check(find(name))
            except _KNOWN_ERRORS as error:
                click.echo(f"Error: {error}", err=True)
                failures += 1
                continue
            reports.append(report)
            if as_json:
                output.print_json(report.to_json())
    if not as_json and reports:
        output.print_reports(reports)
    if any(not report.is_sound for report in reports):
        raise click.exceptions.Exit(FOUND)
    if failures:
        raise click.exceptions.Exit(FAILED)


@main.command()
@click.argument("match", metavar="MATCH")
@_viewer_option
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="By default standard output.")
@_database_option
@_json_option
def export(match: str, viewer: Viewer | None, out: Path | None, database: str | None, as_json: bool) -> None:
    """The file of a match, with the viewer's openings; with all of them when the match is over.

    With --out it is told what was written; otherwise the file itself is the output.
    """
    with _open(database) as opened:
        source = opened.source(_match_id(match))
    if source.fault is not None:
        raise Unreadable(f"match {match} cannot be exported: {source.fault.sentence}")
    seen_by = export_viewer(source, viewer)
    signed = match_file.UNSIGNED
    if source.header is not None:
        signed = match_file.Signed(source.header.keys, source.header.checkpoints)
    recorded, key = source.all_recorded(), salt_key(source.secret or b"")
    content = b"".join(match_file.write(recorded, seen_by, key, signed))
    if out is None:
        click.echo(content, nl=False)
        return
    out.write_bytes(content)
    written = {"match": source.name, "events": len(source.events), "viewer": seen_by, "file": str(out)}
    if as_json:
        output.print_json(written)
    else:
        click.echo(f"{out}: {len(source.events)} events of match {source.name}")
