"""Every way to tamper with a match file that a verifier must notice, each with what is to be found.

There are three hands: one that edits a file without repairing what follows from the edit (`Lines`); the
operator, who has the database, the match's secret and the server's key, and makes everything fit again that
can be computed (`Forger`, `forged`); and one that comes with false receipts.
"""

from __future__ import annotations

import copy
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec

from domain.games.canonical import canonical, component_digest
from domain.log import DRAWS
from domain.sealing import entropy_commitment, hm, secret_commitment
from tests.domain.table import MATCH
from tests.replay_tool.forger import Draft, Forger
from tests.tamper.played import (
    SERVER,
    STRANGER,
    Evidence,
    PlayedMatch,
    forged,
    played,
    seats_of,
    sign,
    with_header,
)

Made = tuple[Evidence | bytes, int]
"""The evidence (or a file alone), and the version that is to be named."""


class Tampering(NamedTuple):
    """One way to tamper: the code that the verifiers in one file must give, and the one that `audit` must
    give (None where there is nothing that it could find)."""

    name: str
    code: str
    audit: str | None
    make: Callable[[PlayedMatch], Made]


TAMPERINGS: list[Tampering] = []


def caught_as(
    code: str, *, audit: str | None = ""
) -> Callable[[Callable[[PlayedMatch], Made]], Callable[[PlayedMatch], Made]]:
    """Enter a function among the tamperings. Where nothing else is said `audit` gives the same code."""

    def enter(make: Callable[[PlayedMatch], Made]) -> Callable[[PlayedMatch], Made]:
        TAMPERINGS.append(Tampering(make.__name__, code, code if audit == "" else audit, make))
        return make

    return enter


class Lines:
    """A match file as lines: the header, and each event's line with the openings after it."""

    def __init__(self, content: bytes) -> None:
        self.header, *rest = content.removesuffix(b"\n").split(b"\n")
        self.events: list[list[bytes]] = []
        for line in rest:
            if line.startswith(b'{"opened"'):
                self.events[-1].append(line)
            else:
                self.events.append([line])

    def content(self) -> bytes:
        """The file."""
        lines = [self.header, *(line for event in self.events for line in event)]
        return b"".join(line + b"\n" for line in lines)


def edited(match: PlayedMatch, version: int, /, **fields: Any) -> bytes:
    """The file with other fields in one line, and nothing repaired."""
    lines = Lines(match.content())
    line = msgspec.json.decode(lines.events[version - 1][0])
    lines.events[version - 1][0] = canonical({**line, **fields})
    return lines.content()


def reopened(match: PlayedMatch, version: int, edit: Callable[[list[dict[str, Any]]], Any]) -> bytes:
    """The file with other openings of one event, and nothing repaired."""
    lines = Lines(match.content())
    opened = msgspec.json.decode(lines.events[version - 1][1])
    edit(opened["opened"])
    lines.events[version - 1][1] = canonical(opened)
    return lines.content()


