"""Free texts (DESIGN, sections 3 and 4): sealed for everyone under a salt of their own, which is kept with
the value, so that both can be erased without breaking anything."""

from __future__ import annotations

from uuid import UUID

import msgspec
import pytest

from domain.codec import CODEC
from domain.commands import MakeMove
from domain.games.canonical import canonical
from domain.games.rules import AUDITOR, SPECTATOR
from domain.log import ERASED, ERASED_TEXT, SALTS, Recorded, parse_line
from domain.match_file import MalformedFile, read, write
from domain.refusals import CommandReused
from domain.sealing import Opening, salt, seal
from domain.service import MatchService
from tests.domain.stores import command, person
from tests.domain.table import MATCH, Table, rebuilt

TEXT = "Whoever howls first sings."


def asked_for_a_rule() -> Table:
    """A match in which a seat may set a house rule."""
    for seed in range(100):
        table = Table("alien_puppies", 3, seed=f"text {seed}")
        while table.owing():
            if table.open_decision().kind == "house_rule":
                return table
            table.random_move()
    raise LookupError("nobody was asked")


def with_a_text() -> tuple[Table, Recorded, Recorded]:
    """A match with a house rule: the move, and the event that follows from it."""
    table = asked_for_a_rule()
    made, rule_set = table.move(table.owing()[0], {"type": "set_rule", "text": TEXT})
    return table, made, rule_set


def erased(event: Recorded) -> Recorded:
    """An event whose texts have been erased: value and salt are gone, the line stays."""
    private = msgspec.json.decode(event.private)
    fields = sorted(private.pop(SALTS))
    for field in fields:
        del private[field]
    stored = event.line + b"\n" + canonical(private | {ERASED: fields})
    return CODEC.decode(stored)


class TestSealing:
    def test_the_text_is_in_no_line(self) -> None:
        _, made, rule_set = with_a_text()
        for event, field in ((made, "move.text"), (rule_set, "text")):
            assert TEXT.encode() not in event.line
            assert event.sealed_values[field] == TEXT

    def test_it_is_sealed_under_the_salt_that_came_with_the_command(self) -> None:
        table, made, rule_set = with_a_text()
        for event, field in ((made, "move.text"), (rule_set, "text")):
            assert len(bytes.fromhex(event.texts[field])) == 32
            expected = seal(MATCH, event.version, field, bytes.fromhex(event.texts[field]), TEXT)
            assert f'"text":{{"sealed":"{expected}"}}'.encode() in event.line
            derived = salt(table.match.salt_key, event.version, field).hex()
            assert event.texts[field] != derived, "a salt that can be derived could not be erased"

    def test_without_a_salt_nothing_happens(self) -> None:
        table = asked_for_a_rule()
        seat, before = table.owing()[0], table.match.version
        for salt_bytes in (None, b"short"):
            given = MakeMove(
                id="0" * 32, actor=table.player(seat), salt=salt_bytes, decision=table.decision(),
                move={"type": "set_rule", "text": TEXT},
            )  # fmt: skip
            with pytest.raises(ValueError, match="needs a salt of 32 bytes"):
                table.match.handle(given, table.clock())
        assert table.match.version == before

    def test_the_stored_bytes_are_read_back_as_they_were_written(self) -> None:
        _, made, rule_set = with_a_text()
        for event in (made, rule_set):
            again = CODEC.decode(event.stored)
            assert (again.event, again.stored, again.texts) == (event.event, event.stored, event.texts)


class TestOpenings:
    @pytest.mark.parametrize("viewer", [0, 1, 2, SPECTATOR, AUDITOR])
    def test_everybody_may_read_it_while_the_match_runs(self, viewer: int | str) -> None:
        table, made, rule_set = with_a_text()
        for event, field in ((made, "move.text"), (rule_set, "text")):
            openings = event.openings(viewer, table.match.salt_key)  # type: ignore[arg-type]
            assert openings == [Opening(event.version, field, TEXT, event.texts[field])]
            shown = CODEC.reveal(parse_line(event.line), openings)
            assert shown == event.event

    def test_who_seats_see_other_secrets_is_not_changed_by_it(self) -> None:
        table, _, _ = with_a_text()
        dealt = next(event for event in table.events if event.type.endswith("HandDealt"))
        assert dealt.openings(SPECTATOR, table.match.salt_key) == []


