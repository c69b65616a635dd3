"""Five ways in which an operator might cheat, from the clumsy to the thorough."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from domain.commands import MakeMove, Person
from domain.log import Recorded, leaf_hash
from domain.match import Match
from scripts.disputes.operator import Forged, honest_file, receipt


class Evidence(NamedTuple):
    """What the referee gets: the operator's file, and the receipt that a player has kept, if any."""

    file: bytes
    receipt: str | None = None


class Tampering(NamedTuple):
    """What the operator does, in a sentence; the command that finds it out; and the evidence."""

    title: str
    command: str
    make: Callable[[Sequence[Recorded]], Evidence]


def edit_a_line(match: Sequence[Recorded]) -> Evidence:
    """One number in one line, by hand; the rest as it was."""
    line = next(event.line for event in match if event.type.endswith("MoonAdvanced"))
    changed = re.sub(rb'"distance":(\d+)', rb'"distance":1\1', line)
    return Evidence(honest_file(match).replace(line, changed, 1))


def stack_the_deck(match: Sequence[Recorded]) -> Evidence:
    """Another order of the tiles, and everything computed anew."""
    forged = Forged(match)
    shuffled = forged.data(forged.find("TilesShuffled"))
    (draw,) = shuffled["draws"]
    shuffled["order"] = draw["result"] = [draw["result"][-1], *draw["result"][:-1]]
    return Evidence(forged.file())


def make_an_illegal_move(match: Sequence[Recorded]) -> Evidence:
    """A tile laid where none may lie, in the move and in what follows."""
    forged = Forged(match)
    version = forged.find("MoveMade", 9)
    forged.data(version)["move"]["cell"] = [9, 9]
    forged.data(version + 2)["cell"] = [9, 9]
    return Evidence(forged.file())


def take_a_point_away(match: Sequence[Recorded]) -> Evidence:
    """A task that was completed and left out of the log, and the score that goes with it."""
    forged = Forged(match)
    version = forged.find("TaskCompleted")
    seat = forged.data(version)["seat"]
    forged.remove(version)
    for line in forged.lines[version - 1 :]:
        if line["type"].endswith("TaskCompleted") and line["data"]["seat"] == seat:
            line["data"]["tokens_left"] += 1
    forged.data(len(forged.lines))["scores"][seat] -= 1
    return Evidence(forged.file())


def take_moves_back(match: Sequence[Recorded]) -> Evidence:
    """The end of the match played otherwise, by the rules and with the right secret: nothing in that log is
    wrong. But a player has kept the receipt of a move that is gone."""
    from_version = Forged(match).find("MoveMade", 20)
    kept = [leaf_hash(event.line) for event in match[: from_version + 3]]
    return Evidence(honest_file(_played_otherwise(match, from_version)), receipt(match[0].match, kept))


def _played_otherwise(events: Sequence[Recorded], version: int) -> list[Recorded]:
    """The same match up to an event, and from there on with the last legal move each time."""
    match = Match(events[0].match)
    played = list(events[: version - 1])
    for event in played:
        match.apply(event)
    while not match.over:
        decision = match.rules.awaiting(match.state)
        assert decision is not None, "a match that is not over waits for somebody"  # noqa: S101
        seat = decision.seats[0]
        *_, move = match.rules.legal_moves(match.state, seat)
        command = MakeMove(
            id=f"{match.version:032x}",
            actor=Person(str(match.seats[seat].player)),
            decision=decision.number,
            move=msgspec.to_builtins(move),
        )
        played += match.handle(command, events[len(played)].at if len(played) < len(events) else match.at)
    return played


TAMPERINGS = (
    Tampering("edits one number in one line", "verify", edit_a_line),
    Tampering("stacks the deck, and computes seals, chain and signatures anew", "verify", stack_the_deck),
    Tampering("lets a friend make an illegal move", "audit", make_an_illegal_move),
    Tampering("takes a point away from a player", "audit", take_a_point_away),
    Tampering(
        "takes moves back and has the match end otherwise, all by the rules", "verify", take_moves_back
    ),
)
