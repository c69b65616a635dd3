"""Where the server's signing key comes from, who can read it, and what becomes of it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from sqlalchemy import Engine

from domain.checkpoints import MalformedNote, parse_key
from domain.keys import (
    DEFAULT_NAME,
    KEY_VARIABLE,
    NAME_VARIABLE,
    key_file,
    new_signer,
    open_notary,
    published_keys,
    replace_key,
)
from domain.signing import InvalidKey, open_checkpoint
from domain.storage import DATA_VARIABLE
from tests.domain.stores import Clock
from tests.domain.table import MATCH

ROOT = bytes(32)


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No variable but the folder."""
    monkeypatch.setenv(DATA_VARIABLE, str(tmp_path / "data"))
    monkeypatch.delenv(NAME_VARIABLE, raising=False)
    monkeypatch.delenv(KEY_VARIABLE, raising=False)


def test_a_key_is_made_at_the_first_start_and_kept(migrated: str, engine: Engine, clock: Clock) -> None:
    first = open_notary(migrated, engine, clock)
    again = open_notary(migrated, engine, clock)
    assert first.keys == again.keys
    assert first.name == DEFAULT_NAME


def test_the_key_lies_beside_an_sqlite_database() -> None:
    assert key_file("sqlite:////srv/fairtable/matches.db") == Path("/srv/fairtable/matches.key")


def test_nobody_but_its_owner_can_read_the_key(migrated: str, engine: Engine, clock: Clock) -> None:
    open_notary(migrated, engine, clock)
    file = key_file(migrated)
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert file.parent.exists()
    assert [other.name for other in file.parent.glob("*.key*")] == [file.name], "nothing half written stays"


def test_a_key_that_others_can_read_is_not_used(migrated: str, engine: Engine, clock: Clock) -> None:
    open_notary(migrated, engine, clock)
    key_file(migrated).chmod(0o644)
    with pytest.raises(InvalidKey, match="chmod 600"):
        open_notary(migrated, engine, clock)


def test_a_file_that_holds_no_key(migrated: str, engine: Engine, clock: Clock) -> None:
    open_notary(migrated, engine, clock)
    key_file(migrated).write_text("nonsense", "ascii")
    with pytest.raises(InvalidKey):
        open_notary(migrated, engine, clock)


def test_a_key_given_by_the_environment(
    migrated: str, engine: Engine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    given = new_signer("fairtable.example")
    monkeypatch.setenv(KEY_VARIABLE, given.private_text)
    notary = open_notary(migrated, engine, clock)
    assert notary.keys == (given.public,)
    assert not key_file(migrated).exists()


def test_the_servers_name_stands_in_its_key(
    migrated: str, engine: Engine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAME_VARIABLE, "fairtable.example")
    notary = open_notary(migrated, engine, clock)
    assert notary.name == "fairtable.example"
    checkpoint = open_checkpoint(notary.checkpoint(MATCH, 1, ROOT), notary.keys)
    assert checkpoint.origin == f"fairtable.example/match/{MATCH}"


def test_another_name_needs_another_key(
    migrated: str, engine: Engine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_notary(migrated, engine, clock)
    monkeypatch.setenv(NAME_VARIABLE, "fairtable.example")
    with pytest.raises(InvalidKey, match="replace-key"):
        open_notary(migrated, engine, clock)
    replace_key(migrated)
    assert open_notary(migrated, engine, clock).name == "fairtable.example"


@pytest.mark.parametrize("name", ["two words", "a+b", "tür.example", "line\nbreak"])
def test_names_that_no_server_can_have(
    name: str, migrated: str, engine: Engine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(NAME_VARIABLE, name)
    with pytest.raises(InvalidKey, match="printable ASCII"):
        open_notary(migrated, engine, clock)


def test_what_a_replaced_key_has_signed_can_be_checked_for_ever(
    migrated: str, engine: Engine, clock: Clock
) -> None:
    before = open_notary(migrated, engine, clock)
    signed = before.checkpoint(MATCH, 5, ROOT)
    clock.pass_seconds(60)
    fresh = replace_key(migrated)
    after = open_notary(migrated, engine, clock)
    assert after.keys == (fresh, *before.keys), "the present one first"
    assert open_checkpoint(signed, after.keys).size == 5
    assert open_checkpoint(after.checkpoint(MATCH, 5, ROOT), [fresh]).size == 5


def test_a_key_from_the_environment_is_not_replaced_here(
    migrated: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(KEY_VARIABLE, new_signer("fairtable.example").private_text)
    with pytest.raises(InvalidKey, match=KEY_VARIABLE):
        replace_key(migrated)


def test_of_several_that_start_at_once_all_use_one_key(
    migrated: str, engine: Engine, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another process makes the key between our looking for it and our putting it there."""
    link = os.link
    other = new_signer(DEFAULT_NAME)

    def somebody_was_faster(source: Path, target: Path) -> None:
        target.touch(0o600)
        target.write_text(other.private_text, "ascii")
        link(source, target)

    monkeypatch.setattr(os, "link", somebody_was_faster)
    assert open_notary(migrated, engine, clock).keys == (other.public,)


def test_published_keys_are_keys(migrated: str, engine: Engine, clock: Clock) -> None:
    assert published_keys(engine) == []
    (key,) = open_notary(migrated, engine, clock).keys
    assert published_keys(engine) == [key]
    with pytest.raises(MalformedNote):
        parse_key(key.text.upper())