class TestErasing:
    def test_an_erased_text_is_exported_as_erased(self) -> None:
        table, _, rule_set = with_a_text()
        gone = erased(rule_set)
        for viewer in (0, SPECTATOR, AUDITOR):
            (opening,) = gone.openings(viewer, table.match.salt_key)
            assert canonical(opening) == b'{"erased":true,"field":"text","version":%d}' % rule_set.version

    def test_the_line_stays_and_the_match_goes_on(self) -> None:
        table, made, rule_set = with_a_text()
        events = [erased(e) if e in (made, rule_set) else e for e in table.events]
        assert [event.line for event in events] == [event.line for event in table.events]
        again = rebuilt(events)
        assert again.head == table.match.head
        seats = again.rules.view(again.state, SPECTATOR)["seats"]
        assert ERASED_TEXT in [seat["house_rule"] for seat in seats]

    def test_it_reads_as_erased(self) -> None:
        table, _, rule_set = with_a_text()
        gone = erased(rule_set)
        assert gone.event.text == ERASED_TEXT  # type: ignore[attr-defined]
        shown = CODEC.reveal(parse_line(gone.line), gone.openings(SPECTATOR, table.match.salt_key))
        assert shown == gone.event

    def test_a_match_file_has_it_as_erased_and_is_read_again(self) -> None:
        table, made, rule_set = with_a_text()
        events = [erased(e) if e in (made, rule_set) else e for e in table.events]
        content = b"".join(write(events, SPECTATOR, table.match.salt_key))
        found = read(content)
        assert found.fault is None
        assert found.events[rule_set.version - 1].openings == (
            Opening(rule_set.version, "text", erased=True),
        )

    @pytest.mark.parametrize(
        "opening",
        [
            b'{"field":"text","version":1}',
            b'{"erased":true,"field":"text","salt":"00","version":1}',
            b'{"erased":true,"field":"text","value":"x","version":1}',
            b'{"erased":false,"field":"text","version":1}',
            b'{"field":"text","value":"x","version":1}',
            b'{"field":"text","salt":"00","version":1}',
        ],
    )
    def test_half_an_opening_is_none(self, opening: bytes) -> None:
        table = Table("alien_puppies", 2)
        lines = list(write(table.events, SPECTATOR, table.match.salt_key))
        fault = read(b"".join([*lines[:2], b'{"opened":[' + opening + b"]}\n"])).fault
        assert isinstance(fault, MalformedFile)
        assert "no openings" in str(fault)


def played_to_a_rule(service: MatchService) -> tuple[UUID, int, int]:
    """A stored match in which a seat may set a house rule: its id, that seat, and the decision."""
    table = asked_for_a_rule()
    service.logs.append(table.events)
    return MATCH, table.owing()[0], table.decision()


def test_the_service_draws_the_salt(service: MatchService) -> None:
    match, seat, decision = played_to_a_rule(service)
    given = MakeMove(
        id=command(), actor=person(seat), decision=decision, move={"type": "set_rule", "text": TEXT}
    )
    accepted = service.handle(match, given)
    (salt_hex,) = accepted.events[-1].texts.values()
    assert len(bytes.fromhex(salt_hex)) == 32
    again = service.handle(match, given)
    assert again.replayed
    assert [event.stored for event in again.events] == [event.stored for event in accepted.events]
    with pytest.raises(CommandReused):
        service.handle(match, msgspec.structs.replace(given, move={"type": "set_rule", "text": "Else."}))


def test_what_is_left_out_of_a_move_may_be_left_out_again(service: MatchService) -> None:
    """A repeated move is compared as the log has it, whether or not the client names what it may leave
    out."""
    for seed in range(50):
        table = Table("alien_puppies", 3, seed=f"left out {seed}")
        (seat,) = table.owing()
        moves = [msgspec.to_builtins(move) for move in table.legal_moves(seat)]
        if plain := [move for move in moves if move["type"] == "play" and len(move) == 2]:
            break
    service.logs.append(table.events)
    given = MakeMove(id=command(), actor=person(seat), decision=1, move=plain[0])
    service.handle(MATCH, given)
    spelt_out = msgspec.structs.replace(given, move=plain[0] | {"seat": None, "puppy": None})
    assert service.handle(MATCH, spelt_out).replayed
