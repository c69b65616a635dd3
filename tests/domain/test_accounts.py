"""Players and their tokens (DESIGN, sections 5 and 7)."""

from __future__ import annotations

import secrets
import unicodedata
import zlib
from collections.abc import Callable
from uuid import UUID

import pytest
from sqlalchemy import Engine, select

from domain.accounts import (
    NAME_LENGTH,
    SCOPES,
    Accounts,
    InvalidName,
    InvalidScopes,
    Principal,
    UnknownPlayer,
    UnknownToken,
)
from domain.refusals import StoreUnavailable
from domain.storage import table_engine
from domain.tables import AUDIT_READS, PLAYERS, TOKENS
from tests.domain.stores import Clock, empty, gone, once_it_answers


@pytest.fixture
def accounts(engine: Engine, clock: Clock) -> Accounts:
    return Accounts(engine, clock, secrets.token_bytes)


def with_checksum(body: str) -> str:
    """A token that only the table can tell from a real one."""
    return f"{body}{zlib.crc32(body.encode()):08x}"


# Players


def test_a_player_is_found_by_its_id(accounts: Accounts, clock: Clock) -> None:
    player = accounts.register("Ada")
    assert accounts.player(player.id) == player
    assert (player.name, player.created_at) == ("Ada", clock())
    assert UUID(player.id).version == 4


def test_names_need_not_be_unique(accounts: Accounts) -> None:
    assert accounts.register("Ada").id != accounts.register("Ada").id


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada   Lovelace ", "Ada Lovelace"),
        ("Ada\tLovelace\n", "Ada Lovelace"),
        (unicodedata.normalize("NFD", "Zoë"), "Zoë"),
        ("李 🌙", "李 🌙"),
        ("x" * NAME_LENGTH, "x" * NAME_LENGTH),
        ("<b>Robert'); DROP TABLE players;--", "<b>Robert'); DROP TABLE players;--"),
    ],
)
def test_a_name_is_kept_tidy(accounts: Accounts, given: str, kept: str) -> None:
    player = accounts.register(given)
    assert player.name == kept
    assert accounts.player(player.id).name == kept


@pytest.mark.parametrize(
    "name",
    [
        "",
        "   ",
        "\n",
        "x" * (NAME_LENGTH + 1),
        "a\0b",
        "a\x1bb",
        "a\u200bb",
        "\u202eeve",
        "a\u2066b",
        "\ud800",
        "\ue000",
    ],
    ids=ascii,
)
def test_a_name_that_cannot_be_shown_is_refused(accounts: Accounts, engine: Engine, name: str) -> None:
    with pytest.raises(InvalidName):
        accounts.register(name)
    with engine.connect() as connection:
        assert connection.execute(select(PLAYERS)).all() == []


def test_a_name_that_is_too_long_is_told_its_length(accounts: Accounts) -> None:
    with pytest.raises(InvalidName, match="a name has 1 to 40 characters, this one 41"):
        accounts.register("x" * 41)


def test_an_unknown_player_is_refused(accounts: Accounts) -> None:
    with pytest.raises(UnknownPlayer, match="there is no player nobody"):
        accounts.player("nobody")


def test_names_are_looked_up_as_far_as_they_are_known(accounts: Accounts) -> None:
    ada, bob = accounts.register("Ada"), accounts.register("Bob")
    assert accounts.names([ada.id, bob.id, "nobody", ada.id]) == {ada.id: "Ada", bob.id: "Bob"}
    assert accounts.names([]) == {}


# Tokens


def test_a_token_tells_who_is_calling_and_what_is_allowed(accounts: Accounts) -> None:
    player = accounts.register("Ada")
    token = accounts.issue(player.id, ["audit", "play"])
    assert token.scopes == ("play", "audit")
    assert accounts.principal(token.text) == Principal(player.id, frozenset({"play", "audit"}))


@pytest.mark.parametrize("scope", SCOPES)
def test_each_scope_can_be_given_alone(accounts: Accounts, scope: str) -> None:
    principal = accounts.principal(accounts.issue(accounts.register("Ada").id, [scope]).text)
    assert principal is not None
    assert principal.scopes == {scope}


@pytest.mark.parametrize("scopes", [[], ["root"], ["play", "root"], ["play admin"], [""]], ids=repr)
def test_other_scopes_are_refused(accounts: Accounts, engine: Engine, scopes: list[str]) -> None:
    player = accounts.register("Ada")
    with pytest.raises(InvalidScopes, match="play, admin, audit"):
        accounts.issue(player.id, scopes)
    with engine.connect() as connection:
        assert connection.execute(select(TOKENS)).all() == []


def test_a_player_may_have_several_tokens(accounts: Accounts) -> None:
    player = accounts.register("Ada")
    one, two = accounts.issue(player.id, ["play"]), accounts.issue(player.id, ["play"])
    assert one.text != two.text
    assert accounts.principal(one.text) is not None
    assert accounts.principal(two.text) is not None


def test_tokens_are_not_stored(accounts: Accounts, engine: Engine) -> None:
    """Who steals the table cannot call with it."""
    token = accounts.issue(accounts.register("Ada").id, ["admin"])
    prefix, token_id, secret = token.text[:-8].split("_")
    with engine.connect() as connection:
        (row,) = connection.execute(select(TOKENS)).all()
    assert (prefix, token_id) == ("ft", row.id)
    stored = " ".join(map(str, row))
    assert secret not in stored
    assert token.text not in stored
    assert accounts.principal(with_checksum(f"ft_{row.id}_{row.digest}")) is None


