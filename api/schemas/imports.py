"""What importing a match takes and gives."""

from __future__ import annotations

from marshmallow import fields

from api.schemas.fields import Bool, Int
from api.schemas.requests import Query
from api.schemas.responses import Answer


class ImportQuery(Query):
    """How strictly a file is judged."""

    accept_older_rules = fields.Boolean(
        load_default=False,
        truthy={"true"},
        falsy={"false"},
        metadata={"description": "let stand what older rules decided otherwise than those of today"},
    )


class ImportedMatch(Answer):
    """A match that was played elsewhere, and is here now."""

    match = fields.UUID(required=True)
    game = fields.String(required=True)
    events = Int(required=True)
    not_judged = fields.List(
        fields.String(), required=True, metadata={"description": "what could not be checked, in sentences"}
    )
    replayed = Bool(required=True, metadata={"description": "whether it was here before"})
