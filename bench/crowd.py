"""Measure the server beside boardgame.io's: many tables, everyone moving as soon as they can.

    python bench/crowd.py                            both servers, 50 and 500 tables
    python bench/crowd.py --tables 10 5000 --servers volto
    python bench/crowd.py --aid logic --servers volto

One process serves, on the first processor; this one plays, on the second, through two sockets a
table, the same games move by move on every server. A click is timed until both pages have heard of
the new state; no page reads more of a frame than it must to know that. Volto's database is on disk
and synced at every commit; boardgame.io, installed by npm (needs Node), keeps matches in memory.
The servers take turns, `--rounds` times, and the table shows the medians.
"""

import argparse
import asyncio
import os
import platform
import socket
import statistics
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import uvloop
from platformdirs import user_cache_path

from machine import processor
from page import Page, free_port, post
from volto.cli.serve import listen, run, supervise
from volto.rules import Move, Position
from volto.server.opening import check
from volto.server.settings import ServerSettings
from volto.server.wire.limits import ANY, Allowance

HERE = Path(__file__).parent
DISK = user_cache_path("volto") / "bench"
"""Where databases are put: a folder for temporary files may be in memory only."""
HOST = "127.0.0.1"
SERVING, PLAYING = 0, 1
"""The processors of the server and of this process."""
DEPLOYMENTS = ("NNAAL/LSNAC", "AASNL/LNNAC")
BOARDGAME_IO = "boardgame.io@0.50"
WARM_UP = 3.0
"""Seconds that everyone plays before it counts."""
LONGEST = 400
"""Turns after which a game is left."""
AT_ONCE = 20
"""Games that are being set up at any time."""

Game = list[Move]


def games(number: int) -> list[Game]:
    """Games of chance whose players shy away from the end, the same ones every time.

    They are long, so that making tables weighs little beside playing at them.
    """
    rng, played = Random(1), []
    for _ in range(number):
        position, moves = Position.start(*DEPLOYMENTS), Game()
        while position.outcome is None and len(moves) < LONGEST:
            choices = position.legal_moves()
            for move in rng.sample(choices, len(choices)):
                after = position.play(move)
                if after.outcome is None:
                    break
            position = after
            moves.append(move)
        played.append(moves)
    return played


class Seat(ABC):
    """One of the two pages of a game: how it clicks, and what a turn looks like to it."""

    page: Page

    @abstractmethod
    def click(self, ply: int, move: Move) -> None: ...

    @abstractmethod
    def is_turn(self, message: bytes) -> bool:
        """Whether a message tells of the next turn; a refusal is an error."""


class Rival(ABC):
    """A server that can be measured."""

    name: str
    port: int
    process: int

    @contextmanager
    @abstractmethod
    def running(self) -> Iterator[None]:
        """Start it and wait until it answers; stop it at the end."""

    @abstractmethod
    async def seats(self) -> tuple[Seat, Seat]:
        """White's and Red's place at a new table, both deployed and White to move."""


