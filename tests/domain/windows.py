"""Decisions that several seats owe at once: matches of Alien Puppies at a reaction window, for tests of what
every game with such decisions relies on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from uuid import UUID

import msgspec

from domain.commands import BeReady, CreateMatch, MakeMove, TakeSeat
from domain.games.rules import Decision, Move, Seat
from domain.match import Match
from domain.sealing import entropy_commitment
from domain.service import MatchService
from tests.domain.stores import command, entropy, person

GAME = "alien_puppies"
PASS: Mapping[str, Any] = {"type": "let_pass"}
STOP: Mapping[str, Any] = {"type": "stop"}


def action_of(match: Match, seat: Seat) -> Move:
    """An action that a seat can announce on its turn."""
    return next(move for move in match.rules.legal_moves(match.state, seat) if is_action(move))


def is_action(move: Move) -> bool:
    """Whether a move is announced, so that others may stop it."""
    return move.__struct_config__.tag in ("place", "play", "combine")


def open_decision(match: Match) -> Decision:
    """What a match waits for."""
    decision = match.rules.awaiting(match.state)
    assert decision is not None, "nothing is awaited"
    return decision


def at_a_window(
    service: MatchService,
    seats: int = 3,
    *,
    seconds: int | None = None,
    bots: Mapping[Seat, str] | None = None,
    stop: Seat | None = None,
) -> UUID:
    """A match in which a person has announced an action; all others are asked. `stop` is a seat, not the one
    that acts, which holds a Stop."""
    for attempt in range(200):
        match = _started(service, seats, attempt, seconds, bots or {})
        with service.reading(match) as current:
            decision = open_decision(current)
            (actor,) = decision.seats
            able = any(map(is_action, current.rules.legal_moves(current.state, actor)))
            ready = actor not in (bots or {}) and actor != stop and able
            hand = [] if stop is None else current.rules.view(current.state, stop)["hand"]
            move = action_of(current, actor) if ready else None
        if move is None or (stop is not None and "stop" not in hand):
            continue
        answer(service, match, actor, msgspec.to_builtins(move), decision.number)
        return match
    raise LookupError("no such match was dealt")


def _started(
    service: MatchService, seats: int, attempt: int, seconds: int | None, bots: Mapping[Seat, str]
) -> UUID:
    create = CreateMatch(
        id=command(),
        actor=person(0),
        game=GAME,
        seats=seats,
        options={} if seconds is None else {"reaction_seconds": seconds},
        bots=bots,
        secret=b"%032d" % attempt,
    )
    match = service.create(create).match
    persons = [seat for seat in range(seats) if seat not in bots]
    for seat in persons:
        commitment = entropy_commitment(match, seat, entropy(seat))
        service.handle(
            match, TakeSeat(id=command(), actor=person(seat), seat=seat, entropy_commitment=commitment)
        )
    for seat in persons:
        service.handle(match, BeReady(id=command(), actor=person(seat), entropy=entropy(seat)))
    return match


def answering(seat: Seat, move: Mapping[str, Any], decision: int) -> MakeMove:
    """A person's answer to a decision, not yet handed in."""
    return MakeMove(id=command(), actor=person(seat), decision=decision, move=move)


def answer(service: MatchService, match: UUID, seat: Seat, move: Mapping[str, Any], decision: int) -> None:
    """A person answers a decision."""
    service.handle(match, answering(seat, move, decision))


def owing(service: MatchService, match: UUID) -> Decision:
    """What the match waits for now."""
    with service.reading(match) as current:
        return open_decision(current)
