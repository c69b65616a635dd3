"""Small pieces of English that refusals, sentences and boards share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping


def either(items: Iterable[object]) -> str:
    """“3, 4 or 7”."""
    *others, last = map(str, items)
    return f"{', '.join(others)} or {last}" if others else last


def named(name: str) -> str:
    """“glistening grass”, “moon council”: a persisted name as words."""
    return name.replace("_", " ")


def area_name(area: str) -> str:
    """“Moon Council”, as on the player board."""
    return named(area).title()


def amounts_text(amounts: Mapping[str, int]) -> str:
    """“2 glistening grass, 1 cosmic dust”."""
    return ", ".join(f"{amount} {named(resource)}" for resource, amount in amounts.items())


def amounts_code(amounts: Mapping[str, int]) -> str:
    """“2GG 1CD”: amounts with the initials of their resources."""
    return " ".join(f"{amount}{initials(resource)}" for resource, amount in amounts.items())


def initials(resource: str) -> str:
    """“GG” for glistening grass."""
    return "".join(word[0] for word in resource.split("_")).upper()
