"""What we use of axe-playwright-python, which brings no types."""

from typing import Any

from playwright.sync_api import Page

class AxeResults:
    response: dict[str, Any]

class Axe:
    def run(
        self,
        page: Page,
        context: str | list[Any] | dict[str, Any] | None = None,
        options: dict[str, Any] | None = ...,
    ) -> AxeResults: ...
