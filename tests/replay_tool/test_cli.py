"""`fairtable-replay` at the command line: what it prints, and its exit codes."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.replay_tool.conftest import Server
from tests.replay_tool.forger import Forger
from tests.replay_tool.matches import finished_match
from tests.replay_tool.terminal import FAILED, FOUND, lines_of, on, run


@pytest.fixture
def forged(tmp_path: Path) -> Path:
    """A file with an illegal move, sound otherwise."""
    log = Forger(finished_match())
    log.event(log.find("MoveMade", 5)).data["move"]["cell"] = [9, 9]
    path = tmp_path / "forged.match.jsonl"
    path.write_bytes(log.file())
    return path


@pytest.fixture
def tampered(server: Server, tmp_path: Path) -> Path:
    """A file in which a byte was changed."""
    path = tmp_path / "tampered.match.jsonl"
    path.write_bytes(server.file.read_bytes().replace(b'"space":', b'"spade":', 1))
    return path


# list


def test_list(server: Server) -> None:
    shown = on(server, "list").stdout
    for match in (*server.finished, server.running, server.open):
        assert str(match) in shown
    assert "Ada, Grace" in shown
    assert "4 matches" in shown


def test_list_for_programs(server: Server) -> None:
    found = lines_of(on(server, "list", "--json"))
    assert [entry["status"] for entry in found] == ["ended", "ended", "running", "open"]
    running, waiting = found[2:]
    assert (running["game"], running["seats"], running["version"]) == ("nova_luna", ["Ada", "Grace"], 33)
    assert waiting["seats"] == ["seat 0", "greedy bot (seat 1)", "seat 2"]
    assert running["created_at"] < running["changed_at"]


def test_the_database_can_be_named_on_the_command_line(server: Server) -> None:
    assert len(lines_of(run("list", "--json", "--database", server.url))) == 4


# show


def test_show_a_file(server: Server) -> None:
    shown = run("show", server.file).stdout
    assert "Nova Luna" in shown
    assert "MOON WHEEL" in shown
    assert "The match is over (tiles exhausted): 1. seat 0 (15), 2. seat 1 (12)." in shown


def test_show_at_a_version_with_a_seats_eyes(server: Server) -> None:
    shown = lines_of(run("show", server.file, "--at", 30, "--as", 1, "--json"))[0]
    assert (shown["version"], shown["viewer"], shown["status"]) == (30, 1, "running")
    assert "supply" not in shown["view"]
    assert shown["result"] is None


def test_all_is_shown_of_a_match_that_is_over(server: Server) -> None:
    shown = lines_of(run("show", server.file, "--at", 30, "--json"))[0]
    assert (shown["viewer"], len(shown["view"]["supply"])) == ("auditor", shown["view"]["supply_size"])


def test_a_running_match_is_shown_to_spectators(server: Server) -> None:
    shown = on(server, "show", server.running)
    assert "seen by the spectator" in shown.stdout
    assert "is awaited from seat" in shown.stdout
    assert "Ada" in shown.stdout
    entry = lines_of(on(server, "show", server.running, "--json"))[0]
    assert "supply" not in entry["view"]
    assert entry["awaiting"]["kind"] == "turn"


def test_a_match_that_has_not_begun_has_no_board(server: Server) -> None:
    assert "The match has not started." in on(server, "show", server.open).stdout


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (["--at", "9999"], "has events 1 to"),
        (["--at", "0"], "0 is not in the range"),
        (["--as", "2"], "there is no seat 2"),
        (["--as", "nobody"], "neither a seat's number nor"),
    ],
)
def test_what_cannot_be_shown(server: Server, args: list[str], why: str) -> None:
    assert why in run("show", server.file, *args, code=FAILED).stderr


def test_a_broken_file_is_not_shown(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "broken.match.jsonl"
    path.write_bytes(server.file.read_bytes().replace(b"nova_luna.TilePlaced", b"nova_luna.TileEaten", 1))
    assert "verify tells what is wrong" in run("show", path, code=FAILED).stderr
    assert "cannot be told" in run("log", path).stdout


# log


def test_log(server: Server) -> None:
    told = run("log", server.file).stdout
    assert "the match begins" in told
    assert "the match is over" in told


def test_log_with_names(server: Server) -> None:
    entries = lines_of(on(server, "log", server.running, "--json"))
    assert entries[0]["sentence"] == "Ada opens a table of Nova Luna for 2"
    assert entries[1]["sentence"] == "Ada takes seat 0"
    assert {entry["by"] for entry in entries} == {"player", "Ada", "Grace"}
    assert [entry["version"] for entry in entries] == list(range(1, 34))


def test_the_log_tells_no_secret(server: Server) -> None:
    shuffle = 6
    tile = run("log", server.file, "--json").stdout.splitlines()[shuffle]
    assert "NL" in tile, "all is open when the match is over"
    for viewer in ("spectator", "0", "1"):
        sentence = run("log", server.file, "--json", "--as", viewer).stdout.splitlines()[shuffle]
        assert "NL" not in sentence
    assert "NL" not in on(server, "log", server.running, "--json").stdout.splitlines()[shuffle]


def test_the_log_of_a_running_matchs_file(server: Server) -> None:
    entries = lines_of(run("log", server.running_file, "--json"))
    assert len(entries) == 33
    assert "NL" not in entries[6]["sentence"]
    refused = run("log", server.running_file, "--as", "0", code=FAILED)
    assert "cannot be read with the eyes of others" in refused.stderr


def test_a_log_is_told_as_far_as_it_goes(server: Server, tmp_path: Path) -> None:
    path = tmp_path / "cut.match.jsonl"
    path.write_bytes(server.file.read_bytes()[:-10])
    result = run("log", path, "--json", code=FAILED)
    assert len(lines_of(result)) > 100
    assert "cut off" in result.stderr


# verify and audit


@pytest.mark.parametrize("command", ["verify", "audit"])
def test_sound_files(server: Server, command: str) -> None:
    shown = run(command, server.file).stdout
    assert "1 checked" in shown
    assert "all sound" in shown


@pytest.mark.parametrize("command", ["verify", "audit"])
def test_matches_of_the_database(server: Server, command: str) -> None:
    reports = lines_of(on(server, command, *server.finished, server.running, server.file, "--json"))
    assert [report["sound"] for report in reports] == [True] * 4
    assert [report["check"] for report in reports] == [command] * 4


def test_a_changed_byte_is_named(tampered: Path) -> None:
    result = run("verify", tampered, code=FOUND)
    assert "chain-broken" in result.stdout
    report = lines_of(run("verify", tampered, "--json", code=FOUND))[0]
    assert report["first_failure"]["version"] == report["sound_events"] + 1
    assert report["findings"] == [report["first_failure"]]


def test_an_illegal_move_passes_verify_and_fails_audit(forged: Path) -> None:
    run("verify", forged)
    result = run("audit", forged, code=FOUND)
    assert "illegal-move" in result.stdout
    assert "not judged: events" in result.stdout
    report = lines_of(run("audit", forged, "--json", code=FOUND))[0]
    assert report["first_failure"]["code"] == "illegal-move"
    assert report["sound"] is False


def test_all_matches_of_a_database(server: Server) -> None:
    assert "4 checked" in on(server, "audit", "--all").stdout
    assert len(lines_of(on(server, "audit", "--all", "--thorough", "--json"))) == 4


@pytest.mark.parametrize("args", [[], ["--all", "some.file"]])
def test_audit_wants_either_names_or_all(server: Server, args: list[str]) -> None:
    assert "name matches or files, or give --all" in on(server, "audit", *args, code=FAILED).stderr


def test_a_running_matchs_file_is_verified_not_audited(server: Server) -> None:
    assert "the match runs" in run("verify", server.running_file).stdout
    assert "it cannot be audited" in run("audit", server.running_file, code=FAILED).stderr
    assert "only log and verify work on it" in run("show", server.running_file, code=FAILED).stderr


def test_one_that_cannot_be_checked_does_not_keep_the_others_from_it(server: Server, forged: Path) -> None:
    result = run("audit", "no.file", server.file, "--json", code=FAILED)
    assert [report["sound"] for report in lines_of(result)] == [True]
    assert "no.file is neither a file that exists nor the id of a match" in result.stderr
    run("audit", "no.file", forged, code=FOUND)


def test_a_file_that_is_no_match_file(tmp_path: Path) -> None:
    path = tmp_path / "other.txt"
    path.write_text("[brackets] and\nso on\n")
    assert "malformed-file" in run("verify", path, code=FOUND).stdout
    assert "is no match file" in run("show", path, code=FAILED).stderr


# export


def test_export_gives_the_file(server: Server, tmp_path: Path) -> None:
    match = server.finished[0]
    assert on(server, "export", match).stdout_bytes == server.file.read_bytes()
    out = tmp_path / "out.match.jsonl"
    assert "events of match" in on(server, "export", match, "--out", out).stdout
    assert out.read_bytes() == server.file.read_bytes()
    told = lines_of(on(server, "export", match, "--out", out, "--json"))[0]
    assert told == {"events": told["events"], "file": str(out), "match": str(match), "viewer": "auditor"}


def test_export_of_a_file_gives_it_back_and_of_a_running_matchs_file_refuses(server: Server) -> None:
    assert on(server, "export", server.file).stdout_bytes == server.file.read_bytes()
    assert "only log and verify" in on(server, "export", server.running_file, code=FAILED).stderr


@pytest.mark.parametrize("command", ["show", "log", "export"])
def test_an_empty_name_names_nothing(server: Server, command: str) -> None:
    assert "an empty name" in on(server, command, "", code=FAILED).stderr


def test_export_of_a_running_match_is_for_spectators_unless_told_otherwise(server: Server) -> None:
    assert on(server, "export", server.running).stdout_bytes == server.running_file.read_bytes()
    assert b'{"opened"' in on(server, "export", server.running, "--as", "auditor").stdout_bytes


# What cannot be done


@pytest.mark.parametrize("command", ["show", "log", "verify", "audit", "export"])
def test_a_match_that_does_not_exist(server: Server, command: str) -> None:
    unknown = "00000000-0000-0000-0000-000000000007"
    result = on(server, command, unknown, code=FAILED)
    assert result.stderr == f"Error: there is no match {unknown} in the database\n"
    assert result.stdout == ""


@pytest.mark.parametrize("command", ["list", "verify", "audit", "export"])
def test_without_a_database(command: str, tmp_path: Path) -> None:
    args = [] if command == "list" else ["00000000-0000-0000-0000-000000000007"]
    result = run(command, *args, "--database", f"sqlite:///{tmp_path}/no.db", code=FAILED)
    assert "there is no database at" in result.stderr


def test_a_folder(tmp_path: Path) -> None:
    assert f"{tmp_path} is a folder; name the files in it" in run("verify", tmp_path, code=FAILED).stderr


def test_help_tells_the_exit_codes() -> None:
    for command in ([], ["verify"], ["audit"]):
        shown = " ".join(run(*command, "--help").stdout.split())
        assert (
            "0 when all is well, 1 when something was found, 2 when the tool could not do its work" in shown
        )
