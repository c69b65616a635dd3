"""A witness: keeps what a server has signed, and sees at each visit whether the server still stands by it.

Everything is in files, in a folder for each server: its keys, the newest checkpoint of its own log with all
entries, and the newest checkpoint of each match. What contradicts them is kept too, under `evidence`: two
texts that the server has signed, and that cannot both be true, convince everybody.
"""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen
from uuid import UUID

import msgspec

from domain.checkpoints import (
    Checkpoint,
    MalformedNote,
    PublicKey,
    heads_origin,
    match_origin,
    parse_key,
)
from domain.heads import Head
from domain.log import leaf_hash
from domain.merkle import is_consistent, root
from replay_tool.receipts import Rejected, opened

API: Final = "/api/v1"
OLD_MATCHES_A_VISIT: Final = 100
"""How many of the matches that are over are looked at again, those first that were not for longest."""

_PAGE: Final = 1000
_TIMEOUT_SECONDS: Final = 30

Fetch = Callable[[str], bytes]
"""Gets what a server has under a path. Raises `NotThere` where it says that there is nothing."""


class NotThere(Exception):
    """The server says that there is nothing under this address."""


class CannotVisit(Exception):
    """The server does not answer, or not as a Fairtable server does."""


class Alarm(NamedTuple):
    """Something that the server does not stand by: a stable code, what it is about, and a sentence."""

    code: str
    about: str
    sentence: str


class Visit(NamedTuple):
    """What came of a visit. `notes` are worth reading, but no alarms."""

    server: str
    heads: int
    matches: int
    alarms: Sequence[Alarm]
    notes: Sequence[str]

    def to_json(self) -> dict[str, Any]:
        """For programs."""
        return self._asdict() | {"alarms": [alarm._asdict() for alarm in self.alarms]}


def fetch_from(address: str) -> Fetch:
    """Gets from a server by its address, `https://fairtable.example`."""

    def fetch(path: str) -> bytes:
        try:
            with urlopen(address.rstrip("/") + path, timeout=_TIMEOUT_SECONDS) as answer:  # noqa: S310
                content: bytes = answer.read()
                return content
        except HTTPError as error:
            if error.code == 404:
                raise NotThere(path) from None
            raise CannotVisit(f"{address}{path} answers with {error.code}") from None
        except (OSError, ValueError) as error:
            raise CannotVisit(f"{address} cannot be reached: {error}") from None

    return fetch


