"""The card set: what `components.json` holds, as values that the rules can rely on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from domain.games.component_sets import checked_set, own_components

EXPLOSION = "diamond_explosion"
"""What stands in a draw pile for a Diamond Explosion card."""

EXPLOSIONS_A_PILE = 2
"""How many of them lie in each draw pile (rulebook, Setup 7)."""

EXPLOSION_DEPTH = 10
"""Among how many of a pile's bottom cards they are shuffled (rulebook, Setup 7)."""

DECK_SIZES: Mapping[str, int] = {
    "insects": 32,
    "domestic": 32,
    "nordic": 32,
    "lightning": 38,
    "friend": 38,
    "construction": 40,
}
"""The six decks (rulebook, Contents)."""

FAMILY_DECKS = ("insects", "domestic", "nordic")
CONSTRUCTION = "construction"

COLUMNS = ("left", "right")
PLAYERS = range(2, 6)

PRINTED_EFFECTS: Mapping[tuple[str, str], bool] = {
    ("lightning", "take_diamond"): True,
    ("lightning", "draw_card"): True,
    ("lightning", "new_turn"): False,
    ("lightning", "discard_card"): False,
    ("lightning", "give_diamond_to_neighbours"): False,
    ("lightning", "play_on_right_neighbour"): False,
    ("buddy", "draw_card"): False,
    ("buddy", "take_diamond"): True,
    ("mandatory", "pass_card_right"): False,
    ("mandatory", "discard_card"): False,
}
"""Every effect that a card may have, by kind and what it does, and whether it may come in numbers."""

MOST_OF_A_RESOURCE = 9
"""How much of one resource a card may cost or produce: all cards of a set fit into a `Bundle` then."""


class Effect(msgspec.Struct, frozen=True):
    """What happens when a card is played: how it works, what it does, how often."""

    kind: str
    do: str
    count: int


class Hourglass(msgspec.Struct, frozen=True, tag_field="score"):
    """What a card is worth at the end; the file's `score` says by which count."""

    stars: int


class PerResourceInCosts(Hourglass, frozen=True, tag="per_resource_in_costs"):
    """Stars for every `per` of a resource in the costs of all one's cards."""

    resource: str
    per: int


class NeighbourDiamonds(Hourglass, frozen=True, tag="neighbour_diamonds"):
    """Stars for every `per` diamonds of one adjacent seat."""

    per: int


class EndsOnNeighbourTurn(Hourglass, frozen=True, tag="ends_on_neighbour_turn"):
    """Stars if the match ended on an adjacent seat's turn."""


class EndsOnOwnTurn(Hourglass, frozen=True, tag="ends_on_own_turn"):
    """Stars if the match ended on one's own turn."""


class PerCardCost(Hourglass, frozen=True, tag="per_card_cost"):
    """Stars for each card that costs one of `costs`."""

    costs: tuple[int, ...]


class PerCardCostChooseOne(Hourglass, frozen=True, tag="per_card_cost_choose_one"):
    """Stars for each card that costs one number, chosen among `costs`."""

    costs: tuple[int, ...]


class PerSet(Hourglass, frozen=True, tag="per_set"):
    """Stars for each set of cards with one of every cost in `costs`."""

    costs: tuple[int, ...]


AnyHourglass = (
    PerResourceInCosts
    | NeighbourDiamonds
    | EndsOnNeighbourTurn
    | EndsOnOwnTurn
    | PerCardCost
    | PerCardCostChooseOne
    | PerSet
)


class PrintedCard(msgspec.Struct, frozen=True):
    """One card as it is printed."""

    id: str
    deck: str
    name: str
    cost: dict[str, int]
    produces: dict[str, int]
    diamonds: int
    stars: int
    effect: Effect | None
    hourglass: AnyHourglass | None


class Ship(msgspec.Struct, frozen=True):
    """One spaceship: which of a row's card spaces lie at its windows, counted from 1."""

    id: str
    windows: tuple[int, ...]


class Board(msgspec.Struct, frozen=True):
    """The Main Space Board, and what it costs to do more than one may."""

    columns: tuple[str, ...]
    rows_per_column: dict[str, int]
    cards_per_row: int
    queue_cost: int
    emergency_cost: int


