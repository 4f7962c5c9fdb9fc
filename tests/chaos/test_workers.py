"""Several worker processes on one PostgreSQL and one Redis, as behind a load balancer."""

import asyncio
import contextlib
import os
import signal
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.chaos.clients import Crowd
from tests.processes import Serving
from tests.server.serving import RED_SETUP, WHITE_SETUP, Page, Server, parts
from tests.services import Postgres, Redis
from volto.cli.serve import listen
from volto.cli.workers import Supervisor
from volto.server.opening import check
from volto.server.settings import ServerSettings
from volto.server.wire.messages import (
    Done,
    Here,
    NewTable,
    Refused,
    Rematch,
    Resign,
    TableMade,
    read_answer,
)

pytestmark = pytest.mark.anyio
WISH = NewTable(mode="friend", family="white", first="white", aid="off")
HOUSE_WISH = NewTable(mode="house", level=1, family="white", first="white", aid="off")


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    return "asyncio"


@contextlib.asynccontextmanager
async def house(
    database: str, data: Path, options: Sequence[Sequence[str]]
) -> AsyncIterator[list[Serving]]:
    """Servers with these options, all started at once."""
    running = [Serving(data, "--database", database, *given) for given in options]
    for server in running:
        server.launch()
    try:
        await asyncio.gather(*(asyncio.to_thread(server.await_line) for server in running))
        assert all(server.ready for server in running)
        yield running
    finally:
        for server in running:
            server.kill()


def at(running: Serving) -> Server:
    return Server(running.port, ServerSettings())


@pytest.fixture(scope="module")
async def bus() -> AsyncIterator[Redis]:
    with Redis() as redis:
        yield redis


