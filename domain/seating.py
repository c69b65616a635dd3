"""Opening a table, sitting down and standing up, getting ready."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.commands import BeReady, CreateMatch, LeaveSeat, Person, SeatBot, TakeSeat
from domain.games.canonical import component_digest
from domain.games.registry import game
from domain.games.rules import AnyRules, Event, InvalidOptions, Options, Seat
from domain.match_checks import check_open, own_seat, person, seat_at, unknown_bot
from domain.match_events import MatchCreated, SeatLeft, SeatReady, SeatTaken
from domain.match_state import MatchState
from domain.playing import start
from domain.refusals import (
    AlreadyReady,
    AlreadySeated,
    InvalidEntropy,
    InvalidSeats,
    MatchNotOpen,
    NotAllowed,
    NotYourSeat,
    SeatOccupied,
    SeatsFixed,
    TableFull,
    TableNotFull,
    UnknownBot,
)
from domain.sealing import SECRET_BYTES, entropy_commitment, secret_commitment


def create(match: MatchState, command: CreateMatch, _at: str) -> Iterator[Event]:
    """A table is opened, with the bots that were asked for."""
    if match.version:
        raise MatchNotOpen("this match is there already: a match is created once")
    rules = game(command.game) if command.digest is None else match.rules_source(command.game, command.digest)
    options = _options(rules, command.seats, command.options)
    _check_bots(rules, command.seats, command.bots)
    yield MatchCreated(
        command=command.id,
        game=rules.name,
        rules=rules.version,
        options=msgspec.to_builtins(options),
        components=rules.components["set"],
        digest=component_digest(rules.components),
        seats=command.seats,
        commitment=secret_commitment(match.id, command.secret),
        player=command.actor.id if isinstance(command.actor, Person) else None,
    )
    for seat, bot in sorted(command.bots.items()):
        yield SeatTaken(seat=seat, bot=bot)
    if len(command.bots) == command.seats:
        yield from start(match)


def take_seat(match: MatchState, command: TakeSeat, _at: str) -> Iterator[Event]:
    """A person sits down, committed to its entropy."""
    check_open(match, "a seat can be taken")
    player = person(command)
    if (mine := match.seat_of(player)) is not None:
        raise AlreadySeated(f"you sit at this table already, on seat {mine}")
    seat = _free_seat(match, command.seat)
    if command.entropy_commitment is not None:
        commitment, entropy = command.entropy_commitment, None
    elif command.entropy is not None:
        commitment, entropy = entropy_commitment(match.id, seat, command.entropy), command.entropy.hex()
    else:
        raise InvalidEntropy("neither a commitment nor entropy came with this seat")
    yield SeatTaken(
        command=command.id,
        seat=seat,
        player=player,
        entropy_commitment=commitment,
        entropy_by="player" if entropy is None else "server",
        entropy=entropy,
    )


def seat_bot(match: MatchState, command: SeatBot, _at: str) -> Iterator[Event]:
    """Who opened the table seats a bot."""
    check_open(match, "a bot can be seated")
    if person(command) != match.creator:
        raise NotAllowed("only who opened the table seats bots at it")
    if command.bot not in match.rules.bots:
        raise UnknownBot(unknown_bot(match.rules, command.bot))
    yield SeatTaken(command=command.id, seat=_free_seat(match, command.seat), bot=command.bot)
    if all(seat.bot is not None for seat in match.seats):
        yield from start(match)


def leave_seat(match: MatchState, command: LeaveSeat, _at: str) -> Iterator[Event]:
    """A person stands up again."""
    check_open(match, "a seat can be left")
    seat_at(match, command.seat)
    if own_seat(match, command) != command.seat:
        raise NotYourSeat(f"you do not sit on seat {command.seat}")
    if match.first_ready is not None:
        raise SeatsFixed("somebody is ready already: no seat can be left any more")
    yield SeatLeft(command=command.id, seat=command.seat)


def be_ready(match: MatchState, command: BeReady, _at: str) -> Iterator[Event]:
    """A person reveals its entropy; the last one starts the match."""
    check_open(match, "one can get ready")
    number = own_seat(match, command)
    seat = match.seats[number]
    if seat.ready:
        raise AlreadyReady(f"seat {number} is ready already")
    if free := [n for n, other in enumerate(match.seats) if not other.taken]:
        raise TableNotFull(f"the match starts with all seats taken; free: {', '.join(map(str, free))}")
    entropy = _revealed(match, number, command.entropy)
    yield SeatReady(command=command.id, seat=number, entropy=entropy.hex())
    if all(other.ready for other in match.seats if other.is_person):
        yield from start(match)


def _revealed(match: MatchState, number: Seat, entropy: bytes | None) -> bytes:
    seat = match.seats[number]
    if entropy is None:
        if seat.entropy is None:
            raise InvalidEntropy("this seat committed to an entropy of its own; ready must reveal it")
        return seat.entropy
    if (
        len(entropy) != SECRET_BYTES
        or entropy_commitment(match.id, number, entropy) != seat.entropy_commitment
    ):
        raise InvalidEntropy(f"this is not the entropy that seat {number} committed to")
    return entropy


def _free_seat(match: MatchState, asked: Seat | None) -> Seat:
    free = [number for number, seat in enumerate(match.seats) if not seat.taken]
    if asked is not None and seat_at(match, asked).taken:
        raise SeatOccupied(f"seat {asked} is taken")
    if asked is None and not free:
        raise TableFull("all seats are taken")
    if match.first_ready is not None:
        raise SeatsFixed("somebody is ready already: no seat can be taken any more")
    return free[0] if asked is None else asked


def _options(rules: AnyRules, seats: int, given: Mapping[str, Any]) -> Options:
    if seats not in rules.seats:
        raise InvalidSeats(
            f"{rules.title} is for {rules.seats[0]} to {rules.seats[-1]} players, not for {seats}"
        )
    try:
        options: Options = msgspec.convert(dict(given), rules.options)
    except msgspec.ValidationError as error:
        raise InvalidOptions(f"{rules.title} has no such options: {error}") from None
    rules.check_options(seats, options)
    return options


def _check_bots(rules: AnyRules, seats: int, bots: Mapping[Seat, str]) -> None:
    for seat, bot in bots.items():
        if not 0 <= seat < seats:
            raise InvalidSeats(f"there is no seat {seat} for a bot; the table has seats 0 to {seats - 1}")
        if bot not in rules.bots:
            raise UnknownBot(unknown_bot(rules, bot))
