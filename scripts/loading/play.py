"""One match: programs on all seats, each with a stream, a spectator's stream beside them, from an empty table
to its end."""

from __future__ import annotations

import hashlib
import random
import time
from typing import NamedTuple

import httpx
import msgspec

from scripts.loading.failures import BrokenPromise
from scripts.loading.program import ANSWER_SECONDS, API, Latencies, Program
from scripts.loading.watcher import Seen, Watcher


class Order(NamedTuple):
    """What is to be played, by which server, and until when (of the monotonic clock)."""

    url: str
    game: str
    seats: int
    deadline: float


class Played(NamedTuple):
    """A match that has been played: its moves, its lines as exported, and how the streams did."""

    moves: int
    lines: list[dict[str, object]]
    lags: list[float]
    reconnects: int
    position: str


def play(order: Order, seed: int, latencies: Latencies) -> Played:
    """Play a match and check what its readers had of it. Raises `BrokenPromise`."""
    dice = random.Random(seed)  # noqa: S311 - moves of bots need no better
    with httpx.Client(base_url=order.url, timeout=ANSWER_SECONDS) as http:
        programs = [Program(http, f"Bot {seed}.{seat}", latencies) for seat in range(order.seats)]
        opened = programs[0].post("open", f"{API}/matches", {"game": order.game, "seats": order.seats})
        table = f"{API}/matches/{opened['match']}"
        readers = [program.authorization for program in programs] + [{}]
        watchers = [Watcher(order.url, table, headers, order.deadline) for headers in readers]
        for watcher in watchers:
            watcher.start()
        for program in programs:
            program.post("seat", f"{table}/seats", {})
        for program in programs:
            position = program.post("ready", f"{table}/ready", {})["position"]
        moves, position = _to_the_end(programs, table, order.deadline, dice, position)
        exported = http.get(f"{table}/export").content
        for watcher in watchers:
            watcher.join(max(0.0, order.deadline - time.monotonic()))
    expected, lines = _whole(exported)
    for watcher in watchers:
        if (seen := watcher.seen()) != expected:
            raise BrokenPromise(
                f"{table}: a stream had {seen.events} events, the match has {expected.events}"
            )
    lags = [lag for watcher in watchers for lag in watcher.lags]
    return Played(moves, lines, lags, sum(watcher.connections - 1 for watcher in watchers), position)


def _to_the_end(
    programs: list[Program], table: str, deadline: float, dice: random.Random, position: str
) -> tuple[int, str]:
    """Have whoever is asked make random moves until nobody is; how many, and the last one's position."""
    moves = 0
    while (awaiting := programs[0].get("table", table)["awaiting"]) is not None:
        if time.monotonic() > deadline:
            raise BrokenPromise(f"{table} did not come to its end in time")
        program = programs[awaiting["seats"][0]]
        owed = program.get("legal moves", f"{table}/moves")
        if owed["decision"] is not None:
            body = {"decision": owed["decision"], "move": dice.choice(owed["moves"])}
            position = program.post("move", f"{table}/moves", body)["position"]
            moves += 1
    return moves, position


def _whole(exported: bytes) -> tuple[Seen, list[dict[str, object]]]:
    """What every reader of a finished match has in the end, by its match file; and the lines, decoded."""
    digest = hashlib.sha256()
    lines: list[dict[str, object]] = []
    openings: set[tuple[int, str]] = set()
    for raw in exported.split(b"\n")[1:-1]:
        told = msgspec.json.decode(raw)
        if "opened" in told:
            openings |= {(opening["version"], opening["field"]) for opening in told["opened"]}
        else:
            digest.update(raw + b"\n")
            lines.append(told)
    return Seen(len(lines), digest.hexdigest(), frozenset(openings)), lines
