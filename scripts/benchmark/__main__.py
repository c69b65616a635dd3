"""`scripts/bench`: measures, prints a table, and writes JSON for comparisons."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import click
from rich.console import Console
from rich.table import Table

from scripts.benchmark import http, logs, memory, proof, rules, service, startup
from scripts.benchmark.figures import Figure, yardstick

PARTS: dict[str, Callable[[float, float], Iterator[Figure]]] = {
    "rules": rules.measure,
    "logs": logs.measure,
    "proof": proof.measure,
    "service": service.measure,
    "http": http.measure,
    "memory": memory.measure,
    "startup": startup.measure,
}


@click.command()
@click.argument("parts", nargs=-1, type=click.Choice(list(PARTS)))
@click.option("--quick", is_flag=True, help="Short measurements, for seeing that everything runs.")
@click.option("--json", "json_file", type=click.Path(dir_okay=False, path_type=Path), help="Also write JSON.")
def main(parts: tuple[str, ...], quick: bool, json_file: Path | None) -> None:
    """Measure PARTS, by default all. There are no thresholds: figures are for people.

    A yardstick (small JSON and a hash, in plain Python) is measured first. "ratio" tells how many of it
    could be had for one of the things measured, for stores how many bare inserts; it compares machines.
    """
    seconds = 0.1 if quick else 3.0
    standard = yardstick()
    figures = [Figure("machine", "yardstick", standard, "/s")]
    for part in parts or PARTS:
        figures += PARTS[part](seconds, standard)
    _print(figures)
    if json_file is not None:
        json_file.write_text(json.dumps([figure._asdict() for figure in figures], indent=1))


def _print(figures: list[Figure]) -> None:
    table = Table("part", "what", "figure", "unit", "ratio", "note")
    for column in (2, 4):
        table.columns[column].justify = "right"
    for figure in figures:
        cost = "" if figure.ratio is None else f"{figure.ratio:.2f}"
        table.add_row(figure.part, figure.name, _number(figure.value), figure.unit, cost, figure.note)
    Console().print(table)


def _number(value: float) -> str:
    return f"{value:,.1f}" if value < 100 else f"{value:,.0f}"


if __name__ == "__main__":
    main()