def processor_seconds(process: int) -> float:
    """How long a process and those that it has started have computed so far."""
    about = Path(f"/proc/{process}")
    words = (about / "stat").read_text().rpartition(")")[2].split()
    children = (about / "task" / str(process) / "children").read_text().split()
    own = (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(processor_seconds(int(child)) for child in children)


def wait_until_idle(process: int) -> None:
    """What it compiles or loads in the background is loaded."""
    before = -1.0
    while (now := processor_seconds(process)) - before > 0.02:
        before = now
        time.sleep(1.0)


@contextmanager
def started(
    command: list[str], port: int, processors: str = str(SERVING), **environment: str
) -> Iterator[int]:
    """A process on these processors, by its number, once it listens."""
    with subprocess.Popen(
        ["taskset", "-c", processors, *command],
        env=os.environ | environment,
        stdout=subprocess.DEVNULL,
    ) as process:
        try:
            while True:
                assert process.poll() is None, "the server has ended"
                try:
                    socket.create_connection((HOST, port)).close()
                    break
                except ConnectionRefusedError:
                    time.sleep(0.1)
            wait_until_idle(process.pid)
            yield process.pid
        finally:
            process.terminate()


# Volto.


@dataclass
class VoltoSeat(Seat):
    page: Page
    family: str

    def click(self, ply: int, move: Move) -> None:
        self.page.say(
            b'{"t":"move","ref":%d,"seat":"%b","ply":%d,"move":"%b"}'
            % (ply + 1, self.family.encode(), ply, str(move).encode())
        )

    def is_turn(self, message: bytes) -> bool:
        assert not message.startswith(b'{"t":"refused"'), message
        return message.startswith(b'{"t":"happened"') and b'"what":"turn"' in message[:120]


class Volto(Rival):
    name = "volto"
    processors = str(SERVING)

    def __init__(self, aid: str) -> None:
        self.aid = aid

    @contextmanager
    def running(self, *options: str) -> Iterator[None]:
        self.port = free_port()
        DISK.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=DISK) as folder:
            command = [sys.executable, __file__, "--serve", folder, str(self.port), *options]
            with started(command, self.port, self.processors) as self.process:
                yield

    async def seats(self) -> tuple[Seat, Seat]:
        wish = {"mode": "friend", "family": "white", "first": "white", "aid": self.aid}
        made = await post(HOST, self.port, "/api/tables", wish)
        table, _, key = made["invite"].removeprefix("/join/").partition("#")
        joined = await post(HOST, self.port, f"/api/tables/{table}/join", {"key": key})
        found = []
        for path, family, deployment in zip(
            (made["path"], joined["path"]), ("white", "red"), DEPLOYMENTS, strict=True
        ):
            offers = f"Sec-WebSocket-Protocol: volto, key.{path.partition('#')[2]}"
            page = await Page.connect(HOST, self.port, f"/socket/{table}", offers)
            page.say(b'{"t":"hello"}')
            page.say(
                b'{"t":"deploy","ref":0,"seat":"%b","deployment":"%b"}'
                % (family.encode(), deployment.encode())
            )
            found.append(VoltoSeat(page, family))
        for seat in found:
            await seat.page.hear(b'"what":"began"')
        return found[0], found[1]


class TwoWorkers(Volto):
    """Two workers on PostgreSQL and Redis, which are started for it; they share both processors
    with them and with the pages."""

    name = "volto, 2 workers on PostgreSQL"
    processors = f"{SERVING},{PLAYING}"

    @contextmanager
    def running(self, *options: str) -> Iterator[None]:
        sys.path.insert(0, str(HERE.parent))
        from tests.services import Postgres, Redis

        with (
            Postgres(durable=True) as postgres,
            Redis() as redis,
            super().running(postgres.new_database(), redis.url),
        ):
            yield


def serve(folder: str, port: int, database: str | None = None, bus: str | None = None) -> None:
    """Without the limits that protect a server from people who move as fast as this."""
    settings = ServerSettings(
        Path(folder),
        database=database,
        bus=bus,
        per_address=Allowance(),
        per_seat=Allowance(),
        in_all=Allowance(),
        making=ANY,
        pause=0.0,
    )
    asyncio.run(check(settings))
    if database:
        supervise(settings, 2, listen(HOST, port), lambda: None)
    else:
        run(settings, listen(HOST, port), lambda server: None)


# boardgame.io.


@dataclass
class BoardgameSeat(Seat):
    page: Page
    match: bytes
    player: bytes
    credentials: bytes

    def click(self, ply: int, move: Move) -> None:
        origin, target = (cell.row * 5 + cell.column for cell in move)
        self.page.say(
            b'42/volto,["update",{"type":"MAKE_MOVE","payload":{"type":"play","args":[%d,%d],'
            b'"playerID":"%b","credentials":"%b"}},%d,"%b","%b"]'
            % (origin, target, self.player, self.credentials, ply, self.match, self.player)
        )

    def is_turn(self, message: bytes) -> bool:
        if message == b"2":  # engine.io's own ping
            self.page.say(b"3")
            return False
        return message.startswith(b'42/volto,["update"')


