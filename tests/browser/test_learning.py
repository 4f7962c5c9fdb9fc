"""Home and the lessons in a real browser: by mouse, by keyboard, by touch."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from volto.server.site.i18n import LANGUAGES, Translator
from volto.server.site.lesson_book import LESSONS


def cell(lesson: str, name: str) -> str:
    return f'#{lesson} [data-cell="{name}"]'


def learning(open_page: Open, lesson: str, **options: object) -> Page:
    table = open_page(**options)
    table.page.goto(f"{table.house}/learn#{lesson}")
    expect(table.page.locator(f"#{lesson} volto-board [role=gridcell]")).not_to_have_count(0)
    expect(table.page.locator(f"#{lesson} .vb-movable")).not_to_have_count(0)
    return table.page


def said(page: Page, lesson: str, text: str) -> None:
    expect(page.locator(f"#{lesson} [data-verdict]")).to_have_text(text)


def test_a_lesson_is_solved_by_mouse_and_remembered(open_page: Open) -> None:
    words, lesson = Translator("en"), LESSONS["soldier"]
    page = learning(open_page, "soldier")
    page.click(cell("soldier", "c1"))
    page.click(cell("soldier", "c5"))
    said(page, "soldier", words.text(lesson.praise))
    page.reload()
    expect(page.locator('[data-lesson="soldier"] .done')).to_be_visible()
    expect(page.locator('[data-lesson="lady"] .done')).to_be_hidden()


def test_a_lesson_is_solved_by_keyboard_alone(open_page: Open) -> None:
    words, lesson = Translator("en"), LESSONS["noble"]
    page = learning(open_page, "noble")
    page.focus(cell("noble", "b2"))
    for key in ("Enter", "ArrowUp", "Enter"):
        page.keyboard.press(key)
    said(page, "noble", words.text("Good. One more move."))
    expect(page.locator("#noble .vb-movable")).not_to_have_count(0)
    for key in ("Enter", "ArrowRight", "Enter"):
        page.keyboard.press(key)
    said(page, "noble", words.text(lesson.praise))


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_lesson_is_solved_by_touch_in_every_language(open_page: Open, language: str) -> None:
    words, lesson = Translator(language), LESSONS["bait"]
    phone = {"width": 360, "height": 740, "has_touch": True, "is_mobile": True}
    page = learning(open_page, "bait", locale=language, **phone)
    page.tap(cell("bait", "c2"))
    page.tap(cell("bait", "c3"))
    said(page, "bait", words.text(lesson.praise))
    assert page.evaluate("document.documentElement.scrollWidth") <= 360


def test_masks_are_placed_in_a_lesson_by_swapping_them(open_page: Open) -> None:
    words, lesson = Translator("en"), LESSONS["placing"]
    page = learning(open_page, "placing")
    for one, other in (("b2", "b1"), ("a2", "a1")):
        expect(page.locator("#placing .vb-movable")).to_have_count(10)
        page.click(cell("placing", one))
        expect(page.locator("#placing .vb-swap")).to_have_count(9)
        page.click(cell("placing", other))
    said(page, "placing", words.text(lesson.praise))
    expect(page.locator(cell("placing", "b1"))).to_have_attribute(
        "aria-label", "b1: your Candidate"
    )


def test_a_lost_lesson_can_be_begun_again(open_page: Open) -> None:
    page = learning(open_page, "never")
    page.click(cell("never", "c2"))
    page.click(cell("never", "c3"))
    expect(page.locator("#never")).to_have_attribute("data-code", "lost")
    page.click("#never [data-again]")
    expect(page.locator("#never")).to_have_attribute("data-code", "begin")
    expect(page.locator("#never .vb-movable")).not_to_have_count(0)


def test_one_press_at_home_begins_a_game_and_the_choices_are_kept(open_page: Open) -> None:
    table = open_page()
    page = table.page
    page.goto(table.house)
    page.locator('.rungs label:has([value="1"])').click()
    expect(page.locator("#begin")).to_contain_text("Urchin, level 1")
    page.click("#begin")
    page.wait_for_url("**/t/**")
    page.wait_for_selector("#ready")
    page.goto(table.house)
    expect(page.locator('[name="level"][value="1"]')).to_be_checked()
    expect(page.locator("#recent a")).to_have_count(1)


def test_whoever_asks_for_a_table_may_begin_or_let_the_other_begin(open_page: Open) -> None:
    table = open_page()
    page = table.page
    for choice, said in (("me", "You begin."), ("opponent", "Your opponent begins.")):
        page.goto(table.house)
        page.click("#more summary")
        page.locator(f'label:has([name="first"][value="{choice}"])').click()
        page.click("#begin")
        page.wait_for_selector("#ready")
        assert page.inner_text("#terms li >> nth=0") == said


def test_a_friend_gets_a_link_at_the_table(open_page: Open) -> None:
    table = open_page()
    page = table.page
    page.goto(table.house)
    page.fill("#name", "Ada")
    page.keyboard.press("Enter")
    page.wait_for_url("**/t/**")
    page.wait_for_selector(".invite input")
    assert page.input_value(".invite input").startswith(f"{table.house}/join/")
    assert "volto serve --host 0.0.0.0" in page.inner_text(".invite .notice")
    offered = "document.body.dataset.origins = 'http://192.0.2.7:8000 http://198.51.100.7:8000'"
    page.add_init_script(f"addEventListener('DOMContentLoaded', () => {{ {offered} }})")
    page.route("**/api/qr", lambda route: route.fulfill(body="null"))  # not its addresses
    page.reload()
    page.wait_for_selector(".invite input")
    assert page.input_value(".invite input").startswith("http://192.0.2.7:8000/join/")
    assert "http://198.51.100.7:8000/join/" in page.inner_text(".invite")
    assert page.locator(".invite .notice").count() == 0


def test_the_first_game_has_a_guide_that_can_be_sent_away(open_page: Open) -> None:
    table = open_page()
    page = table.page
    page.goto(f"{table.house}/learn#first-game")
    page.click("#first-game-begin")
    page.wait_for_url("**/t/**?guide#*")
    expect(page.locator(".guide")).to_contain_text("Arrange your masks")
    page.click("#ready")
    expect(page.locator(".guide")).to_contain_text("Pick a mask")
    page.click(".guide button")
    expect(page.locator(".guide")).to_have_count(0)


def test_the_language_is_switched_in_place(open_page: Open) -> None:
    table = open_page()
    page = table.page
    page.goto(f"{table.house}/rules")
    page.click("details.tongue summary")
    page.click('button[value="de"]')
    expect(page.locator("html")).to_have_attribute("lang", "de")
    assert page.url == f"{table.house}/rules"
    expect(page.locator("h1")).to_have_text("Die Regeln")
