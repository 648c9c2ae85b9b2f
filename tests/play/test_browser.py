"""The page in a real browser: games of all kinds to their end by clicking, records, phones, several persons."""

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from cosmozoo.play.tables import Room, Table
from cosmozoo.train.records import as_text, checked_lines

from ..playing import OWN_GAMES
from .serving import GAME, PERSON, play_on, served, skip_ahead, start

PHONE = {"width": 360, "height": 740}
TURN = re.compile(r"Your turn|The game is over")
SETTLED = "body:not([aria-busy])"
PLAYERS = {"black_hole_buccaneers_v0": 3}
"""Seats of a short game; two where it is not said."""
LEFT = 50
"""Decisions that are made in the browser at the end of a long game; those before are made beside it, to save time."""


@pytest.fixture(scope="module")
def room() -> Room:
    """The tables at the server."""
    return Room()


@pytest.fixture(scope="module")
def address(room: Room) -> Iterator[str]:
    """Where the room is served."""
    with served(room) as address:
        yield address


# ---- What a person does


def set_up(page: Page, address: str, game: str, seats: list[str], seed: int = 1) -> None:
    """Fill in the form and start the game."""
    page.goto(address)
    page.locator("#game").select_option(game)
    page.locator("#players").select_option(str(len(seats)))
    for seat, name in enumerate(seats):
        page.get_by_role("combobox", name=f"Seat {seat}").select_option(name)
    page.get_by_text("Variants and seed").click()
    page.locator("#seed").fill(str(seed))
    page.get_by_role("button", name="Start the game").click()


def wait_for_turn(page: Page) -> None:
    """Until a person has to decide or the game is over."""
    page.locator(SETTLED).wait_for(state="attached")
    expect(page.locator("#turn")).to_have_text(TURN)


def is_over(page: Page) -> bool:
    """Whether the page says so."""
    return "over" in page.locator("#turn").inner_text()


def any_of(found: Locator, chance: np.random.Generator) -> Locator:
    """One of the elements."""
    return found.nth(int(chance.integers(found.count())))


def decide_on_the_board(page: Page, chance: np.random.Generator) -> None:
    """Click a place of the board and one of its actions; the list where the board has no place."""
    places = page.locator("#board .place")
    if places.count() == 0:
        decide_in_the_list(page, chance)
        return
    any_of(places, chance).click()
    if page.locator("#which").is_visible():
        any_of(page.locator("#options button"), chance).click()


def decide_in_the_list(page: Page, chance: np.random.Generator) -> None:
    """Click an action of the list."""
    any_of(page.locator("#actions button"), chance).click()


def decide_with_keys(page: Page, chance: np.random.Generator) -> None:
    """Go to an action by its number and choose it."""
    page.keyboard.type(str(chance.integers(page.locator("#actions button").count()) + 1))
    page.keyboard.press("Enter")


WAYS = (decide_on_the_board, decide_in_the_list, decide_with_keys)


def play_to_the_end(page: Page) -> None:
    """Decide at random, in all ways in turn, until the game is over."""
    wait_for_turn(page)
    chance = np.random.default_rng(0)
    turn = 0
    while not is_over(page):
        moment = page.locator("#stepper .moment").inner_text()
        WAYS[turn % len(WAYS)](page, chance)
        expect(page.locator("#stepper .moment")).not_to_have_text(moment)
        wait_for_turn(page)
        turn += 1


def table_of(page: Page, room: Room) -> Table:
    """The table at which the page plays."""
    return room.find(page.url.partition("#")[2])


def shown_results(page: Page) -> dict[int, tuple[int, int]]:
    """Score and rank of each seat, as the page shows them."""
    lines = [line.locator("td").all_inner_texts() for line in page.locator("#scores tbody tr").all()]
    return {int(seat): (int(score), int(place) - 1) for seat, _, score, place in lines}


def recorded_results(table: Table) -> dict[int, tuple[int, int]]:
    """Score and rank of each seat, as the server's record has them."""
    last = table.record()[-1]
    return dict(enumerate(zip(last["scores"], last["ranks"], strict=True)))