def test_a_token_holds_160_random_bits(engine: Engine, clock: Clock) -> None:
    drawn: list[int] = []

    def draw(count: int) -> bytes:
        drawn.append(count)
        return bytes(range(count))

    accounts = Accounts(engine, clock, draw)
    token = accounts.issue(accounts.register("Ada").id, ["play"])
    assert drawn == [6, 20]
    assert token.text.startswith("ft_000102030405_aaaqeayeaudaocajbifqydiob4ibceqt")


def test_a_revoked_token_is_worthless(accounts: Accounts, engine: Engine, clock: Clock) -> None:
    player = accounts.register("Ada")
    revoked, kept = accounts.issue(player.id, ["play"]), accounts.issue(player.id, ["play"])
    clock.pass_seconds(1)
    accounts.revoke(player.id, revoked.id)
    assert accounts.principal(revoked.text) is None
    assert accounts.principal(kept.text) is not None
    with engine.connect() as connection:
        found = connection.execute(select(TOKENS.c.revoked_at).where(TOKENS.c.id == revoked.id)).scalar()
    assert found == clock()


def test_only_an_own_token_can_be_revoked_and_once(accounts: Accounts) -> None:
    ada, eve = accounts.register("Ada"), accounts.register("Eve")
    token = accounts.issue(ada.id, ["play"])
    with pytest.raises(UnknownToken):
        accounts.revoke(eve.id, token.id)
    with pytest.raises(UnknownToken):
        accounts.revoke(ada.id, "000000000000")
    assert accounts.principal(token.text) is not None
    accounts.revoke(ada.id, token.id)
    with pytest.raises(UnknownToken):
        accounts.revoke(ada.id, token.id)


def test_a_typing_error_is_noticed_without_asking_the_database(accounts: Accounts, engine: Engine) -> None:
    token = accounts.issue(accounts.register("Ada").id, ["play"]).text
    unreachable = Accounts(None, Clock(), secrets.token_bytes)  # type: ignore[arg-type]
    for place in range(len(token)):
        wrong = token[:place] + ("x" if token[place] != "x" else "y") + token[place + 1 :]
        assert unreachable.principal(wrong) is None
    assert unreachable.principal(token[:-1]) is None
    assert unreachable.principal(token + "0") is None


@pytest.mark.parametrize(
    "token",
    [
        "",
        "_",
        "__",
        "x",
        "Bearer",
        "ft__",
        with_checksum("ft_0_0"),
        with_checksum("ft__"),
        with_checksum("xx_0_0"),
        with_checksum("ft_0_0_0"),
        with_checksum("ft_\0_\0"),
        with_checksum("ft_ä_ö"),
        with_checksum("ft_' OR 1=1 --_0"),
        "ft_\ud800_0" + "0" * 8,
        with_checksum("ft_" + "0" * 10**6 + "_0"),
    ],
    ids=lambda token: ascii(token[:20]),
)
def test_what_is_no_token_is_worthless(accounts: Accounts, token: str) -> None:
    accounts.issue(accounts.register("Ada").id, ["play"])
    assert accounts.principal(token) is None


def test_a_token_s_id_with_another_secret_is_worthless(accounts: Accounts) -> None:
    player = accounts.register("Ada")
    one, two = accounts.issue(player.id, ["play"]), accounts.issue(player.id, ["admin"])
    secret_of_one = one.text[:-8].split("_")[2]
    assert accounts.principal(with_checksum(f"ft_{two.id}_{secret_of_one}")) is None


# Audit reads, and a database that is away


def test_an_auditor_s_look_at_a_running_match_is_recorded(
    accounts: Accounts, engine: Engine, clock: Clock
) -> None:
    accounts.record_audit_read(UUID(int=1), "ada", "events")
    accounts.record_audit_read(UUID(int=1), "ada", "export")
    with engine.connect() as connection:
        rows = connection.execute(select(AUDIT_READS).order_by(AUDIT_READS.c.id)).all()
    assert [(row.match, row.player, row.at, row.what) for row in rows] == [
        (str(UUID(int=1)), "ada", clock(), "events"),
        (str(UUID(int=1)), "ada", clock(), "export"),
    ]


def test_a_database_that_is_away_is_unavailable(kept_postgres_database: str, clock: Clock) -> None:
    empty(kept_postgres_database)
    engine = table_engine(kept_postgres_database)
    accounts = Accounts(engine, clock, secrets.token_bytes)
    player = accounts.register("Ada")
    token = accounts.issue(player.id, ["play"])
    calls: list[Callable[[], object]] = [
        lambda: accounts.register("Bob"),
        lambda: accounts.player(player.id),
        lambda: accounts.names([player.id]),
        lambda: accounts.issue(player.id, ["play"]),
        lambda: accounts.revoke(player.id, token.id),
        lambda: accounts.principal(token.text),
        lambda: accounts.record_audit_read(UUID(int=1), player.id, "events"),
    ]
    with gone(kept_postgres_database):
        for call in calls:
            with pytest.raises(StoreUnavailable):
                call()
    once_it_answers(lambda: accounts.player(player.id))
    engine.dispose()
