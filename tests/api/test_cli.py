"""The command `fairtable`, but for serving."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from api.cli import main
from api.context import Services
from domain import match_file
from domain.accounts import SCOPES
from domain.storage import database_url
from tests.api.caller import GAME


@pytest.fixture(autouse=True)
def _environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FAIRTABLE_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("FAIRTABLE_DATABASE", raising=False)


def run(*arguments: str) -> Result:
    """Run the command."""
    return CliRunner().invoke(main, arguments)


def refused(*arguments: str) -> str:
    """The sentence with which the command fails."""
    result = run(*arguments)
    assert result.exit_code == 2, result.output
    assert "Traceback" not in result.output
    assert isinstance(result.exception, SystemExit)
    return result.output


def test_migrating_makes_the_data_folder_and_can_be_repeated(tmp_path: Path) -> None:
    for _ in range(2):
        assert run("migrate").exit_code == 0
    assert (tmp_path / "data" / "fairtable.db").exists()


def test_players_and_tokens_for_operators(tmp_path: Path) -> None:
    run("migrate")
    told = dict(line.split() for line in run("player", "Ann").output.splitlines())
    token = run("token", told["player"], "--scopes", ",".join(SCOPES)).output.strip()
    services = Services.open(f"sqlite:///{tmp_path}/data/fairtable.db")
    try:
        for text, scopes in ((told["token"], {"play"}), (token, set(SCOPES))):
            principal = services.accounts.principal(text)
            assert principal is not None
            assert principal.player == told["player"]
            assert principal.scopes == scopes
    finally:
        services.close()


def test_what_fails_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    assert "run: fairtable migrate" in refused("serve")
    assert "run: fairtable migrate" in refused("player", "Ann")
    run("migrate")
    assert "there is no player nobody" in refused("token", "nobody")
    assert "scopes are some of" in refused(
        "token", run("player", "Ann").output.split()[1], "--scopes", "root"
    )
    assert "1 to 40 characters" in refused("player", "x" * 41)
    assert "one worker" in refused("serve", "--workers", "2")
    monkeypatch.setenv("FAIRTABLE_DATABASE", "mysql://here")
    assert "sqlite:/// or postgresql://" in refused("migrate")
    (tmp_path / "file").touch()
    monkeypatch.delenv("FAIRTABLE_DATABASE")
    monkeypatch.setenv("FAIRTABLE_DATA", str(tmp_path / "file"))
    assert str(tmp_path / "file") in refused("migrate")


def test_a_signing_key_is_replaced() -> None:
    run("migrate")
    run("player", "Ann")  # The first start makes a key.
    services = Services.open(database_url())
    before = services.notary.key_texts
    services.close()
    fresh = run("replace-key").output.strip()
    services = Services.open(database_url())
    assert services.notary.key_texts == [fresh, *before]
    services.close()


def simulate(*arguments: str) -> Result:
    """Simulate matches of the game that most tests play."""
    return run("simulate", "--game", GAME, *arguments)


def test_a_simulation_is_the_same_again_byte_for_byte(tmp_path: Path) -> None:
    common = ("--seats", "3", "--matches", "2", "--seed", "7", "--bots", "greedy,random")
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder in folders:
        result = simulate(*common, "--out", str(folder))
        assert result.exit_code == 0, result.output
        assert "2 matches of nova_luna" in result.output
    files = [{path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders]
    assert files[0] == files[1]
    assert len(files[0]) == 2
    for number, name in enumerate(sorted(files[0]), start=1):
        written = match_file.read(files[0][name])
        assert written.finished
        assert name == f"{number:03}-{written.header.match}.match.jsonl"


def test_a_summary_for_programs() -> None:
    figures = json.loads(simulate("--seats", "4", "--option", "tokens=first_game", "--json").output)
    assert figures["matches"] == 1
    assert sum(figures["wins"]) == 1
    assert figures["moves_per_second"] > 0


def test_simulations_that_cannot_be() -> None:
    assert "2 to 4 players, not for 9" in refused("simulate", "--game", GAME, "--seats", "9")
    assert "no bot 'deep'" in refused("simulate", "--game", GAME, "--seats", "2", "--bots", "deep")
    assert "no such options" in refused("simulate", "--game", GAME, "--seats", "2", "--option", "colour=red")
    assert "not KEY=VALUE" in refused("simulate", "--game", GAME, "--seats", "2", "--option", "colour")
    assert "--game" in refused("simulate", "--game", "chess", "--seats", "2")
