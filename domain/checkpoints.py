"""Checkpoints: what a log was at one size, in a text that can be signed (C2SP tlog-checkpoint), and the
form of signed texts and of keys (C2SP signed-note). Who signs and who checks is not known here.

    fairtable.example/match/00000000-0000-4000-8000-000000000001
    63
    CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=

    — fairtable.example Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo…

A receipt is the checkpoint of a match that the server signs when it accepts a command.
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import re
from typing import Final, NamedTuple
from uuid import UUID

from domain.merkle import HASH_BYTES

ED25519: Final = b"\x01"
"""The signature type of keys and signatures here."""

KEY_ID_BYTES: Final = 4
_PUBLIC_BYTES: Final = 32
_MARK: Final = "— "
_NUMBER = re.compile(r"0|[1-9][0-9]{0,15}")
_NAME = re.compile(r"[!-*,-~]+")
_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f\x7f]")


class MalformedNote(Exception):
    """A text that is no signed note, no checkpoint or no key."""


class Checkpoint(NamedTuple):
    """A log of `origin` had `size` leaves, and `root` over them."""

    origin: str
    size: int
    root: bytes

    @property
    def text(self) -> str:
        """What is signed."""
        return f"{self.origin}\n{self.size}\n{_base64(self.root)}\n"


class Signature(NamedTuple):
    """One line of signature below a text: the name and the id of the key, and what it made."""

    name: str
    key_id: bytes
    signature: bytes


class Note(NamedTuple):
    """A signed text, taken apart. Nothing in it is to be believed before a signature has been checked."""

    text: str
    signatures: tuple[Signature, ...]


class PublicKey(NamedTuple):
    """A key that checks signatures, with the name of the server that signs with it."""

    name: str
    public: bytes

    @property
    def key_id(self) -> bytes:
        """What stands before its signatures."""
        named = self.name.encode() + b"\n" + ED25519 + self.public
        return hashlib.sha256(named).digest()[:KEY_ID_BYTES]

    @property
    def text(self) -> str:
        """The key as it is handed out, a vkey: `<name>+<key id>+<base64>`."""
        return f"{self.name}+{self.key_id.hex()}+{_base64(ED25519 + self.public)}"


def match_origin(server: str, match: UUID) -> str:
    """The origin of a match's checkpoints."""
    return f"{server}/match/{match}"


def heads_origin(server: str) -> str:
    """The origin of checkpoints of a server's own log, that of the heads of ended matches."""
    return f"{server}/heads"


def is_server_name(name: str) -> bool:
    """Whether a name can stand in keys and notes: printable ASCII without space and `+`."""
    return _NAME.fullmatch(name) is not None


def write_note(text: str, signature: Signature) -> str:
    """A text with the signature below it."""
    return f"{text}\n{_MARK}{signature.name} {_base64(signature.key_id + signature.signature)}\n"


def parse_note(note: str) -> Note:
    """A signed text taken apart. Raises `MalformedNote`."""
    text, blank, signatures = note.rpartition("\n\n")
    if not blank or not signatures.endswith("\n"):
        raise MalformedNote("a signed note is a text, an empty line, and lines of signatures")
    if _CONTROL.search(note):
        raise MalformedNote("a signed note holds no control characters")
    lines = signatures[:-1].split("\n")
    return Note(text + "\n", tuple(_parse_signature(line) for line in lines))


def parse_checkpoint(text: str) -> Checkpoint:
    """The text of a checkpoint taken apart. Raises `MalformedNote`."""
    lines = text.split("\n")
    if len(lines) != 4 or lines[3] or not lines[0]:
        raise MalformedNote("a checkpoint has three lines: origin, size and root")
    origin, size, encoded, _ = lines
    if not _NUMBER.fullmatch(size):
        raise MalformedNote(f"{size[:40]!r} is no size of a log")
    root = _from_base64(encoded)
    if len(root) != HASH_BYTES:
        raise MalformedNote(f"a root has {HASH_BYTES} bytes, this one {len(root)}")
    return Checkpoint(origin, int(size), root)


def parse_key(vkey: str) -> PublicKey:
    """A key as it is handed out. Raises `MalformedNote`."""
    parts = vkey.split("+", 2)
    if len(parts) != 3 or not is_server_name(parts[0]):
        raise MalformedNote(f"{vkey[:80]!r} is no key of the form name+id+base64")
    name, key_id, encoded = parts
    typed = _from_base64(encoded)
    if typed[:1] != ED25519 or len(typed) != 1 + _PUBLIC_BYTES:
        raise MalformedNote(f"the key of {name} is not one for Ed25519")
    key = PublicKey(name, typed[1:])
    if key.key_id.hex() != key_id:
        raise MalformedNote(f"the key of {name} has the id {key.key_id.hex()}, not {key_id[:20]}")
    return key


def _parse_signature(line: str) -> Signature:
    parts = line.split(" ")
    if len(parts) != 3 or parts[0] + " " != _MARK or not parts[1]:
        raise MalformedNote(f"{line[:80]!r} is no line of signature")
    data = _from_base64(parts[2])
    if len(data) <= KEY_ID_BYTES:
        raise MalformedNote(f"the signature by {parts[1][:40]} is too short")
    return Signature(parts[1], data[:KEY_ID_BYTES], data[KEY_ID_BYTES:])


def _base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def _from_base64(text: str) -> bytes:
    """Strictly: bytes have one spelling, so that nobody can make two notes of one."""
    try:
        data = base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise MalformedNote(f"{text[:80]!r} is not base64") from None
    if _base64(data) != text:
        raise MalformedNote(f"{text[:80]!r} is not the way to write these bytes in base64")
    return data
