"""Formats are for ever: known answers, and a match file with receipts that was kept, for every verifier."""

from __future__ import annotations

import base64
import hashlib
import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.checkpoints import Checkpoint, heads_origin, match_origin, parse_key
from domain.heads import Head
from domain.log import leaf_hash
from domain.merkle import consistency_proof, is_consistent, root
from domain.signing import Signer, open_checkpoint, parse_signer
from replay_tool.receipts import Evidence as Kept
from replay_tool.receipts import read_receipts
from replay_tool.sources import from_bytes
from replay_tool.verify import verify
from tests.tamper.played import Evidence
from tests.tamper.verifiers import by_node, by_python

VECTORS = Path(__file__).parents[1] / "vectors"
KNOWN: dict[str, Any] = json.loads((VECTORS / "checkpoint_vectors.json").read_text("utf-8"))
SIGNER = Signer(KNOWN["name"], bytes.fromhex(KNOWN["seed"]))
LEAVES = [hashlib.sha256(b"\0" + bytes([number])).digest() for number in range(8)]

FILE = (VECTORS / "signed.match.jsonl").read_bytes()
RECEIPTS = read_receipts((VECTORS / "signed.receipts.txt").read_text("utf-8"))


def test_keys() -> None:
    assert SIGNER.public.text == KNOWN["vkey"]
    assert SIGNER.public.key_id.hex() == KNOWN["key_id"]
    assert parse_key(KNOWN["vkey"]) == SIGNER.public
    assert SIGNER.private_text == KNOWN["private_key"]
    assert parse_signer(KNOWN["private_key"]).public == SIGNER.public


def test_a_signed_checkpoint_of_a_match() -> None:
    known = KNOWN["checkpoint"]
    origin = match_origin(KNOWN["name"], UUID(KNOWN["match"]))
    checkpoint = Checkpoint(origin, known["size"], bytes.fromhex(known["root"]))
    assert root(LEAVES[: known["size"]]) == checkpoint.root
    assert SIGNER.sign(checkpoint) == known["note"]
    assert open_checkpoint(known["note"], [SIGNER.public]) == checkpoint


@pytest.mark.parametrize(
    "known", KNOWN["consistency_proofs"], ids=lambda known: f"{known['from']}-{known['size']}"
)
def test_consistency_proofs(known: dict[str, Any]) -> None:
    first, second = known["from"], known["size"]
    proof = [base64.b64decode(node) for node in known["proof"]]
    assert consistency_proof(first, LEAVES[:second]) == proof
    assert is_consistent(first, root(LEAVES[:first]), second, root(LEAVES[:second]), proof)


def test_the_servers_own_log() -> None:
    known = KNOWN["heads"]
    entries = [Head(**json.loads(entry)) for entry in known["entries"]]
    assert [entry.line.decode() for entry in entries] == known["entries"]
    leaves = [leaf_hash(entry.line) for entry in entries]
    assert [leaf.hex() for leaf in leaves] == known["leaves"]
    checkpoint = Checkpoint(heads_origin(KNOWN["name"]), len(leaves), root(leaves))
    assert open_checkpoint(known["note"], [SIGNER.public]) == checkpoint


def test_a_kept_file_with_its_receipts_is_sound_for_every_verifier() -> None:
    evidence = Evidence(FILE, tuple(RECEIPTS), (KNOWN["vkey"],))
    assert len(RECEIPTS) > 5
    assert by_python(evidence) == []
    assert by_node([evidence]) == [[]]
    assert verify(from_bytes("kept", FILE), Kept(RECEIPTS, [KNOWN["vkey"]])).findings == ()


def test_the_kept_receipts_are_about_that_file() -> None:
    """The test above would pass with receipts that nobody looks at."""
    other = RECEIPTS[-1].replace(KNOWN["match"], "00000000-0000-4000-8000-000000000002")
    assert by_python(Evidence(FILE, (other,), (KNOWN["vkey"],)))
