"""`/health` and `/ready`: alive, able to work, and what is missing in words."""

import asyncio
from pathlib import Path

import pytest

from tests.server.serving import Server, serving
from tests.services import Postgres
from volto.server.store import Store
from volto.server.wire import health
from volto.server.wire.health import Database

pytestmark = pytest.mark.anyio


async def asked(server: Server, path: str) -> tuple[int, str]:
    async with server.client() as client:
        answer = await client.get(path, headers={"host": "10.1.2.3"})
        return answer.status_code, answer.text


async def test_a_server_that_can_work_is_alive_and_ready(tmp_path: Path) -> None:
    """Whatever name it is asked by."""
    async with serving(tmp_path, allowed_hosts=("volto.example",)) as server:
        assert await asked(server, "/health") == (200, "ok\n")
        assert await asked(server, "/ready") == (200, "ok\n")


async def test_a_server_without_its_database_is_alive_and_not_ready(
    tmp_path: Path, postgres: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(health, "PATIENCE", 0.2)
    monkeypatch.setattr(health, "FRESH", 0.0)
    async with serving(tmp_path, database=postgres.new_database()) as server:
        assert (await asked(server, "/ready"))[0] == 200
        try:
            postgres.halt()
            assert await asked(server, "/ready") == (503, "The database does not answer.\n")
            assert await asked(server, "/health") == (200, "ok\n")
        finally:
            postgres.go_on()
        async with asyncio.timeout(60):
            while (await asked(server, "/ready"))[0] == 503:
                await asyncio.sleep(0.05)


async def test_a_server_that_ends_is_not_ready(tmp_path: Path) -> None:
    async with serving(tmp_path) as server:
        assert server.app is not None
        server.app.state.gate.ending = True
        assert await asked(server, "/ready") == (503, "This server is stopping.\n")
        server.app.state.gate.ending = False


async def test_a_server_goes_on_without_thinkers_and_says_so(
    tmp_path: Path, redis_url: str
) -> None:
    async with serving(tmp_path, bus=redis_url) as server:
        assert server.app is not None
        async with asyncio.timeout(30):
            while not server.app.state.bus.connected:
                await asyncio.sleep(0.01)
        status, text = await asked(server, "/ready")
        assert (status, text) == (200, "No thinker answers, so this server thinks itself.\n")


async def test_many_questions_ask_the_database_once_a_second(tmp_path: Path) -> None:
    store = await Store.open(f"sqlite+aiosqlite:///{tmp_path / 'volto.db'}")
    count, now = 0, 0.0

    class Counting:
        async def answers(self) -> bool:
            nonlocal count
            count += 1
            return await store.answers()

    database = Database(Counting(), lambda: now)  # type: ignore[arg-type]
    assert all(await asyncio.gather(*(database.answers() for _ in range(50))))
    assert count == 1
    now = 2.0
    assert await database.answers()
    assert count == 2
    await database.close()
    await store.close()
