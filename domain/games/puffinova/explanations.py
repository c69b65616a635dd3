"""Why an event of PuffiNova came out as it did, and where every star came from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from domain.games.puffinova.box import Box, Card
from domain.games.puffinova.components import (
    EndsOnNeighbourTurn,
    EndsOnOwnTurn,
    NeighbourDiamonds,
    PerCardCost,
    PerCardCostChooseOne,
    PerResourceInCosts,
    PerSet,
)
from domain.games.puffinova.events import (
    AreaScored,
    BuddyAnswered,
    BuildingBuilt,
    BuildingChosen,
    CardDiscarded,
    CardDrawn,
    CardPaid,
    CardPassed,
    CardPlayed,
    CardsShuffled,
    CardsTaken,
    ConstructionOffered,
    ConstructionShuffled,
    DiamondsMoved,
    DiscardChosen,
    DiscardStarted,
    EffectBegan,
    ExplosionDrawn,
    ExtraTurnGranted,
    FinalScored,
    PassChosen,
    PilesPrepared,
    RowRefilled,
    RowsFilled,
    ShipLaunched,
    ShipsCalledHome,
    StarSource,
    StartingSeatDrawn,
    TurnBegan,
    TurnSkipped,
)
from domain.games.puffinova.scoring import DIAMONDS_A_STAR
from domain.games.puffinova.sentences import EFFECT_TEXTS, card_text, cards_text
from domain.games.puffinova.state import LAST_EXPLOSION, PuffiNovaState, other_pile
from domain.games.puffinova.wording import amounts_text, area_name, either, named
from domain.games.rules import Event, Explanation
from domain.games.wording import counted, listed


def explain(state: PuffiNovaState, event: Event, box: Box) -> Explanation:
    """Why an event came out as it did; `state` is the one right before it."""
    return _EXPLANATIONS[type(event)](state, event, box)


# Set-up


def _shuffled(state: PuffiNovaState, event: CardsShuffled, box: Box) -> Explanation:
    decks = dict.fromkeys(box.cards[card].deck for card in sorted(event.order))
    return Explanation(
        f"the {len(event.order)} cards of the decks {listed(decks)} were shuffled together",
        "rulebook, Setup 2 and 3",
    )


def _discard_started(state: PuffiNovaState, event: DiscardStarted, box: Box) -> Explanation:
    return Explanation(
        f"the top {len(event.cards)} cards of the shuffled deck start the discard pile", "rulebook, Setup 4"
    )


def _rows_filled(state: PuffiNovaState, event: RowsFilled, box: Box) -> Explanation:
    return Explanation(
        f"with {len(state.players)} players each column has {box.rows[len(state.players)]} rows; they were "
        "filled from the deck, the left column first, row by row",
        "rulebook, Setup 1 and 5",
    )


def _piles_prepared(state: PuffiNovaState, event: PilesPrepared, box: Box) -> Explanation:
    return Explanation(
        f"the {len(state.deck)} cards left were split, the upper half to the left, and two explosions were "
        "shuffled into the bottom ten of each pile",
        "rulebook, Setup 6 to 8",
    )


def _construction_shuffled(state: PuffiNovaState, event: ConstructionShuffled, box: Box) -> Explanation:
    return Explanation(
        f"all {len(event.order)} Construction cards were shuffled, to offer three to each seat",
        "rulebook, Shorter Game Variant",
    )


def _offered(state: PuffiNovaState, event: ConstructionOffered, box: Box) -> Explanation:
    return Explanation(
        "the next three cards of the shuffled Construction deck were offered",
        "rulebook, Shorter Game Variant",
    )


def _building_chosen(state: PuffiNovaState, event: BuildingChosen, box: Box) -> Explanation:
    return Explanation(
        "one of the three offered was chosen, in secret until all have chosen",
        "rulebook, Shorter Game Variant",
    )


def _building_built(state: PuffiNovaState, event: BuildingBuilt, box: Box) -> Explanation:
    return Explanation(
        "all have chosen: each building is placed free of charge, the others go out of the game",
        "rulebook, Shorter Game Variant",
    )


def _starting_seat(state: PuffiNovaState, event: StartingSeatDrawn, box: Box) -> Explanation:
    return Explanation(f"one of {len(state.players)} seats was drawn at random", "ruling 17")


# Turns and ships


def _turn_began(state: PuffiNovaState, event: TurnBegan, box: Box) -> Explanation:
    if state.turn is None:
        return Explanation(f"seat {event.seat} was drawn to begin", "rulebook, How to Play")
    if event.seat == state.turn:
        return Explanation(
            f"seat {event.seat} was granted a new turn; {state.extra_turns - 1} more to come",
            "rulebook, Appendix (Play a new turn); ruling 13",
        )
    return Explanation(f"play goes on clockwise from seat {state.turn}", "rulebook, How to Play")


def _turn_skipped(state: PuffiNovaState, event: TurnSkipped, box: Box) -> Explanation:
    return Explanation(
        f"seat {event.seat} has no ship to call home, no free row, fewer than {box.queue_cost} diamonds to "
        "queue, and no card that it can pay",
        "ruling 16",
    )


def _launched(state: PuffiNovaState, event: ShipLaunched, box: Box) -> Explanation:
    windows = listed(box.ships[event.ship].windows)
    queue = state.rows[event.column][event.row - 1].queue
    where = (
        f"it stands behind {listed(f'{ship} of seat {seat}' for seat, ship in queue)}, "
        f"which costs {counted(event.paid, 'diamond')}"
        if event.queued
        else "the row's spaceship space was empty"
    )
    return Explanation(
        f"{where}; the windows of {event.ship} lie at card spaces {windows}",
        "rulebook, Launch a Spaceship and Draw Cards 1 and 2" + ("; ruling 5" if event.queued else ""),
    )


def _taken(state: PuffiNovaState, event: CardsTaken, box: Box) -> Explanation:
    spaces = state.rows[event.column][event.row - 1].spaces
    return Explanation(
        "the cards at the ship's windows go to the hand",
        "rulebook, Launch a Spaceship and Draw Cards 3",
        details=tuple(
            f"space {space}: {_card_line(box.cards[card], box)}"
            for space, card in enumerate(spaces, start=1)
            if card in event.cards
        ),
    )


def _refilled(state: PuffiNovaState, event: RowRefilled, box: Box) -> Explanation:
    own = len(state.piles[event.column])
    if event.pile == event.column:
        why = "the column's own pile refills its rows"
    elif own:
        why = f"the {event.column} pile held too few cards, and the {event.pile} pile was chosen"
    else:
        why = f"the {event.column} pile is empty, so the other one refills the row"
    return Explanation(
        f"space {event.space} was empty; {why}",
        "rulebook, Launch a Spaceship and Draw Cards 4",
        details=tuple(f"the {pile} pile held {len(cards)}" for pile, cards in state.piles.items()),
    )


def _explosion(state: PuffiNovaState, event: ExplosionDrawn, box: Box) -> Explanation:
    if event.count == LAST_EXPLOSION:
        return Explanation(
            f"it is the third explosion, drawn on the turn of seat {state.turn}: the match ends at once",
            "rulebook, End of the Game; ruling 13",
        )
    last = len(state.piles[event.pile]) == 1
    replaced = other_pile(event.pile) if last else event.pile
    return Explanation(
        f"a drawn explosion lies beside its pile and is replaced from the {replaced} pile",
        "rulebook, Launch a Spaceship and Draw Cards 5",
        details=(f"explosions still to come before the end: {LAST_EXPLOSION - event.count}",),
    )


def _called_home(state: PuffiNovaState, event: ShipsCalledHome, box: Box) -> Explanation:
    if event.emergency:
        return Explanation(
            f"an emergency landing costs {counted(box.emergency_cost, 'diamond')} and leaves the main action",
            "rulebook, Emergency Landing; rulings 3 and 6",
        )
    return Explanation(
        "all own ships come home, from wherever they stand in a queue; the others keep their order",
        "rulebook, Call all your Spaceships back home; rulings 3 and 6",
    )


# Cards and diamonds


def _paid(state: PuffiNovaState, event: CardPaid, box: Box) -> Explanation:
    paid = [box.cards[card] for card in event.cards]
    together = box.resources.amounts(sum(card.bundle for card in paid))
    worth = sum(card.worth for card in paid)
    return Explanation(
        f"the payment gives {amounts_text(together)}: {counted(worth, 'resource')}",
        "rulebook, Rescue a PuffiNova resident, or construct a new building; ruling 4",
        details=tuple(f"{card_text(card.id, box)} gives {amounts_text(card.produces)}" for card in paid),
    )


def _played(state: PuffiNovaState, event: CardPlayed, box: Box) -> Explanation:
    card = box.cards[event.card]
    payment = sum(box.cards[paid].bundle for paid in state.payment)
    exact = box.resources.covers(payment, card.cost_bundle)
    holds = f"the payment {'holds' if exact else 'does not hold'} exactly what it costs"
    if card.placing == "hourglass":
        why, rule = f"{holds}, as an hourglass card demands", "rulebook, Resources (Hourglass cards)"
    elif card.placing == "construction":
        why, rule = "Construction cards are built in Galactic City", "rulebook, Decks (Construction)"
    elif card.placing == "neighbour":
        why, rule = (
            f"its effect lays it with the right neighbour, seat {event.owner}, where the player likes",
            "rulebook, Appendix (Play this card as the top card of any area of the player on your right)",
        )
    elif exact:
        why, rule = f"{holds}, so it goes to Moon Council", "rulebook, Moon Council; ruling 1"
    else:
        why, rule = f"{holds}, so the player chose {area_name(event.area)}", "rulebook, Resources; ruling 1"
    return Explanation(f"{_card_line(card, box)}; {why}", rule)


_DIAMOND_RULES: Mapping[str, tuple[str, str]] = {
    "card": (
        "the card shows so many diamonds, which come at once",
        "rulebook, Diamond Field and Moon Council",
    ),
    "queue": ("queueing behind another ship is paid for", "rulebook, Launch a Spaceship and Draw Cards 2"),
    "emergency_landing": ("an emergency landing is paid for", "rulebook, Emergency Landing"),
    "take_diamond": ("the card's effect takes them from the supply", "rulebook, Appendix (Take one diamond)"),
    "give_diamond_to_neighbours": (
        "the card's effect gives a diamond to each adjacent seat, with two players also one to the supply",
        "rulebook, Appendix (Give one diamond to each adjacent player); ruling 7",
    ),
    "pass_card_right": (
        "the seat had no card to give to its right neighbour",
        "rulebook, Appendix (Each player gives one card to the player on their right); ruling 14",
    ),
    "discard_card": ("the seat had no card to discard", "rulebook, Decks (Mandatory Effects); ruling 14"),
}


def _diamonds(state: PuffiNovaState, event: DiamondsMoved, box: Box) -> Explanation:
    why, rule = _DIAMOND_RULES[event.reason]
    if event.reason == "card" and state.played is not None:
        card = box.cards[state.played]
        why = f"{card_text(card.id, box)} shows {counted(card.diamonds, 'diamond')}, which come at once"
        if card.placing == "neighbour":
            why += ", to the player, not to the neighbour"
    held = (
        f"{'the supply' if holder == 'supply' else f'seat {holder}'} had "
        f"{state.supply if holder == 'supply' else state.players[holder].diamonds}"
        for holder in (event.from_, event.to)
    )
    return Explanation(why, rule, details=tuple(held))


# Effects


def _effect(state: PuffiNovaState, event: EffectBegan, box: Box) -> Explanation:
    source = {
        "lightning": "rulebook, Decks (Lightning)",
        "buddy": "rulebook, Decks (Friend); rulings 8 and 9",
        "mandatory": "rulebook, Decks (Mandatory Effects); ruling 14",
    }[event.kind]
    played = "the card" if state.played is None else card_text(state.played, box)
    asked = (
        f"asked for an answer: {listed(f'seat {seat}' for seat in event.seats)}"
        if event.seats
        else "nobody has anything to choose"
    )
    return Explanation(f"{played} has this effect: {EFFECT_TEXTS[event.kind, event.do]}; {asked}", source)


def _drawn(state: PuffiNovaState, event: CardDrawn, box: Box) -> Explanation:
    return Explanation(
        f"the top card of the {event.pile} pile, which held {len(state.piles[event.pile])}",
        "rulebook, Decks; ruling 12",
    )


def _buddy(state: PuffiNovaState, event: BuddyAnswered, box: Box) -> Explanation:
    return Explanation(
        "Buddy Actions are for the adjacent seats, the left one first, and may be declined",
        "rulebook, Decks (Friend)",
    )


def _chosen(state: PuffiNovaState, event: PassChosen | DiscardChosen, box: Box) -> Explanation:
    if event.seat in state.owing:
        return Explanation("chosen in secret; it counts when all have chosen", "ruling 14")
    return Explanation("it is the only card in the hand, so it needed no asking", "rulings 14 and 21")


def _passed(state: PuffiNovaState, event: CardPassed, box: Box) -> Explanation:
    return Explanation(
        f"all have chosen; seat {event.to_seat} sits on the right of seat {event.from_seat}",
        "rulebook, Appendix (Each player gives one card to the player on their right)",
    )


def _discarded(state: PuffiNovaState, event: CardDiscarded, box: Box) -> Explanation:
    if event.seat in state.chosen:
        return Explanation("all have chosen; the cards are shown", "rulebook, Decks (Mandatory Effects)")
    return Explanation(
        "the card's effect asks for it", "rulebook, Appendix (Discard one card from your hand)"
    )


def _extra_turn(state: PuffiNovaState, event: ExtraTurnGranted, box: Box) -> Explanation:
    return Explanation(
        f"it is taken when the current turn has ended; {state.extra_turns + 1} are to come",
        "rulebook, Appendix (Play a new turn); ruling 13",
    )


# The end


def _area_scored(state: PuffiNovaState, event: AreaScored, box: Box) -> Explanation:
    placements = box.area_stars[len(state.players)]
    empty = "take a placement" if state.options.empty_area_ranks else "get nothing"
    return Explanation(
        f"the placements give {listed(placements)} stars; tied seats share those of the placements they "
        f"fill, rounded down; seats without a card here {empty}",
        "rulebook, Area Scoring; ruling 2",
        points=sum(event.stars),
        details=tuple(
            f"seat {seat}: {counted(cards, 'card')}, {counted(stars, 'star')}"
            for seat, (cards, stars) in enumerate(zip(event.counts, event.stars, strict=True))
        ),
    )


def _final(state: PuffiNovaState, event: FinalScored, box: Box) -> Explanation:
    return Explanation(
        f"the scorepad of seat {event.seat}: {event.diamonds} + {event.castle} + {event.council} + "
        f"{event.areas} + {event.city} = {counted(event.total, 'star')}",
        "rulebook, Final Scoring; rulings 2, 10 and 11",
        points=event.total,
        details=tuple(source_text(source, box) for source in event.detail),
    )


def source_text(source: StarSource, box: Box) -> str:
    """Where stars came from, as one line of the scorepad."""
    return f"{source_name(source, box)}: {counted(source.stars, 'star')} ({_counted_text(source, box)})"


def source_name(source: StarSource, box: Box) -> str:
    """The line of the scorepad and the card on it."""
    match source.line:
        case "diamonds":
            return "Diamonds"
        case "areas":
            return f"{area_name(source.of)} scored"
        case "castle":
            return f"Star Castle, {card_text(source.of, box)}"
        case "council":
            return f"Moon Council, {card_text(source.of, box)}"
        case "city":
            return f"Galactic City, {card_text(source.of, box)}"


def _counted_text(source: StarSource, box: Box) -> str:
    if source.line == "diamonds":
        return f"1 for every {DIAMONDS_A_STAR} of {counted(source.counted, 'diamond')}"
    if source.line == "areas":
        return f"{counted(source.counted, 'card')} there"
    card = box.cards[source.of]
    if source.line != "city" or card.hourglass is None:
        return "printed on the card"
    return hourglass_text(card, source, box)


def hourglass_text(card: Card, source: StarSource, box: Box) -> str:
    """What an hourglass counted, and with which cards."""
    with_cards = f": {cards_text(source.cards, box)}" if source.cards else ""
    return _HOURGLASSES[type(card.hourglass)](card.hourglass, source) + with_cards


def _per_resource(hourglass: PerResourceInCosts, source: StarSource) -> str:
    resource = named(hourglass.resource)
    return f"{hourglass.stars} for every {hourglass.per} of {source.counted} {resource} in costs"


def _neighbour_diamonds(hourglass: NeighbourDiamonds, source: StarSource) -> str:
    diamonds = counted(source.counted, "diamond")
    return (
        f"{hourglass.stars} for every {hourglass.per} of the {diamonds} of seat {source.choice}, "
        "the richer neighbour"
    )


def _ends_on_neighbour_turn(hourglass: EndsOnNeighbourTurn, source: StarSource) -> str:
    return f"the match {'ended' if source.counted else 'did not end'} on a neighbour's turn"


def _ends_on_own_turn(hourglass: EndsOnOwnTurn, source: StarSource) -> str:
    return f"the match {'ended' if source.counted else 'did not end'} on the own turn"


def _per_card_cost(hourglass: PerCardCost, source: StarSource) -> str:
    cards = counted(source.counted, "card")
    return f"{hourglass.stars} for each of {cards} that cost {either(hourglass.costs)}"


def _per_card_cost_choose_one(hourglass: PerCardCostChooseOne, source: StarSource) -> str:
    cards = counted(source.counted, "card")
    return f"{hourglass.stars} for each of {cards} that cost {source.choice}, the best choice"


def _per_set(hourglass: PerSet, source: StarSource) -> str:
    sets = counted(source.counted, "set")
    return f"{hourglass.stars} for each of {sets} of costs {listed(hourglass.costs)}"


_HOURGLASSES: Mapping[type[Any], Callable[[Any, StarSource], str]] = {
    PerResourceInCosts: _per_resource,
    NeighbourDiamonds: _neighbour_diamonds,
    EndsOnNeighbourTurn: _ends_on_neighbour_turn,
    EndsOnOwnTurn: _ends_on_own_turn,
    PerCardCost: _per_card_cost,
    PerCardCostChooseOne: _per_card_cost_choose_one,
    PerSet: _per_set,
}


def _card_line(card: Card, box: Box) -> str:
    return (
        f"{card_text(card.id, box)} costs {amounts_text(card.cost)}, gives {amounts_text(card.produces)}, "
        f"{counted(card.diamonds, 'diamond')}, {counted(card.stars, 'star')}"
    )


_EXPLANATIONS: Mapping[type[Event], Callable[[PuffiNovaState, Any, Box], Explanation]] = {
    CardsShuffled: _shuffled,
    DiscardStarted: _discard_started,
    RowsFilled: _rows_filled,
    PilesPrepared: _piles_prepared,
    ConstructionShuffled: _construction_shuffled,
    ConstructionOffered: _offered,
    BuildingChosen: _building_chosen,
    BuildingBuilt: _building_built,
    StartingSeatDrawn: _starting_seat,
    TurnBegan: _turn_began,
    TurnSkipped: _turn_skipped,
    ShipLaunched: _launched,
    CardsTaken: _taken,
    RowRefilled: _refilled,
    ExplosionDrawn: _explosion,
    ShipsCalledHome: _called_home,
    CardPaid: _paid,
    CardPlayed: _played,
    DiamondsMoved: _diamonds,
    EffectBegan: _effect,
    CardDrawn: _drawn,
    BuddyAnswered: _buddy,
    PassChosen: _chosen,
    CardPassed: _passed,
    DiscardChosen: _chosen,
    CardDiscarded: _discarded,
    ExtraTurnGranted: _extra_turn,
    AreaScored: _area_scored,
    FinalScored: _final,
}
