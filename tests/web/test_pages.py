"""The web pages in a browser: registering, opening tables, playing, other devices, signing out."""

from __future__ import annotations

import msgspec
import pytest
from playwright.sync_api import Route, expect

from domain import match_file
from domain.games.registry import GAMES
from domain.sealing import entropy_commitment
from tests.api.caller import API
from tests.domain.table import MATCH
from tests.web.conftest import NewVisitor
from tests.web.visitor import Visitor, match_of

PHONE = {"width": 390, "height": 844}


def test_from_the_front_door_to_the_end_of_a_match_and_out(ann: Visitor) -> None:
    page = ann.page
    ann.open_table("nova_luna", "greedy")
    expect(page.get_by_text("Your client committed to its own entropy")).to_be_visible()
    ann.get_ready()
    for _ in range(4):
        ann.waits_for_turn()
        ann.move()
    ann.sees("Ann lays")
    page.get_by_role("button", name="Resign").click()
    page.get_by_role("button", name="Yes, resign").click()
    ann.sees("Ann resigns")
    expect(page.get_by_role("heading", name="greedy bot (seat 1) wins")).to_be_visible()
    ann.look_at_oneself()
    expect(page.get_by_role("row", name="2. (gave up)")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.get_by_role("button", name="Sign this browser out").click()
    expect(page.get_by_placeholder("Your name")).to_be_visible()
    page.goto("/")
    expect(page.get_by_placeholder("Your name")).to_be_visible()


def test_a_match_is_played_to_its_end(ann: Visitor) -> None:
    page = ann.page
    address = ann.open_table("pura_vida", "greedy")
    ann.get_ready()
    over = page.get_by_role("heading", name="win")
    mine = page.locator(".whose.yours")
    rest = page.get_by_role("button", name="Walk on and rest")
    while True:
        expect(mine.or_(over).first).to_be_visible()
        if over.is_visible():
            break
        if rest.is_visible():
            with ann.seeing_more():
                rest.click()
        else:
            ann.move()
    written = match_file.read(page.request.get(f"{API}/matches/{match_of(address)}/export").body())
    assert written.finished
    assert written.events[-1].line.type == "match.MatchEnded"


def test_everything_can_be_done_from_the_keyboard(ann: Visitor) -> None:
    page = ann.page
    ann.open_table("nova_luna", "random")
    page.get_by_role("button", name="I am ready").focus()
    page.keyboard.press("Enter")
    for _ in range(2):
        ann.waits_for_turn()
        page.locator(".choice").first.focus()
        page.keyboard.press("Enter")
        page.locator(".spot").first.focus()
        if page.locator(".spot").count() > 1:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowLeft")
        with ann.seeing_more():
            page.keyboard.press("Space")


def test_two_players_and_a_spectator_at_one_table(new_visitor: NewVisitor) -> None:
    ann, bob, eve = new_visitor("Ann"), new_visitor("Bob"), new_visitor()
    address = ann.open_table("nova_luna", "open")
    for visitor in (bob, eve):
        visitor.page.goto(address)
    bob.page.get_by_role("button", name="Take seat 1").click()
    ann.sees("Bob takes seat 1")
    expect(eve.page.get_by_text("own entropy")).to_have_count(2)
    ann.get_ready()
    eve.sees("Ann is ready")
    bob.get_ready()
    eve.sees("The match begins")
    expect(eve.status).to_contain_text("Waiting for")
    turn = ann if "Ann" in eve.status.inner_text() else bob
    turn.move()
    for visitor in (ann, bob, eve):
        visitor.sees("lays")
    exported = match_file.read(eve.page.request.get(f"{API}/matches/{match_of(address)}/export").body())
    lines = [event.line for event in exported.events]
    assert [line.type for line in lines[1:5]] == ["match.SeatTaken"] * 2 + ["match.SeatReady"] * 2
    for line in lines[1:3]:
        assert msgspec.json.decode(line.data)["entropy_by"] == "player"
    expect(eve.page.get_by_placeholder("Your name")).to_have_count(0)
    expect(eve.page.get_by_role("button", name="Resign")).to_have_count(0)


def test_the_browser_commits_as_the_server_does(ann: Visitor) -> None:
    script = """async ([match, seat, bytes]) =>
        (await import('/static/web/entropy.js')).commitment(match, seat, new Uint8Array(bytes))"""
    for seat, entropy in ((0, bytes(32)), (3, bytes(range(32)))):
        found = ann.page.evaluate(script, [str(MATCH), seat, list(entropy)])
        assert found == entropy_commitment(MATCH, seat, entropy)


def test_a_second_attempt_to_sit_down_does_not_lose_what_was_committed_to(ann: Visitor) -> None:
    address = ann.open_table("nova_luna", "greedy")
    script = "async (match) => (await import('/static/web/entropy.js')).commit(match, 0)"
    ann.page.evaluate(script, match_of(address))
    ann.get_ready()
    ann.sees("The match begins")


def test_who_sits_down_elsewhere_is_told_where_to_get_ready(new_visitor: NewVisitor) -> None:
    ann = new_visitor("Ann")
    address = ann.open_table("nova_luna", "greedy")
    ann.page.evaluate("localStorage.clear()")
    ann.page.goto(address)
    expect(ann.page.get_by_text("You sat down in another browser")).to_be_visible()
    ann.page.get_by_role("button", name="Leave the seat").click()
    ann.page.get_by_role("button", name="Take seat 0").click()
    ann.get_ready()
    ann.sees("The match begins")


def test_who_opened_a_table_seats_bots_later(ann: Visitor) -> None:
    ann.open_table("pura_vida", "open", "open")
    page = ann.page
    expect(page.get_by_role("button", name="I am ready")).to_be_disabled()
    for seat in (1, 2):
        page.get_by_label(f"Put a bot on seat {seat}").select_option("random")
        ann.sees(f"The random bot takes seat {seat}")
    ann.get_ready()
    ann.sees("The match begins")


def test_a_game_is_opened_with_its_options(ann: Visitor) -> None:
    page = ann.page
    page.goto("/")
    page.get_by_label("Game", exact=True).select_option("pura_vida")
    page.get_by_text("Options").click()
    page.get_by_label("contact").select_option("ahead")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("contact: ahead")).to_be_visible()


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_be_played(ann: Visitor, game: str) -> None:
    seats = GAMES[game].seats[0]
    ann.open_table(game, *["random"] * (seats - 1))
    ann.get_ready()
    page = ann.page
    ann.waits_for_turn()
    moves = page.locator("details.moves")
    if moves.get_attribute("open") is None:
        moves.locator("summary").click()
    with ann.seeing_more():
        moves.get_by_role("button").first.click()


