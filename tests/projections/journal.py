"""A projection for tests: it writes down each event it is given. One given twice fails or shows."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Sequence
from typing import ClassVar

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Engine,
    Integer,
    MetaData,
    String,
    Table,
    insert,
    select,
)

from domain.storage import Followed
from projections.projection import Projection

METADATA = MetaData()

ENTRIES = Table(
    "projection_journal_v1",
    METADATA,
    Column("entry", Integer, primary_key=True, autoincrement=True),
    Column("position", BigInteger, nullable=False),
    Column("type", String, nullable=False),
)


class Journal(Projection):
    """Keeps the journal; `meanwhile` happens after each entry."""

    name = "journal"
    version = 1
    listens: ClassVar[frozenset[str] | None] = None
    tables = (ENTRIES,)

    def __init__(self, meanwhile: Callable[[Followed], None] | None = None) -> None:
        super().__init__()
        self.meanwhile = meanwhile

    def apply(self, connection: Connection, events: Sequence[Followed]) -> None:
        """Write the events down, one after the other."""
        for event in events:
            connection.execute(insert(self.table(ENTRIES)).values(position=event.position, type=event.type))
            if self.meanwhile is not None:
                self.meanwhile(event)


class StartsOnly(Journal):
    """Hears of starts, nothing else."""

    listens = frozenset({"match.MatchStarted"})


class NextJournal(Journal):
    """A later version, in the same table for once."""

    version = 2


def create(engine: Engine) -> None:
    """Create the journal's table, empty."""
    METADATA.drop_all(engine)
    METADATA.create_all(engine)


def entries(engine: Engine) -> list[int]:
    """The positions of the events written down, in the order of writing."""
    with engine.connect() as connection:
        return list(connection.execute(select(ENTRIES.c.position).order_by(ENTRIES.c.entry)).scalars())


def die(event: Followed) -> None:
    """Be killed, with no chance to clean up."""
    os.kill(os.getpid(), signal.SIGKILL)
