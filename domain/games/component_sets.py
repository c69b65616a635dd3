"""Component sets: read from a game's folder, and held to what its rules can rely on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from importlib import resources
from typing import Any, TypeVar

import msgspec

from domain.games.rules import InvalidComponents

T = TypeVar("T", bound=msgspec.Struct)


def own_components(package: str) -> dict[str, Any]:
    """The set in a game's own folder, `components.json`, as read from the file."""
    components: dict[str, Any] = msgspec.json.decode(
        resources.files(package).joinpath("components.json").read_bytes()
    )
    return components


def checked_set(
    components: Mapping[str, Any], kind: type[T], title: str, faults: Callable[[T], Iterable[str]]
) -> T:
    """A set as values. `faults` tells what is wrong with it, a sentence each; the first is the reason.

    Raises `InvalidComponents`.
    """
    try:
        box = msgspec.convert(components, kind)
    except msgspec.ValidationError as error:
        raise InvalidComponents(f"this is no {title} set: {error}") from None
    for fault in faults(box):
        raise InvalidComponents(fault)
    return box
