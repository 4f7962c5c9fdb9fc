"""The home page: a stage, the right way on for whoever comes, and what was played here."""

import json
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Open
from tests.browser.table import OWN_TURN
from tests.browser.test_page import serious

Make = Callable[..., dict[str, str]]
SIZES = [(360, 740), (667, 375), (844, 390), (1366, 768), (1920, 1080), (2560, 1440)]
SCENE = """() => [...document.querySelectorAll('#picture [role=gridcell]')]
  .map((cell) => cell.ariaLabel)"""
MOVING = {"reduced_motion": "no-preference"}


def remember(page: Page, *paths: str) -> None:
    """As if this browser had sat at these tables."""
    tables = [{"path": path, "against": "", "when": 1} for path in paths]
    page.evaluate("tables => localStorage['volto.tables'] = tables", json.dumps(tables))
    page.reload()


@pytest.mark.parametrize(("width", "height"), SIZES)
def test_the_first_screen_shows_the_mat_and_one_thing_to_do(
    open_page: Open, width: int, height: int
) -> None:
    page = open_page(width, height).go("/").page
    page.wait_for_selector("#picture .vb-mask")
    assert page.evaluate("document.scrollingElement.scrollWidth") <= width
    for selector in ("#picture .vb-frame", "#lesson", "h1"):
        box = page.locator(selector).bounding_box()
        assert box is not None, selector
        assert box["y"] >= 0
        assert box["y"] + box["height"] <= height, selector
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
    mat = page.locator("#picture .vb-frame").bounding_box()
    assert mat is not None
    assert mat["height"] >= min(0.45 * height, 0.9 * width)
    assert page.locator(".actions .primary:visible").count() == 1


def test_the_recorded_game_plays_by_itself_until_it_is_stopped(open_page: Open) -> None:
    page = open_page(**MOVING).go("/").page
    page.clock.install()
    page.reload()
    page.wait_for_selector("#picture .vb-mask")
    first = page.evaluate(SCENE)
    page.clock.run_for(2000)
    page.wait_for_function(f"first => String(({SCENE})()) !== String(first)", arg=first)
    page.click("#pause")
    stopped = page.evaluate(SCENE)
    page.clock.run_for(20_000)
    assert page.evaluate(SCENE) == stopped
    assert page.get_attribute("#pause", "aria-label") == "Play the demonstration"
    page.click("#pause")
    page.clock.run_for(5000)
    page.wait_for_function(f"seen => String(({SCENE})()) !== String(seen)", arg=stopped)


MOVING_STILL = "document.querySelector('#picture').getAnimations({subtree: true}).length > 0"
PLAYED = """() => Promise.allSettled(document.querySelector('#picture')
  .getAnimations({ subtree: true }).map((one) => one.finished)).then(() => true)"""


def test_the_recorded_game_rests_while_nobody_can_see_it(open_page: Open) -> None:
    page = open_page(**MOVING).go("/").page
    page.clock.install()
    page.reload()
    page.wait_for_selector("#picture .vb-mask")
    page.evaluate("document.querySelector('.foot').scrollIntoView()")
    page.wait_for_function("document.querySelector('#picture').getBoundingClientRect().bottom < 0")
    page.evaluate("() => new Promise(requestAnimationFrame)")
    page.clock.run_for(3000)
    while page.evaluate(MOVING_STILL):  # a turn that had begun is played to its end
        page.evaluate(PLAYED)
    away = page.evaluate(SCENE)
    page.clock.run_for(20_000)
    assert page.evaluate(SCENE) == away


def test_where_motion_is_unwelcome_the_mat_is_a_picture(open_page: Open) -> None:
    page = open_page().go("/").page
    page.wait_for_selector("#picture .vb-mask")
    assert page.locator("#pause").is_hidden()
    assert page.locator("#picture .vb-mask").count() < 20
    assert page.locator("#picture").get_attribute("inert") is not None


def test_a_newcomer_is_led_to_a_lesson_or_a_guided_game(open_page: Open) -> None:
    table = open_page().go("/")
    page = table.page
    assert page.locator("#now").is_hidden()
    assert page.get_attribute("#lesson", "href") == "/learn"
    page.click("#guided")
    page.wait_for_selector("#ready")
    assert page.locator(".guide").is_visible()
    table.go("/")
    expect(page.locator("#now")).to_be_visible()
    assert page.locator("#lesson").is_hidden()


