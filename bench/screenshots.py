"""Takes pictures of every screen from the real page: python bench/screenshots.py [FOLDER]

All of them go to FOLDER, for looking at; those of the README go to docs/pictures. Two browsers play
a short game by link, one plays the computer, and an unmasking is recorded frame by frame. Needs
Pillow and Chromium: the system's, Playwright's own, or the one that VOLTO_CHROMIUM names.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path

from PIL import Image
from playwright.sync_api import Browser, FloatRect, Page, sync_playwright

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
CHOSEN = {"home", "play", "play-night", "end"}
"""What the README shows."""
WHITE, RED = "NNAAL/LSNAC", "AASNL/LNNAC"
MOVES = ("e2d3", "c6c2", "b2c2", "b6a5", "d3d4", "d6c6", "d4c5", "e7d6", "b1b7", "a6b5")
LAST_MOVES = ("a2a3", "d6c5")
"""Between the two, the pictures of play are taken; the very last turn is recorded."""
DESKTOP, PHONE, LOW, TABLET = (1366, 768), (360, 740), (844, 390), (820, 1180)
LARGEST, LARGEST_RECORDING = 400_000, 2_000_000
NAME = "piazza.example"
"""What the house is called where a picture needs a name that others could open."""
WARM_UP = 240_000
"""Milliseconds that the house may take to compile on its first start."""
TURN = '.table[data-phase="playing"][data-ply="{ply}"]'
FRAME = 80
"""Milliseconds between two frames of the recording."""
LAST_FRAME = 2600
FRAME_WIDTH = 400
CLOCK = """(() => {
  const clock = (window.clock = { held: false, now: 0, animations: new Set(), timers: [] });
  const { animate } = Element.prototype;
  Element.prototype.animate = function (...told) {
    const animation = animate.apply(this, told);
    if (clock.held) hold(animation);
    return animation;
  };
  const later = window.setTimeout;
  window.setTimeout = (act, time = 0, ...more) => {
    if (!clock.held || time < 50) return later(act, time, ...more);
    return clock.timers.push({ at: clock.now + time, act: () => act(...more) });
  };
  function hold(animation) {
    animation.pause();
    animation.currentTime ??= 0;
    clock.animations.add(animation);
  }
  clock.step = async (time) => {
    clock.now += time;
    for (const animation of document.getAnimations()) {
      if (!clock.animations.has(animation)) hold(animation);
    }
    for (const animation of clock.animations) {
      const at = Number(animation.currentTime) + time;
      if (at < animation.effect.getComputedTiming().endTime) animation.currentTime = at;
      else {
        clock.animations.delete(animation);
        animation.finish();
      }
    }
    const due = clock.timers.filter((timer) => timer.at <= clock.now);
    clock.timers = clock.timers.filter((timer) => timer.at > clock.now);
    for (const timer of due) timer.act();
    await new Promise((done) => later(done, 0));
  };
})()"""
"""Lets the recorder hold time, and move it on by a frame."""


@contextmanager
def server() -> Iterator[str]:
    """A house of its own, with an empty store."""
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-m", "volto", "serve", "--no-browser", "--port", "0"]
        environment = {**os.environ, "VOLTO_DATA": folder}
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as house:
            try:
                assert house.stdout is not None
                yield next(word for word in house.stdout.readline().split() if "://" in word)[:-1]
            finally:
                house.terminate()


class Photographer:
    """Takes pictures in one browser at one house."""

    def __init__(self, browser: Browser, house: str, folder: Path | None) -> None:
        self.browser, self.house, self.folder = browser, house, folder

    def seat(self, deployment: str = WHITE, *, night: bool = False, still: bool = True) -> Page:
        """A browser of its own, whose player always deploys so."""
        context = self.browser.new_context(
            viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
            color_scheme="dark" if night else "light",
            reduced_motion="reduce" if still else "no-preference",
            locale="en",
        )
        context.add_init_script(CLOCK)
        text = json.dumps(json.dumps(deployment))
        context.add_init_script(f"localStorage['volto.deployment'] ??= {text}")
        page = context.new_page()
        page.set_default_timeout(WARM_UP)
        return page

    def make_table(self, **wish: object) -> dict[str, str]:
        wish = {"family": "white", "first": "white", "aid": "chances", **wish}
        request = urllib.request.Request(
            f"{self.house}/api/tables",
            json.dumps(wish).encode(),
            {"content-type": "application/json"},
        )
        with urllib.request.urlopen(request, timeout=WARM_UP / 1000) as answer:
            made: dict[str, str] = json.load(answer)
            return made

    def take(self, page: Page, name: str, *sizes: tuple[int, int], open_panel: str = "") -> None:
        """One picture, and the same on other screens."""
        for size in (DESKTOP, *sizes):
            page.set_viewport_size({"width": size[0], "height": size[1]})
            opener = page.locator(f'[data-opens="{open_panel}"]')
            opens = bool(open_panel) and opener.is_visible()
            if opens:
                opener.click()
            page.mouse.move(0, 0)
            page.wait_for_timeout(400)
            kind = {DESKTOP: "", PHONE: "-phone", LOW: "-low", TABLET: "-tablet"}[size]
            self.keep(page.screenshot(), name + kind)
            if opens:
                opener.click()
        page.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})

    def keep(self, taken: bytes, name: str) -> None:
        """With few colours, so that it stays small."""
        if self.folder:
            (self.folder / f"{name}.png").write_bytes(taken)
        if name in CHOSEN:
            few = Image.open(BytesIO(taken)).convert("RGB").quantize(256, dither=Image.Dither.NONE)
            path = PICTURES / f"{name}.png"
            few.save(path, optimize=True)
            assert path.stat().st_size <= LARGEST, f"{name} has {path.stat().st_size:,} bytes"
            print(f"{path.name} {few.width}x{few.height} {path.stat().st_size:,} bytes")


def play(page: Page, move: str) -> None:
    for cell in (move[:2], move[2:]):
        page.click(f'[data-cell="{cell}"]')


def pages(by: Photographer) -> None:
    """What can be looked at without a table."""
    page = by.seat()
    for address, name in (("/", "home"), ("/learn", "learn"), ("/learn#unmask", "lesson")):
        page.goto(by.house + address)
        page.wait_for_load_state("networkidle")
        by.take(page, name, PHONE, LOW, TABLET)
    page.goto(by.house + "/rules")
    by.take(page, "rules", PHONE)
    night = by.seat(night=True)
    night.goto(by.house)
    by.take(night, "home-night", PHONE)


def game_by_link(by: Photographer) -> None:
    """Two people, from the invitation to the end; Red plays by night."""
    ada, bruno = by.seat(), by.seat(RED, night=True, still=False)
    made = by.make_table(mode="friend", name="Ada")
    invitation(by, made)
    ada.goto(by.house + made["path"])
    bruno.goto(by.house + made["invite"])
    by.take(bruno, "join", PHONE)
    bruno.fill("#name", "Bruno")
    bruno.click("form#join button")
    bruno.wait_for_selector("#ready")
    ada.wait_for_selector(".invite", state="detached")
    by.take(ada, "deploy", PHONE, LOW, TABLET)
    ada.click("#ready")
    bruno.click("#ready")
    for ply, move in enumerate((*MOVES, *LAST_MOVES)):
        for page in (ada, bruno):
            page.wait_for_selector(TURN.format(ply=ply))
        if ply == len(MOVES):
            middle(by, ada, bruno)
        if ply > len(MOVES):
            record(by, bruno, move)
        else:
            play((ada, bruno)[ply % 2], move)
    ada.wait_for_selector("#rematch")
    by.take(ada, "end", PHONE, LOW, TABLET)
    by.take(bruno, "end-night", PHONE, LOW)
    ada.click("#review")
    by.take(ada, "review", PHONE, LOW)
    ada.click("#result")
    for player in (bruno, ada):
        player.click("#share")
        player.click(".ask .primary")
    ada.wait_for_function("() => document.querySelector('.share img')?.naturalWidth > 0")
    by.take(ada, "share", PHONE, LOW)
    guest = by.seat()
    guest.goto(by.house + made["path"].partition("#")[0].replace("/t/", "/game/"))
    guest.wait_for_selector(".replay")
    by.take(guest, "replay", PHONE, LOW, TABLET)


def invitation(by: Photographer, made: dict[str, str]) -> None:
    """As at an address that others can reach, so that there is a code to scan."""
    page = by.seat()
    page.goto(by.house.replace("127.0.0.1", NAME))
    page.evaluate(
        "([path, invite]) => (localStorage['volto.invites'] = JSON.stringify({ [path]: invite }))",
        [made["path"], made["invite"]],
    )
    page.goto(by.house.replace("127.0.0.1", NAME) + made["path"])
    page.wait_for_selector(".qr svg", state="attached")
    by.take(page, "invite", PHONE, LOW)
    page.context.close()


def middle(by: Photographer, ada: Page, bruno: Page) -> None:
    """White by day with a mask in hand and one in mind, Red by night, White on other screens."""
    ada.click('[data-cell="b5"]')
    ada.click('.note-toggle[data-role="A"]')
    by.take(ada, "look", PHONE, LOW, open_panel="talk")
    by.take(ada, "past", PHONE, LOW, open_panel="past")
    by.take(ada, "menu", PHONE, LOW, open_panel="menu")
    ada.click('[data-cell="c5"]')
    by.take(ada, "play", PHONE, LOW, TABLET)
    ada.keyboard.press("Escape")
    bruno.click('[data-cell="c5"]')
    by.take(bruno, "play-night", PHONE, LOW)
    bruno.click('[data-cell="e4"]')


def record(by: Photographer, page: Page, move: str) -> None:
    """A turn as its player sees it, frame by frame: a mask is taken, turned round and named."""
    page.wait_for_timeout(1000)
    box = page.locator(".stage .vb-frame").bounding_box()
    assert box is not None
    clip: FloatRect = box
    page.evaluate("window.clock.held = true")
    play(page, move)
    page.mouse.move(0, 0)
    page.wait_for_function("() => clock.animations.size > 0 || document.getAnimations().length > 1")
    frames: list[Image.Image] = []
    named = False
    over = page.locator(".end-card:not([hidden])")
    while over.count() == 0 and len(frames) < 120:
        page.evaluate(f"clock.step({FRAME})")
        taken = page.screenshot(clip=clip)
        if not named and page.locator(".vb-ribbon:not([hidden])").count():
            named = True
            by.keep(page.screenshot(), "unmasking")
        frames.append(small(taken))
    page.evaluate("clock.held = false")
    path = PICTURES / "unmasking.webp"
    times = [FRAME] * (len(frames) - 1) + [LAST_FRAME]
    frames[0].save(
        path, save_all=True, append_images=frames[1:], duration=times, loop=0, quality=70, method=5
    )
    size = path.stat().st_size
    assert size <= LARGEST_RECORDING, f"the recording has {size:,} bytes"
    print(f"{path.name} {frames[0].width}x{frames[0].height}, {len(frames)} frames, {size:,} bytes")


def small(taken: bytes) -> Image.Image:
    frame = Image.open(BytesIO(taken)).convert("RGB")
    height = round(frame.height * FRAME_WIDTH / frame.width)
    return frame.resize((FRAME_WIDTH, height), Image.Resampling.LANCZOS)


def game_with_the_house(by: Photographer) -> None:
    """A hint, and a rival with a face."""
    page = by.seat()
    made = by.make_table(mode="house", level=7)
    page.goto(by.house + made["path"])
    page.click("#ready")
    page.wait_for_selector('.table[data-turn="true"]')
    play(page, "b2b3")
    page.wait_for_selector('.table[data-turn="true"]:not([data-ply="0"])')
    page.click("#hint")
    page.wait_for_selector(".hint-panel")
    by.take(page, "hint", PHONE, LOW, open_panel="talk")
    page.context.close()


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else None
    if folder:
        folder.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("VOLTO_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright, server() as house:
        browser = playwright.chromium.launch(
            executable_path=path,
            args=["--no-sandbox", f"--host-resolver-rules=MAP {NAME} 127.0.0.1"],
        )
        by = Photographer(browser, house, folder)
        game_by_link(by)
        game_with_the_house(by)
        pages(by)
        browser.close()


if __name__ == "__main__":
    main()
