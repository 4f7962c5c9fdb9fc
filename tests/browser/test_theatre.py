"""What is played on the mat: one happening after the other, and nothing tells of it before."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Open
from tests.browser.table import OVER, TablePage

Make = Callable[..., dict[str, str]]
RED_SETUP = "AASNL/LNNAC"
CAPTURES = ("e2d3", "c6c2", "b2c2", "b6a5")
"""Red takes an Advisor on c2 and loses its Soldier there."""
LAST = ("d3d4", "d6c6", "d4c5", "e7d6", "b1b7", "a6b5", "a2a3", "d6c5")
"""Red's Candidate takes a Lady."""
STORY = """() => {
  const [table, mat] = [document.querySelector('.table'), document.querySelector('#mat')];
  const told = (what) => window.story.push(what);
  window.story = [];
  mat.addEventListener('beat', ({ detail }) => told(detail.beat));
  const seen = {};
  const look = () => {
    const now = {
      ply: table.dataset.ply, phase: table.dataset.phase,
      lost: document.querySelectorAll('#lost li').length,
      say: document.querySelector('#say').textContent,
      moves: document.querySelectorAll('#moves .turn-text[data-ply]').length,
      end: document.querySelectorAll('.end-card').length,
    };
    for (const [name, value] of Object.entries(now)) {
      if (name in seen && seen[name] !== value) told(name + ':' + value);
      seen[name] = value;
    }
  };
  look();
  new MutationObserver(look).observe(document, {
    subtree: true, childList: true, attributes: true, characterData: true,
  });
}"""


def play(page: Page, ply: int, move: str) -> None:
    """A move by somebody in a hurry: what is being played is skipped."""
    page.wait_for_selector(f'.table[data-phase="playing"][data-ply="{ply}"]:not([data-performing])')
    for cell in (move[:2], move[2:]):
        page.click(f'[data-cell="{cell}"]')


def skip(page: Page) -> None:
    page.keyboard.press("Shift")


def await_ply(page: Page, ply: int) -> None:
    page.wait_for_selector(f'.table[data-ply="{ply}"]:not([data-performing])')


@pytest.fixture
def sit(open_page: Open, make_table: Make) -> Callable[..., tuple[Page, Page]]:
    """Two pages at one table, ready to play."""

    def seated(**options: object) -> tuple[Page, Page]:
        made = make_table(mode="friend", name="Ada", aid="off")
        white, red = open_page(**options), open_page()
        red.page.add_init_script(f"localStorage['volto.deployment'] = '\"{RED_SETUP}\"'")
        white.go(made["path"])
        red.go(made["invite"])
        red.page.click("button[type=submit]")
        for table in (white, red):
            table.ready()
        for table in (white, red):
            table.page.wait_for_selector('.table[data-phase="playing"]')
        return white.page, red.page

    return seated


def play_all(pages: tuple[Page, Page], moves: tuple[str, ...], start: int = 0) -> None:
    for ply, move in enumerate(moves, start):
        play(pages[ply % 2], ply, move)
        for page in pages:
            skip(page)
            await_ply(page, ply + 1)


MOVING = {"reduced_motion": "no-preference"}


def test_an_unmasking_is_told_before_anything_that_follows_from_it(
    sit: Callable[..., tuple[Page, Page]],
) -> None:
    """The rival answers at once; the answer waits until the mask has turned and was named."""
    white, red = pages = sit(**MOVING)
    play_all(pages, CAPTURES[:2])
    white.evaluate(STORY)
    play(white, 2, CAPTURES[2])
    red.wait_for_selector(".table[data-performing]")
    skip(red)
    play(red, 3, CAPTURES[3])
    await_ply(white, 4)
    story = white.evaluate("window.story")
    beats = ["lift", "arrive", "breath", "turn", "name"]
    assert story[: len(beats)] == beats
    rest = story[len(beats) :]
    assert {"ply:3", "lost:2", "moves:3"} <= set(rest[: rest.index("move")])
    assert rest.index("move") < rest.index("ply:4")


def test_who_was_unmasked_can_be_read_afterwards(sit: Callable[..., tuple[Page, Page]]) -> None:
    """Without motion too: a still card takes the place of the turning."""
    white, red = pages = sit()
    play_all(pages, CAPTURES[:2])
    play(white, 2, CAPTURES[2])
    white.wait_for_selector(".vb-ribbon:visible")
    words = "The Soldier! Red’s mask on c2."
    assert white.inner_text(".vb-ribbon").replace("\n", " ") == words
    assert white.locator(".vb-ribbon svg").count() == 1
    await_ply(white, 3)
    assert white.inner_text(".say-told") == words
    assert words in white.inner_text(".vb-spoken")
    await_ply(red, 3)
    assert red.inner_text(".say-told") == "The Soldier! Your mask on c2."


