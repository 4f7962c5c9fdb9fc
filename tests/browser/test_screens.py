"""Every screen: whatever its size, everything is there, in reach, whole and large enough to hit."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.table import OWN_TURN

Make = Callable[..., dict[str, str]]
UPRIGHT = ((320, 568), (360, 640), (390, 844), (768, 1024), (820, 1180))
LOW = ((568, 320), (667, 375), (844, 390), (683, 384), (640, 400), (800, 600), (932, 430))
"""Phones on their side, small windows, and pages zoomed to 200 %."""
WIDE = ((1024, 768), (1100, 760), (1180, 820), (1366, 768), (1440, 900), (1920, 1080), (2560, 1440))
SIZES = (*UPRIGHT, *LOW, *WIDE)
PANEL = 80
"""Pixels that a panel has at least, or what it holds if that is less."""
FAULTS = """async (panels) => {
  const found = new Set();
  const seen = (one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true })
    && getComputedStyle(one).clipPath === 'none';
  const first = (selector) => [...document.querySelectorAll(selector)].find(seen);
  const scrolls = (one) => one.scrollHeight > one.clientHeight + 1
    && ['auto', 'scroll'].includes(getComputedStyle(one).overflowY);
  const nameOf = (one) => (one.id || one.innerText || one.ariaLabel || one.className).trim();

  function look() {
    const page = document.scrollingElement;
    if (page.scrollWidth > innerWidth) found.add('the page scrolls sideways');
    if (page.scrollHeight > innerHeight) found.add('the page scrolls');
    const controls = 'button, a[href]:not(.skip), summary, select, input, [role=gridcell], .person';
    for (const one of document.querySelectorAll(controls)) {
      if (!seen(one) || one.closest('label')) continue;
      const { left, right, top, bottom } = one.getBoundingClientRect();
      const name = nameOf(one);
      if (right - left < 24 || bottom - top < 24) found.add(`${name} is small`);
      const cut = one.tagName !== 'INPUT' && one.scrollWidth > one.clientWidth + 1;
      if (cut) found.add(`${name} is cut`);
      let held = false;
      for (let up = one.parentElement; up && !held; up = up.parentElement) {
        held = scrolls(up);
        const edge = up.getBoundingClientRect();
        const { overflowX, overflowY } = getComputedStyle(up);
        const wide = left < edge.left - 1 || right > edge.right + 1;
        const tall = !held && (top < edge.top - 1 || bottom > edge.bottom + 1);
        const less = (overflowX !== 'visible' && wide) || (overflowY !== 'visible' && tall);
        if (up !== document.body && less) found.add(`${name} is cut by ${up.className}`);
      }
      const unfolded = one.closest('.tongue form'); // over the mat
      const panel = !unfolded && one.closest('.left, .past')?.getBoundingClientRect();
      const out = panel && panel.width && (left < panel.left - 1 || right > panel.right + 1);
      if (out) found.add(`${name} leaves its panel`);
      const below = !held && (top < -1 || bottom > innerHeight + 1);
      if (left < -1 || right > innerWidth + 1 || below) found.add(`${name} is off screen`);
    }
  }

  function reach(selector) {
    const one = first(selector);
    if (!one) return found.add(`${selector} is not there`);
    one.scrollIntoView({ block: 'nearest' });
    const box = one.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height, 24) / 2];
    const top = document.elementFromPoint(x, y);
    if (!top || !(one.contains(top) || top.contains(one))) found.add(`${selector} is out of reach`);
  }

  await new Promise(requestAnimationFrame);
  look();
  for (const [name, ...parts] of panels) {
    const opener = first(`[data-opens="${name}"]`);
    if (opener) reach(`[data-opens="${name}"]`);
    if (opener?.ariaExpanded === 'false') opener.click();
    const panel = document.getElementById(name);
    const { clientHeight, scrollHeight } = panel;
    if (!seen(panel) || clientHeight < Math.min(80, scrollHeight)) {
      found.add(`${name} is ${clientHeight} px high, not ${scrollHeight}`);
    }
    look();
    parts.forEach(reach);
    if (parts.includes('.tongue summary')) {
      first('.tongue').open = true;
      look();
      for (let i = 1; i <= 5; i += 1) reach(`.tongue form button:nth-of-type(${i})`);
      first('.tongue').open = false;
    }
    if (opener?.ariaExpanded === 'true') opener.click();
  }
  return [...found];
}"""


OUTLINED = """(selector) => [...document.querySelectorAll(selector)].some((one) => {
  const { outlineStyle, outlineWidth } = getComputedStyle(one);
  return outlineStyle === 'solid' && parseFloat(outlineWidth) >= 2;
})"""


def faults(page: Page, *panels: tuple[str, ...]) -> str:
    """What is wrong, by size. Panels are opened, if they are not, and must show the parts named."""
    found = []
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        found += [f"{width}x{height}: {wrong}" for wrong in page.evaluate(FAULTS, panels)]
    return "\n".join(found)


def test_deploying_is_whole_on_every_screen(open_page: Open, make_table: Make) -> None:
    page = open_page().go(make_table(mode="house", level=1, aid="chances")["path"]).page
    page.wait_for_selector("#ready")
    past = ("past", "#left tr:last-child", "#terms")
    assert faults(page, ("talk", "#ready", ".favourites summary"), past) == ""


@pytest.mark.parametrize("language", ["en", "de"])
def test_play_is_whole_on_every_screen(open_page: Open, make_table: Make, language: str) -> None:
    table = open_page(locale=language)
    page = table.go(make_table(mode="house", level=1, aid="chances")["path"]).page
    table.ready()
    page.wait_for_selector(OWN_TURN)
    page.click('[data-cell="c7"]')
    page.wait_for_selector(".mask-look", state="attached")
    found = faults(
        page,
        ("talk", ".mask-look li:first-child", ".mask-look li:last-child"),
        ("past", "#moves", "#left tr:last-child", "#terms"),
        ("menu", "#hint", "#resign", "[data-theme-toggle]", ".tongue summary"),
    )
    assert found == ""


def test_the_mat_stays_where_it_is_while_words_come_and_go(
    open_page: Open, make_table: Make
) -> None:
    """On a tall phone, nothing moves away under a finger when a mask is examined."""
    table = open_page(360, 740).go(make_table(mode="house", level=1, aid="logic")["path"])
    page = table.page
    table.ready()
    table.await_turn()
    top = "document.querySelector('#mat .vb-table').getBoundingClientRect().top"
    before = page.evaluate(top)
    table.move()
    table.await_turn()
    page.wait_for_selector(".table:not([data-performing])")
    moved = page.eval_on_selector(".vb-to", "cell => cell.dataset.cell")
    page.click(f'[data-cell="{moved}"]')
    assert " can be " in page.inner_text(".say-look")
    assert page.evaluate(top) == before


def test_words_grow_with_the_mat(open_page: Open, make_table: Make) -> None:
    """On a screen of twice the size they are not half as large beside the mat."""
    page = open_page().go(make_table(mode="house", level=1)["path"]).page
    page.wait_for_selector("#ready")
    shares = []
    for width, height in ((1366, 768), (2560, 1440)):
        page.set_viewport_size({"width": width, "height": height})
        size, mat = page.evaluate(
            """() => [parseFloat(getComputedStyle(document.getElementById('say')).fontSize),
              document.querySelector('.vb-frame').offsetWidth]"""
        )
        shares.append(size / mat)
    assert shares[1] >= 0.75 * shares[0]


def test_what_can_be_scrolled_shows_that_it_can(open_page: Open, make_table: Make) -> None:
    page = open_page().go(make_table(mode="house", level=1)["path"]).page
    page.wait_for_selector("#ready")
    hidden = page.evaluate(
        """() => [...document.querySelectorAll('main *')].filter((one) => {
          const style = getComputedStyle(one);
          return style.overflowY === 'auto' && style.scrollbarWidth === 'none';
        }).map((one) => one.className)"""
    )
    assert hidden == []


def test_after_ready_the_keyboard_is_on_the_mat(open_page: Open, make_table: Make) -> None:
    table = open_page()
    page = table.go(make_table(mode="house", level=1)["path"]).page
    page.wait_for_selector("#ready")
    page.focus("#ready")
    page.keyboard.press("Enter")
    page.wait_for_selector(OWN_TURN)
    page.wait_for_function("() => document.activeElement.matches('[role=gridcell]')")


def test_forced_colours_mark_what_is_chosen_by_a_line(open_page: Open, make_table: Make) -> None:
    """Weight, shade and background are gone there."""
    table = open_page(forced_colors="active")
    page = table.go("/").page
    assert table.page.evaluate(
        OUTLINED, ".rungs label > :checked + span, .rungs label:has(:checked)"
    )
    table.go(make_table(mode="house", level=1, aid="notes")["path"]).ready()
    page.wait_for_selector(OWN_TURN)
    table.move()
    page.wait_for_selector(OWN_TURN)
    assert page.evaluate(OUTLINED, ".person.turn")
    assert not page.evaluate(OUTLINED, ".person:not(.turn)")
    assert page.evaluate(OUTLINED, ".turn-text.now")
    assert not page.evaluate(OUTLINED, ".turn-text:not(.now)")
    assert page.evaluate(OUTLINED, ".tongue [aria-current]")


def test_the_end_is_whole_on_every_screen(open_page: Open, make_table: Make) -> None:
    table = open_page()
    page = table.go(make_table(mode="house", level=1, aid="chances")["path"]).page
    table.ready()
    page.wait_for_selector(OWN_TURN)
    table.press("#resign")
    table.press(".ask .primary")
    page.wait_for_selector(".end-reason.told")
    assert faults(page, ("main", ".end-title", "#rematch", "#share", "#review", "#record")) == ""
    page.click("#review")
    found = faults(
        page,
        ("talk", "#result", ".replay input[type=range]", ".eyes label:last-child"),
        ("past", "#moves", "#left tr:last-child"),
        ("menu", ".tongue summary"),
    )
    assert found == ""
