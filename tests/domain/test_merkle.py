"""The tree over a log (RFC 6962), its frontier, and consistency proofs (RFC 9162)."""

from __future__ import annotations

import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.merkle import EMPTY_ROOT, Frontier, consistency_proof, is_consistent, node, root
from tests.domain.test_vectors import VECTORS

LEAVES = [hashlib.sha256(b"\0" + bytes([number])).digest() for number in range(70)]


def naive_root(leaves: list[bytes]) -> bytes:
    """The definition in RFC 6962, 2.1, word for word."""
    if not leaves:
        return hashlib.sha256().digest()
    if len(leaves) == 1:
        return leaves[0]
    k = 1
    while k * 2 < len(leaves):
        k *= 2
    return node(naive_root(leaves[:k]), naive_root(leaves[k:]))


@pytest.mark.parametrize("size", range(6))
def test_known_roots(size: int) -> None:
    assert root(LEAVES[:size]).hex() == VECTORS["merkle_roots"][size]


@pytest.mark.parametrize("size", range(len(LEAVES)))
def test_the_root_is_that_of_the_definition(size: int) -> None:
    assert root(LEAVES[:size]) == naive_root(LEAVES[:size])


def test_a_frontier_has_the_root_of_what_it_was_given_so_far() -> None:
    frontier = Frontier()
    assert (frontier.size, frontier.root()) == (0, EMPTY_ROOT)
    for size, leaf in enumerate(LEAVES, start=1):
        frontier.append(leaf)
        assert (frontier.size, frontier.root()) == (size, root(LEAVES[:size]))


def test_every_beginning_can_be_proved() -> None:
    for second in range(40):
        for first in range(second + 1):
            proof = consistency_proof(first, LEAVES[:second])
            assert is_consistent(first, root(LEAVES[:first]), second, root(LEAVES[:second]), proof)


def test_no_other_log_can_be_proved_to_be_the_beginning() -> None:
    for second in range(1, 20):
        for first in range(1, second + 1):
            proof = consistency_proof(first, LEAVES[:second])
            forged = root([b"\1" * 32, *LEAVES[1:first]])
            assert not is_consistent(first, forged, second, root(LEAVES[:second]), proof)


def test_no_other_log_can_be_proved_to_be_the_end() -> None:
    for second in range(2, 20):
        for first in range(1, second):
            proof = consistency_proof(first, LEAVES[:second])
            forged = root([*LEAVES[: second - 1], b"\1" * 32])
            assert not is_consistent(first, root(LEAVES[:first]), second, forged, proof)


@given(st.integers(1, 40), st.integers(1, 40), st.integers(0, 200), st.integers(0, 31), st.integers(1, 255))
def test_a_proof_with_one_byte_changed_proves_nothing(
    first: int, second: int, which: int, place: int, mask: int
) -> None:
    first, second = sorted((first, second))
    proof = consistency_proof(first, LEAVES[:second])
    if proof:
        changed = bytearray(proof[which % len(proof)])
        changed[place] ^= mask
        proof[which % len(proof)] = bytes(changed)
        assert not is_consistent(first, root(LEAVES[:first]), second, root(LEAVES[:second]), proof)


@given(st.integers(1, 40), st.integers(1, 40))
def test_a_proof_that_is_too_short_or_too_long_proves_nothing(first: int, second: int) -> None:
    first, second = sorted((first, second))
    roots = root(LEAVES[:first]), root(LEAVES[:second])
    proof = consistency_proof(first, LEAVES[:second])
    assert not is_consistent(first, roots[0], second, roots[1], [*proof, b"\1" * 32])
    if proof:
        assert not is_consistent(first, roots[0], second, roots[1], proof[:-1])


def test_a_log_never_shrinks() -> None:
    assert not is_consistent(5, root(LEAVES[:5]), 3, root(LEAVES[:3]), [])
    assert not is_consistent(5, root(LEAVES[:5]), 3, root(LEAVES[:3]), consistency_proof(3, LEAVES[:5]))


def test_one_log_of_a_size() -> None:
    assert not is_consistent(3, root(LEAVES[:3]), 3, root(LEAVES[1:4]), [])


def test_the_empty_log_is_the_beginning_of_all() -> None:
    assert consistency_proof(0, LEAVES) == []
    assert is_consistent(0, EMPTY_ROOT, 70, root(LEAVES), [])
    assert not is_consistent(0, root(LEAVES[:1]), 70, root(LEAVES), [])


@pytest.mark.parametrize("first", [-1, 71])
def test_there_is_no_proof_for_a_size_that_is_not_there(first: int) -> None:
    with pytest.raises(ValueError, match="among 70"):
        consistency_proof(first, LEAVES)
