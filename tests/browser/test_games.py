"""Whole games, as different hands play them."""

import re
from collections.abc import Callable
from random import Random

from playwright.sync_api import WebSocketRoute

from tests.browser.conftest import Open
from tests.browser.table import OVER, PLAYING, TablePage

Make = Callable[..., dict[str, str]]
LONG = 15
"""Own turns after which a game with all its motion is long enough."""


def test_a_game_against_the_house_by_mouse(open_page: Open, make_table: Make) -> None:
    table = open_page(reduced_motion="no-preference").go(
        make_table(mode="house", level=1, name="Ada", aid="chances")["path"]
    )
    table.ready()
    for number in table.turns():
        if number == 1:
            table.press("#hint")
            table.page.wait_for_selector(".hint-panel")
        if number == LONG:
            table.press("#resign")
            table.press(".ask .primary")
            break
        if number % 2:
            table.drag()
        else:
            table.move()
    page = table.page
    page.wait_for_selector(OVER)
    assert page.inner_text(".end-title") in ("You win!", "You lose", "A draw")
    assert not re.search(r"[RH]-\d+", page.inner_text(".end-card"))
    page.click(".end-why summary")
    assert re.search(r"[RH]-\d+", page.inner_text(".end-why a"))
    assert page.locator("#mat .vb-mask:not(.vb-leaving, .vb-ghost) .vb-back").count() == len(
        [label for label in table.labels().values() if not label.endswith("empty")]
    )


def test_the_end_can_be_replayed_from_either_seat_and_taken_home(
    open_page: Open, make_table: Make
) -> None:
    table = open_page().go(make_table(mode="house", level=1)["path"])
    table.ready()
    for _ in range(2):
        table.await_turn()
        table.move()
    table.await_turn()
    table.press("#resign")
    table.press(".ask .primary")
    page = table.page
    page.wait_for_selector(OVER)
    assert page.inner_text(".say-turn") == "You lose. White resigned."
    page.get_by_role("button", name="To the start").click()
    assert page.locator("#mat .vb-mask").count() == 20
    assert page.locator("#mat .vb-back").count() == 20
    page.get_by_role("radio", name="Red").check(force=True)
    assert page.locator("#mat .red .vb-back").count() == 10
    assert page.locator("#mat .white .vb-back").count() == 0
    assert page.locator("[role=gridcell]").first.get_attribute("data-cell") == "e1"
    page.get_by_role("button", name="One turn forward").click()
    assert page.locator(".vb-to").count() == 1
    for focused, key, count in (
        ("#result", "ArrowRight", "2"),
        ("[role=gridcell][tabindex='0']", "ArrowRight", "3"),
        (".replay input[type=range]", "ArrowLeft", "2"),
    ):
        page.focus(focused)
        page.keyboard.press(key)
        assert page.inner_text(".replay-count").split()[0] == count
    page.click("#result")
    with page.expect_download() as download:
        page.click("#record")
    assert download.value.suggested_filename.endswith(".volto")
    assert '[Reason "resigned"]' in download.value.path().read_text()
    with page.expect_navigation():
        page.click("#rematch")
    page.wait_for_selector("#ready")
    assert page.locator("[role=gridcell]").first.get_attribute("data-cell") == "e1"


def test_a_game_by_keyboard_alone(open_page: Open, make_table: Make) -> None:
    """Everything is chosen from what the cells say aloud."""
    table = open_page().go(make_table(mode="house", level=1, aid="off")["path"])
    page = table.page
    page.wait_for_selector("#ready")
    table.tab_to("[role=gridcell]")
    before = table.labels()
    page.keyboard.press("Enter")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    assert (
        table.labels() != before or before["a2"].split(",")[0][4:] == before["b2"].split(",")[0][4:]
    )
    table.tab_to("#ready")
    page.keyboard.press("Enter")
    page.wait_for_selector(PLAYING)
    for number in table.turns():
        if not page.evaluate("document.activeElement.matches('[role=gridcell]')"):
            assert number == 0, "the keyboard stays on the mat"
            table.tab_to("[role=gridcell]")
        table.walk_to(table.choose())
        page.keyboard.press("Enter")
        table.walk_to(table.choose_target())
        before_ply = table.ply()
        page.keyboard.press(" ")
        table.await_ply_after(before_ply)
        assert page.inner_text(".vb-spoken")
    assert page.locator(".end-title").is_visible()