def test_moves_are_narrowed_down_by_typing(ann: Visitor) -> None:
    ann.open_table("nova_luna", "random")
    ann.get_ready()
    ann.waits_for_turn()
    page = ann.page
    ann.move()
    ann.waits_for_turn()
    page.locator("details.moves summary").click()
    moves = page.locator("details.moves").get_by_role("button")
    expect(moves).not_to_have_count(0)
    page.get_by_label("Narrow down").fill("take no such tile")
    expect(moves).to_have_count(0)


def test_without_a_stream_the_page_asks_now_and_then(new_visitor: NewVisitor) -> None:
    ann, bob = new_visitor("Ann"), new_visitor("Bob")
    address = ann.open_table("nova_luna", "open")

    def refuse(route: Route) -> None:
        route.fulfill(status=204)  # which ends a stream for good, without an error in the console

    bob.page.route("**/stream", refuse)
    bob.page.goto(address)
    expect(bob.page.get_by_text("connecting")).to_be_visible()
    ann.page.get_by_label("Put a bot on seat 1").select_option("greedy")
    bob.sees("The greedy bot takes seat 1")


def test_what_the_server_refuses_is_told(new_visitor: NewVisitor) -> None:
    visitor = new_visitor()
    visitor.page.goto("/")
    visitor.page.get_by_placeholder("Your name").fill("\u200b\u200b")
    visitor.page.get_by_role("button", name="Play", exact=True).click()
    expect(visitor.page.get_by_role("alert")).to_contain_text("invisible characters")
    assert len(visitor.errors) == 1, "the browser notes the answer 422 itself"
    visitor.errors.clear()


