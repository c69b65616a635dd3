"""Checks a log without knowing its game: format, chain, seals, commitments, draws.

Whatever the bytes are, they lead to findings, never to an exception.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise

from domain.chance import chance_key
from domain.games.canonical import canonical
from domain.games.registry import GAMES
from domain.log import GENESIS, leaf_hash
from domain.match_events import SeatTaken
from domain.match_file import FileEvent
from domain.sealing import salt_key, secret_commitment
from replay_tool.findings import HEADER, Finding, Report, in_log_order
from replay_tool.header_checks import check_header
from replay_tool.line_checks import LINE_CHECKS, MAX_VERSION, Walk
from replay_tool.receipts import NOTHING_KEPT, Evidence, check_receipts
from replay_tool.seal_checks import (
    Found,
    SealedEvent,
    check_all_open,
    check_drawn_entropy,
    check_draws,
    check_erasures,
    check_opened_values_plain,
    check_openings_fit,
    check_openings_point_to_seals,
    check_salts,
    check_seals_well_formed,
    find_seals,
)
from replay_tool.sources import Source
from replay_tool.texts import texts_of


def verify(source: Source, evidence: Evidence = NOTHING_KEPT) -> Report:
    """Check a log as far as that is possible without its game; also against what somebody kept of it."""
    try:
        return _verify(source, evidence)
    except RecursionError:
        too_deep = Finding("malformed-file", HEADER, "something in it is nested too deeply to be checked")
        return _report(source, [too_deep], evidence)


def _verify(source: Source, evidence: Evidence) -> Report:
    walk = Walk(source.header.game if source.header else None)
    sealed: list[SealedEvent] = []
    leaves = [leaf_hash(event.raw) for event in source.events]
    findings = [
        *_source_fault(source),
        *_check_opening_bytes(source),
        *_walk_along(source.events, walk, sealed),
        *_check_chain(source.events, leaves),
        *check_header(source, walk.created),
        *_check_openings(source, walk, sealed),
        *_check_with_secret(source, walk, sealed),
        *_check_checkpoints(source, walk, leaves, evidence),
    ]
    return _report(source, findings, evidence)


def _report(source: Source, findings: Iterable[Finding], evidence: Evidence) -> Report:
    return Report(
        source=source.name,
        check="verify",
        match=source.match or (source.header.match if source.header else None),
        game=source.header.game if source.header else None,
        events=len(source.events),
        finished=source.finished,
        findings=in_log_order(findings),
        not_judged=tuple(_not_judged(source, evidence)),
    )


def _not_judged(source: Source, evidence: Evidence) -> Iterator[str]:
    if source.header is None or not source.events:
        return
    if source.secret is None and not source.finished:
        yield "the match runs: its secret is not public yet, so nothing that follows from it can be checked"
    if source.header.game not in GAMES:
        yield (
            f"{source.header.game[:40]} is not known here: neither can the names of its events be checked, "
            "nor which of its secrets are free texts, with salts of their own"
        )
    if source.is_file and (source.header.checkpoints or evidence.receipts) and not evidence.keys:
        yield (
            "signatures were checked with the keys that the file itself brings along: compare them with keys "
            "that you or others noted earlier, or give those with --key"
        )


def _source_fault(source: Source) -> Iterator[Finding]:
    if source.fault is not None:
        yield Finding(*source.fault)
    elif not source.events:
        yield Finding("malformed-file", HEADER, "there is no event in it")


# Bytes


def _check_opening_bytes(source: Source) -> Iterator[Finding]:
    """Lines of openings are canonical JSON, and empty ones are not written."""
    for version, raw in source.opening_lines.items():
        openings = source.events[version - 1].openings
        if not openings or canonical({"opened": openings}) != raw:
            yield Finding("not-canonical", version, "the openings are not in canonical form")


# Lines


def _walk_along(events: Sequence[FileEvent], walk: Walk, sealed: list[SealedEvent]) -> Iterator[Finding]:
    """Every check of a line, on every line. Collects what is sealed on the way."""
    for event in events:
        walk.enter(event)
        for code, check in LINE_CHECKS:
            if (sentence := check(walk)) is not None:
                yield Finding(code, walk.place, sentence)
        walk.leave()
        if (event.openings or b'"sealed"' in event.raw) and _can_be_opened(walk):
            sealed.append(_sealed_event(walk, event))


def _can_be_opened(walk: Walk) -> bool:
    """Whether the line is sound enough that its seals can be told; else that is a finding already."""
    return walk.data is not None and 0 < walk.line.version <= MAX_VERSION


def _sealed_event(walk: Walk, event: FileEvent) -> SealedEvent:
    seals, flaws = find_seals(walk.data)
    return SealedEvent(
        place=walk.place,
        version=event.line.version,
        type=event.line.type,
        n=walk.counts[event.line.type],
        seals=seals,
        flaws=flaws,
        openings=event.openings,
        taken=walk.event if isinstance(walk.event, SeatTaken) else None,
        texts=texts_of(walk.game, event.line.type, walk.data),
    )


def _check_chain(events: Sequence[FileEvent], leaves: Sequence[bytes]) -> Iterator[Finding]:
    """Every line names the hash of the one before.

    Where two lines do not fit together, the line after the next tells which of them was changed: the
    later one, if it does not fit to its successor either. Otherwise the earlier one was, or was left out.
    """
    due = [GENESIS, *(leaf.hex() for leaf in leaves)]
    broken = [before != event.line.prev for before, event in zip(due, events, strict=False)]
    for index, (is_broken, next_is_broken) in enumerate(pairwise([*broken, False])):
        if is_broken:
            yield _chain_finding(events, index, later_is_changed=next_is_broken)


def _chain_finding(events: Sequence[FileEvent], index: int, *, later_is_changed: bool) -> Finding:
    if index == 0:
        return Finding("chain-broken", 1, "a log begins with a line whose `prev` is 64 zeros")
    version, before = events[index].line.version, events[index - 1].line.version
    if later_is_changed or version != before + 1:
        return Finding("chain-broken", index + 1, "it does not follow the event that stands before it")
    sentence = f"event {version} was written after another event {before} than this"
    return Finding("chain-broken", index, sentence)


# Seals


def _check_openings(source: Source, walk: Walk, sealed: Iterable[SealedEvent]) -> Iterator[Finding]:
    """What needs no secret: that openings and seals belong together."""
    for event in sealed:
        yield from _at(event, check_seals_well_formed(event))
        yield from _at(event, check_openings_point_to_seals(event))
        yield from _at(event, check_opened_values_plain(event))
        yield from _at(event, check_erasures(event))
        if source.is_complete:
            yield from _at(event, check_all_open(event))
        if walk.uuid is not None:
            yield from _at(event, check_openings_fit(event, walk.uuid))
            yield from _at(event, check_drawn_entropy(event, walk.uuid))


def _check_with_secret(source: Source, walk: Walk, sealed: Iterable[SealedEvent]) -> Iterator[Finding]:
    """The secret is the one committed to; every salt and every draw follows from it."""
    if walk.uuid is None or walk.created is None:
        return
    for place, secret in source.secrets:
        if secret is None or secret_commitment(walk.uuid, secret) != walk.created.commitment:
            sentence = "the secret is not the one that the match's creation committed to"
            yield Finding("secret-mismatch", place, sentence)
            return
    if source.secret is None:
        return
    salts = salt_key(source.secret)
    entropies = [walk.entropies[seat] for seat in sorted(walk.entropies)]
    chance = chance_key(walk.uuid, source.secret, entropies)
    for event in sealed:
        yield from _at(event, check_salts(event, salts))
        yield from _at(event, check_draws(event, chance))


# Signatures


def _check_checkpoints(
    source: Source, walk: Walk, leaves: Sequence[bytes], evidence: Evidence
) -> Iterator[Finding]:
    """What the server has signed of this log, in the file's header and in receipts."""
    if walk.uuid is None or source.header is None:
        return
    notes = [*source.header.checkpoints, *evidence.receipts]
    yield from check_receipts(walk.uuid, leaves, notes, evidence.keys or source.header.keys)


def _at(event: SealedEvent, found: Found) -> Iterator[Finding]:
    return (Finding(code, event.place, sentence) for code, sentence in found)
