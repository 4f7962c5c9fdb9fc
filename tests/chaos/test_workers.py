"""Several worker processes on one PostgreSQL and one Redis, as behind a load balancer."""

import asyncio
import contextlib
import os
import re
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from random import Random

import pytest

from tests.chaos.clients import GONE
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
    Ping,
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


class Process:
    """A `volto serve` of its own."""

    def __init__(self, process: asyncio.subprocess.Process, server: Server) -> None:
        self.process, self.server = process, server

    async def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            self.process.kill()
        await self.process.wait()


async def start(database: str, data: Path, *options: str) -> Process:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "volto", "serve", "--no-browser", "--port", "0"),
        *("--data", str(data), "--database", database, *options),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "NUMBA_NUM_THREADS": "1"},
    )
    assert process.stdout is not None
    line = await asyncio.wait_for(process.stdout.readline(), 60)
    found = re.fullmatch(rb"VOLTO is at http://127.0.0.1:(\d+)/ \(Ctrl-C ends it\)\n", line)
    assert found, line
    return Process(process, Server(int(found[1]), ServerSettings(data)))


@contextlib.asynccontextmanager
async def house(
    database: str, data: Path, options: Sequence[Sequence[str]]
) -> AsyncIterator[list[Process]]:
    """Servers with these options, all started at once."""
    running = await asyncio.gather(*(start(database, data, *given) for given in options))
    try:
        yield running
    finally:
        for process in running:
            await process.kill()


@pytest.fixture(scope="module")
async def bus() -> AsyncIterator[Redis]:
    with Redis() as redis:
        yield redis


@pytest.fixture(scope="module")
async def three(
    postgres: Postgres, bus: Redis, tmp_path_factory: pytest.TempPathFactory, anyio_backend: str
) -> AsyncIterator[list[Process]]:
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


async def test_a_game_goes_on_across_workers(three: list[Process]) -> None:
    """Turns, spectators, presence, a reconnection to another worker, an ending, a rematch."""
    a, b, _ = (process.server for process in three)
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


async def test_without_a_bus_pages_follow_by_looking(three: list[Process]) -> None:
    """And a game never gets stuck, though each worker has the table in memory."""
    a, _, alone = (process.server for process in three)
    made, joined = await seated(a, alone)
    async with a.sit(made.path) as white, alone.sit(joined.path) as red:
        await deployed(white, red)
        await turns((white, red), 0, 3)


async def test_of_two_workers_only_one_accepts_a_turn(three: list[Process]) -> None:
    servers = [process.server for process in three]
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


async def test_a_bot_plays_whichever_worker_is_spoken_to(three: list[Process]) -> None:
    a, b, _ = (process.server for process in three)
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
    three: list[Process], bus: Redis
) -> None:
    a, b, _ = (process.server for process in three)
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
        made, joined = await seated(server, server)
        players = [Returning(server, made.path, "white"), Returning(server, joined.path, "red")]
        playing = [asyncio.create_task(player.play()) for player in players]
        await progress(players, 2)
        killed = min(pids(supervisor))
        os.kill(killed, signal.SIGKILL)
        await progress(players, 2)
        before = await changed(supervisor, {killed})
        os.kill(os.getpid(), signal.SIGHUP)
        await changed(supervisor, before)
        await progress(players, 2)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        async with server.sit(made.path) as page:
            snapshot = await page.sees("white", lambda _: True)
        for player in players:
            for ply, move in player.acknowledged.items():
                turn = snapshot.turns[ply]
                assert (turn.family, turn.origin + turn.target) == (player.seat, move)
        os.kill(os.getpid(), signal.SIGTERM)
        assert await asyncio.wait_for(running, 60)
        assert all(worker._process.returncode == 0 for worker in supervisor._workers)


class Returning:
    """A page that plays any moves and comes back by itself."""

    def __init__(self, server: Server, path: str, seat: str) -> None:
        self.server, self.path, self.seat, self.rng = server, path, seat, Random(seat)
        self.acknowledged: dict[int, str] = {}
        self.goal = 0
        """Turns that it may play."""

    async def play(self) -> None:
        while True:
            with contextlib.suppress(*GONE):
                async with self.server.sit(self.path) as page:
                    snapshot = await page.sees(self.seat, lambda _: True)
                    if not snapshot.people[self.seat].ready:  # type: ignore[index]
                        await page.deploy(
                            self.seat, WHITE_SETUP if self.seat == "white" else RED_SETUP
                        )
                    while True:
                        await self.turn(page)
            await asyncio.sleep(0.02)

    async def turn(self, page: Page) -> None:
        snapshot = await page.sees(self.seat, lambda now: bool(now.moves))
        while len(self.acknowledged) >= self.goal:
            await page.ask(Ping)
            await asyncio.sleep(0.01)
        origin, targets = self.rng.choice(sorted(snapshot.moves.items()))
        move = origin + self.rng.choice(targets)
        if isinstance(await page.play(self.seat, snapshot.ply, move), Done):
            assert snapshot.ply not in self.acknowledged
            self.acknowledged[snapshot.ply] = move
        await page.ask(Ping)
        await page.sees(self.seat, lambda now: now.ply > snapshot.ply)


async def progress(players: Sequence[Returning], turns: int) -> None:
    """Let each move so often; few enough for no game to end."""
    for player in players:
        player.goal += turns
    async with asyncio.timeout(60):
        while any(len(player.acknowledged) < player.goal for player in players):
            await asyncio.sleep(0.02)
