"""Free texts: sealed under salts of their own, and erasable without breaking anything; and the other
secrets that come with moves."""

from __future__ import annotations

import msgspec
import pytest

from domain.games.canonical import canonical
from replay_tool.sources import from_bytes
from replay_tool.viewing import log_entries
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import audited, places, verified
from tests.replay_tool.toy import TURNS, Conversation, install

SAID = "toy.Said"


@pytest.fixture
def conversation(monkeypatch: pytest.MonkeyPatch) -> Conversation:
    return Conversation(install(monkeypatch))


def version_of(conversation: Conversation, name: str, nth: int = 2) -> int:
    return [event.version for event in conversation.events if event.type == name][nth - 1]


def replaced(content: bytes, version: int, field: str, opening: dict[str, object]) -> bytes:
    """The file with another opening of one field."""
    lines = content.split(b"\n")
    for number, line in enumerate(lines):
        if line.startswith(b'{"opened"'):
            opened = msgspec.json.decode(line)["opened"]
            changed = [opening if (o["version"], o["field"]) == (version, field) else o for o in opened]
            lines[number] = canonical({"opened": changed})
    return b"\n".join(lines)


def test_a_match_with_texts_is_sound(conversation: Conversation) -> None:
    content = conversation.file()
    assert places(verified(content)) == []
    assert places(audited(content, thorough=True)) == []


def test_the_file_gives_back_the_stored_bytes(conversation: Conversation) -> None:
    conversation.erase(version_of(conversation, SAID))
    source = from_bytes("x", conversation.file())
    assert [event.stored for event in source.all_recorded()] == [
        event.stored for event in conversation.events
    ]


def test_erased_texts_are_no_finding(conversation: Conversation) -> None:
    for name in (SAID, "match.MoveMade"):
        conversation.erase(version_of(conversation, name))
    content = conversation.file()
    assert b"text 1" not in content
    assert b"text 2" in content
    assert places(verified(content)) == []
    report = audited(content)
    assert places(report) == []
    assert report.sound_events == len(conversation.events)


def test_a_changed_text_is_found(conversation: Conversation) -> None:
    said = version_of(conversation, SAID)
    (salt,) = conversation.events[said - 1].texts.values()
    other = {"version": said, "field": "text", "value": "something else", "salt": salt}
    content = replaced(conversation.file(), said, "text", other)
    assert places(verified(content)) == [("opening-mismatch", said)]


@pytest.mark.parametrize(("name", "field"), [(SAID, "thought"), ("match.MoveMade", "move.thought")])
def test_what_is_no_text_cannot_be_erased(conversation: Conversation, name: str, field: str) -> None:
    version = version_of(conversation, name)
    erased = {"version": version, "field": field, "erased": True}
    content = replaced(conversation.file(), version, field, erased)
    assert places(verified(content)) == [("erased-secret", version)]


def test_an_event_that_went_by_another_name(conversation: Conversation) -> None:
    """Its line is of another form by right; what it means today is what was decided."""
    log = Forger(conversation.events)
    draft = log.event(version_of(conversation, SAID))
    draft.type, draft.data["volume"] = "toy.Spoke", 11
    assert places(audited(log.file())) == []


def test_two_draws_of_one_event_are_checked(conversation: Conversation) -> None:
    begun = version_of(conversation, "toy.Begun", 1)
    draws = conversation.events[begun - 1].sealed_values["draws"]
    assert [draw["label"] for draw in draws] == ["Begun", "Begun/2"]
    assert verified(conversation.file()).is_sound


def test_texts_are_told_to_everyone_and_thoughts_to_nobody_else(conversation: Conversation) -> None:
    conversation.erase(version_of(conversation, SAID, 1))
    told = [entry.sentence for entry in log_entries(from_bytes("x", conversation.file()), "spectator")]
    assert told[-2] == f"seat 1 says text {TURNS - 1}"
    assert "seat 0 says (erased)" in told
    assert not any("thought 0" in sentence for sentence in told)
