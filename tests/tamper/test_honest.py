"""What nobody has tampered with is found sound, by everybody."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.canonical import canonical
from domain.games.registry import GAMES
from tests.tamper.played import SERVER, Evidence, played
from tests.tamper.tamperings import Lines
from tests.tamper.verifiers import by_audit, by_node, by_python


@pytest.mark.parametrize("name", GAMES)
def test_a_real_match_is_sound(name: str) -> None:
    match = played(name)
    receipts = tuple(match.receipt(size) for size in range(0, match.end + 1, 7))
    evidence = Evidence(match.content(), receipts, (SERVER.public.text,))
    assert by_python(evidence) == []
    assert by_node([evidence]) == [[]]
    assert by_audit(evidence) == []


def test_texts_that_were_erased_are_no_finding() -> None:
    """Free texts can be erased without breaking the chain: value and salt are gone, the seal stays. (All
    texts of a command are erased together: a move's, and those of what followed from it.)"""
    match = played("alien_puppies")
    lines = Lines(match.content())
    erased = 0
    for event in match.events:
        for field in event.texts:
            opened = msgspec.json.decode(lines.events[event.version - 1][1])
            place = [opening["field"] for opening in opened["opened"]].index(field)
            opened["opened"][place] = {"erased": True, "field": field, "version": event.version}
            lines.events[event.version - 1][1] = canonical(opened)
            erased += 1
    assert erased
    evidence = Evidence(lines.content(), (match.receipt(match.end),))
    assert by_python(evidence) == []
    assert by_node([evidence]) == [[]]
    assert by_audit(evidence) == []
