"""Real matches for the tamper suite, with the receipts that players and server kept, and who may rewrite
them."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, NamedTuple

import msgspec

from domain import match_file
from domain.checkpoints import Checkpoint, match_origin
from domain.commands import Command, CreateMatch
from domain.games.canonical import canonical
from domain.games.registry import game
from domain.games.rules import AUDITOR
from domain.log import DRAWS, Recorded
from domain.merkle import root
from domain.sealing import salt_key
from domain.signing import Signer
from tests.domain.table import MATCH, Table
from tests.replay_tool.forger import Forger

SERVER = Signer("fairtable.test", bytes(range(32)))
STRANGER = Signer("fairtable.test", bytes(32))
"""Signs in the server's name with a key of its own."""


class Evidence(NamedTuple):
    """What a verifier is given: a match file, receipts kept beside it, and keys noted earlier."""

    content: bytes
    receipts: tuple[str, ...] = ()
    keys: tuple[str, ...] = ()


class PlayedMatch:
    """A match that was played to its end."""

    def __init__(self, name: str, events: Sequence[Recorded]) -> None:
        self.game = name
        self.events = events
        self.leaves = [hashlib.sha256(b"\0" + recorded.line).digest() for recorded in events]
        self.end = len(events)

    def receipt(self, size: int, signer: Signer = SERVER) -> str:
        """What the server answered the command with that led to this version."""
        return sign(size, self.leaves, signer)

    def content(self) -> bytes:
        """The match file as the server gives it out."""
        lines = match_file.write(self.events, AUDITOR, salt_key(self.events[0].secret))
        return with_header(b"".join(lines), keys=[SERVER.public.text], checkpoints=[self.receipt(self.end)])

    def version(self, type_ending: str, nth: int = 1) -> int:
        """The version of the n-th event whose type ends so."""
        return [event.version for event in self.events if event.type.endswith(type_ending)][nth - 1]

    def version_where(self, holds: Callable[[Recorded], bool]) -> int:
        """The version of the first event for which something holds."""
        return next(event.version for event in self.events if holds(event))

    @property
    def drawn(self) -> int:
        """The version of the first event that rests on a shuffle."""
        return self.version_where(lambda event: "of" in event.sealed_values.get(DRAWS, [{}])[0])

    def last_data(self) -> dict[str, Any]:
        """What the last line says of the end."""
        line = msgspec.json.decode(self.events[-1].line)
        return dict(line["data"])

    def forger(self) -> Forger:
        """Who rewrites this match."""
        return Forger(self.events)


def forged(forger: Forger) -> bytes:
    """The file that a forger with the server's key makes, all fitting but for what others have kept."""
    return signed_anew(forger.file())


def signed_anew(content: bytes) -> bytes:
    """A match file under a fresh signature by the server."""
    leaves = [
        hashlib.sha256(b"\0" + line).digest()
        for line in content.split(b"\n")[1:-1]
        if not line.startswith(b'{"opened"')
    ]
    return with_header(content, keys=[SERVER.public.text], checkpoints=[sign(len(leaves), leaves)])


def sign(size: int, leaves: Sequence[bytes], signer: Signer = SERVER, match: object = MATCH) -> str:
    """A signed checkpoint of a match that has these leaves."""
    origin = match_origin("fairtable.test", MATCH) if match is MATCH else str(match)
    return signer.sign(Checkpoint(origin, size, root(leaves[:size])))


def with_header(content: bytes, **fields: Any) -> bytes:
    """A match file with other fields in its header."""
    line, _, rest = content.partition(b"\n")
    return canonical({**msgspec.json.decode(line), **fields}) + b"\n" + rest


class _Table(Table):
    """A table whose match is named after the command that created it, as the service does."""

    def give(self, kind: type[Command], *, command: str | None = None, **more: Any) -> list[Recorded]:
        return super().give(kind, command=MATCH.hex if kind is CreateMatch else command, **more)


@cache
def played(name: str, seed: str = "1") -> PlayedMatch:
    """A match of a game at its smallest table. Another seed: another match under the same id."""
    table = _Table(name, game(name).seats[0], seed=seed)
    table.play_to_the_end()
    return PlayedMatch(name, table.events)


def seats_of(name: str) -> int:
    """How many sit at such a table."""
    return game(name).seats[0]
