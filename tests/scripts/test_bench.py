"""`scripts/bench`: it runs and tells figures. How large they are is for people to judge."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from domain.games.registry import GAMES

ROOT = Path(__file__).parents[2]


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, list[dict[str, object]]]:
    """What `scripts/bench --quick rules logs` prints, and what it writes as JSON."""
    file = tmp_path_factory.mktemp("bench") / "figures.json"
    done = subprocess.run(
        [ROOT / "scripts" / "bench", "--quick", "rules", "logs", "--json", file],
        env={"PYTHON": sys.executable, "PATH": "/usr/bin:/bin", "COLUMNS": "140"},
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout, json.loads(file.read_text())


def test_every_game_has_its_figures(bench: tuple[str, list[dict[str, object]]]) -> None:
    _, figures = bench
    told = {(figure["part"], figure["name"]) for figure in figures}
    for game in GAMES:
        assert ("rules", game) in told
        for what in ("decode and fold", "verify", "audit"):
            assert ("logs", f"{game}: {what}") in told


def test_figures_have_a_value_a_unit_and_a_ratio_to_the_yardstick(
    bench: tuple[str, list[dict[str, object]]],
) -> None:
    _, (yardstick, *figures) = bench
    assert (yardstick["part"], yardstick["name"]) == ("machine", "yardstick")
    for figure in figures:
        assert isinstance(figure["value"], float)
        assert isinstance(figure["ratio"], float)
        assert figure["value"] > 0
        assert figure["ratio"] > 0
        assert figure["unit"] in ("moves/s", "events/s")


def test_people_get_a_table(bench: tuple[str, list[dict[str, object]]]) -> None:
    table, figures = bench
    assert "yardstick" in table
    assert "nova_luna: decode and fold" in table
    assert len(table.splitlines()) > len(figures)
