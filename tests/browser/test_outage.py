"""An outage tells people: pages say what is wrong and come back, and the game goes on."""

import json
import re
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Browser, WebSocketRoute

from tests.browser.conftest import CHANCE, SETUP, WARM_UP, Open
from tests.browser.table import OWN_TURN, TablePage
from tests.processes import Serving
from tests.services import Postgres


@pytest.fixture
def server(browser: Browser, tmp_path: Path) -> Iterator[Serving]:
    running = Serving(tmp_path)
    running.start()
    yield running
    running.kill()


@pytest.fixture
def sit(browser: Browser) -> Iterator[Callable[[Serving], TablePage]]:
    """White at a table whose Red has deployed too."""
    contexts = []

    def opened(server: Serving) -> TablePage:
        wish = {"mode": "friend", "family": "white", "first": "white"}
        made = httpx.post(f"{server.address}/api/tables", json=wish, timeout=WARM_UP).json()
        pages = []
        for path in (made["path"], made["invite"]):
            context = browser.new_context(locale="en", reduced_motion="reduce")
            contexts.append(context)
            context.add_init_script(CHANCE)
            context.add_init_script(f"localStorage['volto.deployment'] ??= '\"{SETUP}\"'")
            pages.append(TablePage(context.new_page(), server.address))
            pages[-1].go(path)
        pages[1].press("form#join button")
        for page in pages:
            page.ready()
        pages[0].page.wait_for_selector(OWN_TURN)
        return pages[0]

    yield opened
    for context in contexts:
        context.close()


def await_words(table: TablePage, words: str) -> None:
    table.page.wait_for_selector(f'#say:has-text("{words}")', timeout=60_000)


def test_a_server_that_is_killed_is_missed_and_the_game_goes_on(
    server: Serving, sit: Callable[[Serving], TablePage]
) -> None:
    table = sit(server)
    server.send(signal.SIGSTOP)  # so that the move is not answered
    origin = table.choose()
    table.press(f'[data-cell="{origin}"]')
    table.press(f'[data-cell="{table.choose_target()}"]')
    server.kill()
    await_words(table, "Connection lost. Reconnecting…")
    await_words(table, "The server does not answer. Your game is safe")
    server.start()
    await_words(table, "Your move did not count. Choose again.")
    table.move()
    assert table.ply() == 1


def test_a_server_that_restarts_says_so_and_an_offline_page_too(
    server: Serving, sit: Callable[[Serving], TablePage]
) -> None:
    table = sit(server)
    server.stop()
    await_words(table, "The server is restarting.")
    table.page.context.set_offline(True)
    await_words(table, "You are offline.")
    table.page.click(".tongue summary")
    table.page.click('.tongue button[value="de"]')
    table.page.wait_for_selector(".tongue:not([open])")
    await_words(table, "You are offline.")  # and not lost for want of another language
    server.start()
    table.page.context.set_offline(False)
    await_words(table, "Reconnected.")
    table.move()
    assert table.ply() == 1


def test_what_came_of_a_move_in_doubt_is_told(
    open_page: Open, make_table: Callable[..., dict[str, str]]
) -> None:
    """The house cannot tell for a while whether it has kept a move; it has."""
    held: list[str | bytes] = []
    holding = True

    def between(page: WebSocketRoute) -> None:
        house = page.connect_to_server()

        def from_house(said: str | bytes) -> None:
            message = json.loads(said)
            if message["t"] == "done" and "number" in message and message["number"] > 3:
                doubt = {"t": "refused", "ref": message["ref"], "code": "unknown", "text": ""}
                page.send(json.dumps(doubt))
            elif message["t"] == "happened" and message["what"] == "turn" and holding:
                held.append(said)
            else:
                page.send(said)

        house.on_message(from_house)
        routes.append(page)

    routes: list[WebSocketRoute] = []
    table = open_page()
    table.page.route_web_socket(re.compile("/socket/"), between)
    table.go(make_table(mode="house", level=1)["path"]).ready()
    table.await_turn()
    origin = table.choose()
    table.press(f'[data-cell="{origin}"]')
    table.press(f'[data-cell="{table.choose_target()}"]')
    await_words(table, "It is not known yet whether that counted. Looking…")
    holding = False
    for frame in held:
        routes[0].send(frame)
    await_words(table, "Your move counted.")


def test_a_page_of_a_table_waits_for_the_database(browser: Browser, tmp_path: Path) -> None:
    with Postgres() as postgres:
        server = Serving(tmp_path, "--database", postgres.new_database())
        server.start()
        try:
            wish = {"mode": "friend", "family": "white", "first": "white"}
            made = httpx.post(f"{server.address}/api/tables", json=wish, timeout=WARM_UP).json()
            server.kill()
            server.start()  # it has not opened the table
            postgres.end()
            page = browser.new_page(locale="en")
            answer = page.goto(server.address + made["path"])
            assert answer is not None
            assert answer.status == 503
            assert page.inner_text("h1") == "Back in a moment"
            postgres.start()
            page.wait_for_selector("#ready", state="attached", timeout=60_000)
            page.close()
        finally:
            server.kill()
