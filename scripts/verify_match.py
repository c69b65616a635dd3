#!/usr/bin/env python3
"""Checks a Fairtable match file, and receipts kept beside it, without trusting any server.

    verify_match.py MATCH.match.jsonl [RECEIPT ...] [--key VKEY ...]

A receipt is the signed text with which the server answers each move. A file may hold several, or be the
server's answer in JSON as it was saved. Keys are published at the server's /.well-known/fairtable-key;
without --key those in the match file are believed, which proves less: compare them with what you, or
others, noted earlier. Exit: 0 nothing found, 1 findings, 2 could not run.

This program is meant to be read. It shares no code with the server and knows no game. It needs Python 3.11,
and `cryptography` once there are signatures to check. Hashes are SHA-256, numbers big-endian, lp(x) is the
length of x in four bytes, then x. A finding is a stable code (docs/fairness.md tells what each means), the
event (from 1; 0 is the file as a whole), and a sentence.
"""

# One empty line between functions, and one line for a check: the whole is to fit on few pages.
# fmt: off

from __future__ import annotations

import argparse
import base64
import hashlib
import hmac
import json
import re
import struct
import sys
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

Json = dict[str, Any]
Finding = tuple[str, int, str]

def found(version: int, *checks: tuple[object, str, str]) -> list[Finding]:
    """The checks that fail: each is what would be wrong, with its code and its sentence."""
    return [(code, version, sentence) for is_wrong, code, sentence in checks if is_wrong]

def sha(data: bytes) -> bytes:
    return hashlib.sha256(data).digest()

def u32(number: int) -> bytes:
    return (number % (1 << 32)).to_bytes(4, "big")

def lp(value: bytes | str) -> bytes:
    data = value.encode() if isinstance(value, str) else value
    return u32(len(data)) + data

def bytes32(value: object) -> bytes | None:
    """The 32 bytes that a text writes in lower-case hex; None for anything else."""
    return bytes.fromhex(value) if isinstance(value, str) and re.fullmatch("[0-9a-f]{64}", value) else None

# JSON, of which the format allows one spelling: sorted keys in ASCII, no spaces, no floats, |n| < 2^53
OUTSIDE = object()  # stands for what the format does not allow; nothing can encode it
decode = json.JSONDecoder(
    parse_int=lambda text: int(text) if len(text) < 18 and abs(int(text)) < 1 << 53 else OUTSIDE,
    parse_float=lambda _: OUTSIDE,
    parse_constant=lambda _: OUTSIDE,
).decode
encode = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode

def canonical(value: object) -> bytes:
    """The only bytes that say what a value says; none for what the format cannot say."""
    try:
        raw = encode(value).encode()
    except (TypeError, ValueError, RecursionError):
        return b""
    return b"" if re.search(rb'[\x80-\xff][^"\\]*":', raw) else raw  # a key that is not ASCII

def has_shape(value: object, shape: Json, fields: int | None = None) -> bool:
    """Whether a value is an object with these fields, each of its type; and, if asked, how many in all."""
    given = value if isinstance(value, dict) and fields in (None, len(value)) else {"": None}
    kinds = [(given.get(name), kind) for name, kind in shape.items()]
    return all(isinstance(inner, kind) and not isinstance(inner, bool) for inner, kind in kinds)

# The file: a header, a line for each event, and below a line what is opened of its seals
HEADER = {"checkpoints": list, "components": dict, "digest": str, "fairtable": int, "game": str, "keys": list,
          "match": str, "options": dict, "rules": int, "seats": int}
LINE = {"at": str, "by": int | str, "data": dict, "match": str, "prev": str, "type": str, "version": int}
OPENING, ERASED = {"field": str, "salt": str, "version": int}, {"field": str, "version": int}
TIME = re.compile(r"\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])T([01]\d|2[0-3])(:[0-5]\d){2}\.\d{3}Z", re.A)

class Unreadable(Exception):
    """Bytes behind which nothing can be read any more; holds what a finding holds."""

class Event:
    """An event: its place in the file, its exact bytes, what they say, and what is opened of it."""

    def __init__(self, place: int, raw: bytes, line: Json) -> None:
        self.place, self.raw, self.line, self.leaf = place, raw, line, sha(b"\0" + raw)
        self.data, self.openings = dict(line["data"]), list[Json]()
        self.family, _, self.name = str(line["type"]).partition(".")
        self.ends = line["type"] in ("match.MatchEnded", "match.MatchAborted")

