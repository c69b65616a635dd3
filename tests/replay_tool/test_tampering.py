"""A log that was edited without repairing what can be repaired: `verify` finds it and names the place."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.games.canonical import canonical
from domain.games.rules import SPECTATOR
from tests.replay_tool.matches import audited, file_of, finished_match, first, places, running_match, verified

Found = tuple[str, int]


class Lines:
    """A match file as lines: the header, and each event's line with the openings after it."""

    def __init__(self, content: bytes) -> None:
        header, *rest = content.removesuffix(b"\n").split(b"\n")
        self.header = header
        self.events: list[list[bytes]] = []
        for line in rest:
            if line.startswith(b'{"opened"'):
                self.events[-1].append(line)
            else:
                self.events.append([line])

    def content(self) -> bytes:
        return b"".join(
            line + b"\n" for line in [self.header, *(line for event in self.events for line in event)]
        )

    def edit_line(self, version: int, edit: Callable[[dict[str, Any]], None]) -> None:
        """Change a line, so that it stays canonical."""
        self.events[version - 1][0] = _edited(self.events[version - 1][0], edit)

    def edit_openings(self, version: int, edit: Callable[[list[dict[str, Any]]], Any]) -> None:
        """Change the openings of an event, so that they stay canonical."""
        self.events[version - 1][1] = _edited(self.events[version - 1][1], lambda line: edit(line["opened"]))

    def edit_header(self, edit: Callable[[dict[str, Any]], None]) -> None:
        """Change the header, so that it stays canonical."""
        self.header = _edited(self.header, edit)


def _edited(line: bytes, edit: Callable[[dict[str, Any]], Any]) -> bytes:
    value = msgspec.json.decode(line)
    edit(value)
    return canonical(value)


def lines() -> Lines:
    return Lines(file_of(finished_match()))


def version_of(name: str, nth: int = 1) -> int:
    """The version of the n-th event of a name."""
    return [event.version for event in finished_match() if event.type.endswith(name)][nth - 1]


SHUFFLE = version_of("TilesShuffled")
READY = version_of("SeatReady")
MOVE = version_of("MoveMade", 5)
PLACED = version_of("TilePlaced", 5)
END = len(finished_match())


def test_untouched_it_is_sound() -> None:
    report = verified(lines().content())
    assert report.is_sound
    assert report.first_failure is None
    assert report.sound_events == report.events == END
    assert report.not_judged == ()


# A line


