"""The folder that several server processes count into.

It has to be named before `prometheus_client` is imported for the first time: therefore this module imports
nothing of it.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, Final

_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"
_PREFIX: Final = "fairtable-metrics-"
_LOCK: Final = "lock"


def shared_folder() -> str | None:
    """The folder; None where one process counts in its memory."""
    return os.environ.get(_VARIABLE)


@contextmanager
def counting_together(processes: int) -> Iterator[None]:
    """For the time of the context, as many processes as will be forked count into a folder of their own.

    Folders of servers that were killed are removed by the next one. A folder is in use while the lock in it
    is held, which forked processes hold too.
    """
    if processes == 1 or shared_folder() is not None:
        yield
        return
    owner = os.getpid()
    _remove_abandoned()
    folder = Path(tempfile.mkdtemp(prefix=_PREFIX))
    with (folder / _LOCK).open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        os.environ[_VARIABLE] = str(folder)
        try:
            yield
        finally:
            if os.getpid() == owner:  # A forked process comes through here too when it ends.
                del os.environ[_VARIABLE]
                shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned() -> None:
    for lock in Path(tempfile.gettempdir()).glob(f"{_PREFIX}*/{_LOCK}"):
        try:
            with lock.open() as opened:
                if not _is_held(opened):
                    shutil.rmtree(lock.parent, ignore_errors=True)
        except OSError:
            continue  # It is another user's, or gone by now.


def _is_held(lock: IO[str]) -> bool:
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    return False