def test_the_keyboard_stays_on_the_button_it_pressed(open_page: Open, make_table: Make) -> None:
    """Buttons are made anew at every happening; one that is gone hands on to the mat."""
    table = open_page().go(make_table(mode="house", level=1, aid="logic")["path"])
    page = table.page
    table.ready()
    table.await_turn()
    focused = "document.activeElement.id || document.activeElement.role"
    for button, done in (
        ("hint", ".hint-panel"),
        ("pips", '#pips[aria-pressed="false"]'),
        ("offer", ".say.flash"),
    ):
        table.tab_to(f"#{button}")
        page.keyboard.press("Enter")
        page.wait_for_selector(done)
        assert page.evaluate(focused) in (button, "gridcell")
    table.tab_to("#resign")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    assert page.evaluate(focused) == "resign"


def test_a_game_on_a_phone(open_page: Open, make_table: Make) -> None:
    table = open_page(360, 740, has_touch=True, is_mobile=True).go(
        make_table(mode="house", level=1, family="red", aid="logic")["path"]
    )
    table.touch = True
    table.ready()
    page = table.page
    for number in table.turns():
        if number == 1:
            rival = next(cell for cell, label in table.labels().items() if "White mask" in label)
            table.press(f'[data-cell="{rival}"]')
            assert rival in page.inner_text("#say")
            table.press('[data-opens="talk"]')
            table.press('.note-toggle[data-role="L"]')
            table.press('[data-opens="talk"]')
            assert page.locator("#mat .vb-note").count() == 1
        table.move()
    assert page.locator(".end-title").is_visible()


def test_two_play_by_link_and_one_of_them_loses_the_line(open_page: Open, make_table: Make) -> None:
    made = make_table(mode="friend", name="Ada", aid="notes")
    ada, bo = open_page(), open_page()
    bo.rng = Random(8)
    line = Line()
    bo.page.route_web_socket(re.compile("/socket/"), line.pass_on)
    ada.go(made["path"]).ready()
    bo.go(made["invite"])
    bo.page.fill("#name", "Bo")
    bo.press("form#join button")
    bo.ready()
    ada.page.wait_for_selector('.person.red:has-text("Bo")')
    for number in ada.turns():
        if number == 1:
            line.cut()
            bo.page.wait_for_selector('.table[data-line="lost"]')
            assert "Connection lost" in bo.page.inner_text("#say")
            ada.page.wait_for_selector(".person.red.absent")
            ada.move()
            line.mend()
            bo.page.wait_for_selector('.table[data-line="open"]')
        else:
            ada.move()
        if not bo.await_turn():
            break
        assert bo.ply() == ada.ply()
        bo.move()
    both_over(ada, bo)
    ada.press("#rematch")
    bo.page.wait_for_selector("text=Your opponent would like a rematch.")
    with ada.page.expect_navigation(), bo.page.expect_navigation():
        bo.press("#rematch")


def both_over(*tables: TablePage) -> None:
    said = []
    for table in tables:
        table.page.wait_for_selector(".end-reason.told")
        said.append(table.page.inner_text(".end-reason"))
    assert len(set(said)) == 1


class Line:
    """The wire between a page and the house."""

    def __init__(self) -> None:
        self._whole = True
        self._routes: list[WebSocketRoute] = []

    def pass_on(self, route: WebSocketRoute) -> None:
        if self._whole:
            route.connect_to_server()
            self._routes.append(route)
        else:
            route.close()

    def cut(self) -> None:
        self._whole = False
        for route in self._routes:
            route.close()
        self._routes.clear()

    def mend(self) -> None:
        self._whole = True
