"""The tree over a log's leaves (RFC 6962): a few hashes stand for all events, and a short proof shows that
an older log is the beginning of a newer one.

A leaf is hashed already (`domain.log.leaf`), and is not hashed again here.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import Final

EMPTY_ROOT: Final = hashlib.sha256().digest()
"""The root of a tree without leaves."""

HASH_BYTES: Final = 32


def node(left: bytes, right: bytes) -> bytes:
    """The hash above two others."""
    return hashlib.sha256(b"\1" + left + right).digest()


class Frontier:
    """A tree that only grows, kept as the roots of its complete subtrees, the largest first.

    That is all that further leaves and the root need: at most one hash for each bit of the size.
    """

    __slots__ = ("_subtrees", "size")

    def __init__(self, leaves: Iterable[bytes] = ()) -> None:
        self.size = 0
        self._subtrees: list[bytes] = []
        for leaf in leaves:
            self.append(leaf)

    def append(self, leaf: bytes) -> None:
        """Add the next leaf, and join subtrees of equal size."""
        subtrees = self._subtrees
        equal = self.size
        self.size += 1
        while equal & 1:
            leaf = node(subtrees.pop(), leaf)
            equal >>= 1
        subtrees.append(leaf)

    def root(self) -> bytes:
        """The root of the tree as it is now."""
        if not self._subtrees:
            return EMPTY_ROOT
        *others, joined = self._subtrees
        for subtree in reversed(others):
            joined = node(subtree, joined)
        return joined


def root(leaves: Iterable[bytes]) -> bytes:
    """The root of the tree over these leaves."""
    return Frontier(leaves).root()


def consistency_proof(first: int, leaves: Sequence[bytes]) -> list[bytes]:
    """What shows that the tree over the first `first` leaves is the beginning of the tree over all of them
    (RFC 9162, 2.1.4.1). Empty where that needs no showing: for an empty tree, and for the same one.

    Raises `ValueError` for a tree that is larger than all leaves.
    """
    if not 0 <= first <= len(leaves):
        raise ValueError(f"there is no tree of {first} leaves among {len(leaves)}")
    return [] if first == 0 else _subproof(first, leaves, known=True)


def _subproof(first: int, leaves: Sequence[bytes], *, known: bool) -> list[bytes]:
    """RFC 9162's SUBPROOF; `known` tells that the reader has the root of `leaves` if it has any."""
    if first == len(leaves):
        return [] if known else [root(leaves)]
    split = _split(len(leaves))
    left, right = leaves[:split], leaves[split:]
    if first <= split:
        return [*_subproof(first, left, known=known), root(right)]
    return [*_subproof(first - split, right, known=False), root(left)]


def _split(size: int) -> int:
    """The largest power of two below a size of at least two."""
    return 1 << ((size - 1).bit_length() - 1)


def is_consistent(
    first: int, first_root: bytes, second: int, second_root: bytes, proof: Sequence[bytes]
) -> bool:
    """Whether a proof shows that the first tree is the beginning of the second (RFC 9162, 2.1.4.2)."""
    if first == second:
        return not proof and first_root == second_root
    if first == 0:
        return not proof and first_root == EMPTY_ROOT
    if not 0 < first < second or not proof:
        return False
    hashes = list(proof)
    if first & (first - 1) == 0:
        hashes.insert(0, first_root)  # A complete tree is its own first subtree; the proof leaves it out.
    old, new = first - 1, second - 1
    while old & 1:
        old, new = old >> 1, new >> 1
    old_root = new_root = hashes[0]
    for other in hashes[1:]:
        if new == 0:
            return False
        if old & 1 or old == new:
            old_root, new_root = node(other, old_root), node(other, new_root)
            while not old & 1 and old:
                old, new = old >> 1, new >> 1
        else:
            new_root = node(new_root, other)
        old, new = old >> 1, new >> 1
    return new == 0 and (old_root, new_root) == (first_root, second_root)
