"""The command `fairtable`: sets up the database, serves, keeps the read models, makes players and tokens,
plays test matches."""

from __future__ import annotations

import json
import socket
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click
import msgspec
from sqlalchemy.exc import SQLAlchemyError

from api.metrics_folder import counting_together
from domain import configuration
from domain.accounts import SCOPES
from domain.configuration import InvalidConfiguration, Settings
from domain.games.registry import GAMES
from domain.games.rules import Refusal
from domain.storage import InvalidDatabase, data_folder, database_url, sqlite_file
from domain.tables import NotMigrated


class _Failure(click.ClickException):
    """A command could not do its work."""

    exit_code = 2


class _Group(click.Group):
    """Tells what went wrong in a sentence."""

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(ctx)
        except (Refusal, InvalidConfiguration, NotMigrated) as error:
            message = str(error)
        except SQLAlchemyError:
            message = "the database does not answer"
        except OSError as error:
            message = f"{error.filename}: {error.strerror}" if error.filename else str(error.strerror)
        raise _Failure(message)


def _existing_database() -> str:
    """The database's URL. Raises `NotMigrated` where SQLite would make an empty file."""
    url = database_url()
    file = sqlite_file(url)
    if file is not None and not file.exists():
        raise NotMigrated("there is no database yet; run: fairtable migrate")
    return url


@click.group(cls=_Group, context_settings={"help_option_names": ["-h", "--help"]})
def main() -> None:
    """An event-sourced board-game server.

    FAIRTABLE_DATABASE names the database (sqlite:///PATH or postgresql://…); by default it is a SQLite file
    in the folder that FAIRTABLE_DATA names, or else in ./data. Every key of the configuration is explained
    in docs/configuration.md.
    """


@main.command("migrate")
def migrate_command() -> None:
    """Create what the database lacks. Safe to repeat; run it before each start of a new version."""
    from api.context import migrate  # noqa: PLC0415 - other commands start faster without the web

    if configuration.read().database is None:
        # For its owner alone: the secrets of running matches are in it.
        data_folder().mkdir(mode=0o700, parents=True, exist_ok=True)
    migrate(database_url())
    click.echo("The database is up to date.")


@main.command()
@click.option("--host", help="Address to listen on.")
@click.option("--port", type=click.IntRange(1, 65535))
@click.option("--workers", type=click.IntRange(1, 64), help="Processes; one with SQLite.")
def serve(**given: Any) -> None:
    """Serve the web pages and the API until told to stop.

    What is not given here comes from the configuration: FAIRTABLE_HOST, FAIRTABLE_PORT and so on.
    """
    wanted = {name: value for name, value in given.items() if value is not None}
    settings = msgspec.structs.replace(configuration.read(), **wanted)
    url = _existing_database()
    if settings.workers > 1 and sqlite_file(url) is not None:
        raise InvalidDatabase("SQLite is served by one worker; use PostgreSQL for more")
    with counting_together(settings.workers):
        _serve(url, settings)


