"""Runs the audits that have been asked for, one after the other, beside a server's requests."""

from __future__ import annotations

import logging
import threading
import time
from typing import Final
from uuid import UUID, uuid4

import msgspec

from domain.accounts import Accounts
from domain.audits import Audit, Audits
from domain.games.rules import Refusal
from domain.refusals import StoreUnavailable
from domain.storage import MatchLogs
from replay_tool.audit import audit
from replay_tool.sources import StoredMatches, Unreadable

POLL_SECONDS: Final = 0.5
"""How soon it sees that an audit has been asked for, in whichever process."""

RETRY_SECONDS: Final = 1.0
"""How long it waits when the store does not answer."""

REPORT_SECONDS: Final = 0.5
"""How often it tells how far it is, which also keeps its claim."""

_log = logging.getLogger(__name__)


class _Interrupted(Exception):
    """The audit is not to be finished here: the process ends, or another has taken it over."""


class AuditRunner:
    """Takes audits from the queue. Any number may run, in one process or many: each audit is run by one."""

    def __init__(self, logs: MatchLogs, accounts: Accounts, audits: Audits) -> None:
        self._matches = StoredMatches(logs, accounts)
        self._audits = audits
        self._name = uuid4().hex
        self._stopped = threading.Event()

    def run(self) -> None:
        """Work until `stop` is called."""
        while not self._stopped.is_set():
            try:
                if not self.step():
                    self._stopped.wait(POLL_SECONDS)
            except StoreUnavailable as error:
                _log.warning("the audits wait for the database: %s", error)
                self._stopped.wait(RETRY_SECONDS)

    def stop(self) -> None:
        """Let `run` come to its end. An audit that is running goes back into the queue."""
        self._stopped.set()

    def step(self) -> bool:
        """Run one audit, if there is one. Whether there was. Raises `StoreUnavailable`."""
        claimed = self._audits.claim(self._name)
        if claimed is None:
            return False
        try:
            self._run(claimed)
        except _Interrupted:
            self._audits.release(claimed.id, self._name)
        except StoreUnavailable:
            raise  # Its claim runs out, and it is run again.
        except (Unreadable, Refusal) as error:
            self._audits.fail(claimed.id, self._name, str(error))
        except Exception:
            _log.exception("the audit of match %s broke off", claimed.match)
            self._audits.fail(claimed.id, self._name, "the audit broke off; the server's log tells more")
        return True

    def _run(self, claimed: Audit) -> None:
        source = self._matches.source(UUID(claimed.match))
        report = audit(
            source,
            accept_older_rules=claimed.accept_older_rules,
            thorough=claimed.thorough,
            progress=_Progress(self._audits, claimed.id, self._name, len(source.events), self._stopped),
        )
        told = msgspec.json.encode(report.to_json(), order="sorted").decode()
        self._audits.finish(claimed.id, self._name, report.events, told)


class _Progress:
    """Told after each command how many events have been decided again."""

    def __init__(self, audits: Audits, audit: str, runner: str, total: int, stopped: threading.Event) -> None:
        self._audits = audits
        self._audit = audit
        self._runner = runner
        self._total = total
        self._stopped = stopped
        self._told = 0.0

    def __call__(self, events: int) -> None:
        """Raises `_Interrupted`, `StoreUnavailable`."""
        if self._stopped.is_set():
            raise _Interrupted
        if time.monotonic() - self._told >= REPORT_SECONDS:
            self._told = time.monotonic()
            if not self._audits.renew(self._audit, self._runner, events, self._total):
                raise _Interrupted
