"""What there is to check in a match, for each who looks."""

from __future__ import annotations

from domain.commands import TakeSeat
from domain.fairness import Fairness, fairness
from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from domain.sealing import entropy_commitment, salt_key, seal, secret_commitment
from tests.domain.table import MATCH, Table


def seen(table: Table, viewer: Viewer) -> Fairness:
    return fairness(table.events, viewer, salt_key(table.events[0].secret))


def test_a_table_at_which_nobody_is_ready() -> None:
    table = Table("nova_luna", 2, start=False)
    table.sit_down()
    found = seen(table, SPECTATOR)
    assert found.commitment == secret_commitment(MATCH, table.events[0].secret)
    assert found.secret is None
    assert [(share.seat, share.commitment, share.by, share.entropy) for share in found.entropies] == [
        (seat, entropy_commitment(MATCH, seat, table.entropy(seat)), "player", None) for seat in (0, 1)
    ]
    assert found.seals == []


def test_entropies_once_they_are_revealed() -> None:
    table = Table("nova_luna", 2)
    assert [share.entropy for share in seen(table, SPECTATOR).entropies] == [
        table.entropy(0).hex(),
        table.entropy(1).hex(),
    ]


def test_entropy_that_the_server_has_drawn_is_not_told_before_it_is_revealed() -> None:
    table = Table("nova_luna", 2, start=False)
    table.give(TakeSeat, actor=table.player(0), seat=0, entropy=table.entropy(0))
    (share,) = seen(table, 0).entropies
    assert (share.by, share.entropy) == ("server", None)
    (sealed,) = seen(table, 0).seals
    assert (sealed.field, list(sealed.seats), sealed.opening) == ("entropy", [], None)


def test_a_bot_has_no_share_in_chance() -> None:
    table = Table("nova_luna", 2, bots={1: "random"})
    assert [share.seat for share in seen(table, SPECTATOR).entropies] == [0]


def test_seals_for_a_spectator_are_closed() -> None:
    table = Table("nova_luna", 2)
    found = seen(table, SPECTATOR)
    assert {(sealed.field, tuple(sealed.seats)) for sealed in found.seals} >= {("order", ()), ("draws", ())}
    assert all(sealed.opening is None for sealed in found.seals)


def test_seals_are_open_to_an_auditor_and_can_be_checked() -> None:
    table = Table("nova_luna", 2)
    for sealed in seen(table, AUDITOR).seals:
        assert sealed.opening is not None
        grain = bytes.fromhex(sealed.opening.salt)
        assert seal(MATCH, sealed.version, sealed.field, grain, sealed.opening.value) == sealed.sealed


def test_a_seal_names_the_seats_that_it_is_for() -> None:
    table = Table("alien_puppies", 3)
    own = [sealed for sealed in seen(table, 1).seals if sealed.opening is not None and not sealed.everyone]
    assert own
    assert all(1 in sealed.seats for sealed in own)
    others = [sealed for sealed in seen(table, 1).seals if sealed.seats and 1 not in sealed.seats]
    assert others
    assert all(sealed.opening is None for sealed in others)


def test_the_secret_once_the_match_is_over() -> None:
    table = Table("nova_luna", 2)
    table.play_to_the_end()
    assert seen(table, AUDITOR).secret == table.events[0].secret.hex()
