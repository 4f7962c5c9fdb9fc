"""A server and a Chromium for all tests; a page that complains is a failure."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, Error, Page, Playwright, sync_playwright

from tests.browser.table import TablePage

NO_CHROMIUM = (
    "NO CHROMIUM, SO NO BROWSER TESTS: run `.venv/bin/playwright install chromium`, or install "
    "your system's chromium package, or set VOLTO_CHROMIUM to its path"
)
NAMES = ("chromium", "chromium-browser", "google-chrome")
AXE_PATHS = (
    Path(os.environ.get("VOLTO_AXE", "axe.min.js")),
    Path("node_modules/axe-core/axe.min.js"),
)
NO_AXE = (
    "NO AXE, SO ONLY OUR OWN ACCESSIBILITY CHECKS: run `npm install --no-save axe-core` here, or "
    "set VOLTO_AXE to an axe.min.js"
)
SETUP = "NNAAL/LSNAC"
"""What every player deploys unless they change it: no Candidate can be caught in two turns."""
CHANCE = """let drawn = 2026;
Math.random = () => (drawn = (drawn * 16807) % 2147483647) / 2147483647;"""
"""Every page draws the same lots."""
ROOT = Path(__file__).parents[2]
WARM_UP = 240.0
"""Seconds that the house may take to compile on its first start."""

Open = Callable[..., TablePage]


def chromium(playwright: Playwright) -> str | None:
    """Where a Chromium is: as told, in the system, or Playwright's own."""
    told = os.environ.get("VOLTO_CHROMIUM")
    found = told or next(filter(None, map(shutil.which, NAMES)), None)
    own = playwright.chromium.executable_path
    return found or (own if Path(own).exists() else None)


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    """For these tests alone: while it is open, its event loop keeps others from running theirs."""
    with sync_playwright() as playwright:
        path = chromium(playwright)
        if path is None:
            pytest.skip(NO_CHROMIUM)
        try:
            running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        except Error as error:
            pytest.skip(f"{NO_CHROMIUM}. ({path} does not start: {error.message[:200]})")
        yield running
        running.close()


@pytest.fixture(scope="package")
def house(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server that is awake."""
    command = [sys.executable, "-m", "tests.browser.house", str(tmp_path_factory.mktemp("house"))]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = server.stdout.readline().strip().rstrip("/")
            awake = httpx.post(f"{address}/api/suggest", json={}, timeout=WARM_UP)
            assert awake.status_code == 200, awake.text
            yield address
        finally:
            server.terminate()


@pytest.fixture
def open_page(browser: Browser, house: str) -> Iterator[Open]:
    """Opens a page of its own context; at the end none may have complained."""
    complaints: list[str] = []
    contexts = []

    def watch(page: Page) -> None:
        page.on("pageerror", lambda error: complaints.append(f"error: {error}"))
        page.on(
            "console",
            lambda said: (
                complaints.append(said.text) if said.type in ("error", "warning") else None
            ),
        )

    def opened(width: int = 1280, height: int = 800, **options: object) -> TablePage:
        wishes: dict[str, object] = {"locale": "en", "reduced_motion": "reduce", **options}
        context = browser.new_context(
            viewport={"width": width, "height": height},
            **wishes,  # type: ignore[arg-type]
        )
        contexts.append(context)
        context.add_init_script(CHANCE)
        context.add_init_script(f"localStorage['volto.deployment'] ??= '\"{SETUP}\"'")
        page = context.new_page()
        watch(page)
        return TablePage(page, house)

    yield opened
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.fixture
def make_table(house: str) -> Callable[..., dict[str, str]]:
    """Asks the house for a table; the answer has its path, and for a friend the invitation."""

    def make(**wish: object) -> dict[str, str]:
        wish = {"family": "white", "first": "white", **wish}
        answer = httpx.post(f"{house}/api/tables", json=wish, timeout=WARM_UP)
        assert answer.status_code == 201, answer.text
        made: dict[str, str] = answer.json()
        return made

    return make


@pytest.fixture(scope="package")
def axe() -> str:
    """The source of axe, which is no part of this repository."""
    found = next((path.read_text() for path in AXE_PATHS if path.is_file()), None)
    if found is None:
        pytest.skip(NO_AXE)
    return found
