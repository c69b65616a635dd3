"""What is drawn for somebody who studies a match: stops of a walk, explanations, two logs side by side."""

from __future__ import annotations

from typing import Any

import msgspec
from rich.console import Console, Group
from rich.markup import escape
from rich.padding import Padding
from rich.table import Table as Grid
from rich.text import Text

from domain.games.canonical import canonical
from domain.games.rules import Explanation
from replay_tool.differing import Comparison, Field, Pair
from replay_tool.explaining import Choice, Explained, Told, Verdict
from replay_tool.output import console, print_block, rich_table, standing, table_title
from replay_tool.viewing import LogEntry
from replay_tool.walking import Stop

SIDE_BY_SIDE = 150
"""From this width on the sentences stand beside the board, which takes a hundred columns."""

SENTENCES_WIDTH = 44
QUOTED = 120
"""How much of a value is quoted."""


# A walk


def print_stop(stop: Stop) -> None:
    """Where a walk stands: what has happened lately beside the table."""
    out = console()
    out.print(table_title(stop.table), soft_wrap=True)
    sentences = Grid.grid(padding=(0, 1))
    for entry in stop.before:
        sentences.add_row("", str(entry.version), Text(entry.sentence, style="dim"))
    sentences.add_row(">", str(stop.event.version), Text(stop.event.sentence, style="bold"))
    board = Group(Text(stop.table.board or ""), Text(standing(stop.table)))
    if out.width >= SIDE_BY_SIDE:
        grid = Grid.grid(padding=(0, 3))
        grid.add_column(width=SENTENCES_WIDTH)
        grid.add_column()
        grid.add_row(sentences, board)
        print_block(out, grid)
    else:
        print_block(out, Group(sentences, "", board))
    out.print()


# An explanation


def print_explained(explained: Explained) -> None:
    """Why an event came out as it did, and what else could have been done."""
    out = console()
    out.print(f"[bold]Event {explained.event.version}[/]: {escape(explained.event.sentence)}", soft_wrap=True)
    _print_why(out, explained.why)
    _print_causes(out, explained)
    if explained.choice is not None:
        _print_choice(out, explained.choice)
    if explained.verdict is not None:
        _print_verdict(out, explained.verdict)
    out.print(_rules_text(explained), soft_wrap=True)


def _print_why(out: Console, why: Explanation) -> None:
    _indent(out, f"why:    {escape(why.sentence)}")
    if why.points is not None:
        _indent(out, f"scored: [bold]{why.points}[/]")
    for number, detail in enumerate(why.details):
        _indent(out, f"{'        ' if number else 'from:   '}{escape(detail)}")
    _indent(out, f"rule:   {escape(why.rule)}")
    out.print()


def _print_causes(out: Console, explained: Explained) -> None:
    if explained.event.version != explained.cause.version:
        out.print(f"It follows from {_told(explained.cause)}", soft_wrap=True)
    others = [told for told in explained.follows if told.version != explained.event.version]
    if others:
        also = "What followed from it:" if explained.event is explained.cause else "All that followed:"
        out.print(also)
        for told in explained.follows:
            mark = ">" if told.version == explained.event.version else " "
            _indent(out, f"{mark} {_told(told)}")
    out.print()


def _told(told: Told) -> str:
    points = "" if told.points is None else f"  [bold]\\[{told.points:+d}][/]"
    return f"event {told.version}: {escape(told.sentence)}{points}"


def _print_choice(out: Console, choice: Choice) -> None:
    if choice.note is not None:
        out.print(f"After event {choice.after} {escape(choice.note)}.", soft_wrap=True)
        out.print()
        return
    moves = "1 move was" if choice.legal == 1 else f"{choice.legal} moves were"
    out.print(
        f"After event {choice.after} {moves} open to seat {choice.seat} (decision {choice.decision}, "
        f"{escape(str(choice.kind))}):",
        soft_wrap=True,
    )
    for move in choice.moves:
        _indent(out, f"{'>' if move.made else ' '} {escape(move.text)}")
    if (left := choice.legal - len(choice.moves)) > 0:
        _indent(out, f"  … and {left} more; --limit {choice.legal} lists them all")
    out.print()


def _print_verdict(out: Console, verdict: Verdict) -> None:
    move = f"After event {verdict.after} seat {verdict.seat} with {escape(_json(verdict.move))}:"
    if not verdict.legal:
        out.print(f"{move} [red]refused[/] ({verdict.code}): {escape(verdict.reason or '')}", soft_wrap=True)
    else:
        out.print(f"{move} [green]legal[/]. It would have led to", soft_wrap=True)
        for told in verdict.follows:
            _indent(out, f"  {_told(told)}")
    out.print()


def _rules_text(explained: Explained) -> str:
    decided = f"{escape(explained.game)}: decided by rules {explained.rules}"
    if explained.rules == explained.newest_rules:
        return f"{decided}, the newest."
    return (
        f"{decided}; [yellow]what could have been done is judged by the newest, {explained.newest_rules}[/] "
        "(diff --newest-rules tells what they make of the whole match)."
    )


# Two logs


def print_comparison(compared: Comparison) -> None:
    """Two logs: what is the same, where they part, what follows, how each ends."""
    out = console()
    sides = rich_table("", "log", "events", "how it ends")
    for label, side in (("left", compared.left), ("right", compared.right)):
        sides.add_row(label, escape(side.name), str(side.events), escape(side.ending))
    out.print(sides)
    for field in compared.header:
        out.print(f"header: {_field(field)}", soft_wrap=True)
    for refused in compared.refused:
        out.print(
            f"[yellow]refused on the right[/]: {refused.name}: {escape(str(refused.right))}", soft_wrap=True
        )
    if compared.parting is None:
        same = "all events are" if compared.common else "no event is"
        out.print(f"[green]{same} the same[/]" if not compared.differing else "")
        return
    out.print(f"{compared.common} events are the same; then they part:", soft_wrap=True)
    _print_pair(out, compared.parting)
    if compared.following:
        out.print("what follows:")
        for pair in compared.following:
            _print_pair(out, pair)
    if (left := compared.differing - 1 - len(compared.following)) > 0:
        out.print(f"  … and {left} more differ; --limit {compared.differing} lists them all")
    out.print(f"{compared.differing} events differ")


def _print_pair(out: Console, pair: Pair) -> None:
    left, right = pair.left, pair.right
    if left is not None and right is not None and left.sentence == right.sentence:
        _indent(out, f"= {_entry(left)}")
    else:
        for mark, colour, entry in (("-", "red", left), ("+", "green", right)):
            if entry is not None:
                _indent(out, f"[{colour}]{mark}[/] {_entry(entry)}")
    for field in pair.fields:
        _indent(out, f"      {_field(field)}")


def _entry(entry: LogEntry) -> str:
    return f"event {entry.version} {escape(entry.type)}: {escape(entry.sentence)}"


def _field(field: Field) -> str:
    left, right = (
        "nothing" if value is msgspec.UNSET else escape(_json(value)) for value in (field.left, field.right)
    )
    return f"{escape(field.name)}: [red]{left}[/] on the left, [green]{right}[/] on the right"


# Both


def _indent(out: Console, text: str) -> None:
    """A line under a heading. Too long for the terminal, it goes on below its own beginning."""
    if out.is_terminal:
        out.print(Padding(Text.from_markup(text), (0, 0, 0, 2)))
    else:
        out.print(f"  {text}", soft_wrap=True)


def _json(value: Any) -> str:
    text = canonical(value).decode()
    return text if len(text) <= QUOTED else f"{text[:QUOTED]}…"
