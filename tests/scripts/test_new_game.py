"""`scripts/new_game` lays a game that is known to be unfinished: the tests of every game tell what lacks."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """As much of the repository as a new game needs."""
    root = tmp_path_factory.mktemp("repository")
    no_caches = shutil.ignore_patterns("__pycache__", "matches")
    for folder in ("domain", "scripts", "tests/domain"):
        shutil.copytree(ROOT / folder, root / folder, ignore=no_caches)
    for file in (ROOT / "setup.cfg", ROOT / "pyproject.toml", *ROOT.glob("tests/*.py")):
        shutil.copy(file, root / file.relative_to(ROOT))
    return root


def run(root: Path, command: Sequence[str | Path]) -> subprocess.CompletedProcess[str]:
    """A program in the copy, with the programs of this environment at hand."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return subprocess.run(
        command, cwd=root, env=os.environ | {"PATH": path}, capture_output=True, text=True, check=False
    )


@pytest.fixture(scope="module")
def laid(copy: Path) -> Path:
    """The copy with a new game, to which the lines were added that the script asks for."""
    told = run(copy, ["scripts/new_game", "tic_tac_toe"])
    assert told.returncode == 0, told.stderr
    (line,) = re.findall(r"from domain\.games\.\S+ import \S+", told.stdout)
    (name,) = re.findall(r"and (\S+) in _CLASSES", told.stdout)
    registry = copy / "domain/games/registry.py"
    text = registry.read_text("utf-8")
    text = text.replace("from domain.games.rules import", f"{line}\nfrom domain.games.rules import", 1)
    text = re.sub(r"(_CLASSES: .* = \(.*)\)", rf"\1, {name})", text, count=1)
    registry.write_text(text, "utf-8")
    return copy


def test_the_result_is_registered(laid: Path) -> None:
    program = "from domain.games.registry import game; print(game('tic_tac_toe').title)"
    done = run(laid, [sys.executable, "-c", program])
    assert (done.returncode, done.stdout) == (0, "Tic Tac Toe\n"), done.stderr


def test_the_result_is_in_style(laid: Path) -> None:
    folders = ["domain/games/tic_tac_toe", "tests/domain/games/tic_tac_toe"]
    for check in (["check"], ["format", "--check"]):
        done = run(laid, ["ruff", *check, *folders])
        assert done.returncode == 0, done.stdout


@pytest.mark.parametrize(
    "missing",
    [
        "tic_tac_toe has no playthrough; write one with: scripts/playthrough tic_tac_toe",
        "tic_tac_toe has no numbered ruling in its rulings.md",
        "tic_tac_toe has no worked examples",
        "tic_tac_toe has no perft counts in test_perft.py",
        "tic_tac_toe names no way to end in ends.py",
        "tic_tac_toe has no bot greedy",
        "tic_tac_toe has no moves",
        "NotImplementedError: tic_tac_toe: new_state",
    ],
)
def test_the_tests_of_every_game_tell_what_is_missing(told: str, missing: str) -> None:
    assert missing in told


@pytest.fixture(scope="module")
def told(laid: Path) -> str:
    """What the tests of every game say of the new one."""
    every_game = "tests/domain/games/test_every_game.py"
    done = run(
        laid,
        [
            sys.executable,
            "-m",
            "pytest",
            "-p",
            "no:cacheprovider",
            every_game,
            "-k",
            "tic_tac_toe and (has or random)",
        ],
    )
    assert done.returncode == 1, done.stdout
    return done.stdout


def test_a_game_that_is_there_stays_as_it_is(laid: Path) -> None:
    done = run(laid, ["scripts/new_game", "nova_luna"])
    assert (done.returncode, done.stderr) == (1, "domain/games/nova_luna is there already\n")


def test_a_module_of_all_games_stays_as_it_is(laid: Path) -> None:
    done = run(laid, ["scripts/new_game", "grid"])
    assert (done.returncode, done.stderr) == (1, "domain/games/grid.py is there already\n")


@pytest.mark.parametrize("name", ["", "TicTacToe", "tic-tac-toe", "tic__tac", "7wonders", "../games"])
def test_other_names_are_refused(copy: Path, name: str) -> None:
    done = run(copy, ["scripts/new_game", name])
    assert done.returncode == 1
    assert done.stderr.startswith("usage: scripts/new_game NAME")
