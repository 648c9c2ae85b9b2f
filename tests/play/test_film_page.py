"""A recorded game as a page, in a real browser: slider, buttons, keys, log, views, playing by itself, phones."""

import pytest
from playwright.sync_api import Page, expect

from cosmozoo.envs import GameEnv, get_game
from cosmozoo.play.film_page import write_page
from cosmozoo.play.films import caption
from cosmozoo.play.history import History

from .serving import GAME

DECISIONS = 4
PHONE = {"width": 360, "height": 740}


@pytest.fixture(scope="module")
def game() -> History:
    """A few greedy decisions."""
    env = GameEnv(get_game(GAME), 2)
    env.reset(seed=1)
    game = History(env)
    for _ in range(DECISIONS):
        game.decide(game.env.greedy_action())
    return game


@pytest.fixture(scope="module")
def file(game: History, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The address of its page."""
    path = tmp_path_factory.mktemp("film") / "film.html"
    write_page(game, path, viewers=[None, 0, 1], fps=20)
    return path.as_uri()


def shows(page: Page, game: History, moment: int, viewer: int | None = None) -> None:
    """The page shows this moment as the viewer sees it."""
    expect(page.locator(".moment")).to_have_text(f"{moment} / {DECISIONS}")
    expect(page.locator("#caption")).to_have_text(caption(game, moment, viewer))
    expect(page.locator("#board svg")).to_be_visible()


def test_keys_buttons_slider_and_log_step_through_the_game(page: Page, file: str, game: History) -> None:
    page.goto(file)
    shows(page, game, 0)
    first = page.locator("#board").inner_html()
    page.keyboard.press("ArrowRight")
    shows(page, game, 1)
    assert page.locator("#board").inner_html() != first
    page.keyboard.press("End")
    shows(page, game, DECISIONS)
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")
    shows(page, game, DECISIONS - 1)
    page.keyboard.press("Home")
    shows(page, game, 0)
    assert page.locator("#board").inner_html() == first
    page.get_by_label("one step forward").click()
    shows(page, game, 1)
    page.get_by_label("moment of the game").fill("3")
    shows(page, game, 3)
    page.locator("#log li").nth(2).click()
    shows(page, game, 2)
    expect(page.locator("#log li[aria-current]")).to_have_text(caption(game, 2, None))


def test_another_view_stays_at_the_moment(page: Page, file: str, game: History) -> None:
    page.goto(file)
    shows(page, game, 0)
    page.keyboard.press("ArrowRight")
    for name, viewer in (("seat 0", 0), ("seat 1", 1), ("everything", None)):
        page.get_by_label("view").select_option(name)
        shows(page, game, 1, viewer)


def test_it_plays_by_itself_up_to_the_end(page: Page, file: str, game: History) -> None:
    page.goto(file)
    page.get_by_role("button", name="play").click()
    shows(page, game, DECISIONS)
    expect(page.locator("#play")).to_have_text("play")


def test_a_phone_need_not_scroll_sideways(page: Page, file: str) -> None:
    page.set_viewport_size(PHONE)
    page.goto(file)
    expect(page.locator("#board svg")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
