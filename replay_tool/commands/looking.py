"""Commands that show: matches, tables, logs, and why something came out as it did."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from typing import Any

import click

from domain.games.rules import AUDITOR, Viewer
from replay_tool import drawing, output
from replay_tool.commands.common import (
    EXIT_CODES,
    Failure,
    database_option,
    finder,
    found_something,
    json_option,
    open_database,
    viewer_option,
)
from replay_tool.differing import SHOWN, compare
from replay_tool.explaining import SHOWN_MOVES, Explained, explain
from replay_tool.newest_rules import compare_with_newest_rules
from replay_tool.sources import Source, Unreadable
from replay_tool.stepping import Stepper, orders_from_keys, orders_from_lines
from replay_tool.viewing import Wanted, is_of_kind, log_entries, summary, table
from replay_tool.walking import Walkthrough


@click.command("list")
@database_option
@json_option
def list_matches(database: str | None, as_json: bool) -> None:
    """The matches of a server, the oldest first."""
    with open_database(database) as opened:
        matches = opened.matches()
        summaries = (summary(opened.source(match)) for match in matches)
        found = list(output.with_progress(summaries, len(matches), "reading"))
    if as_json:
        for entry in found:
            output.print_json(entry)
    else:
        output.print_summaries(found)


@click.command()
@click.argument("match", metavar="MATCH|FILE")
@click.option("--at", type=click.IntRange(min=1), metavar="N", help="After this event instead of the last.")
@viewer_option
@database_option
@json_option
def show(match: str, at: int | None, viewer: Viewer | None, database: str | None, as_json: bool) -> None:
    """The table of a match: board, seats, and who is waited for.

    \b
    The position after event 57, as seat 2 saw it:
      fairtable-replay show MATCH --at 57 --as 2
    """
    with finder(database) as find:
        shown = table(find(match), at, viewer)
    if as_json:
        output.print_json(shown)
    else:
        output.print_table(shown)


@click.command(short_help="What happened in a match, in sentences.")
@click.argument("match", metavar="MATCH|FILE")
@click.option("--seat", type=click.IntRange(min=0), metavar="SEAT", help="What it did, and what it befell.")
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    metavar="NAME",
    help="Events of this name, in full or its last part; * stands for anything. May be repeated.",
)
@click.option(
    "--from", "first", type=click.IntRange(min=1), default=1, metavar="N", help="From this event on."
)
@click.option("--to", "last", type=click.IntRange(min=1), metavar="N", help="Up to this event.")
@viewer_option
@database_option
@json_option
def log(
    match: str,
    seat: int | None,
    kinds: tuple[str, ...],
    first: int,
    last: int | None,
    viewer: Viewer | None,
    database: str | None,
    as_json: bool,
) -> None:
    """What happened in a match, event by event, as far as the viewer may know it.

    \b
    All moves of seat 2:
      fairtable-replay log MATCH --seat 2 --kind MoveMade
    What was completed or scored from event 50 to 80:
      fairtable-replay log MATCH --kind '*Completed' --kind '*Scored' --from 50 --to 80
    """
    with finder(database) as find:
        source = find(match)
        _check_kinds(source, kinds)
        wanted = Wanted(seat, kinds, first, last)
        entries = filter(wanted.takes, log_entries(source, viewer))
        if as_json:
            for entry in entries:
                output.print_json(entry)
        else:
            output.print_log(entries)
    if source.fault is not None:
        raise Failure(f"{source.name} cannot be read further: {source.fault.sentence}")


def _check_kinds(source: Source, kinds: tuple[str, ...]) -> None:
    """A name with a mistake in it must not look as if nothing had happened."""
    there = sorted({event.line.type for event in source.events})
    for kind in kinds:
        if there and not any(is_of_kind(name, kind) for name in there):
            raise Unreadable(f"there is no event {kind!r} in this match; there are {', '.join(there)}")


@click.command()
@click.argument("match", metavar="MATCH|FILE")
@click.option("--at", type=click.IntRange(min=1), default=1, metavar="N", help="Begin at this event.")
@viewer_option
@database_option
@json_option
def step(match: str, at: int, viewer: Viewer | None, database: str | None, as_json: bool) -> None:
    """Walk through a match event by event, forwards and back.

    At a terminal with single keys: n or → is the next event, p or ← the one before, ? lists them all.
    Otherwise orders are read from standard input, one a line, and every stop is printed.

    \b
    To event 57, one on, and why that happened:
      printf '57\\nn\\ne\\n' | fairtable-replay step MATCH
    """
    with finder(database) as find:
        source = find(match)
        walk = Walkthrough(source, viewer, at)

        def tell_why(version: int) -> None:
            try:
                _show_explained(explain(source, version, viewer=walk.viewer), as_json)
            except Unreadable as error:
                click.echo(str(error), err=as_json)

        Stepper(
            walk,
            show=output.print_json if as_json else drawing.print_stop,
            tell=lambda told: click.echo(told, err=as_json),
            explain=tell_why,
        ).run(_orders())


def _show_explained(explained: Explained, as_json: bool) -> None:
    if as_json:
        output.print_json(explained)
    else:
        drawing.print_explained(explained)


def _orders() -> Iterator[str]:
    """From keys where somebody sits at a terminal, else from lines."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        return orders_from_keys(_read_key, lambda typed: click.echo(typed, nl=False))
    return orders_from_lines(sys.stdin)


