"""What the API gives. Most answers are put together from stored bytes; these schemas document them, and tests
hold the answers to them. Answers may grow fields: clients skip those they do not know."""

from __future__ import annotations

from marshmallow import EXCLUDE, Schema, fields, validate

from api.schemas.fields import AnyOf, Bool, Int, JsonObject
from api.schemas.games import Line
from domain.accounts import SCOPES


class Answer(Schema):
    """An answer: open to additions."""

    class Meta:
        unknown = EXCLUDE


class ProblemError(Answer):
    """One thing wrong with a request."""

    pointer = fields.String(
        required=True,
        metadata={"description": "a JSON pointer into the body, or ? and a query parameter's name"},
    )
    detail = fields.String(required=True)


class Problem(Answer):
    """RFC 9457 problem details."""

    type = fields.String(
        required=True, metadata={"description": "stable; also the address of an explanation"}
    )
    title = fields.String(required=True)
    status = Int(required=True)
    detail = fields.String(required=True, metadata={"description": "a sentence for the player"})
    instance = fields.String(required=True)
    errors = fields.List(fields.Nested(ProblemError))
    version = Int(
        metadata={"description": "where the match stands, when the request answered something older"}
    )


class Token(Answer):
    """A token, told this once."""

    id = fields.String(required=True)
    token = fields.String(required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)


class TokenInfo(Answer):
    """A token as it is listed: without what makes it one."""

    id = fields.String(required=True)
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)
    created_at = fields.String(required=True)


class Tokens(Answer):
    """One's own tokens."""

    tokens = fields.List(fields.Nested(TokenInfo), required=True)


class Link(Answer):
    """A one-time link, told this once."""

    link = fields.Url(required=True, require_tld=False, metadata={"description": "to be opened in a browser"})
    expires_at = fields.String(required=True)


class Player(Answer):
    """Somebody who plays."""

    id = fields.UUID(required=True)
    name = fields.String(required=True)
    created_at = fields.String(required=True)


class Session(Answer):
    """Who is signed in."""

    player = fields.Nested(
        Player, required=True, allow_none=True, metadata={"description": "null for nobody"}
    )
    scopes = fields.List(fields.String(validate=validate.OneOf(SCOPES)), required=True)


class Totals(Answer):
    """What a player has achieved in one game."""

    game = fields.String(required=True)
    matches = Int(required=True, metadata={"description": "that have started"})
    finished = Int(required=True)
    won = Int(required=True, metadata={"description": "first places held alone"})
    shared = Int(required=True, metadata={"description": "first places held with others"})


class Result(Answer):
    """A player in one match; nulls while it runs."""

    match = fields.UUID(required=True)
    game = fields.String(required=True)
    seat = Int(required=True)
    started_at = fields.String(required=True)
    ended_at = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True)
    place = Int(required=True, allow_none=True)
    shared = Bool(required=True, allow_none=True)
    gave_up = Bool(required=True, allow_none=True)
    score = Int(required=True, allow_none=True)


class Profile(Player):
    """A player and its matches."""

    totals = fields.List(fields.Nested(Totals), required=True)
    results = fields.List(fields.Nested(Result), required=True, metadata={"description": "the newest first"})
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "what to pass as `cursor` for the next page"}
    )


class RegisteredPlayer(Player):
    """A new player with its first token."""

    token = fields.Nested(Token, required=True)


class ComponentSet(Answer):
    """Which components a game is played with."""

    set = fields.String(required=True)
    digest = fields.String(required=True, metadata={"description": "SHA-256 of the set's canonical JSON"})


class GameSummary(Answer):
    """A game that can be played here."""

    name = fields.String(required=True)
    title = fields.String(required=True)
    seats = fields.List(Int(), required=True, metadata={"description": "the allowed numbers of players"})
    rules = Int(required=True, metadata={"description": "the version of its rules"})
    bots = fields.List(fields.String(), required=True)
    components = fields.Nested(ComponentSet, required=True)
    component_sets = fields.List(
        fields.String(), required=True, metadata={"description": "what a table can be opened with"}
    )


class GameComponents(ComponentSet):
    """The components themselves."""

    content = JsonObject("the whole set", required=True)


class Game(GameSummary):
    """All there is to know about a game."""

    components = fields.Nested(GameComponents, required=True)
    options = JsonObject("a JSON Schema", required=True)
    moves = JsonObject("a JSON Schema", required=True)
    rulings = fields.String(required=True, metadata={"description": "Markdown"})


class Games(Answer):
    """All games."""

    games = fields.List(fields.Nested(GameSummary), required=True)


class Opening(Answer):
    """What makes a sealed value readable, and checkable against its line; or a text that has been erased."""

    version = Int(required=True)
    field = fields.String(required=True, metadata={"description": "the value's path in the line's data"})
    value = fields.Raw()
    salt = fields.String()
    erased = Bool(metadata={"description": "there is neither value nor salt any more"})


