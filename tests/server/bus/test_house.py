"""Two servers on one database and one Redis: what one of them knows counts at the other."""

import asyncio
import contextlib
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from websockets.exceptions import InvalidStatus

from tests.server.serving import Server, serving
from volto.server.bus import peers
from volto.server.wire.limits import Allowance, Rate
from volto.server.wire.messages import Here, NewTable

pytestmark = pytest.mark.anyio
FRIENDS = NewTable(mode="friend", family="white", first="white", aid="off")


@pytest.fixture
async def two(
    tmp_path: Path, redis_url: str, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[tuple[Server, Server]]:
    """Their hearts beat fast; an address may have five connections and make four tables."""
    monkeypatch.setattr(peers, "BEAT", 0.05)
    monkeypatch.setattr(peers, "SILENCE", 1.0)
    changes = {"bus": redis_url, "per_address": Allowance(connections=5), "making": Rate(0, 4)}
    async with contextlib.AsyncExitStack() as running:
        servers = [
            await running.enter_async_context(serving(tmp_path, **changes)) for _ in range(2)
        ]
        yield servers[0], servers[1]


async def may_sit(server: Server, path: str, *, allowed: bool) -> None:
    """Try until it is so."""
    async with asyncio.timeout(20):
        while True:
            try:
                async with server.sit(path):
                    now = True
            except InvalidStatus as refused:
                now = refused.response.status_code != 429
            if now is allowed:
                return
            await asyncio.sleep(0.02)


async def test_connections_at_one_worker_count_at_the_other(two: tuple[Server, Server]) -> None:
    a, b = two
    made = await a.make(FRIENDS)
    await may_sit(b, made.path, allowed=True)
    async with contextlib.AsyncExitStack() as sitting:
        for _ in range(5):
            await sitting.enter_async_context(a.sit(made.path))
        await may_sit(b, made.path, allowed=False)
    await may_sit(b, made.path, allowed=True)


async def test_tables_made_at_one_worker_count_at_the_other(two: tuple[Server, Server]) -> None:
    a, b = two
    for _ in range(4):
        await a.make(FRIENDS)
    async with asyncio.timeout(20), b.client() as client:
        for _ in range(4):
            answer = await client.post("/api/tables", json={"mode": "friend"})
            if answer.status_code == 429:
                return
            assert answer.status_code == 201
            await asyncio.sleep(0.1)
    pytest.fail("eight tables were made")


async def test_whoever_was_at_a_worker_that_fell_silent_is_gone(two: tuple[Server, Server]) -> None:
    a, b = two
    made = await a.make(FRIENDS)
    assert made.invite is not None
    joined = await b.join(made.invite)
    async with a.sit(made.path) as white, b.sit(joined.path):
        await white.until(Here, lambda told: told.family == "red" and told.here)
        await b.bus.close()
        await white.until(Here, lambda told: told.family == "red" and not told.here)
