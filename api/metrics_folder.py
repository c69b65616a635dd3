"""The folder that several server processes count into.

It has to be named before `prometheus_client` is imported for the first time: therefore this module imports
nothing of it.
"""

from __future__ import annotations

import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_VARIABLE: Final = "PROMETHEUS_MULTIPROC_DIR"


def shared_folder() -> str | None:
    """The folder; None where one process counts in its memory."""
    return os.environ.get(_VARIABLE)


@contextmanager
def counting_together(processes: int) -> Iterator[None]:
    """For the time of the context, as many processes as will be forked count into a folder of their own."""
    if processes == 1 or shared_folder() is not None:
        yield
        return
    owner = os.getpid()
    folder = os.environ[_VARIABLE] = tempfile.mkdtemp(prefix="fairtable-metrics-")
    try:
        yield
    finally:
        if os.getpid() == owner:  # A forked process comes through here too when it ends.
            del os.environ[_VARIABLE]
            shutil.rmtree(folder, ignore_errors=True)
