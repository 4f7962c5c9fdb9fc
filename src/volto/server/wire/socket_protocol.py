"""The bytes of a socket: a handshake by the application, then frames straight to and from a page.

After the handshake no task and no queue stands between the network and the page: whole messages are
handed over as they arrive, and what is said in one round of the loop is written together. Nothing
more is read from a client that does not read, and after a while it is let go.
"""

import asyncio
from typing import Any, Protocol, cast

from uvicorn.config import Config
from uvicorn.protocols.utils import ClientDisconnected
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.http11 import Request

from volto.server import metrics
from volto.server.wire import frames
from volto.server.wire.frames import (
    PROTOCOL_ERROR,
    FrameReader,
    Violation,
    close_frame,
    framed,
)
from volto.server.wire.gate import Entry, Gate
from volto.server.wire.http_protocol import QUIET, HttpProtocol
from volto.server.wire.limits import Meter

HANDSHAKE = "volto.handshake"
"""The extension of a scope that lets the application hand the accepted socket to a page."""
POLICY, RESTART = 1008, 1012
MOST_IGNORED = 262_144
"""Bytes that a client may still send when it was said goodbye: they were under way."""


class Page(Protocol):
    """Whoever talks over a socket."""

    greeted: bool
    """Whether it has said hello."""

    @property
    def full(self) -> bool:
        """Whether it has enough to do for now."""
        ...

    def attached(self, socket: "SocketProtocol") -> None: ...

    def received(self, message: bytes) -> None:
        """A message; it must not block."""
        ...

    def allows(self, size: int) -> bool:
        """Whether a control frame of so many bytes is within the limits."""
        ...

    def violated(self, code: int) -> None:
        """The socket is about to be closed for this reason: the last chance to say why."""
        ...

    def lost(self) -> None:
        """The socket is gone."""
        ...


