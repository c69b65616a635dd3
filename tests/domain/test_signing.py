"""Checkpoints, signed notes and keys, as C2SP has them."""

from __future__ import annotations

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.checkpoints import (
    Checkpoint,
    MalformedNote,
    PublicKey,
    heads_origin,
    match_origin,
    parse_checkpoint,
    parse_key,
    parse_note,
)
from domain.merkle import EMPTY_ROOT
from domain.signing import InvalidKey, NotSigned, Signer, open_checkpoint, parse_signer

MATCH = UUID("00000000-0000-4000-8000-000000000001")
SIGNER = Signer("fairtable.test", bytes(range(32)))
CHECKPOINT = Checkpoint(match_origin("fairtable.test", MATCH), 63, EMPTY_ROOT)
NOTE = SIGNER.sign(CHECKPOINT)


def test_the_text_of_a_checkpoint() -> None:
    assert CHECKPOINT.text == (
        "fairtable.test/match/00000000-0000-4000-8000-000000000001\n"
        "63\n"
        "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n"
    )
    assert parse_checkpoint(CHECKPOINT.text) == CHECKPOINT


def test_the_origin_of_the_servers_own_log() -> None:
    assert heads_origin("fairtable.test") == "fairtable.test/heads"


def test_a_signed_checkpoint_says_what_it_said() -> None:
    assert open_checkpoint(NOTE, [SIGNER.public]) == CHECKPOINT
    assert NOTE.startswith(CHECKPOINT.text + "\n— fairtable.test ")
    assert SIGNER.sign(CHECKPOINT) == NOTE, (
        "the same checkpoint has one receipt, however often it is asked for"
    )


def test_the_key_id_of_the_specifications_example() -> None:
    """The example note of C2SP's tlog-checkpoint: a name, and a signature that begins with the key's id."""
    example = (
        "example.com/behind-the-sofa\n"
        "20852163\n"
        "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n"
        "\n"
        "— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1g"
        "GzGku9nTo+zyWE+xeMcTOAYQ8=\n"
    )
    note = parse_note(example)
    assert parse_checkpoint(note.text).size == 20852163
    (signature,) = note.signatures
    assert (signature.name, signature.key_id.hex()) == ("example.com/behind-the-sofa", "033de0ae")
    assert len(signature.signature) == 64


def test_signatures_by_others_are_ignored() -> None:
    """So servers can change their keys, and witnesses can sign too."""
    other = Signer("witness.test", bytes(32)).sign(CHECKPOINT)
    both = NOTE + other.rpartition("\n\n")[2]
    assert open_checkpoint(both, [SIGNER.public]) == CHECKPOINT


def test_a_note_that_no_known_key_has_signed() -> None:
    stranger = Signer("fairtable.test", bytes(32))
    with pytest.raises(NotSigned, match="none of the known keys"):
        open_checkpoint(stranger.sign(CHECKPOINT), [SIGNER.public])


def test_a_note_with_another_text() -> None:
    with pytest.raises(NotSigned, match="does not fit the text"):
        open_checkpoint(NOTE.replace("\n63\n", "\n64\n"), [SIGNER.public])


@given(st.integers(0, 1000), st.integers(1, 255))
def test_any_byte_of_a_note_counts(place: int, mask: int) -> None:
    changed = bytearray(NOTE.encode())
    changed[place % len(changed)] ^= mask
    with pytest.raises((NotSigned, MalformedNote)):
        open_checkpoint(changed.decode("utf-8", "replace"), [SIGNER.public])


@pytest.mark.parametrize(
    "note",
    [
        "",
        "text only\n",
        "text\n\n",
        "text\n\nno signature\n",
        "text\n\n— name\n",
        "text\n\n— name !!!!\n",
        "text\n\n— name AAAA\n",
        NOTE[:-1],
        NOTE.replace("\n", "\r\n"),
    ],
)
def test_what_is_no_note(note: str) -> None:
    with pytest.raises(MalformedNote):
        parse_note(note)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "origin\n1\n",
        "\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "origin\n01\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "origin\n-1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\n",
        "origin\n1\nAAAA\n",
        "origin\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFV=\n",
        "origin\n1\n47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU=\nmore\n",
    ],
)
def test_what_is_no_checkpoint(text: str) -> None:
    with pytest.raises(MalformedNote):
        parse_checkpoint(text)


def test_a_key_as_it_is_handed_out() -> None:
    vkey = SIGNER.public.text
    assert vkey.startswith(f"fairtable.test+{SIGNER.public.key_id.hex()}+A")
    assert parse_key(vkey) == SIGNER.public


@pytest.mark.parametrize(
    "vkey",
    [
        "",
        "name",
        "name+00000000+AAAA",
        SIGNER.public.text[:-4],
        SIGNER.public.text.replace("fairtable", "fairtables"),
        SIGNER.public.text.replace("+A", "+B"),
        PublicKey("a name", SIGNER.public.public).text,
    ],
)
def test_what_is_no_key(vkey: str) -> None:
    with pytest.raises(MalformedNote):
        parse_key(vkey)


def test_a_private_key_as_it_is_kept() -> None:
    kept = parse_signer(SIGNER.private_text)
    assert kept.public == SIGNER.public
    assert kept.sign(CHECKPOINT) == NOTE


@pytest.mark.parametrize(
    "text",
    [
        "",
        SIGNER.public.text,
        SIGNER.private_text[:-4],
        SIGNER.private_text.replace("fairtable", "fairtables"),
        SIGNER.private_text + "!",
        "PRIVATE+KEY+name+00000000+AAAA",
    ],
)
def test_what_is_no_private_key_is_not_told(text: str) -> None:
    with pytest.raises(InvalidKey) as refused:
        parse_signer(text)
    assert SIGNER.private_text[-20:] not in str(refused.value)
