"""The server's own log: the head of each match that is over, in the order in which they ended.

A match's head is its last version and the root over all its lines. The heads are leaves of one more tree,
whose checkpoints the server signs: who keeps one of them (`fairtable-replay witness`) sees later whether a
match has vanished, or has another past than it had. Like any log it only grows: an entry is written once,
and never again. Imported matches have none: of what was played elsewhere this server can say nothing.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Sequence
from typing import Any, Final
from uuid import UUID

import msgspec
from sqlalchemy import Connection, Engine, func, insert, select, update

from domain.games.canonical import canonical
from domain.log import leaf_hash
from domain.merkle import root
from domain.origins import imported
from domain.refusals import StoreUnavailable
from domain.storage import Followed, MatchLogs
from domain.tables import HEADS, WORKER_POSITION, insert_into, transaction

POLL_SECONDS = 1.0
"""How soon the end of a match is entered that another process has stored."""

ENDINGS: Final = ("match.MatchEnded", "match.MatchAborted")
_NAME: Final = "heads"

_PAGE: Final = 5000

Sign = Callable[[UUID, int, bytes], str]

_log = logging.getLogger(__name__)


class Head(msgspec.Struct, frozen=True):
    """An entry: a match had `size` events when it was over, and this root over their lines, in hex."""

    match: str
    root: str
    size: int

    @property
    def line(self) -> bytes:
        """The entry's exact bytes, canonical JSON; hashed like a line of a match they are a leaf."""
        return canonical(self)


class Heads:
    """The table of heads."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._leaves: list[bytes] = []

    def entries(self, after: int, limit: int) -> list[Head]:
        """Entries in their order, from the one numbered `after` (they count from 0). Raises
        `StoreUnavailable`."""
        query = select(HEADS.c.match, HEADS.c.root, HEADS.c.size).order_by(HEADS.c.number)
        with transaction(self._engine) as connection:
            rows = connection.execute(query.where(HEADS.c.number >= after).limit(limit))
            return [Head(row.match, row.root, row.size) for row in rows]

    def final_checkpoint(self, match: UUID) -> str | None:
        """The signed checkpoint of a match that is over; None while it has not been entered. Raises
        `StoreUnavailable`."""
        query = select(HEADS.c.checkpoint).where(HEADS.c.match == str(match))
        with transaction(self._engine) as connection:
            return connection.execute(query).scalar()

    def leaves(self) -> Sequence[bytes]:
        """The leaves of all entries. Raises `StoreUnavailable`.

        What has been read once is not read again: entries never change. (An entry that did would be found
        by the witnesses, not by the server that changed it.)
        """
        leaves = self._leaves
        while page := self.entries(len(leaves), _PAGE):
            leaves = [*leaves, *(leaf_hash(head.line) for head in page)]
        self._leaves = leaves
        return leaves


class HeadKeeper:
    """Follows the store, and enters the head of each match that ends.

    Entries and the position up to which the store has been followed are written in one transaction; should
    two processes do the same at once, the key (number) lets one of them win, and the other looks again.
    """

    def __init__(self, logs: MatchLogs, engine: Engine, sign: Sign) -> None:
        """`sign` makes a signed checkpoint of a match, from its size and root."""
        self._logs = logs
        self._engine = engine
        self._sign = sign
        self._woken = threading.Event()
        self._stopped = threading.Event()

    def run(self) -> None:
        """Work until `stop` is called."""
        while not self._stopped.is_set():
            try:
                if not self.step():
                    self._woken.wait(POLL_SECONDS)
                    self._woken.clear()
            except StoreUnavailable as error:
                _log.warning("the log of heads waits for the database: %s", error)
                self._stopped.wait(POLL_SECONDS)

    def stop(self) -> None:
        """Let `run` come to its end."""
        self._stopped.set()
        self._woken.set()

    def wake(self) -> None:
        """Something has been stored: look at once."""
        self._woken.set()

    def step(self) -> bool:
        """Enter what has ended since. Whether anything was stored since. Raises `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            position = _position(connection)
        page = self._logs.follow(position)
        if not page:
            return False
        ended = [entry for entry in page if entry.type in ENDINGS]
        with transaction(self._engine) as connection:
            elsewhere = imported(connection, [entry.match for entry in ended])
        rows = [self._row(entry) for entry in ended if entry.match not in elsewhere]
        with transaction(self._engine) as connection:
            if _moves_on(connection, position, page[-1].position):
                _enter(connection, rows)
        return True

    def _row(self, entry: Followed) -> dict[str, Any]:
        lines = (recorded.line for recorded in self._logs.read(entry.match, until=entry.version))
        whole = root(map(leaf_hash, lines))
        return {
            "match": str(entry.match),
            "root": whole.hex(),
            "size": entry.version,
            "checkpoint": self._sign(entry.match, entry.version, whole),
        }


def _position(connection: Connection) -> int:
    """Up to where the store has been followed. Several processes may be the first to ask: the row that is
    then written is the same for all of them, and whoever comes second leaves it."""
    query = select(WORKER_POSITION.c.position).where(WORKER_POSITION.c.worker == _NAME)
    position: int | None = connection.execute(query).scalar()
    if position is None:
        row = insert_into(connection, WORKER_POSITION).values(worker=_NAME, position=0)
        connection.execute(row.on_conflict_do_nothing())
    return position or 0


def _moves_on(connection: Connection, before: int, after: int) -> bool:
    """Write the position down. False where another process has done so since: then it did the work too."""
    moved = connection.execute(
        update(WORKER_POSITION)
        .where(WORKER_POSITION.c.worker == _NAME, WORKER_POSITION.c.position == before)
        .values(position=after)
    )
    return moved.rowcount == 1


def _enter(connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
    """Write entries, each match once for ever: also when the position was lost and all is seen again."""
    matches = [row["match"] for row in rows]
    entered = set(connection.execute(select(HEADS.c.match).where(HEADS.c.match.in_(matches))).scalars())
    number = connection.execute(select(func.count()).select_from(HEADS)).scalar_one()
    fresh = [row for row in rows if row["match"] not in entered]
    if fresh:
        connection.execute(insert(HEADS), [{"number": number + n, **row} for n, row in enumerate(fresh)])
