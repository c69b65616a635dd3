"""Signatures under checkpoints: Ed25519 keys, making and checking signed notes."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterable
from typing import Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from domain.checkpoints import (
    ED25519,
    Checkpoint,
    PublicKey,
    Signature,
    is_server_name,
    parse_checkpoint,
    parse_note,
    write_note,
)
from domain.configuration import InvalidConfiguration

_PRIVATE: Final = "PRIVATE+KEY"
SEED_BYTES: Final = 32


class NotSigned(Exception):
    """A note that is nobody's word."""


class UnknownSigner(NotSigned):
    """None of the known keys has signed a note."""


class ForgedSignature(NotSigned):
    """Under a note stands a signature by a known key that this key has not made."""


class InvalidKey(InvalidConfiguration):
    """A private key that cannot be used. The message says nothing that is in it."""


class Signer:
    """A server's private key, and the server's name."""

    def __init__(self, name: str, seed: bytes) -> None:
        """`seed` is the 32 bytes from which the key follows."""
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self._seed = seed
        self.public = PublicKey(name, self._key.public_key().public_bytes_raw())
        self._key_id = self.public.key_id

    @property
    def name(self) -> str:
        """The server's name, which is the key's too."""
        return self.public.name

    @property
    def private_text(self) -> str:
        """The key as it is kept: the form that Go's `note` package has for private keys."""
        typed = base64.b64encode(ED25519 + self._seed).decode()
        return f"{_PRIVATE}+{self.name}+{self._key_id.hex()}+{typed}"

    def sign(self, checkpoint: Checkpoint) -> str:
        """A checkpoint as a signed note."""
        text = checkpoint.text
        return write_note(text, Signature(self.name, self._key_id, self._key.sign(text.encode())))


def parse_signer(text: str) -> Signer:
    """A private key from its text. Raises `InvalidKey`."""
    parts = text.split("+", 4)
    if len(parts) != 5 or f"{parts[0]}+{parts[1]}" != _PRIVATE or not is_server_name(parts[2]):
        raise InvalidKey(f"a private key has the form {_PRIVATE}+name+id+base64")
    try:
        typed = base64.b64decode(parts[4], validate=True)
    except (binascii.Error, ValueError):
        raise InvalidKey("the private key is not in base64") from None
    if typed[:1] != ED25519 or len(typed) != 1 + SEED_BYTES:
        raise InvalidKey("the private key is not one for Ed25519")
    signer = Signer(parts[2], typed[1:])
    if signer.public.key_id.hex() != parts[3]:
        raise InvalidKey("the private key and its id do not belong together")
    return signer


def open_checkpoint(note: str, keys: Iterable[PublicKey]) -> Checkpoint:
    """What a signed note says, once a known key has been found to have signed it. Raises as `open_note`."""
    checkpoint, _ = open_note(note, keys)
    return checkpoint


def open_note(note: str, keys: Iterable[PublicKey]) -> tuple[Checkpoint, list[PublicKey]]:
    """What a signed note says, and which of the known keys have signed it; at least one has.

    Signatures by unknown keys are ignored, as the format demands: servers change their keys, and others
    may sign too. Raises `MalformedNote`, `UnknownSigner`, `ForgedSignature`.
    """
    parsed = parse_note(note)
    checkpoint = parse_checkpoint(parsed.text)
    known = {(key.name, key.key_id): key for key in keys}
    signers: list[PublicKey] = []
    for signature in parsed.signatures:
        key = known.get((signature.name, signature.key_id))
        if key is not None:
            _check(parsed.text, signature, key)
            signers.append(key)
    if not signers:
        names = ", ".join(sorted({signature.name for signature in parsed.signatures}))
        raise UnknownSigner(f"none of the known keys has signed this; it names {names[:80]}")
    return checkpoint, signers


def _check(text: str, signature: Signature, key: PublicKey) -> None:
    try:
        Ed25519PublicKey.from_public_bytes(key.public).verify(signature.signature, text.encode())
    except (InvalidSignature, ValueError):
        raise ForgedSignature(f"the signature by {key.name} does not fit the text") from None