class MatchFile:
    """What could be read of a match file, and what was wrong with its bytes."""

    def __init__(self, content: bytes) -> None:
        self.header, self.events, self.findings = Json(), list[Event](), list[Finding]()
        try:
            self.read(content)
        except Unreadable as flaw:
            self.findings.append(flaw.args)
        self.match: str = self.events[0].line["match"] if self.events else ""
        self.created: Json = self.events[0].data if self.events else {}
        self.finished = bool(self.events) and self.events[-1].ends

    def read(self, content: bytes) -> None:
        *lines, rest = content.split(b"\n")
        self.header = self.parse(lines[0] if lines else b"", HEADER, "malformed-file", 0)
        texts = self.header["keys"] + self.header["checkpoints"]
        if self.header["fairtable"] != 1 or not all(isinstance(text, str) for text in texts):
            raise Unreadable("malformed-file", 0, "the first line is no header of format 1")
        for raw in lines[1:]:
            place = len(self.events)
            if not raw.startswith(b'{"opened":'):
                self.events.append(Event(place + 1, raw, self.parse(raw, LINE, "broken-line", place + 1)))
                continue
            openings = self.parse(raw, {"opened": list}, "malformed-openings", place)["opened"]
            erased = [has_shape(x, ERASED, 3) and x.get("erased") is True for x in openings]
            fit = all(map(any, zip(erased, (has_shape(x, OPENING, 4) for x in openings), strict=True)))
            if not place or self.events[-1].openings or not fit:
                raise Unreadable("malformed-openings", place, "these are no openings of the line above")
            self.events[-1].openings = openings
        if rest or not self.events:
            raise Unreadable("cut-off", len(self.events) + 1, "the last line is cut off, or not there at all")

    def parse(self, raw: bytes, shape: Json, code: str, place: int) -> Json:
        try:
            value: Json = decode(raw.decode())
        except (ValueError, RecursionError) as error:
            raise Unreadable(code, place, f"this is no JSON: {error}") from None
        if not has_shape(value, shape, fields=len(shape)):
            raise Unreadable(code, place, f"this should have the fields {', '.join(shape)}")
        spelled = canonical(value)
        self.findings += found(place, (spelled != raw, "not-canonical", "this is not in canonical form"))
        if not spelled:
            raise Unreadable(code, place, "this holds what the format does not allow")
        return value

def check_header(file: MatchFile) -> Iterator[Finding]:
    header, log = file.header, {**file.created, "match": file.match}
    shared = ("match", "game", "rules", "seats", "options", "digest")
    wrong = " and ".join(name for name in shared if header[name] != log.get(name))
    unlike = header["components"].get("set") != log.get("components")
    digest = sha(canonical(header["components"])).hex()
    yield from found(
        0,
        (wrong, "header-mismatch", f"the log has another {wrong}"),
        (unlike, "components-mismatch", "the match was created with another component set"),
        (digest != header["digest"], "components-mismatch", "the components are not those of the digest"),
    )

def check_lines(file: MatchFile) -> Iterator[Finding]:
    """Each line by itself and after the one before. Events of one command share author and time."""
    version, prev, now, author, ended = 0, "0" * 64, "", "", False
    for event in file.events:
        line, at, by = event.line, event.line["at"], event.line["by"]
        is_creation = line["type"] == "match.MatchCreated"
        is_caused = event.place > 1 and (event.family != "match" or "command" not in event.data)
        yield from found(
            event.place,
            (line["version"] != version + 1, "version-gap", f"event {version + 1} should follow here"),
            (line["match"] != file.match, "wrong-match", "this line is of another match"),
            (line["prev"] != prev, "chain-broken", "it was not written after the line that stands before it"),
            (at != now and not TIME.fullmatch(at), "malformed-time", "this is no time in UTC"),
            (at < now, "time-reversed", "it happened before the event that it follows"),
            (is_creation != (event.place == 1), "misplaced-start", "creation comes first, and once"),
            (ended, "event-after-end", "the match was over before"),
            (is_caused and by != author, "wrong-author", "the command that it follows from is by another"),
            (is_caused and at != now, "wrong-time", "the command that it follows from is of another time"),
        )
        version, prev, now, author, ended = line["version"], event.leaf.hex(), at, by, ended or event.ends

