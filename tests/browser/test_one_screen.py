"""Two at one screen: no moment at which the wrong eyes could see a role."""

from collections.abc import Callable

from tests.browser.conftest import SETUP, Open
from tests.browser.table import OVER, OWN_TURN, TablePage

WATCHMAN = """
  window.flashes = [];
  const has = (selector) => document.querySelector(selector) !== null;
  new MutationObserver(() => {
    const table = document.querySelector('.table');
    if (!table || table.dataset.phase === 'over') return;
    const shown = ['white', 'red'].filter((one) => has(`.${one}:not(.vb-leaving) .vb-back`));
    const thoughts = has('.mask-look, .hint-panel, .vb-note, .vb-pips, .vb-looked, .vb-trail svg');
    const screen = document.getElementById('handover');
    const flash = (what) => window.flashes.push(what);
    if (shown.length > 1) flash('both families');
    if (screen && !screen.hidden && (shown.length || thoughts)) flash('behind the screen');
    if (shown.length && window.allowed && shown[0] !== window.allowed) flash(shown[0]);
  }).observe(document, { subtree: true, childList: true, attributes: true });
"""
Make = Callable[..., dict[str, str]]


def secrets(table: TablePage) -> int:
    """Roles of masks that are on the mat, as far as the document knows them."""
    return table.page.locator("#mat .vb-mask:not(.vb-leaving) .vb-back").count()


def test_hands_change_without_a_flash_of_a_secret(open_page: Open, make_table: Make) -> None:
    table = open_page(reduced_motion="no-preference")
    page = table.page
    page.add_init_script(WATCHMAN)
    table.go(make_table(mode="screen", aid="chances")["path"])
    for family in ("white", "red"):
        page.wait_for_selector(f".handover .{family}")
        assert secrets(table) == 0
        page.evaluate(f"window.allowed = '{family}'")
        table.hold()
        table.ready()
    for number in range(4):
        family = ("white", "red")[number % 2]
        page.wait_for_selector(f".handover .{family}")
        assert secrets(table) == 0
        page.evaluate(f"window.allowed = '{family}'")
        table.hold()
        page.wait_for_selector(OWN_TURN)
        assert secrets(table) > 0
        rival = next(cell for cell, label in table.labels().items() if " mask" in label)
        table.press(f'[data-cell="{rival}"]')
        page.wait_for_selector(".mask-look")
        page.click('.note-toggle[data-role="N"]')
        table.move()
        assert not any(": your " in label for label in table.labels().values())
        assert secrets(table) == 0 or page.locator(OVER).count() == 1
    assert page.evaluate("window.flashes") == []


def test_the_mat_goes_blank_when_the_window_loses_the_eyes(
    open_page: Open, make_table: Make
) -> None:
    table = open_page().go(make_table(mode="screen")["path"])
    table.hold()
    assert secrets(table) == 10
    table.page.evaluate("window.dispatchEvent(new Event('blur'))")
    assert secrets(table) == 0
    assert table.page.locator("#ready").count() == 0
    assert table.page.locator("#handover").is_visible()
    table.page.focus(".hold")
    table.page.keyboard.down("Enter")
    table.page.wait_for_selector("#handover", state="hidden")
    table.page.keyboard.up("Enter")
    assert secrets(table) == 10


def own_masks(table: TablePage) -> list[str]:
    """The roles that the seat sees as its own: front row, then palace, each from column a."""
    labels = table.labels()
    rows = "21" if "your " in labels["a1"] else "67"
    return [
        labels[f"{column}{row}"][4:].removeprefix("your ").split(",")[0]
        for row in rows
        for column in "abcde"
    ]


def test_whoever_sits_second_does_not_start_from_what_the_first_one_placed(
    open_page: Open, make_table: Make
) -> None:
    table = open_page().go(make_table(mode="screen")["path"])
    placed = []
    for family in ("white", "red"):
        table.page.wait_for_selector(f".handover .{family}")
        table.hold()
        table.page.wait_for_selector("#ready")
        placed.append(own_masks(table))
        table.ready()
    assert placed[0] != placed[1]
    assert SETUP.replace("/", "") not in ["".join(role[0] for role in own) for own in placed]


def test_what_was_arranged_is_still_there_after_the_window_lost_the_eyes(
    open_page: Open, make_table: Make
) -> None:
    table = open_page().go(make_table(mode="screen")["path"])
    table.hold()
    table.page.get_by_role("button", name="Mirror").click()
    arranged = own_masks(table)
    table.page.evaluate("window.dispatchEvent(new Event('blur'))")
    table.hold()
    table.page.wait_for_selector("#ready")
    assert own_masks(table) == arranged


def test_a_short_press_reveals_nothing(open_page: Open, make_table: Make) -> None:
    table = open_page().go(make_table(mode="screen")["path"])
    table.page.click(".hold")
    assert table.page.locator("#handover").is_visible()
    assert secrets(table) == 0


def test_the_names_of_two_at_one_screen_are_used(open_page: Open, make_table: Make) -> None:
    made = make_table(mode="screen", names={"white": "Ada", "red": "Bo"})
    table = open_page().go(made["path"])
    page = table.page
    for name in ("Ada", "Bo"):
        page.wait_for_selector(f"#handover h2:has-text('Hand the screen to {name}')")
        assert f"Only {name} may look now." in page.inner_text("#handover")
        table.hold()
        table.ready()
    page.wait_for_selector("#handover h2:has-text('Ada')")
    assert "Bo" in page.inner_text('#who [data-family="red"]')
