"""A server that ends in good order."""

import socket

import uvicorn

RESTART = 1012
"""The code that tells pages to come back: to this server's successor, or to another worker."""
FINISHING = 5.0
"""Seconds in which requests are finished and pages say goodbye."""


class GracefulServer(uvicorn.Server):
    """Takes no more connections or requests, finishes those it has, and tells pages to come back.

    So every turn that it played was acknowledged, and a page knows what it has to ask again.
    """

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for listening in sockets or []:
            listening.close()
        if not self.force_exit:
            await self.config.app.state.gate.close_all(RESTART, FINISHING)  # type: ignore[union-attr]
        await super().shutdown(sockets)
        self._captured_signals.clear()  # it has done what the signal asked for
