"""Commands that bring matches from one place to another: out of a database into files, and back in."""

from __future__ import annotations

from pathlib import Path

import click

from domain import match_file
from domain.commands import ADMIN, server_command_id
from domain.games.canonical import canonical
from domain.games.rules import Viewer
from domain.sealing import salt_key
from domain.service import MatchService
from replay_tool import output
from replay_tool.commands.common import (
    EXIT_CODES,
    FAILED,
    KNOWN_ERRORS,
    accept_older_rules_option,
    database_option,
    finder,
    found_something,
    json_option,
    open_database,
    viewer_option,
)
from replay_tool.importing import Imported, UnsoundFile, import_match
from replay_tool.sources import Unreadable, from_file
from replay_tool.viewing import check_complete, export_viewer


@click.command(short_help="The file of a match, for its reader.")
@click.argument("match", metavar="MATCH")
@viewer_option
@click.option("--out", type=click.Path(path_type=Path), metavar="FILE", help="By default standard output.")
@database_option
@json_option
def export(match: str, viewer: Viewer | None, out: Path | None, database: str | None, as_json: bool) -> None:
    """The file of a match, with the viewer's openings; with all of them when the match is over.

    MATCH is an id in the database, or a file. With --out it is told what was written; otherwise the file
    itself is the output.
    """
    with finder(database) as find:
        source = find(match)
    if source.fault is not None:
        raise Unreadable(f"match {match} cannot be exported: {source.fault.sentence}")
    check_complete(source)
    seen_by, key = export_viewer(source, viewer), salt_key(source.secret or b"")
    lines = (line for event in source.all_recorded() for line in match_file.event_lines(event, seen_by, key))
    content = b"".join([canonical(source.header) + b"\n", *lines])
    if out is None:
        click.echo(content, nl=False)
        return
    out.write_bytes(content)
    written = {"match": source.name, "events": len(source.events), "viewer": seen_by, "file": str(out)}
    if as_json:
        output.print_json(written)
    else:
        click.echo(f"{out}: {len(source.events)} events of match {source.name}")


@click.command("import", epilog=EXIT_CODES)
@click.argument(
    "files", nargs=-1, required=True, metavar="FILE…", type=click.Path(dir_okay=False, path_type=Path)
)
@accept_older_rules_option
@database_option
@json_option
def import_files(
    files: tuple[Path, ...], accept_older_rules: bool, database: str | None, as_json: bool
) -> None:
    """Take matches from elsewhere into the server's database.

    Each file is audited first and stored as it is when nothing was found. Imported matches are marked as
    such, and count in no result, rating or statistic. The same file again changes nothing.

    \b
      fairtable-replay import *.match.jsonl
    """
    unsound = failures = 0
    with open_database(database) as opened:
        service = MatchService(opened.logs)
        for file in files:
            try:
                imported = _import(service, file, accept_older_rules)
            except UnsoundFile as error:
                click.echo(f"Error: {file}: {error}", err=True)
                unsound += 1
            except KNOWN_ERRORS as error:
                click.echo(f"Error: {file}: {getattr(error, 'strerror', None) or error}", err=True)
                failures += 1
            else:
                _tell(file, imported, as_json)
    if unsound:
        raise found_something()
    if failures:
        raise click.exceptions.Exit(FAILED)


def _import(service: MatchService, file: Path, accept_older_rules: bool) -> Imported:
    content = file.read_bytes()
    match = from_file(file).match or ""
    command = server_command_id("import", match)
    return import_match(service, content, by=ADMIN, command=command, accept_older_rules=accept_older_rules)


def _tell(file: Path, imported: Imported, as_json: bool) -> None:
    if as_json:
        output.print_json(
            {
                "file": str(file),
                "match": str(imported.match),
                "game": imported.game,
                "events": imported.events,
                "new": not imported.replayed,
                "not_judged": list(imported.report.not_judged),
            }
        )
        return
    known = " (it was here already)" if imported.replayed else ""
    click.echo(f"{file}: {imported.events} events of match {imported.match}{known}")
