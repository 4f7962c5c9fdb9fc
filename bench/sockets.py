"""What a socket costs: processor time for a message, memory for one that is idle.

    python bench/sockets.py echo              # servers and loops beside one another
    python bench/sockets.py idle              # 10,000 pages at tables of the real server

`echo` sends short messages to a server that sends them back, over 50 sockets, and reads the
server's own processor time; servers that are not installed (wsproto, granian) are left out. Every
server runs in a process of its own beside this one.
"""

import argparse
import asyncio
import contextlib
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket

from page import Page, post
from volto.cli.serve import configured, listen
from volto.server.graceful import GracefulServer
from volto.server.settings import ServerSettings
from volto.server.wire.gate import Gate
from volto.server.wire.http_protocol import HttpProtocol
from volto.server.wire.limits import ANY, Allowance, Meter
from volto.server.wire.socket_protocol import HANDSHAKE, Handshake, SocketProtocol

SERVERS = ("websockets", "websockets-sansio", "wsproto", "ours", "granian")
LOOPS = ("asyncio", "uvloop")
PAYLOAD = b'{"t":"move","ref":7,"seat":"white","ply":12,"move":"a2a3"}'
HOST = "127.0.0.1"
ROUNDS = 5
"""The best one counts: other work on the machine only ever adds."""
UNLIMITED = ServerSettings(
    per_address=Allowance(),
    per_seat=Allowance(),
    in_all=Allowance(),
    making=ANY,
    pause=0.0,
)


# Servers that echo.


class EchoPage:
    """What `ours` hands its sockets to."""

    greeted, full = True, False

    def attached(self, socket: SocketProtocol) -> None:
        self._socket = socket

    def received(self, message: bytes) -> None:
        self._socket.tell(message)

    def allows(self, size: int) -> bool:
        return True

    def violated(self, code: int) -> None:
        pass

    def lost(self) -> None:
        pass


async def echo(socket: WebSocket) -> None:
    handshake: Handshake | None = socket.scope["extensions"].get(HANDSHAKE)
    if handshake is not None:
        meters = Meter(Allowance()), Meter(Allowance())
        assert handshake.seated(*meters)
        await socket.accept()
        handshake.attach(EchoPage())
        return
    await socket.accept()
    with contextlib.suppress(Exception):
        while True:
            await socket.send_text(await socket.receive_text())


async def hello(request: Request) -> PlainTextResponse:
    return PlainTextResponse("hello")


@contextlib.asynccontextmanager
async def lifespan(app: Starlette) -> AsyncIterator[dict[str, Gate]]:
    gate = Gate(UNLIMITED)
    gate.start()
    yield {"gate": gate}


app = Starlette(routes=[WebSocketRoute("/echo", echo), Route("/", hello)], lifespan=lifespan)


def serve_echo(server: str, http: str, loop: str) -> None:
    """In a process of its own; prints its port."""
    with listen(HOST, 0) as listening:
        port = listening.getsockname()[1]
        if server == "granian":
            listening.close()
            serve_granian(port, loop)
            return
        config = uvicorn.Config(
            app,
            http=HttpProtocol if http == "ours" else http,
            ws=Handshake if server == "ours" else server,
            loop=loop,
            log_level="critical",
            ws_per_message_deflate=False,
            ws_ping_interval=None if server == "ours" else 20.0,
        )
        print(port, flush=True)
        uvicorn.Server(config).run(sockets=[listening])


def serve_granian(port: int, loop: str) -> None:
    import granian  # type: ignore[import-not-found]

    print(port, flush=True)
    granian.Granian(
        "sockets:app", HOST, port, interface="asgi", loop=loop, log_enabled=False
    ).serve()


def serve_tables(folder: str) -> None:
    settings = replace(UNLIMITED, data=Path(folder))
    with listen(HOST, 0) as listening:
        print(listening.getsockname()[1], flush=True)
        GracefulServer(configured(settings)).run(sockets=[listening])


@contextlib.contextmanager
def running(*words: str) -> Iterator[tuple[int, int]]:
    """A server in a process of its own: its port and its number."""
    here = Path(__file__).parent
    with subprocess.Popen(
        [sys.executable, __file__, *words],
        stdout=subprocess.PIPE,
        text=True,
        cwd=here,
        env={**os.environ, "PYTHONPATH": f"{os.environ.get('PYTHONPATH', '')}:{here}"},
    ) as process:
        assert process.stdout is not None
        try:
            yield int(process.stdout.readline()), process.pid
        finally:
            process.terminate()


# What the system says of a process and its children.


