"""A server that begins and ends in good order."""

import asyncio
import gc
import socket

import uvicorn

RESTART = 1012
"""The code that tells pages to come back: to this server's successor, or to another worker."""
FINISHING = 5.0
"""Seconds in which requests are finished and pages say goodbye."""

YOUNG = 10_000
"""Objects that come to be before those among them that hold each other are looked for."""


class GracefulServer(uvicorn.Server):
    """Ends by taking no more connections or requests, finishing those it has, and telling pages to
    come back.

    So every turn that it played was acknowledged, and a page knows what it has to ask again.
    """

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.set_threshold(YOUNG, 10, 10)
        self._settling = asyncio.create_task(self._settle())

    async def _settle(self) -> None:
        """What is loaded stays: to look through it again and again took a third of the time."""
        await self.config.app.state.warm_up.network.wait()  # type: ignore[union-attr]
        gc.collect()
        gc.freeze()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        for server in self.servers:
            server.close()
        for listening in sockets or []:
            listening.close()
        if not self.force_exit:
            await self.config.app.state.gate.close_all(RESTART, FINISHING)  # type: ignore[union-attr]
        await super().shutdown(sockets)
        self._captured_signals.clear()  # it has done what the signal asked for
