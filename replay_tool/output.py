"""What the tool prints: tables for people, lines of JSON for programs."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import click
import msgspec
from rich.box import SIMPLE
from rich.console import Console, RenderableType
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as RichTable

from replay_tool.auditing_many import GameSummary
from replay_tool.findings import HEADER, Finding, Report
from replay_tool.read_models import ReadModelReport, RowDifference
from replay_tool.viewing import LogEntry, Summary, Table
from replay_tool.witness import Visit

WIDTH_WITHOUT_TERMINAL = 200
"""Whoever reads a file or a pipe wants lines that are not broken."""

T = TypeVar("T")


def console() -> Console:
    """Standard output. Coloured on a terminal only."""
    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    return Console(file=sys.stdout, width=width, highlight=False)


def print_block(out: Console, block: RenderableType) -> None:
    """Something that fills the width. Without a terminal the spaces at the ends of its lines are left out."""
    if out.is_terminal:
        out.print(block)
        return
    with out.capture() as captured:
        out.print(block)
    out.file.writelines(f"{line.rstrip()}\n" for line in captured.get().splitlines())


def print_json(value: Any) -> None:
    """A value on a line of its own."""
    click.echo(msgspec.json.encode(value, order="sorted"))


def with_progress(items: Iterable[T], total: int, what: str) -> Iterator[T]:
    """The items, with a bar on standard error when there are many and somebody looks at it."""
    if total < 2 or not sys.stderr.isatty():
        yield from items
        return
    with _progress(TextColumn(what)) as progress:
        yield from progress.track(items, total=total, description=what)


@contextmanager
def filling_progress() -> Iterator[Callable[[str, int, int], None]]:
    """Something to tell what is being filled, up to where, and how far that is: a bar as above."""
    if not sys.stderr.isatty():
        yield lambda _name, _position, _until: None
        return
    with _progress(TextColumn("{task.description}")) as progress:
        task = progress.add_task("", total=None)
        yield lambda name, position, until: progress.update(
            task, description=name, completed=position, total=until
        )


def _progress(*columns: TextColumn) -> Progress:
    return Progress(*columns, BarColumn(), MofNCompleteColumn(), console=Console(stderr=True), transient=True)


def rich_table(*columns: str) -> RichTable:
    table = RichTable(box=SIMPLE, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


# Checks


def print_reports(reports: Sequence[Report]) -> None:
    """A table of what was checked, then everything that was found."""
    if not reports:
        return
    out = console()
    table = rich_table("match", "game", "events", "sound", "verdict")
    for report in reports:
        table.add_row(
            escape(report.source),
            escape(report.game or "?"),
            str(report.events),
            str(report.sound_events),
            "[green]sound[/]" if report.is_sound else f"[red]{escape(report.findings[0].code)}[/]",
        )
    out.print(table)
    for report in reports:
        _print_details(out, report)


def print_verdict(reports: Sequence[Report], summaries: Sequence[GameSummary]) -> None:
    """What all reports come to; where there are many, by game and by what was found first."""
    out = console()
    if len(summaries) > 1:
        table = rich_table("game", "verdict", "matches", "events")
        for summary in summaries:
            colour = "green" if summary.verdict == "sound" else "red"
            verdict = f"[{colour}]{escape(summary.verdict)}[/]"
            table.add_row(escape(summary.game), verdict, str(summary.matches), str(summary.events))
        out.print(table)
    unsound = sum(not report.is_sound for report in reports)
    checked = f"{len(reports)} checked, {sum(report.events for report in reports)} events"
    out.print(f"{checked}: [red]{unsound} with findings[/]" if unsound else f"{checked}: [green]all sound[/]")


def _print_details(out: Console, report: Report) -> None:
    if report.is_sound and not report.not_judged:
        return
    out.print(f"[bold]{escape(report.source)}[/]", soft_wrap=True)
    for finding in report.findings:
        out.print(f"  {_place(finding)}: [red]{finding.code}[/]: {escape(finding.sentence)}", soft_wrap=True)
    for sentence in report.not_judged:
        out.print(f"  [yellow]not judged[/]: {escape(sentence)}", soft_wrap=True)
    out.print()


def print_read_models(reports: Sequence[ReadModelReport], *, written: bool) -> None:
    """Read models against the logs: how many rows were compared, and every row that differs."""
    out = console()
    table = rich_table("read model", "version", "rows", "behind", "verdict")
    for report in reports:
        table.add_row(
            escape(report.projection),
            str(report.version),
            "-" if report.not_compared else str(report.rows),
            str(report.lag),
            _read_model_verdict(report),
        )
    out.print(table)
    for report in reports:
        for difference in report.differences:
            out.print(f"  {escape(_row_text(difference))}", soft_wrap=True)
        if report.not_compared:
            out.print(f"  {escape(report.projection)}: {report.not_compared}", soft_wrap=True)
    if written:
        out.print("All read models are filled anew.")


def _read_model_verdict(report: ReadModelReport) -> str:
    if report.not_compared:
        return "[yellow]not compared[/]"
    number = len(report.differences)
    return f"[red]{number} rows differ[/]" if number else "[green]as the logs have it[/]"


def _row_text(difference: RowDifference) -> str:
    key = ", ".join(f"{name} {value}" for name, value in difference.key.items())
    row = f"{difference.table} ({key})"
    if difference.stored is None:
        return f"{row}: is missing"
    if difference.due is None:
        return f"{row}: should not be there"
    fields = (
        f"{name} is {stored!r} and should be {difference.due[name]!r}"
        for name, stored in difference.stored.items()
    )
    return f"{row}: {', '.join(fields)}"


def _place(finding: Finding) -> str:
    return "header" if finding.version == HEADER else f"event {finding.version}"


# Matches


def print_table(shown: Table) -> None:
    """A match at a version."""
    out = console()
    out.print(table_title(shown), soft_wrap=True)
    seats = rich_table("seat", "who", "")
    for seat in shown.seats:
        who = seat["name"] if seat["taken"] else "(free)"
        seats.add_row(str(seat["seat"]), escape(who), _seat_note(seat))
    out.print(seats)
    if shown.board is not None:
        out.print(shown.board, markup=False, soft_wrap=True)
        out.print()
    out.print(standing(shown), markup=False, soft_wrap=True)


def table_title(shown: Table) -> str:
    """What is shown, and whose eyes look; with markup."""
    return (
        f"[bold]{escape(shown.title)}[/]  {shown.match}  event {shown.version} of {shown.versions}  "
        f"{escape(shown.at)}  {shown.status}, seen by {_viewer(shown.viewer)}{_older_rules(shown)}"
    )


def _older_rules(shown: Table) -> str:
    if shown.rules == shown.newest_rules:
        return ""
    return f"  [yellow]decided by rules {shown.rules}, the newest are {shown.newest_rules}[/]"


def _viewer(viewer: int | str) -> str:
    return f"seat {viewer}" if isinstance(viewer, int) else f"the {viewer}"


def _seat_note(seat: dict[str, Any]) -> str:
    if seat["gave_up_at"] is not None:
        return f"gave up at event {seat['gave_up_at']}; the {seat['bot']} bot plays on"
    return ""


def standing(shown: Table) -> str:
    """Who is waited for, or how it ended."""
    if shown.result is not None:
        return f"The match is over ({shown.result['reason'].replace('_', ' ')}){_places(shown.result)}."
    if shown.status == "open":
        return "The match has not started."
    if shown.awaiting is None:
        return "What follows from the last command is still going on."
    seats = " and ".join(f"seat {seat}" for seat in shown.awaiting["seats"])
    return f"Decision {shown.awaiting['decision']} ({shown.awaiting['kind']}) is awaited from {seats}."


def _places(result: dict[str, Any]) -> str:
    """“: 1. seat 0 (15), 2. seat 1 and seat 2 (12)”."""
    scores = result.get("scores") or ()
    told, place = [], 1
    for group in result.get("ranking", ()):
        score = f" ({scores[group[0]]})" if scores else ""
        told.append(f"{place}. {' and '.join(f'seat {seat}' for seat in group)}{score}")
        place += len(group)
    return f": {', '.join(told)}" if told else ""


def print_log(entries: Iterable[LogEntry]) -> None:
    """A log in sentences."""
    table = rich_table("event", "at", "by", "what happened")
    for entry in entries:
        table.add_row(str(entry.version), escape(entry.at), escape(entry.by), escape(entry.sentence))
    console().print(table)


def print_summaries(summaries: Sequence[Summary]) -> None:
    """A list of matches."""
    table = rich_table("match", "game", "status", "seats", "events", "opened", "last event")
    for summary in summaries:
        table.add_row(
            summary.match,
            escape(summary.game),
            summary.status,
            escape(", ".join(summary.seats)),
            str(summary.version),
            summary.created_at,
            summary.changed_at,
        )
    console().print(table)
    console().print(f"{len(summaries)} matches" if len(summaries) != 1 else "1 match")


# Visits


def print_visit(visit: Visit) -> None:
    """What a witness has seen, its alarms last."""
    out = console()
    matches = "1 match" if visit.matches == 1 else f"{visit.matches} matches"
    out.print(f"{escape(visit.server)}: {matches} looked at; {visit.heads} in the server's own log")
    for note in visit.notes:
        out.print(escape(note), soft_wrap=True)
    for alarm in visit.alarms:
        out.print(
            f"[red]{escape(alarm.code)}[/] {escape(alarm.about)}: {escape(alarm.sentence)}", soft_wrap=True
        )
    out.print(
        "[red]The server does not stand by what it has signed.[/]" if visit.alarms else "[green]all well[/]"
    )