def check_seats(file: MatchFile) -> Iterator[Finding]:
    """All have committed to an entropy before anybody reveals one, and revealed it before the start: else
    somebody could choose by what was known. And only who plays on a seat moves there."""
    committed, plays, ready, started = dict[int, object](), dict[int, object](), set[object](), False
    late = "entropy-out-of-order"
    for event in (event for event in file.events if event.family == "match"):
        by, seat = event.line["by"], event.data["seat"] if has_shape(event.data, {"seat": int}) else -1
        names = ("SeatTaken", "SeatLeft", "SeatReady", "MatchStarted", "MoveMade")
        taken, left, revealed, starts, moved = (event.name == name for name in names)
        missing = {*plays.values()} - {"server", *ready}
        entropy = bytes32(event.data.get("entropy")) or b""
        commitment = sha(lp("fairtable/entropy/1") + lp(file.match) + u32(seat) + entropy).hex()
        yield from found(
            event.place,
            ((taken or left) and (ready or started), late, "a seat changed after entropy had been revealed"),
            (taken and seat in plays, late, "the seat was taken already"),
            (revealed and len(plays) != file.header["seats"], late, "not all seats were taken yet"),
            (revealed and (started or seat in ready), late, "the seat had nothing more to reveal"),
            (starts and (started or missing), late, "the match started twice, or too early"),
            (revealed and commitment != committed.get(seat), "entropy-mismatch", "another was committed to"),
            (moved and by not in ("server", plays.get(seat)), "wrong-author", "somebody else plays here"),
        )
        if taken or event.name in ("SeatResigned", "SeatHandedToBot"):
            plays[seat] = seat if taken and "bot" not in event.data else "server"
        if left:
            plays.pop(seat, None)
        committed |= {seat: event.data.get("entropy_commitment")} if taken or left else {}
        ready |= {seat} if revealed else set()
        started = started or starts

# Seals: {"sealed": hash} stands in a line for a secret; an opening beside it tells the value and a salt

def find_seals(value: object, *path: str) -> Iterator[tuple[str, object]]:
    """The seals in an event's data, by dotted path; `*` in a path stands where no opening can point to."""
    if isinstance(value, dict) and value.keys() == {"sealed"}:
        yield ".".join(path), value["sealed"]
    elif isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else (("*", inner) for inner in value):
            yield from find_seals(inner, *path, "*" if "." in key else key)

def check_openings(file: MatchFile, secret: bytes | None) -> Iterator[Finding]:
    """What is opened is what was sealed, its salt follows from the secret, and in the end all is open."""
    salt_key = hmac.digest(secret, b"fairtable/salt/1", "sha256") if secret else None
    for event in file.events:
        version = event.line["version"]
        seals = dict(find_seals(event.data)) if b'"sealed"' in event.raw else {}
        fields = Counter(opening["field"] for opening in event.openings)
        closed = ", ".join(sorted(seals.keys() - fields)) if file.finished else ""
        malformed = any("*" in path or not bytes32(seal) for path, seal in seals.items())
        yield from found(
            event.place,
            (malformed, "malformed-seal", "a seal is 64 hex digits, where an opening can point to"),
            (closed, "opening-missing", f"the match is over, and {closed} is not opened"),
        )
        for opening in event.openings:
            field, salt, is_erased = opening["field"], bytes32(opening.get("salt")), "erased" in opening
            place, value = u32(version) + lp(field), lp(canonical(opening.get("value")))
            sealed = sha(lp("fairtable/sealed/1") + lp(file.match) + place + lp(salt or b"") + value)
            is_known = field in seals and opening["version"] == version
            differs = is_known and not is_erased and sealed.hex() != seals[field]
            is_text = field.rpartition(".")[2] == "text"  # salted by chance, so that it can be erased
            is_free = is_text or is_erased or salt_key is None
            derived = salt if is_free else hmac.digest(salt_key or b"", place, "sha256")
            yield from found(
                event.place,
                (not is_known, "opening-unknown", f"{field!r} is opened, but nothing is sealed there"),
                (fields[field] > 1, "opening-repeated", f"{field} is opened twice"),
                (is_erased and not is_text, "erased-secret", f"{field} is no text, and cannot be erased"),
                (differs, "opening-mismatch", f"this is not what was sealed as {field}"),
                (salt != derived, "salt-mismatch", f"{field} has a salt of its own"),
            )

