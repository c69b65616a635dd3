"""PuffiNova in words."""

from __future__ import annotations

import pytest

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
from domain.games.puffinova.options import PuffiNovaOptions
from domain.games.rules import AUDITOR, HIDDEN, SPECTATOR, Event, Explanation
from tests.domain.games.puffinova.random_play import OPTIONS, opening, random_match
from tests.domain.games.puffinova.table import BOOM, BOX, RULES, Table

NAMES = ["Ann", "Ben", "Cem"]
SECRET = HIDDEN
PAD = FinalScored(0, 3, 1, 5, 9, 2, 20, ())


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (CardsShuffled(SECRET), "the chosen decks are shuffled together"),  # type: ignore[arg-type]
        (
            CardsShuffled(("IN02", "IN01")),
            "the chosen decks are shuffled together, from the top IN02 and IN01",
        ),
        (DiscardStarted(("IN01", "IN02")), "the discard pile starts with IN01 Ant and IN02 Aphid"),
        (
            RowsFilled((("left", 1, ("IN01", "IN02")), ("right", 1, ("IN03",)))),
            "the rows are filled; left 1: IN01 Ant and IN02 Aphid; right 1: IN03 Bee",
        ),
        (
            PilesPrepared(26, 25, SECRET, SECRET),  # type: ignore[arg-type]
            "two draw piles are made, left of 26 cards, right of 25 cards; "
            "each hides two Diamond Explosions near the bottom",
        ),
        (
            PilesPrepared(2, 1, ("IN01", BOOM), ("IN02",)),
            "two draw piles are made, left of 2 cards (IN01, diamond_explosion), right of 1 cards (IN02); "
            "each hides two Diamond Explosions near the bottom",
        ),
        (ConstructionShuffled(SECRET), "the Construction deck is shuffled"),  # type: ignore[arg-type]
        (
            ConstructionOffered(1, SECRET),  # type: ignore[arg-type]
            "Ben may build one of three: Construction cards",
        ),
        (
            ConstructionOffered(1, ("CO01", "CO02", "CO03")),
            "Ben may build one of three: CO01 Candy Store, CO02 Bakery and CO03 Post Office",
        ),
        (BuildingChosen(1, SECRET), "Ben has chosen a building"),  # type: ignore[arg-type]
        (BuildingChosen(1, "CO01"), "Ben has chosen CO01 Candy Store"),
        (BuildingBuilt(1, "CO01"), "Ben builds CO01 Candy Store in Galactic City, free of charge"),
        (StartingSeatDrawn(2), "Cem is drawn to begin"),
        (TurnBegan(2), "it is the turn of Cem"),
        (TurnSkipped(2), "Cem can do nothing: the turn is skipped"),
        (
            ShipLaunched(0, "ark", "left", 2, queued=False, paid=0),
            "Ann launches ark to row 2 of the left column",
        ),
        (
            ShipLaunched(0, "ark", "left", 2, queued=True, paid=2),
            "Ann queues ark in row 2 of the left column, for 2 diamonds",
        ),
        (CardsTaken(0, "left", 2, ("IN01", "IN02")), "Ann takes IN01 Ant and IN02 Aphid"),
        (
            RowRefilled("left", 2, 3, "right", "IN01"),
            "IN01 Ant comes from the right pile to space 3 of row 2, left column",
        ),
        (
            ExplosionDrawn(1, "left", 2),
            "Ben draws DIAMOND EXPLOSION number 2; it lies beside the left pile",
        ),
        (
            ExplosionDrawn(1, "left", 3),
            "Ben draws DIAMOND EXPLOSION number 3; it lies beside the left pile; the match ends",
        ),
        (ShipsCalledHome(1, ("skiff", "ark"), emergency=False), "Ben calls all ships home: skiff and ark"),
        (ShipsCalledHome(1, ("ark",), emergency=True), "Ben makes an emergency landing: ark"),
        (CardPaid(1, ("IN01", "IN02")), "Ben pays with IN01 Ant and IN02 Aphid"),
        (CardPlayed(1, "IN03", "star_castle", 1), "Ben plays IN03 Bee to Star Castle"),
        (CardPlayed(1, "FR31", "moon_council", 0), "Ben plays FR31 Camel to Moon Council of Ann"),
        (DiamondsMoved("supply", 1, 4, "card"), "Ben takes 4 diamonds for the card"),
        (DiamondsMoved(1, "supply", 2, "queue"), "Ben pays 2 diamonds to queue to the supply"),
        (
            DiamondsMoved(1, 2, 1, "give_diamond_to_neighbours"),
            "Ben gives 1 diamond by the card's effect to Cem",
        ),
        (DiamondsMoved(1, 0, 1, "pass_card_right"), "Ben gives 1 diamond in place of a card to Ann"),
        (EffectBegan("lightning", "new_turn", ()), "lightning effect: play a new turn"),
        (
            EffectBegan("buddy", "draw_card", (1, 2)),
            "buddy effect: each neighbour may draw a card; asked: Ben and Cem",
        ),
        (CardDrawn(0, "left", SECRET), "Ann draws a card from the left pile"),  # type: ignore[arg-type]
        (CardDrawn(0, "left", "IN01"), "Ann draws IN01 Ant from the left pile"),
        (BuddyAnswered(1, accepted=True, pile=None), "Ben does the Buddy Action"),
        (
            BuddyAnswered(1, accepted=True, pile="left"),
            "Ben does the Buddy Action, drawing from the left pile",
        ),
        (BuddyAnswered(1, accepted=False, pile=None), "Ben declines"),
        (PassChosen(1, SECRET), "Ben has chosen a card to pass on"),  # type: ignore[arg-type]
        (PassChosen(1, "IN01"), "Ben has chosen IN01 Ant to pass on"),
        (CardPassed(1, 0, SECRET), "Ben gives a card to Ann"),  # type: ignore[arg-type]
        (CardPassed(1, 0, "IN01"), "Ben gives IN01 Ant to Ann"),
        (DiscardChosen(1, SECRET), "Ben has chosen a card to discard"),  # type: ignore[arg-type]
        (CardDiscarded(1, "IN01"), "Ben discards IN01 Ant"),
        (ExtraTurnGranted(1), "Ben will play another turn"),
        (
            AreaScored("moon_council", (2, 0, 1), (4, 0, 2)),
            "Moon Council is scored: Ann 4 stars for 2 cards, Ben 0 stars for 0 cards, "
            "Cem 2 stars for 1 card",
        ),
        (
            PAD,
            "Ann has 20 stars: 3 for diamonds, 1 in Star Castle, 5 in Moon Council, 9 for areas, "
            "2 in Galactic City",
        ),
    ],
)
def test_sentences(event: Event, sentence: str) -> None:
    assert RULES.sentence(event, NAMES) == sentence


