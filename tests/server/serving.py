"""A real server on a real port, within this process, and scripted clients that talk to it."""

import asyncio
import contextlib
import re
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any, TypeVar

import httpx
import msgspec
import uvicorn
from starlette.applications import Starlette
from websockets import Subprotocol
from websockets.asyncio.client import ClientConnection, connect

from volto.cli.serve import configured, listen
from volto.server.bus import Bus
from volto.server.settings import ServerSettings
from volto.server.tables.table import Listener
from volto.server.tables.tables import Tables
from volto.server.wire.change import applied
from volto.server.wire.limits import Allowance
from volto.server.wire.messages import (
    Answer,
    Deploy,
    Done,
    Happened,
    Hello,
    Join,
    Message,
    NewTable,
    Play,
    Refused,
    Resync,
    TableMade,
    TableSnapshot,
    Welcome,
    read_answer,
    write,
)

WHITE_SETUP, RED_SETUP = "NNAAL/LSNAC", "AASNL/LNNAC"
PATIENCE = 60.0
"""Seconds after which a test that waits for an answer has failed."""

UNLIMITED = {name: Allowance() for name in ("per_address", "per_seat", "in_all")}

Kind = TypeVar("Kind", bound=Message)


def parts(path: str) -> list[str]:
    """What a path consists of: nothing, the kind of page, the table, and the key if it has one."""
    return re.split("[/#]", path)


def socket_of(path: str) -> tuple[str, list[Subprotocol]]:
    """Where the page of this path connects to, and what it offers to speak."""
    _, _, table, *key = parts(path)
    offers = [Subprotocol("volto"), *(Subprotocol(f"key.{one}") for one in key)]
    return f"/socket/{table}", offers


@dataclass
class Server:
    """Where a server listens."""

    port: int
    settings: ServerSettings
    app: Starlette | None = None

    @property
    def tables(self) -> Tables:
        """The authority itself, for tests that reach behind the door."""
        assert self.app is not None
        tables: Tables = self.app.state.tables
        return tables

    def listeners(self, path: str) -> list[Listener]:
        """Who listens at the table of this path."""
        return self.tables._open[parts(path)[2]].listeners

    @property
    def bus(self) -> Bus:
        assert self.app is not None
        bus: Bus = self.app.state.bus
        return bus

    @property
    def http(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def client(self) -> httpx.AsyncClient:
        return httpx.AsyncClient(base_url=self.http, timeout=PATIENCE, verify=False)

    async def make(self, wish: NewTable) -> TableMade:
        async with self.client() as client:
            answer = await client.post(
                "/api/tables", content=write(wish), headers={"content-type": "application/json"}
            )
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=TableMade)

    async def join(self, invite: str, name: str = "Bo", token: str = "") -> TableMade:
        async with self.client() as client:
            answer = await self.try_to_join(client, invite, name, token)
        assert answer.status_code == 200, answer.text
        return msgspec.json.decode(answer.content, type=TableMade)

    @staticmethod
    async def try_to_join(
        client: httpx.AsyncClient, invite: str, name: str, token: str
    ) -> httpx.Response:
        _, _, table, key = parts(invite)
        return await client.post(
            f"/api/tables/{table}/join",
            content=write(Join(key, name, token)),
            headers={"content-type": "application/json"},
        )

    @contextlib.asynccontextmanager
    async def sit(
        self,
        path: str,
        last: int | None = None,
        snapshots: dict[str | None, TableSnapshot] | None = None,
    ) -> AsyncIterator["Page"]:
        """Connect as the page of this path does, and say hello; `snapshots` are those it knows."""
        async with self.socket(path) as connection:
            page = Page(connection, snapshots=dict(snapshots or {}), number=last or 0)
            await page.say(Hello(last))
            page.welcome = await page.until(Welcome)
            yield page

    def socket(self, path: str, **options: Any) -> connect:
        where, offers = socket_of(path)
        return connect(
            f"ws://127.0.0.1:{self.port}{where}",
            subprotocols=offers,
            compression=None,
            max_size=None,
            **options,
        )


