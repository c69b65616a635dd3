"""`fairtable projections`: the read models kept by a process of their own, looked at, and filled anew."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final

from domain.storage import MatchLogs
from projections.rebuilding import Progress
from projections.runner import ProjectionRunner, ProjectionStatus
from projections.standard import standard_projections
from projections.store import projection_engine

STOP_SECONDS: Final = 5.0
"""How long a page may take that is being applied when the process is told to stop."""

_STOPPING: Final = (signal.SIGINT, signal.SIGTERM)


class RunnerDied(Exception):
    """The thread that keeps the read models has ended by itself."""


@contextmanager
def projection_runner(url: str) -> Iterator[ProjectionRunner]:
    """The read models of a database, with what keeps them. Raises `InvalidDatabase`, `StoreUnavailable`,
    `NotMigrated`."""
    with closing(MatchLogs(url)) as logs:
        engine = projection_engine(url)
        try:
            yield ProjectionRunner(logs, engine, standard_projections(logs))
        finally:
            engine.dispose()


def keep_until_told_to_stop(url: str, on_ready: Callable[[], None]) -> None:
    """Keep the read models until SIGINT or SIGTERM. Any number of processes may: each page is applied by one
    of them, and where that one dies, by the next.

    Raises what `projection_runner` raises, and `RunnerDied`. A database that goes away later is waited for.
    """
    # Blocked here and in all threads to come, signals are taken where we wait for them, and interrupt
    # nothing that holds a lock.
    signal.pthread_sigmask(signal.SIG_BLOCK, _STOPPING)
    with projection_runner(url) as runner:
        thread = threading.Thread(target=runner.run, name="projections", daemon=True)
        thread.start()
        on_ready()
        while signal.sigtimedwait(_STOPPING, 1.0) is None:
            if not thread.is_alive():
                raise RunnerDied("the projections have stopped; see above why")
        runner.stop()
        thread.join(STOP_SECONDS)


def status_text(found: Sequence[ProjectionStatus]) -> str:
    """How the projections are, for people."""
    width = max(len(each.name) for each in found)
    return "\n".join(
        f"{each.name:{width}}  version {each.version}  at position {each.position}, "
        + ("up to date" if each.lag == 0 else f"{each.lag} behind")
        + (f": {each.error}" if each.error else "")
        for each in found
    )


def rebuild(url: str, names: Sequence[str], *, show_progress: bool) -> Iterator[str]:
    """Fill these projections anew from the first event on, or all of them; the name of each that is done.

    Readers see the old rows until the new ones are complete. Raises what `ProjectionRunner.rebuild` raises.
    """
    with projection_runner(url) as runner:
        for name in names or [each.name for each in runner.status()]:
            with _progress_bar(name, shown=show_progress) as progress:
                runner.rebuild(name, progress)
            yield name


@contextmanager
def _progress_bar(name: str, *, shown: bool) -> Iterator[Progress | None]:
    if not shown:
        yield None
        return
    from rich.console import Console  # noqa: PLC0415 - slow to import, and most runs need none
    from rich.progress import Progress as Bar  # noqa: PLC0415

    with Bar(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(name, total=None)
        yield lambda position, newest: bar.update(task, completed=position, total=newest)