def _read_key() -> str:
    try:
        return click.getchar()
    except (KeyboardInterrupt, EOFError):
        return "q"


class _MoveType(click.ParamType[dict[str, Any]]):
    name = "json"

    def convert(
        self, value: Any, param: click.Parameter | None, context: click.Context | None
    ) -> dict[str, Any]:
        try:
            move = json.loads(value)
        except ValueError as error:
            self.fail(f"{value!r} is no JSON: {error}", param, context)
        if not isinstance(move, dict):
            self.fail(f"{value!r} is no move; a move is an object with a `type`", param, context)
        return move


@click.command("explain", short_help="Why event N came out so, and what else was possible.")
@click.argument("match", metavar="MATCH|FILE")
@click.argument("event", type=click.IntRange(min=1), metavar="N")
@click.option(
    "--seat", type=click.IntRange(min=0), metavar="SEAT", help="Whose choice; by default whose move it was."
)
@click.option("--move", type=_MoveType(), metavar="JSON", help="Judge a move that was not made.")
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=SHOWN_MOVES,
    show_default=True,
    help="How many legal moves are listed.",
)
@click.option(
    "--as",
    "viewer",
    type=click.Choice([AUDITOR]),
    help="Also tell of a match that runs what is still hidden in it.",
)
@database_option
@json_option
def explain_event(
    match: str,
    event: int,
    seat: int | None,
    move: dict[str, Any] | None,
    limit: int,
    viewer: Viewer | None,
    database: str | None,
    as_json: bool,
) -> None:
    """Why event N came out as it did, and what else could have been done.

    Tells the rule and the ruling, from which pieces was counted, all that the same command led to, and the
    moves that were legal right before it. With --move it tells of another move whether it would have been
    legal, what would have followed, or why it would have been refused.

    \b
    Why did event 58 score 2?
      fairtable-replay explain MATCH 58
    Could seat 2 have laid its tile elsewhere?
      fairtable-replay explain MATCH 58 --move '{"type": "take", "space": 3, "cell": [0, 1]}'
    """
    with finder(database) as find:
        explained = explain(find(match), event, seat=seat, move=move, limit=limit, viewer=viewer)
    _show_explained(explained, as_json)


@click.command(epilog=EXIT_CODES)
@click.argument("left", metavar="MATCH|FILE")
@click.argument("right", metavar="[MATCH|FILE]", required=False)
@click.option(
    "--newest-rules", is_flag=True, help="Beside what the rules of today make of the same commands."
)
@click.option(
    "--limit",
    type=click.IntRange(min=0),
    default=SHOWN,
    show_default=True,
    help="How many differing events are listed after the first.",
)
@database_option
@json_option
def diff(
    left: str, right: str | None, newest_rules: bool, limit: int, database: str | None, as_json: bool
) -> None:
    """Where two logs part, and what follows.

    Two files that should be of one match, a file and the match in a database, or, with --newest-rules, a
    match and what today's rules make of the same commands with the same chance. Exit code 1 tells that they
    differ.

    \b
      fairtable-replay diff mine.match.jsonl theirs.match.jsonl
      fairtable-replay diff old.match.jsonl --newest-rules
    """
    if newest_rules == (right is not None):
        raise click.UsageError("name two logs, or one with --newest-rules")
    with finder(database) as find:
        if right is None:
            compared = compare_with_newest_rules(find(left), limit)
        else:
            compared = compare(find(left), find(right), limit=limit)
    if as_json:
        output.print_json(compared)
    else:
        drawing.print_comparison(compared)
    if not compared.is_same:
        raise found_something()
