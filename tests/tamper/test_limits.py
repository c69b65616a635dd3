"""What a match file alone cannot tell, as `docs/fairness.md` says: who keeps no receipt, and who does not
play by the rules of the game, is told nothing."""

from __future__ import annotations

import pytest

from domain.games.registry import GAMES
from tests.tamper.played import Evidence, forged, played, signed_anew
from tests.tamper.tamperings import edited
from tests.tamper.verifiers import by_audit, by_node, by_python


@pytest.mark.parametrize("game", GAMES)
def test_without_a_receipt_a_tail_can_be_cut_off(game: str) -> None:
    forger = played(game).forger()
    del forger.events[-3:]
    evidence = Evidence(forged(forger))
    assert by_python(evidence) == []
    assert by_node([evidence]) == [[]]


@pytest.mark.parametrize("game", GAMES)
def test_without_a_receipt_a_whole_log_can_be_rewritten(game: str) -> None:
    evidence = Evidence(played(game, seed="2").content())
    assert by_python(evidence) == []
    assert by_audit(evidence) == []


@pytest.mark.parametrize("game", GAMES)
def test_a_receipt_proves_nothing_about_what_came_after_it(game: str) -> None:
    match = played(game)
    data = match.last_data()
    content = edited(match, match.end, data={**data, "scores": [99] * len(data["scores"])})
    evidence = Evidence(signed_anew(content), (match.receipt(match.end - 1),))
    assert by_python(evidence) == []
    assert by_audit(evidence) == [("wrong-outcome", match.end)], "but whoever knows the rules sees it"
