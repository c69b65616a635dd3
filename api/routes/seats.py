"""Seats: sitting down, getting up, being ready, giving up."""

from __future__ import annotations

from http import HTTPStatus
from typing import Any
from uuid import UUID

from flask import Response

from api.answers import command_answer
from api.auth import principal, requires
from api.context import services
from api.idempotency import OPTIONAL_PARAMETER, optional_command_id, required_command_id
from api.openapi import PREFIX, ApiBlueprint
from api.routing import command
from api.schemas import responses
from api.schemas.requests import BotWanted, Nothing, Ready, SeatWanted
from domain.commands import (
    ADMIN,
    Abort,
    Actor,
    BeReady,
    HandToBot,
    LeaveSeat,
    Person,
    Resign,
    SeatBot,
    TakeSeat,
)
from domain.sealing import SECRET_BYTES

blueprint = ApiBlueprint("seats", __name__, url_prefix=f"{PREFIX}/matches", description="Who sits at a table")


@command(blueprint, "/<uuid:match_id>/seats", SeatWanted)
def take_seat(body: dict[str, Any], match_id: UUID) -> Response:
    """Sit down, or seat a bot

    A client that wants its share in the shuffling names the seat, draws 32 bytes and sends a commitment to
    them, in hex: SHA-256(lp("fairtable/entropy/1") ‖ lp(match) ‖ u32 seat ‖ bytes), where lp(x) is x behind
    its length as u32, big-endian. Without one the server draws for the seat.

    Who has opened the table may put a bot on a free seat instead. A table full of bots starts at once.
    """
    return command_answer(services().service.handle(match_id, _seating(body)))


@blueprint.route("/<uuid:match_id>/seats/<seat:seat>", methods=["DELETE"])
@requires("play")
@blueprint.doc(parameters=[OPTIONAL_PARAMETER])
@blueprint.response(HTTPStatus.OK, responses.CommandResult)
def leave_seat(match_id: UUID, seat: int) -> Response:
    """Get up again, while nobody is ready yet"""
    command_id = optional_command_id()
    accepted = services().service.handle(match_id, LeaveSeat(id=command_id, actor=_person(), seat=seat))
    return command_answer(accepted, HTTPStatus.OK)


@command(blueprint, "/<uuid:match_id>/ready", Ready)
def be_ready(body: dict[str, Any], match_id: UUID) -> Response:
    """Be ready to start

    All seats must be taken. Reveals the seat's entropy; when the last person is ready, the match begins.
    """
    entropy = None if body["entropy"] is None else bytes.fromhex(body["entropy"])
    command_id = required_command_id()
    return command_answer(
        services().service.handle(match_id, BeReady(id=command_id, actor=_person(), entropy=entropy))
    )


@command(blueprint, "/<uuid:match_id>/resign", Nothing)
def resign(_body: dict[str, Any], match_id: UUID) -> Response:
    """Give up

    A bot plays on at the seat, which ranks after all who stay.
    """
    return command_answer(
        services().service.handle(match_id, Resign(id=required_command_id(), actor=_person()))
    )


@command(blueprint, "/<uuid:match_id>/seats/<seat:seat>/bot", BotWanted, ("play", "admin"))
def hand_to_bot(body: dict[str, Any], match_id: UUID, seat: int) -> Response:
    """Let a bot play on for a person who has vanished

    Fellow players may do so after 72 hours without an answer, an admin at any time.
    """
    command_id = required_command_id()
    return command_answer(
        services().service.handle(
            match_id, HandToBot(id=command_id, actor=_acting_as(match_id), seat=seat, bot=body["bot"])
        )
    )


@command(blueprint, "/<uuid:match_id>/abort", Nothing, ("play", "admin"))
def abort(_body: dict[str, Any], match_id: UUID) -> Response:
    """Close a table before the match starts

    For who opened it, who sits at it, and admins.
    """
    return command_answer(
        services().service.handle(match_id, Abort(id=required_command_id(), actor=_acting_as(match_id)))
    )


def _seating(body: dict[str, Any]) -> TakeSeat | SeatBot:
    command_id, seat = required_command_id(), body["seat"]
    if body["bot"] is not None:
        return SeatBot(id=command_id, actor=_person(), seat=seat, bot=body["bot"])
    commitment = body["entropy_commitment"]
    return TakeSeat(
        id=command_id,
        actor=_person(),
        seat=seat,
        entropy_commitment=commitment,
        entropy=services().draw(SECRET_BYTES) if commitment is None else None,
    )


def _person() -> Person:
    return Person(principal().player)


def _acting_as(match_id: UUID) -> Actor:
    """An admin acts as such only at tables that are none of its own."""
    caller = principal()
    if "admin" in caller.scopes:
        with services().service.reading(match_id) as match:
            if caller.player != match.creator and match.seat_of(caller.player) is None:
                return ADMIN
    return Person(caller.player)
