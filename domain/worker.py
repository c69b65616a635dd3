"""The worker: does what nobody asks for. It moves the bots, answers for who has let its time run out, and
aborts matches whose entropy is withheld.

It follows the store, looks at each match in which something happened, and answers what is owed. Its
commands' ids are made from what they answer, so that several workers, or one that starts again after a
crash, do no harm. What is still to be done at a time to come is kept in a table, with the position up to
which the store has been followed, in one transaction.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterable, Iterator, Mapping
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import Engine, delete, insert, select, update

from domain.commands import SERVER, Abort, MakeMove, server_command_id
from domain.games.rules import Seat
from domain.log import parse_timestamp, timestamp
from domain.match import Match
from domain.refusals import (
    Busy,
    DecisionClosed,
    MatchNotOpen,
    MatchOver,
    NotAllowed,
    NotAwaited,
    NotDue,
    StoreUnavailable,
)
from domain.service import MatchService
from domain.tables import WORKER_DUE, WORKER_POSITION, insert_into, transaction

POLL_SECONDS = 0.25
"""How soon the worker sees what another process has stored."""

RETRY_SECONDS = 1.0
"""How long it waits when the store does not answer."""

RETRY_MATCH_SECONDS = 60
"""When it looks again at a match in which a bot has failed: nothing else would make it look."""

_NAME = "worker"
_ALREADY_DONE = (DecisionClosed, NotAwaited, MatchOver, MatchNotOpen, NotAllowed, NotDue, Busy)

_log = logging.getLogger(__name__)


class Worker:
    """Follows the store and does what is due."""

    def __init__(self, service: MatchService, engine: Engine) -> None:
        self._service = service
        self._engine = engine
        self._woken = threading.Event()
        self._stopped = threading.Event()
        self._position, self._due = self._load()
        service.subscribe(self._woken.set)

    def run(self) -> None:
        """Work until `stop` is called."""
        while not self._stopped.is_set():
            try:
                if not self.step():
                    self._woken.wait(POLL_SECONDS)
                    self._woken.clear()
            except StoreUnavailable as error:
                _log.warning("the worker waits for the database: %s", error)
                self._stopped.wait(RETRY_SECONDS)

    def stop(self) -> None:
        """Let `run` come to its end."""
        self._stopped.set()
        self._woken.set()

    def step(self) -> bool:
        """Look at what has happened since, and do once what is due in each match. Whether anything was.

        What was done is written down afterwards: after a crash in between it is done again, which the
        ids of the commands make harmless.
        """
        page = self._service.logs.follow(self._position)
        now = self._service.clock()
        touched = {entry.match for entry in page}
        touched |= {match for match, at in self._due.items() if at <= now}
        changed = {match: self._try_to_attend(match) for match in sorted(touched)}
        if page or changed:
            self._save(page[-1].position if page else self._position, changed)
        return bool(touched)

    def _try_to_attend(self, match_id: UUID) -> str | None:
        try:
            return self._attend(match_id)
        except StoreUnavailable:
            raise
        except Exception:  # A bot that fails in one match must not stop those of all others.
            _log.exception("match %s has to wait for its bots", match_id)
            again = parse_timestamp(self._service.clock()) + timedelta(seconds=RETRY_MATCH_SECONDS)
            return timestamp(again)

    def _attend(self, match_id: UUID) -> str | None:
        """Do once what is due in a match; when to look at it again, if ever.

        A bot answers as soon as it is asked, whatever it holds: how long it takes tells nothing.
        """
        with self._service.reading(match_id) as match:
            commands = list(_due(match, self._service.clock()))
        for command in commands:
            self._give(match_id, command)
        with self._service.reading(match_id) as match:
            return match.deadline()

    def _give(self, match_id: UUID, command: MakeMove | Abort) -> None:
        try:
            self._service.handle(match_id, command)
        except _ALREADY_DONE:
            _log.debug("%s in match %s was done by others", type(command).__name__, match_id)

    def _load(self) -> tuple[int, dict[UUID, str]]:
        with transaction(self._engine) as connection:
            start = insert_into(connection, WORKER_POSITION).values(worker=_NAME, position=0)
            connection.execute(start.on_conflict_do_nothing())
            position = connection.execute(
                select(WORKER_POSITION.c.position).where(WORKER_POSITION.c.worker == _NAME)
            ).scalar_one()
            rows = connection.execute(select(WORKER_DUE.c.match, WORKER_DUE.c.at))
            return position, {UUID(row.match): row.at for row in rows}

    def _save(self, position: int, changed: Mapping[UUID, str | None]) -> None:
        """Write down how far this worker is, and what is due in the matches it has looked at.

        The race: another worker is further, has seen that something is due in a match which we have looked
        at before, and has written that down. Were we to write what we knew, and were both killed then,
        nobody would look at that match again. So who lags behind writes nothing: the other one has seen all
        that we have, and later. The position's row is locked first, so that workers do this in turn.
        """
        with transaction(self._engine) as connection:
            moved = connection.execute(
                update(WORKER_POSITION)
                .where(WORKER_POSITION.c.worker == _NAME, WORKER_POSITION.c.position <= position)
                .values(position=position)
            )
            if moved.rowcount == 1:
                connection.execute(delete(WORKER_DUE).where(WORKER_DUE.c.match.in_(_texts(changed))))
                due = [{"match": str(match), "at": at} for match, at in changed.items() if at is not None]
                if due:
                    connection.execute(insert(WORKER_DUE), due)
        self._position = position
        for match, at in changed.items():
            if at is None:
                self._due.pop(match, None)
            else:
                self._due[match] = at


def _due(match: Match, now: str) -> Iterator[MakeMove | Abort]:
    """What the server owes a match: the bots' answers, then those of persons whose time has run out, and
    the end of a match that cannot start."""
    for decision, seat in match.owing_bots():
        yield _answer("bot", match, decision, seat, match.bot_move(decision, seat))
    for decision, seat, move in match.overdue(now):
        yield _answer("timeout", match, decision, seat, move)
    deadline = match.ready_deadline()
    if deadline is not None and deadline <= now:
        yield Abort(id=server_command_id("entropy-withheld", match.id), actor=SERVER)


def _answer(purpose: str, match: Match, decision: int, seat: Seat, move: Mapping[str, Any]) -> MakeMove:
    command = server_command_id(purpose, match.id, decision, seat)
    return MakeMove(id=command, actor=SERVER, seat=seat, decision=decision, move=move)


def _texts(matches: Iterable[UUID]) -> list[str]:
    return [str(match) for match in matches]
