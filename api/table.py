"""The table: a match as one viewer may see it, put together from what is allowed, never by removal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from api.components import component_set
from api.context import services
from api.viewing import Look
from domain.match import Match
from domain.match_events import MatchEnded
from domain.sealing import secret_commitment
from domain.wording import seat_names
from projections.lobby import LobbyRow


def seen_table(look: Look, shown: Match) -> dict[str, Any]:
    """The table as `table_of` puts it together, with the players' names as they are now. Raises
    `StoreUnavailable`."""
    players = [seat.player for seat in shown.seats if seat.player is not None]
    imported = look.match.over and services().service.logs.origin(look.match.id) is not None
    # Whoever sat at an imported table is nobody here, whatever the ids in its log.
    names = {} if imported else services().accounts.names(players)
    return {**table_of(look, shown, names), "imported": imported}


def table_of(look: Look, shown: Match, players: Mapping[str, str]) -> dict[str, Any]:
    """The table at the version of `shown`, which is the match itself or an earlier state of it.

    What the viewer may see follows from how the match stands now, not from how it stood then. `players`
    are the players' names.
    """
    return {
        "match": str(shown.id),
        "version": look.match.version,
        "at": shown.version,
        "changed_at": shown.at,
        "status": shown.status,
        "game": shown.rules.name,
        "rules": shown.rules_version,
        "components": component_set(shown.rules),
        "options": msgspec.to_builtins(shown.options),
        "creator": shown.creator,
        "seats": _seats(shown, players),
        "you": look.seat,
        "viewer": look.viewer,
        "commitment": secret_commitment(shown.id, shown.secret),
        "deadline": shown.deadline(),
        "awaiting": _awaiting(shown),
        "view": None if shown.state is None else shown.rules.view(shown.state, look.viewer),
        "outcome": _outcome(shown),
    }


def lobby_match(row: LobbyRow, players: Mapping[str, str]) -> dict[str, Any]:
    """A match as the lobby lists it: nothing of this is secret."""
    names = seat_names(row.seats, {} if row.imported else players)
    return {
        "match": str(row.match),
        "game": row.game,
        "status": row.status,
        "options": row.options,
        "creator": row.creator,
        "seats": [
            {"seat": number, "player": seat.player, "name": names[number], "bot": seat.bot}
            for number, seat in enumerate(row.seats)
        ],
        "version": row.version,
        "created_at": row.created_at,
        "updated_at": row.updated_at,
        "ended_at": row.ended_at,
        "reason": row.reason,
        "imported": row.imported,
    }


def _seats(shown: Match, players: Mapping[str, str]) -> list[dict[str, Any]]:
    names = seat_names(shown.seats, players)
    return [
        {
            "seat": number,
            "player": seat.player,
            "name": names[number],
            "bot": seat.bot,
            "ready": seat.ready or seat.bot is not None,
            "gave_up": seat.gave_up is not None,
        }
        for number, seat in enumerate(shown.seats)
    ]


def _awaiting(shown: Match) -> dict[str, Any] | None:
    decision = shown.rules.awaiting(shown.state) if shown.status == "running" else None
    if decision is None:
        return None
    return {
        "decision": decision.number,
        "kind": decision.kind,
        "seats": list(decision.seats),
        "context": dict(decision.context),
    }


def _outcome(shown: Match) -> dict[str, Any] | None:
    ended = shown.ended
    if ended is None:
        return None
    if not isinstance(ended, MatchEnded):
        return {"reason": ended.reason, "ranking": [], "scores": []}
    return {"reason": ended.reason, "ranking": ended.ranking, "scores": ended.scores}