def test_whoever_has_played_finds_the_table_that_waits(open_page: Open, make_table: Make) -> None:
    table = open_page().go(make_table(mode="house", level=3)["path"])
    page = table.page
    table.ready()
    page.wait_for_selector(OWN_TURN)
    table.go("/")
    waiting = page.locator("#waiting")
    expect(waiting).to_contain_text("Your turn")
    expect(waiting).to_contain_text("Fisher, level 3")
    assert page.locator(".actions .primary:visible").count() == 1
    expect(page.locator("#recent li")).to_have_attribute("data-state", "yours")
    waiting.click()
    page.wait_for_selector(OWN_TURN)


def test_the_tables_of_this_browser_are_a_history_with_a_filter(
    open_page: Open, make_table: Make
) -> None:
    table = open_page()
    page = table.go("/").page
    mine = make_table(mode="house", level=5, ladies="captor", aid="chances")["path"]
    friend = make_table(mode="friend", name="Ada")
    shared = make_table(mode="screen", names={"white": "Ada", "red": "Bo"})["path"]
    remember(page, mine, friend["path"], shared, "/t/gone#key")
    rows = page.locator("#recent li")
    expect(rows).to_have_count(4)
    expect(rows.nth(0)).to_contain_text("Musician, level 5")
    expect(rows.nth(0)).to_contain_text("aid: chances · Spanish Lady rule")
    expect(rows.nth(2)).to_contain_text("Ada – Bo")
    expect(rows.nth(3)).to_contain_text("No longer available")
    assert rows.nth(3).locator("a").count() == 0
    expect(page.locator("#more-waiting")).to_have_text("2 more games are waiting for you")
    table.go(mine).ready()
    table.await_turn()
    page.click("#resign")
    page.click(".ask .primary")
    page.wait_for_selector(".table[data-phase=over]")
    table.go("/")
    page.click(".filter label:has-text('Finished')")
    expect(rows).to_have_count(1)
    expect(rows).to_contain_text("Lost")
    expect(page.locator("#recent [role=status]")).to_have_text("1 game")
    page.keyboard.press("ArrowLeft")  # to what is running
    expect(rows).to_have_count(2)
    assert page.get_by_label("In progress").is_checked()
    page.click("#forget")
    expect(page.locator("#recent")).to_be_hidden()


def test_no_key_of_a_remembered_table_is_in_an_address(open_page: Open, make_table: Make) -> None:
    path = make_table(mode="house", level=1)["path"]
    key = path.split("#")[1]
    page = open_page().go("/").page
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    remember(page, path)
    page.wait_for_selector("#waiting:visible")
    assert any(url.endswith("/api/tables/standings") for url in asked)
    assert not any(key in url for url in asked)


def test_two_at_one_screen_are_asked_for_their_names(open_page: Open) -> None:
    table = open_page().go("/")
    page = table.page
    page.fill("#name-white", "Ada")
    page.fill("#name-red", "Bo")
    page.press("#name-red", "Enter")
    page.wait_for_selector("#handover h2:has-text('Ada')")
    table.go("/")
    assert page.input_value("#name-red") == "Bo"


def test_the_deduction_aid_is_in_sight(open_page: Open) -> None:
    page = open_page().go("/").page
    page.wait_for_selector("#picture .vb-mask")
    assert page.locator('[name="aid"][value="logic"]').is_visible()
    page.check('[name="aid"][value="chances"]')
    expect(page.locator("#aid-words")).to_have_text(
        "Also shows how likely each of these roles is.", use_inner_text=True
    )
    with page.expect_request("**/api/tables") as sent:
        page.click("#begin")
    assert '"aid":"chances"' in (sent.value.post_data or "")
    page.wait_for_selector("#ready")


@pytest.mark.parametrize("light", ["light", "dark"])
def test_axe_finds_nothing_serious(open_page: Open, make_table: Make, axe: str, light: str) -> None:
    table = open_page(color_scheme=light).go("/")
    table.page.wait_for_selector("#picture .vb-mask")
    assert serious(table, axe) == []
    remember(table.page, make_table(mode="house", level=3)["path"], "/t/gone#key")
    table.page.wait_for_selector("#waiting:visible")
    table.page.set_viewport_size({"width": 360, "height": 740})
    assert serious(table, axe) == []
