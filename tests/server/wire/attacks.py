"""Clients that do what no browser does: by hand, byte by byte."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Callable

from tests.server.serving import PATIENCE, Server, socket_of
from volto.server.wire import frames

KEPT = 4096
"""The system keeps little for such a client, so that a test need not send much."""


def masked(payload: bytes, opcode: int = frames.TEXT, *, final: bool = True) -> bytes:
    """A frame as a client sends it."""
    mask = b"\x5a\x0f\xc3\x96"
    size = len(payload)
    length = bytes((128 | size,)) if size < 126 else b"\xfe" + size.to_bytes(2)
    body = bytes(byte ^ mask[at % 4] for at, byte in enumerate(payload))
    return bytes((opcode | (128 if final else 0),)) + length + mask + body


class RawClient:
    """A connection without manners."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer

    def send(self, data: bytes) -> None:
        self.writer.write(data)

    async def upgrade(self, path: str, *headers: str) -> bytes:
        """Ask for a socket; the status line of the answer."""
        where, offers = socket_of(path)
        lines = [
            f"GET {where} HTTP/1.1",
            "Host: here",
            "Connection: Upgrade",
            "Upgrade: websocket",
            "Sec-WebSocket-Version: 13",
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
            f"Sec-WebSocket-Protocol: {', '.join(offers)}",
            *headers,
        ]
        self.send("\r\n".join([*lines, "", ""]).encode())
        return (await self.head()).split(b"\r\n")[0]

    async def head(self) -> bytes:
        async with asyncio.timeout(PATIENCE):
            return await self.reader.readuntil(b"\r\n\r\n")

    async def ended(self) -> bytes:
        """Read until the server ends the connection."""
        read = b""
        async with asyncio.timeout(PATIENCE):
            with contextlib.suppress(ConnectionError):
                while part := await self.reader.read(65536):
                    read += part
        return read

    async def frame(self) -> bytes:
        """The payload of the next frame of the server."""
        async with asyncio.timeout(PATIENCE):
            _, length = await self.reader.readexactly(2)
            if length >= 126:
                length = int.from_bytes(await self.reader.readexactly(2 if length == 126 else 8))
            return await self.reader.readexactly(length)


@contextlib.asynccontextmanager
async def raw(server: Server, host: str = "127.0.0.1") -> AsyncIterator[RawClient]:
    """Connect, from this address of the machine itself."""
    sock = socket.socket()
    for buffer in (socket.SO_RCVBUF, socket.SO_SNDBUF):
        sock.setsockopt(socket.SOL_SOCKET, buffer, KEPT)
    sock.bind((host, 0))
    sock.setblocking(False)
    await asyncio.get_running_loop().sock_connect(sock, ("127.0.0.1", server.port))
    reader, writer = await asyncio.open_connection(sock=sock, limit=KEPT)
    try:
        yield RawClient(reader, writer)
    finally:
        writer.transport.abort()


async def until(holds: Callable[[], bool]) -> None:
    """Wait for it."""
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.005)
