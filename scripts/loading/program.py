"""A program that speaks to the API, and takes down how long it was kept waiting."""

from __future__ import annotations

import itertools
import time
from collections import defaultdict
from typing import Any, Final

import httpx

from scripts.loading.failures import BrokenPromise

API: Final = "/api/v1"
ANSWER_SECONDS: Final = 30

Latencies = defaultdict[str, list[float]]
"""In seconds, by what was asked for."""


class Program:
    """Somebody with a token on a connection that others may use too."""

    def __init__(self, http: httpx.Client, name: str, latencies: Latencies) -> None:
        self._http = http
        self._latencies = latencies
        self._keys = itertools.count()
        self._headers: dict[str, str] = {}
        told = self.post("register", f"{API}/players", {"name": name})
        self._headers = {"Authorization": f"Bearer {told['token']['token']}"}

    @property
    def authorization(self) -> dict[str, str]:
        """The headers that tell who it is."""
        return self._headers

    def get(self, what: str, path: str) -> Any:
        """The answer to a GET. Raises `BrokenPromise`."""
        return self._ask(what, "GET", path, None, {})

    def post(self, what: str, path: str, body: Any) -> Any:
        """The answer to a command. Raises `BrokenPromise`."""
        return self._ask(what, "POST", path, body, {"Idempotency-Key": str(next(self._keys))})

    def _ask(self, what: str, method: str, path: str, body: Any, headers: dict[str, str]) -> Any:
        started = time.perf_counter()
        answer = self._http.request(method, path, json=body, headers={**self._headers, **headers})
        self._latencies[what].append(time.perf_counter() - started)
        if not answer.is_success:
            raise BrokenPromise(f"{method} {path} was answered with {answer.status_code}: {answer.text}")
        return answer.json()
