"""Sessions of browsers, and one-time links."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pytest
from sqlalchemy import Engine, select

from domain.accounts import Principal
from domain.refusals import StoreUnavailable
from domain.sessions import LINK_LIFE, RENEWAL, SESSION_LIFE, Secret, Sessions, UnknownLink
from domain.storage import table_engine
from domain.tables import LINKS, SESSIONS
from tests.domain.stores import Clock, empty, gone

ADA, BOB = "ada", "bob"


@pytest.fixture
def sessions(engine: Engine, clock: Clock) -> Sessions:
    return Sessions(engine, clock, secrets.token_bytes)


def rows(engine: Engine) -> list[str]:
    """All that the tables of sessions and links hold."""
    with engine.connect() as connection:
        found = [*connection.execute(select(SESSIONS)), *connection.execute(select(LINKS))]
    return [str(row) for row in found]


def test_a_session_tells_who_is_calling_and_allows_to_play(sessions: Sessions) -> None:
    session = sessions.start(ADA)
    assert sessions.principal(session.text) == Principal(ADA, frozenset({"play"}))


@pytest.mark.parametrize("text", ["", "nonsense", "a\0b", "\ud800", "x" * 10_000], ids=ascii)
def test_what_is_no_session(sessions: Sessions, text: str) -> None:
    sessions.start(ADA)
    assert sessions.principal(text) is None
    assert sessions.prolong(text) is None
    sessions.end(text)
    with pytest.raises(UnknownLink):
        sessions.follow_link(text)


def test_a_session_that_was_ended_is_worthless_and_others_go_on(sessions: Sessions) -> None:
    one, two = sessions.start(ADA), sessions.start(ADA)
    sessions.end(one.text)
    assert sessions.principal(one.text) is None
    assert sessions.prolong(one.text) is None
    assert sessions.principal(two.text) is not None


def test_all_sessions_and_links_of_a_player_are_ended_at_once(sessions: Sessions) -> None:
    mine = [sessions.start(ADA), sessions.start(ADA)]
    link, other, others_link = sessions.make_link(ADA), sessions.start(BOB), sessions.make_link(BOB)
    sessions.end_all(ADA)
    assert [sessions.principal(session.text) for session in mine] == [None, None]
    with pytest.raises(UnknownLink):
        sessions.follow_link(link.text)
    assert sessions.principal(other.text) is not None
    assert sessions.follow_link(others_link.text)[0] == BOB


def test_a_session_ends_unless_it_is_used(sessions: Sessions, clock: Clock) -> None:
    session = sessions.start(ADA)
    clock.pass_seconds(SESSION_LIFE.total_seconds() - 1)
    assert sessions.principal(session.text) is not None
    clock.pass_seconds(1)
    assert sessions.principal(session.text) is None
    assert sessions.prolong(session.text) is None


def test_its_use_prolongs_a_session_at_most_once_a_day(sessions: Sessions, clock: Clock) -> None:
    session = sessions.start(ADA)
    clock.pass_seconds(RENEWAL.total_seconds())
    assert sessions.prolong(session.text) is None
    clock.pass_seconds(1)
    prolonged = sessions.prolong(session.text)
    assert prolonged is not None
    assert prolonged.text == session.text
    assert prolonged.expires_at > session.expires_at
    assert sessions.prolong(session.text) is None
    clock.pass_seconds(SESSION_LIFE.total_seconds() - 1)
    assert sessions.principal(session.text) is not None


def test_a_link_starts_one_session(sessions: Sessions) -> None:
    link = sessions.make_link(ADA)
    player, session = sessions.follow_link(link.text)
    assert player == ADA
    assert sessions.principal(session.text) == Principal(ADA, frozenset({"play"}))
    with pytest.raises(UnknownLink):
        sessions.follow_link(link.text)


def test_of_eight_browsers_that_follow_a_link_one_is_signed_in(sessions: Sessions) -> None:
    link = sessions.make_link(ADA)

    def follow(_number: int) -> bool:
        try:
            sessions.follow_link(link.text)
        except UnknownLink:
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(follow, range(8))) == 1


def test_a_link_is_short_lived(sessions: Sessions, clock: Clock) -> None:
    link = sessions.make_link(ADA)
    clock.pass_seconds(LINK_LIFE.total_seconds())
    with pytest.raises(UnknownLink):
        sessions.follow_link(link.text)


def test_a_link_is_no_session_and_a_session_no_link(sessions: Sessions) -> None:
    assert sessions.principal(sessions.make_link(ADA).text) is None
    with pytest.raises(UnknownLink):
        sessions.follow_link(sessions.start(ADA).text)


def test_the_tables_hold_nothing_that_signs_anybody_in(sessions: Sessions, engine: Engine) -> None:
    told: list[Secret] = [sessions.start(ADA), sessions.make_link(ADA)]
    assert len(rows(engine)) == 2
    for secret in told:
        assert len(secret.text) == 43, "256 bits"
        assert secret.text not in "".join(rows(engine))


def test_what_has_expired_is_forgotten(sessions: Sessions, engine: Engine, clock: Clock) -> None:
    for _ in range(3):
        sessions.start(ADA)
        sessions.make_link(ADA)
    clock.pass_seconds(SESSION_LIFE.total_seconds())
    sessions.start(BOB)
    sessions.make_link(BOB)
    assert len(rows(engine)) == 2


def test_while_the_database_is_gone(kept_postgres_database: str, clock: Clock) -> None:
    empty(kept_postgres_database)
    engine = table_engine(kept_postgres_database)
    sessions = Sessions(engine, clock, secrets.token_bytes)
    calls: list[Callable[[], object]] = [
        lambda: sessions.start(ADA),
        lambda: sessions.principal("x"),
        lambda: sessions.prolong("x"),
        lambda: sessions.end("x"),
        lambda: sessions.end_all(ADA),
        lambda: sessions.make_link(ADA),
        lambda: sessions.follow_link("x"),
    ]
    with gone(kept_postgres_database):
        for call in calls:
            with pytest.raises(StoreUnavailable):
                call()
    engine.dispose()