def _middle(match: PlayedMatch) -> int:
    """An event of the game, well inside the match, with one of its command before and one after it."""
    for version in range(match.end // 2, match.end):
        names = [match.events[version + step].type.partition(".")[0] for step in (-2, -1, 0)]
        if names == [match.game] * 3:
            return version
    raise AssertionError(f"no command of {match.game} has three events")


# The file as a whole


@caught_as("malformed-file")
def no_header(match: PlayedMatch) -> Made:
    return match.content().partition(b"\n")[2], 0


@caught_as("malformed-file")
def an_empty_file(match: PlayedMatch) -> Made:
    return b"", 0


@caught_as("malformed-file")
def a_header_of_another_format(match: PlayedMatch) -> Made:
    return with_header(match.content(), fairtable=2), 0


@caught_as("malformed-file")
def a_key_that_is_no_text(match: PlayedMatch) -> Made:
    return with_header(match.content(), keys=[7]), 0


@caught_as("malformed-file")
def a_header_with_a_field_of_its_own(match: PlayedMatch) -> Made:
    line, _, rest = match.content().partition(b"\n")
    return canonical({**msgspec.json.decode(line), "rules": "new"}) + b"\n" + rest, 0


@caught_as("not-canonical")
def a_space_in_the_header(match: PlayedMatch) -> Made:
    return match.content().replace(b'":', b'": ', 1), 0


@caught_as("cut-off")
def the_end_of_the_file_cut_off(match: PlayedMatch) -> Made:
    return match.content()[:-5], match.end


@caught_as("cut-off", audit="malformed-file")
def nothing_left_but_the_header(match: PlayedMatch) -> Made:
    return match.content().partition(b"\n")[0] + b"\n", 1


@caught_as("broken-line")
def a_line_that_is_no_json(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[9][0] = b"nonsense"
    return lines.content(), 10


@caught_as("broken-line")
def a_line_that_is_no_utf8(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[9][0] = lines.events[9][0].replace(b"match", b"matc\xff", 1)
    return lines.content(), 10


@caught_as("broken-line")
def a_line_without_one_of_its_fields(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    line = msgspec.json.decode(lines.events[9][0])
    del line["by"]
    lines.events[9][0] = canonical(line)
    return lines.content(), 10


@caught_as("broken-line")
def half_a_character_in_a_line(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[9][0] = lines.events[9][0].replace(b'"data":{', b'"data":{"a":"\\ud800",', 1)
    return lines.content(), 10


@caught_as("not-canonical")
def a_space_in_a_line(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[9][0] = lines.events[9][0].replace(b'":', b'": ', 1)
    return lines.content(), 10


@caught_as("not-canonical")
def a_key_twice_in_a_line(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[9][0] = lines.events[9][0].replace(b'{"at"', b'{"at":"2026-01-01T00:00:01.000Z","at"', 1)
    return lines.content(), 10


@caught_as("not-canonical")
def a_float_in_a_line(match: PlayedMatch) -> Made:
    return edited(match, 10, data={"a": 0.5}), 10


@caught_as("not-canonical")
def an_integer_too_large(match: PlayedMatch) -> Made:
    return edited(match, 10, data={"a": 1 << 53}), 10


@caught_as("not-canonical")
def a_key_that_is_not_ascii(match: PlayedMatch) -> Made:
    return edited(match, 10, data={"é": 1}), 10


@caught_as("not-canonical")
def a_space_in_openings(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[match.drawn - 1][1] = lines.events[match.drawn - 1][1].replace(b":", b": ", 1)
    return lines.content(), match.drawn


@caught_as("malformed-openings")
def openings_that_are_none(match: PlayedMatch) -> Made:
    return reopened(match, match.drawn, lambda opened: opened[0].pop("salt")), match.drawn


@caught_as("malformed-openings")
def openings_twice(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[match.drawn - 1].append(lines.events[match.drawn - 1][1])
    return lines.content(), match.drawn


@caught_as("malformed-openings")
def openings_of_nothing(match: PlayedMatch) -> Made:
    header, _, rest = match.content().partition(b"\n")
    return header + b'\n{"opened":[{"field":"a","salt":"","value":1,"version":1}]}\n' + rest, 0


# The header


@caught_as("header-mismatch")
def the_header_of_another_match(match: PlayedMatch) -> Made:
    return with_header(match.content(), match="00000000-0000-4000-8000-000000000002"), 0


@caught_as("header-mismatch")
def other_options_in_the_header(match: PlayedMatch) -> Made:
    return with_header(match.content(), options={"easy": True}), 0


@caught_as("header-mismatch")
def other_rules_in_the_header(match: PlayedMatch) -> Made:
    return with_header(match.content(), rules=99), 0


@caught_as("components-mismatch")
def other_components(match: PlayedMatch) -> Made:
    components = {**match.forger().header["components"], "added": True}
    return with_header(match.content(), components=components), 0


@caught_as("components-mismatch")
def components_of_another_name(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.header["components"]["set"] = "another"
    forger.header["digest"] = component_digest(forger.header["components"])
    forger.event(1).data["digest"] = forger.header["digest"]
    return forged(forger), 0


# Any field of a line


@caught_as("time-reversed")
def an_earlier_time(match: PlayedMatch) -> Made:
    return edited(match, 10, at="2025-01-01T00:00:00.000Z"), 10


@caught_as("malformed-time")
def a_time_in_another_form(match: PlayedMatch) -> Made:
    return edited(match, 10, at="2026-13-01T00:00:00.000Z"), 10


@caught_as("wrong-author", audit=None)
def a_consequence_of_another_author(match: PlayedMatch) -> Made:
    return edited(match, _middle(match), by="admin"), _middle(match)


@caught_as("wrong-time", audit=None)
def a_consequence_at_another_time(match: PlayedMatch) -> Made:
    return edited(match, _middle(match), at="2026-12-31T23:59:59.999Z"), _middle(match)


@caught_as("chain-broken")
def other_data(match: PlayedMatch) -> Made:
    place = _middle(match)
    return edited(match, place, data={"forged": True}), place + 1


@caught_as("chain-broken")
def another_type(match: PlayedMatch) -> Made:
    place = _middle(match)
    return edited(match, place, type=f"{match.game}.Forged"), place + 1


@caught_as("chain-broken")
def another_predecessor(match: PlayedMatch) -> Made:
    return edited(match, 10, prev="0" * 64), 10


@caught_as("wrong-match")
def a_line_of_another_match(match: PlayedMatch) -> Made:
    return edited(match, 10, match="00000000-0000-4000-8000-000000000002"), 10


@caught_as("version-gap")
def another_version(match: PlayedMatch) -> Made:
    return edited(match, 10, version=11), 10


# Lines removed, added, moved


@caught_as("version-gap")
def an_event_removed(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    del lines.events[9]
    return lines.content(), 10


@caught_as("version-gap")
def an_event_duplicated(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events.insert(10, lines.events[9])
    return lines.content(), 11


@caught_as("version-gap")
def two_events_reordered(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    lines.events[9], lines.events[10] = lines.events[10], lines.events[9]
    return lines.content(), 10


@caught_as("chain-broken")
def an_event_inserted(match: PlayedMatch) -> Made:
    """Everything after it is numbered anew, but not written anew."""
    lines = Lines(match.content())
    lines.events.insert(10, list(lines.events[9]))
    for place, event in enumerate(lines.events, start=1):
        event[0] = canonical({**msgspec.json.decode(event[0]), "version": place})
    return lines.content(), 11


@caught_as("misplaced-start")
def a_match_created_again(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.insert(3, forger.copy(1))
    return forged(forger), 3


@caught_as("event-after-end")
def an_event_after_the_end(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.events.append(forger.copy(match.end))
    return forged(forger), match.end + 1


# The tail


@caught_as("history-cut", audit=None)
def the_tail_cut_off(match: PlayedMatch) -> Made:
    """Without the receipt nobody can tell: `test_limits`."""
    forger = match.forger()
    del forger.events[-3:]
    return Evidence(forged(forger), (match.receipt(match.end - 1),)), match.end - 2


@caught_as("history-cut", audit=None)
def the_tail_cut_off_beside_the_final_checkpoint(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    del lines.events[-3:]
    return lines.content(), match.end - 2


# The operator rewrites, and makes everything fit


@caught_as("history-rewritten", audit="command-refused")
def a_move_rewritten(match: PlayedMatch) -> Made:
    """The receipts before it stand; one kept after it convicts."""
    forger = match.forger()
    version = forger.find("MoveMade", 10)
    forger.event(version).data["decision"] = 1
    kept = (match.receipt(version - 1), match.receipt(version + 1))
    return Evidence(forged(forger), kept), version


@caught_as("history-rewritten", audit=None)
def the_whole_log_rewritten_under_a_new_secret(match: PlayedMatch) -> Made:
    """Another match altogether, sound in itself, under the same id and with the server's signature."""
    other = played(match.game, seed="2")
    return Evidence(other.content(), (match.receipt(5),)), 1


@caught_as("history-split", audit=None)
def two_final_checkpoints(match: PlayedMatch) -> Made:
    """The server signed an end for one player and another for the world."""
    other = sign(match.end, [b"\1" * 32] * match.end)
    return Evidence(match.content(), (other,)), 1


@caught_as("history-split", audit=None)
def two_receipts_of_one_size(match: PlayedMatch) -> Made:
    other = played(match.game, seed="2")
    return Evidence(match.content(), (match.receipt(9), other.receipt(9))), 1


@caught_as("wrong-author", audit="wrong-author")
def a_move_said_to_be_by_another(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("MoveMade", 5)
    _of_another_author(forger, version, (int(forger.event(version).by) + 1) % seats_of(match.game))
    return forged(forger), version


@caught_as("history-rewritten", audit="command-refused")
def a_move_attributed_to_another_seat(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("MoveMade", 1)
    seat = next(s for s in range(seats_of(match.game)) if s != forger.event(version).by)
    forger.event(version).data["seat"] = seat
    _of_another_author(forger, version, seat)
    return Evidence(forged(forger), (match.receipt(version - 1), match.receipt(version))), version


@caught_as("time-reversed")
def times_reversed(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("MoveMade", 5)
    times = [draft.at for draft in forger.events[version - 1 :]]
    for draft, at in zip(forger.events[version - 1 :], reversed(times), strict=True):
        draft.at = at
    return forged(forger), _first_fall(forger)


def _of_another_author(forger: Forger, version: int, author: int) -> None:
    """The event and all that it caused."""
    stop = next(
        (
            later
            for later in range(version + 1, len(forger.events))
            if forger.event(later).type == "match.MoveMade"
        ),
        len(forger.events),
    )
    for place in range(version, stop):
        forger.event(place).by = author


def _first_fall(forger: Forger) -> int:
    times = [draft.at for draft in forger.events]
    return next(place + 1 for place in range(1, len(times)) if times[place] < times[place - 1])


# Entropy: who could see another's before committing to an own


@caught_as("entropy-mismatch")
def an_entropy_that_nobody_committed_to(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("SeatReady", 1)
    forger.event(version).data["entropy"] = "00" * 32
    return forged(forger), version


@caught_as("entropy-mismatch")
def an_entropy_that_is_none(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("SeatReady", 1)
    forger.event(version).data["entropy"] = "none"
    return forged(forger), version


@caught_as("entropy-out-of-order", audit="command-refused")
def a_seat_left_after_entropy_was_revealed(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("SeatReady", 1) + 1
    forger.insert(version, _draft(forger, version, 1, "match.SeatLeft", {"seat": 1}))
    return forged(forger), version


@caught_as("entropy-out-of-order", audit="wrong-shape")
def a_seat_taken_after_entropy_was_revealed(match: PlayedMatch) -> Made:
    """Who sat down last knew what others had drawn."""
    forger = match.forger()
    version = forger.find("SeatReady", 1)
    extra = forger.copy(forger.find("SeatTaken", 2))
    extra.at, extra.data["seat"], extra.data["command"] = forger.event(version).at, 99, "e" * 32
    forger.insert(version + 1, extra)
    return forged(forger), version + 1


@caught_as("entropy-out-of-order", audit="command-refused")
def a_seat_taken_twice(match: PlayedMatch) -> Made:
    """So that the second commitment could be chosen after the first had been thought better of."""
    forger = match.forger()
    version = forger.find("SeatTaken", 2)
    forger.insert(version + 1, forger.copy(version))
    forger.event(version + 1).data["command"] = "e" * 32
    return forged(forger), version + 1


@caught_as("entropy-out-of-order", audit="command-refused")
def an_entropy_revealed_before_all_sat(match: PlayedMatch) -> Made:
    forger = match.forger()
    taken, ready = forger.find("SeatTaken", seats_of(match.game)), forger.find("SeatReady", 1)
    forger.events[taken - 1], forger.events[ready - 1] = forger.events[ready - 1], forger.events[taken - 1]
    forger.event(taken).at, forger.event(ready).at = forger.event(ready).at, forger.event(ready).at
    return forged(forger), taken


@caught_as("entropy-out-of-order", audit="command-refused")
def an_entropy_revealed_twice(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("SeatReady", 1)
    forger.insert(version + 1, forger.copy(version))
    forger.event(version + 1).data["command"] = "e" * 32
    return forged(forger), version + 1


@caught_as("entropy-out-of-order", audit="extra-event")
def an_entropy_revealed_after_the_start(match: PlayedMatch) -> Made:
    """The server could choose among the entropies that it had been given."""
    forger = match.forger()
    ready, start = forger.find("SeatReady", seats_of(match.game)), forger.find("MatchStarted")
    late = forger.events.pop(ready - 1)
    start -= 1
    moved = forger.find("MoveMade", 1)
    late.at = forger.event(moved - 1).at
    forger.insert(moved, late)
    return forged(forger), moved


@caught_as("entropy-out-of-order", audit="extra-event")
def an_entropy_left_out(match: PlayedMatch) -> Made:
    """The server started without somebody's share: that seat was protected by nothing."""
    forger = match.forger()
    ready = forger.find("SeatReady", seats_of(match.game))
    before = forger.event(ready - 1)
    forger.remove(ready)
    for draft in forger.events[ready - 1 :]:
        if draft.type == "match.MoveMade":
            break
        draft.by, draft.at = before.by, before.at
    return forged(forger), ready


@caught_as("entropy-out-of-order", audit=None)
def a_match_started_twice(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("MatchStarted")
    forger.insert(version + 1, forger.copy(version))
    return forged(forger), version + 1


def _draft(forger: Forger, version: int, by: int, name: str, data: dict[str, Any]) -> Draft:
    return Draft(forger.event(version - 1).at, by, name, {**data, "command": "e" * 32})


# Seals and openings


@caught_as("opening-mismatch")
def an_opened_value_changed(match: PlayedMatch) -> Made:
    return reopened(match, match.drawn, lambda opened: opened[0].update(value=7)), match.drawn


@caught_as("opening-mismatch")
def a_salt_that_is_none(match: PlayedMatch) -> Made:
    return reopened(match, match.drawn, lambda opened: opened[0].update(salt="salt")), match.drawn


@caught_as("opening-missing")
def an_opening_left_out(match: PlayedMatch) -> Made:
    lines = Lines(match.content())
    del lines.events[match.drawn - 1][1]
    return lines.content(), match.drawn


@caught_as("opening-unknown")
def an_opening_of_another_event(match: PlayedMatch) -> Made:
    return reopened(match, match.drawn, lambda opened: opened[0].update(version=1)), match.drawn


@caught_as("opening-unknown")
def an_opening_of_what_is_not_sealed(match: PlayedMatch) -> Made:
    extra = {"field": "a", "salt": "00" * 32, "value": 1, "version": match.drawn}
    return reopened(match, match.drawn, lambda opened: opened.append(extra)), match.drawn


@caught_as("opening-repeated")
def an_opening_twice(match: PlayedMatch) -> Made:
    return reopened(match, match.drawn, lambda opened: opened.append(opened[0])), match.drawn


@caught_as("erased-secret")
def a_draw_said_to_be_erased(match: PlayedMatch) -> Made:
    erased = {"erased": True, "field": DRAWS, "version": match.drawn}

    def erase(opened: list[dict[str, Any]]) -> None:
        opened[[opening["field"] for opening in opened].index(DRAWS)] = erased

    return reopened(match, match.drawn, erase), match.drawn


@caught_as("malformed-seal")
def a_seal_that_is_no_hash(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("MoveMade", 5)
    forger.event(version).data["seal"] = {"sealed": "00"}
    return forged(forger), version


@caught_as("malformed-seal")
def a_seal_where_no_opening_can_point_to(match: PlayedMatch) -> Made:
    forger = match.forger()
    version = forger.find("MoveMade", 5)
    forger.event(version).data["seals"] = [{"sealed": "00" * 32}]
    return forged(forger), version


# Secret and draws


@caught_as("secret-mismatch")
def another_secret_at_the_end(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.secret = hm(forger.secret, b"another")
    forger.event(match.end).data["secret"] = forger.secret.hex()
    return forged(forger), match.end


@caught_as("secret-mismatch")
def no_secret_at_the_end(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.event(match.end).data["secret"] = "withheld"
    return forged(forger), match.end


@caught_as("draw-mismatch")
def a_secret_that_fits_the_commitment_but_not_the_draws(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.secret = hm(forger.secret, b"another")
    forger.event(match.end).data["secret"] = forger.secret.hex()
    forger.event(1).data["commitment"] = secret_commitment(MATCH, forger.secret)
    return forged(forger), forger.find("", 1, lambda draft: DRAWS in draft.data)


@caught_as("salt-mismatch")
def salts_that_follow_from_another_secret(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.secret = hm(forger.secret, b"another")
    return forged(forger), forger.find("", 1, lambda draft: bool(draft.sealed))


@caught_as("draw-mismatch")
def another_entropy_with_its_commitment(match: PlayedMatch) -> Made:
    forger = match.forger()
    entropy = hm(forger.secret, b"another")
    forger.event(forger.find("SeatTaken", 1)).data["entropy_commitment"] = entropy_commitment(
        MATCH, 0, entropy
    )
    forger.event(forger.find("SeatReady", 1)).data["entropy"] = entropy.hex()
    return forged(forger), forger.find("", 1, lambda draft: DRAWS in draft.data)


def _redrawn(match: PlayedMatch, edit: Callable[[list[Any]], Any]) -> Made:
    forger = match.forger()
    draws = copy.deepcopy(forger.event(match.drawn).data[DRAWS])
    edit(draws)
    forger.event(match.drawn).data[DRAWS] = draws
    return forged(forger), match.drawn


def _swap(draw: dict[str, Any]) -> None:
    draw["result"] = [*draw["result"][1:], draw["result"][0]]


@caught_as("draw-mismatch")
def a_draw_swapped(match: PlayedMatch) -> Made:
    return _redrawn(match, lambda draws: _swap(draws[0]))


@caught_as("draw-mismatch")
def a_draw_under_another_label(match: PlayedMatch) -> Made:
    return _redrawn(match, lambda draws: draws[0].update(label="Another"))


@caught_as("draw-mismatch")
def a_draw_of_another_ordinal(match: PlayedMatch) -> Made:
    return _redrawn(match, lambda draws: draws[0].update(n=2))


@caught_as("draw-mismatch")
def a_draw_from_nothing(match: PlayedMatch) -> Made:
    return _redrawn(match, lambda draws: draws[0].update(of=7))


@caught_as("draw-mismatch")
def a_draw_below_nothing(match: PlayedMatch) -> Made:
    return _redrawn(
        match, lambda draws: draws.__setitem__(0, {**_without(draws[0], "of"), "below": 0, "result": 0})
    )


@caught_as("draw-mismatch")
def a_draw_below_more_than_can_be_drawn(match: PlayedMatch) -> Made:
    huge = {"below": 1 << 40, "result": 0}
    return _redrawn(match, lambda draws: draws.__setitem__(0, {**_without(draws[0], "of"), **huge}))


@caught_as("draw-mismatch")
def no_draws_on_record(match: PlayedMatch) -> Made:
    return _redrawn(match, lambda draws: draws.clear())


@caught_as("draw-mismatch")
def draws_that_are_no_list(match: PlayedMatch) -> Made:
    forger = match.forger()
    forger.event(match.drawn).data[DRAWS] = "none"
    return forged(forger), match.drawn


def _without(draw: dict[str, Any], name: str) -> dict[str, Any]:
    return {key: value for key, value in draw.items() if key != name}


# Receipts and keys


@caught_as("malformed-checkpoint", audit=None)
def a_receipt_that_is_no_signed_text(match: PlayedMatch) -> Made:
    return Evidence(match.content(), ("I saw it with my own eyes\n",)), 0


@caught_as("malformed-checkpoint", audit=None)
def a_receipt_with_a_line_more(match: PlayedMatch) -> Made:
    return Evidence(match.content(), (match.receipt(5).replace("\n\n", "\nand more\n\n"),)), 0


@caught_as("unknown-signer", audit=None)
def a_receipt_signed_by_a_stranger(match: PlayedMatch) -> Made:
    return Evidence(match.content(), (match.receipt(5, STRANGER),)), 0


@caught_as("forged-signature", audit=None)
def a_receipt_edited(match: PlayedMatch) -> Made:
    return Evidence(match.content(), (match.receipt(5).replace("\n5\n", "\n6\n"),)), 0


@caught_as("unknown-signer", audit=None)
def another_key_in_the_file_than_was_noted(match: PlayedMatch) -> Made:
    """The operator signs all anew with a fresh key, and puts that into the file."""
    fresh = with_header(
        match.content(), keys=[STRANGER.public.text], checkpoints=[match.receipt(match.end, STRANGER)]
    )
    return Evidence(fresh, (), (SERVER.public.text,)), 0


@caught_as("wrong-origin", audit=None)
def a_receipt_of_another_match(match: PlayedMatch) -> Made:
    other = sign(5, match.leaves, match="fairtable.test/match/00000000-0000-4000-8000-000000000002")
    return Evidence(match.content(), (other,)), 0


@caught_as("malformed-key", audit=None)
def a_key_with_another_id(match: PlayedMatch) -> Made:
    name, key_id, rest = SERVER.public.text.split("+", 2)
    bad = f"{name}+{'0' * 8}+{rest}"
    assert key_id != "0" * 8
    return Evidence(with_header(match.content(), keys=[SERVER.public.text, bad])), 0


@caught_as("malformed-key", audit=None)
def a_key_that_is_none(match: PlayedMatch) -> Made:
    return Evidence(with_header(match.content(), keys=[SERVER.public.text, "a key"])), 0


def evidences(match: PlayedMatch) -> Iterator[tuple[Tampering, Evidence, int]]:
    """All tamperings of a match: the evidence, and the version that is to be named."""
    for tampering in TAMPERINGS:
        made, version = tampering.make(match)
        yield tampering, made if isinstance(made, Evidence) else Evidence(made), version
