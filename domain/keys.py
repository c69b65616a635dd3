"""The server's name and its signing key: where they come from, and which keys the server has had.

The private key is configured, or lies in a file beside the database that only its owner can read; where there
is none, one is made. The public keys, old ones too, are kept in a table: what was signed
with a key that has been replaced can be checked for ever.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from secrets import token_bytes
from typing import Final
from uuid import UUID

from sqlalchemy import Engine, insert, select

from domain import configuration
from domain.checkpoints import Checkpoint, PublicKey, heads_origin, is_server_name, match_origin, parse_key
from domain.refusals import StoreUnavailable
from domain.signing import SEED_BYTES, InvalidKey, Signer, parse_signer
from domain.storage import data_folder, sqlite_file
from domain.tables import SIGNING_KEYS, transaction

NAME_VARIABLE: Final = "FAIRTABLE_NAME"
KEY_VARIABLE: Final = "FAIRTABLE_KEY"
DEFAULT_NAME: Final = "fairtable.localhost"


class Notary:
    """Signs for the server, and knows all its public keys, the present one first."""

    def __init__(self, signer: Signer, former: Iterable[PublicKey] = ()) -> None:
        self._signer = signer
        self.keys = (signer.public, *(key for key in former if key != signer.public))

    @property
    def name(self) -> str:
        """The server's name."""
        return self._signer.name

    @property
    def key_texts(self) -> list[str]:
        """The public keys as they are handed out."""
        return [key.text for key in self.keys]

    def checkpoint(self, match: UUID, size: int, root: bytes) -> str:
        """A signed checkpoint of a match: the receipt for the command that led to this version."""
        return self._signer.sign(Checkpoint(match_origin(self.name, match), size, root))

    def heads_checkpoint(self, size: int, root: bytes) -> str:
        """A signed checkpoint of the server's own log, that of the heads of matches that are over."""
        return self._signer.sign(Checkpoint(heads_origin(self.name), size, root))


def open_notary(url: str, engine: Engine, clock: Callable[[], str]) -> Notary:
    """The notary of a server: with its key, which is made at the first start, and all keys it has had.

    Raises `InvalidKey`, `StoreUnavailable`, `OSError`.
    """
    given = configuration.read().key
    signer = _from_file(key_file(url)) if given is None else parse_signer(given.strip())
    _check_name(signer)
    _publish(engine, signer.public, clock())
    return Notary(signer, published_keys(engine))


def replace_key(url: str) -> PublicKey:
    """Put a fresh key in the place of the one in the file. Servers that are running go on with the old one
    until they are started again.

    Raises `InvalidKey` where the key is not in a file, `OSError`.
    """
    if configuration.read().key is not None:
        raise InvalidKey(f"the key is given by {KEY_VARIABLE}, and is replaced there")
    fresh = new_signer(_wanted_name())
    _write(key_file(url), fresh).replace(key_file(url))
    return fresh.public


def published_keys(engine: Engine) -> list[PublicKey]:
    """All public keys that the server has had, the newest first. Raises `StoreUnavailable`."""
    query = select(SIGNING_KEYS.c.vkey).order_by(SIGNING_KEYS.c.since.desc(), SIGNING_KEYS.c.vkey)
    with transaction(engine) as connection:
        return [parse_key(vkey) for vkey in connection.execute(query).scalars()]


def key_file(url: str) -> Path:
    """Where the private key lies: beside an SQLite database, else in the data folder."""
    database = sqlite_file(url)
    return data_folder() / "fairtable.key" if database is None else database.with_suffix(".key")


def new_signer(name: str) -> Signer:
    """A fresh key for a server. Raises `InvalidKey` for a name that no key can have."""
    if not is_server_name(name):
        raise InvalidKey(f"{name!r} is no name for a server: printable ASCII without space and +")
    return Signer(name, token_bytes(SEED_BYTES))


def _wanted_name() -> str:
    return configuration.read().name or DEFAULT_NAME


def _check_name(signer: Signer) -> None:
    """A key is bound to the name that it signs under. Raises `InvalidKey` when the server is to have
    another."""
    wanted = configuration.read().name
    if wanted and wanted != signer.name:
        raise InvalidKey(
            f"{NAME_VARIABLE} is {wanted!r}, but the signing key is that of {signer.name!r}; to go on under "
            "another name replace the key: fairtable replace-key"
        )


def _from_file(path: Path) -> Signer:
    if not path.exists():
        _make(path)
    if path.stat().st_mode & 0o077:
        raise InvalidKey(
            f"others than its owner can read {path}: chmod 600 {path}, or better replace the key"
        )
    return parse_signer(path.read_text("ascii").strip())


def _make(path: Path) -> None:
    """Make the key. Of several servers that start together one is first; the others take its key."""
    path.parent.mkdir(parents=True, exist_ok=True)
    written = _write(path, new_signer(_wanted_name()))
    with suppress(FileExistsError):
        os.link(written, path)
    written.unlink()


def _write(path: Path, signer: Signer) -> Path:
    """A key in a file of its own beside its place, so that nobody ever reads half of it."""
    temporary = path.with_name(f"{path.name}.{token_bytes(8).hex()}")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w", encoding="ascii") as file:
        file.write(signer.private_text + "\n")
        file.flush()
        os.fsync(file.fileno())
    return temporary


def _publish(engine: Engine, key: PublicKey, at: str) -> None:
    if key in published_keys(engine):
        return
    try:
        with transaction(engine) as connection:
            connection.execute(insert(SIGNING_KEYS).values(vkey=key.text, since=at))
    except StoreUnavailable:
        if key not in published_keys(engine):  # Otherwise another process has published it meanwhile.
            raise
