"""Checkpoints that a server has signed, against each other and against the log that they are about."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple
from uuid import UUID

from domain.checkpoints import Checkpoint, MalformedNote, PublicKey, match_origin, parse_key
from domain.merkle import root
from domain.signing import ForgedSignature, UnknownSigner, open_note
from replay_tool.findings import HEADER, Finding

_NEXT_NOTE = re.compile(r"\n+(?=\S+\n\d+\n)")


class Rejected(Exception):
    """A text that is not the server's word about this log. `code` is the finding's."""

    def __init__(self, code: str, sentence: str) -> None:
        super().__init__(sentence)
        self.code = code


class Evidence(NamedTuple):
    """What somebody kept: receipts, and keys noted earlier. Where there are no keys, those that the log
    itself brings along are believed."""

    receipts: Sequence[str] = ()
    keys: Sequence[str] = ()


NOTHING_KEPT = Evidence()


def read_receipts(text: str) -> list[str]:
    """The signed texts in a file: one below another, or the one in an answer of the server's.

    What is neither is given back as it is: whoever opens it will say what is wrong with it.
    """
    try:
        answer = json.loads(text)
        text = str(answer.get("receipt") or answer["checkpoint"])
    except (ValueError, AttributeError, KeyError, TypeError):
        pass
    return [f"{note}\n" for note in _NEXT_NOTE.split(text.strip())]


def opened(note: str, keys: Sequence[PublicKey], origin_at: Callable[[str], str]) -> Checkpoint:
    """What a note says, once it is known to be a server's word about the log that `origin_at` names for a
    server's name. Raises `Rejected`."""
    try:
        checkpoint, signers = open_note(note, keys)
    except MalformedNote as error:
        raise Rejected("malformed-checkpoint", str(error)) from None
    except UnknownSigner as error:
        raise Rejected("unknown-signer", str(error)) from None
    except ForgedSignature as error:
        raise Rejected("forged-signature", str(error)) from None
    if checkpoint.origin not in {origin_at(key.name) for key in signers}:
        said = f"the checkpoint of {checkpoint.size} events is of {checkpoint.origin[:100]}"
        raise Rejected("wrong-origin", f"{said}, not of this log")
    return checkpoint


def check_receipts(
    match: UUID, leaves: Sequence[bytes], notes: Iterable[str], keys: Iterable[str]
) -> Iterator[Finding]:
    """Each note is the server's word about this match, and none tells another history than the log."""
    known: list[PublicKey] = []
    for vkey in keys:
        try:
            known.append(parse_key(vkey))
        except MalformedNote as error:
            yield Finding("malformed-key", HEADER, str(error))
    signed: dict[int, set[bytes]] = {}
    for note in notes:
        try:
            checkpoint = opened(note, known, lambda name: match_origin(name, match))
        except Rejected as error:
            yield Finding(error.code, HEADER, str(error))
        else:
            signed.setdefault(checkpoint.size, set()).add(checkpoint.root)
    yield from _compare(signed, leaves)


def _compare(signed: dict[int, set[bytes]], leaves: Sequence[bytes]) -> Iterator[Finding]:
    """What was signed with what is there. A finding names the first event that may be another than it was:
    the one after the longest history that is proved."""
    proven = 0
    for size, roots in sorted(signed.items()):
        if size > len(leaves):
            place = len(leaves) + 1
            yield Finding("history-cut", place, f"the server signed {size} events, here are {len(leaves)}")
        elif roots == {root(leaves[:size])}:
            proven = size
            continue
        else:
            place = proven + 1
            sentence = f"of events {place} to {size} some are not those that the server signed"
            yield Finding("history-rewritten", place, sentence)
        if len(roots) > 1:
            sentence = f"the server signed {len(roots)} different histories of {size} events"
            yield Finding("history-split", place, sentence)
