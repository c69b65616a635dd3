"""The kept matches: replayed from their files, under the law that no card is lost."""

from __future__ import annotations

from pathlib import Path
from uuid import UUID

import pytest

from domain.codec import CODEC
from domain.games.canonical import canonical
from domain.log import Recorded
from domain.match import Match
from domain.match_events import MatchEnded
from domain.match_file import MatchFile, read
from domain.sealing import salt_key
from tests.domain.games.alien_puppies.ends import KEPT, MATCHES, REASONS

FILES = sorted(MATCHES.glob("*.match.jsonl"))


def recorded(found: MatchFile) -> list[Recorded]:
    """The events as the file opens them; the secret beside the first one."""
    secret = CODEC.reveal(found.events[-1].line, []).secret  # type: ignore[attr-defined]
    events = []
    for event in found.events:
        values = {"secret": secret} if event.line.version == 1 else {}
        shown = CODEC.reveal(event.line, event.openings)
        line = event.line
        events.append(
            Recorded(
                UUID(line.match),
                line.version,
                line.type,
                line.at,
                line.by,
                shown,
                event.raw,
                canonical(values),
            )
        )
    return events


def test_one_is_kept_for_each_way_to_end() -> None:
    names = {file.name.removesuffix(".match.jsonl") for file in FILES}
    assert names == set(KEPT)
    assert {name.split(".")[0] for name in names} >= set(REASONS)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_a_kept_match_is_replayed_to_the_same_end(file: Path) -> None:
    found = read(file.read_bytes())
    assert found.fault is None
    events = recorded(found)
    match = Match(UUID(found.header.match))
    for event in events:
        match.apply(event)
        if match.state is not None:
            match.rules.invariants(match.state)
    ended = events[-1].event
    assert isinstance(ended, MatchEnded)
    assert ended.reason == file.name.split(".")[0]
    outcome = match.rules.outcome(match.game_state)
    if ended.reason != "resigned":
        assert outcome is not None
        assert (outcome.reason, outcome.ranking, outcome.scores) == (
            ended.reason,
            ended.ranking,
            ended.scores,
        )
    assert match.salt_key == salt_key(bytes.fromhex(ended.secret))
