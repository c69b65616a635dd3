"""The orders that steer a walk through a match: read from keys, from lines or from a pipe, and carried out.

Every order is a short text: `n`, `p`, `57`, `+5`, `as 2`. At a terminal one key is one order, but for those
that need more than a key, which are read up to Enter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator

from domain.games.rules import AUDITOR, SPECTATOR, Viewer
from replay_tool.sources import Unreadable
from replay_tool.walking import Stop, Walkthrough

HELP = """\
n, Enter, →   next event            p, ←   event before
f             first event           l      last event
57            go to event 57        +5 -5  five events on, or back
as 2          with seat 2's eyes (also: as spectator, as auditor)
e             explain this event
?             this help             q      end"""

FORWARD, BACK, FIRST, LAST, EXPLAIN, HELP_WANTED, QUIT = "n", "p", "f", "l", "e", "?", "q"

_KEYS = {
    "\r": FORWARD,
    "\n": FORWARD,
    " ": FORWARD,
    "\x1b[C": FORWARD,
    "\x1b[B": FORWARD,
    "\x1b[D": BACK,
    "\x1b[A": BACK,
    "b": BACK,
    "h": HELP_WANTED,
    "\x03": QUIT,
    "\x04": QUIT,
    "\x1b": QUIT,
}
"""Keys that mean what another key means."""

_BEGINS_A_LINE = "0123456789+-a"
_ENTER = ("\r", "\n")
_ERASE = ("\x7f", "\b")
_ONE_KEY = re.compile(r"\x1b\[[A-Z]|.", re.DOTALL)


def orders_from_keys(read_key: Callable[[], str], echo: Callable[[str], None]) -> Iterator[str]:
    """Orders from single keys; `echo` shows what is typed of an order that ends with Enter."""
    keys = _one_by_one(read_key)
    for key in keys:
        if key in _BEGINS_A_LINE:
            yield _rest_of_line(key, keys, echo)
        else:
            yield _KEYS.get(key, key)


def _one_by_one(read: Callable[[], str]) -> Iterator[str]:
    """The keys one by one: who types fast, or pastes, has several read at once."""
    while True:
        yield from _ONE_KEY.findall(read())


def _rest_of_line(typed: str, keys: Iterator[str], echo: Callable[[str], None]) -> str:
    echo(typed)
    for key in keys:
        if key in _ENTER:
            break
        if key in _ERASE:
            echo("\b \b" if typed else "")
            typed = typed[:-1]
        else:
            typed += key
            echo(key)
    echo("\n")
    return typed


def orders_from_lines(lines: Iterable[str]) -> Iterator[str]:
    """Orders from lines; an empty one is Enter, and several single letters may stand in one: `nnp`."""
    for line in lines:
        text = line.strip()
        if text and set(text) <= {FORWARD, BACK}:
            yield from text
        else:
            yield _KEYS.get(text, text or FORWARD)


class Stepper:
    """Carries out orders, and shows where each has led to."""

    def __init__(
        self,
        walk: Walkthrough,
        show: Callable[[Stop], None],
        tell: Callable[[str], None],
        explain: Callable[[int], None],
    ) -> None:
        """`show` is given every stop, `tell` sentences in between, `explain` the number of an event."""
        self._walk = walk
        self._show = show
        self._tell = tell
        self._explain = explain

    def run(self, orders: Iterable[str]) -> None:
        """Show the first stop, and then what each order leads to, until one ends the walk."""
        self._show(self._walk.stop())
        for order in orders:
            if order == QUIT:
                return
            self._carry_out(order)

    def _carry_out(self, order: str) -> None:
        if order == HELP_WANTED:
            self._tell(HELP)
        elif order == EXPLAIN:
            self._explain(self._walk.version)
        elif order.startswith("as "):
            self._look_as(order.removeprefix("as ").strip())
        elif (aim := self._aim(order)) is None:
            self._tell(f"{order!r} is no order; ? lists them")
        else:
            self._go(aim)

    def _aim(self, order: str) -> int | None:
        """Where an order leads; None where it is none."""
        here, last = self._walk.version, self._walk.last
        known = {FORWARD: here + 1, BACK: here - 1, FIRST: 1, LAST: last}
        if order in known:
            return known[order]
        sign, digits = (order[0], order[1:]) if order[:1] in ("+", "-") else ("", order)
        if not (digits.isascii() and digits.isdecimal()):
            return None
        return int(digits) if not sign else here + int(order)

    def _go(self, aim: int) -> None:
        if aim < 1 and self._walk.version == 1:
            self._tell("this is the first event")
        elif aim > self._walk.last and self._walk.version == self._walk.last:
            self._tell("this is the last event")
        else:
            self._walk.go(aim)
            self._show(self._walk.stop())

    def _look_as(self, name: str) -> None:
        try:
            self._walk.look_as(_viewer(name))
        except Unreadable as error:
            self._tell(str(error))
        else:
            self._show(self._walk.stop())


def _viewer(name: str) -> Viewer:
    """Raises `Unreadable`."""
    if name in (SPECTATOR, AUDITOR):
        return SPECTATOR if name == SPECTATOR else AUDITOR
    if name.isascii() and name.isdecimal():
        return int(name)
    raise Unreadable(f"{name!r} is neither a seat's number nor {SPECTATOR} nor {AUDITOR}")
