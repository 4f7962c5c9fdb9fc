"""A page without a browser: a WebSocket in a few lines, cheap enough to load a server with many.

It reads nothing of a message but its bytes, and masks what it sends with zeros.
"""

import asyncio
import json
import socket
import struct
from collections.abc import Callable
from typing import Any, Self, cast

from websockets.frames import Opcode

_OPENING = (
    "GET {path} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n{more}\r\n"
)


class Page(asyncio.Protocol):
    """One socket. `heard` is called with every message; set it anew at any time."""

    def __init__(self) -> None:
        self.heard: Callable[[bytes], None] = self._keep
        self.bytes_heard = 0
        self._kept: list[bytes] = []
        self._waiting: asyncio.Future[None] | None = None
        self._open = asyncio.get_running_loop().create_future()
        self._rest = b""
        self._transport: asyncio.Transport

    @classmethod
    async def connect(cls, host: str, port: int, path: str, *headers: str) -> Self:
        """A page whose handshake was answered with 101."""
        _, page = await asyncio.get_running_loop().create_connection(cls, host, port)
        more = "".join(f"{header}\r\n" for header in headers)
        opening = _OPENING.format(path=path, host=host, port=port, more=more)
        page._transport.write(opening.encode())
        await page._open
        return page

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast("asyncio.Transport", transport)

    def connection_lost(self, error: Exception | None) -> None:
        if not self._open.done():
            self._open.set_exception(ConnectionError("closed before the handshake was answered"))

    def data_received(self, data: bytes) -> None:
        self.bytes_heard += len(data)
        data = self._rest + data if self._rest else data
        if not self._open.done():
            head, gap, data = data.partition(b"\r\n\r\n")
            if not gap:
                self._rest = head
                return
            if b" 101 " not in head[:16]:
                self._open.set_exception(ConnectionError(head.decode()))
                return
            self._open.set_result(None)
        at, end = 0, len(data)
        while end - at >= 2:
            size, body = data[at + 1], at + 2
            if size == 126:
                body += 2
                if body > end:
                    break
                size = int.from_bytes(data[at + 2 : body])
            elif size == 127:
                body += 8
                if body > end:
                    break
                size = int.from_bytes(data[at + 2 : body])
            if body + size > end:
                break
            opcode = data[at] & 15
            at = body + size
            if opcode in (Opcode.TEXT, Opcode.BINARY):
                self.heard(data[body:at])
            elif opcode == Opcode.PING:
                self._transport.write(_frame(Opcode.PONG, data[body:at]))
        self._rest = data[at:]

    def say(self, message: bytes) -> None:
        self._transport.write(_frame(Opcode.TEXT, message))

    async def hear(self, part: bytes) -> bytes:
        """The next message, in order, that has this part; only until `heard` is set."""
        while True:
            while self._kept:
                message = self._kept.pop(0)
                if part in message:
                    return message
            self._waiting = asyncio.get_running_loop().create_future()
            await self._waiting

    def _keep(self, message: bytes) -> None:
        self._kept.append(message)
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def close(self) -> None:
        self._transport.close()


def _frame(opcode: int, body: bytes) -> bytes:
    if len(body) < 126:
        return struct.pack("!BBI", 128 | opcode, 128 | len(body), 0) + body
    return struct.pack("!BBHI", 128 | opcode, 128 | 126, len(body), 0) + body


async def post(host: str, port: int, path: str, body: object) -> Any:
    """What a JSON endpoint answers; anything but a 2xx is an error."""
    reading, writing = await asyncio.open_connection(host, port)
    text = json.dumps(body)
    writing.write(
        f"POST {path} HTTP/1.1\r\nHost: {host}:{port}\r\nContent-Type: application/json\r\n"
        f"Connection: close\r\nContent-Length: {len(text)}\r\n\r\n{text}".encode()
    )
    answer = await reading.read()
    writing.close()
    head, _, rest = answer.partition(b"\r\n\r\n")
    if not head.split(b" ", 2)[1].startswith(b"2"):
        raise ConnectionError(answer.decode())
    return json.loads(rest)


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])
