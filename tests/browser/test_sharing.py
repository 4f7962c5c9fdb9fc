"""Sharing: one asks, both agree, anyone looks; and a code to scan on the invitation."""

import json
from collections.abc import Callable

import httpx

from tests.browser.conftest import Open
from tests.browser.table import OVER, TablePage
from tests.browser.test_page import serious

Make = Callable[..., dict[str, str]]
REACHABLE = """document.addEventListener("readystatechange", () => {
  if (document.body) document.body.dataset.origins = location.origin;
});"""
"""The page as if others could open its links."""


def resigned(table: TablePage) -> None:
    table.await_turn()
    table.move()
    table.await_turn()
    table.press("#resign")
    table.press(".ask .primary")
    table.page.wait_for_selector(OVER)


def test_a_game_is_shared_and_anyone_steps_through_it(
    open_page: Open, make_table: Make, axe: str
) -> None:
    table = open_page().go(make_table(mode="house", level=1, name="Ada")["path"])
    table.ready()
    resigned(table)
    page = table.page
    page.click("#share")
    assert "Anyone with the link" in page.inner_text(".ask")
    page.click(".ask .primary")
    page.wait_for_selector(".share img")
    wide = page.eval_on_selector(".share img", "img => img.decode().then(() => img.naturalWidth)")
    assert wide == 1200
    path = page.get_attribute(".share a", "href") or ""
    assert page.input_value(".share input").endswith(path)
    page.click(".ask-buttons button")
    page.click("#share")  # asked once, for good
    page.wait_for_selector(".share img")

    stranger = open_page().go(path)
    guest = stranger.page
    guest.wait_for_selector(".replay")
    assert serious(stranger, axe) == []
    assert guest.inner_text("h1") == "Red wins"
    assert guest.inner_text(".game-story").startswith("White resigned after turn 2.")
    assert "Ada against Urchin" in guest.inner_text(".game-words")
    boards = guest.locator("#game .vb-mask")
    guest.get_by_role("button", name="To the start").click()
    assert (boards.count(), guest.locator("#game .vb-back").count()) == (20, 20)
    guest.get_by_role("radio", name="Red").check(force=True)
    assert guest.locator("#game .white .vb-back").count() == 0
    assert guest.locator("#game .red .vb-back").count() == 10
    guest.focus(".game-ways a")
    guest.keyboard.press("ArrowRight")
    assert guest.inner_text(".replay-count") == "1 / 2"
    assert guest.locator("#game .vb-to").count() == 1
    assert guest.get_attribute(".game-ways a", "href") == "/"
    guest.click(".tongue summary")
    guest.click('.tongue button[value="de"]')
    guest.wait_for_selector('html[lang="de"]')
    assert guest.inner_text(".game-story").startswith("Nach Zug 2 gab Weiß auf.")
    guest.get_by_role("button", name="Ans Ende").click()
    assert guest.inner_text(".replay-count") == "2 / 2"


def test_two_people_have_to_agree(open_page: Open, make_table: Make) -> None:
    made = make_table(mode="friend", name="Ada")
    ada, bo = open_page(), open_page()
    ada.go(made["path"]).ready()
    bo.go(made["invite"])
    bo.page.fill("#name", "Bo")
    bo.press("form#join button")
    bo.ready()
    ada.await_turn()
    ada.press("#resign")
    ada.press(".ask .primary")
    bo.page.wait_for_selector(OVER)
    bo.page.click("#share")
    assert "Your opponent has to agree too." in bo.page.inner_text(".ask")
    bo.press(".ask .primary")
    bo.page.wait_for_selector("p#share")
    path = f"{ada.house}/game/{made['path'].split('/')[2].split('#')[0]}"
    assert httpx.get(path).status_code == 403
    ada.page.wait_for_selector('#share:has-text("Your opponent would like to share this game")')
    ada.page.click("#share")
    ada.press(".ask .primary")
    ada.page.wait_for_selector(".share img")
    bo.page.wait_for_selector("button#share")
    assert httpx.get(path).status_code == 200


def test_an_invitation_can_be_scanned(open_page: Open, make_table: Make) -> None:
    made = make_table(mode="friend", name="Ada")
    table = open_page()
    page = table.page
    kept = json.dumps(json.dumps({made["path"]: made["invite"]}))
    page.add_init_script(f"localStorage['volto.invites'] = {kept};")
    page.add_init_script(REACHABLE)
    table.go(made["path"])
    page.wait_for_selector(".invite .qr[open] svg")
    code = httpx.post(f"{table.house}/api/qr", json={"link": table.house + made["invite"]}).json()
    assert page.get_attribute(".qr path", "d") == code["path"]
    assert page.get_attribute(".qr svg", "aria-label") == "QR code of the link"
    side = code["size"] + 8
    assert page.get_attribute(".qr svg", "viewBox") == f"-4 -4 {side} {side}"
    page.click(".qr summary")
    page.wait_for_selector(".qr:not([open])")
