"""What no client of ours sends: moves about cards, seats and places that there are not, in any number."""

from __future__ import annotations

import pytest

from domain.games.alien_puppies.moves import (
    Arrange,
    Combine,
    DefendWithCards,
    DefendWithPuppy,
    Discard,
    Draw,
    Hide,
    Place,
    Play,
    Take,
    TakeFromTop,
    UsePower,
)
from domain.games.rules import IllegalMove, Move
from tests.domain.games.alien_puppies.table import (
    BARKMAGEDDON,
    CORGI,
    DANE,
    EARTH,
    GIFT,
    HUSKY,
    MASTIFF,
    RADAR,
    STOP,
    TORNADO,
    TRIFLE,
    Table,
)

LONG = "x" * 100_000
MANY = (LONG, *[STOP] * 100_000)


def at_a_turn() -> Table:
    return Table([EARTH, EARTH, "back_kick", "light_speed", HUSKY], [TRIFLE], backyards={1: [RADAR]})


def at_a_power(puppy: str) -> Table:
    table = Table([puppy, TRIFLE], [TRIFLE], [], backyards={1: [RADAR]})
    table.place(puppy)
    return table


def at_the_top_cards() -> Table:
    table = at_a_power(TORNADO)
    table.play(UsePower())
    return table


def after(card: str, seat: int | None = None) -> Table:
    table = Table([card], [STOP, EARTH, HUSKY], discard=[GIFT])
    table.act(Play(card, seat))
    return table


def at_barkmageddon(defended: bool = False) -> Table:
    table = Table([EARTH] * 3, [], backyards={0: [MASTIFF]}, pile=[BARKMAGEDDON])
    table.play(Draw())
    if defended:
        table.play(DefendWithPuppy(MASTIFF))
    return table


REFUSED: list[tuple[Table, Move]] = [
    (at_a_turn(), Place(LONG)),
    (at_a_turn(), Play(LONG)),
    (at_a_turn(), Play("back_kick", 1, LONG)),
    (at_a_turn(), Play("light_speed", 1, LONG)),
    (at_a_turn(), Play("light_speed", 10**40)),
    (at_a_turn(), Play("light_speed", -1)),
    (at_a_turn(), Combine(2, "destroy", ((1, LONG),))),
    (at_a_turn(), Combine(2, "destroy", ((-1, RADAR),))),
    (at_a_turn(), Combine(2, "destroy", ((1, RADAR),) * 100_000)),
    (at_a_turn(), Combine(2, "take", ((1, LONG),) * 1000)),
    (at_a_power(DANE), UsePower(1, LONG)),
    (at_a_power(CORGI), UsePower(1, None, LONG)),
    (at_a_power(CORGI), UsePower(-1)),
    (at_the_top_cards(), TakeFromTop(LONG)),
    (after(GIFT), Take(())),
    (after(GIFT), Take(MANY)),
    (after(GIFT), Take((LONG,))),
    (after("time_machine"), Arrange(MANY)),
    (after("time_machine"), Arrange(())),
    (after("bark", 1), Discard(MANY)),
    (after("bark", 1), Discard((LONG, LONG))),
    (after("bark", 1), Discard((STOP, STOP))),
    (at_barkmageddon(), DefendWithCards(MANY)),
    (at_barkmageddon(), DefendWithCards((EARTH, EARTH, LONG))),
    (at_barkmageddon(), DefendWithPuppy(LONG)),
    (at_barkmageddon(defended=True), Hide(-1)),
    (at_barkmageddon(defended=True), Hide(10**40)),
]


@pytest.mark.parametrize(
    ("table", "move"), REFUSED, ids=[f"{i} {type(move).__name__}" for i, (_, move) in enumerate(REFUSED)]
)
def test_it_is_refused_in_a_short_sentence(table: Table, move: Move) -> None:
    with pytest.raises(IllegalMove) as refused:
        table.play(move)
    assert 0 < len(str(refused.value)) < 300
