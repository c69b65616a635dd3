"""What holds for every game in the registry, by itself: a game that lacks any of it fails here."""

from __future__ import annotations

import copy
import importlib
import re
from importlib import resources
from pathlib import Path
from typing import Any, Union

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain.chance import Stream
from domain.codec import CODEC
from domain.games.canonical import canonical, component_digest
from domain.games.registry import GAMES, rules_for, rulings
from domain.games.rules import AUDITOR, SPECTATOR, AnyRules, Move, Refusal, State, Viewer, play_out
from domain.log import RESERVED, Recorded, parse_line
from domain.match import Match
from domain.match_events import MoveMade
from domain.sealing import sealed_fields
from domain.wording import sentence
from tests.domain.games import playthrough
from tests.domain.table import Table, rebuilt

HERE = Path(__file__).parent

pytestmark = pytest.mark.parametrize("game", GAMES)

tables = st.tuples(st.integers(min_value=0), st.integers(min_value=0, max_value=3))
"""A seed, and how many seats more than the game's least."""


def new_table(game: str, seed: int, more_seats: int) -> Table:
    seats = GAMES[game].seats
    return Table(game, seats[min(more_seats, len(seats) - 1)], seed=str(seed))


# What a game must bring


def test_has_a_playthrough_that_still_comes_out_so(game: str) -> None:
    kept = playthrough.path(game)
    assert kept.exists(), f"{game} has no playthrough; write one with: scripts/playthrough {game}"
    assert playthrough.playthrough(game) == kept.read_text("utf-8"), (
        f"{game} plays, shows or tells something else than before; "
        f"if it is meant to: scripts/playthrough {game}, and review the difference"
    )


def test_has_numbered_rulings(game: str) -> None:
    assert re.search(r"^\s*1\.\s", rulings(game), re.MULTILINE), (
        f"{game} has no numbered ruling in its rulings.md"
    )


def test_has_worked_examples_and_tests_of_its_own(game: str) -> None:
    assert list((HERE / game / "examples").glob("*.json")), f"{game} has no worked examples"
    assert list((HERE / game).glob("test_*.py")), f"{game} has no tests of its own"


def test_has_perft_counts(game: str) -> None:
    """Numbers of move sequences from known positions: integers that no bug survives."""
    assert (HERE / game / "test_perft.py").exists(), f"{game} has no perft counts in test_perft.py"


def test_has_a_kept_match_for_each_way_it_can_end(game: str) -> None:
    """Replayed by `tests/replay_tool/test_kept_matches.py`."""
    ends = importlib.import_module(f"tests.domain.games.{game}.ends").REASONS
    kept = {file.name.split(".")[0] for file in (HERE / game / "matches").glob("*.match.jsonl")}
    assert ends, f"{game} names no way to end in ends.py"
    assert kept >= set(ends), f"{game} has no kept match that ends by {', '.join(sorted(set(ends) - kept))}"


def test_has_the_bots_random_and_greedy(game: str) -> None:
    missing = {"random", "greedy"} - GAMES[game].bots.keys()
    assert not missing, f"{game} has no bot {' and no bot '.join(sorted(missing))}"


def test_its_component_set_is_found_by_digest_for_ever(game: str) -> None:
    kept = [file for file in resources.files(f"domain.games.{game}").iterdir() if "components" in file.name]
    assert kept
    rules = GAMES[game]
    assert rules_for(game, component_digest(rules.components)) is rules


def test_has_moves_and_events(game: str) -> None:
    assert GAMES[game].moves, f"{game} has no moves"
    assert GAMES[game].events, f"{game} has no events"


def test_its_persisted_names_are_those_of_its_classes(game: str) -> None:
    """Names in logs are for ever: a class may be renamed only with an upcaster for the old name. Sealed
    fields stand beside other things in an event's private part, whose names they must not have."""
    rules = GAMES[game]
    assert {name: f"{game}.{kind.__name__}" for name, kind in rules.events.items()} == {
        name: name for name in rules.events
    }
    assert {name: kind.__struct_config__.tag for name, kind in rules.moves.items()} == {
        name: name for name in rules.moves
    }
    for kind in (*rules.events.values(), *rules.moves.values()):
        fields = sealed_fields(kind)
        assert not {field.name for field in fields} & RESERVED
        assert all(field.everyone == (field.name == "text") for field in fields), (
            "who knows no game tells by this name what may be erased"
        )


# What holds in every match