def overhang(page: Page) -> int:
    """Pixels by which the page is wider than the window."""
    return int(page.evaluate("document.documentElement.scrollWidth - window.innerWidth"))


# ---- Whole games


@pytest.mark.slow
@pytest.mark.parametrize("game", OWN_GAMES)
def test_a_game_is_played_to_its_end_by_clicking(page: Page, address: str, room: Room, game: str) -> None:
    set_up(page, address, game, [PERSON, *["random"] * (PLAYERS.get(game, 2) - 1)])
    wait_for_turn(page)
    table = table_of(page, room)
    decide_in_the_list(page, np.random.default_rng(0))
    wait_for_turn(page)
    skip_ahead(table, LEFT)
    page.reload()
    play_to_the_end(page)
    assert shown_results(page) == recorded_results(table)
    lines = table.record()
    assert len(list(checked_lines(map(as_text, lines)))) == len(lines)
    assert page.locator("#log > li").count() == len(lines) - 1


def test_the_record_is_downloaded_and_opened_to_step_through(
    page: Page, address: str, room: Room, tmp_path: Path
) -> None:
    table = start(room)
    play_on(table)
    page.goto(f"{address}/#{table.id}")
    wait_for_turn(page)
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    file = tmp_path / "game.jsonl"
    download.value.save_as(file)
    assert [json.loads(line) for line in file.read_text().splitlines()] == table.record()
    page.get_by_role("link", name="New game").click()
    page.locator("#record").set_input_files(file)
    expect(page.locator("#turn")).to_contain_text("The game is over")
    assert table_of(page, room).id != table.id
    assert shown_results(page) == recorded_results(table)
    ending = page.locator("#board").inner_html()
    page.get_by_role("button", name="first moment").click()
    expect(page.locator("#turn")).to_contain_text("before decision 1 of")
    assert page.locator("#board").inner_html() != ending
    page.keyboard.press("ArrowRight")
    expect(page.locator("#turn")).to_contain_text("before decision 2 of")
    page.get_by_role("button", name="last moment").click()
    expect(page.locator("#turn")).to_contain_text("The game is over")
    assert page.locator("#board").inner_html() == ending


def test_two_games_at_once(browser: Browser, address: str, room: Room) -> None:
    pages = [browser.new_page(), browser.new_page()]
    for page in pages:
        set_up(page, address, GAME, [PERSON, "random"])
        wait_for_turn(page)
    first, second = (table_of(page, room) for page in pages)
    assert first.id != second.id
    for _ in range(5):
        for page in pages:
            decide_in_the_list(page, np.random.default_rng(0))
            wait_for_turn(page)
    assert first.about()["moments"] >= 5
    assert first.history.lines() == second.history.lines()  # the same seed and decisions, one after the other
    for page in pages:
        page.close()


# ---- Looking


