"""The command `fairtable`: sets up the database, serves, makes players and tokens, plays test matches."""

from __future__ import annotations

import json
import os
import socket
import sys
from contextlib import closing
from pathlib import Path
from typing import Any

import click
from sqlalchemy.exc import SQLAlchemyError

from domain.accounts import SCOPES
from domain.games.registry import GAMES
from domain.games.rules import Refusal
from domain.storage import DATABASE_VARIABLE, InvalidDatabase, data_folder, database_url, sqlite_file
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
        except (Refusal, InvalidDatabase, NotMigrated) as error:
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
    in the folder that FAIRTABLE_DATA names, or else in ./data.
    """


@main.command("migrate")
def migrate_command() -> None:
    """Create what the database lacks. Safe to repeat; run it before each start of a new version."""
    from api.context import migrate  # noqa: PLC0415 - other commands start faster without the web

    if not os.environ.get(DATABASE_VARIABLE):
        data_folder().mkdir(parents=True, exist_ok=True)
    migrate(database_url())
    click.echo("The database is up to date.")


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option("--port", default=8000, show_default=True, type=click.IntRange(1, 65535))
@click.option(
    "--workers", default=1, show_default=True, type=click.IntRange(1, 64), help="Processes; one with SQLite."
)
def serve(host: str, port: int, workers: int) -> None:
    """Serve the API until told to stop."""
    from api.context import Services  # noqa: PLC0415
    from api.server import Server  # noqa: PLC0415

    url = _existing_database()
    if workers > 1 and sqlite_file(url) is not None:
        raise InvalidDatabase("SQLite is served by one worker; use PostgreSQL for more")
    Services.open(url).close()  # Whatever is wrong with the database is better told before there are workers.
    _check_free(host, port)
    address = f"http://{f'[{host}]' if ':' in host else host}:{port}"

    def tell() -> None:
        click.echo(f"Fairtable listens on {address}; the API is described at {address}/api/v1/docs")

    Server(url, host=host, port=port, workers=workers, on_ready=tell).run()


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