class Event(Answer):
    """An event: its line as it is stored, what the caller may open of it, and both in words."""

    line = AnyOf([Line], required=True)
    opened = fields.List(fields.Nested(Opening), required=True)
    text = fields.String(required=True)


class CommandResult(Answer):
    """What a command led to."""

    match = fields.UUID(required=True)
    version = Int(required=True, metadata={"description": "of the last event"})
    events = fields.List(fields.Nested(Event), required=True)
    replayed = Bool(required=True, metadata={"description": "whether it had been carried out before"})
    position = fields.String(
        required=True,
        metadata={"description": "what to pass as `after_position` to lists that shall show this"},
    )
    receipt = fields.String(
        required=True,
        metadata={
            "description": "a signed checkpoint of the match: keep the last one, it proves later what was"
        },
    )


class EventPage(Answer):
    """A page of a log."""

    match = fields.UUID(required=True)
    version = Int(required=True, metadata={"description": "where the match stands"})
    events = fields.List(fields.Nested(Event), required=True)
    next = Int(required=True, metadata={"description": "what to pass as `after` for what follows"})


class Seat(Answer):
    """Who sits where."""

    seat = Int(required=True)
    player = fields.UUID(required=True, allow_none=True)
    name = fields.String(required=True, metadata={"description": "what the seat is called in sentences"})
    bot = fields.String(required=True, allow_none=True)
    ready = Bool(required=True)
    gave_up = Bool(required=True)


class Awaiting(Answer):
    """The open decision."""

    decision = Int(required=True)
    kind = fields.String(required=True)
    seats = fields.List(Int(), required=True, metadata={"description": "those that still owe an answer"})
    context = JsonObject("public facts that the answer depends on", required=True)


class Outcome(Answer):
    """How a match ended."""

    reason = fields.String(required=True)
    ranking = fields.List(
        fields.List(Int()), required=True, metadata={"description": "seats that share a place, best first"}
    )
    scores = fields.List(Int(), required=True)


class Table(Answer):
    """A match as the caller may see it."""

    match = fields.UUID(required=True)
    version = Int(required=True, metadata={"description": "where the match stands"})
    at = Int(required=True, metadata={"description": "the version shown"})
    changed_at = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["open", "running", "ended", "aborted"]))
    game = fields.String(required=True)
    rules = Int(required=True)
    components = fields.Nested(ComponentSet, required=True)
    options = JsonObject("the game's options, with defaults", required=True)
    creator = fields.UUID(required=True, allow_none=True)
    seats = fields.List(fields.Nested(Seat), required=True)
    you = Int(required=True, allow_none=True, metadata={"description": "the caller's seat"})
    viewer = fields.Raw(required=True, metadata={"description": "a seat, spectator or auditor"})
    commitment = fields.String(required=True, metadata={"description": "to the match's secret"})
    deadline = fields.String(
        required=True,
        allow_none=True,
        metadata={"description": "when the server acts unless all who are asked have answered before"},
    )
    awaiting = fields.Nested(Awaiting, required=True, allow_none=True)
    view = JsonObject("the game's own view of the table", required=True, allow_none=True)
    outcome = fields.Nested(Outcome, required=True, allow_none=True)
    imported = Bool(required=True, metadata={"description": "whether it was played elsewhere"})


class LegalMoves(Answer):
    """What the caller may answer now."""

    match = fields.UUID(required=True)
    version = Int(required=True)
    decision = Int(
        required=True, allow_none=True, metadata={"description": "null when the caller owes no answer"}
    )
    kind = fields.String(required=True, allow_none=True)
    moves = fields.List(JsonObject("a move, ready to be sent"), required=True)
    note = fields.String()


class LobbySeat(Answer):
    """Who sits where, in the lobby."""

    seat = Int(required=True)
    player = fields.UUID(required=True, allow_none=True)
    name = fields.String(required=True)
    bot = fields.String(required=True, allow_none=True)


class LobbyMatch(Answer):
    """A match in the lobby."""

    match = fields.UUID(required=True)
    game = fields.String(required=True)
    status = fields.String(required=True, validate=validate.OneOf(["open", "running", "ended", "aborted"]))
    options = JsonObject("the game's options, with defaults", required=True)
    creator = fields.UUID(required=True, allow_none=True)
    seats = fields.List(fields.Nested(LobbySeat), required=True)
    version = Int(required=True)
    created_at = fields.String(required=True)
    updated_at = fields.String(required=True)
    ended_at = fields.String(required=True, allow_none=True)
    reason = fields.String(required=True, allow_none=True, metadata={"description": "why it ended"})
    imported = Bool(required=True, metadata={"description": "whether it was played elsewhere"})


class LobbyPage(Answer):
    """A page of the lobby."""

    matches = fields.List(fields.Nested(LobbyMatch), required=True)
    next = fields.String(
        required=True, allow_none=True, metadata={"description": "what to pass as `cursor` for the next page"}
    )


class Health(Answer):
    """Whether the server does its work."""

    status = fields.String(required=True)
