"""One client does not use up the house: others' games and hints come in their turn."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.serving import WHITE_SETUP, Page, Server, serving
from volto.server.wire.messages import AskHint, Done, Happened, Hello, Hint, NewTable, Refused

pytestmark = pytest.mark.anyio
GREEDY, HONEST = "127.0.0.1", "127.0.0.2"
TABLES = 12


@contextlib.asynccontextmanager
async def sitting(server: Server, level: int, address: str) -> AsyncIterator[Page]:
    """At a new table against the house, where it is White's turn."""
    made = await server.make(
        NewTable(mode="house", level=level, family="white", first="white", aid="off")
    )
    async with server.socket(made.path, local_addr=(address, 0)) as connection:
        page = Page(connection)
        await page.say(Hello(None))
        assert isinstance(await page.deploy("white", WHITE_SETUP), Done)
        await page.sees("white", lambda snapshot: snapshot.phase == "playing")
        yield page


async def test_whoever_plays_at_many_tables_does_not_make_others_wait(tmp_path: Path) -> None:
    answered: list[int] = []

    async def played(page: Page, number: int) -> None:
        await page.play("white", 0, "a2a3")
        await page.until(Happened, lambda happened: happened.family == "red")
        answered.append(number)

    async with serving(tmp_path, patience=0.3) as server, contextlib.AsyncExitStack() as stack:
        pages = [
            await stack.enter_async_context(sitting(server, 10, GREEDY)) for _ in range(TABLES)
        ]
        other = await stack.enter_async_context(sitting(server, 3, HONEST))
        flood = [asyncio.create_task(played(page, n)) for n, page in enumerate(pages)]
        while sum(page.frames[-1].startswith('{"t":"thinking"') for page in pages) < TABLES:
            await asyncio.sleep(0.01)
        await played(other, -1)
        before = answered.index(-1)
        assert before <= 2 * server.settings.thinkers
        await asyncio.gather(*flood)


async def test_whoever_asks_for_many_hints_does_not_use_up_those_of_others(tmp_path: Path) -> None:
    async with serving(tmp_path, patience=0.3) as server, contextlib.AsyncExitStack() as stack:
        pages = [await stack.enter_async_context(sitting(server, 1, GREEDY)) for _ in range(TABLES)]
        other = await stack.enter_async_context(sitting(server, 1, HONEST))
        for page in pages:
            await page.say(AskHint(1, "white"))
        assert await refused(pages[-1])
        await other.say(AskHint(1, "white"))
        assert not await refused(other)


async def refused(page: Page) -> bool:
    while True:
        answer = await page.hear()
        if isinstance(answer, Refused | Hint):
            return isinstance(answer, Refused)
