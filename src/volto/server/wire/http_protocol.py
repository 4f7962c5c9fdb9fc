"""HTTP as this server speaks it: uvicorn's, with bounds on how many come, how long and how much."""

import asyncio
import logging
from typing import Any

import httptools
from uvicorn.config import Config
from uvicorn.middleware.proxy_headers import _TrustedHosts
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.server import ServerState

from volto.server.wire.gate import Entry, Gate

LONGEST_HEADERS = 32_768
"""Bytes of a request's first line and headers."""
MOST_READ = 262_144
"""Bytes of a body that are read at all; the application refuses far smaller ones."""
MOST_WAITING = 8
"""Requests that may wait on one connection for the answer to the one before."""

QUIET = logging.getLogger("volto.server.clients")
"""Whatever a client does wrong is its own affair: nobody can fill the log from outside."""
QUIET.setLevel(logging.CRITICAL + 1)


class HttpProtocol(HttpToolsProtocol):
    """One connection, until it ends or becomes a socket."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self.logger = QUIET
        self.gate: Gate = app_state["gate"]
        self.entry: Entry | None = None
        self._deadline: float | None = None
        self._in_headers, self._taken = True, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        host = self.client[0] if self.client else ""
        trusted: _TrustedHosts = self.app.trusted_hosts
        self.entry = self.gate.admit(None if host in trusted else host)
        if self.entry is None:
            transport.abort()
            return
        self.gate.guests.add(self)
        self._wait(self.gate.times.headers)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._unset_keepalive_if_required()
        self.gate.guests.discard(self)
        self.gate.pays(self)
        if self.entry is not None:
            self.entry.leave()

    def _wait(self, seconds: float | None) -> None:
        self._deadline = None if seconds is None else self.gate.now() + seconds

    def look(self, now: float) -> None:
        if self._deadline is not None and now > self._deadline:
            self.gate.abort(self)

    # What is read.

    def data_received(self, data: bytes) -> None:
        if self.entry is None:
            return
        self._taken += len(data)
        super().data_received(data)
        if self._taken > (LONGEST_HEADERS if self._in_headers else MOST_READ):
            self.gate.abort(self)

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._in_headers = True

    def on_headers_complete(self) -> None:
        if len(self.pipeline) >= MOST_WAITING:
            raise httptools.HttpParserError("too many requests at once")
        self._in_headers, self._taken = False, 0
        super().on_headers_complete()
        self._regard()

    def on_message_complete(self) -> None:
        self._taken = 0
        super().on_message_complete()
        self._regard()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._regard()

    def _regard(self) -> None:
        """Whose turn is it? Only the client is short of time."""
        if self.flow.write_paused:
            return
        if self.cycle is None or self.cycle.response_complete:
            self._wait(self.timeout_keep_alive + self.gate.times.headers)
        else:
            self._wait(self.gate.times.body if self.cycle.more_body else None)

    def handle_websocket_upgrade(self) -> None:
        """From here on the handshake has the connection."""
        super().handle_websocket_upgrade()
        self.gate.guests.discard(self)

    # What is written.

    def pause_writing(self) -> None:
        super().pause_writing()
        self._wait(self.gate.times.unread)
        self.gate.owes(self, self.transport.get_write_buffer_size())

    def resume_writing(self) -> None:
        super().resume_writing()
        self._regard()
        self.gate.pays(self)
