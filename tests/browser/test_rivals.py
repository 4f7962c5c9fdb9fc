"""The ten rivals: their outlines, their place at the table, and the ladder of those beaten."""

import json
import re
from collections.abc import Callable
from itertools import combinations

from playwright.sync_api import expect

from tests.browser.conftest import Open
from tests.browser.table import OVER
from volto.server.bots.opponents import OPPONENTS
from volto.svg.portraits import figure

BLACK = """async (figures) => {
  const covered = [];
  for (const figure of figures) {
    const picture = new Image();
    const group = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-1 -7 122 161">${figure}</svg>`;
    picture.src = `data:image/svg+xml,${encodeURIComponent(group)}`;
    await picture.decode();
    const canvas = new OffscreenCanvas(61, 80);
    const pen = canvas.getContext("2d");
    pen.drawImage(picture, 0, 0, 61, 80);
    const { data } = pen.getImageData(0, 0, 61, 80);
    const alphas = [...data].filter((_, i) => i % 4 === 3);
    covered.push(alphas.map((alpha) => (alpha > 127 ? "1" : "0")).join(""));
  }
  return covered;
}"""
"""What each figure covers, as ones and zeros."""


def test_ten_outlines_differ_when_filled_black(open_page: Open) -> None:
    page = open_page().page
    drawn = [f'<g fill="none" stroke="#000">{figure(level)}</g>' for level in range(1, 11)]
    covered = dict(enumerate(page.evaluate(BLACK, drawn), 1))
    for one, other in combinations(covered, 2):
        pairs = list(zip(covered[one], covered[other], strict=True))
        both, either = pairs.count(("1", "1")), len(pairs) - pairs.count(("0", "0"))
        assert both / either < 0.8, (one, other)


def test_the_rival_shows_a_face_at_the_table_and_a_person_a_mask(
    open_page: Open, make_table: Callable[..., dict[str, str]]
) -> None:
    table = open_page().go(make_table(mode="house", level=7)["path"])
    rival = table.page.locator('.person[data-family="red"] > img.portrait')
    expect(rival).to_have_attribute("src", re.compile(r"/portraits/7\.svg$"))
    assert rival.evaluate("image => image.decode().then(() => image.naturalWidth)") > 0
    expect(table.page.locator('.person[data-family="white"] > svg')).to_have_count(1)


def test_a_beaten_rival_wears_a_seal_on_the_ladder(open_page: Open) -> None:
    table = open_page()
    page = table.page
    page.goto(table.house)
    expect(page.locator(".seal:visible")).to_have_count(0)
    page.evaluate(f"localStorage['volto.beaten'] = {json.dumps('[3, 10]')}")
    page.reload()
    expect(page.locator(".seal:visible")).to_have_count(2)
    expect(page.get_by_role("radio", name="Fisher, level 3 beaten")).to_be_checked()
    page.get_by_role("radio", name="Fisher").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Merchant, level 4")).to_be_checked()
    expect(page.locator("#level-name")).to_have_text("Merchant")


def test_a_rival_says_a_line_beside_its_face_that_passes_away(
    open_page: Open, make_table: Callable[..., dict[str, str]]
) -> None:
    table = open_page(360, 740).go(make_table(mode="house", level=1)["path"])
    table.ready()
    speech = table.page.locator(".speech")
    expect(speech).to_be_visible()
    assert speech.inner_text() in OPPONENTS[0].voice.start
    mat = table.page.locator("#mat .vb-frame").bounding_box()
    bubble = speech.bounding_box()
    assert mat is not None
    assert bubble is not None
    assert bubble["y"] + bubble["height"] <= mat["y"]
    assert bubble["x"] + bubble["width"] <= 360
    expect(speech).to_be_hidden(timeout=8000)


def test_the_people_are_as_the_replay_looks_at_them(
    open_page: Open, make_table: Callable[..., dict[str, str]]
) -> None:
    table = open_page().go(make_table(mode="house", level=1)["path"])
    page = table.page
    table.ready()
    for _ in table.turns():
        if page.locator(".lost-row li").count():
            page.click("#resign")
            page.click(".ask .primary")
            break
        table.move()
    page.wait_for_selector(OVER)
    expect(page.locator(".end-rival q")).to_have_text(OPPONENTS[0].voice.won)
    names, counts = page.locator(".person b"), page.locator(".person small")
    assert names.all_inner_texts() == ["Urchin", "You"]
    left = counts.all_inner_texts()
    assert left != ["level 1 · 10 masks", "10 masks"]
    page.get_by_role("button", name="To the start").click()
    assert counts.all_inner_texts() == ["level 1 · 10 masks", "10 masks"]
    page.get_by_role("radio", name="Red").check(force=True)
    assert names.all_inner_texts() == ["You", "Urchin"]
    page.get_by_role("button", name="To the end").click()
    assert counts.all_inner_texts() == left[::-1]