class BoardgameIo(Rival):
    name = "boardgame.io"

    @contextmanager
    def running(self) -> Iterator[None]:
        self.port, self.lobby = free_port(), free_port()
        server = HERE / "boardgame_io" / "server.cjs"
        command = ["node", str(server), str(self.port), str(self.lobby)]
        modules = str(installed() / "node_modules")
        with started(command, self.port, NODE_ENV="production", NODE_PATH=modules) as self.process:
            yield

    async def seats(self) -> tuple[Seat, Seat]:
        about = {"numPlayers": 2, "setupData": DEPLOYMENTS}
        made = await post(HOST, self.lobby, "/games/volto/create", about)
        match, found = made["matchID"], []
        for player in ("0", "1"):
            place = {"playerID": player, "playerName": player}
            joined = await post(HOST, self.lobby, f"/games/volto/{match}/join", place)
            page = await Page.connect(HOST, self.port, "/socket.io/?EIO=4&transport=websocket")
            await page.hear(b"0{")
            page.say(b"40/volto,")
            await page.hear(b"40/volto,")
            key = joined["playerCredentials"]
            page.say(f'42/volto,["sync","{match}","{player}","{key}",2]'.encode())
            await page.hear(b'42/volto,["sync"')
            found.append(BoardgameSeat(page, match.encode(), player.encode(), key.encode()))
        return found[0], found[1]


def installed() -> Path:
    """The folder of boardgame.io, which npm fills the first time."""
    folder = DISK / BOARDGAME_IO
    if not (folder / "node_modules" / "boardgame.io").exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = ["npm", "install", "--silent", "--prefix", str(folder), BOARDGAME_IO]
        subprocess.run(command, check=True)
    return folder


# The crowd.


@dataclass
class Tally:
    """What was measured: clicks that both pages heard the answer of, and how long that took."""

    counting: bool = False
    waits: list[float] = field(default_factory=list)
    heard: int = 0
    """Bytes of frames."""
    served: float = 0.0
    """Seconds of processor time that the server needed."""
    played: float = 0.0
    """Seconds of processor time that this process needed."""


class Table:
    """One game from its first click to its last."""

    def __init__(self, seats: tuple[Seat, Seat], game: Game, tally: Tally) -> None:
        self.seats, self.game, self.tally = seats, game, tally
        self.over = asyncio.get_running_loop().create_future()
        self.plies = [0, 0]
        """The turns that each page has heard of."""
        for index, seat in enumerate(seats):
            seat.page.heard = self._listening(index, seat)

    def _listening(self, index: int, seat: Seat) -> Callable[[bytes], None]:
        plies = self.plies

        def heard(message: bytes) -> None:
            if seat.is_turn(message):
                self.tally.heard += len(message)
                plies[index] += 1
                if plies[0] == plies[1]:
                    self.answered()

        return heard

    def click(self) -> None:
        ply = self.plies[0]
        self.clicked = time.perf_counter()
        self.seats[ply % 2].click(ply, self.game[ply])

    def answered(self) -> None:
        if self.tally.counting:
            self.tally.waits.append(time.perf_counter() - self.clicked)
        if self.plies[0] == len(self.game):
            self.over.set_result(None)
        else:
            self.click()

    def close(self) -> None:
        for seat in self.seats:
            seat.page.close()


