"""Players and their API tokens.

There are no passwords: a player is whoever holds one of its tokens. Tokens carry 160 random bits and are
stored hashed (a fast hash is enough for so many); a checksum at the end lets typing errors and scanners
be told apart from real tokens without asking the database.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import unicodedata
import zlib
from collections.abc import Callable, Iterable, Mapping
from typing import Final, NamedTuple
from uuid import UUID, uuid4

from sqlalchemy import Engine, insert, select, update

from domain.games.rules import Refusal
from domain.tables import AUDIT_READS, PLAYERS, TOKENS, transaction

SCOPES: Final = ("play", "admin", "audit")
NAME_LENGTH = 40
_PREFIX = "ft"


class InvalidName(Refusal):
    """A name that cannot be shown to others."""

    code = "invalid-name"


class InvalidScopes(Refusal):
    """Scopes that do not exist, or that the caller cannot give on."""

    code = "invalid-scopes"


class UnknownPlayer(Refusal):
    """No player has this id."""

    code = "unknown-player"


class UnknownToken(Refusal):
    """The caller has no such token."""

    code = "unknown-token"


class Player(NamedTuple):
    """Somebody who plays."""

    id: str
    name: str
    created_at: str


class Token(NamedTuple):
    """A token as it is told once, when it is made."""

    id: str
    text: str
    scopes: tuple[str, ...]


class TokenInfo(NamedTuple):
    """A token as its holder may look at it later: without what makes it one."""

    id: str
    scopes: tuple[str, ...]
    created_at: str


class Principal(NamedTuple):
    """Who is calling, and what the token, or the session, in hand allows."""

    player: str
    scopes: frozenset[str]


class Accounts:
    """The table of players and that of tokens."""

    def __init__(self, engine: Engine, clock: Callable[[], str], draw: Callable[[int], bytes]) -> None:
        """`draw` gives that many random bytes."""
        self._engine = engine
        self._clock = clock
        self._draw = draw

    def register(self, name: str) -> Player:
        """A new player. Raises `InvalidName`, `StoreUnavailable`."""
        player = Player(str(uuid4()), _valid_name(name), self._clock())
        with transaction(self._engine) as connection:
            connection.execute(insert(PLAYERS).values(player._asdict()))
        return player

    def player(self, player: str) -> Player:
        """Raises `UnknownPlayer`, `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            row = connection.execute(select(PLAYERS).where(PLAYERS.c.id == player)).first()
        if row is None:
            raise UnknownPlayer(f"there is no player {player}")
        return Player(*row)

    def names(self, players: Iterable[str]) -> Mapping[str, str]:
        """The names of players, as far as they are known. Raises `StoreUnavailable`."""
        query = select(PLAYERS.c.id, PLAYERS.c.name).where(PLAYERS.c.id.in_(set(players)))
        with transaction(self._engine) as connection:
            return {row.id: row.name for row in connection.execute(query)}

    def issue(self, player: str, scopes: Iterable[str]) -> Token:
        """A new token for a player. Raises `InvalidScopes`, `StoreUnavailable`."""
        granted = tuple(scope for scope in SCOPES if scope in set(scopes))
        if not granted or len(granted) != len(set(scopes)):
            raise InvalidScopes(f"scopes are some of {', '.join(SCOPES)}")
        token_id = self._draw(6).hex()
        secret = base64.b32encode(self._draw(20)).decode().lower()
        body = f"{_PREFIX}_{token_id}_{secret}"
        with transaction(self._engine) as connection:
            connection.execute(
                insert(TOKENS).values(
                    id=token_id,
                    digest=_digest(secret),
                    player=player,
                    scopes=" ".join(granted),
                    created_at=self._clock(),
                )
            )
        return Token(token_id, body + _checksum(body), granted)

    def tokens(self, player: str) -> list[TokenInfo]:
        """A player's tokens that have not been revoked, the oldest first. Raises `StoreUnavailable`."""
        query = (
            select(TOKENS.c.id, TOKENS.c.scopes, TOKENS.c.created_at)
            .where(TOKENS.c.player == player, TOKENS.c.revoked_at.is_(None))
            .order_by(TOKENS.c.created_at, TOKENS.c.id)
        )
        with transaction(self._engine) as connection:
            return [
                TokenInfo(row.id, tuple(row.scopes.split()), row.created_at)
                for row in connection.execute(query)
            ]

    def revoke(self, player: str, token: str) -> None:
        """Make a token of a player's worthless from now on. Raises `UnknownToken`, `StoreUnavailable`."""
        query = (
            update(TOKENS)
            .where(TOKENS.c.id == token, TOKENS.c.player == player, TOKENS.c.revoked_at.is_(None))
            .values(revoked_at=self._clock())
        )
        with transaction(self._engine) as connection:
            if connection.execute(query).rowcount == 0:
                raise UnknownToken(f"you have no token {token}")

    def principal(self, token: str) -> Principal | None:
        """Who holds a token; None for one that is worthless. Raises `StoreUnavailable`."""
        parsed = _parse(token)
        if parsed is None:
            return None
        token_id, secret = parsed
        with transaction(self._engine) as connection:
            row = connection.execute(select(TOKENS).where(TOKENS.c.id == token_id)).mappings().first()
        if (
            row is None
            or row["revoked_at"] is not None
            or not hmac.compare_digest(row["digest"], _digest(secret))
        ):
            return None
        return Principal(row["player"], frozenset(row["scopes"].split()))

    def record_audit_read(self, match: UUID, player: str, what: str) -> None:
        """Remember that somebody looked at a running match with an auditor's eyes. Raises
        `StoreUnavailable`."""
        with transaction(self._engine) as connection:
            connection.execute(
                insert(AUDIT_READS).values(match=str(match), player=player, at=self._clock(), what=what)
            )


def _valid_name(name: str) -> str:
    cleaned = " ".join(unicodedata.normalize("NFC", name).split())
    if not 1 <= len(cleaned) <= NAME_LENGTH:
        raise InvalidName(f"a name has 1 to {NAME_LENGTH} characters, this one {len(cleaned)}")
    if any(unicodedata.category(character).startswith("C") for character in cleaned):
        raise InvalidName("a name cannot hold control or invisible characters")
    return cleaned


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode()).hexdigest()


def _checksum(body: str) -> str:
    return f"{zlib.crc32(body.encode()):08x}"


def _parse(token: str) -> tuple[str, str] | None:
    if not (token.isascii() and token.isprintable()):  # which no database should have to look for
        return None
    body, checksum = token[:-8], token[-8:]
    parts = body.split("_")
    if (
        len(parts) != 3
        or parts[0] != _PREFIX
        or not hmac.compare_digest(_checksum(body).encode(), checksum.encode())
    ):
        return None
    return parts[1], parts[2]