def explained(table: Table, event: Event) -> Explanation:
    return RULES.explain(table.state, event)


def test_an_exact_payment_is_explained() -> None:
    table = Table(hands={0: ["IN01", "DO04"]})
    payment = CardPaid(0, ("DO04",))
    assert explained(table, payment).sentence == "the payment gives 1 glistening grass: 1 resource"
    assert explained(table, payment).details == ("DO04 Gerbil gives 1 glistening grass",)
    table.happen(payment)
    explanation = explained(table, CardPlayed(0, "IN01", "moon_council", 0))
    assert explanation.sentence == (
        "IN01 Ant costs 1 glistening grass, gives 1 cosmic dust, 2 diamonds, 0 stars; "
        "the payment holds exactly what it costs, so it goes to Moon Council"
    )
    assert explanation.rule == "rulebook, Moon Council; ruling 1"


@pytest.mark.parametrize(
    ("card", "payment", "area", "owner", "why"),
    [
        ("IN01", "IN02", "star_castle", 0, "does not hold exactly what it costs, so the player chose Star"),
        ("CO25", "IN10", "galactic_city", 0, "Construction cards are built in Galactic City"),
        ("FR31", "IN10", "star_castle", 1, "its effect lays it with the right neighbour, seat 1"),
        ("CO22", "LI04", "galactic_city", 0, "as an hourglass card demands"),
    ],
)
def test_the_area_of_a_card_is_explained(card: str, payment: str, area: str, owner: int, why: str) -> None:
    table = Table(hands={0: [card, payment]})
    table.happen(CardPaid(0, (payment,)))
    assert why in explained(table, CardPlayed(0, card, area, owner)).sentence  # type: ignore[arg-type]


