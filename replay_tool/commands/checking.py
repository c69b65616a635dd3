"""Commands that judge: logs by themselves, every move again, read models against logs, a server's word."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

import click

from domain.storage import database_url
from projections.rebuilding import RebuildOvertaken
from replay_tool import output
from replay_tool.auditing_many import Failed, Order, audit_many, summarise
from replay_tool.commands.common import (
    EXIT_CODES,
    FAILED,
    KNOWN_ERRORS,
    Failure,
    accept_older_rules_option,
    database_option,
    finder,
    found_something,
    json_option,
    match_id,
    open_database,
)
from replay_tool.findings import Report
from replay_tool.read_models import read_models
from replay_tool.receipts import Evidence, read_receipts
from replay_tool.verify import verify
from replay_tool.witness import Witness, fetch_from


@click.command("verify", epilog=EXIT_CODES)
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
@database_option
@json_option
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

    \b
      fairtable-replay verify *.match.jsonl
      fairtable-replay verify mine.match.jsonl --receipt kept.txt --key fairtable.example+…
    """
    if receipts and len(matches) != 1:
        raise click.UsageError("receipts are checked against one match at a time")
    notes = [note for path in receipts for note in read_receipts(path.read_text("utf-8", "replace"))]
    found = output.with_progress(
        _verified(matches, Evidence(notes, keys), database), len(matches), "checking"
    )
    _report(found, as_json)


def _verified(names: Sequence[str], evidence: Evidence, database: str | None) -> Iterator[Report | Failed]:
    with finder(database) as find:
        for name in names:
            try:
                yield verify(find(name), evidence)
            except KNOWN_ERRORS as error:
                yield Failed(name, str(error))


@click.command("audit", epilog=EXIT_CODES)
@click.argument("matches", metavar="FILE…|MATCH…", nargs=-1)
@click.option("--all", "every", is_flag=True, help="All matches of the database.")
@accept_older_rules_option
@click.option("--thorough", is_flag=True, help="Check the game's own laws after every command; takes longer.")
@click.option(
    "--jobs",
    type=click.IntRange(min=1),
    metavar="N",
    help="In so many processes; by default as many as there are processors.",
)
@database_option
@json_option
def audit_matches(
    matches: tuple[str, ...],
    every: bool,
    accept_older_rules: bool,
    thorough: bool,
    jobs: int | None,
    database: str | None,
    as_json: bool,
) -> None:
    """Verify logs, then decide every move again.

    Each command is given again to the rules, and what they decide is compared with the log: moves, events,
    draws, authors, scores, ranking. Stops at a log's first difference, since what follows rests on it.

    \b
    Is this file sound?
      fairtable-replay audit old.match.jsonl
    All matches of a server, in four processes:
      fairtable-replay audit --all --jobs 4
    """
    if every == bool(matches):
        raise click.UsageError("name matches or files, or give --all")
    if every:
        with open_database(database) as opened:
            matches = tuple(map(str, opened.matches()))
    order = Order(database, accept_older_rules, thorough)
    found = audit_many(matches, order, jobs or os.cpu_count() or 1)
    _report(output.with_progress(found, len(matches), "checking"), as_json, only_unsound=every)


def _report(found: Iterator[Report | Failed], as_json: bool, *, only_unsound: bool = False) -> None:
    """Print the reports, and end with the exit code they call for."""
    reports: list[Report] = []
    failures = 0
    for each in found:
        if isinstance(each, Failed):
            click.echo(f"Error: {each.reason}", err=True)
            failures += 1
            continue
        reports.append(each)
        if as_json:
            output.print_json(each.to_json())
    if not as_json and reports:
        shown = [report for report in reports if not (only_unsound and report.is_sound)]
        output.print_reports(shown)
        output.print_verdict(reports, summarise(reports))
    if any(not report.is_sound for report in reports):
        raise found_something()
    if failures:
        raise click.exceptions.Exit(FAILED)


@click.command(epilog=EXIT_CODES, short_help="Fill read models anew, and name what differs.")
@click.argument("match", metavar="[MATCH]", required=False)
@click.option("--write", is_flag=True, help="Then fill the stored ones anew; a server may go on meanwhile.")
@database_option
@json_option
def rebuild(match: str | None, write: bool, database: str | None, as_json: bool) -> None:
    """Fill the read models anew, and name what differs from those that are stored.

    Lobby, players and statistics are computed from the logs and kept by the server. They are filled anew in
    memory, up to where the stored ones have come to, and compared row by row: all rows, or those of one
    MATCH. Exit code 1 tells that some differ.

    \b
      fairtable-replay rebuild
      fairtable-replay rebuild --write
    """
    if match is not None and write:
        raise click.UsageError("read models are filled anew as a whole: give --write without a match")
    url = database or database_url()
    with open_database(url) as opened:
        wanted = None if match is None else match_id(match)
        if wanted is not None:
            opened.source(wanted)
    with read_models(url) as models, output.filling_progress() as progress:
        reports = list(models.check(wanted, progress))
        if write:
            try:
                models.write()
            except RebuildOvertaken as error:
                raise Failure(str(error)) from error
    if as_json:
        for report in reports:
            output.print_json(report)
    else:
        output.print_read_models(reports, written=write)
    if any(report.differences for report in reports):
        raise found_something()


@click.command(epilog=EXIT_CODES, short_help="Visit a server as a witness, and cry out if need be.")
@click.argument("folder", type=click.Path(file_okay=False, path_type=Path))
@click.argument("server", metavar="URL")
@click.argument("matches", metavar="[MATCH…]", nargs=-1)
@json_option
def witness(folder: Path, server: str, matches: tuple[str, ...], as_json: bool) -> None:
    """Visit a server as a witness, and cry out when it does not stand by what it has signed.

    What it has signed is kept in FOLDER: its own log, every match that ends, and the MATCHes named here, from
    now on at each visit. A match that has vanished, a history that was rewritten or cut, or two histories of
    one size end with exit code 1, so that cron sends a mail.
    """
    address = urlsplit(server)
    if address.scheme not in ("http", "https") or not address.netloc:
        raise click.UsageError(f"{server} is no address like https://fairtable.example")
    own = folder / address.netloc.rpartition("@")[2].replace(":", "_")
    visit = Witness(own, fetch_from(server)).visit([match_id(match) for match in matches])
    if as_json:
        output.print_json(visit.to_json())
    else:
        output.print_visit(visit)
    if visit.alarms:
        raise found_something()