@dataclass
class Page:
    """A scripted page: sends requests, keeps every frame, knows its last snapshot of each seat."""

    connection: ClientConnection
    frames: list[str] = field(default_factory=list)
    snapshots: dict[str | None, TableSnapshot] = field(default_factory=dict)
    number: int = 0
    happened: list[int] = field(default_factory=list)
    """The numbers of all happenings heard of, for a page of one seat."""
    welcome: Welcome | None = None
    _ref: int = 0

    async def say(self, message: Message) -> None:
        await self.connection.send(write(message).decode())

    async def hear(self) -> Answer:
        """The next message, whatever it is."""
        async with asyncio.timeout(PATIENCE):
            frame = await self.connection.recv(decode=True)
        assert isinstance(frame, str)
        self.frames.append(frame)
        answer = read_answer(frame)
        if isinstance(answer, Resync):
            self.snapshots[answer.seat] = answer.snapshot
            self.number = answer.number
        if isinstance(answer, Happened):
            self.snapshots[answer.seat] = applied(self.snapshots[answer.seat], answer.change)
            self.number = answer.number
            self.happened.append(answer.number)
        return answer

    async def until(self, kind: type[Kind], fits: Callable[[Kind], bool] = lambda _: True) -> Kind:
        """Listen until something of this kind comes."""
        while True:
            answer = await self.hear()
            if isinstance(answer, kind) and fits(answer):
                return answer

    async def ask(self, make: Callable[[int], Message]) -> Done | Refused:
        """Send a request and wait for its answer."""
        self._ref += 1
        ref = self._ref
        await self.say(make(ref))
        while True:
            answer = await self.hear()
            if isinstance(answer, Done | Refused) and answer.ref == ref:
                return answer

    async def sees(self, seat: str | None, fits: Callable[[TableSnapshot], bool]) -> TableSnapshot:
        """Listen until this seat's snapshot is such."""
        while seat not in self.snapshots or not fits(self.snapshots[seat]):
            await self.hear()
        return self.snapshots[seat]

    async def hear_of(self, what: str) -> Happened:
        """Listen until this happens."""
        return await self.until(Happened, lambda happened: happened.what == what)

    async def deploy(self, seat: str, deployment: str) -> Done | Refused:
        return await self.ask(lambda ref: Deploy(ref, seat, deployment))  # type: ignore[arg-type]

    async def play(self, seat: str, ply: int, move: str) -> Done | Refused:
        return await self.ask(lambda ref: Play(ref, seat, ply, move))  # type: ignore[arg-type]

    async def play_on(self, seat: str, rng: Random) -> TableSnapshot:
        """Play any moves until the game is over."""
        while True:
            snapshot = await self.sees(seat, lambda snapshot: bool(snapshot.moves or snapshot.end))
            if snapshot.end:
                return snapshot
            origin, targets = rng.choice(sorted(snapshot.moves.items()))
            answer = await self.play(seat, snapshot.ply, origin + rng.choice(targets))
            assert isinstance(answer, Done), answer
            await self.sees(seat, lambda now, ply=snapshot.ply: now.ply > ply)  # type: ignore[misc]


@contextlib.asynccontextmanager
async def serving(data: Path, **changes: object) -> AsyncIterator[Server]:
    """A server on a free port; the house does not wait for show."""
    given = {"data": data, "pause": 0.0, **UNLIMITED, **changes}
    settings = ServerSettings(**given)  # type: ignore[arg-type]
    config = configured(settings)
    assert isinstance(config.app, Starlette)
    server = uvicorn.Server(config)
    with listen("127.0.0.1", 0) as listening:
        running = asyncio.create_task(server.serve(sockets=[listening]))
        while not server.started and not running.done():
            await asyncio.sleep(0.01)
        try:
            yield Server(listening.getsockname()[1], settings, config.app)
        finally:
            server.should_exit = True
            await running
