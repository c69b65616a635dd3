"""What every projection is: a read model that follows the events of all matches."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from copy import copy
from typing import ClassVar, Self

from sqlalchemy import Connection, MetaData, Table

from domain.storage import Followed
from projections.store import Key


class Projection(ABC):
    """A read model: what it listens to, and what becomes of its rows.

    It says nothing about transactions and positions; the runner sees to it that each event is applied
    exactly once, in order.
    """

    name: ClassVar[str]
    """Stable: the tables and the position are found by it."""
    version: ClassVar[int]
    """Raised whenever the rows would come out differently. A new version has a position and tables of its
    own, so that servers of the old one go on with theirs while it is filled."""
    listens: ClassVar[frozenset[str] | None]
    """The names of the events that it wants; None for all."""
    tables: ClassVar[Sequence[Table]]

    def __init__(self) -> None:
        self._tables: Mapping[Table, Table] = {table: table for table in self.tables}

    @property
    def key(self) -> Key:
        """Under which its position is kept."""
        return self.name, self.version

    def table(self, table: Table) -> Table:
        """The table to fill in place of one of `tables`: itself, or its shadow."""
        return self._tables[table]

    def wanted(self, page: Sequence[Followed]) -> Sequence[Followed]:
        """Those of a page's events that it listens to."""
        listens = self.listens
        return page if listens is None else [event for event in page if event.type in listens]

    @abstractmethod
    def apply(self, connection: Connection, events: Sequence[Followed]) -> None:
        """Bring the rows up to date with some wanted events, in order: those of one or many matches.

        Whatever it raises, but for `StoreUnavailable`, means that an event cannot be applied.
        """

    def shadow(self) -> Self:
        """The same projection, filling shadow tables in place of its own."""
        twin = copy(self)
        twin._tables = {table: _shadow(table) for table in self.tables}
        return twin


def played_here(events: Sequence[Followed]) -> Iterator[Followed]:
    """The events of matches that were not imported: those that count in results and statistics."""
    return (event for event in events if not event.imported)


def _shadow(table: Table) -> Table:
    """A table of the same columns and key, without the indexes, which only readers need."""
    twin = table.to_metadata(MetaData(), name=f"{table.name}_shadow")
    twin.indexes.clear()
    return twin
