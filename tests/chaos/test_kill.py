"""`kill -9` while people and the house play: no acknowledged turn is lost or doubled, all go on."""

import asyncio
import contextlib
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import httpx
from websockets.exceptions import WebSocketException

from tests.server.serving import RED_SETUP, WHITE_SETUP, Page, Server
from volto.server.settings import ServerSettings
from volto.server.wire.messages import Done, NewTable, Refused, Resync, TableSnapshot

TABLES = 3
KILLS = 5
GONE = (OSError, WebSocketException, httpx.HTTPError)
WISH = NewTable(mode="friend", family="white", first="white", quiet=0, aid="off")
HOUSE_WISH = NewTable(mode="house", level=2, family="white", first="white", quiet=0, aid="off")


class Player:
    """A page that plays any moves, reconnects by itself, and remembers what was acknowledged."""

    def __init__(self, server: Server, path: str, seat: str, rng: Random) -> None:
        self.server, self.path, self.seat, self.rng = server, path, seat, rng
        self.acknowledged: dict[int, str] = {}
        self.last: int | None = None
        self.snapshot: TableSnapshot | None = None
        self.returns = 0

    async def play(self) -> None:
        """Until the game is over."""
        while self.snapshot is None or self.snapshot.end is None:
            with contextlib.suppress(*GONE):
                known = {self.seat: self.snapshot} if self.snapshot else {}
                async with self.server.sit(self.path, self.last, known) as page:  # type: ignore[arg-type]
                    self.returns += 1
                    assert page.welcome is not None
                    try:
                        if page.welcome.fresh:
                            await page.until(Resync)
                        self.remember(page)
                        await self.turn_by_turn(page)
                    finally:
                        self.remember(page)
                        assert page.happened == [
                            *range(page.number - len(page.happened) + 1, page.number + 1)
                        ]
            await asyncio.sleep(0.02)

    async def listen(self, page: Page) -> None:
        await page.hear()
        self.remember(page)

    def remember(self, page: Page) -> None:
        if self.seat in page.snapshots:
            self.last, self.snapshot = page.number, page.snapshots[self.seat]

    async def turn_by_turn(self, page: Page) -> None:
        while True:
            snapshot = self.snapshot
            assert snapshot is not None
            if snapshot.end is not None:
                return
            if snapshot.phase == "deploying" and not snapshot.people[self.seat].ready:  # type: ignore[index]
                await page.deploy(self.seat, WHITE_SETUP if self.seat == "white" else RED_SETUP)
                self.remember(page)
            elif snapshot.moves:
                origin, targets = self.rng.choice(sorted(snapshot.moves.items()))
                move = origin + self.rng.choice(targets)
                answer = await page.play(self.seat, snapshot.ply, move)
                self.remember(page)
                if isinstance(answer, Done):
                    assert snapshot.ply not in self.acknowledged
                    self.acknowledged[snapshot.ply] = move
                else:
                    assert isinstance(answer, Refused)
                    assert answer.code == "asked-already", answer
                while self.snapshot is snapshot and isinstance(answer, Done):
                    await self.listen(page)
            else:
                await self.listen(page)


@contextlib.asynccontextmanager
async def process(port: int, data: Path) -> AsyncIterator[asyncio.subprocess.Process]:
    """A real `volto serve`, killed without a word in the end."""
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "volto", "serve", "--no-browser"),
        *("--port", str(port), "--data", str(data)),
        stdout=asyncio.subprocess.PIPE,
        env={**os.environ, "NUMBA_NUM_THREADS": "1"},
    )
    try:
        assert running.stdout is not None
        line = await asyncio.wait_for(running.stdout.readline(), 60)
        assert line.startswith(b"VOLTO is at http://127.0.0.1:")
        yield running
    finally:
        with contextlib.suppress(ProcessLookupError):
            running.send_signal(signal.SIGKILL)
        await running.wait()


async def story(data: Path, port: int) -> list[tuple[Player, TableSnapshot]]:
    rng = Random(1)
    server = Server(port, ServerSettings(data))
    async with process(port, data):
        players = []
        for _ in range(TABLES):
            made = await server.make(WISH)
            assert made.invite is not None
            other = await server.join(made.invite)
            for path, seat in ((made.path, "white"), (other.path, "red")):
                players.append(Player(server, path, seat, Random(rng.random())))
        made = await server.make(HOUSE_WISH)
        players.append(Player(server, made.path, "white", Random(rng.random())))
        playing = [asyncio.create_task(player.play()) for player in players]
        await asyncio.sleep(0.3)

    async def most_return(lives: int) -> None:
        """Most of the server's lives are long enough for everyone, however busy the machine is."""
        while any(
            player.returns <= lives // 2 and not task.done()
            for player, task in zip(players, playing, strict=True)
        ):
            await asyncio.sleep(0.02)

    for lives in range(1, KILLS):
        async with process(port, data):
            await asyncio.sleep(rng.uniform(0.05, 0.8))
            await asyncio.wait_for(most_return(lives), 60)
    async with process(port, data):
        await asyncio.sleep(0.3)
        await asyncio.wait_for(most_return(KILLS), 60)
        for task in playing:
            if task.done():
                await task
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        seen = []
        for player in players:
            async with server.sit(player.path) as page:
                seen.append((player, (await page.until(Resync)).snapshot))
    return seen


def test_no_acknowledged_turn_is_lost_and_none_is_doubled(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    seen = asyncio.run(story(tmp_path / "data", port))
    played = 0
    for player, snapshot in seen:
        assert [turn.ply for turn in snapshot.turns] == [*range(1, len(snapshot.turns) + 1)]
        for ply, move in player.acknowledged.items():
            turn = snapshot.turns[ply]
            assert (turn.family, turn.origin + turn.target) == (player.seat, move)
        assert player.returns > KILLS // 2 or snapshot.end is not None
        assert player.snapshot is not None
        assert snapshot.turns[: len(player.snapshot.turns)] == player.snapshot.turns
        played += len(player.acknowledged)
    assert played > 10