@given(tables)
def test_random_matches_come_to_their_end_under_all_invariants(game: str, setting: tuple[int, int]) -> None:
    table = new_table(game, *setting)
    rules = table.match.rules
    while table.owing():
        check_decision(table)
        table.random_move()
        rules.invariants(table.match.state)
    outcome = rules.outcome(table.match.state)
    assert outcome is not None
    assert rules.awaiting(table.match.state) is None
    assert sorted(seat for place in outcome.ranking for seat in place) == list(range(len(table.match.seats)))
    assert rebuilt(table.events).state == table.match.state


def check_decision(table: Table) -> None:
    """Exactly one decision is open, who owes an answer has a legal move, and nobody else has one."""
    rules, state = table.match.rules, table.match.state
    decision = rules.awaiting(state)
    assert decision is not None
    assert decision.seats
    assert len(set(decision.seats)) == len(decision.seats)
    for seat in range(len(table.match.seats)):
        moves = list(rules.legal_moves(state, seat))
        assert bool(moves) == (seat in decision.seats)
        assert len(moves) <= 500
        assert len({canonical(move) for move in moves}) == len(moves)


@given(tables)
def test_decision_numbers_rise_by_one_with_the_event_that_opens_them(
    game: str, setting: tuple[int, int]
) -> None:
    table = new_table(game, *setting)
    number = table.decision()
    assert number == 1
    while True:
        before = table.open_decision()
        answered = table.random_move()[0].by
        if not table.owing():
            break
        after = table.open_decision()
        if after.number == before.number:
            waiting = tuple(seat for seat in before.seats if seat != answered)
            assert after == msgspec.structs.replace(before, seats=waiting), "it is still the same decision"
            assert waiting, "a decision closes with its last owed answer"
        else:
            assert after.number == before.number + 1


@given(tables, st.data())
def test_every_listed_move_is_accepted_and_others_are_refused_in_a_sentence(
    game: str, setting: tuple[int, int], data: st.DataObject
) -> None:
    table = new_table(game, *setting)
    rules = table.match.rules
    for _ in range(data.draw(st.integers(0, 40), label="moves made before")):
        if not table.owing():
            return
        table.random_move()
    if not table.owing():
        return
    seat = table.owing()[0]
    listed = table.legal_moves(seat)
    for move in listed:
        state = copy.deepcopy(table.match.game_state)
        assert list(play_out(rules, state, rules.decide(state, seat, move, AnyChance())))
        rules.invariants(state)
    for _ in range(20):
        move = twisted(rules, data, listed)
        state = copy.deepcopy(table.match.game_state)
        if refused(rules, state, seat, move):
            assert state == table.match.state, "a refusal comes before the first event"
        rules.invariants(state)


def refused(rules: AnyRules, state: State, seat: int, move: Move) -> bool:
    """Whether the rules refuse a move, with a sentence; otherwise it has been carried out."""
    try:
        list(play_out(rules, state, rules.decide(state, seat, move, AnyChance())))
    except Refusal as refusal:
        return bool(str(refusal).strip()) or pytest.fail(f"{type(refusal).__name__} says nothing")
    return False


class AnyChance:
    """Chance that is not derived from a match."""

    def __init__(self) -> None:
        self._stream = Stream(b"any")

    def shuffle(self, event: Any, items: Any) -> Any:
        return self._stream.shuffle(items)

    def below(self, event: Any, limit: int) -> int:
        return self._stream.below(limit)


def twisted(rules: AnyRules, data: st.DataObject, listed: list[Any]) -> Any:
    """A move of the right shape that is probably not legal."""
    plain = msgspec.to_builtins(data.draw(st.sampled_from(listed)))
    field = data.draw(st.sampled_from(sorted(plain)))
    others = data.draw(st.sampled_from([msgspec.to_builtins(move) for move in listed]))
    plain[field] = data.draw(
        st.one_of(
            st.integers(-3, 15),
            st.just(others.get(field)),
            st.lists(st.integers(-9, 9), min_size=2, max_size=2),
            st.sampled_from(sorted(rules.moves)),
            st.text(max_size=5),
        )
    )
    kinds = tuple(rules.moves.values())
    try:
        return msgspec.convert(plain, Union[kinds])  # noqa: UP007 - built at run time
    except msgspec.ValidationError:
        return data.draw(st.sampled_from(listed))


@given(tables)
def test_the_log_rebuilds_the_same_state_at_every_version(game: str, setting: tuple[int, int]) -> None:
    table = new_table(game, *setting)
    live = Match(table.match.id)
    stored = Match(table.match.id)
    table.play_to_the_end()
    for event in table.events:
        live.apply(event)
        stored.apply(CODEC.decode(event.stored))
        assert stored.state == live.state
        assert stored.head == live.head
    assert stored.state == table.match.state


# What nobody may learn


