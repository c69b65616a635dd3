"""What is around the database: room on the disk, and the signing key."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy import Engine

from api.doctor.findings import Finding, error, warning, well
from domain import configuration
from domain.keys import key_file, published_keys
from domain.refusals import StoreUnavailable
from domain.signing import InvalidKey, Signer, parse_signer
from domain.storage import data_folder, sqlite_file

LOW_BYTES: Final = 1 << 30
EMPTY_BYTES: Final = 100 << 20


def check_disk(url: str) -> Iterator[Finding]:
    """That there is room to write: where the SQLite database is, else where the server keeps its files. How
    much room PostgreSQL has, only its own machine knows."""
    file = sqlite_file(url)
    folder = _existing(data_folder() if file is None else file.parent)
    usage = shutil.disk_usage(folder)
    sentence = f"{_size(usage.free)} of {_size(usage.total)} are free at {folder}"
    if usage.free < EMPTY_BYTES:
        yield error("disk", sentence, "make room at once: when it is full nothing can be stored any more")
    elif usage.free < LOW_BYTES:
        yield warning("disk", sentence, "make room")
    else:
        elsewhere = "" if file else "; see to the database's own disk on its machine"
        yield well("disk", f"{sentence}{elsewhere}")


def check_key(url: str, engine: Engine) -> Iterator[Finding]:
    """That the server has its signing key, and nobody else does."""
    file = key_file(url)
    try:
        signer = _signer(file)
        known = [key.text for key in published_keys(engine)]
    except (InvalidKey, OSError) as problem:
        yield error("key", str(problem), "restore the key from a backup, or run: fairtable replace-key")
        return
    except StoreUnavailable:
        return  # Its tables are missing, which has been told.
    if signer is None:
        if known:
            yield error(
                "key",
                f"there is no key at {file}, though this server has signed with one",
                "restore it from a backup; otherwise the next start makes a new one, and those who know the "
                "old one have to be told",
            )
        else:
            yield well("key", f"there is none yet; the first start makes it at {file}")
    elif signer.public.text not in known and known:
        yield warning(
            "key",
            f"{signer.public.text} has not signed here yet; others have",
            "where this is a mistake, restore the key that this database belongs with",
        )
    else:
        where = file if configuration.read().key is None else "the configuration"
        yield well("key", f"{signer.public.text}, from {where}")


def _signer(file: Path) -> Signer | None:
    """The key as it is configured or in its file; None where there is none yet. Raises `InvalidKey`,
    `OSError`."""
    given = configuration.read().key
    if given is not None:
        return parse_signer(given.strip())
    if not file.exists():
        return None
    if file.stat().st_mode & 0o077:
        raise InvalidKey(f"others than its owner can read {file}, and sign with it")
    return parse_signer(file.read_text("ascii").strip())


def _existing(folder: Path) -> Path:
    """The folder, or the nearest one above it that is there."""
    folder = folder.resolve()
    return next(path for path in (folder, *folder.parents) if path.exists())


def _size(count: int) -> str:
    return f"{count / (1 << 30):.1f} GiB"
