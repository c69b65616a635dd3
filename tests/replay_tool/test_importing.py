"""Taking in match files: only what an audit finds sound, as it is, and never half."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from uuid import UUID

import pytest

from domain import match_file
from domain.commands import Abort
from domain.games import registry
from domain.games.canonical import component_digest
from domain.games.registry import UnknownGame
from domain.games.rules import AUDITOR, SPECTATOR, Refusal
from domain.refusals import CommandReused, MatchExists
from domain.sealing import salt_key
from domain.service import MatchService
from domain.storage import MatchLogs
from domain.tables import migrate
from replay_tool.importing import Imported, UnfinishedFile, UnsoundFile, import_match
from tests.domain.stores import played
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import file_of, finished_match, running_match, table

SOUND = file_of(finished_match())
MATCH = finished_match()[0].match


@pytest.fixture
def service(tmp_path: Path) -> Iterator[MatchService]:
    """An empty server."""
    migrate(f"sqlite:///{tmp_path}/fairtable.db")
    logs = MatchLogs(f"sqlite:///{tmp_path}/fairtable.db")
    yield MatchService(logs)
    logs.close()


def bring(service: MatchService, content: bytes, command: str = "c" * 32, **more: bool) -> Imported:
    """Import a file."""
    return import_match(service, content, by="admin", command=command, **more)


def exported(service: MatchService, match: UUID) -> bytes:
    """The file of a match that is here."""
    events = service.logs.read(match)
    return b"".join(match_file.write(events, AUDITOR, salt_key(events[0].secret)))


def test_a_file_comes_out_as_it_came_in(service: MatchService) -> None:
    imported = bring(service, SOUND)
    assert (imported.match, imported.game) == (MATCH, "nova_luna")
    assert imported.events == len(finished_match())
    assert not imported.replayed
    assert imported.report.is_sound
    assert exported(service, MATCH) == SOUND
    origin = service.logs.origin(MATCH)
    assert origin is not None
    assert origin.header == SOUND.partition(b"\n")[0]


def test_a_match_that_was_aborted(service: MatchService) -> None:
    aborted = table(start=False)
    aborted.give(Abort, actor=aborted.player(0))
    assert bring(service, file_of(aborted.events)).events == len(aborted.events)


def test_the_same_file_again_is_no_new_match(service: MatchService) -> None:
    bring(service, SOUND)
    newest = service.logs.newest_position()
    assert bring(service, SOUND).replayed
    assert bring(service, SOUND, command="d" * 32).replayed
    assert service.logs.newest_position() == newest


def test_a_key_is_for_one_file(service: MatchService) -> None:
    bring(service, SOUND)
    (other,) = played(2, 1)
    with pytest.raises(CommandReused):
        bring(service, file_of(other))
    assert bring(service, file_of(other), command="d" * 32).match == other[0].match


def _cut(content: bytes) -> bytes:
    return b"".join(line for line in content.splitlines(keepends=True)[:-3])


def _flipped(content: bytes) -> bytes:
    middle = len(content) // 2
    return content[:middle] + bytes([content[middle] ^ 1]) + content[middle + 1 :]


def _illegal_move(_content: bytes) -> bytes:
    log = Forger(finished_match())
    log.event(log.find("TilePlaced", 5)).by = 7
    return log.file()


def _unknown_game(_content: bytes) -> bytes:
    log = Forger(finished_match())
    log.header["game"] = log.event(1).data["game"] = "chess"
    return log.file()


@pytest.mark.parametrize(
    ("spoil", "refusal"),
    [
        (lambda _: b"", UnsoundFile),
        (lambda _: b"\n", UnsoundFile),
        (lambda _: b"{}\n", UnsoundFile),
        (lambda _: b"\xff\xfe\n", UnsoundFile),
        (lambda content: content[:-1], UnsoundFile),
        (lambda content: content + content, UnsoundFile),
        (lambda content: content.partition(b"\n")[2], UnsoundFile),
        (_flipped, UnsoundFile),
        (_illegal_move, UnsoundFile),
        (_cut, Refusal),
        (_unknown_game, UnknownGame),
        (lambda _: file_of(running_match().events, SPECTATOR), UnfinishedFile),
        (lambda _: file_of(running_match().events, AUDITOR), UnfinishedFile),
    ],
)
def test_what_is_refused_leaves_no_trace(
    service: MatchService, spoil: object, refusal: type[Exception]
) -> None:
    spoiled = spoil(SOUND)  # type: ignore[operator]
    with pytest.raises(refusal):
        bring(service, spoiled)
    assert service.logs.newest_position() == 0
    assert service.logs.origin(MATCH) is None
    assert service.logs.origin_by("c" * 32) is None
    assert bring(service, SOUND).events


def test_refusals_say_what_was_found_and_where(service: MatchService) -> None:
    log = Forger(finished_match())
    version = log.find("TilePlaced", 5)
    log.event(version).by = 1 - int(log.event(version).by)
    with pytest.raises(UnsoundFile, match=f"wrong-author at event {version}"):
        bring(service, log.file())


def test_another_match_of_the_same_id(service: MatchService) -> None:
    bring(service, SOUND)
    other = table(seed="2")
    other.play_to_the_end()
    with pytest.raises(MatchExists):
        bring(service, file_of(other.events), command="d" * 32)
    assert exported(service, MATCH) == SOUND


def test_components_that_came_with_a_match_are_known_in_every_process(
    service: MatchService, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    log = Forger(finished_match())
    components = log.header["components"]
    components["origin"] = "home-made"
    log.header["digest"] = log.event(1).data["digest"] = component_digest(components)
    content = log.file()
    (note,) = bring(service, content).report.not_judged
    assert "is none that is known here" in note
    assert len(registry.component_sets("nova_luna")) == 1, "no new match is played with it"
    monkeypatch.setattr(registry, "_KEPT", {})  # As in another process, which has not seen the file.
    registry.rules_for.cache_clear()
    elsewhere = MatchLogs(f"sqlite:///{tmp_path}/fairtable.db")
    with MatchService(elsewhere).reading(MATCH) as match:
        assert match.rules.components["origin"] == "home-made"
    assert exported(MatchService(elsewhere), MATCH) == content
    elsewhere.close()