def viewers(table: Table) -> tuple[Viewer, ...]:
    return (*range(len(table.match.seats)), SPECTATOR)


@given(tables)
def test_no_byte_that_a_viewer_receives_holds_a_secret_that_is_not_its_own(
    game: str, setting: tuple[int, int]
) -> None:
    table = new_table(game, *setting)
    while table.owing():
        table.random_move()
    running = table.events[:-1]
    for viewer in viewers(table):
        received = b"\n".join(_received(table, event, viewer) for event in running)
        assert table.match.secret.hex().encode() not in received
        for event in running:
            openings = event.openings(viewer, table.match.salt_key)
            assert not {opening.field for opening in openings} & _not_for(game, event, viewer)


@given(tables)
@settings(max_examples=3)
def test_every_event_is_told_to_everybody_from_what_they_may_see_of_it(
    game: str, setting: tuple[int, int]
) -> None:
    table = new_table(game, *setting)
    table.play_to_the_end()
    names = [f"seat {seat}" for seat in range(len(table.match.seats))]
    for event in table.events:
        for viewer in (*viewers(table), AUDITOR):
            shown = CODEC.reveal(parse_line(event.line), event.openings(viewer, table.match.salt_key))
            assert sentence(shown, table.match.rules, names)


def _received(table: Table, event: Recorded, viewer: Viewer) -> bytes:
    return event.line + b"\n" + canonical(event.openings(viewer, table.match.salt_key))


def _not_for(game: str, event: Recorded, viewer: Viewer) -> set[str]:
    """The sealed fields of an event of whose audience a viewer is not, read from the declarations."""
    hidden = {"draws"}
    for field in sealed_fields(type(event.event)):
        seats = {seat for name in field.audience for seat in _as_seats(getattr(event.event, name))}
        if viewer not in seats and not field.everyone:
            hidden.add(field.name)
    if isinstance(event.event, MoveMade) and event.event.seat != viewer:
        move = GAMES[game].moves[event.event.move["type"]]
        hidden |= {f"move.{field.name}" for field in sealed_fields(move) if not field.everyone}
    return hidden


def _as_seats(value: Any) -> set[int]:
    return set() if value is None else {value} if isinstance(value, int) else set(value)


@given(tables, st.integers(min_value=0), st.data())
def test_dealing_again_what_a_viewer_cannot_see_changes_nothing_for_it(
    game: str, setting: tuple[int, int], deal: int, data: st.DataObject
) -> None:
    """Whatever the hidden cards are: view, board, legal moves, what is awaited and until when, what is
    counted, and what a seat is refused, and in which words, stay the same."""
    redeal = importlib.import_module(f"tests.domain.games.{game}.redeal").redeal
    table = new_table(game, *setting)
    rules = table.match.rules
    for _ in range(data.draw(st.integers(0, 60), label="moves made before")):
        if not table.owing():
            return
        table.random_move()
    for viewer in viewers(table):
        other = copy.deepcopy(table.match.game_state)
        redeal(other, viewer, Stream(b"deal %d" % deal))
        rules.invariants(other)
        state = table.match.game_state
        assert canonical(rules.view(other, viewer)) == canonical(rules.view(state, viewer))
        assert rules.board_text(rules.view(other, viewer)) == rules.board_text(rules.view(state, viewer))
        assert rules.awaiting(other) == rules.awaiting(state)
        assert rules.time_limit(other) == rules.time_limit(state)
        assert rules.outcome(other) == rules.outcome(state)
        assert rules.statistics(other) == rules.statistics(state)
        if isinstance(viewer, int):
            listed = table.legal_moves(viewer)
            assert list(rules.legal_moves(other, viewer)) == listed
            for move in [*listed[:5], *(twisted(rules, data, listed) for _ in range(5) if listed)]:
                assert refusal_of(rules, other, viewer, move) == refusal_of(rules, state, viewer, move)


def refusal_of(rules: AnyRules, state: State, seat: int, move: Move) -> tuple[type[Refusal], str] | None:
    """Why a move would be refused, and in which words; None where it would be accepted."""
    try:
        next(rules.decide(copy.deepcopy(state), seat, move, AnyChance()))
    except Refusal as refusal:
        return type(refusal), str(refusal)
    return None


@given(tables)
def test_views_are_plain_json_and_an_auditor_sees_all_that_others_see(
    game: str, setting: tuple[int, int]
) -> None:
    table = new_table(game, *setting)
    rules = table.match.rules
    for viewer in (*viewers(table), AUDITOR):
        view = rules.view(table.match.state, viewer)
        assert msgspec.json.decode(canonical(view)) == view
        assert rules.board_text(view)
