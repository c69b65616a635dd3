"""What the tool prints: tables for people, lines of JSON for programs."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

import click
import msgspec
from rich.box import SIMPLE
from rich.console import Console
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
from rich.table import Table as RichTable

from replay_tool.findings import HEADER, Finding, Report
from replay_tool.viewing import LogEntry, Summary, Table

WIDTH_WITHOUT_TERMINAL = 200
"""Whoever reads a file or a pipe wants lines that are not broken."""

T = TypeVar("T")


def console() -> Console:
    """Standard output. Coloured on a terminal only."""
    width = None if sys.stdout.isatty() else WIDTH_WITHOUT_TERMINAL
    return Console(file=sys.stdout, width=width, highlight=False)


def print_json(value: Any) -> None:
    """A value on a line of its own."""
    click.echo(msgspec.json.encode(value, order="sorted"))


def with_progress(items: Sequence[T], what: str) -> Iterator[T]:
    """The items, with a bar on standard error when there are many and somebody looks at it."""
    if len(items) < 2 or not sys.stderr.isatty():
        yield from items
        return
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(items, description=what)


def _rich_table(*columns: str) -> RichTable:
    table = RichTable(box=SIMPLE, pad_edge=False)
    for column in columns:
        table.add_column(column, overflow="fold")
    return table


# Checks


def print_reports(reports: Sequence[Report]) -> None:
    """A table of what was checked, then everything that was found, then what it comes to."""
    out = console()
    table = _rich_table("match", "game", "events", "sound", "verdict")
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


def _place(finding: Finding) -> str:
    return "header" if finding.version == HEADER else f"event {finding.version}"


# Matches


def print_table(shown: Table) -> None:
    """A match at a version."""
    out = console()
    out.print(
        f"[bold]{escape(shown.title)}[/]  {shown.match}  event {shown.version} of {shown.versions}  "
        f"{escape(shown.at)}  {shown.status}, seen by {_viewer(shown.viewer)}",
        soft_wrap=True,
    )
    seats = _rich_table("seat", "who", "")
    for seat in shown.seats:
        who = seat["name"] if seat["taken"] else "(free)"
        seats.add_row(str(seat["seat"]), escape(who), _seat_note(seat))
    out.print(seats)
    if shown.board is not None:
        out.print(shown.board, markup=False, soft_wrap=True)
        out.print()
    out.print(_standing(shown), markup=False, soft_wrap=True)


def _viewer(viewer: int | str) -> str:
    return f"seat {viewer}" if isinstance(viewer, int) else f"the {viewer}"


def _seat_note(seat: dict[str, Any]) -> str:
    if seat["gave_up_at"] is not None:
        return f"gave up at event {seat['gave_up_at']}; the {seat['bot']} bot plays on"
    return ""


def _standing(shown: Table) -> str:
    if shown.result is not None:
        return f"The match is over ({shown.result['reason'].replace('_', ' ')}){_places(shown.result)}."
    if shown.awaiting is None:
        return "The match has not started."
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
    table = _rich_table("event", "at", "by", "what happened")
    for entry in entries:
        table.add_row(str(entry.version), escape(entry.at), escape(entry.by), escape(entry.sentence))
    console().print(table)


def print_summaries(summaries: Sequence[Summary]) -> None:
    """A list of matches."""
    table = _rich_table("match", "game", "status", "seats", "events", "opened", "last event")
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
