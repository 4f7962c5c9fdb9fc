"""Measure the server: many tables at once on one process, everyone moving as soon as they can.

    python bench/tables.py [--tables 1 50 500] [--seconds 15] [--aid off logic]

The server runs in a process of its own with a database on disk, and the pages in this one, two
sockets a table. A click is timed until both pages have their view of the new state.
"""

import argparse
import asyncio
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import httpx
import msgspec
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from volto.cli.serve import configured, listen
from volto.server.settings import ServerSettings
from volto.server.wire.messages import NewTable, TableMade, write

JSON = {"content-type": "application/json"}
DEPLOYMENTS = {"white": "NNAAL/LSNAC", "red": "AASNL/LNNAC"}
WARM_UP = 2.0
"""Seconds that everyone plays before it counts."""


class Seen(msgspec.Struct):
    """What a page needs of a snapshot in order to move."""

    phase: str = ""
    ply: int = 0
    moves: dict[str, tuple[str, ...]] = {}


class Heard(msgspec.Struct):
    """A message, as far as it matters here."""

    t: str
    code: str = ""
    snapshot: Seen | None = None


_heard = msgspec.json.Decoder(Heard)


@dataclass
class Tally:
    """When clicks were answered with both views, and how long that took."""

    begin: asyncio.Event
    """Set once every table is set up."""
    set_up: int = 0
    counting: bool = False
    waits: list[float] = field(default_factory=list)
    frames: int = 0
    size: int = 0
    computed: float = 0.0
    """Seconds of processor time that the server needed meanwhile."""

    def hear(self, frame: bytes) -> Heard:
        if self.counting:
            self.frames += 1
            self.size += len(frame)
        heard = _heard.decode(frame)
        assert heard.t != "refused", heard
        return heard


async def snapshot(page: ClientConnection, tally: Tally, ply: int) -> Seen:
    """Listen until the game has come so far."""
    while True:
        heard = tally.hear(await page.recv(decode=False))
        if (
            heard.snapshot
            and heard.snapshot.phase in ("playing", "over")
            and heard.snapshot.ply >= ply
        ):
            return heard.snapshot


async def one_game(
    address: str, client: httpx.AsyncClient, aid: str, tally: Tally, rng: Random
) -> None:
    wish = NewTable(mode="friend", family="white", first="white", quiet=0, aid=aid)  # type: ignore[arg-type]
    made = await post(client, "/api/tables", write(wish))
    _, _, table, key = str(made.invite).split("/")
    joined = await post(client, f"/api/tables/{table}/join", msgspec.json.encode({"key": key}))
    paths = [f"{address}{made.path}", f"{address}{joined.path}"]
    urls = [path.replace("http://", "ws://").replace("/t/", "/socket/") for path in paths]
    async with (
        connect(urls[0], compression=None, max_size=None) as white,
        connect(urls[1], compression=None, max_size=None) as red,
    ):
        pages = (white, red)
        for page, family in zip(pages, DEPLOYMENTS, strict=True):
            await page.send('{"t":"hello"}')
            text = (
                f'{{"t":"deploy","ref":0,"seat":"{family}","deployment":"{DEPLOYMENTS[family]}"}}'
            )
            await page.send(text)
        seen = list(await asyncio.gather(*(snapshot(page, tally, 0) for page in pages)))
        tally.set_up += 1
        await tally.begin.wait()
        ply = 0
        while seen[0].phase == "playing":
            mover = ply % 2
            origin, targets = rng.choice(list(seen[mover].moves.items()))
            family = tuple(DEPLOYMENTS)[mover]
            move = origin + rng.choice(targets)
            clicked = time.perf_counter()
            await pages[mover].send(
                f'{{"t":"move","ref":{ply + 1},"seat":"{family}","ply":{ply},"move":"{move}"}}'
            )
            ply += 1
            seen = list(await asyncio.gather(*(snapshot(page, tally, ply) for page in pages)))
            if tally.counting:
                tally.waits.append(time.perf_counter() - clicked)


async def post(client: httpx.AsyncClient, path: str, body: bytes) -> TableMade:
    answer = await client.post(path, content=body, headers=JSON)
    answer.raise_for_status()
    return msgspec.json.decode(answer.content, type=TableMade)


async def load(address: str, tables: int, seconds: float, aid: str, process: int) -> Tally:
    tally, rng = Tally(asyncio.Event()), Random(1)
    limits = httpx.Limits(max_connections=20)
    async with httpx.AsyncClient(
        base_url=address, timeout=120, limits=limits, verify=False
    ) as client:

        async def table(number: int) -> None:
            chance = Random(rng.random())
            while True:
                await one_game(address, client, aid, tally, chance)

        playing = [asyncio.create_task(table(number)) for number in range(tables)]
        while tally.set_up < tables:
            await asyncio.sleep(0.1)
        tally.begin.set()
        await asyncio.sleep(WARM_UP)
        tally.counting = True
        used = processor_seconds(process)
        await asyncio.sleep(seconds)
        tally.counting = False
        tally.computed = processor_seconds(process) - used
        for task in playing:
            if task.done():
                task.result()
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
    return tally


def processor_seconds(process: int) -> float:
    """How long a process has computed so far, on Linux."""
    stat = Path(f"/proc/{process}/stat")
    if not stat.exists():
        return 0.0
    words = stat.read_text().rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


@contextmanager
def server(folder: str) -> Iterator[tuple[str, int]]:
    """A server process, its address and its number."""
    with subprocess.Popen(
        [sys.executable, __file__, "--serve", folder], stdout=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        try:
            yield running.stdout.readline().strip(), running.pid
        finally:
            running.terminate()


def serve(folder: str) -> None:
    """Without the limits that protect a server from people who move as fast as this."""
    settings = ServerSettings(
        Path(folder), rate=1e9, burst=10**9, tables_rate=1e9, tables_burst=10**9, pause=0.0
    )
    with listen("127.0.0.1", 0) as listening:
        print(f"http://127.0.0.1:{listening.getsockname()[1]}", flush=True)
        uvicorn.Server(configured(settings)).run(sockets=[listening])


def row(aid: str, tables: int, seconds: float, tally: Tally) -> str:
    waits = sorted(tally.waits)
    cuts = statistics.quantiles(waits, n=100)
    return (
        f"| {aid} | {tables} | {len(waits) / seconds:,.0f} | {1000 * cuts[49]:,.0f} ms | "
        f"{1000 * cuts[98]:,.0f} ms | {1000 * tally.computed / len(waits):.2f} ms | "
        f"{tally.size / max(1, tally.frames) / 1024:.1f} KB |"
    )


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__)
    reading.add_argument("--tables", type=int, nargs="*", default=[1, 50, 500])
    reading.add_argument("--seconds", type=float, default=15.0)
    reading.add_argument("--aid", nargs="*", default=["off", "logic"])
    reading.add_argument("--serve", metavar="FOLDER", help=argparse.SUPPRESS)
    asked = reading.parse_args()
    if asked.serve:
        serve(asked.serve)
        return
    print(
        "| aid | tables | turns per second | click to both views, median | 99th percentile "
        "| server CPU time per turn | frame size |"
    )
    print("|---|---:|---:|---:|---:|---:|---:|")
    for aid in asked.aid:
        for tables in asked.tables:
            with tempfile.TemporaryDirectory() as folder, server(folder) as (address, process):
                time.sleep(5.0)  # what is compiled is loaded
                tally = asyncio.run(load(address, tables, asked.seconds, aid, process))
            print(row(aid, tables, asked.seconds, tally), flush=True)


if __name__ == "__main__":
    main()