def _serve(url: str, settings: Settings) -> None:
    from api import journal  # noqa: PLC0415
    from api.context import Services  # noqa: PLC0415
    from api.server import Server  # noqa: PLC0415

    journal.configure(settings.log_level)
    Services.open(url).close()  # Whatever is wrong with the database is better told before there are workers.
    host, port = settings.host, settings.port
    _check_free(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def tell() -> None:
        click.echo(f"Fairtable listens on {address}; the API is described at {address}/api/v1/docs")

    Server(url, settings, on_ready=tell).run()


@main.command()
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def doctor(as_json: bool) -> None:
    """Look at everything the server rests on, and say what to do where it is not well.

    Exit code 0 when all is well, 1 when something is to be seen to, 2 when something must be done.
    """
    from api.doctor.examination import examine  # noqa: PLC0415
    from api.doctor.findings import as_text, exit_code  # noqa: PLC0415

    findings = examine(database_url())
    click.echo(msgspec.json.encode(findings) if as_json else as_text(findings))
    raise click.exceptions.Exit(exit_code(findings))


@main.command("replace-key")
def replace_key_command() -> None:
    """Replace the signing key by a fresh one, under the server's name.

    Servers take it up when they are started again. What was signed with the old one can still be checked,
    since its public half stays in the database; tell those who noted it that there is a new one.
    """
    from domain.keys import replace_key  # noqa: PLC0415

    click.echo(replace_key(_existing_database()).text)


@main.command("player")
@click.argument("name")
def player_command(name: str) -> None:
    """Register a player and print its id and a token."""
    from api.context import Services  # noqa: PLC0415

    with closing(Services.open(_existing_database())) as services:
        player = services.accounts.register(name)
        token = services.accounts.issue(player.id, ["play"])
    click.echo(f"player {player.id}\ntoken {token.text}")


@main.command("token")
@click.argument("player")
@click.option(
    "--scopes", default="play", show_default=True, help=f"Some of {', '.join(SCOPES)}, with commas."
)
def token_command(player: str, scopes: str) -> None:
    """Print a new token for PLAYER, an id. This is how operators get the scopes admin and audit."""
    from api.context import Services  # noqa: PLC0415

    with closing(Services.open(_existing_database())) as services:
        holder = services.accounts.player(player)
        token = services.accounts.issue(holder.id, [scope.strip() for scope in scopes.split(",")])
    click.echo(token.text)


@main.command()
@click.option("--game", required=True, type=click.Choice(list(GAMES)))
@click.option("--seats", required=True, type=int)
@click.option("--matches", default=1, show_default=True, type=click.IntRange(1))
@click.option("--seed", default=0, show_default=True, type=int, help="The same seed gives the same bytes.")
@click.option("--bots", default="random", show_default=True, help="Play in turn, from seat 0: greedy,random.")
@click.option("--option", "options", multiple=True, metavar="KEY=VALUE", help="One of the game's options.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    help="Write each match's file into this folder.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the summary as JSON.")
def simulate(
    game: str,
    seats: int,
    matches: int,
    seed: int,
    bots: str,
    options: tuple[str, ...],
    out: Path | None,
    as_json: bool,
) -> None:
    """Let bots play whole matches through the real aggregate and a store of their own."""
    from api.simulating import Order, simulate_matches  # noqa: PLC0415

    order = Order(game, seats, matches, seed, bots.split(","), dict(map(_option, options)), out)
    summary = simulate_matches(order, show_progress=sys.stderr.isatty() and not as_json)
    click.echo(json.dumps(summary.as_json()) if as_json else summary.as_text())


@main.group()
def projections() -> None:
    """The read models (lobby, players, statistics): keep them, look at them, fill them anew."""


@projections.command("run")
def run_projections() -> None:
    """Keep the read models in this process until told to stop.

    For servers with FAIRTABLE_PROJECTIONS=false, or beside any: what one process does the others need not.
    """
    from api.projecting import RunnerDied, keep_until_told_to_stop  # noqa: PLC0415

    try:
        keep_until_told_to_stop(
            _existing_database(), lambda: click.echo("The projections follow the matches.")
        )
    except RunnerDied as error:
        raise _Failure(str(error)) from error


@projections.command("status")
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def projections_status(as_json: bool) -> None:
    """Tell how far each read model is behind the matches.

    Why one has stopped is told by the log of the process that keeps it.
    """
    from api.projecting import projection_runner, status_text  # noqa: PLC0415

    with projection_runner(_existing_database()) as runner:
        found = runner.status()
    click.echo(json.dumps([each._asdict() for each in found]) if as_json else status_text(found))


@projections.command("rebuild")
@click.argument("names", nargs=-1, metavar="[NAME…]")
def rebuild_projections(names: tuple[str, ...]) -> None:
    """Fill read models anew from the logs: those named, or all.

    Servers may go on meanwhile; readers see the old rows until the new ones are complete. A read model that
    had stopped in another process goes on there.
    """
    from api.projecting import rebuild  # noqa: PLC0415
    from projections.rebuilding import RebuildOvertaken  # noqa: PLC0415
    from projections.runner import UnknownProjection  # noqa: PLC0415

    try:
        for name in rebuild(_existing_database(), names, show_progress=sys.stderr.isatty()):
            click.echo(f"{name} is filled anew.")
    except (UnknownProjection, RebuildOvertaken) as error:
        raise _Failure(str(error)) from error


def _option(text: str) -> tuple[str, Any]:
    key, separator, value = text.partition("=")
    if not separator:
        raise click.BadParameter(f"{text!r} is not KEY=VALUE", param_hint="--option")
    try:
        return key, json.loads(value)
    except ValueError:
        return key, value


def _check_free(host: str, port: int) -> None:
    """Raises `OSError` where the address cannot be listened on; gunicorn would try again for seconds."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError as error:
            raise OSError(error.errno, f"cannot listen on {host}, port {port}: {error.strerror}") from None


if __name__ == "__main__":
    main()
