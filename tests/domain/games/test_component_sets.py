"""Other component sets than a game's own: offered by name, kept by digest."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from domain.games import registry
from domain.games.canonical import canonical, component_digest
from domain.games.nova_luna.components import printed_components
from domain.games.registry import GAMES, UnknownComponents, UnknownGame, component_set, component_sets, offer
from domain.games.rules import InvalidComponents
from domain.storage import COMPONENTS_VARIABLE, MatchLogs, offer_component_sets
from tests.domain.table import Table, rebuilt

OWN = printed_components()
OTHER = OWN | {"set": "few-tokens", "tokens": {"standard": 5, "first_game": {}}}


@pytest.fixture(autouse=True)
def nothing_offered(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setattr(registry, "_OFFERED", {})
    yield
    registry.rules_for.cache_clear()


def test_a_game_offers_its_own_set_by_name() -> None:
    assert component_sets("nova_luna") == {OWN["set"]: component_digest(OWN)}


def test_another_set_is_offered_by_name_and_found_by_digest() -> None:
    rules = offer(OTHER)
    assert component_sets("nova_luna") == {
        OWN["set"]: component_digest(OWN),
        "few-tokens": component_digest(OTHER),
    }
    assert component_set("nova_luna", "few-tokens") == component_digest(OTHER)
    assert registry.rules_for("nova_luna", component_digest(OTHER)) is rules
    assert registry.rules_for("nova_luna", component_digest(OWN)) is GAMES["nova_luna"]


def test_a_match_is_played_with_the_set_it_was_created_with_and_rebuilt_with_it() -> None:
    offer(OTHER)
    table = Table("nova_luna", 2, digest=component_set("nova_luna", "few-tokens"))
    assert table.match.rules.components == OTHER
    table.play_to_the_end()
    assert rebuilt(table.events).state == table.match.state


def test_offering_a_set_again_changes_nothing() -> None:
    offer(OTHER)
    offer(OTHER)
    offer(OWN)
    assert list(component_sets("nova_luna")) == [OWN["set"], "few-tokens"]


@pytest.mark.parametrize(
    ("components", "sentence"),
    [
        (OTHER | {"set": OWN["set"]}, "Nova Luna has another set"),
        ({key: value for key, value in OTHER.items() if key != "set"}, "a component set has a name"),
        (OTHER | {"wheel_spaces": 1}, "a wheel has at least 2 spaces"),
    ],
)
def test_a_set_that_cannot_be_told_apart_or_played_with_is_refused(
    components: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InvalidComponents, match=sentence):
        offer(components)
    assert list(component_sets("nova_luna")) == [OWN["set"]]


def test_sets_of_unknown_games_and_unknown_sets_are_refused() -> None:
    with pytest.raises(UnknownGame, match="no game 'go'"):
        offer({"game": "go", "set": "wood"})
    with pytest.raises(UnknownComponents, match="no component set 'wood' here; there are"):
        component_set("nova_luna", "wood")


def test_the_environment_names_a_folder_of_sets(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "few.json").write_bytes(canonical(OTHER))
    (tmp_path / "notes.txt").write_text("not a set")
    monkeypatch.setenv(COMPONENTS_VARIABLE, str(tmp_path))
    assert [rules.components for rules in offer_component_sets()] == [OTHER]
    assert "few-tokens" in component_sets("nova_luna")


def test_who_opens_the_logs_can_play_and_read_matches_with_these_sets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "few.json").write_bytes(canonical(OTHER))
    monkeypatch.setenv(COMPONENTS_VARIABLE, str(tmp_path))
    MatchLogs(f"sqlite:///{tmp_path / 'fairtable.db'}", create_tables=True).close()
    table = Table("nova_luna", 2, digest=component_set("nova_luna", "few-tokens"))
    assert table.match.rules.components == OTHER


def test_without_the_variable_only_the_games_own_sets_are_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(COMPONENTS_VARIABLE, raising=False)
    assert offer_component_sets() == []


@pytest.mark.parametrize("content", [b"no json", b"[]", canonical(OTHER | {"wheel_spaces": 1})])
def test_a_file_that_is_no_set_is_named(
    content: bytes, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "broken.json").write_bytes(content)
    monkeypatch.setenv(COMPONENTS_VARIABLE, str(tmp_path))
    with pytest.raises(InvalidComponents, match=r"broken\.json: "):
        offer_component_sets()


def test_a_folder_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv(COMPONENTS_VARIABLE, str(tmp_path / "missing"))
    with pytest.raises(InvalidComponents, match="must name a folder"):
        offer_component_sets()