async def load(rival: Rival, tables: int, seconds: float, played: list[Game]) -> Tally:
    """So many tables, each with a new game when one is over."""
    tally, setting_up, begin = Tally(), asyncio.Semaphore(AT_ONCE), asyncio.Event()
    ready = 0

    async def one(number: int) -> None:
        nonlocal ready
        chance = Random(number)
        while True:
            async with setting_up:
                table = Table(await rival.seats(), chance.choice(played), tally)
            ready += 1
            await begin.wait()
            table.click()
            try:
                await table.over
            finally:
                table.close()

    playing = [asyncio.create_task(one(number)) for number in range(tables)]
    while ready < tables:
        done, _ = await asyncio.wait(playing, timeout=0.1, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            task.result()
    begin.set()
    await asyncio.sleep(WARM_UP)
    tally.counting, tally.heard = True, 0
    served, here = processor_seconds(rival.process), time.process_time()
    await asyncio.sleep(seconds)
    tally.counting = False
    tally.served = processor_seconds(rival.process) - served
    tally.played = time.process_time() - here
    for task in playing:
        task.cancel()
    for outcome in await asyncio.gather(*playing, return_exceptions=True):
        if isinstance(outcome, Exception):
            raise outcome
    return tally


@dataclass
class Figures:
    """What one round came to."""

    turns: float
    median: float
    tail: float
    cost: float
    size: float
    busy: float

    @classmethod
    def of(cls, tally: Tally, seconds: float) -> "Figures":
        turns = len(tally.waits)
        cuts = statistics.quantiles(tally.waits, n=100)
        return cls(
            turns / seconds,
            1000 * cuts[49],
            1000 * cuts[98],
            1000 * tally.served / turns,
            tally.heard / turns / 2,
            100 * tally.played / seconds,
        )

    def row(self, tables: int, name: str) -> str:
        return (
            f"| {tables:,} | {name} | {self.turns:,.0f} | {self.median:,.1f} ms | "
            f"{self.tail:,.1f} ms | {self.cost:.3f} ms | {self.size:,.0f} B | {self.busy:.0f}% |"
        )


def median(rounds: list[Figures]) -> Figures:
    return Figures(
        *(
            statistics.median(getattr(one, name) for one in rounds)
            for name in Figures.__dataclass_fields__
        )
    )


def main() -> None:
    reading = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    reading.add_argument("--tables", type=int, nargs="*", default=[50, 500])
    reading.add_argument("--seconds", type=float, default=10.0)
    reading.add_argument("--rounds", type=int, default=3)
    reading.add_argument("--aid", default="off")
    reading.add_argument(
        "--servers", nargs="*", default=["volto", "boardgame.io"],
        choices=["volto", "workers", "boardgame.io"],
    )  # fmt: skip
    reading.add_argument("--serve", nargs="*", help=argparse.SUPPRESS)
    asked = reading.parse_args()
    if asked.serve:
        folder, port, *shared = asked.serve
        serve(folder, int(port), *shared)
        return
    os.sched_setaffinity(0, {PLAYING})
    rivals: dict[str, Rival] = {
        "volto": Volto(asked.aid),
        "workers": TwoWorkers(asked.aid),
        "boardgame.io": BoardgameIo(),
    }
    played = games(60)
    found: dict[tuple[int, str], list[Figures]] = {}
    for number in range(asked.rounds):
        for tables in asked.tables:
            for name in asked.servers:
                rival = rivals[name]
                with rival.running():
                    tally = uvloop.run(load(rival, tables, asked.seconds, played))
                figures = Figures.of(tally, asked.seconds)
                found.setdefault((tables, rival.name), []).append(figures)
                print(f"round {number + 1}", figures.row(tables, rival.name), file=sys.stderr)
    print(
        "| tables | server | turns per second | click to both views, median | 99th percentile "
        "| server's processor time per turn | frame | load on the client |"
    )
    print("|---:|---|---:|---:|---:|---:|---:|---:|")
    for (tables, name), rounds in found.items():
        print(median(rounds).row(tables, name))
    print(
        f"\n{processor()}; Python {platform.python_version()}, Node "
        f"{subprocess.run(['node', '--version'], capture_output=True, text=True).stdout.strip()}; "
        f"median of {asked.rounds} rounds of {asked.seconds:g} s."
    )


if __name__ == "__main__":
    main()
