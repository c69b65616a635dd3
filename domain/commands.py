"""What can be asked of a match. A command is accepted whole or refused whole.

Every command carries its id, by which a repetition is known, and who asks: a person by player id, the
server itself, or an admin. What chance and identity a command needs, it brings along.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any, Final, Literal
from uuid import UUID

import msgspec

from domain.games.rules import Seat
from domain.sealing import lp

SERVER: Final = "server"
ADMIN: Final = "admin"


class Person(msgspec.Struct, frozen=True):
    """A player who asks for something."""

    id: str


Actor = Person | Literal["server", "admin"]


def command_id(player: str, path: str, idempotency_key: str) -> str:
    """The id of a person's command. Hashed, since the log is public and a key that others can read would
    let them replay it."""
    return hashlib.sha256(lp(player) + lp(path) + lp(idempotency_key)).hexdigest()[:32]


def server_command_id(purpose: str, *parts: object) -> str:
    """The id of a command that the server gives by itself, made from what it answers: given twice, by two
    processes or after a crash, it is one command."""
    text = "/".join([purpose, *map(str, parts)])
    return hashlib.sha256(lp(SERVER) + lp(text) + lp("")).hexdigest()[:32]


def new_match_id(command: str) -> UUID:
    """The id of the match that a command creates."""
    return UUID(hex=command)


class Command(msgspec.Struct, frozen=True, kw_only=True):
    """Something asked of a match.

    `salt` is 32 fresh random bytes, under which the free texts that the command brings are sealed; where
    it is left out the service draws it.
    """

    id: str
    actor: Actor
    salt: bytes | None = None


class CreateMatch(Command, frozen=True, kw_only=True):
    """Open a table. `secret` is 32 fresh random bytes; `bots` are seated at once; `digest` names a
    component set other than the game's own."""

    game: str
    seats: int
    options: Mapping[str, Any]
    bots: Mapping[Seat, str]
    secret: bytes
    digest: str | None = None


class TakeSeat(Command, frozen=True, kw_only=True):
    """Sit down on a seat, or on the first free one.

    The player's client commits to 32 bytes of entropy; where it does not, `entropy` is what the server
    has drawn for it.
    """

    seat: Seat | None = None
    entropy_commitment: str | None = None
    entropy: bytes | None = None


class SeatBot(Command, frozen=True, kw_only=True):
    """Put a bot on a seat, or on the first free one, of a table that one has opened."""

    bot: str
    seat: Seat | None = None


class LeaveSeat(Command, frozen=True, kw_only=True):
    """Stand up again, while nobody is ready yet."""

    seat: Seat


class BeReady(Command, frozen=True, kw_only=True):
    """Be ready to start, and reveal the entropy that one's client committed to."""

    entropy: bytes | None = None


class MakeMove(Command, frozen=True, kw_only=True):
    """Answer a decision. `seat` is the actor's own when a person asks."""

    decision: int
    move: Mapping[str, Any]
    seat: Seat | None = None
    if_version: int | None = None


class Resign(Command, frozen=True, kw_only=True):
    """Give up."""


class HandToBot(Command, frozen=True, kw_only=True):
    """Let a bot play on for a person who vanished."""

    seat: Seat
    bot: str


class Abort(Command, frozen=True, kw_only=True):
    """End a match before it starts."""
