"""Thinking on the mat: what is looked at, what is known, what wins, and what is not lost."""

import re
from collections.abc import Callable

from tests.browser.conftest import Open
from tests.browser.table import OVER, PLAYING, TablePage

Make = Callable[..., dict[str, str]]
TWO_RINGED = """() => [...document.querySelectorAll('[role=gridcell]')]
  .filter((cell) => getComputedStyle(cell, '::before').borderTopStyle === 'solid')
  .map((cell) => cell.dataset.cell).sort()"""
SAID = """() => [document.body.innerText, ...[...document.querySelectorAll('*')]
  .flatMap((one) => [one.ariaLabel, one.title, one.placeholder])].filter(Boolean).join('\\n')"""


def after_a_reply(table: TablePage, path: str) -> None:
    """At a table against the house, where each side has moved once."""
    table.go(path).ready()
    table.await_turn()
    table.move()
    table.await_turn()


def against_a_friend(open_page: Open, made: dict[str, str]) -> TablePage:
    """At a table where White has moved a2a3, and Red a6a5."""
    white, red = open_page(), open_page()
    white.go(made["path"]).ready()
    red.go(made["invite"]).press("form#join button")
    red.ready()
    for table, origin, target in ((white, "a2", "a3"), (red, "a6", "a5")):
        table.await_turn()
        table.press(f'[data-cell="{origin}"]')
        table.press(f'[data-cell="{target}"]')
    white.page.wait_for_selector('.table[data-ply="2"]')
    return white


def roles_on_mat(table: TablePage) -> dict[str, str]:
    """What stands where, without what may be done there."""
    return {cell: label.split(",")[0] for cell, label in table.labels().items()}


def test_a_mask_that_is_looked_at_has_a_ring_and_shows_its_trail(
    open_page: Open, make_table: Make
) -> None:
    table = against_a_friend(open_page, make_table(mode="friend", aid="notes"))
    page = table.page
    assert page.locator(".vb-looked").count() == 0
    table.press('[data-cell="c7"]')
    assert page.get_attribute(".vb-looked", "data-cell") == "c7"
    assert page.locator(".vb-trail text").count() == 0
    assert "It has not moved yet." in page.inner_text("#talk")
    table.press('[data-cell="a5"]')
    assert page.get_attribute(".vb-looked", "data-cell") == "a5"
    assert page.locator(".vb-trail text").all_text_contents() == ["1"]
    assert "Path so far: a6 → a5" in page.inner_text("#talk")
    page.keyboard.press("Escape")
    assert page.locator(".vb-looked, .vb-trail svg").count() == 0


def test_pips_tell_what_masks_can_be_until_they_are_switched_off(
    open_page: Open, make_table: Make
) -> None:
    table = against_a_friend(open_page, make_table(mode="friend", aid="chances"))
    page = table.page
    said = "a5: Red mask, can be a Noble, the Candidate, the Soldier, or a Lady"
    assert table.labels()["a5"] == said
    assert page.locator(".vb-pips").count() == 1, "the others can be anyone"
    table.press('[data-cell="a5"]')
    table.press('.note-toggle[data-role="L"]')
    assert page.locator(".vb-note").count() == 1
    assert page.locator(".vb-pips").count() == 0, "own notes come first"
    table.press('.note-toggle[data-role="L"]')
    assert page.locator(".vb-pips").count() == 1
    table.press("#pips")
    assert page.locator(".vb-pips").count() == 0
    assert table.labels()["a5"] == "a5: Red mask"
    page.reload()
    page.wait_for_selector(PLAYING)
    assert page.locator(".vb-pips").count() == 0
    assert page.get_attribute("#pips", "aria-pressed") == "false"
    table.press("#pips")
    assert page.locator(".vb-pips").count() == 1


def test_the_goals_stay_in_reach_and_say_the_rule_of_this_table(
    open_page: Open, make_table: Make
) -> None:
    table = open_page(1366, 768)
    page = table.go(make_table(mode="house", level=1, ladies="captor")["path"]).page
    page.wait_for_selector(".past .goals")
    table.ready()
    table.await_turn()
    card = page.locator(".talk .goals")
    assert card.locator("li").count() == 3
    assert "Capture both rival Ladies" in card.inner_text()
    assert page.evaluate("document.getElementById('talk').scrollHeight") <= page.evaluate(
        "document.getElementById('talk').clientHeight"
    ), "the card is whole"
    table.press("#goals")
    assert "Capture both rival Ladies" in page.inner_text("dialog[open]")
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


def test_while_deploying_the_two_that_swap_are_ringed(open_page: Open, make_table: Make) -> None:
    table = open_page()
    page = table.go(make_table(mode="house", level=1)["path"]).page
    page.wait_for_selector("#ready")
    table.press('[data-cell="b2"]')
    page.hover('[data-cell="d1"]')
    assert page.locator(".vb-swap").count() == 9
    assert page.locator(".vb-capture, .vb-target").count() == 0
    page.wait_for_function(f"({TWO_RINGED})().join() === 'b2,d1'")
    page.mouse.move(0, 0)
    page.keyboard.press("Escape")
    at = page.locator('[data-cell="a1"]').bounding_box()
    to = page.locator('[data-cell="e2"]').bounding_box()
    assert at is not None
    assert to is not None
    page.mouse.move(at["x"] + 9, at["y"] + 9)
    page.mouse.down()
    page.mouse.move(to["x"] + 9, to["y"] + 9, steps=3)
    page.wait_for_function(f"({TWO_RINGED})().join() === 'a1,e2'")
    page.mouse.up()
    assert page.locator(".vb-swap, .vb-over").count() == 0