def test_a_press_skips_what_is_played(sit: Callable[..., tuple[Page, Page]]) -> None:
    white, _ = pages = sit(**MOVING)
    play_all(pages, CAPTURES[:2])
    white.evaluate(
        """document.querySelector('#mat').addEventListener('beat', ({ detail }) => {
          if (detail.beat !== 'breath') return;
          document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
          setTimeout(() => {
            document.body.dataset.skipped = document.querySelector('.table').dataset.ply;
          }, 50);
        })"""
    )
    play(white, 2, CAPTURES[2])
    white.wait_for_selector("body[data-skipped]")
    assert white.get_attribute("body", "data-skipped") == "3"


def test_a_turn_can_be_played_as_soon_as_it_has_come(
    sit: Callable[..., tuple[Page, Page]],
) -> None:
    """While something is played no mask can be picked up, and afterwards at once."""
    white, red = pages = sit(**MOVING)
    play_all(pages, CAPTURES[:1])
    play(red, 1, CAPTURES[1])
    white.wait_for_selector(".table[data-performing]")
    assert white.locator(".vb-movable").count() == 0
    white.click('[data-cell="b2"]')
    white.click('[data-cell="c2"]')
    await_ply(white, 3)


def test_the_end_is_a_scene(sit: Callable[..., tuple[Page, Page]]) -> None:
    """What decided it, then all masks, then the verdict, and confetti that can be seen."""
    white, red = pages = sit(**MOVING)
    play_all(pages, (*CAPTURES, *LAST[:-1]))
    white.evaluate(STORY)
    play(red, 11, LAST[-1])
    white.wait_for_selector(".confetti .scrap")
    assert white.locator(".end-card").count() == 0
    white.wait_for_selector(".end-card")
    story = white.evaluate("window.story")
    scene = ["lift", "arrive", "breath", "turn", "name", "verdict", "end"]
    assert story[: len(scene)] == scene
    assert {"phase:over", "end:1"} <= set(story[len(scene) :])
    assert (
        white.locator("#mat .vb-mask:not(.vb-ghost) .vb-face").count()
        == white.locator("#mat .vb-mask:not(.vb-ghost) .vb-back").count()
    )
    assert white.locator("#mat .vb-corno").count() == 1
    assert white.locator("#mat .vb-palace-white.vb-lit").count() == 1
    assert white.evaluate("document.activeElement.id") == "end-title"
    assert white.inner_text("#end-title") == "You win!"
    assert white.inner_text(".say-turn") == (
        "You win! Red’s Candidate fell for one of White’s Ladies."
    )
    buttons = white.locator(".end-buttons > *").all_inner_texts()
    assert buttons[0] == "Rematch"
    white.keyboard.press("Escape")
    assert not white.is_visible(".end-card")


def test_who_looks_elsewhere_during_an_unmasking_finds_every_mask(
    sit: Callable[..., tuple[Page, Page]],
) -> None:
    """A replay goes one turn back while a mask turns: what was cut short takes no mask away."""
    white, _ = pages = sit(**MOVING)
    play_all(pages, CAPTURES[:2])
    white.click("#resign")
    white.click(".ask .primary")
    white.wait_for_selector(OVER)
    left = white.evaluate(
        """async () => {
          const mat = document.querySelector('#mat');
          const back = document.querySelector('[title="One turn back"]');
          back.click();
          await new Promise((resolve) => {
            mat.addEventListener('beat', ({ detail }) => {
              if (detail.beat !== 'turn') return;
              back.click();
              setTimeout(resolve, 50);
            });
            document.querySelector('[title="One turn forward"]').click();
          });
          return mat.querySelectorAll('.vb-mask').length;
        }"""
    )
    assert left == 20


def test_a_finished_game_is_found_as_it_ended(open_page: Open, make_table: Make) -> None:
    """Whoever comes later sees the end at once, without the scene."""
    table: TablePage = open_page(**MOVING).go(make_table(mode="house", level=1)["path"])
    table.ready()
    table.await_turn()
    table.press("#resign")
    table.press(".ask .primary")
    page = table.page
    page.wait_for_selector(OVER)
    page.reload()
    page.wait_for_selector(OVER)
    assert page.locator("#mat .vb-back").count() == 20
    assert page.locator(".confetti").count() == 0
    assert page.is_visible(".end-card")
