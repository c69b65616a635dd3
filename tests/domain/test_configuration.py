"""The configuration: environment, file, defaults, and that the documentation tells the same."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from domain.configuration import InvalidConfiguration, Key, Settings, keys, read

DOCUMENT = Path(__file__).parents[2] / "docs" / "configuration.md"


def refusal(environment: dict[str, str]) -> str:
    """The sentence with which a configuration is refused."""
    with pytest.raises(InvalidConfiguration) as refused:
        read(environment)
    return str(refused.value)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    """The file in the data folder."""
    return tmp_path / "fairtable.toml"


def in_folder(file: Path, **variables: str) -> dict[str, str]:
    """The environment of a server whose data folder is that of the file."""
    return {"FAIRTABLE_DATA": str(file.parent), **variables}


def test_by_default_everything_has_its_default(tmp_path: Path) -> None:
    assert read(in_folder(tmp_path / "missing")) == Settings(data=str(tmp_path))


def test_the_environment(tmp_path: Path) -> None:
    settings = read(
        in_folder(
            tmp_path / "missing",
            FAIRTABLE_PORT="9000",
            FAIRTABLE_HTTPS="true",
            FAIRTABLE_DATABASE="postgresql://db/fairtable",
            FAIRTABLE_LOG_LEVEL="debug",
            FAIRTABLE_HOST="",
            PATH="/bin",
        )
    )
    assert (settings.port, settings.https, settings.log_level) == (9000, True, "debug")
    assert settings.database == "postgresql://db/fairtable"
    assert settings.host == "127.0.0.1", "an empty variable is none"


def test_a_file_in_the_data_folder_which_the_environment_beats(file: Path) -> None:
    file.write_text('port = 9000\nhttps = true\nname = "Zoë"\n', "utf-8")
    settings = read(in_folder(file, FAIRTABLE_PORT="9001"))
    assert (settings.port, settings.https, settings.name) == (9001, True, "Zoë")


def test_a_file_that_is_named(tmp_path: Path) -> None:
    named = tmp_path / "my.toml"
    named.write_text('data = "/srv/fairtable"\nworkers = 2\n')
    settings = read({"FAIRTABLE_CONFIG": str(named)})
    assert (settings.data, settings.workers) == ("/srv/fairtable", 2)


@pytest.mark.parametrize(
    ("variable", "value", "why"),
    [
        ("FAIRTABLE_PORT", "http", "FAIRTABLE_PORT must be an integer from 1 to 65535, not 'http'"),
        ("FAIRTABLE_PORT", "0", "FAIRTABLE_PORT must be an integer from 1 to 65535, not '0'"),
        ("FAIRTABLE_PORT", "80.5", "FAIRTABLE_PORT must be an integer from 1 to 65535, not '80.5'"),
        ("FAIRTABLE_HTTPS", "yes", "FAIRTABLE_HTTPS must be true or false, not 'yes'"),
        ("FAIRTABLE_LOG_LEVEL", "loud", "must be one of debug, info, warning, error, not 'loud'"),
        ("FAIRTABLE_PROT", "80", "no environment variable FAIRTABLE_PROT; is FAIRTABLE_PORT meant?"),
        ("FAIRTABLE_CONFIG", "/no/such.toml", "/no/such.toml cannot be read: No such file or directory"),
    ],
)
def test_what_is_wrong_or_unknown_in_the_environment(variable: str, value: str, why: str) -> None:
    assert why in refusal({"FAIRTABLE_DATA": "/no", variable: value})


@pytest.mark.parametrize(
    ("content", "why"),
    [
        ('port = "80"', "port must be an integer from 1 to 65535, not '80'"),
        ("workers = 0", "workers must be an integer from 1 to 64, not 0"),
        ("host = 5", "host must be a text, not 5"),
        ("[port]\nhttp = 80", "port must be an integer"),
        ("wokers = 2", "there is no key wokers; is workers meant?"),
        ("port: 80", "is no TOML"),
        ('data = "elsewhere"', "lies in the data folder, and cannot say where that is"),
    ],
)
def test_what_is_wrong_or_unknown_in_the_file(file: Path, content: str, why: str) -> None:
    file.write_text(content)
    sentence = refusal(in_folder(file))
    assert str(file) in sentence
    assert why in sentence


def test_a_file_that_is_no_text(file: Path) -> None:
    file.write_bytes(b"\xff\xfe")
    assert "is no TOML" in refusal(in_folder(file))


def test_every_key_is_explained() -> None:
    for key in keys():
        assert len(key.meaning) > 10, key


def row(key: Key) -> str:
    """A key as the table of the documentation tells it."""
    default = f"`{key.default}`" if key.default else ""
    return f"| `{key.name}` | `{key.variable}` | {key.type} | {default} | {key.meaning} |"


def test_the_documentation_has_exactly_these_keys() -> None:
    rows = re.findall(r"^\| `.*$", DOCUMENT.read_text("utf-8"), re.MULTILINE)
    assert rows == [row(key) for key in keys()]
