"""The match file (DESIGN, section 4): what a reader gets, and what is no match file."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from domain import match_file
from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from domain.match_file import MalformedFile, MatchFile, read
from domain.sealing import salt_key
from tests.domain.table import Table

KEPT = Path(__file__).parents[1] / "vectors" / "nova_luna.match.jsonl"


def table() -> Table:
    played = Table("nova_luna", 2)
    for _ in range(4):
        played.random_move()
    return played


def content(played: Table, viewer: Viewer) -> bytes:
    return b"".join(match_file.write(played.events, viewer, salt_key(played.match.secret)))


def test_a_file_holds_the_lines_as_they_are_stored() -> None:
    played = table()
    file = read(content(played, SPECTATOR))
    assert [event.raw for event in file.events] == [event.line for event in played.events]
    assert [event.line.version for event in file.events] == list(range(1, len(played.events) + 1))
    assert file.fault is None


def test_the_header_repeats_what_the_match_was_created_with() -> None:
    played = table()
    header = read(content(played, SPECTATOR)).header
    assert (header.fairtable, header.match, header.game) == (1, str(played.match.id), "nova_luna")
    assert (header.rules, header.seats, header.options) == (1, 2, {"tokens": "standard"})
    assert header.components == played.match.rules.components


@pytest.mark.parametrize(("viewer", "secrets"), [(AUDITOR, 3), (SPECTATOR, 0), (0, 0)], ids=str)
def test_readers_get_the_openings_they_may_have(viewer: Viewer, secrets: int) -> None:
    file = read(content(table(), viewer))
    opened = [opening.field for event in file.events for opening in event.openings]
    assert len(opened) == secrets, "the order of the tiles and two records of draws are for auditors"


def test_a_file_is_finished_when_its_match_is() -> None:
    played = table()
    assert not read(content(played, AUDITOR)).finished
    played.play_to_the_end()
    assert read(content(played, AUDITOR)).finished


def test_yesterdays_file_is_read_and_written_to_the_same_bytes() -> None:
    file = read(KEPT.read_bytes())
    assert file.finished
    assert file.fault is None
    assert KEPT.read_bytes() == _written_again(file)


def _written_again(file: MatchFile) -> bytes:
    encode = msgspec.json.Encoder(order="sorted").encode
    lines = [encode(file.header)]
    for event in file.events:
        lines.append(event.raw)
        if event.openings:
            lines.append(encode({"opened": event.openings}))
    return b"".join(line + b"\n" for line in lines)


# What is no match file


@pytest.mark.parametrize(
    ("bytes_", "why"),
    [
        (b"", "empty"),
        (b"\n", "no header"),
        (b"{}", "cut off"),
        (b"hello\n", "no header"),
        (b'{"fairtable":1}\n', "missing required field"),
        (b"[" * 100_000 + b"\n", "no header"),
    ],
    ids=["nothing", "blank", "cut", "text", "little", "deep"],
)
def test_without_a_header_there_is_no_file(bytes_: bytes, why: str) -> None:
    with pytest.raises(MalformedFile, match=why):
        read(bytes_)


def test_a_file_of_another_format() -> None:
    changed = content(table(), SPECTATOR).replace(b'"fairtable":1', b'"fairtable":2')
    with pytest.raises(MalformedFile, match="format 2; this program reads format 1"):
        read(changed)


@pytest.mark.parametrize("bad", [b"x", b"", b'{"at":3}', b'{"opened":7}', b'{"opened":[{"field":"a"}]}'])
def test_a_file_is_read_up_to_the_first_line_that_is_none(bad: bytes) -> None:
    lines = content(table(), SPECTATOR).split(b"\n")
    lines.insert(6, bad)
    file = read(b"\n".join(lines))
    assert file.fault is not None
    assert (len(file.events), file.fault.line, file.fault.version) == (5, 7, 5)


def test_openings_follow_a_line_once() -> None:
    lines = content(table(), AUDITOR).split(b"\n")
    place = next(number for number, line in enumerate(lines) if line.startswith(b'{"opened"'))
    lines.insert(place, lines[place])
    file = read(b"\n".join(lines))
    assert file.fault is not None
    assert "must follow the line they open" in str(file.fault)


def test_a_file_that_is_cut_off_in_a_line() -> None:
    file = read(content(table(), SPECTATOR)[:-20])
    assert file.fault is not None
    assert "the last line is cut off" in str(file.fault)
