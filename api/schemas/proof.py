"""What the API gives, and is asked, about proof: checkpoints, seals and the server's own log."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.fields import Bool, Int, QueryInt
from api.schemas.requests import MAX_VERSION, Query
from api.schemas.responses import Answer, Opening

MAX_ENTRIES = 1000
_SIGNED = "a signed note (C2SP tlog-checkpoint)"


class CheckpointQuery(Query):
    """Which checkpoint, and from which older one a proof is wanted."""

    size = QueryInt(
        load_default=None,
        validate=validate.Range(0, MAX_VERSION),
        metadata={"description": "how many leaves the log had then; all it has, by default"},
    )
    since = QueryInt(
        data_key="from",
        load_default=None,
        validate=validate.Range(0, MAX_VERSION),
        metadata={"description": "the size of an older checkpoint, to be proved the beginning of this one"},
    )


class EntriesQuery(Query):
    """A page of the server's own log."""

    after = QueryInt(
        load_default=0,
        validate=validate.Range(0, MAX_VERSION),
        metadata={"description": "how many entries to pass over"},
    )
    limit = QueryInt(load_default=MAX_ENTRIES, validate=validate.Range(1, MAX_ENTRIES))


class Checkpoint(Answer):
    """A signed checkpoint, and the proof that an older one is the beginning of it."""

    size = Int(required=True)
    checkpoint = fields.String(required=True, metadata={"description": _SIGNED})
    since = Int(data_key="from", metadata={"description": "the older size, where one was given"})
    proof = fields.List(
        fields.String(), metadata={"description": "hashes in base64, as RFC 9162 (2.1.4) has them"}
    )


class SeatEntropy(Answer):
    """A seat's share in the match's chance."""

    seat = Int(required=True)
    commitment = fields.String(required=True, allow_none=True)
    by = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "who drew it: player (whom it then protects) or server"},
    )
    entropy = fields.String(
        required=True, allow_none=True, metadata={"description": "once it has been revealed"}
    )


class Seal(Answer):
    """A sealed value in the log."""

    version = Int(required=True)
    type = fields.String(required=True)
    field = fields.String(required=True)
    sealed = fields.String(required=True)
    seats = fields.List(Int(), required=True, metadata={"description": "for whom; none: for auditors only"})
    everyone = Bool(required=True, metadata={"description": "a text, for everyone"})
    opening = fields.Nested(
        Opening, required=True, allow_none=True, metadata={"description": "where the caller may have it"}
    )


class Fairness(Answer):
    """All that can be checked in a match."""

    match = fields.UUID(required=True)
    version = Int(required=True)
    commitment = fields.String(required=True, metadata={"description": "to the match's secret"})
    secret = fields.String(required=True, allow_none=True, metadata={"description": "once the match is over"})
    entropies = fields.List(fields.Nested(SeatEntropy), required=True)
    seals = fields.List(fields.Nested(Seal), required=True)


class Head(Answer):
    """The head of a match that is over: an entry of the server's own log."""

    match = fields.UUID(required=True)
    root = fields.String(required=True, metadata={"description": "over all its lines, in hex"})
    size = Int(required=True, metadata={"description": "how many events it has"})


class Heads(Answer):
    """A page of the server's own log. A leaf is SHA-256(0x00 ‖ the entry's canonical JSON)."""

    entries = fields.List(fields.Nested(Head), required=True)
    next = Int(required=True, metadata={"description": "what to pass as `after` for what follows"})
