"""Another language in place: no page is loaded, and nothing that was being done is lost."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.table import OWN_TURN, TablePage
from volto.server.site.i18n import LANGUAGE_NAMES, Translator

Make = Callable[..., dict[str, str]]
WORDING = """() => {
  const names = ['title', 'aria-label', 'placeholder', 'aria-current'];
  const labels = [...document.querySelectorAll(names.map((name) => `[${name}]`))];
  const lines = document.body.innerText.split("\\n").filter(Boolean);
  return [document.title, document.documentElement.lang, ...lines,
    ...labels.map((one) => names.map((name) => one.getAttribute(name)).join())];
}"""


def speak(page: Page, language: str, menu: str = ".tongue") -> None:
    """Pick a language from the menu; the page must not be left for it."""
    page.evaluate("window.stayed = true")
    page.click(f"{menu} summary")
    page.click(f'{menu} button[value="{language}"]')
    page.wait_for_selector(f'html[lang="{language}"]')
    page.wait_for_selector(f"{menu}:not([open])")
    assert page.evaluate("window.stayed") is True
    assert page.evaluate("document.activeElement.matches('.tongue summary')")


@pytest.mark.parametrize("path", ["/", "/learn", "/rules"])
def test_a_page_says_all_that_it_says_when_it_is_loaded_in_that_language(
    open_page: Open, path: str
) -> None:
    page = open_page().go(path).page
    page.wait_for_load_state("networkidle")
    for language in ("de", "it"):
        speak(page, language)
    page.evaluate("document.activeElement.blur()")
    told = page.evaluate(WORDING)
    page.reload()
    page.wait_for_load_state("networkidle")
    assert told == page.evaluate(WORDING)


def test_an_invitation_is_read_in_another_language_with_the_name_typed_in(
    open_page: Open, make_table: Make
) -> None:
    invite = make_table(mode="friend", name="Ada")["invite"]
    page = open_page().go(invite).page
    page.fill("#name", "Bo")
    speak(page, "fr")
    assert "Ada" in page.inner_text("h1")
    assert page.input_value("#name") == "Bo"
    assert page.inner_text("#join button") == Translator("fr").text("Take your seat")


def masks(table: TablePage) -> list[str]:
    """Where each mask stands, whatever language its cell speaks."""
    found: list[str] = table.page.eval_on_selector_all(
        "#mat .vb-mask", "masks => masks.map(mask => mask.outerHTML)"
    )
    return found


def test_an_unfinished_deployment_is_kept(open_page: Open, make_table: Make) -> None:
    table = open_page().go(make_table(mode="house", level=3)["path"])
    page = table.page
    page.wait_for_selector("#ready")
    page.get_by_role("button", name="Shuffle").click()
    before = masks(table)
    speak(page, "es")
    words = Translator("es")
    assert masks(table) == before
    assert page.inner_text("#ready") == words.text("Ready")
    assert words.text("your {role}", role="") in table.labels()["a1"]
    assert page.get_attribute("#who", "aria-label") == words.text("Players")
    assert page.get_attribute("[role=grid]", "aria-label") == words.text("The mat, seen by White")
    assert words.text("Fisher") in page.inner_text("#who")
    table.ready()
    page.wait_for_selector(OWN_TURN)


def test_a_game_goes_on_with_its_panel_open(open_page: Open, make_table: Make) -> None:
    table = open_page(360, 640).go(make_table(mode="house", level=1, aid="chances")["path"])
    page = table.page
    table.ready()
    table.await_turn()
    table.move()
    page.wait_for_selector(OWN_TURN)
    before, ply = masks(table), table.ply()
    page.click('[data-opens="menu"]')
    speak(page, "de", "#menu .tongue")
    assert page.get_attribute("#main", "data-open") == "menu"
    assert (masks(table), table.ply()) == (before, ply)
    assert Translator("de").text("Your turn") in page.inner_text("#say")
    assert page.title() == f"● {Translator('de').text('Your turn')} · Volto"
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    assert page.locator("#main[data-line=open]").count() == 1


@pytest.mark.parametrize("moment", ["placing", "playing", "watching"])
def test_a_table_says_all_that_it_says_when_it_is_loaded_in_that_language(
    open_page: Open, make_table: Make, moment: str
) -> None:
    path = make_table(mode="house", level=1, aid="chances")["path"]
    table = open_page().go(path)
    page = table.page
    page.wait_for_selector("#ready")
    if moment != "placing":
        table.ready()
        table.await_turn()
        table.move()
        page.wait_for_selector(OWN_TURN)
    if moment == "watching":
        page = open_page().go(f"/watch/{re.split('[/#]', path)[2]}").page
        page.wait_for_selector("#main[data-ready]")
    heard = page.text_content(".speech") or ""
    speak(page, "fr")
    assert page.text_content(".speech") == (heard and Translator("fr").text(heard))
    page.evaluate("document.querySelector('.speech').textContent = ''")  # it was said once
    page.evaluate("document.activeElement.blur()")
    told = page.evaluate(WORDING)
    page.reload()
    page.wait_for_selector("#main[data-ready]")
    page.wait_for_selector("#ready" if moment == "placing" else "#mat .vb-mask")
    assert told == page.evaluate(WORDING)


def test_a_replay_stays_at_its_turn_and_its_point_of_view(
    open_page: Open, make_table: Make
) -> None:
    table = open_page().go(make_table(mode="house", level=1)["path"])
    page = table.page
    table.ready()
    table.await_turn()
    table.move()
    page.wait_for_selector(OWN_TURN)
    page.click("#resign")
    page.click(".ask .primary")
    page.wait_for_selector(".ending")
    page.get_by_role("button", name="One turn back").click()
    page.check('.eyes [value="red"]')
    before = masks(table)
    speak(page, "it")
    assert page.inner_text(".replay-count") == "1 / 2"
    assert page.is_checked('.eyes [value="red"]')
    assert masks(table) == before
    assert Translator("it").text("Rematch") in (page.text_content("#rematch") or "")
    page.click("#result")
    assert page.inner_text("#end-title") == Translator("it").text("You lose")


def test_every_language_can_be_picked_without_scripts(open_page: Open) -> None:
    page = open_page(java_script_enabled=False).go("/rules").page
    for language in LANGUAGE_NAMES:
        page.click(".tongue summary")
        page.click(f'.tongue button[value="{language}"]')
        page.wait_for_selector(f'html[lang="{language}"]')
    assert page.url.endswith("/rules")