class Handshake(WebSocketsSansIOProtocol):
    """A connection that wants to become a socket; the application says whether it may."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = self.conn.logger = QUIET
        self.gate: Gate = app_state["gate"]
        self._entry = Entry()
        self._attached = False
        self._deadline = self.gate.now() + self.gate.times.headers

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        before = cast("asyncio.Transport", transport).get_protocol()
        if isinstance(before, HttpProtocol) and before.entry is not None:
            self._entry = before.entry
        self.gate.guests.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self.gate.guests.discard(self)
        self._entry.leave()

    def look(self, now: float) -> None:
        if now > self._deadline:
            self.gate.abort(self)

    def handle_connect(self, event: Request) -> None:
        self.transport.pause_reading()  # a client waits for the answer before it says more
        super().handle_connect(event)

    async def run_asgi(self) -> None:
        extensions = cast("dict[str, object]", self.scope["extensions"])
        extensions[HANDSHAKE] = self
        try:
            await self.app(self.scope, self.receive, self.send)
        except ClientDisconnected:
            pass
        finally:
            if not self._attached:
                self.send_500_response()  # unless another answer was given
                self.transport.close()

    def seated(self, address: Meter, seat: Meter) -> bool:
        """Whether the address and the seat may have another socket; from here on it is counted."""
        return not self.disconnected and self.gate.seated(self._entry, address, seat)

    def attach(self, page: Page) -> None:
        """The handshake is over: the page has the socket from here on."""
        if self.disconnected or self.transport.is_closing():
            page.lost()
            return
        self._attached = True
        self.gate.guests.discard(self)
        self.connections.discard(self)
        socket = SocketProtocol(self.gate, self.transport, page, self._entry, self.connections)
        self.transport.set_protocol(socket)
        page.attached(socket)
        self.transport.resume_reading()


class SocketProtocol(asyncio.Protocol):
    """One open socket."""

    __slots__ = (
        "_all", "_asked", "_behind_since", "_closed_at", "_entry", "_gate", "_heard", "_ignored",
        "_made", "_page", "_paused", "_reader", "_said", "transport",
    )  # fmt: skip

    def __init__(
        self,
        gate: Gate,
        transport: asyncio.Transport,
        page: Page,
        entry: Entry,
        connections: set[Any],
    ) -> None:
        self._gate, self.transport, self._page, self._entry = gate, transport, page, entry
        self._reader = FrameReader(gate.settings.longest_frame)
        self._heard = self._made = gate.now()
        self._asked: float | None = None
        """When a sign of life was asked for."""
        self._behind_since: float | None = None
        """When the client began to be behind with reading."""
        self._closed_at: float | None = None
        """When it was said goodbye."""
        self._said: list[bytes] = []
        """Frames that are sent together at the end of this round of the loop."""
        self._paused = False
        self._ignored = 0
        """Bytes that came after the goodbye."""
        self._all = connections
        connections.add(self)
        gate.guests.add(self)
        gate.sockets.add(self)
        metrics.sockets_open.inc()

    def connection_lost(self, exc: Exception | None) -> None:
        self._closed_at = self._closed_at or self._gate.now()
        self._all.discard(self)
        self._gate.guests.discard(self)
        self._gate.sockets.discard(self)
        metrics.sockets_open.dec()
        self._gate.pays(self)
        self._entry.leave()
        self._page.lost()

    # What comes in.

    def data_received(self, data: bytes) -> None:
        self._heard, self._asked = self._gate.now(), None
        if self._closed_at is None:
            self._reader.feed(data)
            self.go_on()
        else:
            self._ignored += len(data)
            if self._ignored > MOST_IGNORED:
                self._gate.abort(self)

    def go_on(self) -> None:
        """Hand over what has arrived, as long as the page has room and the client reads."""
        try:
            while self._open and (arrived := self._reader.next()) is not None:
                self._take(*arrived)
        except Violation as violation:
            self._page.violated(violation.code)
            self.close(violation.code)
        reading = self._closed_at is not None or self._open
        if reading == self._paused and not self.transport.is_closing():
            self._paused = not reading
            if reading:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    @property
    def _open(self) -> bool:
        return (
            self._closed_at is None
            and self._behind_since is None
            and not self._page.full
            and not self._gate.ending
        )

    def _take(self, opcode: int, payload: bytes) -> None:
        if opcode <= frames.BINARY:
            self._page.received(payload)
        elif opcode == frames.CLOSE:
            self._answer_close(payload)
        elif self._page.allows(len(payload)) and opcode == frames.PING:
            self.transport.write(framed(payload, frames.PONG))

    def _answer_close(self, payload: bytes) -> None:
        """The client says goodbye: so does the server, and that is all."""
        if len(payload) == 1:
            raise Violation(PROTOCOL_ERROR)
        self._send()
        self._closed_at = self._gate.now()
        self.transport.write(framed(payload[:2], frames.CLOSE))
        self.transport.close()

    def eof_received(self) -> bool:
        return False

    # What goes out.

    def tell(self, frame: bytes) -> None:
        """Send a text; a page that is too far behind is let go."""
        if self._closed_at is not None:
            return
        if not self._said:
            asyncio.get_running_loop().call_soon(self._send)  # with what is said meanwhile
        self._said.append(framed(frame))

    def _send(self) -> None:
        said = b"".join(self._said)
        self._said.clear()
        if not said or self.transport.is_closing():
            return
        self.transport.write(said)
        if self._behind_since is not None:
            if self.transport.get_write_buffer_size() > self._gate.settings.unread:
                self._gate.abort(self)
            else:
                self._gate.owes(self, len(said))

    def pause_writing(self) -> None:
        self._behind_since = self._gate.now()
        self._gate.owes(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        self._behind_since = None
        self._gate.pays(self)
        self.go_on()

    # The end.

    def close(self, code: int) -> None:
        """Say goodbye after everything that was said; then only the client's end is awaited."""
        if self._closed_at is not None:
            return
        self._send()
        self._closed_at = self._gate.now()
        if self.transport.is_closing():
            return
        self.transport.write(close_frame(code))
        if self.transport.can_write_eof():
            self.transport.write_eof()
        else:
            self.transport.close()
        self.go_on()

    def shutdown(self) -> None:
        """The server ends."""
        self.close(RESTART)

    def look(self, now: float) -> None:
        times = self._gate.times
        if self._closed_at is not None:
            late = now - self._closed_at > times.closing
        elif self._behind_since is not None:
            late = now - self._behind_since > times.unread
        elif not self._page.greeted:
            late = False
            if now - self._made > times.hello:
                self.close(POLICY)
        elif self._asked is not None:
            late = now - self._asked > times.pong
        else:
            late = False
            if now - self._heard > times.silence:
                self._asked = now
                self.transport.write(framed(b"", frames.PING))
        if late:
            self._gate.abort(self)
