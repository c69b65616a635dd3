"""Long polling: an answer that waits for something to tell."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from uuid import UUID

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from api.context import Services
from api.live.feed import Feed
from api.live.hub import Subscription
from tests.api.caller import Caller, problem

FOR_EVER = 20
"""Seconds that are never waited for when all goes well."""


@pytest.fixture
def briefly(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody waits longer than a moment."""
    monkeypatch.setattr("api.live.polling.LONGEST_WAIT", 0.01)


class Waiting(threading.Thread):
    """Somebody who polls, in a thread."""

    def __init__(self, client: FlaskClient, caller: Caller, table: str, tag: str) -> None:
        super().__init__()
        self._caller = Caller(client.application.test_client(), caller.token, caller.player)
        self._table = table
        self._tag = tag
        self.answer: TestResponse | None = None

    def run(self) -> None:
        """Ask."""
        self.answer = self._caller.get(self._table, If_None_Match=self._tag, Prefer="wait=30")


@contextmanager
def waiting(services: Services, caller: Caller, table: str) -> Iterator[Waiting]:
    """Somebody who has the table as it is, and waits for news; in the end, whoever has been answered."""
    tag = caller.get(table).headers["ETag"]
    one = Waiting(caller.client, caller, table, tag)
    one.start()
    deadline = time.monotonic() + FOR_EVER
    while len(services.hub) == 0 and time.monotonic() < deadline:
        time.sleep(0.005)
    yield one
    one.join(FOR_EVER)
    assert not one.is_alive()
    assert len(services.hub) == 0


def test_something_that_happens_ends_the_wait(
    ann: Caller, bob: Caller, feed: Feed, services: Services
) -> None:
    table = ann.open_table()
    with waiting(services, ann, table) as one:
        bob.sit(table)
        while feed.step():
            pass
    assert one.answer is not None
    assert one.answer.status_code == 200
    assert one.answer.get_json()["version"] == 2
    assert one.answer.headers["Preference-Applied"] == "wait=30"


def test_shutdown_ends_the_wait(ann: Caller, services: Services) -> None:
    table = ann.open_table()
    with waiting(services, ann, table) as one:
        services.hub.close()
    assert one.answer is not None
    assert one.answer.status_code == 304


@pytest.mark.usefixtures("briefly")
def test_nothing_happens_for_so_long(ann: Caller, services: Services) -> None:
    table = ann.open_table()
    tag = ann.get(table).headers["ETag"]
    answer = ann.get(table, If_None_Match=tag, Prefer="respond-async, wait=20; foo=bar")
    assert (answer.status_code, answer.data) == (304, b"")
    assert answer.headers["ETag"] == tag
    assert answer.headers["Preference-Applied"] == "wait=0.01"
    assert len(services.hub) == 0


@pytest.mark.usefixtures("briefly")
def test_what_happens_between_looking_and_listening_is_not_missed(
    ann: Caller, bob: Caller, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No feed tells of it: it was stored before anybody listened."""
    table = ann.open_table()
    tag = ann.get(table).headers["ETag"]
    subscribe = services.hub.subscribe

    def subscribe_late(match: UUID) -> Subscription:
        bob.sit(table)
        return subscribe(match)

    monkeypatch.setattr(services.hub, "subscribe", subscribe_late)
    answer = ann.get(table, If_None_Match=tag, Prefer="wait=20")
    assert (answer.status_code, answer.get_json()["version"]) == (200, 2)


@pytest.mark.parametrize("headers", [{}, {"If_None_Match": '"0.spectator"'}])
def test_who_does_not_have_the_newest_is_answered_at_once(ann: Caller, headers: dict[str, Any]) -> None:
    answer = ann.get(ann.open_table(), Prefer="wait=30", **headers)
    assert answer.status_code == 200
    assert "Preference-Applied" not in answer.headers


@pytest.mark.parametrize(
    "preference", ["wait", "wait=soon", "wait=-1", "wait=1.5", "wait=0", "return=minimal"]
)
def test_preferences_that_cannot_be_read_are_ignored(ann: Caller, preference: str) -> None:
    table = ann.open_table()
    tag = ann.get(table).headers["ETag"]
    answer = ann.get(table, If_None_Match=tag, Prefer=preference)
    assert answer.status_code == 304
    assert "Preference-Applied" not in answer.headers


def test_who_waits_takes_a_place_as_a_stream_does(
    ann: Caller, services: Services, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(services.hub, "_readers", 0)
    table = ann.open_table()
    tag = ann.get(table).headers["ETag"]
    refused = ann.get(table, If_None_Match=tag, Prefer="wait=1")
    problem(refused, 503, "too-many-readers")
    assert refused.headers["Retry-After"] == "5"
    assert ann.get(table, If_None_Match=tag).status_code == 304