def _set(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda line: line.__setitem__(key, value)


def _set_data(key: str, value: Any) -> Callable[[dict[str, Any]], None]:
    return lambda line: line["data"].__setitem__(key, value)


@pytest.mark.parametrize(
    ("version", "edit", "found"),
    [
        pytest.param(
            PLACED, _set("at", "2025-01-01T00:00:00.000Z"), ("time-reversed", PLACED), id="at, earlier"
        ),
        pytest.param(
            PLACED,
            lambda line: line.update(at=line["at"].replace("00.", "00,")[:-1] + "z"),
            ("malformed-time", PLACED),
            id="at, in another form",
        ),
        pytest.param(
            PLACED, _set("at", "2026-02-30T00:00:00.000Z"), ("malformed-time", PLACED), id="at, no day"
        ),
        pytest.param(PLACED, lambda line: line.update(by=1 - line["by"]), ("chain-broken", PLACED), id="by"),
        pytest.param(PLACED, _set("by", 2), ("unknown-author", PLACED), id="by, no such seat"),
        pytest.param(PLACED, _set("by", -1), ("unknown-author", PLACED), id="by, below the first seat"),
        pytest.param(PLACED, _set("by", "nobody"), ("unknown-author", PLACED), id="by, no such author"),
        pytest.param(PLACED, _set_data("cell", [9, 9]), ("chain-broken", PLACED), id="data"),
        pytest.param(PLACED, _set_data("note", "x"), ("chain-broken", PLACED), id="data, one more field"),
        pytest.param(PLACED, _set_data("cell", [0.5, 1]), ("not-canonical", PLACED), id="data, a float"),
        pytest.param(
            PLACED, _set_data("cell", [2**53, 1]), ("not-canonical", PLACED), id="data, a large integer"
        ),
        pytest.param(
            PLACED, _set_data("é", 1), ("not-canonical", PLACED), id="data, a key that is not ASCII"
        ),
        pytest.param(PLACED, _set("data", []), ("not-canonical", PLACED), id="data, no object"),
        pytest.param(MOVE, _set_data("decision", "4"), ("wrong-shape", MOVE), id="data, another type"),
        pytest.param(
            MOVE, lambda line: line["data"].pop("rules"), ("wrong-shape", MOVE), id="data, one field less"
        ),
        pytest.param(MOVE, _set_data("seat", 7), ("wrong-shape", MOVE), id="data, no such seat"),
        pytest.param(MOVE, _set_data("seat", 10**15), ("wrong-shape", MOVE), id="data, never such a seat"),
        pytest.param(
            PLACED,
            _set("match", "00000000-0000-4000-8000-000000000002"),
            ("wrong-match", PLACED),
            id="match",
        ),
        pytest.param(PLACED, _set("prev", "0" * 64), ("chain-broken", PLACED), id="prev"),
        pytest.param(1, _set("prev", "1" * 64), ("chain-broken", 1), id="prev, of the first event"),
        pytest.param(PLACED, _set("type", "nova_luna.TileTaken"), ("chain-broken", PLACED), id="type"),
        pytest.param(
            PLACED, _set("type", "nova_luna.TileEaten"), ("unknown-event", PLACED), id="type, unknown"
        ),
        pytest.param(
            PLACED, _set("type", "other.TilePlaced"), ("unknown-event", PLACED), id="type, of another game"
        ),
        pytest.param(PLACED, _set("version", PLACED + 1), ("version-gap", PLACED), id="version"),
        pytest.param(PLACED, _set("more", 1), ("not-canonical", PLACED), id="one more field"),
        pytest.param(PLACED, lambda line: line.pop("prev"), ("broken-line", PLACED), id="one field less"),
        pytest.param(
            PLACED, _set("version", 10**30), ("version-gap", PLACED), id="version, beyond all bounds"
        ),
        pytest.param(READY, _set_data("entropy", "00" * 32), ("entropy-mismatch", READY), id="entropy"),
        pytest.param(READY, _set_data("entropy", "xyz"), ("entropy-mismatch", READY), id="entropy, no hex"),
        pytest.param(
            SHUFFLE, _set_data("order", {"sealed": "0" * 64}), ("chain-broken", SHUFFLE), id="a seal"
        ),
        pytest.param(SHUFFLE, _set_data("order", {"sealed": 7}), ("malformed-seal", SHUFFLE), id="no seal"),
        pytest.param(
            SHUFFLE, _set_data("order", [{"sealed": "0" * 64}]), ("malformed-seal", SHUFFLE), id="in a list"
        ),
        pytest.param(END, _set_data("secret", "00" * 32), ("secret-mismatch", END), id="secret"),
        pytest.param(END, _set_data("secret", 7), ("secret-mismatch", END), id="secret, of another type"),
        pytest.param(1, _set_data("seats", 0), ("wrong-shape", 1), id="a table for nobody"),
        pytest.param(1, _set_data("seats", 10**9), ("wrong-shape", 1), id="a table for everybody"),
        pytest.param(1, _set_data("commitment", "00" * 32), ("chain-broken", 1), id="commitment"),
    ],
)
def test_an_edited_line(version: int, edit: Callable[[dict[str, Any]], None], found: Found) -> None:
    tampered = lines()
    tampered.edit_line(version, edit)
    report = verified(tampered.content())
    assert found in places(report)
    failure = report.first_failure
    assert failure is not None
    assert failure.version == version
    assert report.sound_events == version - 1


def test_a_match_without_an_id() -> None:
    tampered = lines()
    tampered.edit_line(1, _set("match", "mine"))
    assert {("header-mismatch", 0), ("wrong-match", 1)} <= set(places(verified(tampered.content())))


@pytest.mark.parametrize(
    "respell",
    [
        lambda line: line.replace(b'":', b'": ', 1),
        lambda line: b" " + line,
        lambda line: line + b" ",
        lambda line: line.replace(b'"seat"', b'"s\\u0065at"', 1),
        lambda line: b'{"version":%d,' % PLACED + line[1:].replace(b',"version":%d}' % PLACED, b"}"),
        lambda line: line.replace(b'{"at"', b'{"at":"2026-01-01T00:00:01.000Z","at"', 1),
        lambda line: line.replace(b'{"cell"', b'{"cell":[0,0],"cell"', 1),
    ],
    ids=[
        "a space",
        "space before",
        "space after",
        "an escape",
        "another order",
        "a key twice",
        "twice in data",
    ],
)
def test_a_line_that_says_the_same_in_other_bytes(respell: Callable[[bytes], bytes]) -> None:
    tampered = lines()
    tampered.events[PLACED - 1][0] = respell(tampered.events[PLACED - 1][0])
    assert first(verified(tampered.content())) == ("not-canonical", PLACED)


@pytest.mark.parametrize("bad", [b"", b"x", b"null", b"[]", b"{}", b"\xff\xfe", b"[" * 50_000])
def test_a_line_that_is_none(bad: bytes) -> None:
    tampered = lines()
    tampered.events[PLACED - 1] = [bad]
    report = verified(tampered.content())
    assert first(report) == ("broken-line", PLACED)
    assert report.sound_events == report.events == PLACED - 1, "nothing after it is read"
    assert f"line {PLACED + 3} of the file" in report.findings[0].sentence, (
        "two lines of openings and a header"
    )


def test_data_nested_too_deeply() -> None:
    tampered = lines()
    deep = b"[" * 900 + b"]" * 900
    line = tampered.events[PLACED - 1][0]
    tampered.events[PLACED - 1][0] = line.replace(b'"cell":', b'"cell":' + deep + b',"dell":', 1)
    assert first(verified(tampered.content()))


# Several lines


@pytest.mark.parametrize("version", [2, READY, SHUFFLE, MOVE, PLACED])
def test_an_event_removed(version: int) -> None:
    tampered = lines()
    del tampered.events[version - 1]
    report = verified(tampered.content())
    assert first(report) == ("version-gap", version)
    assert ("chain-broken", version) in places(report)


def test_the_first_event_removed() -> None:
    tampered = lines()
    del tampered.events[0]
    assert {("version-gap", 1), ("chain-broken", 1), ("misplaced-start", 1)} <= set(
        places(verified(tampered.content()))
    )


@pytest.mark.parametrize("version", [1, READY, SHUFFLE, MOVE, PLACED])
def test_an_event_duplicated(version: int) -> None:
    tampered = lines()
    tampered.events.insert(version, tampered.events[version - 1])
    report = verified(tampered.content())
    assert first(report) == ("version-gap", version + 1)
    assert ("chain-broken", version + 1) in places(report)


@pytest.mark.parametrize("version", [2, MOVE, PLACED])
def test_events_reordered(version: int) -> None:
    tampered = lines()
    events = tampered.events
    events[version - 1], events[version] = events[version], events[version - 1]
    assert first(verified(tampered.content())) == ("version-gap", version)


def test_an_event_inserted() -> None:
    """It takes the number of the next one, and follows the one before: so the next one does not fit."""
    tampered = lines()
    tampered.events.insert(PLACED, list(tampered.events[PLACED]))
    tampered.edit_line(PLACED + 1, _set_data("by", 1))
    assert places(verified(tampered.content()))[:2] == [
        ("version-gap", PLACED + 2),
        ("chain-broken", PLACED + 2),
    ]


def test_an_event_after_the_end() -> None:
    tampered = lines()
    tampered.events.append(list(tampered.events[MOVE - 1]))
    tampered.edit_line(END + 1, _set("version", END + 1))
    assert ("event-after-end", END + 1) in places(verified(tampered.content()))


def test_a_match_created_twice() -> None:
    tampered = lines()
    tampered.events[MOVE - 1] = tampered.events[0]
    assert ("misplaced-start", MOVE) in places(verified(tampered.content()))


def test_a_file_cut_off_in_a_line() -> None:
    assert first(verified(lines().content()[:-5])) == ("cut-off", END)


def test_a_log_without_its_last_events_is_that_of_a_match_which_is_not_over() -> None:
    """Nothing in a log tells how long it should be. Receipts do (docs/fairness.md)."""
    tampered = lines()
    del tampered.events[-3:]
    report = verified(tampered.content())
    assert report.is_sound
    assert not report.finished
    assert report.not_judged == (
        "the match runs: its secret is not public yet, so nothing that follows from it can be checked",
    )


# Openings


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        pytest.param(lambda o: o[1]["value"].reverse(), "opening-mismatch", id="value"),
        pytest.param(lambda o: o[1].update(value=7), "opening-mismatch", id="value of another type"),
        pytest.param(lambda o: o[1].update(salt="00" * 32), "opening-mismatch", id="salt"),
        pytest.param(
            lambda o: o[1].update(salt=o[1]["salt"].upper()), "opening-mismatch", id="salt in capitals"
        ),
        pytest.param(lambda o: o[1].update(salt="salt"), "opening-mismatch", id="salt that is none"),
        pytest.param(lambda o: o[1].update(field="seats"), "opening-unknown", id="field"),
        pytest.param(lambda o: o[1].update(version=SHUFFLE + 1), "opening-unknown", id="version"),
        pytest.param(lambda o: o[1].update(version=-1), "opening-unknown", id="version below all"),
        pytest.param(lambda o: o.pop(), "opening-missing", id="left out"),
        pytest.param(lambda o: o.append(o[0]), "opening-repeated", id="repeated"),
        pytest.param(lambda o: o[1].update(note=1), "not-canonical", id="one more field"),
        pytest.param(lambda o: o[1].update(erased=False), "not-canonical", id="a default spelt out"),
        pytest.param(lambda o: o[1].pop("salt"), "malformed-openings", id="one field less"),
        pytest.param(
            lambda o: o.__setitem__(1, {"version": SHUFFLE, "field": "order", "erased": True}),
            "erased-secret",
            id="said to be erased",
        ),
    ],
)
def test_edited_openings(edit: Callable[[list[dict[str, Any]]], Any], found: str) -> None:
    tampered = lines()
    tampered.edit_openings(SHUFFLE, edit)
    report = verified(tampered.content())
    assert (found, SHUFFLE) in places(report)
    failure = report.first_failure
    assert failure is not None
    assert failure.version == SHUFFLE


