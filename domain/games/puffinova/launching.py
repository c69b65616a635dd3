"""Launching a ship: where it may stand, which cards it brings, and how the row is filled again."""

from __future__ import annotations

from collections.abc import Iterator

from domain.games.puffinova.box import Box
from domain.games.puffinova.drawing import draw
from domain.games.puffinova.events import CardsTaken, DiamondsMoved, RowRefilled, ShipLaunched
from domain.games.puffinova.moves import PILES, Launch
from domain.games.puffinova.refusals import (
    NobodyToQueueFor,
    NoSuchRow,
    RefillNotYours,
    RowTaken,
    ShipNotAtHome,
    TooFewDiamonds,
)
from domain.games.puffinova.state import Player, PuffiNovaState, Row, other_pile
from domain.games.rules import Chance, Event, Seat


def launch(state: PuffiNovaState, seat: Seat, move: Launch, box: Box, chance: Chance) -> Iterator[Event]:
    """Place a ship, take the cards at its windows, fill the row (rulebook, Launch a Spaceship)."""
    row = _row_to_launch_to(state, seat, move, box)
    cards = cards_at_windows(row, box.ships[move.ship].windows)
    _check_refill(state, move, row, len(cards))
    paid = box.queue_cost if move.queue else 0
    if paid:
        yield DiamondsMoved(seat, "supply", paid, "queue")
    yield ShipLaunched(seat, move.ship, move.column, move.row, move.queue, paid)
    if cards:
        yield CardsTaken(seat, move.column, move.row, cards)
    yield from _refill(state, seat, move, row)


def _row_to_launch_to(state: PuffiNovaState, seat: Seat, move: Launch, box: Box) -> Row:
    """The row, once the ship may stand there (rulebook, Launch a Spaceship 1 and 2; ruling 5)."""
    player = state.players[seat]
    if move.ship not in player.ships:
        raise ShipNotAtHome(move.ship, player.ships)
    rows = state.rows[move.column]
    if not 1 <= move.row <= len(rows):
        raise NoSuchRow(move.column, move.row, len(rows))
    row = rows[move.row - 1]
    if row.queue and not move.queue:
        raise RowTaken(move.column, move.row, box.queue_cost)
    if move.queue and not row.queue:
        raise NobodyToQueueFor(move.column, move.row)
    if move.queue and player.diamonds < box.queue_cost:
        raise TooFewDiamonds("queueing", box.queue_cost, player.diamonds)
    return row


def _check_refill(state: PuffiNovaState, move: Launch, row: Row, taken: int) -> None:
    """The pile is chosen only while the column's own is too small (rulebook, Launch a Spaceship 4)."""
    pile = len(state.piles[move.column])
    spaces = taken + row.spaces.count(None)
    if move.refill is not None and pile >= spaces:
        raise RefillNotYours(move.column, pile, spaces)


def cards_at_windows(row: Row, windows: tuple[int, ...]) -> tuple[str, ...]:
    """What a ship brings; a window over an empty space gives nothing."""
    return tuple(card for window in windows if (card := row.spaces[window - 1]) is not None)


def _refill(state: PuffiNovaState, seat: Seat, move: Launch, row: Row) -> Iterator[Event]:
    """Fill the row's empty spaces from left to right, as long as cards last (ruling 18)."""
    pile = other_pile(move.column) if move.refill == "other" else move.column
    for space, card in enumerate(row.spaces, start=1):
        if card is None:
            drawn = yield from draw(state, seat, pile)
            if drawn is None:
                return
            yield RowRefilled(move.column, move.row, space, *drawn)


def legal_launches(state: PuffiNovaState, player: Player, box: Box) -> Iterator[Launch]:
    """Every ship at home to every row where it may stand, column by column."""
    ships = tuple(player.ships)
    for column in PILES:
        runs_short = len(state.piles[column]) < box.cards_per_row
        for number, row in enumerate(state.rows[column], start=1):
            queue = bool(row.queue)
            if queue and player.diamonds < box.queue_cost:
                continue
            launches = box.launches[column, number, queue][ships]
            if runs_short:
                for move in launches:
                    yield from _with_refills(state, move, row, box)
            else:
                yield from launches


def _with_refills(state: PuffiNovaState, move: Launch, row: Row, box: Box) -> Iterator[Launch]:
    """A launch once for each pile that may come first, where that makes a difference (ruling 24)."""
    taken = len(cards_at_windows(row, box.ships[move.ship].windows))
    own, other = state.piles[move.column], state.piles[other_pile(move.column)]
    if len(own) < taken + row.spaces.count(None) and own and other:
        yield Launch(move.ship, move.column, move.row, move.queue, "own")
        yield Launch(move.ship, move.column, move.row, move.queue, "other")
    else:
        yield move