def test_diamonds_are_explained_by_the_card_that_shows_them() -> None:
    table = Table(3, hands={0: ["FR31"]})
    table.happen(CardPlayed(0, "FR31", "star_castle", 2))
    explanation = explained(table, DiamondsMoved("supply", 0, 4, "card"))
    assert explanation.sentence == (
        "FR31 Camel shows 4 diamonds, which come at once, to the player, not to the neighbour"
    )
    assert explanation.details == ("the supply had 65", "seat 0 had 0")


@pytest.mark.parametrize(
    ("pile", "left", "why"),
    [
        ("left", 3, "the column's own pile refills its rows"),
        ("right", 1, "the left pile held too few cards, and the right pile was chosen"),
        ("right", 0, "the left pile is empty, so the other one refills the row"),
    ],
)
def test_the_pile_of_a_refill_is_explained(pile: str, left: int, why: str) -> None:
    table = Table(left=["DO01"] * left)
    explanation = explained(table, RowRefilled("left", 1, 2, pile, "DO02"))  # type: ignore[arg-type]
    assert explanation.sentence == f"space 2 was empty; {why}"


def test_explosions_are_explained() -> None:
    table = Table(left=[BOOM, "DO01"], right=[BOOM])
    assert "replaced from the left pile" in explained(table, ExplosionDrawn(0, "left", 1)).sentence
    assert "replaced from the left pile" in explained(table, ExplosionDrawn(0, "right", 1)).sentence
    assert "the match ends at once" in explained(table, ExplosionDrawn(0, "left", 3)).sentence


def test_turns_are_explained() -> None:
    table = Table()
    assert explained(table, TurnBegan(1)).sentence == "play goes on clockwise from seat 0"
    table.happen(ExtraTurnGranted(0))
    assert explained(table, TurnBegan(0)).sentence == "seat 0 was granted a new turn; 0 more to come"


def test_cards_chosen_in_secret_are_explained() -> None:
    table = Table(hands={0: ["FR01", "IN01", "NO10", "NO11"], 1: ["NO20"]})
    table.play("FR01", ["IN01"], "star_castle")
    assert "counts when all have chosen" in explained(table, PassChosen(0, "NO10")).sentence
    assert "the only card in the hand" in explained(table, PassChosen(1, "NO20")).sentence


