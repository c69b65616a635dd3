"""What audits take and give."""

from __future__ import annotations

from marshmallow import fields, validate

from api.schemas.fields import Bool, Int, QueryInt
from api.schemas.requests import DEFAULT_MATCHES, MAX_MATCHES, Body, Query, cursor_field
from api.schemas.responses import Answer


class AuditWanted(Body):
    """How to audit."""

    accept_older_rules = Bool(
        load_default=False,
        metadata={"description": "let stand what older rules decided otherwise than those of today"},
    )
    thorough = Bool(
        load_default=False,
        metadata={"description": "check the game's own laws after every command instead of at the end"},
    )


class AuditsQuery(Query):
    """A page of audits."""

    match = fields.UUID(load_default=None, metadata={"description": "audits of this match"})
    cursor = cursor_field()
    limit = QueryInt(load_default=DEFAULT_MATCHES, validate=validate.Range(1, MAX_MATCHES))


class Finding(Answer):
    """Something that is wrong."""

    code = fields.String(required=True, metadata={"description": "stable"})
    version = Int(required=True, metadata={"description": "of the event; 0 for the match as a whole"})
    sentence = fields.String(required=True)


class Report(Answer):
    """What an audit has come to."""

    source = fields.String(required=True)
    check = fields.String(required=True)
    match = fields.UUID(required=True)
    game = fields.String(required=True)
    events = Int(required=True)
    finished = Bool(required=True, metadata={"description": "whether the match was over"})
    sound = Bool(required=True, metadata={"description": "whether nothing was found"})
    sound_events = Int(required=True, metadata={"description": "how many come before the first finding"})
    first_failure = fields.Nested(Finding, required=True, allow_none=True)
    findings = fields.List(fields.Nested(Finding), required=True)
    not_judged = fields.List(fields.String(), required=True)


class AuditState(Answer):
    """An audit that was asked for."""

    id = fields.UUID(required=True)
    match = fields.UUID(required=True)
    player = fields.UUID(required=True, metadata={"description": "who asked for it"})
    accept_older_rules = Bool(required=True)
    thorough = Bool(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["queued", "running", "done", "failed"]))
    requested_at = fields.String(required=True)
    started_at = fields.String(required=True, allow_none=True)
    finished_at = fields.String(required=True, allow_none=True)
    done = Int(required=True, metadata={"description": "events decided again so far"})
    total = Int(required=True, metadata={"description": "events there are; 0 before it runs"})
    error = fields.String(
        required=True, allow_none=True, metadata={"description": "why it could not be run, if it failed"}
    )


class Audit(AuditState):
    """An audit with its report, once it is done."""

    report = fields.Nested(Report, required=True, allow_none=True)


class AuditPage(Answer):
    """A page of audits."""

    audits = fields.List(fields.Nested(AuditState), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "what to pass as `cursor` for the next page"}
    )
