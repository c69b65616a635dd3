"""The byte formats are frozen: known answers, and yesterday's file, which must be read for ever."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import msgspec
import pytest

from domain.chance import chance_key, redraw, stream
from domain.games.canonical import canonical, component_digest
from domain.games.registry import game
from domain.log import leaf, parse_line
from domain.sealing import entropy_commitment, salt, salt_key, seal, secret_commitment

VECTORS: dict[str, Any] = json.loads(
    (Path(__file__).parents[1] / "vectors" / "proof_vectors.json").read_text("utf-8")
)
MATCH = UUID(VECTORS["match"])
SECRET = bytes.fromhex(VECTORS["secret"])
ENTROPIES = [bytes.fromhex(entropy) for entropy in VECTORS["entropies"]]


def key() -> bytes:
    return chance_key(MATCH, SECRET, ENTROPIES)


def test_commitments() -> None:
    assert secret_commitment(MATCH, SECRET) == VECTORS["commitment"]
    commitments = [entropy_commitment(MATCH, seat, entropy) for seat, entropy in enumerate(ENTROPIES)]
    assert commitments == VECTORS["entropy_commitments"]


@pytest.mark.parametrize("name", ["sealed_field", "sealed_list_value"])
def test_a_sealed_field(name: str) -> None:
    known = VECTORS[name]
    grain = salt(salt_key(SECRET), known["version"], known["field"])
    assert grain.hex() == known["salt"]
    assert seal(MATCH, known["version"], known["field"], grain, known["value"]) == known["sealed"]


def test_a_line_and_its_leaf() -> None:
    line = VECTORS["line"].encode()
    assert leaf(line) == VECTORS["leaf"]
    assert canonical(parse_line(line)) == line
    assert canonical(msgspec.json.decode(line)) == line


def test_the_key_of_all_draws() -> None:
    assert key().hex() == VECTORS["chance_key"]


def test_integers() -> None:
    known = VECTORS["integers"]
    source = stream(key(), known["label"], known["n"])
    assert [source.below(limit) for limit in known["below"]] == known["drawn"]


def test_a_shuffle() -> None:
    known = VECTORS["shuffle_ten"]
    draw = {"label": known["label"], "n": known["n"], "of": known["items"]}
    assert redraw(key(), draw) == known["result"]


def test_the_shuffle_of_a_games_components() -> None:
    known = VECTORS["shuffle_nova_luna"]
    tiles = [tile["id"] for tile in game("nova_luna").components["tiles"]]
    shuffled = stream(key(), known["label"], known["n"]).shuffle(tiles)
    assert shuffled[: len(known["first_ten"])] == known["first_ten"]


def test_the_digest_of_a_component_set() -> None:
    known = VECTORS["component_digest"]
    assert component_digest(known["set"]) == known["digest"]