def test_the_end_tells_where_every_star_came_from() -> None:
    """As the scorepad does."""
    table = Table(left=[BOOM], diamonds={0: 5, 1: 8})
    table.lay(0, "diamond_field", "IN01")
    table.lay(0, "star_castle", "DO01")
    table.lay(0, "moon_council", "DO05")
    table.lay(0, "galactic_city", "CO25", "CO01", "CO05", "CO09", "CO13", "CO18", "CO21", "FR37", "FR35")
    table.explode("right", "right")
    before = Table(left=[BOOM])
    pad = next(event for event in table.launch("skiff", "left", 1) if isinstance(event, FinalScored))
    explanation = explained(before, pad)
    assert explanation.points == pad.total
    assert explanation.sentence == ("the scorepad of seat 0: 2 + 1 + 1 + 6 + 24 = 34 stars")
    assert explanation.details[:7] == (
        "Diamonds: 2 stars (1 for every 2 of 5 diamonds)",
        "Star Castle, DO01 Penny: 1 star (printed on the card)",
        "Moon Council, DO05 Kunni: 1 star (printed on the card)",
        "Diamond Field scored: 2 stars (1 card there)",
        "Star Castle scored: 2 stars (1 card there)",
        "Moon Council scored: 2 stars (1 card there)",
        "Galactic City, CO25 Kiosk: 1 star (printed on the card)",
    )
    assert len(explanation.details) == 15


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (
            StarSource("city", "CO18", 2, 7, None, ("LI05", "CO18")),
            "Galactic City, CO18 Cinema: 2 stars (1 for every 3 of 7 meteor mushroom in costs: "
            "LI05 Wyvern and CO18 Cinema)",
        ),
        (
            StarSource("city", "FR35", 4, 8, 1),
            "Galactic City, FR35 Cheetah: 4 stars (1 for every 2 of the 8 diamonds of seat 1, "
            "the richer neighbour)",
        ),
        (
            StarSource("city", "FR37", 4, 1),
            "Galactic City, FR37 Emu: 4 stars (the match ended on a neighbour's turn)",
        ),
        (
            StarSource("city", "LI35", 0, 0),
            "Galactic City, LI35 Thunderbird: 0 stars (the match did not end on the own turn)",
        ),
        (
            StarSource("city", "CO05", 1, 1, None, ("IN01",)),
            "Galactic City, CO05 Lighthouse: 1 star (1 for each of 1 card that cost 1 or 2: IN01 Ant)",
        ),
        (
            StarSource("city", "CO09", 1, 1, 5, ("IN29",)),
            "Galactic City, CO09 Observatory: 1 star (1 for each of 1 card that cost 5, the best choice: "
            "IN29 Shieldbug)",
        ),
        (
            StarSource("city", "CO13", 0, 0),
            "Galactic City, CO13 Bank: 0 stars (2 for each of 0 sets of costs 2, 3, 4 and 5)",
        ),
    ],
)
def test_each_hourglass_says_what_it_counted(source: StarSource, text: str) -> None:
    pad = FinalScored(0, 0, 0, 0, 0, source.stars, source.stars, (source,))
    assert RULES.explain(Table().state, pad).details == (text,)


@pytest.mark.parametrize("options", OPTIONS)
@pytest.mark.parametrize("seats", [2, 4])
def test_every_event_of_a_match_has_a_sentence_and_an_explanation_with_its_source(
    seats: int, options: PuffiNovaOptions
) -> None:
    names = ["Ann", "Ben", "Cem", "Dee"][:seats]
    before = RULES.new_state(seats, options)
    for _, event in random_match(seats, options, 3):
        assert RULES.sentence(event, names)
        explanation = RULES.explain(before, event)
        assert explanation.sentence
        assert "rul" in explanation.rule
        RULES.evolve(before, event)
        for viewer in (0, SPECTATOR, AUDITOR):
            board = RULES.board_text(RULES.view(before, viewer))
            assert max(map(len, board.splitlines())) <= 100


def test_a_board_before_the_start_is_shown() -> None:
    state = RULES.new_state(2, PuffiNovaOptions())
    assert "LEFT  no pile yet" in RULES.board_text(RULES.view(state, SPECTATOR))


def test_the_board_shows_rows_hands_and_ships() -> None:
    table = Table(
        hands={0: ["LI07", "CO01"]}, rows={("left", 1): ("IN01", "IN02", "IN03"), ("left", 2): ("IN04",) * 3}
    )
    table.fly(1, "ark", "left", 1)
    table.lay(1, "moon_council", "IN31", "IN32")
    lines = RULES.board_text(RULES.view(table.state, 0)).splitlines()
    assert "decision 1: turn, asked: seat 0" in lines
    assert " 1 IN01 Ant                        IN02 Aphid                      IN03 Bee" in lines
    assert "   1GG > 1CD 2d                    1CD > 1MS 2d                    1MS > 1SS 2d" in lines
    assert "   ships: ark of seat 1" in lines
    assert "  Moon Council  IN31  IN32" in lines
    assert "  hand   LI07 Kraken                    2GG 1CD > 1SS 2d 1*        draw 2" in lines
    assert "  hand   CO01 Candy Store               1GG 1CD 1SC > 1GG          end: per_card_cost" in lines


def test_buildings_to_choose_from_are_shown() -> None:
    state = opening(2, 1, PuffiNovaOptions(variant="experienced_family"))
    text = RULES.board_text(RULES.view(state, 0))
    assert all(f"offer  {card} {BOX.cards[card].name}" in text for card in state.players[0].offer)
