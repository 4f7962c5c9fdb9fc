"""SIGTERM while people play: what was begun is finished, pages are told to come back, and do."""

import asyncio
import contextlib
import signal
import sqlite3
from pathlib import Path
from random import Random

from websockets.exceptions import ConnectionClosed

from tests.chaos.test_kill import WISH, Player, process
from tests.server.serving import Page, Server
from tests.services import free_port
from volto.server.graceful import RESTART
from volto.server.settings import ServerSettings

TABLES = 3


class Leaver(Player):
    """Also remembers how its connections ended."""

    def __init__(self, server: Server, path: str, seat: str, rng: Random) -> None:
        super().__init__(server, path, seat, rng)
        self.goodbyes: list[int | None] = []

    async def turn_by_turn(self, page: Page) -> None:
        try:
            await super().turn_by_turn(page)
        except ConnectionClosed as goodbye:
            self.goodbyes.append(goodbye.rcvd.code if goodbye.rcvd else None)
            raise


def kept(data: Path) -> dict[str, dict[int, str]]:
    """The turns of each table, from the database itself."""
    found: dict[str, dict[int, str]] = {}
    with contextlib.closing(sqlite3.connect(data / "volto.db")) as database:
        rows = database.execute(
            "SELECT table_id, ply, json_extract(body, '$.move') FROM log WHERE ply IS NOT NULL"
        )
        for table, ply, move in rows:
            found.setdefault(table, {})[ply] = move
    return found


async def story(data: Path) -> None:
    port, rng = free_port(), Random(2)
    server = Server(port, ServerSettings(data))
    async with process(port, data) as running:
        players: dict[str, list[Leaver]] = {}
        for _ in range(TABLES):
            made = await server.make(WISH)
            assert made.invite is not None
            other = await server.join(made.invite)
            players[made.path.split("/")[2]] = [
                Leaver(server, path, seat, Random(rng.random()))
                for path, seat in ((made.path, "white"), (other.path, "red"))
            ]
        everyone = [player for pair in players.values() for player in pair]
        playing = [asyncio.create_task(player.play()) for player in everyone]

        async def all_play(turns: int) -> None:
            while any(
                sum(len(player.acknowledged) for player in pair) < turns
                and all(player.snapshot is None or player.snapshot.end is None for player in pair)
                for pair in players.values()
            ):
                await asyncio.sleep(0.005)

        await asyncio.wait_for(all_play(5), 60)
        running.send_signal(signal.SIGTERM)
        assert await asyncio.wait_for(running.wait(), 30) == 0
        ongoing = [player for player in everyone if player.snapshot and not player.snapshot.end]
        assert ongoing
        await asyncio.sleep(0.1)
        assert {code for player in ongoing for code in player.goodbyes[:1]} == {RESTART}
        for table, turns in kept(data).items():
            assert turns == players[table][0].acknowledged | players[table][1].acknowledged
    async with process(port, data):
        before = max(len(player.acknowledged) for player in everyone)
        await asyncio.wait_for(all_play(2 * before + 5), 60)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    for table, turns in kept(data).items():
        for player in players[table]:
            assert player.acknowledged.items() <= turns.items()


def test_every_turn_that_was_played_was_acknowledged_and_pages_come_back(tmp_path: Path) -> None:
    asyncio.run(story(tmp_path))
