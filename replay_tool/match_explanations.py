"""Why the match's own events came out as they did. A game's events are explained by its rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.rules import Event, Explanation
from domain.games.wording import listed
from domain.match import Match
from domain.match_events import (
    MatchAborted,
    MatchCreated,
    MatchEnded,
    MatchEvent,
    MatchStarted,
    MoveMade,
    SeatHandedToBot,
    SeatLeft,
    SeatReady,
    SeatResigned,
    SeatTaken,
)
from domain.match_state import READY_SECONDS

_TABLE = "docs/architecture.md, the match"
_FAIRNESS = "docs/fairness.md, chance"


def explain_match_event(match: Match, event: MatchEvent) -> Explanation:
    """Why an event came out as it did; `match` stands right before it."""
    return _EXPLANATIONS[type(event)](match, event)


def _created(_match: Match, event: MatchCreated) -> Explanation:
    return Explanation(
        "the server has drawn its secret and is bound to it by this commitment, before anybody's entropy is "
        "known; all chance of the match follows from the two",
        _FAIRNESS,
        details=(f"commitment {event.commitment}", f"rules {event.rules}, components {event.components}"),
    )


def _taken(_match: Match, event: SeatTaken) -> Explanation:
    if event.bot is not None:
        return Explanation("a bot gives no entropy: its choices follow from the match's secret", _FAIRNESS)
    if event.entropy_by == "server":
        return Explanation(
            "the player's program committed to no entropy, so the server drew it: this seat protects nobody",
            _FAIRNESS,
        )
    return Explanation(
        "the player's program has drawn its entropy and is bound to it by this commitment",
        _FAIRNESS,
        details=(f"commitment {event.entropy_commitment}",),
    )


def _left(_match: Match, _event: SeatLeft) -> Explanation:
    return Explanation("a seat can be left until somebody is ready", _TABLE)


def _ready(_match: Match, _event: SeatReady) -> Explanation:
    return Explanation(
        "the seat's entropy, which must be the committed one; from the first on no seat can be taken or left",
        _FAIRNESS,
    )


def _started(_match: Match, event: MatchStarted) -> Explanation:
    return Explanation(
        f"all persons have revealed their entropies; rules {event.rules} decide the set-up", _TABLE
    )


def _moved(match: Match, event: MoveMade) -> Explanation:
    decision = match.rules.awaiting(match.state)
    owing = () if decision is None else decision.seats
    kind = "" if decision is None else f" ({decision.kind.replace('_', ' ')})"
    return Explanation(
        f"decision {event.decision}{kind} was open and owed by {listed([f'seat {seat}' for seat in owing])}; "
        f"rules {event.rules} decided what follows from the answer",
        _TABLE,
    )


def _resigned(_match: Match, event: SeatResigned) -> Explanation:
    return Explanation(
        f"whoever resigns ranks after all who stay; the {event.bot} bot plays on so that the others can",
        _TABLE,
    )


def _handed_to_bot(_match: Match, _event: SeatHandedToBot) -> Explanation:
    return Explanation(
        "an admin, or after three days a fellow player, may hand the seat of somebody who vanished to a bot; "
        "it ranks after all who stay",
        _TABLE,
    )


def _ended(match: Match, event: MatchEnded) -> Explanation:
    if event.reason == "resigned":
        why = "nobody, or one person among persons, is left to play on"
    else:
        why = f"by the rules of {match.rules.title} the match ends here: {event.reason.replace('_', ' ')}"
    return Explanation(
        f"{why}; the secret is public from now on, so that everything can be checked",
        f"{_TABLE}; {_FAIRNESS}",
        details=tuple(f"seat {seat}: {score}" for seat, score in enumerate(event.scores)),
    )


def _aborted(_match: Match, event: MatchAborted) -> Explanation:
    if event.reason == "entropy-withheld":
        late = listed([f"seat {seat}" for seat in event.seats])
        return Explanation(
            f"{READY_SECONDS} seconds after the first was ready, {late} had not revealed the entropy",
            _FAIRNESS,
        )
    return Explanation("a table can be closed until the match starts", _TABLE)


_EXPLANATIONS: Mapping[type[Event], Callable[[Match, Any], Explanation]] = {
    MatchCreated: _created,
    SeatTaken: _taken,
    SeatLeft: _left,
    SeatReady: _ready,
    MatchStarted: _started,
    MoveMade: _moved,
    SeatResigned: _resigned,
    SeatHandedToBot: _handed_to_bot,
    MatchEnded: _ended,
    MatchAborted: _aborted,
}
