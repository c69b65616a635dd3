"""Silences each single check of the verifier in one file, and looks whether the tamper suite notices.

A check that can be taken out without any test failing is one that nobody knows to work.
"""

from __future__ import annotations

import ast
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from tests.tamper.played import Evidence, played
from tests.tamper.tamperings import Tampering, evidences
from tests.tamper.verifiers import IN_ONE_FILE, by_python, load

GAME = "pura_vida"
"""One game is enough, for the verifier knows none; its matches are short."""

Case = tuple[Tampering, Evidence, int]


class Silenced(NamedTuple):
    """A copy of the verifier without one of its checks: what was taken out, where, and the copy."""

    code: str
    line: int
    what: str
    source: str


def silenced_copies(source: str) -> Iterator[Silenced]:
    """One copy for each check, and one for each part of a check that tests one thing or another."""
    for number in range(_count(ast.parse(source))):
        tree = ast.parse(source)
        code, line, what = _sites(tree)[number]()
        yield Silenced(code, line, what, ast.unparse(ast.fix_missing_locations(tree)))


def _count(tree: ast.Module) -> int:
    return len(_sites(tree))


class _Site:
    """A place in a tree at which something can be taken out. Calling it does so."""

    def __init__(self, code: str, holder: ast.AST, field: str, index: int | None, part: int | None) -> None:
        self._code = code
        self._holder = holder
        self._field = field
        self._index = index
        self._part = part

    def __call__(self) -> tuple[str, int, str]:
        held = getattr(self._holder, self._field)
        node = held if self._index is None else held[self._index]
        if self._part is None:
            taken, instead = node, _nothing_instead_of(node)
        else:
            taken, instead = node.values[self._part], _without(node, self._part)
        if self._index is None:
            setattr(self._holder, self._field, instead)
        else:
            held[self._index] = instead
        return self._code, taken.lineno, ast.unparse(taken)


def _nothing_instead_of(node: ast.AST) -> ast.AST:
    return ast.Pass() if isinstance(node, ast.stmt) else ast.Constant(False)


def _without(node: ast.BoolOp, part: int) -> ast.BoolOp:
    return ast.BoolOp(node.op, [value for number, value in enumerate(node.values) if number != part])


def _sites(tree: ast.Module) -> list[_Site]:
    found: list[_Site] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "found":
            for row in node.args[1:]:
                if isinstance(row, ast.Tuple):
                    found += _of_condition(_code(row.elts[1]), row, "elts", 0)
        if isinstance(node, ast.If) and isinstance(node.body[0], ast.Raise):
            found += _of_condition(_code_raised(node.body[0]), node, "test", None)
        if isinstance(node, ast.ExceptHandler) and isinstance(node.body[0], ast.Raise):
            found.append(_Site(_code_raised(node.body[0]), node, "body", 0, None))
    return found


def _of_condition(code: str, holder: ast.AST, field: str, index: int | None) -> Iterator[_Site]:
    """The condition as a whole, and each of its parts where one of several is enough."""
    held = getattr(holder, field)
    condition = held if index is None else held[index]
    yield _Site(code, holder, field, index, None)
    if isinstance(condition, ast.BoolOp) and isinstance(condition.op, ast.Or):
        yield from (_Site(code, holder, field, index, part) for part in range(len(condition.values)))


def _code(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ast.unparse(node)


def _code_raised(node: ast.Raise) -> str:
    assert isinstance(node.exc, ast.Call)
    return _code(node.exc.args[0])


def cases() -> list[Case]:
    """The tamper suite for one game."""
    return list(evidences(played(GAME)))


def noticed_by(silenced: Silenced, suite: Sequence[Case]) -> str | None:
    """The first tampering that goes unnoticed without the check; None where all tests would pass."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / IN_ONE_FILE.name
        path.write_text(silenced.source, "utf-8")
        verifier = load(path)
    likely_first = sorted(suite, key=lambda case: case[0].code != silenced.code)
    return next((case[0].name for case in likely_first if not _passes(case, verifier)), None)


def _passes(case: Case, verifier: ModuleType) -> bool:
    tampering, evidence, version = case
    try:
        return (tampering.code, version) in by_python(evidence, verifier)
    except Exception:  # Whatever it fails with, the test of this tampering would fail with it.
        return False


def main() -> int:
    """Tell of each check which test notices its absence; 1 when one goes unnoticed."""
    suite = cases()
    unnoticed = 0
    for silenced in silenced_copies(IN_ONE_FILE.read_text("utf-8")):
        noticed = noticed_by(silenced, suite)
        unnoticed += noticed is None
        verdict = "NOT NOTICED" if noticed is None else f"noticed by {noticed}"
        sys.stdout.write(f"line {silenced.line}: {silenced.code}: {silenced.what[:60]!r}: {verdict}\n")
    return 1 if unnoticed else 0
