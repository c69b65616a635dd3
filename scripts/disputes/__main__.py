"""`scripts/dispute-demo`: plays a match, has it tampered with in five ways, lets the replay tool judge."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path

import click

from domain.log import Recorded
from domain.simulation import Simulation
from domain.storage import MatchLogs
from domain.tables import migrate
from replay_tool.audit import audit
from replay_tool.findings import HEADER, Report
from replay_tool.receipts import Evidence as Kept
from replay_tool.receipts import read_receipts
from replay_tool.sources import from_file
from replay_tool.verify import verify
from scripts.disputes.operator import SERVER, honest_file
from scripts.disputes.tamperings import TAMPERINGS, Tampering

GAME = "nova_luna"


@click.command()
@click.option(
    "--keep",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="FOLDER",
    help="Keep the files here, to look at them with fairtable-replay.",
)
@click.option("--seed", default=7, show_default=True, help="Another seed plays another match.")
def main(keep: Path | None, seed: int) -> None:
    """Tamper with a match like a dishonest operator in five ways, and show what the replay tool says to each.

    The operator has everything: the database, the match's secret, the server's key, all programs. What he
    cannot have is what others keep, and rules that say something else.
    """
    with tempfile.TemporaryDirectory() as scratch:
        match = _play(Path(scratch), seed)
        folder = keep or Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        click.echo(f"A match of {len(match)} events is played to its end, and its file is handed out.\n")
        _show_honest(folder, match)
        found = [_show(folder, number, each, match) for number, each in enumerate(TAMPERINGS, 1)]
    click.echo(f"{sum(found)} of {len(found)} were found out.")
    if not all(found):
        raise click.exceptions.Exit(1)


def _play(folder: Path, seed: int) -> list[Recorded]:
    url = f"sqlite:///{folder / 'demo.db'}"
    migrate(url)
    logs = MatchLogs(url)
    (match,) = Simulation(logs, GAME, 2, seed).play(1)
    events = logs.read(match)
    logs.close()
    return events


def _show_honest(folder: Path, match: Sequence[Recorded]) -> None:
    path = folder / "0-honest.match.jsonl"
    path.write_bytes(honest_file(match))
    click.echo("0. The operator is honest.")
    _tell("audit", path.name, audit(from_file(path)))


def _show(folder: Path, number: int, tampering: Tampering, match: Sequence[Recorded]) -> bool:
    """Whether the tampering was found out."""
    evidence = tampering.make(match)
    path = folder / f"{number}-{tampering.make.__name__.replace('_', '-')}.match.jsonl"
    path.write_bytes(evidence.file)
    click.echo(f"{number}. The operator {tampering.title}.")
    source = from_file(path)
    if evidence.receipt is not None:
        (folder / "receipt.txt").write_text(evidence.receipt)
        _tell("audit", path.name, audit(source))
        kept = Kept(read_receipts(evidence.receipt), [SERVER.public.text])
        return _tell("verify", f"{path.name} --receipt receipt.txt", verify(source, kept))
    return _tell(
        tampering.command, path.name, audit(source) if tampering.command == "audit" else verify(source)
    )


def _tell(command: str, arguments: str, report: Report) -> bool:
    """Show what the tool says; whether it has found anything."""
    click.echo(f"   $ fairtable-replay {command} {arguments}")
    for finding in report.findings:
        place = "header" if finding.version == HEADER else f"event {finding.version}"
        click.echo(f"     {place}: {finding.code}: {finding.sentence}")
    if report.is_sound:
        click.echo(f"     sound: all {report.events} events")
    click.echo()
    return not report.is_sound


if __name__ == "__main__":
    main()
