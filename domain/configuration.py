"""The configuration: every key, its type, its default and what it is for, in one place.

A key `port` is set by the variable `FAIRTABLE_PORT`, or by `port = …` in a TOML file: the one that
`FAIRTABLE_CONFIG` names, else `fairtable.toml` in the data folder, where there is one. The environment
beats the file. What is wrong or unknown is refused, so that a mistyped key is never silently a default.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Annotated, Any, Final, Literal, NamedTuple, get_args, get_origin

import msgspec
from msgspec import Meta

PREFIX: Final = "FAIRTABLE_"
FILE_VARIABLE: Final = f"{PREFIX}CONFIG"
FILE_NAME: Final = "fairtable.toml"

FOREIGN: Final = (FILE_VARIABLE, f"{PREFIX}TESTS_")
"""Variables with our prefix, or their beginnings, that are no keys."""


class InvalidConfiguration(Exception):
    """The configuration is not one that can be used; the message says which key, and why."""


def _number(least: int, most: int, meaning: str) -> Meta:
    return Meta(ge=least, le=most, description=meaning)


def _about(meaning: str) -> Meta:
    return Meta(description=meaning)


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """What can be configured. This is the list; docs/configuration.md is held equal to it."""

    data: Annotated[str, _about("folder of all that the server keeps in files")] = "data"
    database: Annotated[
        str | None,
        _about("`sqlite:///PATH` or `postgresql://…`; without it, the SQLite file `fairtable.db` in `data`"),
    ] = None
    components: Annotated[
        str | None, _about("folder of component sets (`.json`) that matches can be played with")
    ] = None
    name: Annotated[
        str | None,
        _about("the server's name under its receipts; without it that of its key, or `fairtable.localhost`"),
    ] = None
    key: Annotated[
        str | None, _about("the private signing key; without it, one in a file that is made at first start")
    ] = None
    host: Annotated[str, _about("address to listen on")] = "127.0.0.1"
    port: Annotated[int, _number(1, 65535, "port to listen on")] = 8000
    workers: Annotated[int, _number(1, 64, "server processes; one with SQLite")] = 1
    max_streams: Annotated[int, _number(1, 10_000, "live streams that one process keeps open")] = 1000
    projections: Annotated[
        bool, _about("server processes keep the read models; else `fairtable projections run` has to")
    ] = True
    https: Annotated[
        bool,
        _about("browsers reach the server by HTTPS: cookies are `Secure`, and HTTP is given up for a year"),
    ] = False
    trusted_proxies: Annotated[
        int, _number(0, 10, "reverse proxies in front, whose `X-Forwarded-…` headers are believed")
    ] = 0
    request_limit: Annotated[
        int,
        _number(0, 1_000_000, "requests a minute for each player, or address of who is none; 0 for any"),
    ] = 3000
    registration_limit: Annotated[
        int, _number(0, 1_000_000, "registrations and sign-ins an hour for each address; 0 for any")
    ] = 600
    log_level: Annotated[Literal["debug", "info", "warning", "error"], _about("the least that is logged")] = (
        "warning"
    )


class Key(NamedTuple):
    """A key as it is described to people."""

    name: str
    type: str
    default: str
    meaning: str

    @property
    def variable(self) -> str:
        """Its environment variable."""
        return PREFIX + self.name.upper()


def keys() -> Iterator[Key]:
    """All keys, in their order."""
    for field in msgspec.structs.fields(Settings):
        default = msgspec.json.encode(field.default).decode() if field.default is not None else ""
        yield Key(field.name, _type_text(field.type), default, _meta(field.type).description or "")


def read(environment: Mapping[str, str] | None = None) -> Settings:
    """The configuration of this process. Raises `InvalidConfiguration`."""
    variables = os.environ if environment is None else environment
    from_environment = dict(_environment_values(variables))
    data = from_environment.get("data", Settings().data)
    return Settings(**{**_file_values(variables, Path(data)), **from_environment})


def _environment_values(variables: Mapping[str, str]) -> Iterator[tuple[str, Any]]:
    known = {key.variable: key.name for key in keys()}
    for variable, text in sorted(variables.items()):
        if not variable.startswith(PREFIX) or variable.startswith(FOREIGN):
            continue
        if variable not in known:
            raise InvalidConfiguration(_unknown(variable, known, "environment variable"))
        if text:  # An empty variable is one that is not set.
            yield known[variable], _value(known[variable], text, variable, strict=False)


def _file_values(variables: Mapping[str, str], data: Path) -> dict[str, Any]:
    named = variables.get(FILE_VARIABLE)
    file = Path(named) if named else data / FILE_NAME
    if not named and not file.exists():
        return {}
    try:
        found = tomllib.loads(file.read_text("utf-8"))
    except OSError as error:
        raise InvalidConfiguration(f"{file} cannot be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InvalidConfiguration(f"{file} is no TOML: {error}") from None
    if not named and "data" in found:
        raise InvalidConfiguration(f"{file} lies in the data folder, and cannot say where that is")
    known = {key.name: key.name for key in keys()}
    for name in found:
        if name not in known:
            raise InvalidConfiguration(f"{file}: {_unknown(name, known, 'key')}")
    return {name: _value(name, value, f"{file}: {name}", strict=True) for name, value in found.items()}


def _value(name: str, given: Any, origin: str, *, strict: bool) -> Any:
    kind = next(field.type for field in msgspec.structs.fields(Settings) if field.name == name)
    try:
        return msgspec.convert(given, kind, strict=strict)
    except msgspec.ValidationError:
        raise InvalidConfiguration(f"{origin} must be {_type_text(kind)}, not {given!r}") from None


def _unknown(name: str, known: Mapping[str, str], what: str) -> str:
    near = get_close_matches(name, known, n=1)
    return f"there is no {what} {name}" + (f"; is {near[0]} meant?" if near else "")


def _meta(kind: Any) -> Meta:
    found: Meta = get_args(kind)[1]
    return found


def _type_text(kind: Any) -> str:
    plain, meta = get_args(kind)[0], _meta(kind)
    if plain is int:
        return f"an integer from {meta.ge} to {meta.le}"
    if plain is bool:
        return "true or false"
    if get_origin(plain) is Literal:
        return f"one of {', '.join(get_args(plain))}"
    return "a text"
