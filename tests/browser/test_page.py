"""What the page is like: its weight, its size, its languages, its fairness to every reader."""

import re
from collections.abc import Callable

import pytest

from tests.browser.conftest import Open
from tests.browser.table import OWN_TURN, TablePage
from volto.server.site.i18n import LANGUAGES, Translator

HEAVIEST = 250 * 1024
"""Bytes that a browser which has nothing yet fetches for a table, fonts included."""
Make = Callable[..., dict[str, str]]
SCROLLS = """() => {
  const page = document.scrollingElement;
  const bars = [...document.querySelectorAll('body *')].filter((one) => {
    const style = getComputedStyle(one);
    const [wide, tall] = [one.offsetWidth - one.clientWidth, one.offsetHeight - one.clientHeight];
    const borders = parseFloat(style.borderLeftWidth) + parseFloat(style.borderRightWidth);
    return style.overflowY !== 'visible' && one.scrollHeight > one.clientHeight + 1
      && wide > borders + 1 && tall >= 0;
  });
  return [page.scrollHeight > innerHeight, page.scrollWidth > innerWidth, bars.length > 0];
}"""


def playing(table: TablePage, path: str) -> TablePage:
    """At a table with the first turns played."""
    table.go(path).ready()
    table.await_turn()
    table.move()
    table.page.wait_for_selector(OWN_TURN)
    return table


def test_a_cold_load_is_light(open_page: Open, make_table: Make) -> None:
    table = open_page()
    session = table.page.context.new_cdp_session(table.page)
    session.send("Network.enable")
    loaded: list[float] = []
    hosts: set[str] = set()
    session.on("Network.loadingFinished", lambda event: loaded.append(event["encodedDataLength"]))
    table.page.on("request", lambda request: hosts.add(request.url.split("/")[2]))
    table.go(make_table(mode="house", level=1)["path"])
    table.page.wait_for_selector("#ready")
    table.page.wait_for_load_state("networkidle")
    assert 0 < sum(loaded) <= HEAVIEST
    assert hosts == {table.house.split("/")[2]}


@pytest.mark.parametrize(("width", "height"), [(360, 640), (768, 1024), (1440, 900)])
def test_nothing_scrolls_during_play(
    open_page: Open, make_table: Make, width: int, height: int
) -> None:
    made = make_table(mode="house", level=1, aid="chances")
    table = playing(open_page(width, height), made["path"])
    assert table.page.evaluate(SCROLLS) == [False, False, False]
    box = table.page.locator(".vb-table").bounding_box()
    assert box is not None
    assert box["y"] >= 0
    assert box["y"] + box["height"] <= height
    assert box["width"] >= min(0.85 * width, 0.6 * height)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_speaks_the_readers_language(
    open_page: Open, make_table: Make, language: str
) -> None:
    made = make_table(mode="house", level=3, aid="logic")
    table = open_page(360, 640, locale=language).go(made["path"])
    table.ready()
    page, words = table.page, Translator(language)
    page.wait_for_selector(OWN_TURN)
    assert page.get_attribute("html", "lang") == language
    assert words.text("Your turn") in page.inner_text("#say")
    assert page.get_attribute("[role=grid]", "aria-label") == words.text("The mat, seen by White")
    keys = (
        "Use the arrow keys to go from cell to cell, Enter to pick up a mask and put it down, "
        "Escape to let go."
    )
    assert page.text_content(".vb-keys") == words.text(keys)
    assert "{" not in page.inner_text("body")
    assert page.evaluate(SCROLLS) == [False, False, False]
    cells = table.labels()
    assert cells["c4"] == words.text("{cell}: empty", cell="c4")


def test_the_table_says_its_lady_rule_its_aid_and_who_begins(
    open_page: Open, make_table: Make
) -> None:
    table = open_page().go(
        make_table(mode="house", level=1, ladies="captor", aid="chances")["path"]
    )
    page = table.page
    page.wait_for_selector("#ready")
    terms = (
        "Variant: a family that loses both Ladies loses the game (R-14).",
        "Deduction aid: chances.",
    )
    assert page.inner_text("#terms").split("\n") == ["You begin.", *terms]
    assert terms[0] in page.inner_text("#say")
    table.ready()
    table.await_turn()
    assert page.inner_text("#terms").split("\n") == [*terms]
    usual = open_page().go(make_table(mode="screen", first="red", aid="off")["path"])
    usual.hold()
    said = usual.page.inner_text("#terms").split("\n")
    assert said == [
        "Red begins.",
        "A family that loses both Ladies wins (R-14).",
        "No deduction aid.",
    ]


def test_captured_masks_are_not_called_the_unmasked_ones(open_page: Open, make_table: Make) -> None:
    table = open_page().go(make_table(mode="house", level=1)["path"])
    table.ready()
    table.await_turn()
    table.press("#resign")
    table.press(".ask .primary")
    table.page.wait_for_selector(".ending")
    assert table.page.inner_text("#past h2 >> nth=0") == "Captured"
    assert table.page.inner_text("#lost") == "No mask has been captured."


