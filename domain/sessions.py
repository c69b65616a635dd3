"""Sessions of browsers, and the one-time links by which a player gets to its other devices.

A browser holds 256 random bits in a cookie; a link carries as many. Both are stored hashed, so that who
reads the database can sign in as nobody.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Callable
from datetime import timedelta
from typing import Final, NamedTuple

from sqlalchemy import Connection, Engine, Table, delete, insert, select, update

from domain.accounts import Principal
from domain.games.rules import Refusal
from domain.log import later
from domain.tables import LINKS, SESSIONS, transaction

SCOPES: Final = frozenset({"play"})
"""What a session allows. Admins and auditors use tokens: a browser that is left open then gives away no
more than a seat."""

SESSION_LIFE: Final = timedelta(days=400)
"""How long a session lasts unless it is used; browsers keep no cookie longer."""

RENEWAL: Final = timedelta(days=1)
"""How old a session may become before its use prolongs it."""

LINK_LIFE: Final = timedelta(minutes=15)
_SECRET_BYTES: Final = 32


class UnknownLink(Refusal):
    """A one-time link that was used already, has expired, or never was."""

    code = "unknown-link"


class Secret(NamedTuple):
    """What proves a session or is a link, told once, and how long it does."""

    text: str
    expires_at: str


class Sessions:
    """The table of sessions and that of links."""

    def __init__(self, engine: Engine, clock: Callable[[], str], draw: Callable[[int], bytes]) -> None:
        """`draw` gives that many random bytes."""
        self._engine = engine
        self._clock = clock
        self._draw = draw

    def start(self, player: str) -> Secret:
        """A new session of a player. Raises `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            return self._start(connection, player)

    def principal(self, secret: str) -> Principal | None:
        """Whose session this is; None for one that has ended. Raises `StoreUnavailable`."""
        query = select(SESSIONS.c.player).where(
            SESSIONS.c.digest == _digest(secret), SESSIONS.c.expires_at > self._clock()
        )
        with transaction(self._engine) as connection:
            player = connection.execute(query).scalar()
        return None if player is None else Principal(player, SCOPES)

    def prolong(self, secret: str) -> Secret | None:
        """Let a session last for its full life again; None where that was done within the last day, or the
        session has ended. Raises `StoreUnavailable`."""
        now = self._clock()
        expires_at = later(now, SESSION_LIFE)
        query = (
            update(SESSIONS)
            .where(
                SESSIONS.c.digest == _digest(secret),
                SESSIONS.c.expires_at > now,
                SESSIONS.c.expires_at < later(now, SESSION_LIFE - RENEWAL),
            )
            .values(expires_at=expires_at)
        )
        with transaction(self._engine) as connection:
            prolonged = connection.execute(query).rowcount == 1
        return Secret(secret, expires_at) if prolonged else None

    def end(self, secret: str) -> None:
        """End a session; from now on its cookie is worthless. Raises `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.digest == _digest(secret)))

    def end_all(self, player: str) -> None:
        """End all sessions of a player, and its open links. Raises `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            connection.execute(delete(SESSIONS).where(SESSIONS.c.player == player))
            connection.execute(delete(LINKS).where(LINKS.c.player == player))

    def make_link(self, player: str) -> Secret:
        """A link that starts one session of a player, once and soon. Raises `StoreUnavailable`."""
        secret, expires_at = self._draw_secret(), later(self._clock(), LINK_LIFE)
        with transaction(self._engine) as connection:
            self._sweep(connection, LINKS)
            connection.execute(
                insert(LINKS).values(digest=_digest(secret), player=player, expires_at=expires_at)
            )
        return Secret(secret, expires_at)

    def follow_link(self, secret: str) -> tuple[str, Secret]:
        """The player whose link this is, and a new session of it. Raises `UnknownLink`,
        `StoreUnavailable`."""
        query = (
            delete(LINKS)
            .where(LINKS.c.digest == _digest(secret), LINKS.c.expires_at > self._clock())
            .returning(LINKS.c.player)
        )
        with transaction(self._engine) as connection:
            # Of two browsers that follow one link at the same moment, one deletes the row.
            player = connection.execute(query).scalar()
            if player is None:
                raise UnknownLink("this link has been used already, or has expired; please make a new one")
            return player, self._start(connection, player)

    def _start(self, connection: Connection, player: str) -> Secret:
        now = self._clock()
        secret, expires_at = self._draw_secret(), later(now, SESSION_LIFE)
        self._sweep(connection, SESSIONS)
        connection.execute(
            insert(SESSIONS).values(
                digest=_digest(secret), player=player, created_at=now, expires_at=expires_at
            )
        )
        return Secret(secret, expires_at)

    def _sweep(self, connection: Connection, table: Table) -> None:
        """Forget what has expired, so that the tables do not grow for ever."""
        connection.execute(delete(table).where(table.c.expires_at <= self._clock()))

    def _draw_secret(self) -> str:
        return base64.urlsafe_b64encode(self._draw(_SECRET_BYTES)).decode().rstrip("=")


def _digest(secret: str) -> str:
    # A fast hash is right for as many random bits. What is no text at all has no row either.
    return hashlib.sha256(secret.encode("utf-8", "surrogatepass")).hexdigest()
