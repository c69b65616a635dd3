"""What the commands share: exit codes, options, and where matches come from."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, Final, TypeVar
from uuid import UUID

import click
from sqlalchemy.exc import SQLAlchemyError

from domain.configuration import InvalidConfiguration
from domain.games.rules import AUDITOR, SPECTATOR, Refusal, Viewer
from domain.log import LogError
from domain.storage import DATABASE_VARIABLE, database_url
from domain.tables import NotMigrated
from replay_tool.sources import Database, Source, Unreadable, from_file
from replay_tool.witness import CannotVisit

FOUND: Final = 1
FAILED: Final = 2

EXIT_CODES: Final = f"""
Exit codes: 0 when all is well, {FOUND} when something was found, {FAILED} when the tool could not do its
work (no such file or match, no database, a match that still runs). With several matches a finding counts
more than one that could not be checked.
"""

F = TypeVar("F", bound=Callable[..., Any])

KNOWN_ERRORS: Final = (
    CannotVisit,
    InvalidConfiguration,
    LogError,
    NotMigrated,
    OSError,
    Refusal,
    SQLAlchemyError,
    Unreadable,
)
"""What is told in a sentence. Anything else is a fault of the program."""


class Failure(click.ClickException):
    """Why the tool could not do its work, in a sentence on standard error."""

    exit_code = FAILED


class Group(click.Group):
    """Commands whose errors are sentences."""

    def invoke(self, context: click.Context) -> Any:
        """Run a command."""
        try:
            return super().invoke(context)
        except KNOWN_ERRORS as error:
            if isinstance(error, BrokenPipeError):
                raise
            raise Failure(str(error)) from error


def found_something() -> click.exceptions.Exit:
    """To be raised where something was found."""
    return click.exceptions.Exit(FOUND)


# Options


class _ViewerType(click.ParamType[Viewer]):
    name = "seat|spectator|auditor"

    def convert(self, value: Any, param: click.Parameter | None, context: click.Context | None) -> Viewer:
        if value in (SPECTATOR, AUDITOR):
            return SPECTATOR if value == SPECTATOR else AUDITOR
        if str(value).isdecimal():
            return int(value)
        self.fail(f"{value!r} is neither a seat's number nor {SPECTATOR} nor {AUDITOR}", param, context)


def database_option(command: F) -> F:
    """`--database`."""
    return click.option(
        "--database",
        metavar="URL",
        help=f"The server's database; by default ${DATABASE_VARIABLE}, else SQLite in the data folder.",
    )(command)


def json_option(command: F) -> F:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="One line of JSON for each result.")(command)


def viewer_option(command: F) -> F:
    """`--as`."""
    return click.option(
        "--as",
        "viewer",
        type=_ViewerType(),
        help="With whose eyes: a seat's number (the first seat is 0), spectator or auditor. By default "
        "everything of a match that is over, and what spectators see of one that runs.",
    )(command)


def accept_older_rules_option(command: F) -> F:
    """`--accept-older-rules`."""
    return click.option(
        "--accept-older-rules", is_flag=True, help="Let stand what older rules decided otherwise."
    )(command)


# Sources


@contextmanager
def open_database(url: str | None) -> Iterator[Database]:
    """The database of that address, or the one that the environment names."""
    database = Database(url or database_url())
    try:
        yield database
    finally:
        database.close()


@contextmanager
def finder(url: str | None) -> Iterator[Callable[[str], Source]]:
    """Finds matches by path or id. The database is opened when the first id comes."""
    opened: list[Database] = []

    def find(name: str) -> Source:
        if not name:
            raise Unreadable("an empty name is neither that of a file nor the id of a match")
        path = Path(name)
        if path.is_dir():
            raise Unreadable(f"{name} is a folder; name the files in it: {name.rstrip('/')}/*")
        if path.exists():
            return from_file(path)
        match = match_id(name)
        if not opened:
            opened.append(Database(url or database_url()))
        return opened[0].source(match)

    try:
        yield find
    finally:
        for database in opened:
            database.close()


def match_id(name: str) -> UUID:
    """The id that is written. Raises `Unreadable`."""
    try:
        return UUID(name)
    except ValueError:
        raise Unreadable(f"{name} is neither a file that exists nor the id of a match") from None
