"""Decides a match again, command by command, and compares what comes out with what the log says.

An operator who rewrites a log can make its chain and its seals sound again, but not make an illegal move
legal, a wrong score right or another draw follow from the secret.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from uuid import UUID

import msgspec

from domain.commands import Command
from domain.games.registry import GAMES, rules_for
from domain.games.rules import IllegalMove, InvalidComponents, Refusal
from domain.log import LogError, Recorded
from domain.match import Match
from domain.match_events import MatchCreated, MatchEvent, MatchStarted, MoveMade
from domain.match_state import RulesSource
from domain.refusals import InvalidMove, NotAllowed, NotSeated, NotYourSeat
from domain.sealing import SECRET_BYTES
from replay_tool.compare import Difference, first_difference
from replay_tool.findings import HEADER, OLDER_RULES, Finding, Report, in_log_order
from replay_tool.reconstruct import Unexplained, command_of, creation_of
from replay_tool.sources import Source, Unreadable
from replay_tool.verify import verify

BROKEN_INVARIANT = "invariant-broken"
"""The code of a state that breaks the game's own laws."""

_DECIDED_BY_RULES = (
    "command-refused",
    "extra-event",
    "illegal-move",
    "missing-event",
    "wrong-data",
    "wrong-draw",
    "wrong-event",
    "wrong-outcome",
)
"""What may differ because the rules were others when the log was written."""

_SAY_RULES = ("match.MatchCreated", "match.MatchStarted", "match.MoveMade")
"""The events that tell by which version of the rules they were decided."""


Progress = Callable[[int], None]
"""Told how many events have been decided again."""


class CannotAudit(Unreadable):
    """Nothing can be decided again: the match still runs and its secret is not there, or the game is not
    known here."""


def audit(
    source: Source,
    *,
    accept_older_rules: bool = False,
    thorough: bool = False,
    progress: Progress | None = None,
) -> Report:
    """Verify a log, then decide again what is sound of it.

    `accept_older_rules` lets stand what an older version of the rules decided otherwise. `thorough`
    checks the game's invariants after every command instead of at the end. `progress` is told after each
    command how many events have been decided again; what it raises ends the audit. Raises `CannotAudit`.
    """
    report = verify(source)
    if report.is_sound and not source.is_complete:
        raise CannotAudit(
            f"{source.name} is the file of a match that is not over: its secret is not public yet, so it "
            "cannot be audited; verify checks what can be checked"
        )
    if report.is_sound and report.game not in GAMES:
        raise CannotAudit(f"{source.name} cannot be audited here, where {report.game} is not known")
    findings, not_judged = _decide_again(report, source, accept_older_rules, thorough, progress)
    return Report(
        source=report.source,
        check="audit",
        match=report.match,
        game=report.game,
        events=report.events,
        finished=report.finished,
        findings=in_log_order([*report.findings, *findings]),
        not_judged=(*report.not_judged, *not_judged),
    )


def _decide_again(
    report: Report, source: Source, accept_older_rules: bool, thorough: bool, progress: Progress | None
) -> tuple[list[Finding], list[str]]:
    """What is found by deciding the sound events again, and what could not be judged."""
    if (obstacle := _obstacle(report, source)) is not None:
        return [], [obstacle]
    try:
        rules_source = source.rules_source()
    except InvalidComponents as error:
        return [Finding("components-invalid", HEADER, str(error))], []
    judge = _Judge(source, rules_source, report.sound_events, accept_older_rules, thorough)
    judge.run(progress)
    if not thorough and any(finding.code == BROKEN_INVARIANT for finding in judge.findings):
        judge = _Judge(source, rules_source, report.sound_events, accept_older_rules, thorough=True)
        judge.run()  # to see since when
    return judge.findings, [*judge.not_judged, *_strange_components(source)]


def _strange_components(source: Source) -> Iterator[str]:
    """Whether the game was played with components that nobody here has seen."""
    header = source.header
    if header is not None:
        try:
            rules_for(header.game, header.digest)
        except Refusal:
            yield (
                f"the component set {header.digest[:12]}… is none that is known here: everything was judged "
                "by the one that the file brings along"
            )