def test_an_own_mask_that_cannot_move_says_why(open_page: Open, make_table: Make) -> None:
    table = open_page()
    page = table.go(make_table(mode="house", level=1, aid="off")["path"]).page
    table.ready()
    table.await_turn()
    table.press('[data-cell="b1"]')
    assert "Your Soldier cannot move now" in page.inner_text("#talk")
    assert "Your Soldier cannot move now" in (page.text_content("#say") or "")
    table.press('[data-cell="c4"]')
    assert "cannot move" not in page.inner_text("#talk")


def test_an_unfinished_deployment_survives_reload_and_another_language(
    open_page: Open, make_table: Make
) -> None:
    table = open_page()
    page = table.go(make_table(mode="house", level=1)["path"]).page
    page.wait_for_selector("#ready")
    before = roles_on_mat(table)
    table.press('[data-cell="a2"]')
    table.press('[data-cell="e1"]')
    arranged = roles_on_mat(table)
    assert arranged != before
    page.reload()
    page.wait_for_selector("#ready")
    assert roles_on_mat(table) == arranged
    page.click("details.tongue summary")
    page.click("details.tongue button[lang=de]")
    page.wait_for_selector("html[lang=de] #ready")
    assert table.labels()["a2"].startswith("a2: Kandidat")
    table.ready()
    page.wait_for_selector(PLAYING)
    assert page.evaluate("localStorage['volto.unfinished']") == "{}"


def test_at_one_screen_each_finds_only_what_they_had_begun(
    open_page: Open, make_table: Make
) -> None:
    table = open_page()
    page = table.go(make_table(mode="screen")["path"]).page
    table.hold()
    page.wait_for_selector("#ready")
    page.get_by_role("button", name="Shuffle").click()
    white = roles_on_mat(table)
    page.reload()
    page.wait_for_selector(".hold")
    assert page.locator("#mat .vb-back").count() == 0
    table.hold()
    page.wait_for_selector("#ready")
    assert roles_on_mat(table) == white
    table.ready()
    page.wait_for_selector(".handover .red")
    table.hold()
    page.wait_for_selector("#ready")
    shown = roles_on_mat(table)
    assert all(shown[f"{column}{row}"].endswith("White mask") for column in "abcde" for row in "12")


def test_the_fingerprint_is_behind_a_seal_that_explains_itself(
    open_page: Open, make_table: Make
) -> None:
    table = open_page()
    after_a_reply(table, make_table(mode="house", level=1)["path"])
    page = table.page
    assert not re.search("[0-9a-f]{64}", page.inner_text("body"))
    page.get_by_role("button", name="The masks are sealed").click()
    assert re.fullmatch("[0-9a-f]{64}", page.inner_text("dialog[open] .fingerprint"))
    assert "volto verify" in page.inner_text("dialog[open]")


def test_a_spectator_never_reads_your(open_page: Open, make_table: Make) -> None:
    path = make_table(mode="house", level=1, aid="chances")["path"]
    player = open_page().go(path)
    spectator = open_page().go(f"/watch/{re.split('[/#]', path)[2]}?guide")
    page = spectator.page
    page.wait_for_selector('.table[data-phase="deploying"]')
    assert "The ten masks of a family" in page.inner_text("#left")

    def owns() -> list[str]:
        return [line for line in page.evaluate(SAID).split("\n") if re.search(r"(?i)\byour", line)]

    assert owns() == []
    player.ready()
    player.await_turn()
    player.move()
    page.wait_for_selector('.table[data-ply="2"]')
    assert owns() == []
    assert page.locator(".vb-pips").count() == 0
    player.await_turn()
    player.press("#resign")
    player.press(".ask .primary")
    page.wait_for_selector(OVER)
    page.get_by_role("radio", name="Red").check(force=True)
    assert owns() == []


def test_the_phones_list_of_moves_opens_at_the_newest_move(
    open_page: Open, make_table: Make
) -> None:
    table = open_page(360, 740, has_touch=True, is_mobile=True)
    table.touch = True
    after_a_reply(table, make_table(mode="house", level=1)["path"])
    page = table.page
    table.move()
    table.await_turn()
    page.evaluate("document.getElementById('moves').style.maxHeight = '1.6rem'")
    page.tap('[data-opens="past"]')
    box, newest = page.locator("#moves").bounding_box(), page.locator(".now").bounding_box()
    assert box is not None
    assert newest is not None
    assert box["y"] - 1 <= newest["y"]
    assert newest["y"] + newest["height"] <= box["y"] + box["height"] + 4