class DeckNames(msgspec.Struct, frozen=True):
    """Which decks there are."""

    family: tuple[str, ...]
    other: tuple[str, ...]


class ComponentSet(msgspec.Struct, frozen=True):
    """Everything in the box that a rule depends on. `area_stars` by number of players."""

    game: str
    resources: tuple[str, ...]
    family_resources: tuple[str, ...]
    diamonds: int
    explosions: int
    discard_start: int
    board: Board
    ships: tuple[Ship, ...]
    decks: DeckNames
    area_stars: dict[str, tuple[int, ...]]
    cards: tuple[PrintedCard, ...]


def printed_components() -> dict[str, Any]:
    """The default set, as read from its file."""
    return own_components("domain.games.puffinova")


def read_components(components: Mapping[str, Any]) -> ComponentSet:
    """A component set with all that its rules need. Raises `InvalidComponents`."""
    return checked_set(components, ComponentSet, "PuffiNova", _faults)


def _faults(box: ComponentSet) -> Iterator[str]:
    """What is wrong with a set, a sentence each."""
    if box.game != "puffinova":
        yield f"a PuffiNova set names the game puffinova, this one names {box.game!r}"
    if box.explosions != EXPLOSIONS_A_PILE * len(COLUMNS):
        yield f"there are 4 Diamond Explosions, two in each draw pile; this set has {box.explosions}"
    if box.diamonds < 0:
        yield f"the supply of diamonds is at least 0; this set has {box.diamonds}"
    yield from _board_faults(box)
    yield from _ship_faults(box)
    yield from _area_star_faults(box)
    yield from _deck_faults(box)
    for card in box.cards:
        yield from _card_faults(card, box)
        yield from _effect_faults(card)
        yield from _hourglass_faults(card, box)


def _board_faults(box: ComponentSet) -> Iterator[str]:
    board = box.board
    if board.columns != COLUMNS:
        yield f"the columns of the board are left and right; this set has {', '.join(board.columns)}"
    if board.cards_per_row < 1:
        yield f"a row has at least 1 card space; this set has {board.cards_per_row}"
    if board.queue_cost < 0 or board.emergency_cost < 0:
        yield "queueing and landing cost 0 diamonds or more"
    if box.discard_start < 0:
        yield f"the discard pile starts with 0 cards or more; this set has {box.discard_start}"
    for players in PLAYERS:
        rows = board.rows_per_column.get(str(players), 0)
        if rows < 1:
            yield f"a column has at least 1 row; with {players} players this set has {rows}"
        # The fewest cards are in play with Family decks alone: two with up to three players, else three.
        cards = DECK_SIZES["insects"] * family_decks(players)
        left_over = cards - box.discard_start - len(COLUMNS) * rows * board.cards_per_row
        if left_over < len(COLUMNS) * EXPLOSION_DEPTH:
            yield (
                f"each draw pile needs {EXPLOSION_DEPTH} cards to hide the explosions among; "
                f"with {players} players {left_over} cards are left over for the two"
            )


def _ship_faults(box: ComponentSet) -> Iterator[str]:
    for name, times in Counter(ship.id for ship in box.ships).items():
        if times > 1:
            yield f"every ship has an id of its own; {name} occurs {times} times"
    spaces = range(1, box.board.cards_per_row + 1)
    for ship in box.ships:
        if not ship.windows or len(set(ship.windows)) < len(ship.windows):
            yield f"a ship has windows, each once; those of {ship.id} are {list(ship.windows)}"
        if not set(ship.windows) <= set(spaces):
            yield (
                f"windows lie at card spaces 1 to {spaces[-1]}; those of {ship.id} are {list(ship.windows)}"
            )
    if not ships_of(box, max(PLAYERS)):
        yield "every seat needs a ship, also with five players, where those with three windows stay out"


def _area_star_faults(box: ComponentSet) -> Iterator[str]:
    for players in PLAYERS:
        stars = box.area_stars.get(str(players), ())
        if len(stars) != players:
            yield f"with {players} players an area has {players} placements; this set has {list(stars)}"
        if list(stars) != sorted(stars, reverse=True) or any(number < 0 for number in stars):
            yield f"a better placement in an area gives no fewer stars; this set has {list(stars)}"


