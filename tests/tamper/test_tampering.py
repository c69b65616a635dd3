"""Whatever is done to a match file is caught, under its code and at its place, by two verifiers that share
no line of code; and, where it concerns the log itself, by the audit."""

from __future__ import annotations

from functools import cache

import pytest

from domain.games.registry import GAMES
from tests.tamper.played import Evidence, played
from tests.tamper.tamperings import TAMPERINGS, Tampering, evidences
from tests.tamper.verifiers import Found, by_audit, by_node, by_python


@cache
def made(game: str) -> dict[str, tuple[Evidence, int]]:
    """The evidence of every tampering with a match, and the version that is to be named."""
    return {each.name: (evidence, version) for each, evidence, version in evidences(played(game))}


@cache
def found_by_node(game: str) -> dict[str, Found]:
    """What the second reading says of each."""
    evidence = {name: evidence for name, (evidence, _) in made(game).items()}
    return dict(zip(evidence, by_node(list(evidence.values())), strict=True))


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("tampering", TAMPERINGS, ids=lambda tampering: tampering.name)
def test_it_is_caught(game: str, tampering: Tampering) -> None:
    evidence, version = made(game)[tampering.name]
    found = by_python(evidence)
    assert (tampering.code, version) in found
    assert set(found_by_node(game)[tampering.name]) == set(found), "the second reading says something else"
    if tampering.audit is not None:
        assert tampering.audit in [code for code, _ in by_audit(evidence)]