def test_openings_left_out() -> None:
    tampered = lines()
    del tampered.events[SHUFFLE - 1][1]
    report = verified(tampered.content())
    assert places(report) == [("opening-missing", SHUFFLE)] * 2


def test_openings_respelt() -> None:
    tampered = lines()
    tampered.events[SHUFFLE - 1][1] = tampered.events[SHUFFLE - 1][1].replace(b":", b": ")
    assert places(verified(tampered.content())) == [("not-canonical", SHUFFLE)]


@pytest.mark.parametrize("version", [SHUFFLE, MOVE])
def test_a_line_of_no_openings(version: int) -> None:
    tampered = lines()
    tampered.events[version - 1][1:] = [b'{"opened":[]}']
    assert ("not-canonical", version) in places(verified(tampered.content()))


def test_openings_of_an_event_that_has_no_secret() -> None:
    tampered = lines()
    tampered.events[MOVE - 1].append(tampered.events[SHUFFLE - 1][1])
    assert places(verified(tampered.content())) == [("opening-unknown", MOVE)] * 2


# The header


@pytest.mark.parametrize(
    ("edit", "found"),
    [
        pytest.param(
            lambda h: h.update(match="00000000-0000-4000-8000-000000000002"), "header-mismatch", id="match"
        ),
        pytest.param(lambda h: h.update(rules=2), "header-mismatch", id="rules"),
        pytest.param(lambda h: h.update(seats=3), "header-mismatch", id="seats"),
        pytest.param(lambda h: h.update(options={"tokens": "first_game"}), "header-mismatch", id="options"),
        pytest.param(lambda h: h.update(digest="00" * 32), "header-mismatch", id="digest"),
        pytest.param(lambda h: h.update(game="other"), "header-mismatch", id="game"),
        pytest.param(lambda h: h["components"]["tiles"].pop(), "components-mismatch", id="components"),
        pytest.param(
            lambda h: h["components"].update(set="other"), "components-mismatch", id="name of the set"
        ),
        pytest.param(lambda h: h["components"].update(half=0.5), "not-canonical", id="a float"),
        pytest.param(lambda h: h.update(more=1), "not-canonical", id="one more field"),
        pytest.param(lambda h: h.pop("seats"), "malformed-file", id="one field less"),
        pytest.param(lambda h: h.update(fairtable=2), "malformed-file", id="format"),
    ],
)
def test_an_edited_header(edit: Callable[[dict[str, Any]], None], found: str) -> None:
    tampered = lines()
    tampered.edit_header(edit)
    report = verified(tampered.content())
    assert (found, 0) in places(report)