def test_another_device_by_a_link_that_works_once(new_visitor: NewVisitor) -> None:
    ann, phone, thief = new_visitor("Ann"), new_visitor(), new_visitor()
    ann.look_at_oneself()
    ann.page.get_by_role("button", name="Make a one-time link").click()
    link = ann.page.get_by_label("Open this on the other device").input_value()
    phone.page.goto(link)
    assert "#" not in phone.page.url, "nobody finds it in the history"
    phone.page.get_by_role("button", name="Sign in").click()
    expect(phone.page.get_by_role("heading", name="Welcome, Ann")).to_be_visible()
    thief.page.goto(link)
    thief.page.get_by_role("button", name="Sign in").click()
    expect(thief.page.get_by_role("alert")).to_contain_text("has been used already")
    thief.errors.clear()
    phone.look_at_oneself()
    phone.page.get_by_role("button", name="Sign out").click()
    phone.page.get_by_role("button", name="Sign all my browsers out").click()
    expect(phone.page.get_by_placeholder("Your name")).to_be_visible()
    ann.page.goto("/")
    expect(ann.page.get_by_placeholder("Your name")).to_be_visible()


def test_tokens_are_made_and_revoked(ann: Visitor) -> None:
    page = ann.page
    ann.look_at_oneself()
    page.get_by_role("button", name="Make a token").click()
    token = page.get_by_label("Keep it").input_value()
    asked = page.request.get(f"{API}/session", headers={"Authorization": f"Bearer {token}"})
    assert asked.json()["player"]["name"] == "Ann"
    page.get_by_role("button", name="Revoke").click()
    expect(page.get_by_role("button", name="Revoke")).to_have_count(0)
    answer = page.request.get(f"{API}/session", headers={"Authorization": f"Bearer {token}"})
    assert answer.status == 401


def test_names_are_shown_as_they_are(new_visitor: NewVisitor) -> None:
    name = '"><img src=x onerror=alert(1)>'
    mallory = new_visitor(name)
    address = mallory.open_table("nova_luna", "greedy")
    ann = new_visitor("Ann")
    ann.page.goto(address)
    ann.sees(f"{name} takes seat 0")
    assert ann.page.locator("img[src=x]").count() == 0


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_nothing_keeps_anybody_out(new_visitor: NewVisitor, scheme: str) -> None:
    visitor = new_visitor(color_scheme=scheme)
    visitor.page.goto("/")
    expect(
        visitor.page.get_by_text("No match has ended yet").or_(visitor.page.locator("a.table")).first
    ).to_be_visible()
    visitor.check_accessibility()
    visitor.sign_in("Ann")
    visitor.check_accessibility()
    visitor.open_table("nova_luna", "greedy")
    expect(visitor.page.get_by_role("button", name="I am ready")).to_be_enabled()
    visitor.check_accessibility()
    visitor.get_ready()
    visitor.waits_for_turn()
    visitor.choose_space()
    visitor.check_accessibility()
    visitor.open_table("pura_vida", "greedy")
    visitor.get_ready()
    visitor.waits_for_turn()
    visitor.choose_space()
    visitor.check_accessibility()
    visitor.look_at_oneself()
    visitor.check_accessibility()


def test_on_a_phone_nothing_is_wider_than_the_screen(new_visitor: NewVisitor) -> None:
    visitor = new_visitor("Ann with a name of forty characters here", viewport=PHONE)
    visitor.check_width()
    for game in GAMES:
        visitor.open_table(game, *["greedy"] * (GAMES[game].seats[-1] - 1))
        visitor.check_width()
        visitor.get_ready()
        visitor.waits_for_turn()
        visitor.check_width()
    visitor.look_at_oneself()
    visitor.check_width()