@pytest.fixture(scope="module")
async def three(
    postgres: Postgres, bus: Redis, tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[list[Serving]]:
    """Two that share a Redis, and one that has none: it looks at the database by itself."""
    options: list[tuple[str, ...]] = [("--bus", bus.url), ("--bus", bus.url), ()]
    async with house(postgres.new_database(), tmp_path_factory.mktemp("data"), options) as running:
        yield running


async def seated(a: Server, b: Server) -> tuple[TableMade, TableMade]:
    """A table made at one worker, its second seat taken at the other."""
    made = await a.make(WISH)
    assert made.invite is not None
    return made, await b.join(made.invite)


async def deployed(white: Page, red: Page) -> None:
    await white.deploy("white", WHITE_SETUP)
    await red.deploy("red", RED_SETUP)
    for page, seat in ((white, "white"), (red, "red")):
        await page.sees(seat, lambda snapshot: snapshot.phase == "playing")


async def turns(pages: Sequence[Page], first: int, count: int) -> None:
    """Each family moves any mask where it may, and both see it."""
    for ply in range(first, first + count):
        mover, seat = pages[ply % 2], ("white", "red")[ply % 2]
        snapshot = await mover.sees(seat, lambda now, ply=ply: now.ply == ply and bool(now.moves))  # type: ignore[misc]
        origin, targets = sorted(snapshot.moves.items())[0]
        assert isinstance(await mover.play(seat, ply, origin + targets[0]), Done)
        for page, other in zip(pages, ("white", "red"), strict=True):
            await page.sees(other, lambda now, ply=ply: now.ply > ply)  # type: ignore[misc]


async def test_a_game_goes_on_across_workers(three: list[Serving]) -> None:
    """Turns, spectators, presence, a reconnection to another worker, an ending, a rematch."""
    a, b, _ = map(at, three)
    made, joined = await seated(a, b)
    async with a.sit(made.path) as white, b.sit(joined.path) as red:
        await white.until(Here, lambda told: told.family == "red" and told.here)
        await red.until(Here, lambda told: told.family == "white" and told.here)
        await deployed(white, red)
        await turns((white, red), 0, 4)
        async with b.sit("/watch/" + parts(made.path)[2]) as spectator:
            await turns((white, red), 4, 2)
            await spectator.sees(None, lambda snapshot: snapshot.ply == 6)
        async with a.sit(joined.path, red.number) as moved:
            moved.snapshots, moved.number = dict(red.snapshots), red.number
            await red.connection.close()
            await turns((white, moved), 6, 3)
            assert isinstance(await white.ask(lambda ref: Resign(ref, "white")), Done)
            async with b.sit(joined.path) as back:
                await back.sees("red", lambda snapshot: snapshot.end is not None)
                assert isinstance(await white.ask(lambda ref: Rematch(ref, "white")), Done)
                await back.sees("red", lambda snapshot: snapshot.rematch_wish == "white")
                assert isinstance(await back.ask(lambda ref: Rematch(ref, "red")), Done)
                ended = await back.sees("red", lambda snapshot: snapshot.next_table is not None)
                again = await white.sees("white", lambda snapshot: snapshot.next_table is not None)
        left = [told for told in heres(white) if told.family == "red" and not told.here]
        assert len(left) <= 1, "told before anybody came, and never again"
    assert ended.next_table is not None
    assert again.next_table is not None
    async with b.sit(again.next_table) as red, a.sit(ended.next_table) as white:
        await deployed(white, red)
        await turns((white, red), 0, 2)


def heres(page: Page) -> list[Here]:
    return [answer for answer in map(read_answer, page.frames) if isinstance(answer, Here)]


async def test_without_a_bus_pages_follow_by_looking(three: list[Serving]) -> None:
    """And a game never gets stuck, though each worker has the table in memory."""
    a, _, alone = map(at, three)
    made, joined = await seated(a, alone)
    async with a.sit(made.path) as white, alone.sit(joined.path) as red:
        await deployed(white, red)
        await turns((white, red), 0, 3)


async def test_of_two_workers_only_one_accepts_a_turn(three: list[Serving]) -> None:
    servers = [*map(at, three)]
    made, joined = await seated(*servers[:2])
    async with contextlib.AsyncExitStack() as open_pages:
        whites = [await open_pages.enter_async_context(one.sit(made.path)) for one in servers]
        red = await open_pages.enter_async_context(servers[0].sit(joined.path))
        await deployed(whites[0], red)
        for white in whites:
            await white.sees("white", lambda snapshot: bool(snapshot.moves))
        answers = await asyncio.gather(
            *(
                white.play("white", 0, move)
                for white, move in zip(whites, ("a2a3", "b2b3", "a2a3"), strict=True)
            )
        )
        assert sorted(type(answer).__name__ for answer in answers) == ["Done", "Refused", "Refused"]
        assert {one.code for one in answers if isinstance(one, Refused)} == {"stale"}
        for page in (*whites, red):
            seat = page.welcome.seats[0] if page.welcome else None
            snapshot = await page.sees(seat, lambda now: now.ply == 1)
            assert len(snapshot.turns) == 1


async def test_a_bot_plays_whichever_worker_is_spoken_to(three: list[Serving]) -> None:
    a, b, _ = map(at, three)
    made = await a.make(HOUSE_WISH)
    for ply, server in enumerate((a, b, a)):
        async with server.sit(made.path) as white:
            if not ply:
                await white.deploy("white", WHITE_SETUP)
            snapshot = await white.sees("white", lambda now: bool(now.moves))
            assert snapshot.ply == 2 * ply
            origin, targets = sorted(snapshot.moves.items())[0]
            assert isinstance(await white.play("white", 2 * ply, origin + targets[0]), Done)
            await white.sees("white", lambda now, ply=ply: now.ply == 2 * ply + 2)  # type: ignore[misc]


async def test_a_redis_that_dies_delays_and_loses_nothing_and_is_found_again(
    three: list[Serving], bus: Redis
) -> None:
    a, b, _ = map(at, three)
    made, joined = await seated(a, b)
    async with a.sit(made.path) as white, b.sit(joined.path) as red:
        await deployed(white, red)
        bus.end()
        await turns((white, red), 0, 3)
        await asyncio.to_thread(bus.start)
        await turns((white, red), 3, 2)
        async with a.sit(joined.path) as moved:
            await moved.until(Here, lambda told: told.family == "white" and told.here)
        async with b.sit(made.path) as other:
            await other.until(Here, lambda told: told.family == "white" and told.here)


# `--workers`.


async def changed(supervisor: Supervisor, before: set[int]) -> set[int]:
    """Wait until all of these processes have been replaced."""
    async with asyncio.timeout(90):
        while before & pids(supervisor):
            await asyncio.sleep(0.05)
    return pids(supervisor)


def pids(supervisor: Supervisor) -> set[int]:
    return {worker._process.pid for worker in supervisor._workers}


async def test_a_supervisor_keeps_its_workers_going(
    postgres: Postgres, bus: Redis, tmp_path: Path
) -> None:
    """One that is killed is replaced; SIGHUP replaces them all; nothing that was acknowledged is
    lost or doubled, and every page comes back by itself. SIGTERM ends it."""
    settings = ServerSettings(tmp_path, database=postgres.new_database(), bus=bus.url)
    await check(settings)
    started = asyncio.Event()
    with listen("127.0.0.1", 0) as listening:
        server = Server(listening.getsockname()[1], settings)
        supervisor = Supervisor(listening, 2, settings.changed(), started.set)
        running = asyncio.create_task(supervisor.run())
        await asyncio.sleep(0.01)
        os.kill(os.getpid(), signal.SIGHUP)  # too early to mean anything
        await asyncio.wait_for(started.wait(), 90)
        crowd = Crowd([server.port], Random(5))
        await crowd.seat(pairs=2)
        async with crowd.playing():
            await crowd.going_on()
            killed = min(pids(supervisor))
            os.kill(killed, signal.SIGKILL)
            await crowd.going_on()
            before = await changed(supervisor, {killed})
            os.kill(os.getpid(), signal.SIGHUP)
            await changed(supervisor, before)
            await crowd.going_on()
        await crowd.look_at_all()
        assert crowd.faults() == {}
        os.kill(os.getpid(), signal.SIGTERM)
        assert await asyncio.wait_for(running, 60)
        assert all(worker._process.returncode == 0 for worker in supervisor._workers)
