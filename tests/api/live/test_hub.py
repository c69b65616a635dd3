"""The hub: bounded queues, a bounded number of them, and nobody who waits for a reader."""

from __future__ import annotations

import threading
from uuid import UUID

import pytest

from api.live.hub import QUEUED_EVENTS, Cut, Hub
from api.problems import TooManyReaders
from domain.storage import Followed

ONE, OTHER = UUID(int=1), UUID(int=2)


def event(version: int, match: UUID = ONE) -> Followed:
    """An event as the feed passes it on."""
    return Followed(version, match, version, "match.MoveMade", b"")


def test_readers_are_told_of_their_match_in_order() -> None:
    hub = Hub()
    one, another, elsewhere = hub.subscribe(ONE), hub.subscribe(ONE), hub.subscribe(OTHER)
    told = [event(1), event(2)]
    for each in told:
        hub.publish(each)
    hub.publish(event(1, OTHER))
    assert [one.take(0), one.take(0), one.take(0)] == [*told, None]
    assert [another.take(0), another.take(0), another.take(0)] == [*told, None]
    assert [elsewhere.take(0), elsewhere.take(0)] == [event(1, OTHER), None]


def test_who_waits_is_woken() -> None:
    hub = Hub()
    subscription = hub.subscribe(ONE)
    publishing = threading.Thread(target=hub.publish, args=(event(1),))
    publishing.start()
    assert subscription.take(20) == event(1)
    publishing.join()


def test_a_reader_that_lags_is_cut_off_and_the_others_are_not() -> None:
    hub = Hub()
    slow, quick = hub.subscribe(ONE), hub.subscribe(ONE)
    for version in range(1, QUEUED_EVENTS + 2):
        hub.publish(event(version))
        assert quick.take(0) == event(version)
    assert slow.take(0) is Cut.LAGGED
    hub.publish(event(QUEUED_EVENTS + 2))
    assert slow.take(0) is Cut.LAGGED
    assert quick.take(0) == event(QUEUED_EVENTS + 2)


def test_a_full_queue_that_is_read_in_time_loses_nothing() -> None:
    hub = Hub()
    subscription = hub.subscribe(ONE)
    for version in range(1, QUEUED_EVENTS + 1):
        hub.publish(event(version))
    assert [subscription.take(0) for _ in range(QUEUED_EVENTS)] == [
        event(version) for version in range(1, QUEUED_EVENTS + 1)
    ]


def test_no_more_readers_than_there_are_places() -> None:
    hub = Hub(readers=2)
    first = hub.subscribe(ONE)
    with hub.subscribe(OTHER), pytest.raises(TooManyReaders, match="2 are listening already"):
        hub.subscribe(ONE)
    assert len(hub) == 1
    first.close()
    first.close()
    assert len(hub) == 0
    hub.subscribe(ONE)
    hub.subscribe(ONE)


def test_who_has_left_is_told_nothing() -> None:
    hub = Hub()
    with hub.subscribe(ONE) as subscription:
        pass
    hub.publish(event(1))
    assert subscription.take(0) is None


def test_a_hub_that_is_closed_cuts_off_whoever_is_there_and_whoever_comes() -> None:
    hub = Hub()
    before = hub.subscribe(ONE)
    hub.publish(event(1))
    hub.close()
    assert before.take(20) is Cut.SHUTDOWN
    assert hub.subscribe(ONE).take(20) is Cut.SHUTDOWN


def test_the_first_reason_stays() -> None:
    hub = Hub()
    subscription = hub.subscribe(ONE)
    subscription.cut(Cut.LAGGED)
    hub.close()
    assert subscription.take(0) is Cut.LAGGED