def family(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children")
    return [pid, *(each for child in children.read_text().split() for each in family(int(child)))]


def processor_time(pid: int) -> float:
    ticks = 0
    for one in family(pid):
        fields = Path(f"/proc/{one}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def memory(pid: int) -> int:
    """Bytes in memory."""
    pages = sum(int(Path(f"/proc/{one}/statm").read_text().split()[1]) for one in family(pid))
    return pages * os.sysconf("SC_PAGE_SIZE")


# Clients.


async def connected(port: int, path: str, *headers: str) -> Page:
    for _ in range(100):
        try:
            return await Page.connect(HOST, port, path, *headers)
        except OSError:  # it does not listen yet
            await asyncio.sleep(0.1)
    raise ConnectionError("The server does not answer.")


async def answered(page: Page, messages: int) -> None:
    """Send so many, each when the one before has come back."""
    done, left = asyncio.get_running_loop().create_future(), messages

    def heard(message: bytes) -> None:
        nonlocal left
        left -= 1
        if left:
            page.say(PAYLOAD)
        else:
            done.set_result(None)

    page.heard = heard
    page.say(PAYLOAD)
    await done


async def echoed(port: int, pid: int, sockets: int, messages: int) -> float:
    """Microseconds of processor time for a message."""
    pages = [await connected(port, "/echo") for _ in range(sockets)]
    costs = []
    for _ in range(ROUNDS):
        used = processor_time(pid)
        await asyncio.gather(*(answered(page, messages // sockets) for page in pages))
        costs.append(1e6 * (processor_time(pid) - used) / messages)
    return min(costs)


async def pages_asked(port: int, pid: int, count: int) -> float:
    """Microseconds of processor time for a request by HTTP on a connection that is kept."""
    reader, writer = await asyncio.open_connection(HOST, port)
    costs = []
    for _ in range(ROUNDS):
        used = processor_time(pid)
        for _ in range(count):
            writer.write(b"GET / HTTP/1.1\r\nHost: here\r\n\r\n")
            await reader.readuntil(b"hello")
        costs.append(1e6 * (processor_time(pid) - used) / count)
    writer.close()
    return min(costs)


async def idle_memory(port: int, pid: int, sockets: int) -> float:
    """Kilobytes for each of many sockets that only echo."""
    before = memory(pid)
    kept = [await connected(port, "/echo") for _ in range(sockets)]
    await asyncio.sleep(1.0)
    return (memory(pid) - before) / len(kept) / 1024


def compare(messages: int, sockets: int) -> None:
    print("| server | HTTP | loop | µs per message | µs per request | KB per idle socket |")
    print("|---|---|---|---|---|---|")
    for server in SERVERS:
        if server in ("wsproto", "granian") and find_spec(server) is None:
            continue
        for loop in LOOPS:
            own = "own" if server == "granian" else "ours"
            for http in (own,) if server in ("ours", "granian") else ("h11", "httptools"):
                with running("serve-echo", server, http, loop) as (port, pid):
                    cost = asyncio.run(echoed(port, pid, 50, messages))
                    asked = asyncio.run(pages_asked(port, pid, messages // 10))
                    kept = asyncio.run(idle_memory(port, pid, sockets))
                row = f"| {server} | {http} | {loop} | {cost:.1f} | {asked:.0f} | {kept:.1f} |"
                print(row, flush=True)


# Idle pages at the tables of the real server.


async def sit_down(port: int, tables: int, sockets: int) -> list[Page]:
    wish = {"mode": "screen", "aid": "off"}
    made = [await post(HOST, port, "/api/tables", wish) for _ in range(tables)]
    pages = []
    for number in range(sockets):
        table, _, key = made[number % tables]["path"].removeprefix("/t/").partition("#")
        offers = f"Sec-WebSocket-Protocol: volto, key.{key}"
        page = await connected(port, f"/socket/{table}", offers)
        page.heard = lambda message: None
        page.say(b'{"t":"hello"}')
        pages.append(page)
    return pages


async def settled(pid: int) -> None:
    """Wait until the server has loaded what its players need."""
    while True:
        used = processor_time(pid)
        await asyncio.sleep(2.0)
        if processor_time(pid) - used < 0.1:
            return


async def idle(port: int, pid: int, sockets: int, tables: int) -> None:
    await sit_down(port, 1, 1)
    await settled(pid)
    before = memory(pid)
    pages = await sit_down(port, tables, sockets)
    await asyncio.sleep(2.0)
    grown = memory(pid) - before
    used, began = processor_time(pid), time.perf_counter()
    await asyncio.sleep(5.0)
    busy = (processor_time(pid) - used) / (time.perf_counter() - began)
    print(
        f"{len(pages):,} idle pages at {tables:,} tables: {grown / 1e6:.0f} MB, "
        f"{grown / 1024 / sockets:.1f} KB each; {100 * busy:.1f} % of a processor"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("what", choices=["echo", "idle", "serve-echo", "serve-tables"])
    parser.add_argument("words", nargs="*")
    parser.add_argument("--messages", type=int, default=20_000)
    parser.add_argument("--sockets", type=int, default=10_000)
    given = parser.parse_args()
    if given.what == "serve-echo":
        serve_echo(*given.words)
    elif given.what == "serve-tables":
        serve_tables(*given.words)
    elif given.what == "echo":
        compare(given.messages, min(given.sockets, 1000))
    else:
        for tables in (100, given.sockets // 2):
            with (
                tempfile.TemporaryDirectory() as folder,
                running("serve-tables", folder) as (port, pid),
            ):
                asyncio.run(idle(port, pid, given.sockets, tables))


if __name__ == "__main__":
    main()