# Chance: each draw follows from the secret that the match's creation committed to, and from all entropies

def check_draws(file: MatchFile, secret: bytes) -> Iterator[Finding]:
    ready = [event.data for event in file.events if event.line["type"] == "match.SeatReady"]
    given = {data["seat"]: bytes32(data.get("entropy")) for data in ready if has_shape(data, {"seat": int})}
    entropies = b"".join(given[seat] or b"" for seat in sorted(given))
    key = hmac.digest(secret, lp("fairtable/chance/1") + lp(file.match) + entropies, "sha256")
    counted: Counter[str] = Counter()
    for event in file.events:
        counted[event.line["type"]] += 1
        for opening in (opening for opening in event.openings if opening["field"] == "draws"):
            draws = opening["value"] if isinstance(opening.get("value"), list) else []
            for number, draw in enumerate(draws or [None], start=1):
                due = event.name if number == 1 else f"{event.name}/{number}", counted[event.line["type"]]
                is_due = has_shape(draw, {"label": str, "n": int}, 4) and due == (draw["label"], draw["n"])
                differs = is_due and canonical(redraw(key, draw)) != canonical(draw.get("result"))
                yield from found(
                    event.place,
                    (not is_due, "draw-mismatch", f"draw {number} is not on record as {due}"),
                    (differs, "draw-mismatch", f"draw {number} does not follow from secret and entropies"),
                )

def redraw(key: bytes, draw: Json) -> object:
    """What a draw should have come out as. A number from the last, incomplete multiple of a limit is passed
    over: it would favour the small ones. A shuffle swaps from the end."""
    stream = hmac.digest(key, lp(draw["label"]) + u32(draw["n"]), "sha256")
    blocks = (hmac.digest(stream, block.to_bytes(8, "big"), "sha256") for block in range(1 << 60))
    numbers = (number for block in blocks for number in struct.unpack(">8I", block))

    def below(limit: int) -> int:
        return int(next(number for number in numbers if number < (1 << 32) - (1 << 32) % limit) % limit)

    if not isinstance(draw.get("of"), list):
        is_pick = has_shape(draw, {"below": int}) and 1 <= draw["below"] <= 1 << 32
        return below(draw["below"]) if is_pick else OUTSIDE
    items = list(draw["of"])
    for i in range(len(items) - 1, 0, -1):
        j = below(i + 1)
        items[i], items[j] = items[j], items[i]
    return items

# Checkpoints: the server signed that a match had so many events, with this root over their leaves
NOTE = re.compile(r"((\S+)\n(0|[1-9]\d{0,14})\n([\w+/]{43}=)\n)\n((?:— \S+ [\w+/]+=*\n)+)", re.A)

def unbase64(text: str) -> bytes:
    """The bytes in base64, of which each has one spelling; none for anything else."""
    try:
        data = base64.b64decode(text, validate=True)
    except ValueError:
        return b""
    return data if base64.b64encode(data).decode() == text else b""

def root(leaves: list[bytes]) -> bytes:
    """The root over leaves (RFC 6962), which are hashed already."""
    if len(leaves) < 2:
        return leaves[0] if leaves else sha(b"")
    split = 1 << ((len(leaves) - 1).bit_length() - 1)
    return sha(b"\1" + root(leaves[:split]) + root(leaves[split:]))

def read_notes(text: str) -> list[str]:
    """The signed texts in a file, one below another, or the one in an answer of the server."""
    if text.startswith("{"):
        text = str(json.loads(text).get("receipt") or json.loads(text)["checkpoint"])
    return [f"{note}\n" for note in re.split(r"\n+(?=\S+\n\d+\n)", text.strip())]

def is_signed(text: str, signature: bytes, public: bytes) -> bool:
    from cryptography.exceptions import InvalidSignature  # noqa: PLC0415 - only now is it needed
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey  # noqa: PLC0415
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, text.encode())
    except InvalidSignature:
        return False
    return True