@pytest.mark.parametrize(("language", "colon"), [("en", ": "), ("fr", "\N{NO-BREAK SPACE}: ")])
def test_a_colon_is_set_as_the_language_sets_it(open_page: Open, language: str, colon: str) -> None:
    table = open_page(locale=language).go("/")
    words = Translator(language)
    page = table.page
    page.wait_for_function("document.getElementById('summary').textContent")
    shown = page.text_content("#summary") or ""
    assert words.text("Who begins") + colon + words.text("Draw lots") in shown
    spoken = page.text_content(".tongue .spoken") or ""
    assert spoken.startswith(words.text("Language") + colon)


def test_light_can_be_changed_and_sound_be_muted(open_page: Open, make_table: Make) -> None:
    table = open_page().go(make_table(mode="house", level=1)["path"])
    page = table.page
    page.wait_for_selector("#ready")
    page.click("[data-theme-toggle]")
    assert page.get_attribute("html", "data-theme") == "dark"
    page.click("#sound")
    page.reload()
    page.wait_for_selector("#ready")
    assert page.get_attribute("#sound", "aria-pressed") == "false"
    assert page.get_attribute("html", "data-theme") == "dark"


def test_a_spectator_sees_faces_only(open_page: Open, make_table: Make) -> None:
    path = make_table(mode="house", level=1)["path"]
    playing(open_page(), path)
    spectator = open_page().go(f"/watch/{re.split('[/#]', path)[2]}")
    page = spectator.page
    page.wait_for_selector("#mat .vb-mask")
    assert page.locator("#mat .vb-mask").count() >= 19
    assert page.locator("#mat .vb-back").count() == 0
    assert spectator.movable() == []
    assert page.locator("#resign, #hint, #offer").count() == 0


def test_deploying_keeps_favourites_and_takes_suggestions(
    open_page: Open, make_table: Make
) -> None:
    table = open_page().go(make_table(mode="house", level=1)["path"])
    page = table.page
    page.wait_for_selector("#ready")
    first = table.labels()
    page.get_by_role("button", name="Mirror").click()
    mirrored = table.labels()
    assert [first[f"{c}1"][4:] for c in "abcde"] == [mirrored[f"{c}1"][4:] for c in "edcba"]
    page.click(".favourites summary")
    page.get_by_role("button", name="Save this deployment").click()
    page.fill(".ask input", "Fan")
    page.click(".ask .primary")
    with page.expect_response("**/api/suggest"):
        page.get_by_role("button", name="Suggest").click()
    page.get_by_role("button", name="Shuffle").click()
    page.reload()
    page.wait_for_selector("#ready")
    page.click(".favourites summary")
    page.get_by_role("button", name="Fan", exact=True).click()
    assert table.labels() == mirrored


def test_the_mat_is_a_grid_with_one_way_in(open_page: Open, make_table: Make) -> None:
    table = playing(open_page(), make_table(mode="house", level=1)["path"])
    page = table.page
    assert page.locator("[role=grid] > [role=row] > [role=gridcell]").count() == 35
    assert page.locator('[role=gridcell][tabindex="0"]').count() == 1
    assert len(set(table.labels().values())) == 35
    nameless = page.evaluate(
        """() => [...document.querySelectorAll('button, a[href], input, summary, [role=grid]')]
          .filter((one) => one.checkVisibility())
          .filter((one) => !(one.ariaLabel || one.innerText?.trim() || one.labels?.length
             || one.textContent.trim() || one.title))
          .map((one) => one.outerHTML)"""
    )
    assert nameless == []


def test_axe_finds_nothing_serious_by_day(open_page: Open, make_table: Make, axe: str) -> None:
    table = open_page().go(make_table(mode="house", level=1, aid="chances")["path"])
    page = table.page
    page.wait_for_selector("#ready")
    assert serious(table, axe) == []
    table.ready()
    table.await_turn()
    table.press("#hint")
    page.wait_for_selector(".hint-panel")
    assert serious(table, axe) == []
    table.press("#resign")
    assert serious(table, axe) == []
    table.press(".ask .primary")
    page.wait_for_selector(".ending")
    page.set_viewport_size({"width": 360, "height": 640})
    assert serious(table, axe) == []


def test_axe_finds_nothing_serious_by_night(open_page: Open, make_table: Make, axe: str) -> None:
    table = open_page(color_scheme="dark")
    table.go(make_table(mode="house", level=1, aid="chances")["path"]).ready()
    table.await_turn()
    rival = next(cell for cell, label in table.labels().items() if label.endswith("Red mask"))
    table.press(f'[data-cell="{rival}"]')
    table.page.wait_for_selector(".mask-look")
    assert serious(table, axe) == []


def serious(table: TablePage, source: str) -> list[str]:
    """What axe calls serious or critical."""
    table.page.evaluate(f"() => {{ {source} }}")
    found: list[str] = table.page.evaluate(
        """async () => (await window.axe.run()).violations
          .filter((one) => ['serious', 'critical'].includes(one.impact))
          .flatMap(({ id, nodes }) => nodes.map((node) => `${id}: ${node.failureSummary}`))"""
    )
    return found


def test_another_key_in_the_address_is_another_seat_or_none(
    open_page: Open, make_table: Make
) -> None:
    """A page that is open already looks again, and says so if the key opens nothing."""
    table = open_page().go(make_table(mode="house", level=1)["path"])
    table.page.wait_for_selector("#main[data-ready]")
    table.page.evaluate("location.hash = 'wrong'")
    table.page.wait_for_selector("#say:has-text('old or mistyped')")
