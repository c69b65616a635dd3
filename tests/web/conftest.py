"""A real server, real browsers, and people in front of them."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser

from api.context import migrate
from tests.api.served import serving
from tests.web.visitor import Visitor

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-proxy-server",
)


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args: dict[str, Any]) -> dict[str, Any]:
    """The system's own Chromium: nothing is downloaded for the tests."""
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.fail(
            "The tests of the web pages need Chromium and found none: install the package chromium "
            "(on Debian: apt-get install --no-install-recommends chromium).",
            pytrace=False,
        )
    return {**browser_type_launch_args, "executable_path": found, "args": list(FLAGS)}


@pytest.fixture(scope="session")
def base_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that all these tests visit."""
    database = f"sqlite:///{tmp_path_factory.mktemp('web')}/fairtable.db"
    migrate(database)
    limits = {"FAIRTABLE_REQUEST_LIMIT": "0", "FAIRTABLE_REGISTRATION_LIMIT": "0"}
    with serving(database, **limits) as served:
        yield served.url


NewVisitor = Callable[..., Visitor]


@pytest.fixture
def new_visitor(browser: Browser, base_url: str) -> Iterator[NewVisitor]:
    """Brings visitors, each with a browser of its own. At the end none may have seen an error in its console,
    where a browser also tells what our content security policy forbids."""
    visitors: list[Visitor] = []

    def come(name: str | None = None, **context: Any) -> Visitor:
        page = browser.new_context(base_url=base_url, reduced_motion="reduce", **context).new_page()
        visitors.append(Visitor(page))
        if name is not None:
            visitors[-1].sign_in(name)
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.page.context.close()
    assert [error for visitor in visitors for error in visitor.errors] == []


@pytest.fixture
def ann(new_visitor: NewVisitor) -> Visitor:
    """Somebody who is signed in."""
    return new_visitor("Ann")