def check_checkpoints(file: MatchFile, notes: Iterable[str], vkeys: Iterable[str]) -> Iterator[Finding]:
    """Signed by a known key, about this match, and about no other history than the log."""
    keys, signed = dict[tuple[str, bytes], bytes](), dict[int, set[str]]()
    leaves, proven = [event.leaf for event in file.events], 0
    for vkey in vkeys:
        name, key_id, encoded = [*vkey.split("+", 2), "", ""][:3]
        typed = unbase64(encoded)
        is_key = len(typed) == 33 and typed[0] == 1 and sha(f"{name}\n".encode() + typed)[:4].hex() == key_id
        keys |= {(name, bytes.fromhex(key_id)): typed[1:]} if is_key else {}
        yield from found(0, (not is_key, "malformed-key", f"{vkey[:60]!r} is no key: name+id+base64"))
    for note in notes:
        parsed = NOTE.fullmatch(note)
        text, origin, size, encoded, signatures = parsed.groups() if parsed else ("", "", "0", "", "")
        what, origins, forger = f"the checkpoint of {size} events of {origin}", set[str](), ""
        for _, name, blob in (line.split(" ") for line in signatures.splitlines()):
            signature = unbase64(blob)
            if (key := keys.get((name, signature[:4]))) is not None:
                origins.add(f"{name}/match/{file.match}")
                forger = forger if is_signed(text, signature[4:], key) else name
        yield from found(
            0,
            (not parsed, "malformed-checkpoint", f"{note[:60]!r} is no signed checkpoint"),
            (parsed and not origins, "unknown-signer", f"no key given has signed {what}"),
            (forger, "forged-signature", f"somebody else than {forger} has signed {what}"),
            (origins and origin not in origins, "wrong-origin", f"{what} is not about this match"),
        )
        if origin in origins and not forger:
            signed.setdefault(int(size), set()).add(encoded)
    for size, roots in sorted(signed.items()):
        is_same = roots == {base64.b64encode(root(leaves[:size])).decode()}
        is_cut, differ = size > len(leaves), f"of events {proven + 1} to {size} some are not as signed"
        yield from found(
            len(leaves) + 1 if is_cut else proven + 1,
            (len(roots) > 1, "history-split", f"the server signed two histories of {size} events"),
            (is_cut, "history-cut", f"the server signed {size} events, the file has {len(leaves)}"),
            (not is_cut and not is_same, "history-rewritten", differ),
        )
        proven = size if is_same else proven

def verify(file: MatchFile, notes: Iterable[str] = (), vkeys: Iterable[str] = ()) -> list[Finding]:
    """All that is wrong with a match file; the keys in it are believed where none are given."""
    findings, notes = file.findings, [*file.header.get("checkpoints", ()), *notes]
    if file.events:
        secret = bytes32(file.events[-1].data.get("secret")) if file.finished else None
        commitment = sha(lp("fairtable/secret/1") + lp(file.match) + (secret or b"")).hex()
        if file.finished and commitment != file.created.get("commitment"):
            findings += found(len(file.events), (True, "secret-mismatch", "another secret was committed to"))
            secret = None
        findings += [*check_header(file), *check_lines(file), *check_seats(file)]
        findings += [*check_openings(file, secret), *(check_draws(file, secret) if secret else ())]
        findings += check_checkpoints(file, notes, list(vkeys) or file.header["keys"])
    return sorted(findings, key=lambda finding: finding[1])

def main() -> int:
    parser = argparse.ArgumentParser(description="Checks a Fairtable match file and receipts.")
    parser.add_argument("match", type=Path)
    parser.add_argument("receipts", type=Path, nargs="*")
    parser.add_argument("--key", action="append", default=[])
    given = parser.parse_args()
    try:
        notes = [note for path in given.receipts for note in read_notes(path.read_text("utf-8"))]
        file = MatchFile(given.match.read_bytes())
        findings = verify(file, notes, given.key)
    except (OSError, ValueError, KeyError, ImportError, RecursionError) as error:
        print(f"cannot check: {error}", file=sys.stderr)
        return 2
    sound = min((version - 1 for _, version, _ in findings if version), default=len(file.events))
    print(f"match {file.match}: {len(file.events)} events, {sound} sound from the first")
    print(f"receipts: {len(notes)}; keys: {'as given' if given.key else 'from the file, so compare them'}")
    for code, version, sentence in findings:
        print(f"{f'event {version}' if version else 'the file'}: {code}: {sentence}")
    return 1 if findings else 0

if __name__ == "__main__":
    sys.exit(main())
