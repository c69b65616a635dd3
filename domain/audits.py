"""Audits that somebody has asked for: a queue in a table, and what came of them.

An audit is run by whichever process claims it first. A claim is a lease: who runs an audit renews it, and one
that has run out, since its process was killed, may be claimed again. So an audit is run once when all goes
well, and until it is done when something does not. What it comes to follows from the log alone; should two
ever run the same one, only the last to hold the claim writes down what it found.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import Any, Final, Literal, NamedTuple
from uuid import UUID

from sqlalchemy import Engine, Row, insert, or_, select, update
from sqlalchemy.exc import IntegrityError

from domain.games.rules import Refusal
from domain.log import parse_timestamp, timestamp
from domain.refusals import CommandReused
from domain.tables import AUDITS, transaction

LEASE_SECONDS: Final = 60
"""How long a claim lasts that nobody renews."""

AuditStatus = Literal["queued", "running", "done", "failed"]


class UnknownAudit(Refusal):
    """No audit has this id."""

    code = "unknown-audit"


class Audit(NamedTuple):
    """An audit: of what, for whom, how far it is (`done` of `total` events), and its report as JSON; or the
    sentence why it could not be run. `number` counts all audits."""

    number: int
    id: str
    match: str
    player: str
    accept_older_rules: bool
    thorough: bool
    status: AuditStatus
    requested_at: str
    started_at: str | None
    finished_at: str | None
    done: int
    total: int
    report: str | None
    error: str | None


_COLUMNS = [AUDITS.c[name] for name in Audit._fields]


class Audits:
    """The table of audits."""

    def __init__(self, engine: Engine, clock: Callable[[], str]) -> None:
        self._engine = engine
        self._clock = clock

    def request(
        self, audit: UUID, match: UUID, player: str, *, accept_older_rules: bool, thorough: bool
    ) -> tuple[Audit, bool]:
        """Ask for an audit, and whether it was asked for before: the same id again is the same audit.

        Raises `CommandReused` where it was another one, `StoreUnavailable`.
        """
        asked = {
            "id": str(audit),
            "match": str(match),
            "player": player,
            "accept_older_rules": accept_older_rules,
            "thorough": thorough,
        }
        is_new = self._insert(asked)
        found = self.get(audit)
        if {name: getattr(found, name) for name in asked} != asked:
            raise CommandReused("this idempotency key was used for another audit; take a fresh one")
        return found, not is_new

    def get(self, audit: UUID) -> Audit:
        """Raises `UnknownAudit`, `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            row = connection.execute(select(*_COLUMNS).where(AUDITS.c.id == str(audit))).first()
        if row is None:
            raise UnknownAudit(f"there is no audit {audit}")
        return _audit(row)

    def list(self, match: UUID | None, before: int | None, limit: int) -> list[Audit]:
        """Audits of a match, or all, the newest first; those numbered below `before`. Raises
        `StoreUnavailable`."""
        query = select(*_COLUMNS).order_by(AUDITS.c.number.desc()).limit(limit)
        if match is not None:
            query = query.where(AUDITS.c.match == str(match))
        if before is not None:
            query = query.where(AUDITS.c.number < before)
        with transaction(self._engine) as connection:
            return [_audit(row) for row in connection.execute(query)]

    def claim(self, runner: str) -> Audit | None:
        """The oldest audit that nobody runs, which is the caller's to run from now on; None where there is
        none. Raises `StoreUnavailable`.

        The race of two who have seen the same one is decided by the condition of the update: the second, when
        its turn to write has come, finds it claimed, and looks for another.
        """
        now = self._clock()
        free = or_(
            AUDITS.c.status == "queued", (AUDITS.c.status == "running") & (AUDITS.c.claimed_until < now)
        )
        oldest = select(AUDITS.c.id).where(free).order_by(AUDITS.c.number).limit(1)
        while True:
            with transaction(self._engine) as connection:
                found = connection.execute(oldest).scalar()
                if found is None:
                    return None
                claimed = connection.execute(
                    update(AUDITS)
                    .where(AUDITS.c.id == found, free)
                    .values(
                        status="running",
                        started_at=now,
                        done=0,
                        claimed_by=runner,
                        claimed_until=_lease_end(now),
                    )
                )
            if claimed.rowcount:
                return self.get(UUID(found))

    def renew(self, audit: str, runner: str, done: int, total: int) -> bool:
        """Tell how far a claimed audit is. False where the claim was lost. Raises `StoreUnavailable`."""
        now = self._clock()
        return self._write(audit, runner, done=done, total=total, claimed_until=_lease_end(now))

    def release(self, audit: str, runner: str) -> None:
        """Give a claimed audit back unfinished. Raises `StoreUnavailable`."""
        self._write(audit, runner, status="queued", started_at=None, done=0)

    def finish(self, audit: str, runner: str, events: int, report: str) -> None:
        """Write down what a claimed audit has come to, as JSON. Raises `StoreUnavailable`."""
        self._write(
            audit,
            runner,
            status="done",
            finished_at=self._clock(),
            done=events,
            total=events,
            report=report,
        )

    def fail(self, audit: str, runner: str, error: str) -> None:
        """Write down why a claimed audit could not be run. Raises `StoreUnavailable`."""
        self._write(audit, runner, status="failed", finished_at=self._clock(), error=error)

    def _insert(self, asked: dict[str, Any]) -> bool:
        row = {**asked, "status": "queued", "requested_at": self._clock(), "done": 0, "total": 0}
        try:
            with transaction(self._engine) as connection:
                known = connection.execute(select(AUDITS.c.id).where(AUDITS.c.id == asked["id"])).first()
                if known is None:
                    connection.execute(insert(AUDITS).values(row))
                return known is None
        except Refusal as error:
            if isinstance(error.__cause__, IntegrityError):  # Asked for twice at the same moment.
                return False
            raise

    def _write(self, audit: str, runner: str, **values: Any) -> bool:
        """Change an audit that the caller has claimed; false where it has not, or no longer."""
        mine = (AUDITS.c.id == audit) & (AUDITS.c.claimed_by == runner) & (AUDITS.c.status == "running")
        with transaction(self._engine) as connection:
            return connection.execute(update(AUDITS).where(mine).values(values)).rowcount == 1


def _audit(row: Row[Any]) -> Audit:
    return Audit(**row._mapping)


def _lease_end(now: str) -> str:
    return timestamp(parse_timestamp(now) + timedelta(seconds=LEASE_SECONDS))
