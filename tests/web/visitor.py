"""Somebody who uses the web pages as people do: by what is written on them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import ConsoleMessage, Locator, Page, expect

RULES = {"runOnly": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}


class Visitor:
    """A person in front of a browser. `errors` are those that its console has shown."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.errors: list[str] = []
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.errors.append(str(error)))

    def sign_in(self, name: str) -> None:
        """Pick a name in the lobby."""
        self.page.goto("/")
        self.page.get_by_placeholder("Your name").fill(name)
        self.page.get_by_role("button", name="Play", exact=True).click()
        expect(self.page.get_by_role("heading", name=f"Welcome, {name}")).to_be_visible()

    def open_table(self, game: str, *others: str) -> str:
        """Open a table with oneself on seat 0 and on the others these: "open", or bots. Its address."""
        self.page.goto("/")
        self.page.get_by_label("Game", exact=True).select_option(game)
        self.page.get_by_label("Players", exact=True).select_option(str(1 + len(others)))
        for seat, who in enumerate(others, start=1):
            self.page.get_by_label(f"Seat {seat}").select_option(who)
        self.page.get_by_role("button", name="Open the table").click()
        self.page.wait_for_url("**/matches/*")
        return self.page.url

    def get_ready(self) -> None:
        """Be ready."""
        self.page.get_by_role("button", name="I am ready").click()

    def waits_for_turn(self) -> None:
        """Wait until one is to move."""
        expect(self.status).to_contain_text("Your turn")

    @property
    def status(self) -> Locator:
        """Where it is told what the match waits for."""
        return self.page.get_by_role("status")

    @contextmanager
    def seeing_more(self) -> Iterator[None]:
        """Do something, and wait until the log has grown."""
        newest = self.page.locator(".log li").first
        before = newest.get_attribute("value") or ""
        yield
        expect(newest).not_to_have_attribute("value", before)

    def move(self) -> None:
        """Lay the first tile on offer on the first cell that is."""
        with self.seeing_more():
            self.choose_space()
            self.page.locator(".spot").first.click()

    def choose_space(self) -> None:
        """Choose the first tile on offer, unless there is only one, which is chosen already."""
        expect(self.page.locator(".choice").first).to_be_visible()
        if self.page.locator(".choice.chosen").count() == 0:
            self.page.locator(".choice").first.click()

    def look_at_oneself(self) -> None:
        """Go to one's own page."""
        self.page.locator("header .me").click()
        expect(self.page.get_by_role("heading", name="Tokens for programs")).to_be_visible()

    def sees(self, text: str) -> None:
        """Something stands in the log."""
        expect(self.page.locator(".log")).to_contain_text(text)

    def check_accessibility(self) -> None:
        """Nothing on the page is known to keep anybody out."""
        found = Axe().run(self.page, options=RULES).response["violations"]
        faults = [f"{one['id']}: {node['html'][:200]}" for one in found for node in one["nodes"][:3]]
        assert not faults, "\n".join(faults)

    def check_width(self) -> None:
        """Nothing is wider than the screen."""
        assert self.page.evaluate("document.documentElement.scrollWidth <= innerWidth")

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.errors.append(f"{message.text} {message.location.get('url')}")


def match_of(address: str) -> str:
    """The id of the match whose page this is."""
    found = re.search(r"/matches/([0-9a-f-]{36})$", address)
    assert found is not None, address
    return found[1]