def _deck_faults(box: ComponentSet) -> Iterator[str]:
    named = (*box.decks.family, *box.decks.other)
    if box.decks.family != FAMILY_DECKS or sorted(named) != sorted(DECK_SIZES):
        yield f"the decks are {', '.join(DECK_SIZES)}; this set names {', '.join(named)}"
    if len(set(box.resources)) < len(box.resources) or not set(box.family_resources) <= set(box.resources):
        yield "every resource is named once, those of the Family decks among them"
    sizes = Counter(card.deck for card in box.cards)
    for deck, size in DECK_SIZES.items():
        if sizes[deck] != size:
            yield f"the deck {deck} has {size} cards; in this set it has {sizes[deck]}"
    for deck in sizes.keys() - DECK_SIZES.keys():
        yield f"the decks are {', '.join(DECK_SIZES)}; this set has cards of {deck!r}"
    for name, times in Counter(card.id for card in box.cards).items():
        if times > 1 or name == EXPLOSION:
            yield f"every card has an id of its own; {name} is taken"


def _card_faults(card: PrintedCard, box: ComponentSet) -> Iterator[str]:
    family = card.deck in FAMILY_DECKS
    known = box.family_resources if family else box.resources
    whose = "of the Family decks" if family else "of this set"
    for what, amounts in (("costs", card.cost), ("produces", card.produces)):
        if not amounts:
            yield f"every card costs and produces something; {card.id} {what} nothing"
        for resource, amount in amounts.items():
            if resource not in known:
                yield f"the resources {whose} are {', '.join(known)}; {card.id} {what} {resource!r}"
            if not 1 <= amount <= MOST_OF_A_RESOURCE:
                yield f"a card {what} 1 to {MOST_OF_A_RESOURCE} of a resource; {card.id} {amount} {resource}"
    if card.diamonds < 0 or card.stars < 0:
        yield f"a card gives 0 diamonds and stars or more; {card.id} {card.diamonds} and {card.stars}"
    if family and (card.effect or card.hourglass):
        yield f"cards of the Family decks have neither effect nor hourglass; {card.id} has"
    if card.deck == CONSTRUCTION and card.effect:
        yield f"cards of the Construction deck have no effect; {card.id} has"
    if card.effect and card.hourglass:
        yield f"a card has an effect or an hourglass; {card.id} has both"


def _effect_faults(card: PrintedCard) -> Iterator[str]:
    effect = card.effect
    if effect is None:
        return
    in_numbers = PRINTED_EFFECTS.get((effect.kind, effect.do))
    if in_numbers is None:
        known = ", ".join(f"{kind} {do}" for kind, do in PRINTED_EFFECTS)
        yield f"the effects are {known}; {card.id} has {effect.kind} {effect.do}"
    elif effect.count < 1 or (effect.count > 1 and not in_numbers):
        once = "at least once" if in_numbers else "once"
        yield f"{effect.kind} {effect.do} happens {once}; on {card.id} {effect.count} times"


def _hourglass_faults(card: PrintedCard, box: ComponentSet) -> Iterator[str]:
    match card.hourglass:
        case PerResourceInCosts(resource=resource) if resource not in box.resources:
            known = ", ".join(box.resources)
            yield f"the resources are {known}; the hourglass of {card.id} counts {resource!r}"
        case PerResourceInCosts(per=per) | NeighbourDiamonds(per=per) if per < 1:
            yield f"an hourglass counts by 1 or more; that of {card.id} counts by {per}"
        case PerCardCost(costs=costs) | PerCardCostChooseOne(costs=costs) | PerSet(costs=costs):
            if not costs or len(set(costs)) < len(costs):
                yield (
                    f"an hourglass that counts costs names some, each once; that of {card.id} "
                    f"names {list(costs)}"
                )
    if card.hourglass is not None and card.hourglass.stars < 1:
        yield f"an hourglass gives at least 1 star; that of {card.id} gives {card.hourglass.stars}"


def family_decks(players: int) -> int:
    """How many Family decks the shorter variant takes (rulebook, Shorter Game Variant)."""
    return 2 if players <= 3 else 3


def ships_of(box: ComponentSet, players: int) -> tuple[Ship, ...]:
    """Each seat's ships: with five players those with three windows stay out (rulebook, Setup 11)."""
    return tuple(ship for ship in box.ships if players < 5 or len(ship.windows) < 3)