def test_what_is_wrong_with_the_header_alone_leaves_the_log_sound() -> None:
    tampered = lines()
    tampered.edit_header(lambda header: header.update(seats=3))
    report = verified(tampered.content())
    assert first(report) == ("header-mismatch", 0)
    assert report.sound_events == END


def test_a_key_in_the_header_that_is_none() -> None:
    tampered = lines()
    tampered.edit_header(lambda header: header.update(keys=["a key"]))
    assert places(verified(tampered.content())) == [("malformed-key", 0)]


def test_a_header_alone() -> None:
    tampered = lines()
    tampered.events.clear()
    assert first(verified(tampered.content())) == ("malformed-file", 0)


# A running match


def test_the_file_of_a_running_match_is_checked_as_far_as_that_goes() -> None:
    content = file_of(running_match().events, SPECTATOR)
    report = verified(content)
    assert report.is_sound, "what is not open to its reader need not be open"
    assert not report.finished
    tampered = Lines(content)
    tampered.edit_line(12, _set("prev", "0" * 64))
    assert first(verified(tampered.content())) == ("chain-broken", 12)


# Anything at all


CONTENT = file_of(finished_match())


@given(st.integers(0, len(CONTENT) - 1), st.integers(1, 255))
@settings(max_examples=150)
def test_no_changed_byte_passes(position: int, flip: int) -> None:
    """`verify` finds it, but in the last event, which nothing is chained to; there `audit` does."""
    changed = bytearray(CONTENT)
    changed[position] ^= flip
    report = verified(bytes(changed))
    if report.is_sound:
        assert position > CONTENT.rindex(b'{"at"')
        assert not audited(bytes(changed)).is_sound


@given(st.data())
@settings(max_examples=100)
def test_no_bytes_make_it_fail(data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(CONTENT)))
    stop = data.draw(st.integers(start, min(len(CONTENT), start + 400)))
    put_in = data.draw(
        st.binary(max_size=20) | st.sampled_from([b"{", b"[" * 2000, b'":', b"\n", b"1" * 400])
    )
    audited_or_refused(CONTENT[:start] + put_in + CONTENT[stop:])


def audited_or_refused(content: bytes) -> None:
    report = verified(content)
    if report.finished or not report.is_sound:
        audited(content)


@given(st.binary(max_size=300))
def test_no_file_makes_it_fail(content: bytes) -> None:
    assert not verified(content).is_sound
    assert not audited(content).is_sound
