"""The dishonest operator: has the database, the match's secret, the server's key and all programs. Whatever
can be computed he makes fit again: seals, chain, signatures."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from itertools import islice
from typing import Any

import msgspec

from domain import match_file
from domain.checkpoints import Checkpoint, match_origin
from domain.games.canonical import canonical
from domain.games.rules import AUDITOR
from domain.log import GENESIS, Recorded, leaf, leaf_hash
from domain.match_file import Signed
from domain.merkle import root
from domain.sealing import Opening, salt, salt_key, seal
from domain.signing import Signer

SERVER = Signer("fairtable.example", bytes(range(32)))
"""Everybody knows this key; it is for a demonstration."""


class Forged:
    """A log to be rewritten: each event's line as plain values, with what is sealed in it open."""

    def __init__(self, recorded: Sequence[Recorded]) -> None:
        self.match = recorded[0].match
        self._first = recorded[0]
        self._key = salt_key(recorded[0].secret)
        self._sealed = [list(event.sealed_values) for event in recorded]
        self.lines = [_opened(event) for event in recorded]

    def find(self, kind: str, nth: int = 1) -> int:
        """The version of the n-th event of a kind."""
        found = (place for place, line in enumerate(self.lines, 1) if line["type"].endswith(kind))
        return next(islice(found, nth - 1, None))

    def data(self, version: int) -> dict[str, Any]:
        """What an event says, to be changed."""
        data: dict[str, Any] = self.lines[version - 1]["data"]
        return data

    def cut(self, events: int) -> None:
        """Leave only the first events."""
        del self.lines[events:]

    def remove(self, version: int) -> None:
        """Leave an event out; what comes after moves up."""
        del self.lines[version - 1], self._sealed[version - 1]

    def file(self) -> bytes:
        """The match file: numbered, sealed, chained and signed anew."""
        body: list[bytes] = []
        leaves: list[bytes] = []
        prev = GENESIS
        for version, (line, sealed) in enumerate(zip(self.lines, self._sealed, strict=False), start=1):
            written, openings = self._write({**copy.deepcopy(line), "prev": prev, "version": version}, sealed)
            prev = leaf(written)
            leaves.append(leaf_hash(written))
            body += [written, canonical({"opened": openings})] if openings else [written]
        header = match_file.header(self._first, signature_of(self.match, leaves))
        return b"".join(line + b"\n" for line in [canonical(header), *body])

    def _write(self, line: dict[str, Any], sealed: list[str]) -> tuple[bytes, list[Opening]]:
        openings = []
        for path in sealed:
            holder, key = _holder(line["data"], path)
            grain = salt(self._key, line["version"], path)
            openings.append(Opening(line["version"], path, holder[key], grain.hex()))
            holder[key] = {"sealed": seal(self.match, line["version"], path, grain, holder[key])}
        return canonical(line), openings


def honest_file(recorded: Sequence[Recorded]) -> bytes:
    """The match file as an honest server gives it out."""
    signed = signature_of(recorded[0].match, [leaf_hash(event.line) for event in recorded])
    return b"".join(match_file.write(recorded, AUDITOR, salt_key(recorded[0].secret), signed))


def signature_of(match: object, leaves: Sequence[bytes]) -> Signed:
    """The server's word that a match has these leaves."""
    return Signed([SERVER.public.text], [receipt(match, leaves)])


def receipt(match: Any, leaves: Sequence[bytes]) -> str:
    """What the server answers the command with that leads to the last of these leaves."""
    return SERVER.sign(Checkpoint(match_origin("fairtable.example", match), len(leaves), root(leaves)))


def _opened(event: Recorded) -> dict[str, Any]:
    line: dict[str, Any] = msgspec.json.decode(event.line)
    for path, value in event.sealed_values.items():
        holder, key = _holder(line["data"], path)
        holder[key] = value
    return line


def _holder(data: dict[str, Any], path: str) -> tuple[dict[str, Any], str]:
    *parents, key = path.split(".")
    for parent in parents:
        data = data[parent]
    return data, key
