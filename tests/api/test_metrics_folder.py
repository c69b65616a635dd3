"""The folder that several processes count into: there while they run, and no longer."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

import pytest

from api.metrics_folder import counting_together, shared_folder


@pytest.fixture(autouse=True)
def _temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    monkeypatch.delenv("PROMETHEUS_MULTIPROC_DIR", raising=False)


def test_one_process_needs_none(tmp_path: Path) -> None:
    with counting_together(1):
        assert shared_folder() is None
    assert list(tmp_path.iterdir()) == []


def test_it_goes_with_the_processes(tmp_path: Path) -> None:
    with counting_together(2):
        assert [str(folder) for folder in tmp_path.iterdir()] == [shared_folder()]
    assert shared_folder() is None
    assert list(tmp_path.iterdir()) == []


def test_a_forked_process_does_not_take_it_away() -> None:
    """One that ends comes through all the contexts that its parent has entered."""
    try:
        with counting_together(2):
            child = os.fork()
            if child == 0:
                raise SystemExit
            os.waitpid(child, 0)
            assert Path(str(shared_folder())).is_dir()
    except SystemExit:
        os._exit(0)


def test_what_a_killed_server_left_is_removed_by_the_next(tmp_path: Path) -> None:
    abandoned = tmp_path / "fairtable-metrics-abandoned"
    abandoned.mkdir()
    (abandoned / "lock").touch()
    (abandoned / "counter_7.db").touch()
    with counting_together(2):
        ours = shared_folder()
        os.environ.pop("PROMETHEUS_MULTIPROC_DIR")
        with counting_together(2):  # As another server's, started beside this one.
            assert not abandoned.exists()
            assert Path(str(ours)).is_dir(), "that one is in use"
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(ours)


def test_one_that_is_given_is_left_as_it_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", str(tmp_path))
    with counting_together(2):
        assert shared_folder() == str(tmp_path)
    assert tmp_path.is_dir()