@pytest.mark.parametrize("game", OWN_GAMES)
def test_nothing_hangs_over_on_a_phone(page: Page, address: str, room: Room, game: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(address)
    page.get_by_text("Variants and seed").click()
    page.locator("#game").select_option(game)
    assert overhang(page) <= 0
    table = start(room, game, [PERSON, *["random"] * (PLAYERS.get(game, 2) - 1)])
    play_on(table, 12)
    page.goto(f"{address}/#{table.id}")
    wait_for_turn(page)
    assert overhang(page) <= 0
    for _ in range(3):
        page.get_by_role("button", name="larger board").click()
    assert overhang(page) <= 0
    board = page.locator("#board")
    assert board.evaluate("board => board.scrollWidth > board.clientWidth")  # the board itself scrolls


def test_looking_back_shows_earlier_moments_and_nothing_to_choose(page: Page, address: str, room: Room) -> None:
    table = start(room, "urknall_v0")
    play_on(table, 6)
    page.goto(f"{address}/#{table.id}")
    wait_for_turn(page)
    moments = table.about()["moments"]
    page.get_by_role("button", name="one step back").click()
    expect(page.locator("#turn")).to_have_text(f"looking back: before decision {moments} of {moments}")
    assert page.locator("#actions button").count() == 0
    assert page.locator("#board .place").count() == 0
    page.get_by_role("button", name="one step forward").click()
    wait_for_turn(page)
    assert page.locator("#actions button").count() > 0


def test_keys_reach_numbers_of_two_digits_and_the_filter_finds(page: Page, address: str, room: Room) -> None:
    table = start(room, "big_bang_v0", variants={"sides": "fixed"})
    labels = table.view(0)["legal"]
    assert len(labels) > 12
    page.goto(f"{address}/#{table.id}")
    wait_for_turn(page)
    page.keyboard.type("12")
    focused = page.locator("#actions button:focus")
    expect(focused).to_have_attribute("data-action", labels[11])
    page.keyboard.press("ArrowDown")
    expect(focused).to_have_attribute("data-action", labels[12])
    page.get_by_label("find an action").fill(labels[3])
    visible: Locator = page.locator("#actions li:not([hidden]) button")
    assert labels[3] in [button.get_attribute("data-action") for button in visible.all()]
    assert visible.count() < len(labels)


def test_a_hint_is_shown_and_marked(page: Page, address: str, room: Room) -> None:
    table = start(room)
    page.goto(f"{address}/#{table.id}")
    wait_for_turn(page)
    page.get_by_role("button", name="Hint").click()
    best = table.hint({"seat": 0, "moment": 0, "policy": "greedy"})["actions"][0]["label"]
    expect(page.locator("#advice")).to_contain_text(best)
    expect(page.locator("#actions .advised")).to_have_attribute("data-action", best)


# ---- Several persons


def test_hands_are_hidden_between_persons_and_decisions_can_be_taken_back(page: Page, address: str, room: Room) -> None:
    table = start(room, seats=[PERSON, PERSON], variants={"paradox": "none"})
    page.goto(f"{address}/#{table.id}")
    uncover(page, 0)
    page.locator("#actions button").first.click()
    expect(page.locator("#next")).to_have_text("Seat 1 is next")
    assert page.locator("#board").inner_html() == ""
    assert page.locator("#log > li").count() == page.locator("#actions button").count() == 0
    page.keyboard.press("Escape")
    expect(page.locator("#cover")).to_be_visible()
    uncover(page, 1)
    page.locator("#actions button[data-action='drop out']").click()
    uncover(page, 0)
    expect(page.get_by_role("button", name="Take back")).to_be_disabled()
    page.locator("#actions button").first.click()
    expect(page.locator("#stepper .moment")).to_have_text("3 / 3")
    page.get_by_role("button", name="Take back").click()
    expect(page.locator("#stepper .moment")).to_have_text("2 / 2")
    assert page.locator("#log > li").count() == 2
    assert table.about()["moments"] == 2


def uncover(page: Page, seat: int) -> None:
    """The person who is next takes the screen."""
    expect(page.locator("#next")).to_have_text(f"Seat {seat} is next")
    page.get_by_role("button", name="Show the table").click()
    expect(page.locator("#turn")).to_have_text(f"Your turn, seat {seat}")


# ---- What goes wrong


def test_what_the_server_refuses_is_shown(browser: Browser, address: str) -> None:
    page = browser.new_page()
    page.goto(f"{address}/#nosuchgame")
    expect(page.get_by_role("alert")).to_contain_text("there is no such game here")
    page.goto(address)
    page.reload()
    page.locator("#record").set_input_files({"name": "bad.jsonl", "mimeType": "application/jsonl", "buffer": b"{}"})
    expect(page.get_by_role("alert")).to_contain_text("the record, line 1: lacks the key 'position'")
    page.close()


def test_a_game_that_went_on_elsewhere_is_shown_as_it_is(browser: Browser, address: str, room: Room) -> None:
    table = start(room, seats=[PERSON, "random"])
    page = browser.new_page()
    page.goto(f"{address}/#{table.id}")
    wait_for_turn(page)
    play_on(table, 1)
    decide_in_the_list(page, np.random.default_rng(0))
    expect(page.get_by_role("alert")).to_contain_text("the game has gone on since")
    expect(page.locator("#stepper .moment")).not_to_have_text("0 / 0")
    page.close()