class Witness:
    """Visits one server."""

    def __init__(self, folder: Path, fetch: Fetch) -> None:
        """`folder` is for this server alone. Raises `CannotVisit`."""
        self._fetch = fetch
        self._folder = folder
        self._alarms: list[Alarm] = []
        self._notes: list[str] = []
        told = self._told_keys()
        self.server = told[0].name
        self._keys = self._remember_keys(told)

    def visit(self, matches: Iterable[UUID] = ()) -> Visit:
        """Look at everything that is kept, and at these matches from now on. Raises `CannotVisit`."""
        fresh = self._visit_heads()
        for head in fresh:
            self._visit_match(head.match, head)
        seen = {head.match for head in fresh}
        for match in [*map(str, matches), *self._due()]:
            if match not in seen:
                self._visit_match(match, None)
                seen.add(match)
        return Visit(self.server, len(self._entries()), len(seen), self._alarms, self._notes)

    # Keys

    def _told_keys(self) -> list[PublicKey]:
        text = self._get("/.well-known/fairtable-key").decode("utf-8", "replace")
        try:
            keys = [parse_key(line) for line in text.splitlines()]
        except MalformedNote as error:
            raise CannotVisit(f"the server's keys cannot be read: {error}") from None
        if not keys:
            raise CannotVisit("the server tells no key")
        return keys

    def _remember_keys(self, told: Sequence[PublicKey]) -> list[PublicKey]:
        """All keys that the server has ever told. It must not take one back: what it has signed with it
        could then not be held against it by others."""
        file = self._folder / "keys.txt"
        kept = [parse_key(line) for line in _lines(file)]
        for key in kept:
            if key not in told:
                self._alarm("key-vanished", "keys", f"the server no longer tells its key {key.text}")
        for key in told:
            if key not in kept:
                self._notes.append(f"the server has a new key: {key.text}")
                kept.append(key)
        _write(file, "".join(f"{key.text}\n" for key in kept))
        return kept

    # The server's own log

    def _visit_heads(self) -> list[Head]:
        """Whether the log has only grown; its new entries."""
        entries = self._entries()
        path = f"{API}/log/checkpoint"
        file = self._folder / "heads.txt"
        checkpoint = self._checkpoint(path, heads_origin, file, "the log of heads")
        if checkpoint is None:
            return []
        fresh = list(self._fresh_entries(len(entries), checkpoint.size))
        whole = root(leaf_hash(head.line) for head in [*entries, *fresh])
        if whole != checkpoint.root:
            self._alarm("heads-mismatch", "the log of heads", "its entries are not those that are signed")
            return []
        matches = [head.match for head in [*entries, *fresh]]
        if len(set(matches)) != len(matches):
            self._alarm("heads-mismatch", "the log of heads", "a match is entered twice")
        _write(
            self._folder / "entries.jsonl", "".join(f"{head.line.decode()}\n" for head in [*entries, *fresh])
        )
        return fresh

    def _entries(self) -> list[Head]:
        return [msgspec.json.decode(line, type=Head) for line in _lines(self._folder / "entries.jsonl")]

    def _fresh_entries(self, after: int, until: int) -> Iterator[Head]:
        while after < until:
            limit = min(_PAGE, until - after)
            answer = self._get_json(f"{API}/log/entries?after={after}&limit={limit}")
            try:
                page = msgspec.convert(answer["entries"], list[Head])
            except (KeyError, msgspec.ValidationError) as error:
                raise CannotVisit(f"the entries of the log cannot be read: {error}") from None
            if not page:
                return  # Fewer than are signed: the root will not be right.
            yield from page
            after += len(page)

    # Matches

    def _due(self) -> list[str]:
        """The matches to look at again: all that run, and of the others those not seen for longest."""
        over = {head.match for head in self._entries()}
        files = sorted((self._folder / "matches").glob("*.txt"), key=lambda file: file.stat().st_mtime)
        running = [file.stem for file in files if file.stem not in over]
        return running + [file.stem for file in files if file.stem in over][:OLD_MATCHES_A_VISIT]

    def _visit_match(self, match: str, head: Head | None) -> None:
        """Whether a match has only grown, and ended as the server's own log says."""
        path = f"{API}/matches/{match}/checkpoint"
        file = self._folder / "matches" / f"{match}.txt"
        checkpoint = self._checkpoint(
            path, lambda name: match_origin(name, UUID(match)), file, f"match {match}"
        )
        entered = head or next((entry for entry in self._entries() if entry.match == match), None)
        if checkpoint is None or entered is None:
            return
        if (checkpoint.size, checkpoint.root.hex()) != (entered.size, entered.root):
            sentence = "it has another end now than the server's own log says"
            self._alarm("heads-mismatch", f"match {match}", sentence)

    # A checkpoint, of whatever log

    def _checkpoint(
        self, path: str, origin_at: Callable[[str], str], file: Path, about: str
    ) -> Checkpoint | None:
        """The newest checkpoint, once it is known to continue the one that is kept; None after an alarm."""
        kept_note = file.read_text("utf-8") if file.exists() else None
        try:
            kept = None if kept_note is None else opened(kept_note, self._keys, origin_at)
            answer = self._get_json(path if kept is None else f"{path}?from={kept.size}")
            note = str(answer["checkpoint"])
            newest = opened(note, self._keys, origin_at)
        except NotThere:
            self._missing(path, about, kept_note)
            return None
        except Rejected as error:
            self._alarm(error.code, about, str(error))
            return None
        except KeyError as error:
            raise CannotVisit(f"the server's checkpoint of {about} lacks {error}") from None
        if kept is not None and (code := _contradiction(kept, newest, _proof(answer))) is not None:
            self._keep_evidence(kept_note or "", note)
            self._alarm(code, about, f"the server signed {kept.size} leaves of another history before")
            return None
        _write(file, note)
        return newest

    def _missing(self, path: str, about: str, kept_note: str | None) -> None:
        """There is nothing, or less than there was. Which of the two the server itself may tell."""
        if kept_note is None:
            self._alarm("match-unknown", about, "the server does not know it")
            return
        try:
            shorter = str(self._get_json(path)["checkpoint"])
        except (NotThere, KeyError):
            self._alarm("match-vanished", about, "the server has signed it, and has it no more")
            return
        self._keep_evidence(kept_note, shorter)
        self._alarm("history-cut", about, "the server has less of it than it has signed")

    def _keep_evidence(self, kept: str, now: str) -> None:
        both = f"{kept}\n{now}"
        name = hashlib.sha256(both.encode()).hexdigest()[:16]
        _write(self._folder / "evidence" / f"{name}.txt", both)
        self._notes.append(f"both texts are kept in {self._folder / 'evidence' / name}.txt")

    def _alarm(self, code: str, about: str, sentence: str) -> None:
        self._alarms.append(Alarm(code, about, sentence))

    # The server

    def _get(self, path: str) -> bytes:
        try:
            return self._fetch(path)
        except NotThere:
            raise CannotVisit(f"there is no {path}: this is no Fairtable server") from None

    def _get_json(self, path: str) -> dict[str, Any]:
        try:
            answer = json.loads(self._fetch(path))
        except ValueError as error:
            raise CannotVisit(f"the answer to {path} cannot be read: {error}") from None
        if not isinstance(answer, dict):
            raise CannotVisit(f"the answer to {path} is not what it should be")
        return answer


def _contradiction(kept: Checkpoint, newest: Checkpoint, proof: Sequence[bytes]) -> str | None:
    """The code of what is wrong between what was signed before and what is signed now; None if nothing is."""
    if newest.size < kept.size:
        return "history-cut"
    if newest.size == kept.size and newest.root != kept.root:
        return "history-split"
    if not is_consistent(kept.size, kept.root, newest.size, newest.root, proof):
        return "history-rewritten"
    return None


def _proof(answer: dict[str, Any]) -> list[bytes]:
    try:
        return [base64.b64decode(node, validate=True) for node in answer["proof"]]
    except (KeyError, TypeError, ValueError):
        return [b""]  # Proves nothing.


def _lines(file: Path) -> list[str]:
    return file.read_text("utf-8").splitlines() if file.exists() else []


def _write(file: Path, text: str) -> None:
    """Whole or not at all, so that a visit that is cut short loses nothing."""
    file.parent.mkdir(parents=True, exist_ok=True)
    temporary = file.with_name(f".{file.name}")
    temporary.write_text(text, "utf-8")
    temporary.replace(file)