def _obstacle(report: Report, source: Source) -> str | None:
    """Why nothing can be decided again, if so: then something was found already."""
    nothing = "no move was decided again, since"
    if not source.events:
        return f"{nothing} there is none"
    if any(finding.version == HEADER for finding in report.findings):
        return f"{nothing} the header tells another match than the log"
    if source.secret is None or any(finding.code == "secret-mismatch" for finding in report.findings):
        return f"{nothing} the match's secret is not there"
    if source.header is None or source.header.game not in GAMES:
        return f"{nothing} the game is not known here"
    return None


class _Judge:
    """Decides the sound events of a source again, in a match of its own."""

    def __init__(
        self,
        source: Source,
        rules_source: RulesSource,
        until: int,
        accept_older_rules: bool,
        thorough: bool,
    ) -> None:
        """`until` is how many events are sound."""
        self.findings: list[Finding] = []
        self.not_judged: list[str] = []
        self._source = source
        self._rules_source = rules_source
        self._until = until
        self._accept_older_rules = accept_older_rules
        self._thorough = thorough
        self._match = self._new_match()
        self._rules_version = 1

    def run(self, progress: Progress | None = None) -> None:
        """Decide command by command, up to the first difference: what comes after it cannot be judged."""
        for start, stop, first in self._commands():
            if progress is not None:
                progress(start)
            difference = self._difference(start, stop, first)
            if difference is None or self._excused(difference, start, stop):
                if not self._thorough or self._invariants_hold(stop):
                    continue
            else:
                version = start + difference.offset + 1
                self.findings.append(Finding(difference.code, version, difference.sentence))
            self._leave_unjudged(stop)
            return
        if not self._thorough:
            self._invariants_hold(self._until)

    def _leave_unjudged(self, stop: int) -> None:
        events = len(self._source.events)
        if stop < events:
            self.not_judged.append(f"events {stop + 1} to {events} were not decided again")

    def _commands(self) -> Iterator[tuple[int, int, Recorded | None]]:
        """The events by the commands that caused them: from where, up to where, and the first one as it is
        recorded, None where it cannot be read."""
        start, first = 0, self._try_recorded(0)
        for index in range(1, self._until):
            if self._source.events[index].line.type.startswith("match."):
                recorded = self._try_recorded(index)
                if recorded is None or _begins_a_command(recorded):
                    yield start, index, first
                    start, first = index, recorded
        if self._until:
            yield start, self._until, first

    def _try_recorded(self, index: int) -> Recorded | None:
        try:
            return self._source.recorded(index)
        except LogError:
            return None

    def _difference(self, start: int, stop: int, first: Recorded | None) -> Difference | None:
        """How what the log says of a command differs from what the rules decide now."""
        try:
            first = first or self._source.recorded(start)
            self._check_rules_versions(start, stop, first)
            due = self._decide_again(start, stop, first)
            if self._are_same_bytes(due, start, stop):
                return None
            recorded = [self._source.recorded(index) for index in range(start, stop)]
        except _Found as found:
            return found.difference
        except LogError as error:
            return Difference("wrong-shape", 0, str(error))
        return first_difference(due, recorded, cut=stop == self._until < len(self._source.events))

    def _check_rules_versions(self, start: int, stop: int, first: Recorded) -> None:
        """The version of the rules never decreases, and is one that can be judged here."""
        for index in range(start, stop):
            if self._source.events[index].line.type in _SAY_RULES:
                recorded = first if index == start else self._source.recorded(index)
                self._check_rules_version(recorded, index - start)

    def _check_rules_version(self, recorded: Recorded, offset: int) -> None:
        if not isinstance(recorded.event, MatchCreated | MatchStarted | MoveMade):
            return
        said, known = recorded.event.rules, self._newest_rules()
        if said < self._rules_version:
            sentence = f"rules {said} are said to have decided this, after rules {self._rules_version}"
            raise _Found(Difference("rules-version", offset, sentence))
        if said > known:
            sentence = f"rules {said} decided this; this program knows them up to {known}"
            raise _Found(Difference("rules-version", offset, sentence))
        self._rules_version = said

    def _newest_rules(self) -> int:
        header = self._source.header
        return self._rules_source(header.game, header.digest).version if header is not None else 0

    def _decide_again(self, start: int, stop: int, first: Recorded) -> list[Recorded]:
        """What the match does with the command now."""
        try:
            command = self._command(start, stop, first)
            if self._match.command_range(command.id) is not None:
                sentence = f"the command {command.id[:32]} was carried out before"
                raise _Found(Difference("command-reused", 0, sentence))
            return self._match.handle(command, first.at)
        except Unexplained as error:
            raise _Found(Difference(error.code, 0, str(error))) from None
        except Refusal as refusal:
            raise _Found(_refused(first, refusal)) from None
        except (LogError, _Found):
            raise
        except Exception as error:
            sentence = f"the rules cannot decide this: {type(error).__name__}: {error}"
            raise _Found(Difference("not-decidable", 0, sentence)) from error

    def _command(self, start: int, stop: int, first: Recorded) -> Command:
        if start and not isinstance(first.event, MatchCreated):
            return msgspec.structs.replace(command_of(self._match, first), salt=self._salt(start, stop))
        caused = (self._source.recorded(index).event for index in range(start, stop))
        return creation_of(self._match, caused, first.by, self._source.secret or b"")

    def _salt(self, start: int, stop: int) -> bytes:
        """The salt that came with a command which brought texts. With texts that are erased it is gone; any
        will do for what has no text, or none any more."""
        for index in range(start, stop):
            if self._source.events[index].openings:
                for salt in self._source.recorded(index).texts.values():
                    return bytes.fromhex(salt)
        return bytes(SECRET_BYTES)

    def _are_same_bytes(self, due: list[Recorded], start: int, stop: int) -> bool:
        """Whether the log has byte for byte what is due. Then nothing need be read or compared."""
        events, private = self._source.events, self._source.private
        return len(due) == stop - start and all(
            expected.line == events[index].raw and expected.private == private(index)
            for index, expected in enumerate(due, start=start)
        )

    def _excused(self, difference: Difference, start: int, stop: int) -> bool:
        """Whether older rules may have decided otherwise. If so, the match goes on as it is recorded."""
        newest = self._newest_rules()
        if self._rules_version >= newest or difference.code not in _DECIDED_BY_RULES:
            return False
        version = start + difference.offset + 1
        sentence = f"would differ under rules {newest}, at event {version}: {difference.sentence}"
        if self._accept_older_rules:
            self.not_judged.append(sentence)
        else:
            self.findings.append(Finding(OLDER_RULES, version, sentence))
        return self._go_on_as_recorded(stop)

    def _go_on_as_recorded(self, stop: int) -> bool:
        """Rebuild the match from the log up to here. Whether that is possible."""
        self._match = self._new_match()
        try:
            for index in range(stop):
                self._match.apply(self._source.recorded(index))
        except Exception:  # What was never decided here may be impossible to apply, in any way.
            return False
        return True

    def _new_match(self) -> Match:
        return Match(UUID(self._source.match), self._rules_source)

    def _invariants_hold(self, stop: int) -> bool:
        """Whether what must always hold in the game does."""
        if self._match.state is None:
            return True
        try:
            self._match.rules.invariants(self._match.state)
        except AssertionError as error:
            sentence = f"the game's own laws are broken: {error}"
            self.findings.append(Finding(BROKEN_INVARIANT, stop, sentence))
            return False
        return True


class _Found(Exception):
    """A difference, found before the events could be compared."""

    def __init__(self, difference: Difference) -> None:
        super().__init__(difference.sentence)
        self.difference = difference


def _begins_a_command(recorded: Recorded) -> bool:
    return isinstance(recorded.event, MatchEvent) and recorded.event.command is not None


def _refused(first: Recorded, refusal: Refusal) -> Difference:
    if isinstance(refusal, IllegalMove | InvalidMove):
        return Difference("illegal-move", 0, f"this move is against the rules: {refusal}")
    if isinstance(refusal, NotAllowed | NotSeated | NotYourSeat):
        return Difference("wrong-author", 0, f"{first.type} by {first.by!r}: {refusal}")
    return Difference("command-refused", 0, f"{first.type} would have been refused: {refusal}")
