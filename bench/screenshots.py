"""Takes the pictures of the README and the docs from the real page: python bench/screenshots.py

Two browsers play a short game by link. Needs Chromium: the system's, Playwright's own, or the one
that VOLTO_CHROMIUM names.
"""

import base64
import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import urllib.request
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from playwright.sync_api import Browser, Page, sync_playwright

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
WHITE, RED = "NNAAL/LSNAC", "AASNL/LNNAC"
MOVES = (
    "e2d3",
    "c6c2",
    "b2c2",
    "b6a5",
    "d3d4",
    "d6c6",
    "d4c5",
    "e7d6",
    "b1b7",
    "a6b5",
    "a2a3",
    "d6c5",
)
MIDDLE = 10
"""Turns played when the pictures of play are taken."""
DESKTOP, PHONE = (1360, 850), (360, 740)
COLOURS = 256
LARGEST = 300_000
WARM_UP = 240_000
"""Milliseconds that the house may take to compile on its first start."""
TURN = '.table[data-phase="playing"][data-ply="{ply}"]'
PIXELS = """async (source) => {
  const picture = await createImageBitmap(await (await fetch(source)).blob());
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  const pen = canvas.getContext('2d');
  pen.drawImage(picture, 0, 0);
  const { data } = pen.getImageData(0, 0, picture.width, picture.height);
  let text = '';
  for (let i = 0; i < data.length; i += 32768) {
    text += String.fromCharCode(...data.subarray(i, i + 32768));
  }
  return [picture.width, picture.height, btoa(text)];
}"""


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


def make_table(house: str) -> dict[str, str]:
    wish = {"mode": "friend", "family": "white", "first": "white", "aid": "chances", "name": "Ada"}
    request = urllib.request.Request(
        f"{house}/api/tables", json.dumps(wish).encode(), {"content-type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        made: dict[str, str] = json.load(answer)
        return made


def seat(browser: Browser, house: str, deployment: str, scheme: str) -> Page:
    """A browser whose player always deploys so."""
    context = browser.new_context(
        viewport={"width": DESKTOP[0], "height": DESKTOP[1]},
        color_scheme="dark" if scheme == "dark" else "light",
        reduced_motion="reduce",
        locale="en",
        device_scale_factor=1,
    )
    page = context.new_page()
    page.set_default_timeout(WARM_UP)
    page.goto(house)
    page.evaluate(
        "text => localStorage.setItem('volto.deployment', JSON.stringify(text))", deployment
    )
    return page


def play(page: Page, move: str) -> None:
    for cell in (move[:2], move[2:]):
        page.click(f'[data-cell="{cell}"]')


def take(page: Page, name: str, workshop: Page, size: tuple[int, int] = DESKTOP) -> None:
    """One picture, with few colours so that it stays small."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.mouse.move(0, 0)
    page.wait_for_timeout(500)
    taken = "data:image/png;base64," + base64.b64encode(page.screenshot()).decode()
    width, height, text = workshop.evaluate(PIXELS, taken)
    flat = np.frombuffer(base64.b64decode(text), np.uint8)
    encoded = png(flat.reshape(height, width, 4)[:, :, :3])
    assert len(encoded) <= LARGEST, f"{name} has {len(encoded):,} bytes"
    (PICTURES / f"{name}.png").write_bytes(encoded)
    print(f"{name}.png {width}x{height} {len(encoded):,} bytes")


def png(pixels: NDArray[np.uint8]) -> bytes:
    """A picture with a palette, as the PNG standard writes it."""
    palette, indices = quantised(pixels)
    height, width = indices.shape
    rows = np.hstack([np.zeros((height, 1), np.uint8), indices])
    head = struct.pack(">IIBBBBB", width, height, 8, 3, 0, 0, 0)
    parts = (
        (b"IHDR", head),
        (b"PLTE", palette.tobytes()),
        (b"IDAT", zlib.compress(rows.tobytes(), 9)),
        (b"IEND", b""),
    )
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        for kind, body in parts
    )


def quantised(pixels: NDArray[np.uint8]) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """The best palette that a few rounds of k-means find, and each pixel's place in it."""
    shades = (pixels >> 1).astype(np.int64)
    codes = shades[..., 0] << 14 | shades[..., 1] << 7 | shades[..., 2]
    found, places, counts = np.unique(codes, return_inverse=True, return_counts=True)
    colours = np.stack([found >> 14, found >> 7 & 127, found & 127], 1) * 2.0 + 0.5
    weights = (counts**0.8)[:, None]
    rng = np.random.default_rng(0)
    centres = colours[rng.choice(len(colours), COLOURS, False, (weights / weights.sum())[:, 0])]
    nearest = np.zeros(len(colours), np.int64)
    for _ in range(20):
        distances = (colours**2).sum(1)[:, None] - 2 * colours @ centres.T + (centres**2).sum(1)
        nearest = distances.argmin(1)
        total = np.zeros((COLOURS, 1))
        mean = np.zeros((COLOURS, 3))
        np.add.at(total, nearest, weights)
        np.add.at(mean, nearest, colours * weights)
        centres = np.where(total > 0, mean / np.maximum(total, 1e-9), centres)
    indices = nearest[places.reshape(codes.shape)].astype(np.uint8)
    return centres.round().clip(0, 255).astype(np.uint8), indices


def main() -> None:
    PICTURES.mkdir(parents=True, exist_ok=True)
    path = os.environ.get("VOLTO_CHROMIUM") or shutil.which("chromium")
    with sync_playwright() as playwright, server() as house:
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        workshop = browser.new_page()
        made = make_table(house)
        ada, bruno = seat(browser, house, WHITE, "light"), seat(browser, house, RED, "dark")
        bruno.goto(house + made["invite"])
        bruno.fill("#name", "Bruno")
        bruno.click("form#join button")
        bruno.wait_for_selector("#ready")
        ada.goto(house + made["path"])
        ada.wait_for_selector("#ready")
        take(ada, "deploy", workshop)
        ada.click("#ready")
        bruno.click("#ready")
        for ply, move in enumerate(MOVES):
            if ply == MIDDLE:
                take_middle(ada, bruno, workshop)
            mover = (ada, bruno)[ply % 2]
            mover.wait_for_selector(TURN.format(ply=ply))
            play(mover, move)
        ada.wait_for_selector(".ending")
        take(ada, "end", workshop)
        for player in (bruno, ada):
            player.click("#share")
            player.click(".ask .primary")
        ada.wait_for_selector(".share img")
        guest = seat(browser, house, WHITE, "dark")
        guest.goto(house + made["path"].partition("#")[0].replace("/t/", "/game/"))
        guest.wait_for_selector(".replay")
        take(guest, "shared", workshop)
        browser.close()


def take_middle(ada: Page, bruno: Page, workshop: Page) -> None:
    """White at day with a mask in hand and one in mind, Red at night, White on a phone."""
    for page in (ada, bruno):
        page.wait_for_selector(TURN.format(ply=MIDDLE))
    ada.click('[data-cell="b5"]')
    ada.click('.note-toggle[data-role="A"]')
    ada.click('[data-cell="c5"]')
    take(ada, "play", workshop)
    take(ada, "phone", workshop, PHONE)
    ada.set_viewport_size({"width": DESKTOP[0], "height": DESKTOP[1]})
    ada.keyboard.press("Escape")
    bruno.click('[data-cell="c5"]')
    take(bruno, "play-night", workshop)


if __name__ == "__main__":
    main()
