"""The server's own log: every match that is over is entered once, in the order in which they ended."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

import pytest
from sqlalchemy import Engine, delete

from domain.commands import Abort
from domain.heads import Head, HeadKeeper, Heads
from domain.log import leaf_hash
from domain.merkle import root
from domain.service import MatchService
from domain.storage import Followed, MatchLogs
from domain.tables import WORKER_POSITION, transaction
from tests.domain.stores import command, open_table, person, play_to_the_end, start


def sign(match: UUID, size: int, root: bytes) -> str:
    """What stands in for the server's signature."""
    return f"{match} {size} {root.hex()}"


@pytest.fixture
def keeper(logs: MatchLogs, engine: Engine) -> HeadKeeper:
    """Who enters the heads, one step at a time."""
    return HeadKeeper(logs, engine, sign)


@pytest.fixture
def heads(engine: Engine) -> Heads:
    """The server's own log."""
    return Heads(engine)


def follow(keeper: HeadKeeper) -> None:
    while keeper.step():
        pass


def aborted(service: MatchService) -> UUID:
    """A match that is over at once."""
    match = open_table(service)
    service.handle(match, Abort(id=command(), actor=person(0)))
    return match


def entries(heads: Heads) -> Sequence[Head]:
    return heads.entries(0, 100)


def test_the_head_of_a_match_that_ended(
    service: MatchService, logs: MatchLogs, keeper: HeadKeeper, heads: Heads
) -> None:
    match = start(service)
    play_to_the_end(service, match)
    follow(keeper)
    events = logs.read(match)
    assert entries(heads) == [
        Head(str(match), root(leaf_hash(event.line) for event in events).hex(), len(events))
    ]
    with service.reading(match) as current:
        assert entries(heads)[0].root == current.root.hex(), "what its receipts say too"
        assert heads.final_checkpoint(match) == sign(match, current.version, current.root)


def test_a_match_that_is_not_over_has_no_final_checkpoint(
    service: MatchService, keeper: HeadKeeper, heads: Heads
) -> None:
    match = start(service)
    follow(keeper)
    assert heads.final_checkpoint(match) is None


def test_a_match_that_is_not_over_has_no_head(
    service: MatchService, keeper: HeadKeeper, heads: Heads
) -> None:
    start(service)
    follow(keeper)
    assert entries(heads) == []
    assert heads.leaves() == []


def test_heads_in_the_order_in_which_matches_ended(
    service: MatchService, keeper: HeadKeeper, heads: Heads
) -> None:
    opened_first = open_table(service)
    ended = [aborted(service)]
    follow(keeper)
    ended.append(aborted(service))
    service.handle(opened_first, Abort(id=command(), actor=person(0)))
    ended.append(opened_first)
    follow(keeper)
    assert [head.match for head in entries(heads)] == [str(match) for match in ended]
    assert [head.match for head in heads.entries(1, 1)] == [str(ended[1])]


def test_an_entry_is_a_leaf(service: MatchService, keeper: HeadKeeper, heads: Heads) -> None:
    match = aborted(service)
    follow(keeper)
    (head,) = entries(heads)
    assert head.line == b'{"match":"%s","root":"%s","size":2}' % (str(match).encode(), head.root.encode())
    assert heads.leaves() == [leaf_hash(head.line)]


def test_leaves_grow_as_matches_end(service: MatchService, keeper: HeadKeeper, heads: Heads) -> None:
    aborted(service)
    follow(keeper)
    before = list(heads.leaves())
    aborted(service)
    follow(keeper)
    assert heads.leaves()[:1] == before
    assert len(heads.leaves()) == 2


def test_nothing_is_entered_twice(
    service: MatchService, logs: MatchLogs, engine: Engine, keeper: HeadKeeper, heads: Heads
) -> None:
    aborted(service)
    other = HeadKeeper(logs, engine, sign)
    assert keeper.step()
    assert not other.step(), "the position is shared"
    assert len(entries(heads)) == 1


def test_of_two_that_look_at_the_same_time_one_enters(
    service: MatchService,
    logs: MatchLogs,
    engine: Engine,
    heads: Heads,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The other finds the position moved on, and writes nothing."""
    aborted(service)
    keeper, other = HeadKeeper(logs, engine, sign), HeadKeeper(logs, engine, sign)
    assert keeper.step()
    aborted(service)
    read = logs.follow

    def meanwhile(after: int, limit: int = 500) -> object:
        page = read(after, limit)
        monkeypatch.undo()
        follow(other)
        return page

    monkeypatch.setattr(logs, "follow", meanwhile)
    assert keeper.step()
    assert len(entries(heads)) == 2


def test_one_that_has_lost_its_place_enters_nothing_again(
    service: MatchService, engine: Engine, keeper: HeadKeeper, heads: Heads
) -> None:
    """A match has one entry for ever, whatever becomes of the position."""
    aborted(service)
    follow(keeper)
    with transaction(engine) as connection:
        connection.execute(delete(WORKER_POSITION))
    follow(keeper)
    aborted(service)
    follow(keeper)
    assert len(entries(heads)) == 2


def test_two_that_start_together_do_not_trip_over_each_other(
    service: MatchService, logs: MatchLogs, engine: Engine, heads: Heads, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither finds a position written down; the second to write one must not take it for a database that
    is away."""
    match = aborted(service)
    first, second = HeadKeeper(logs, engine, sign), HeadKeeper(logs, engine, sign)
    following = logs.follow

    def after_the_other(position: int) -> Sequence[Followed]:
        page = following(position)
        monkeypatch.setattr(logs, "follow", following)
        follow(first)
        return page

    monkeypatch.setattr(logs, "follow", after_the_other)
    follow(second)
    assert [head.match for head in entries(heads)] == [str(match)]
